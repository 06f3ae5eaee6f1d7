//! A match at work.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use sandbox::Spawner;
use sandbox::pool::each_number;
use search::GameSpec;

use super::board::Board;
use super::opponents::{Game, Opponents};
use super::prepared::{Prepared, player_record};
use super::program_builder::{ProgramBuilder, folder_in};
use super::queue::{Queue, Seen};
use super::terms::Terms;
use crate::record::PlayerRecord;
use errors::Error;
use players::{Contestant, Kind, Player, Slot, Speech};
use submission::check_level;

/// Makes the player for a person at the table, for the first contestant or the second.
pub type PersonMaker<'a> = &'a dyn Fn(usize) -> Box<dyn Player>;

/// Two contestants, and the slots where they play.
pub struct Match {
    spec: &'static GameSpec,
    terms: Terms,
    players: [PlayerRecord; 2],
    /// The two contestants as a command line names them.
    words: [String; 2],
    /// Half-moves of an opening.
    opening: usize,
    opponents: Vec<Opponents>,
    absences: Vec<(String, String)>,
}

impl Match {
    /// Prepares everything, in an empty folder. As many games run at a time as there are spawners.
    ///
    /// # Errors
    /// If the terms make no sense, or a contestant's program cannot be prepared. A program that
    /// does not compile is an error only if the terms are strict.
    pub fn prepare(
        spec: &'static GameSpec,
        contestants: &[Contestant; 2],
        terms: Terms,
        spawners: Vec<Spawner>,
        folder: &Path,
        person: PersonMaker<'_>,
    ) -> Result<Match, Error> {
        if terms.games == 0 || !terms.games.is_multiple_of(2) {
            return Err(Error::input(
                "the number of games has to be even: each board is played twice",
            ));
        }
        check_level(terms.level, &spawners)?;
        terms.check_data()?;
        let opening = opening(spec, contestants, terms.opening)?;
        let slots: Vec<_> = spawners.into_iter().map(Slot::new).collect();
        let first = slots.first().ok_or_else(|| Error::bug("there is no slot to play at"))?;
        let mut ready = Vec::new();
        for (number, contestant) in contestants.iter().enumerate() {
            let folder = folder_in(folder, &number.to_string())?;
            let builder = ProgramBuilder { spec, terms: &terms, folder: &folder };
            ready.push(Prepared::prepare(contestant, &builder, &mut first.spawner())?);
        }
        let seat = |slot: &Slot, number: usize| {
            ready[number].player(spec, &terms, slot, || person(number))
        };
        let seated = |slot: Slot| Opponents { players: [seat(&slot, 0), seat(&slot, 1)], slot };
        let opponents = slots.into_iter().map(seated).collect();
        let players = [
            player_record(&contestants[0], spec, &terms)?,
            player_record(&contestants[1], spec, &terms)?,
        ];
        let words = [contestants[0].words(), contestants[1].words()];
        let absent = contestants.iter().zip(&ready);
        let absences =
            absent.filter_map(|(its, ready)| Some((its.name.clone(), ready.absence()?))).collect();
        Ok(Match { spec, terms, players, words, opening, opponents, absences })
    }

    /// The names of the contestants whose programs do not compile, and who lose their games; and
    /// the messages to follow their names.
    #[must_use]
    pub fn absences(&self) -> &[(String, String)] {
        &self.absences
    }

    /// The number of half-moves in the opening of each pair.
    #[must_use]
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// Plays all games, or those that have begun before `stop` is set; `seen` gets their records in
    /// order, each with that of the void game before it, if any.
    ///
    /// # Errors
    /// If the referee cannot work, or `seen` fails. Nothing that players do is an error.
    pub fn play(&mut self, stop: &AtomicBool, seen: Seen<'_>) -> Result<(), Error> {
        let queue = Mutex::new(Queue::new(seen));
        let (spec, terms, opening) = (self.spec, &self.terms, self.opening);
        let (players, words) = (&self.players, &self.words);
        each_number(&mut self.opponents, terms.games / 2, |opponents, pair| {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let board = Board::draw(spec, &terms.parameters, opening, terms.seed, pair)?;
            for leg in 0..2 {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let number = 2 * pair + leg as u64 + 1;
                let (board, first, spectator) = (&board, leg, None);
                let game = Game { spec, terms, players, words, board, number, first, spectator };
                let played = opponents.play(&game)?;
                queue.lock().unwrap_or_else(PoisonError::into_inner).push(played)?;
            }
            Ok(())
        })
    }
}

/// The number of half-moves that open each pair of games. It is 0 if a program cannot be told an
/// opening.
pub(crate) fn opening(
    spec: &GameSpec,
    contestants: &[Contestant],
    wanted: Option<usize>,
) -> Result<usize, Error> {
    let speaks_own = |kind: &Kind| matches!(kind, Kind::Program { speech: Speech::Own, .. });
    let protocol = spec.contest.protocol.filter(|protocol| !protocol.any_start);
    let deaf =
        contestants.iter().find(|contestant| protocol.is_some() && speaks_own(&contestant.kind));
    match (wanted, deaf) {
        (Some(moves @ 1..), Some(deaf)) => {
            let (name, game) = (&deaf.name, spec.name);
            Err(Error::input(format!(
                "{name} cannot be told of an opening of {moves} by the protocol of {game}"
            )))
        }
        (_, Some(_)) => Ok(0),
        (moves, None) => Ok(moves.unwrap_or(spec.contest.opening)),
    }
}
