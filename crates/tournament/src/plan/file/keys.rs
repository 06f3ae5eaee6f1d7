//! Every key of a tournament's file, and the values that each key allows. To add a key, add a field
//! to the struct of its table. If the allowed values depend on other keys, another module checks
//! them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use rules::{DAY, read_time};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::plan::announcement::{
    LONGEST_AUTHOR, MOST_GAMES, Publish, Scoring, System, Test, name_of, one_line,
};
use errors::excerpt::short;
use players::ProtocolName;
use submission::is_address;

/// The title, the date, the place and the organiser may each have at most this many characters.
const LONGEST_TITLE: usize = 100;

/// The greatest number of arguments of a program; every operating system allows this many.
const MOST_ARGUMENTS: usize = 100;
const LONGEST_ARGUMENT: usize = 4096;

const DAY_MS: u64 = DAY.as_millis() as u64;

/// A bank of time may be longer than a day, since it is divided by the square of the number of
/// participants. There may be a thousand participants.
const LARGEST_BANK_MS: u64 = DAY_MS * 1_000_000;

/// TOML has no greater numbers.
const GREATEST: u64 = i64::MAX as u64;

/// The greatest number of cycles, challengers, rounds and extra matches in a file; the schedule has
/// stricter bounds.
const MANY: u64 = 1_000_000;

type Games = Whole<2, MOST_GAMES>;
type Count = Whole<1, MANY>;

/// Parameters of the game by their names.
pub(super) type Values = BTreeMap<String, Value>;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub(super) struct TournamentKeys {
    /// The title.
    #[serde(deserialize_with = "title")]
    pub(super) title: String,
    /// The date of play.
    #[serde(default, deserialize_with = "date")]
    pub(super) date: Option<String>,
    /// Where it is played.
    #[serde(default, deserialize_with = "line")]
    pub(super) place: Option<String>,
    /// The organiser.
    #[serde(default, deserialize_with = "line")]
    pub(super) organiser: Option<String>,
    /// The game's name.
    pub(super) game: String,
    /// Games of a match.
    pub(super) games: Option<Games>,
    /// The longest time that the tournament may take.
    pub(super) within: Option<Time<LARGEST_BANK_MS>>,
    /// What brings points.
    pub(super) points: Option<Scoring>,
    /// Determines the boards, the random draws and the engines' random choices.
    #[serde(default = "whole::<1, 0, GREATEST>")]
    pub(super) seed: Whole<0, GREATEST>,
    /// The number of random half-moves that open each pair.
    pub(super) opening: Option<Whole<0, 1000>>,
    /// A file of openings, one for each pair in turn.
    pub(super) openings: Option<String>,
    /// The level at which programs are confined.
    #[serde(default = "whole::<1, 0, 3>")]
    pub(super) level: Whole<0, 3>,
    /// Memory for a program.
    pub(super) memory_mib: Option<Whole<1, { 1 << 20 }>>,
    /// Further folders that programs may read.
    #[serde(default)]
    pub(super) data: Lines,
    /// Whether all programs must compile before the first game is played.
    #[serde(default)]
    pub(super) strict: bool,
    /// The languages in which programs are accepted.
    pub(super) languages: Option<Vec<String>>,
    /// The options with which sources are compiled.
    #[serde(default)]
    pub(super) compiler_options: Lines,
    /// The values that the file sets for the game's parameters.
    #[serde(default)]
    pub(super) parameters: Values,
    /// Who meets whom.
    pub(super) format: Option<FormatKeys>,
    /// The stages, instead of one format.
    pub(super) stage: Option<Vec<StageKeys>>,
    /// The clocks.
    #[serde(default)]
    pub(super) time: TimeKeys,
    /// What the results contain of the programs.
    #[serde(default)]
    pub(super) publish: Publish,
    /// Who takes part.
    pub(super) player: Vec<PlayerKeys>,
    /// The boards of the pairs of games.
    pub(super) board: Option<Vec<BoardKeys>>,
}

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text in quotes, or a list of them")]
pub(super) enum Lines {
    One(String),
    Several(Vec<String>),
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::Several(Vec::new())
    }
}

impl Lines {
    pub(super) fn all(&self) -> &[String] {
        match self {
            Lines::One(line) => std::slice::from_ref(line),
            Lines::Several(lines) => lines,
        }
    }
}

