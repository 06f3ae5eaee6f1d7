//! Everything that is derived from a tournament's facts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::conclusions::{Conclusion, conclusions};
use super::duels::{Duel, duels};
use super::facts::{Facts, FoulFacts, MatchFacts, plain};
use super::matches::{Bye, Match, Meeting, bracket, byes};
use super::number::Ordinal;
use super::ranking::{Line, standings};
use super::ratings::{self, RatingTable};
use crate::plan::Test;
use crate::store::Tally;
use errors::Error;
use pairing::{Format, Next, Points};

/// The version of the form of `results.json`.
pub const FORMAT: u32 = 1;

/// Everything that is derived from a tournament's facts, as `results.json` contains it. There,
/// participants, rounds and tables are numbered from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tables {
    /// [`FORMAT`].
    pub format: u32,
    /// The tournament's title.
    pub title: String,
    /// The game's name.
    pub game: String,
    /// The tournament's format.
    pub schedule: Format,
    /// The sequential test that ends the match of a duel.
    pub test: Option<Test>,
    /// The points that a match gives.
    pub points: Points,
    /// Whether the game has margins besides win and loss.
    pub has_margins: bool,
    /// Whether the tournament goes on.
    pub stage: Stage,
    /// The progress of the tournament: how much of it has been played.
    pub progress: Progress,
    /// The conclusions, in sentences.
    pub conclusions: Vec<Conclusion>,
    /// The participants, by number.
    pub participants: Vec<Participant>,
    /// The other settings.
    pub settings: Vec<Setting>,
    /// The standings.
    pub standings: Vec<Line>,
    /// The results of every two participants who have met.
    pub duels: Vec<Duel>,
    /// The bracket of a knockout.
    pub bracket: Vec<Meeting>,
    /// The byes of a Swiss tournament.
    pub byes: Vec<Bye>,
    /// The strength of each participant; `None` if it cannot be computed.
    pub ratings: Option<RatingTable>,
    /// Every known match, by round and table.
    pub matches: Vec<Match>,
    /// Games lost by a foul: the first few of each participant and kind.
    pub fouls: Vec<LostGame>,
    /// How many games each participant lost by each kind of foul, beginning with the most frequent.
    pub foul_kinds: Vec<FoulKind>,
    /// The English texts of the game's messages, for pages.
    #[serde(skip)]
    pub words: String,
}

/// Whether the tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Some matches are still to be played.
    Running,
    /// All matches have been played.
    Over,
    /// No further round can be paired.
    OverEarly,
}

/// The numbers of matches and games that have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Matches that are over.
    pub matches_over: usize,
    /// The number of known matches; a Swiss tournament or a knockout that is not over will have
    /// more.
    pub matches_known: usize,
    /// Games played.
    pub games: u64,
    /// Games that were lost by a foul.
    pub fouls: u64,
    /// The number of games that a player lost on time while the machine was busy.
    pub doubtful: u64,
    /// Games of pairs that copy an earlier pair of the same two participants, move by move.
    pub repeated: u64,
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// The number of the participant, from 1.
    pub number: Ordinal,
    /// The name.
    pub name: String,
    /// The author.
    pub author: String,
    /// The engine, or the program's language.
    pub what: String,
    /// The path of the program's file in the folder of results, for pages.
    #[serde(skip)]
    pub file: Option<String>,
}

/// A folder shows at most this many games on boards: its first games. Tournaments with more games
/// mostly have games of about 0.1 ms, and to prepare such a game for a board takes longer than to
/// play it.
pub(super) const MOST_BOARDS: u64 = 10_000;

/// The name of the file with all tables, for programs.
pub(super) const TABLES: &str = "results.json";

/// The label of the date in a tournament's list of settings.
pub const DATE: &str = "Date";
/// The label of the place in a tournament's list of settings.
pub const PLACE: &str = "Place";
/// The label of the organiser in a tournament's list of settings.
pub const ORGANISER: &str = "Organiser";

/// A setting of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The setting's name.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// The number of games that a participant lost by one kind of foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoulKind {
    /// The number of the participant, from 1.
    pub participant: Ordinal,
    /// The kind of foul.
    pub kind: &'static str,
    /// The number of games.
    pub games: u64,
}

/// A game lost by a foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostGame {
    /// The number of the participant who committed the foul, from 1.
    pub participant: Ordinal,
    /// The number of the opponent.
    pub opponent: Ordinal,
    /// The number of the round, from 1.
    pub round: Ordinal,
    /// The number of the table, from 1.
    pub table: Ordinal,
    /// 0 for the match itself, or the number of an extra match. An extra match is played if the
    /// match itself and all earlier extra matches were tied.
    pub extra: usize,
    /// The number of the game in the match, from 1.
    pub game: u64,
    /// The line of the game in `games.jsonl`, from 1: the number that `ludoteka replay` takes.
    pub line: usize,
    /// The kind of foul.
    pub kind: &'static str,
    /// The foul, in words.
    pub what: String,
    /// A shell command that plays the game again, in the sandbox.
    pub reproduce: Option<String>,
    /// A shell command that shows the foul without the sandbox, if there is one.
    pub unconfined: Option<String>,
}

