//! Suites: positions of a game in which the margin of every move is proved, and not all moves are
//! equally good. What a player chooses there shows exactly what it gives away.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use rules::random::{Random, hash_words};
use rules::{Parameters, Table};

use crate::{Engine, GameSpec, Instance, Limits, NeverStop, OpenError, SuiteBoard};

/// A position in which the margin of every move is proved.
#[derive(Clone, Debug)]
pub struct ProvedPosition {
    /// The parameters of the game.
    pub parameters: Parameters,
    /// The names of the moves from the start of the game to the position.
    pub moves: Vec<String>,
    /// The name of each legal move, in the table's order, with its margin for the side that makes
    /// it. Not all margins are equal.
    pub margins: Vec<(String, i32)>,
    /// The half-moves of the whole game from which the position was taken.
    pub length: usize,
}

impl ProvedPosition {
    fn greatest(&self) -> i32 {
        self.margins.iter().map(|(_, margin)| *margin).max().unwrap_or(0)
    }

    /// The best moves.
    pub fn best(&self) -> impl Iterator<Item = &str> {
        let greatest = self.greatest();
        let best = self.margins.iter().filter(move |(_, margin)| *margin == greatest);
        best.map(|(name, _)| &**name)
    }

    /// The points that a move gives away; `None` if there is no such legal move.
    #[must_use]
    pub fn loss(&self, name: &str) -> Option<u32> {
        let made = self.margins.iter().find(|(legal, _)| legal == name);
        made.map(|(_, margin)| self.greatest().abs_diff(*margin))
    }

    /// The points that the worst move gives away.
    #[must_use]
    pub fn worst(&self) -> u32 {
        self.losses().max().unwrap_or(0)
    }

    /// What a random move does: the probability that it is a best one, and the points that it gives
    /// away on average.
    #[must_use]
    pub fn at_random(&self) -> (f64, f64) {
        let count = self.margins.len() as f64;
        let sum: f64 = self.losses().map(f64::from).sum();
        (self.best().count() as f64 / count, sum / count)
    }

    fn losses(&self) -> impl Iterator<Item = u32> {
        self.margins.iter().map(|(_, margin)| self.greatest().abs_diff(*margin))
    }

    /// How much of its game has been played, in percent.
    #[must_use]
    pub fn played(&self) -> usize {
        100 * self.moves.len() / self.length.max(1)
    }
}

/// A part of a suite: positions that are about as far in their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The places of the positions in the suite.
    pub places: Vec<usize>,
    /// How much of their games has been played in the first and in the last of them, in percent.
    pub played: [usize; 2],
}

/// The number of phases of a suite.
const PHASES: usize = 3;

/// Cuts a suite into three parts of about the same size, by how much of the game has been played.
#[must_use]
pub fn phases(suite: &[ProvedPosition]) -> Vec<Phase> {
    let mut places: Vec<usize> = (0..suite.len()).collect();
    places.sort_by_key(|&place| suite[place].played());
    let size = suite.len().div_ceil(PHASES).max(1);
    let phase = |places: &[usize]| {
        let ends = [places[0], places[places.len() - 1]];
        Phase { places: places.to_vec(), played: ends.map(|place| suite[place].played()) }
    };
    places.chunks(size).map(phase).collect()
}

/// The number of positions that were found, which is too few for a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew(pub usize);

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooFew(found) = self;
        write!(
            f,
            "only {found} positions were found whose moves are all proved and differ: try fewer \
            positions, or a smaller board"
        )
    }
}

impl std::error::Error for TooFew {}

/// The positions that may be searched to prove the margins of all moves.
const PROOF: u64 = 100_000;

/// The games that are played before the caller is asked again.
const BATCH: u64 = 8;

/// A suite is given up if it takes more games than this for each position, and for [`SPARE`] more.
const MOST_GAMES: usize = 20;
const SPARE: usize = 10;