/// A `[[player]]`. Exactly one of the first three keys is set. It determines which other keys are
/// allowed; `super::players` checks this.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table", default)]
pub(super) struct PlayerKeys {
    /// One of our engines.
    pub(super) engine: Option<Whole<0, MANY>>,
    /// The path of a program.
    pub(super) program: Option<String>,
    /// The path of a folder with programs.
    pub(super) folder: Option<String>,
    /// The protocol that a program uses.
    pub(super) protocol: Option<ProtocolName>,
    /// The parameters that a program with GTP has by itself.
    pub(super) knows: Option<Values>,
    /// Whether a program with GTP names columns without the letter i.
    pub(super) skips_i: Option<bool>,
    /// Its own clock, or number of positions.
    pub(super) time: Option<TimeKeys>,
    /// Memory for this program.
    pub(super) memory_mib: Option<Whole<1, { 1 << 20 }>>,
    /// The level at which this program is confined.
    pub(super) level: Option<Whole<0, 3>>,
    /// Further folders that this program may read.
    pub(super) data: Option<Lines>,
    /// The arguments on the program's command line.
    #[serde(deserialize_with = "arguments")]
    pub(super) arguments: Option<Vec<String>>,
    /// The player's name in tables.
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    /// Who made it.
    #[serde(deserialize_with = "author")]
    pub(super) author: Option<String>,
}

/// A `[[board]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct BoardKeys {
    /// Values that differ from the tournament's parameters.
    #[serde(default)]
    pub(super) parameters: Values,
    /// The moves that are made before the players' own moves.
    #[serde(default)]
    pub(super) opening: Vec<String>,
}

/// `[time]`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub(super) struct TimeKeys {
    /// The time for each move.
    #[serde(rename = "move")]
    pub(super) each_move: Option<Time<DAY_MS>>,
    /// The time of each player for all moves of a game.
    pub(super) game: Option<Time<DAY_MS>>,
    /// The time that each move adds to `game`.
    pub(super) increment: Option<Time<DAY_MS>>,
    /// The way in which `total` is shared out.
    pub(super) bank: Option<Bank>,
    /// The time that a bank shares out.
    pub(super) total: Option<Time<LARGEST_BANK_MS>>,
    /// The number of positions that an engine searches for a move.
    pub(super) nodes: Option<Whole<1, 1_000_000_000_000>>,
}

/// The ways to divide a bank of time among the games.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Bank {
    InverseSquare,
}

/// A `[[stage]]`, whose other keys are those of `[format]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageKeys {
    /// How many participants enter a stage after the first.
    pub(super) advance: Option<Count>,
    pub(super) format: FormatKeys,
}

