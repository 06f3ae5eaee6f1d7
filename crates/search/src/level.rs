//! The strength of an engine: a few levels, from a partner for beginners to full strength.
//!
//! An engine at a weak level looks a few plies ahead and misjudges the moves a little: it adds a
//! random error to the value of each move. So its mistakes are small ones, as those of people are.
//! `docs/engines.md` has measurements of the strength in each game.
// CITE: levels by an error in the values of the moves: Stockfish, "Skill Level", 2010.

use std::fmt;

use rules::Table;
use rules::random::{Random, hash_words};

use crate::{
    Engine, Handler, Limits, MoveValue, Score, SearchResult, Slip, StopWhen, UNBOUNDED, WON,
    proven_end,
};

/// The strength of an engine: a level from 1 to the game's highest, which is the whole engine. How
/// many a game has is its own matter: [`GameSpec::level`](crate::GameSpec::level).
///
/// ```
/// use search::SkillLevel;
///
/// assert!(SkillLevel::new(3) < SkillLevel::FULL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SkillLevel(u8);

impl SkillLevel {
    /// The engine's full strength within its time, whatever the game.
    pub const FULL: SkillLevel = SkillLevel(u8::MAX);

    /// The level with this number from 1. In a game with fewer levels, it plays at full strength.
    #[must_use]
    pub const fn new(number: u8) -> SkillLevel {
        SkillLevel(number)
    }

    /// The number of the level; 255 if it is [`SkillLevel::FULL`].
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How the level misjudges moves in a game with these slips; `None` at full strength.
    fn slip(self, slips: &[Slip]) -> Option<Slip> {
        slips.get(usize::from(self.0).saturating_sub(1)).copied()
    }
}

/// The engine as arguments name it: `engine`, or `engine:3`.
impl fmt::Display for SkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SkillLevel::FULL => f.write_str("engine"),
            SkillLevel(number) => write!(f, "engine:{number}"),
        }
    }
}

/// An engine that plays at a level.
///
/// Below [`SkillLevel::FULL`] a move depends only on the seed and the moves so far.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use rules::{Play, Table};
/// use search::{EngineAtLevel, Evaluate, Limits, NeverStop, Score, SearchEngine, SkillLevel};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let engine = Box::new(SearchEngine::new(Nim::heap(6), Even, 1 << 16));
/// let mut engine = EngineAtLevel::new(engine, SkillLevel::FULL, 1);
/// let table = Play::new(Nim::heap(6));
/// let choice = engine.choose(&table, &[], Limits::NONE, &mut NeverStop).expect("stones are left");
/// assert_eq!(choice.pv[0], "2");
/// ```
pub struct EngineAtLevel {
    engine: Box<dyn Engine>,
    level: SkillLevel,
    seed: u64,
}

impl EngineAtLevel {
    /// This engine at a level. The seed determines how a weak engine misjudges the moves.
    #[must_use]
    pub fn new(engine: Box<dyn Engine>, level: SkillLevel, seed: u64) -> EngineAtLevel {
        EngineAtLevel { engine, level, seed }
    }

    /// Prepares for a new game: forgets the results of earlier searches, and takes a new seed.
    pub fn start_over(&mut self, seed: u64) {
        self.engine.forget();
        self.seed = seed;
    }

    /// The level at which the engine plays.
    #[must_use]
    pub fn level(&self) -> SkillLevel {
        self.level
    }

    /// The approximate number of moves that the side to move still has to make; see
    /// [`Engine::moves_left`].
    #[must_use]
    pub fn moves_left(&self, moves: &[String]) -> u32 {
        self.engine.moves_left(moves)
    }

