//! What else is fixed: boards, the test of a duel, and what is fair.

use crate::plan::refused;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use errors::Error;
use pairing::{Format, Points};
use stats::Sprt;

/// Who meets whom, and when it is over.
///
/// It lists what [`Format`] lists, with the test that ends a duel. That one is arithmetic, which knows no statistics, and stands in
/// `results.json`; this one is how announcements are stored, by whose checksum a tournament is known. Neither can take the place of
/// the other, and [`System::format`] alone knows both.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum System {
    /// [`Format::RoundRobin`].
    RoundRobin {
        /// How often everybody meets everybody.
        cycles: usize,
    },
    /// [`Format::Gauntlet`].
    Gauntlet {
        /// How many challengers there are: those named first.
        challengers: usize,
    },
    /// [`Format::Swiss`].
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
    /// [`Format::Knockout`].
    Knockout {
        /// Whether those who lose in the semi-finals meet.
        third_place: bool,
        /// How many matches are added to a tied one at most.
        extras: usize,
    },
    /// [`Format::Duel`], until a sequential test has seen enough.
    Sprt(Test),
}

impl System {
    /// As the schedule has it.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            System::RoundRobin { cycles } => Format::RoundRobin { cycles },
            System::Gauntlet { challengers } => Format::Gauntlet { challengers },
            System::Swiss { rounds } => Format::Swiss { rounds },
            System::Knockout { third_place, extras } => Format::Knockout { third_place, extras },
            System::Sprt(_) => Format::Duel,
        }
    }

    /// How many matches so many entrants play at most.
    pub(crate) fn most_matches(self, entrants: usize) -> u64 {
        let everybody = entrants * entrants.saturating_sub(1) / 2;
        let matches = match self {
            System::RoundRobin { cycles } => everybody.saturating_mul(cycles),
            System::Gauntlet { challengers } => challengers.saturating_mul(entrants.saturating_sub(challengers)),
            System::Swiss { rounds } => (entrants / 2).saturating_mul(rounds),
            System::Knockout { extras, .. } => entrants.saturating_mul(extras.saturating_add(1)),
            System::Sprt(_) => 1,
        };
        matches as u64
    }
}

/// What brings points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// [`Points::ByMatch`]: 3 for the greater sum of margins, or 1 to each.
    Match,
    /// [`Points::ByGame`]: 1 for a game won, one half for a draw.
    Game,
}

impl Scoring {
    /// As the schedule has it, for matches of so many games.
    #[must_use]
    pub fn points(self, games: u64) -> Points {
        match self {
            Scoring::Match => Points::ByMatch,
            Scoring::Game => Points::ByGame { games: u32::try_from(games).unwrap_or(u32::MAX) },
        }
    }
}

/// What pairs of games are played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Boards {
    /// Made from the match's seed and the pair's number.
    Drawn {
        /// Half-moves at random that open each pair.
        opening: usize,
    },
    /// These, in turn. Never an empty list.
    Given(Vec<GivenBoard>),
}

impl Boards {
    /// The board of a pair of any match, where boards are given.
    #[must_use]
    pub fn given(&self, pair: u64) -> Option<&GivenBoard> {
        match self {
            Boards::Drawn { .. } => None,
            Boards::Given(boards) => boards.get(usize::try_from(pair % (boards.len() as u64).max(1)).ok()?),
        }
    }
}

/// A board that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenBoard {
    /// The values of all the game's parameters; those that were left to chance have been drawn.
    pub parameters: BTreeMap<String, String>,
    /// The moves made before anybody is asked, all of them legal.
    pub opening: Vec<String>,
}

/// The sequential test that decides a duel: see [`Sprt::new`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// What H0 says.
    pub elo0: f64,
    /// What H1 says.
    pub elo1: f64,
    /// How probable it may be that H1 is accepted wrongly.
    pub alpha: f64,
    /// How probable it may be that H0 is accepted wrongly.
    pub beta: f64,
}

impl Test {
    /// The test itself.
    ///
    /// # Errors
    /// When there is no such test, with the reason.
    pub fn sprt(self) -> Result<Sprt, Error> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta).map_err(refused::stats)
    }
}