/// The keys of `[format]`, for each `kind`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormatKeys {
    RoundRobin(RoundRobin),
    Groups(Groups),
    Gauntlet(Gauntlet),
    Swiss(Swiss),
    Knockout(Knockout),
    Sprt(Sprt),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundRobin {
    /// The number of times that every two participants meet.
    #[serde(default = "whole::<1, 1, MANY>")]
    cycles: Count,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Groups {
    /// The number of groups.
    groups: Count,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gauntlet {
    /// The number of challengers.
    #[serde(default = "whole::<1, 1, MANY>")]
    challengers: Count,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Swiss {
    /// The number of rounds.
    rounds: Count,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Knockout {
    /// Whether the losers of the semi-finals play a match for third place.
    #[serde(default)]
    third_place: bool,
    /// The greatest number of extra matches after a tied match.
    #[serde(default = "whole::<4, 0, MANY>")]
    extras: Whole<0, MANY>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Sprt {
    /// The lead in Elo points that the hypothesis H0 assumes.
    elo0: f64,
    /// The lead in Elo points that the hypothesis H1 assumes.
    elo1: f64,
    /// The probability of wrongly accepting H1.
    #[serde(default = "usual_error")]
    alpha: f64,
    /// The probability of wrongly accepting H0.
    #[serde(default = "usual_error")]
    beta: f64,
    /// The number of games after which the test is given up.
    #[serde(default = "whole::<20_000, 2, MOST_GAMES>")]
    pub(super) most_games: Games,
}

fn usual_error() -> f64 {
    0.05
}

impl From<FormatKeys> for System {
    fn from(keys: FormatKeys) -> System {
        match keys {
            FormatKeys::RoundRobin(keys) => System::RoundRobin { cycles: keys.cycles.size() },
            FormatKeys::Groups(keys) => System::Groups { groups: keys.groups.size() },
            FormatKeys::Gauntlet(keys) => System::Gauntlet { challengers: keys.challengers.size() },
            FormatKeys::Swiss(keys) => System::Swiss { rounds: keys.rounds.size() },
            FormatKeys::Knockout(Knockout { third_place, extras }) => {
                System::Knockout { third_place, extras: extras.size() }
            }
            FormatKeys::Sprt(Sprt { elo0, elo1, alpha, beta, .. }) => {
                System::Sprt(Test { elo0, elo1, alpha, beta })
            }
        }
    }
}

/// Whether a key belongs above all tables. Writing such a key below a table is the commonest
/// mistake in TOML.
pub(super) fn is_at_top(key: &str) -> bool {
    let alone = serde::de::value::MapDeserializer::<_, serde::de::value::Error>::new(
        std::iter::once((key, 0)),
    );
    TournamentKeys::deserialize(alone)
        .is_err_and(|error| !error.to_string().starts_with("unknown field"))
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy)]
pub(super) struct Whole<const LEAST: u64, const MOST: u64>(pub(super) u64);

/// The default of a key.
fn whole<const VALUE: u64, const LEAST: u64, const MOST: u64>() -> Whole<LEAST, MOST> {
    Whole(VALUE)
}

impl<const LEAST: u64, const MOST: u64> Whole<LEAST, MOST> {
    pub(super) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_u64(Whole(0))
    }
}

impl<const LEAST: u64, const MOST: u64> Visitor<'_> for Whole<LEAST, MOST> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {LEAST} to {MOST}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self, E> {
        match u64::try_from(number) {
            Ok(whole) if (LEAST..=MOST).contains(&whole) => Ok(Whole(whole)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// A time with its unit, of at least a millisecond and at most `MOST_MS`.
#[derive(Clone, Copy)]
pub(super) struct Time<const MOST_MS: u64>(pub(super) Duration);

impl<'de, const MOST_MS: u64> Deserialize<'de> for Time<MOST_MS> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Time(Duration::ZERO))
    }
}

impl<const MOST_MS: u64> Visitor<'_> for Time<MOST_MS> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time in quotes with its unit, such as \"500ms\", \"0.5s\" or \"1m\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        let range = Duration::from_millis(1)..=Duration::from_millis(MOST_MS);
        read_time(text, range)
            .map(Time)
            .map_err(|why| E::custom(format!("\"{}\": {why}", short(text))))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self, E> {
        Err(E::custom(format!(
            "a time has a unit, and quotes: write \"{number}ms\" or \"{number}s\""
        )))
    }
}

/// A parameter's value.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a text in quotes")]
pub(super) enum Value {
    Number(u64),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// A date, in TOML's form or in words.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a date, such as 2026-11-23, or a text in quotes")]
enum Date {
    Day(toml::value::Datetime),
    Text(String),
}

fn date<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = match Date::deserialize(from)? {
        Date::Day(day) => day.to_string(),
        Date::Text(text) => text,
    };
    stands(&text, |text| one_line(text, LONGEST_TITLE)).map(Some)
}

fn line<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked(from, |text| without_address(text).and_then(|text| one_line(text, LONGEST_TITLE)))
        .map(Some)
}

fn title<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(from, |text| one_line(text, LONGEST_TITLE))
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked(from, |text| without_address(text).and_then(name_of)).map(Some)
}

fn author<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    checked(from, |text| without_address(text).and_then(|text| one_line(text, LONGEST_AUTHOR)))
        .map(Some)
}

fn without_address(text: &str) -> Result<&str, String> {
    if is_address(text) { Err("it is an e-mail address".to_string()) } else { Ok(text) }
}

/// Reads a text and checks it.
fn checked<'de, D: Deserializer<'de>>(
    from: D,
    check: impl FnOnce(&str) -> Result<String, String>,
) -> Result<String, D::Error> {
    stands(&String::deserialize(from)?, check)
}

fn stands<E: Error>(
    text: &str,
    check: impl FnOnce(&str) -> Result<String, String>,
) -> Result<String, E> {
    check(text).map_err(|why| E::custom(format!("\"{}\" cannot stand here: {why}", short(text))))
}

fn arguments<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    let arguments = Vec::<String>::deserialize(from)?;
    let is_bad = |text: &String| text.len() > LONGEST_ARGUMENT || text.contains('\0');
    if arguments.len() > MOST_ARGUMENTS || arguments.iter().any(is_bad) {
        let expected = format!(
            "expected at most {MOST_ARGUMENTS} texts, each of at most {LONGEST_ARGUMENT} bytes and \
            without a zero byte"
        );
        return Err(D::Error::custom(expected));
    }
    Ok(Some(arguments))
}
