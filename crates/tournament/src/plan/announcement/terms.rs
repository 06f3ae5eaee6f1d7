//! Settings in an announcement: format, scoring, boards, and the test of a duel.

use crate::plan::refused;
use std::collections::BTreeMap;

use rules::Language;
use serde::{Deserialize, Serialize};

use errors::Error;
use pairing::{Format, Points};
use stats::Sprt;

/// Who meets whom, and when the tournament is over.
///
/// This type has the variants of [`Format`], and also contains the test that ends a duel.
/// [`Format`] belongs to a crate without statistics, and its JSON form is part of `results.json`.
/// The JSON form of this type is part of stored announcements, whose checksum identifies a
/// tournament. So neither type can replace the other. [`System::format`] converts this type to
/// [`Format`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum System {
    /// [`Format::RoundRobin`].
    RoundRobin {
        /// How often every participant meets every other.
        cycles: usize,
    },
    /// [`Format::Groups`].
    Groups {
        /// The number of groups.
        groups: usize,
    },
    /// [`Format::Gauntlet`].
    Gauntlet {
        /// The number of challengers, who are the first participants in the list.
        challengers: usize,
    },
    /// [`Format::Swiss`].
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// [`Format::Knockout`].
    Knockout {
        /// Whether the losers of the semi-finals meet.
        third_place: bool,
        /// The greatest number of extra matches after a tied match.
        extras: usize,
    },
    /// A [`Format::Duel`] that lasts until a sequential test decides it.
    Sprt(Test),
}

impl System {
    /// The format that the schedule uses for this system.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            System::RoundRobin { cycles } => Format::RoundRobin { cycles },
            System::Groups { groups } => Format::Groups { groups },
            System::Gauntlet { challengers } => Format::Gauntlet { challengers },
            System::Swiss { rounds } => Format::Swiss { rounds },
            System::Knockout { third_place, extras } => Format::Knockout { third_place, extras },
            System::Sprt(_) => Format::Duel,
        }
    }

    /// The greatest number of matches for this number of participants.
    pub(crate) fn most_matches(self, participants: usize) -> u64 {
        let everybody = participants * participants.saturating_sub(1) / 2;
        let matches = match self {
            System::RoundRobin { cycles } => everybody.saturating_mul(cycles),
            System::Groups { groups } => {
                // The largest group has as many members as any.
                let members = participants.div_ceil(groups.max(1));
                groups.saturating_mul(members * members.saturating_sub(1) / 2)
            }
            System::Gauntlet { challengers } => {
                challengers.saturating_mul(participants.saturating_sub(challengers))
            }
            System::Swiss { rounds } => (participants / 2).saturating_mul(rounds),
            System::Knockout { extras, .. } => {
                participants.saturating_mul(extras.saturating_add(1))
            }
            System::Sprt(_) => 1,
        };
        matches as u64
    }
}

/// A stage after the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Following {
    /// How many participants enter it: the first of the stage before.
    pub advance: usize,
    /// Who meets whom.
    pub system: System,
}

/// Whether points are counted by matches or by games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// [`Points::ByMatch`]: 3 points for the greater sum of margins in a match, or 1 to each
    /// participant if the sums are equal.
    Match,
    /// [`Points::ByGame`]: 1 point for a won game, and half a point for a draw.
    Game,
}

impl Scoring {
    /// The kind of points that the schedule uses for this scoring, in matches of `games` games.
    #[must_use]
    pub fn points(self, games: u64) -> Points {
        match self {
            Scoring::Match => Points::ByMatch,
            Scoring::Game => Points::ByGame { games: u32::try_from(games).unwrap_or(u32::MAX) },
        }
    }
}

/// The boards of a match; each pair of games has one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Boards {
    /// Boards that are drawn from the match's seed and the pair's number.
    Drawn {
        /// The number of random half-moves that open each pair.
        opening: usize,
    },
    /// The boards of this list, in turn. The list is never empty.
    Given(Vec<GivenBoard>),
}

impl Boards {
    /// The board from the given list for the pair with this number. The board is the same in every
    /// match. `None` if boards are drawn at random.
    #[must_use]
    pub fn given(&self, pair: u64) -> Option<&GivenBoard> {
        match self {
            Boards::Drawn { .. } => None,
            Boards::Given(boards) => {
                boards.get(usize::try_from(pair % (boards.len() as u64).max(1)).ok()?)
            }
        }
    }
}

/// A board from a given list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenBoard {
    /// The values of all the game's parameters, including the values that were drawn at random.
    pub parameters: BTreeMap<String, String>,
    /// The legal moves that are made before the players' own moves.
    pub opening: Vec<String>,
}

/// The sequential test that decides a duel: see [`Sprt::new`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The difference in Elo points under the hypothesis H0.
    pub elo0: f64,
    /// The difference in Elo points under the hypothesis H1.
    pub elo1: f64,
    /// The probability of wrongly accepting H1.
    pub alpha: f64,
    /// The probability of wrongly accepting H0.
    pub beta: f64,
}

impl Test {
    /// The test itself.
    ///
    /// # Errors
    /// Fails if a test with these settings is impossible. The error says why.
    pub fn sprt(self) -> Result<Sprt, Error> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta).map_err(refused::stats)
    }
}

/// What the results contain of the programs. What is left out lies in a folder beside the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Publish {
    /// Whether the results contain the programs' files.
    pub sources: bool,
    /// Whether the records contain what programs wrote to standard error, and compilers' messages.
    pub stderr: bool,
    /// The language of the pages.
    #[serde(with = "language_code", skip_serializing_if = "is_english")]
    pub language: Language,
    /// Whether the games are analysed at the end. This may change at any time, so it is not
    /// announced.
    #[serde(skip_serializing)]
    pub analyse: bool,
}

impl Publish {
    /// Whether all that is announced is as the default says.
    #[must_use]
    pub fn is_default(&self) -> bool {
        Publish { analyse: false, ..*self } == Publish::default()
    }
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_english(language: &Language) -> bool {
    *language == Language::English
}

/// A language as its code, such as `pl`.
mod language_code {
    use rules::Language;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(super) fn serialize<S: Serializer>(
        language: &Language,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(language.code())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Language, D::Error> {
        let code = String::deserialize(from)?;
        Language::with_code(&code).ok_or_else(|| {
            let known = Language::ALL.map(|language| format!("{:?}", language.code()));
            D::Error::custom(format!("language {code:?}: expected one of {}", known.join(", ")))
        })
    }
}
