//! The checked and completed content of a tournament's file: everything that is fixed before the
//! first game.

mod check;
mod difference;
mod participant;
mod plain;
mod terms;
mod timing;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use rules::{Parameters, TimeControl};
use sandbox::Level;
use search::GameSpec;
use serde::{Deserialize, Serialize};

pub(crate) use check::check;
pub(crate) use participant::{LONGEST_AUTHOR, LONGEST_NAME, one_line, program_path, same_name};
pub use participant::{Participant, ParticipantKind, Program, name_of};
pub use terms::{Boards, Following, GivenBoard, Publish, Scoring, System, Test};
pub(crate) use timing::bank_share;

use crate::plan::refused;
use errors::Error;
use matches::Terms;
use matches::record::checksum;
use pairing::{Pairing, Schedule};
use stats::Sprt;
use submission::{COMPILE_TIME, Compilers};

/// The version of the form in which announcements are stored.
pub const FORM: u32 = 1;

/// The greatest number of games in a match.
pub const MOST_GAMES: u64 = 1_000_000;

/// The greatest number of games in a tournament. A disk can hold the records of this many games,
/// and a processor can sum up the records in seconds.
pub const MOST_GAMES_IN_ALL: u64 = 10_000_000;

/// The participant whose strength a sequential test measures.
pub(crate) const TESTED: usize = 0;

/// A tournament as it is announced.
///
/// A store contains the announcement as JSON, whose form `docs/tournaments.md` describes. The JSON
/// identifies a program by the SHA-256 of its file, and does not contain the file's path.
/// [`Announcement::from_json`] reads and checks this JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// [`FORM`].
    pub form: u32,
    /// The title.
    pub title: String,
    /// The date of play, in the organiser's words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// The place where the tournament is played.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<String>,
    /// The organiser.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub organiser: Option<String>,
    /// The game's name, as on command lines.
    pub game: String,
    /// The values that the tournament's file sets for the game's parameters.
    pub parameters: BTreeMap<String, String>,
    /// The participants, in seeding order.
    pub participants: Vec<Participant>,
    /// Who meets whom; in a tournament with stages, in the first.
    pub system: System,
    /// The stages after the first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub then: Vec<Following>,
    /// The number of games in a match, or the greatest number in a sequential test; it is even,
    /// since each board is played twice.
    pub games: u64,
    /// What brings points.
    pub points: Scoring,
    /// The boards of the pairs of games.
    pub boards: Boards,
    /// The seed that determines the boards, the random draws and the engines' random choices.
    pub seed: u64,
    /// The clocks.
    #[serde(with = "plain::time")]
    pub time: TimeControl,
    /// The bank of time in milliseconds. A player's time for a game, [`TimeControl::game`], is the
    /// bank divided by the square of the number of participants.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bank_ms: Option<u64>,
    /// The number of positions that engines search for a move, whatever the clock says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// The level at which programs are confined.
    #[serde(with = "plain::level")]
    pub level: Level,
    /// The memory limit of a program in bytes, if one is set.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub memory: Option<u64>,
    /// Whether every program must compile before the first game. If this is false, a program that
    /// does not compile loses its games.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub strict: bool,
    /// Further folders that programs may read, on each machine that plays.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub data: Vec<String>,
    /// What the results contain of the programs.
    #[serde(skip_serializing_if = "Publish::is_default", default)]
    pub publish: Publish,
    /// Options of compilers, if they differ from the default options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub compilers: BTreeMap<String, String>,
    /// Remarks about submissions with several programs, about files that were passed over, and
    /// about changed names. The remarks are not stored.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The tournament begins only if it cannot take longer than this. It is about the machine that
    /// plays, so it is not stored.
    #[serde(skip)]
    pub within: Option<Duration>,
}

impl Announcement {
    /// Who meets whom.
    ///
    /// # Errors
    /// Fails if the format is impossible for this number of participants.
    pub fn schedule(&self) -> Result<Schedule, Error> {
        self.stages(self.then.len()).map_err(refused::pairing)
    }

    /// The schedule of the first stage and of this many later ones.
    pub(super) fn stages(&self, later: usize) -> Result<Schedule, pairing::Error> {
        let points = self.points.points(self.games);
        let first = Schedule::new(self.system.format(), points, self.participants.len(), self.seed);
        self.then
            .iter()
            .take(later)
            .fold(first, |schedule, stage| schedule?.then(stage.system.format(), stage.advance))
    }