/// Where the positions of a suite come from: games in which both sides move partly at random.
///
/// The same seed gives the same suite on every machine. A caller may play the games of a batch at
/// the same time.
pub struct SuiteSource {
    spec: &'static GameSpec,
    boards: Vec<Board>,
    seed: u64,
}

/// A position that may belong in a suite, with a text that tells positions apart.
pub type Drawn<P = ProvedPosition> = Option<(P, String)>;

/// A position of a game in which both sides moved partly at random.
pub(crate) struct Reached {
    pub(crate) parameters: Parameters,
    pub(crate) moves: Vec<String>,
    /// The half-moves of the whole game.
    length: usize,
    /// The game's table stands at the position.
    pub(crate) instance: Instance,
}

impl Reached {
    /// A text that tells positions apart.
    pub(crate) fn key(&self) -> String {
        format!("{:?} {}", self.instance.table.turn(), self.instance.table.diagram())
    }
}

impl SuiteSource {
    /// Games on a board with these parameters or, without them, on the boards of the game's own
    /// suites ([`GameSpec::suite`]).
    ///
    /// # Errors
    /// Fails if the parameters do not fit together.
    pub fn new(
        spec: &'static GameSpec,
        set: Option<&Parameters>,
        seed: u64,
    ) -> Result<SuiteSource, OpenError> {
        let boards = boards(spec, set);
        boards.iter().try_for_each(|(parameters, _)| (spec.open)(parameters, None).map(drop))?;
        Ok(SuiteSource { spec, boards, seed })
    }

    /// Positions of any half-move, as they do not have to be proved.
    #[must_use]
    pub fn at_any_half_move(mut self) -> SuiteSource {
        self.boards.iter_mut().for_each(|(_, half_moves)| *half_moves = ANYWHERE);
        self
    }

    /// Draws a suite of `count` different positions; a larger suite begins with the same ones. `batch`
    /// gets the number of positions so far and the numbers of some games, and calls
    /// [`SuiteSource::game`] or [`SuiteSource::fork`] for each of them, in order. If it returns
    /// `None`, the suite ends there.
    ///
    /// # Errors
    /// Fails with the number of positions that were found, if too many games have none.
    pub fn suite<P>(
        &self,
        count: usize,
        batch: &mut dyn FnMut(usize, Range<u64>) -> Option<Vec<Drawn<P>>>,
    ) -> Result<Vec<P>, TooFew> {
        let (mut suite, mut known, mut games) = (Vec::new(), BTreeSet::new(), 0);
        while suite.len() < count {
            if games > (MOST_GAMES * (suite.len() + SPARE)) as u64 {
                return Err(TooFew(suite.len()));
            }
            let Some(drawn) = batch(suite.len(), games..games + BATCH) else { break };
            games += BATCH;
            for (position, key) in drawn.into_iter().flatten() {
                if suite.len() < count && known.insert(key) {
                    suite.push(position);
                }
            }
        }
        Ok(suite)
    }

    /// Plays the game of this number and takes a position of it. `None` if the position does not
    /// belong in a suite.
    #[must_use]
    pub fn game(&self, number: u64) -> Drawn {
        let mut reached = self.reached(number)?;
        let margins = margins(&mut reached.instance)?;
        let key = reached.key();
        let Reached { parameters, moves, length, .. } = reached;
        Some((ProvedPosition { parameters, moves, margins, length }, key))
    }

    /// Plays the game of this number and goes back to a position of it.
    pub(crate) fn reached(&self, number: u64) -> Option<Reached> {
        let mut random = Random::new(hash_words([self.seed, number]));
        let (parameters, [least, most]) = random.pick(&self.boards)?;
        let parameters = (self.spec.contest.board)(&mut random, parameters);
        let mut instance = (self.spec.open)(&parameters, None).ok()?;
        while instance.table.outcome().is_none() {
            let name = partly_at_random(&*instance.table, &mut *instance.engine, &mut random);
            instance.table.play(&name).expect("the move is legal");
        }
        let mut moves = instance.table.moves();
        let length = moves.len();
        let most = (*most).min(length.checked_sub(1)?);
        moves.truncate(random.between((*least).min(most), most));
        instance.go_to(&moves);
        Some(Reached { parameters, moves, length, instance })
    }
}

