//! Plays a match.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use sandbox::Spawner;
use sandbox::pool::each_number;
use search::GameSpec;

use super::pair_runner::{PairRunner, absences};
use super::prepared::{PersonMaker, Prepared};
use super::program_builder::folder_in;
use super::queue::{Queue, Seen};
use super::terms::Terms;
use crate::record::Record;
use errors::Error;
use players::{Contestant, Kind, ProtocolName, Slot};
use submission::check_level;

/// Two contestants, and the slots where they play.
pub struct Match {
    pairs: u64,
    /// How many of the pairs an earlier run has played.
    played: u64,
    /// The number of half-moves in an opening.
    opening: usize,
    runners: Vec<PairRunner>,
    absences: Vec<(String, String)>,
}

impl Match {
    /// Prepares both contestants for all slots, in an empty folder. Each spawner makes one slot, in
    /// which one game runs at a time.
    ///
    /// # Errors
    /// Fails if the settings in `terms` make no sense, or a contestant's program cannot be
    /// prepared. A program that does not compile is an error only if `terms.strict` is set.
    pub fn prepare(
        spec: &'static GameSpec,
        contestants: &[Contestant; 2],
        terms: &Terms,
        spawners: Vec<Spawner>,
        folder: &Path,
        person: PersonMaker<'_>,
    ) -> Result<Match, Error> {
        if terms.games == 0 || !terms.games.is_multiple_of(2) {
            return Err(Error::input(
                "the number of games has to be even: each board is played twice",
            ));
        }
        for contestant in contestants {
            let terms = terms.of(contestant);
            check_level(terms.level, &spawners)?;
            terms.check_data()?;
        }
        let chosen = terms.openings.as_ref().map(|all| all.of(0).len());
        let opening = opening(spec, contestants, chosen.or(terms.opening))?;
        let slots: Vec<_> = spawners.into_iter().map(Slot::new).collect();
        let first = slots.first().ok_or_else(|| Error::bug("there is no slot to play at"))?;
        let prepare = |number: usize| {
            let folder = folder_in(folder, &number.to_string())?;
            Prepared::prepare(&contestants[number], spec, terms, &folder, &mut first.spawner())
        };
        let ready = [prepare(0)?, prepare(1)?];
        if absences(ready.each_ref()).is_some() {
            let all = ready.iter().filter_map(Prepared::absence);
            let all: Vec<_> = all.map(|(name, why)| format!("{name} {why}")).collect();
            return Err(Error::input(format!(
                "{}\nno game is played, since neither program compiles",
                all.join("\n")
            )));
        }
        let absences = ready.iter().filter_map(Prepared::absence);
        let absences = absences.map(|(name, why)| (name.to_string(), why)).collect();
        let runner = |slot| PairRunner::new(spec, terms.clone(), ready.each_ref(), slot, person);
        let runners = slots.iter().cloned().map(runner).collect();
        Ok(Match { pairs: terms.games / 2, played: 0, opening, runners, absences })
    }

    /// For each contestant whose program does not compile: the name, and words that can follow the
    /// name in a sentence. These contestants lose their games.
    #[must_use]
    pub fn absences(&self) -> &[(String, String)] {
        &self.absences
    }

    /// The number of half-moves in the opening of each pair.
    #[must_use]
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// Goes on after this game of an earlier run, the second of its pair. Returns whether the game
    /// belongs to this match; if not, the match begins with its first game.
    ///
    /// # Errors
    /// Fails if the game's board cannot be drawn.
    pub fn go_on_after(&mut self, last: &Record) -> Result<bool, Error> {
        let played = last.number / 2;
        let runner = self.runners.first().ok_or_else(|| Error::bug("there is no slot"))?;
        let board = runner.terms.board(runner.spec, self.opening, played.saturating_sub(1))?;
        let is_ours = played <= self.pairs && runner.plays(last, &board);
        if is_ours {
            self.played = played;
        }
        Ok(is_ours)
    }

    /// Plays all games that are left. No game begins after `stop` is set. `seen` gets the record of
    /// each game in order. If a void game came before it, `seen` also gets the record of that game.
    ///
    /// # Errors
    /// Fails if the referee fails, or `seen` returns an error. A foul is not an error.
    pub fn play(&mut self, stop: &AtomicBool, seen: Seen<'_>) -> Result<(), Error> {
        let played = self.played;
        let queue = Mutex::new(Queue::new(2 * played + 1, seen));
        each_number(&mut self.runners, self.pairs - played, |runner, pair| {
            let pair = played + pair;
            if stop.load(Ordering::Relaxed) {
                // After a stop, this code still runs for each remaining pair. It draws no boards,
                // because that could take long.
                return Ok(());
            }
            let board = runner.terms.board(runner.spec, self.opening, pair)?;
            runner.play(pair, &board, None, stop, &mut |record, void| {
                queue.lock().unwrap_or_else(PoisonError::into_inner).push(record, void)
            })
        })
    }
}

/// The number of half-moves that open each pair of games. The number is 0 if the protocol of a
/// program cannot express an opening.
///
/// # Errors
/// Fails if an opening is wanted that the protocol of a program cannot express.
pub fn opening(
    spec: &GameSpec,
    contestants: &[Contestant],
    wanted: Option<usize>,
) -> Result<usize, Error> {
    let speaks_own =
        |kind: &Kind| matches!(kind, Kind::Program { protocol: ProtocolName::Own, .. });
    let protocol = spec.contest.protocol.filter(|protocol| !protocol.any_start);
    let deaf =
        contestants.iter().find(|contestant| protocol.is_some() && speaks_own(&contestant.kind));
    match (wanted, deaf) {
        (Some(moves @ 1..), Some(deaf)) => {
            let (name, game) = (&deaf.name, spec.name);
            Err(Error::input(format!(
                "the protocol of {game} cannot tell {name} an opening of {moves} half-moves"
            )))
        }
        (_, Some(_)) => Ok(0),
        (moves, None) => Ok(moves.unwrap_or(spec.contest.opening)),
    }
}
