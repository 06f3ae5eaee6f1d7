//! The pairs of games that a trial plays: against whom, on which board, with which clocks.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use errors::Error;
use matches::record::{Ending, Record};
use matches::{Board, PairRunner, Prepared, Spectator, Terms, opening};
use players::Slot;
use rules::TimeControl;
use search::SkillLevel;
use submission::Entry;

use crate::contestants::{contestant, engine, terms};
use crate::place::Place;
use crate::quick_clock::quick;
use crate::training::{Training, TrialBoard};
use crate::trial::{StepKind, Trial};

/// A pair of games.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) opponent: Opponent,
    pub(crate) time: TimeControl,
    pub(crate) board: TrialBoard,
}

/// Whom the version meets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opponent {
    Itself,
    Level(SkillLevel),
    /// The other version of the trial.
    Version,
}

impl Pair {
    /// The pair that a step plays; `None` if it plays none.
    pub(crate) fn of(kind: StepKind, training: &Training) -> Option<Pair> {
        let [weak, medium] = training.opponents.map(Opponent::Level);
        let (opponent, time, board) = match kind {
            StepKind::Itself => (Opponent::Itself, quick(training.time), Vec::new()),
            StepKind::Board(index) => {
                let board = training.trial_boards().into_iter().nth(index).unwrap_or_default();
                (Opponent::Itself, quick(training.time), board)
            }
            StepKind::Weak => (weak, quick(training.time), Vec::new()),
            StepKind::Medium => (medium, quick(training.time), Vec::new()),
            StepKind::Full => (medium, training.time, Vec::new()),
            StepKind::Version(_) => (Opponent::Version, training.time, Vec::new()),
            StepKind::Compile | StepKind::Cases | StepKind::Valgrind | StepKind::Causes => {
                return None;
            }
        };
        Some(Pair { opponent, time, board })
    }

    /// Whether the version's foul ended this game. In games against itself, each foul is its own.
    pub(crate) fn is_foul(&self, record: &Record) -> bool {
        match &record.end {
            Ending::Foul { side, .. } => {
                self.opponent == Opponent::Itself || record.contestant_at(*side) == 0
            }
            Ending::Absence { .. } => true,
            Ending::Rules | Ending::Resignation { .. } => false,
        }
    }
}

/// What plays the pairs of a trial.
pub(crate) struct TrialGames<'a> {
    pub(crate) place: &'a Place,
    pub(crate) trial: &'a Trial,
    /// The version, and its opponent if that is another version.
    pub(crate) entries: &'a [Entry],
    /// A folder for engines.
    pub(crate) scratch: &'a Path,
    pub(crate) slot: &'a Slot,
}

impl TrialGames<'_> {
    /// The settings of a pair before which so many games have been played. Its boards are new.
    ///
    /// # Errors
    /// Fails if the pair's board does not fit the game.
    pub(crate) fn terms(&self, pair: &Pair, games: usize) -> Result<Terms, Error> {
        let seed = self.trial.seed.wrapping_mul(100).wrapping_add(games as u64);
        let mut terms = terms(&self.trial.training, &self.place.settings, pair.time, seed)?;
        terms.parameters = self.trial.training.on_board(&pair.board)?;
        Ok(terms)
    }

    /// Plays the pair with this number, of a version against its opponent or a program that stands
    /// in its place.
    ///
    /// # Errors
    /// Fails if this machine cannot run programs, or if `seen` fails.
    pub(crate) fn play(
        &self,
        (pair, number): (&Pair, u64),
        terms: Terms,
        [version, other]: [&Prepared; 2],
        watched: (Option<&dyn Spectator>, &AtomicBool),
        seen: &mut dyn FnMut(Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let spec = self.trial.training.spec;
        let level = match pair.opponent {
            Opponent::Level(level) => Some(engine(level, spec, &terms, self.scratch, self.slot)?),
            Opponent::Itself | Opponent::Version => None,
        };
        let sides = [version, level.as_ref().unwrap_or(other)];
        let contestants: Vec<_> = self.entries.iter().map(contestant).collect();
        let opening = opening(spec, &contestants, None)?;
        let board = Board::draw(spec, &terms.parameters, opening, terms.seed, number)?;
        let nobody = |_| unreachable!("no person plays in a trial");
        let mut runner = PairRunner::new(spec, terms, sides, self.slot.clone(), &nobody);
        let (spectator, stop) = watched;
        runner.play(number, &board, spectator, stop, &mut |record, _| seen(record))
    }
}