/// The parameters of a board, and the half-moves before a position on it.
type Board = (Parameters, [usize; 2]);

const ANYWHERE: [usize; 2] = [0, usize::MAX];

fn boards(spec: &GameSpec, set: Option<&Parameters>) -> Vec<Board> {
    let usual = Parameters::new(spec.parameters);
    let own = |board: &SuiteBoard| {
        let set = |parameters: Parameters, (name, value): &(&str, &str)| {
            parameters.with(name, value).expect("a game's own settings lie within its ranges")
        };
        (board.parameters.iter().fold(usual.clone(), set), board.half_moves)
    };
    let mut own = spec.suite.iter().map(own);
    match set {
        Some(set) => {
            let same = own.find(|(board, _)| board.all().eq(set.all()));
            vec![(set.clone(), same.map_or(ANYWHERE, |(_, half_moves)| half_moves))]
        }
        None if spec.suite.is_empty() => vec![(usual, ANYWHERE)],
        None => own.collect(),
    }
}

/// One move in two is random; the others look two half-moves ahead.
fn partly_at_random(table: &dyn Table, engine: &mut dyn Engine, random: &mut Random) -> String {
    const LOOK: Limits = Limits { depth: 2, nodes: 4096 };
    let legal = table.legal();
    let any = random.pick(&legal).expect("a game that is not over has moves").clone();
    if random.one_in(2) {
        return any;
    }
    let values = engine.values(&table.moves(), LOOK, &mut NeverStop);
    values.into_iter().max_by_key(|value| value.score).map_or(any, |value| value.mv)
}

/// The margins of all moves, if all are proved and not all are equal.
fn margins(instance: &mut Instance) -> Option<Vec<(String, i32)>> {
    if instance.table.legal().len() < 2 {
        return None;
    }
    instance.engine.forget();
    let worths = instance.values(Limits::nodes(PROOF), &mut NeverStop);
    let margins: Option<Vec<_>> =
        worths.into_iter().map(|worth| Some((worth.value.mv.clone(), worth.margin()?))).collect();
    margins.filter(|margins| margins.iter().any(|(_, margin)| *margin != margins[0].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(margins: &[i32], made: usize) -> ProvedPosition {
        let margins =
            margins.iter().enumerate().map(|(move_, &margin)| (move_.to_string(), margin));
        let moves = vec![String::new(); made];
        ProvedPosition {
            parameters: Parameters::new(&[]),
            moves,
            margins: margins.collect(),
            length: 10,
        }
    }

    #[test]
    fn a_loss_is_the_difference_to_the_best_move() {
        let position = position(&[-3, 4, 4, 1], 0);
        let losses = ["0", "1", "2", "3", "4"].map(|name| position.loss(name));
        assert_eq!(losses, [Some(7), Some(0), Some(0), Some(3), None]);
        assert_eq!((position.worst(), position.at_random()), (7, (0.5, 2.5)));
        assert!(position.best().eq(["1", "2"]));
    }

    #[test]
    fn a_suite_has_three_phases_of_about_the_same_size() {
        let suite = [7, 1, 3, 9, 2].map(|made| position(&[0, 1], made));
        let phase = |places: &[usize], played| Phase { places: places.to_vec(), played };
        let expected = [phase(&[1, 4], [10, 20]), phase(&[2, 0], [30, 70]), phase(&[3], [90, 90])];
        assert_eq!(phases(&suite), expected);
        assert_eq!(phases(&suite[..1]).len(), 1);
        assert!(phases(&[]).is_empty());
    }
}