    /// Who meets whom in each stage, and how many participants it has.
    pub(crate) fn systems(&self) -> impl Iterator<Item = (System, usize)> + '_ {
        let later = self.then.iter().map(|stage| (stage.system, stage.advance));
        std::iter::once((self.system, self.participants.len())).chain(later)
    }

    /// Whether a change says from which round on a participant is absent.
    pub(crate) fn tells_rounds(&self) -> bool {
        !self.then.is_empty() || matches!(self.system, System::Swiss { .. })
    }

    /// The number of pairs of games in a match, or the greatest number in a sequential test.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.games / 2
    }

    /// The sequential test of how much stronger the first participant is than the second; `None` if
    /// no test decides the tournament.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        match self.system {
            System::Sprt(test) => test.sprt().ok(),
            _ => None,
        }
    }

    /// The seed of a match. The records of the match contain this seed.
    #[must_use]
    pub fn match_seed(&self, pairing: &Pairing) -> u64 {
        let Pairing { round, table, extra, first, second } = *pairing;
        let numbers = [round, table, extra, first, second].map(|number| number as u64);
        rules::random::hash_words([self.seed].into_iter().chain(numbers))
    }

    /// The settings of a match. If the tournament's file gives boards, the settings do not contain
    /// them; [`Boards::given`] returns these boards.
    ///
    /// # Errors
    /// Fails if the tournament plays another game.
    pub fn terms_of(&self, pairing: &Pairing, spec: &GameSpec) -> Result<Terms, Error> {
        let opening = match self.boards {
            Boards::Drawn { opening } => opening,
            Boards::Given(_) => 0,
        };
        Ok(Terms {
            parameters: self.parameters(spec)?,
            games: self.games,
            seed: self.match_seed(pairing),
            opening: Some(opening),
            openings: None,
            time: self.time,
            nodes: self.nodes,
            level: self.level,
            compilers: self.compilers(spec)?,
            compile_time: COMPILE_TIME,
            strict: self.strict,
            sprt: None,
            data: self.data.iter().map(PathBuf::from).collect(),
            memory: self.memory,
        })
    }

    /// The highest level at which a participant's program is confined.
    #[must_use]
    pub fn highest_level(&self) -> Level {
        let own = self.participants.iter().filter_map(|participant| participant.own.level());
        own.chain([self.level]).max().unwrap_or(self.level)
    }

    /// The options with which sources are compiled.
    ///
    /// # Errors
    /// Fails if options are set for an unknown compiler.
    pub fn compilers(&self, spec: &GameSpec) -> Result<Compilers, Error> {
        let mut compilers = Compilers::for_play(spec.compiler.name);
        self.compilers
            .iter()
            .try_for_each(|(name, options)| compilers.set(&format!("{name} {options}")))?;
        Ok(compilers)
    }

    /// The game's parameters.
    ///
    /// # Errors
    /// Fails if the tournament plays another game, or with a level that the game's engine lacks.
    pub fn parameters(&self, spec: &GameSpec) -> Result<Parameters, Error> {
        if spec.name != self.game {
            return Err(Error::input(format!(
                "the tournament is of {}, not of {}",
                self.game, spec.name
            )));
        }
        let lacking = self.participants.iter().find_map(|participant| match participant.player {
            ParticipantKind::Engine(level) if spec.level(level.number()).is_none() => Some(level),
            _ => None,
        });
        if let Some(level) = lacking {
            return Err(Error::input(format!("{} has no {level}", spec.title)));
        }
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &self.parameters {
            parameters.set(name, value).map_err(|bad| Error::input(bad.to_string()))?;
        }
        Ok(parameters)
    }

    /// The `notes` and, if there is a bank of time, a sentence about each player's time for a game.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let time = timing::remark(self.bank_ms, self.time, self.participants.len());
        self.notes.iter().cloned().chain(time).collect()
    }

    /// The announcement as it is stored; equal announcements give the same bytes.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("an announcement has only texts and numbers")
    }

    /// Reads what [`Announcement::json`] gave.
    ///
    /// # Errors
    /// Fails if the text is not an announcement, or announces something impossible.
    pub fn from_json(text: &str) -> Result<Announcement, Error> {
        let announcement: Announcement = serde_json::from_str(text).map_err(|error| {
            Error::corrupt(format!("the stored text is no announcement: {error}"))
        })?;
        check(&announcement).map_err(|(_, why)| {
            Error::corrupt(format!("the stored announcement is impossible: {why}"))
        })?;
        Ok(announcement)
    }

    /// The SHA-256 of [`Announcement::json`], in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        checksum(self.json().as_bytes())
    }
}