impl Tables {
    /// Derives everything.
    ///
    /// # Errors
    /// Fails if the matches do not belong to this tournament.
    pub fn of(facts: &Facts<'_>) -> Result<Tables, Error> {
        let (known, next) = facts.known()?;
        let standings = standings(facts)?;
        let duels = duels(facts);
        // If there are no ratings, all other tables are still shown.
        let fit = ratings::fit(facts).ok();
        let bracket = bracket(facts)?;
        // Games of another match may lie between the games of a match. Only the line of a match's
        // first game is kept.
        let mut lines = BTreeMap::new();
        facts
            .places
            .first_lines()
            .for_each(|(pairing, line)| _ = lines.entry(pairing).or_insert(line));
        Ok(Tables {
            format: FORMAT,
            title: plain(facts.title),
            game: plain(facts.game),
            schedule: facts.schedule.format(),
            test: facts.announced_test,
            points: facts.schedule.points(),
            has_margins: facts.has_margins,
            stage: match next {
                Next::Play(_) => Stage::Running,
                Next::Over => Stage::Over,
                Next::OverEarly { .. } => Stage::OverEarly,
            },
            progress: Progress { doubtful: facts.doubtful, ..progress(&known) },
            conclusions: conclusions(facts, &next, &standings, &duels, &bracket, fit.as_ref()),
            participants: participants(facts),
            settings: settings(facts),
            standings,
            duels,
            bracket,
            byes: byes(&known, facts),
            ratings: fit.map(|fit| ratings::table(facts, &fit)),
            matches: known
                .iter()
                .map(|met| Match::of(met, lines.get(&met.pairing).copied(), facts))
                .collect(),
            fouls: fouls(facts),
            foul_kinds: foul_kinds(facts),
            words: facts.words.to_string(),
        })
    }

    /// A participant's name.
    #[must_use]
    pub fn name(&self, participant: Ordinal) -> &str {
        self.participants.get(participant.0).map_or("", |participant| &participant.name)
    }

    /// All results of two participants, from the view of the first participant.
    #[must_use]
    pub fn duel(&self, participant: Ordinal, opponent: Ordinal) -> Option<Duel> {
        let key = [participant.min(opponent), participant.max(opponent)];
        let index = self.duels.binary_search_by_key(&key, |duel| duel.participants).ok()?;
        self.duels[index].seen_by(participant).map(|(_, duel)| duel)
    }
}

fn progress(known: &[MatchFacts]) -> Progress {
    Progress {
        matches_over: known.iter().filter(|met| met.is_over()).count(),
        matches_known: known.len(),
        games: known.iter().map(|met| met.tally.games()).sum(),
        fouls: known.iter().map(|met| lost_by_foul(&met.tally)).sum(),
        doubtful: 0,
        repeated: known.iter().map(|met| met.repeated.games()).sum(),
    }
}

/// How many games ended with a foul. A game that was not played has a foul by each side.
fn lost_by_foul(tally: &Tally) -> u64 {
    (tally.fouls[0] + tally.fouls[1]).min(tally.games())
}

fn participants(facts: &Facts<'_>) -> Vec<Participant> {
    let participant = |(number, named): (usize, &super::Named)| Participant {
        number: Ordinal(number),
        name: plain(&named.name),
        author: plain(&named.author),
        what: plain(&named.what),
        file: named.file.clone(),
    };
    facts.participants.iter().enumerate().map(participant).collect()
}

fn settings(facts: &Facts<'_>) -> Vec<Setting> {
    facts
        .settings
        .iter()
        .map(|(label, value)| Setting { label: plain(label), value: plain(value) })
        .collect()
}

fn foul_kinds(facts: &Facts<'_>) -> Vec<FoulKind> {
    let kind = |(&(participant, kind), &games): (&(usize, &'static str), &u64)| FoulKind {
        participant: Ordinal(participant),
        kind,
        games,
    };
    let mut kinds: Vec<FoulKind> = facts.foul_kinds.iter().map(kind).collect();
    // Equal numbers stay in the order of participants, since the sort is stable.
    kinds.sort_by_key(|kind| Reverse(kind.games));
    kinds
}

fn fouls(facts: &Facts<'_>) -> Vec<LostGame> {
    let mut fouls: Vec<&FoulFacts> = facts.fouls.iter().collect();
    fouls.sort_by_key(|foul| (foul.pairing, foul.game, foul.participant));
    let lost = |foul: &FoulFacts| LostGame {
        participant: Ordinal(foul.participant),
        opponent: Ordinal(
            foul.pairing
                .players()
                .into_iter()
                .find(|&player| player != foul.participant)
                .unwrap_or_default(),
        ),
        round: Ordinal(foul.pairing.round),
        table: Ordinal(foul.pairing.table),
        extra: foul.pairing.extra,
        game: foul.game,
        line: foul.line,
        kind: foul.kind,
        what: plain(&foul.what),
        reproduce: foul.reproduce.as_deref().map(plain),
        unconfined: foul.unconfined.as_deref().map(plain),
    };
    fouls.into_iter().map(lost).collect()
}