    /// The move to make at a table of the engine's game; `None` if the game is over. Below
    /// [`SkillLevel::FULL`], the result's score is the value of the move without the error, and its
    /// nodes are not counted.
    ///
    /// `moves` are the names of the moves made at the table; callers usually have this list
    /// already. Limits and handler are as in [`Engine::choose`]; the level's own limits also apply.
    pub fn choose(
        &mut self,
        table: &dyn Table,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        if table.outcome().is_some() {
            return None;
        }
        let Some(slip) = self.level.slip(self.engine.slips()) else {
            return self.engine.choose(moves, limits, handler);
        };
        self.engine.forget();
        let limits = limits.and(Limits { depth: slip.depth, nodes: slip.nodes });
        let values = self.engine.values(moves, limits, &mut StopWhen(|nodes| handler.stop(nodes)));
        let Some(MoveValue { mv, score, depth, is_exact }) = self.misjudged(slip, values, moves)
        else {
            // The search was stopped before it had valued the moves one ply deep.
            return self.engine.choose(moves, limits, &mut StopWhen(|_| true));
        };
        Some(SearchResult { pv: vec![mv], score, depth, nodes: 0, is_exact })
    }

    /// The move that seems best. Each estimate has an error with a triangular distribution.
    fn misjudged(&self, slip: Slip, values: Vec<MoveValue>, moves: &[String]) -> Option<MoveValue> {
        // The end of each name is marked, so that different lists of moves give different texts.
        let text = moves.iter().flat_map(|name| name.bytes().map(u64::from).chain([u64::MAX]));
        let mut random = Random::new(hash_words([self.seed].into_iter().chain(text)));
        let mut error = || random.below(slip.error.unsigned_abs() as usize + 1) as Score;
        let seeming = |value: MoveValue| {
            let error = error() - error();
            let is_far = proven_end(value.score).is_some_and(|(_, plies)| plies > slip.sight);
            let most = if is_far { slip.far_proof } else { UNBOUNDED };
            let score = value.score.clamp(-most, most);
            (if score.abs() < WON { score + error } else { score }, value)
        };
        let best = values.into_iter().map(seeming).max_by_key(|(seeming, _)| *seeming);
        best.map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::nim::Nim;
    use rules::{Game, Outcome, Play};

    use super::*;
    use crate::{Bounded, Evaluate, NeverStop, SearchEngine};

    type Position = <Nim as Game>::Position;

    /// Knows who wins, but not how soon.
    struct Fours;

    impl Evaluate<Nim> for Fours {
        const SLIPS: &'static [Slip] =
            &[Slip { far_proof: 1, ..Slip::within(9) }, Slip { far_proof: 1, ..Slip::deeper(9) }];

        fn evaluate(&self, _: &Nim, _: &Position) -> Score {
            0
        }

        fn finish(
            &self,
            game: &Nim,
            position: &Position,
            _depth: u32,
            _alpha: Score,
            _beta: Score,
            _budget: u64,
        ) -> Option<Bounded> {
            let turn = game.turn(position);
            let winner = if position.stones.is_multiple_of(4) { turn.other() } else { turn };
            // A position with a stone for each move is left to the search.
            let is_far = position.stones > 3;
            is_far.then(|| Bounded::by(Outcome::won_by(winner, 1), turn))
        }
    }

    /// The moves that a level makes from a heap with different seeds.
    fn moves(stones: usize, level: SkillLevel) -> BTreeSet<String> {
        let table = Play::new(Nim::heap(stones));
        let choose = |seed| {
            let engine = SearchEngine::new(Nim::heap(stones), Fours, 1 << 16);
            let mut engine = EngineAtLevel::new(Box::new(engine), level, seed);
            let found = engine.choose(&table, &[], Limits::NONE, &mut NeverStop);
            found.expect("stones are left").pv.remove(0)
        };
        (0..40).map(choose).collect()
    }

    #[test]
    fn a_weak_level_sees_the_next_ply_and_misjudges_what_is_further() {
        for level in [1, 2, 3].map(SkillLevel::new) {
            assert_eq!(moves(3, level), ["3".to_string()].into(), "a win at once");
            assert_eq!(moves(5, level), ["1".to_string()].into(), "2 and 3 are gifts");
        }
        let [weak, strong] = [1, 2].map(SkillLevel::new);
        assert_eq!(moves(10, weak).len(), 3, "it does not see that taking 2 wins");
        assert_eq!(moves(10, strong), ["2".to_string()].into());
    }
}
