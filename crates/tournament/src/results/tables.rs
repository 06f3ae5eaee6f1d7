//! Everything that is derived from a tournament's facts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rules::{Catalogue, Language};
use serde::{Deserialize, Serialize, Serializer};

use super::conclusions::{Conclusion, conclusions};
use super::duels::{Duel, duels};
use super::facts::{Facts, LostGame, MatchFacts, Participant, Setting, plain};
use super::game_list::GameList;
use super::matches::{Bye, Match, Meeting, bracket, byes};
use super::number::Ordinal;
use super::places::Places;
use super::ranking::{Line, standings};
use super::ratings::{self, RatingTable};
use crate::plan::{Departure, Test};
use errors::Error;
use pairing::{Format, Next, Points};
use stats::Ratings;

/// The version of the form of `results.json`.
pub const FORMAT: u32 = 2;

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
    /// The tournament's format; in a tournament with stages, the format of the last that has begun.
    pub schedule: Format,
    /// The stages that have begun, if there are several, each as a tournament of its own.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "stage_tables")]
    pub stages: Vec<Tables>,
    /// The formats of all stages, if there are several, and how many enter each after the first.
    #[serde(skip)]
    pub plan: Vec<(Format, Option<usize>)>,
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
    /// The conclusions.
    pub conclusions: Vec<Conclusion>,
    /// The participants, by number.
    pub participants: Vec<Participant>,
    /// The other settings.
    pub settings: Vec<Setting>,
    /// The standings.
    pub standings: Vec<Line>,
    /// Who has left, by number.
    pub left: Vec<Leaver>,
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
    /// The language of the pages.
    #[serde(skip)]
    pub language: Language,
    /// The texts of the game's messages.
    #[serde(skip)]
    pub words: Catalogue,
    /// The match to which each game belongs, for pages.
    #[serde(skip)]
    pub places: Places,
    /// The results of all games, for pages.
    #[serde(skip)]
    pub games: GameList,
}

/// A participant who has left the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leaver {
    /// The participant's number, from 1.
    pub participant: Ordinal,
    /// The participant's name.
    pub name: String,
    /// Whether the participant was disqualified; otherwise it withdrew.
    pub is_disqualified: bool,
    /// The reason; empty if none was given.
    pub reason: String,
    /// Whether the participant's games count for its opponents.
    pub counts: bool,
    /// Whether the participant has a place in the standings.
    pub has_place: bool,
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
    /// Games played, including those that do not count since a participant left.
    pub games: u64,
    /// Games that were lost by a foul and count.
    pub fouls: u64,
    /// The number of games that a player lost on time while the machine was busy.
    pub doubtful: u64,
    /// Games of pairs that copy an earlier pair of the same two participants, move by move.
    pub repeated: u64,
}

/// A folder shows at most this many games on boards: its first games. Tournaments with more games
/// mostly have games of about 0.1 ms, and to prepare such a game for a board takes longer than to
/// play it.
pub(crate) const MOST_BOARDS: u64 = 10_000;

/// The name of the file with all tables, for programs.
pub(crate) const TABLES: &str = "results.json";

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

impl Tables {
    /// Derives everything.
    ///
    /// # Errors
    /// Fails if the matches do not belong to this tournament.
    pub fn of(facts: &Facts) -> Result<Tables, Error> {
        let stages = match facts.schedule.has_stages() {
            true => facts.stages()?,
            false => Vec::new(),
        };
        let of_stage = |stage| {
            let facts = facts.of_stage(stage);
            // If there are no ratings, all other tables are still shown.
            Tables::derive(&facts, Vec::new(), None)
        };
        let stages = stages.iter().map(of_stage).collect::<Result<Vec<_>, _>>()?;
        Tables::derive(facts, stages, ratings::fit(facts).ok().as_ref())
    }

    fn derive(facts: &Facts, stages: Vec<Tables>, fit: Option<&Ratings>) -> Result<Tables, Error> {
        let (known, next) = facts.known()?;
        let standings = standings(facts)?;
        let duels = duels(facts);
        let (schedule, bracket) = match stages.last() {
            Some(stage) => (stage.schedule, stage.bracket.clone()),
            None => (facts.schedule.format(), bracket(facts)?),
        };
        // Games of another match may lie between the games of a match. Only the line of a match's
        // first game is kept.
        let mut lines = BTreeMap::new();
        facts
            .places
            .first_lines()
            .for_each(|(pairing, line)| _ = lines.entry(pairing).or_insert(line));
        Ok(Tables {
            format: FORMAT,
            title: plain(&facts.title),
            game: plain(&facts.game),
            schedule,
            plan: plan(facts),
            test: facts.test,
            points: facts.schedule.points(),
            has_margins: facts.has_margins,
            stage: match next {
                Next::Play(_) => Stage::Running,
                Next::Over => Stage::Over,
                Next::OverEarly { .. } => Stage::OverEarly,
            },
            progress: progress(&known, facts),
            conclusions: conclusions(facts, (schedule, &next), &standings, &duels, &bracket, fit),
            participants: facts.participants.clone(),
            settings: facts.settings.clone(),
            left: leavers(facts, &standings),
            standings,
            duels,
            bracket,
            byes: match stages.last() {
                Some(stage) => stage.byes.clone(),
                None => byes(&known, facts),
            },
            ratings: fit.map(|fit| ratings::table(facts, fit)),
            matches: known
                .iter()
                .map(|totals| Match::of(totals, lines.get(&totals.pairing).copied(), facts))
                .collect(),
            fouls: fouls(facts),
            foul_kinds: foul_kinds(facts),
            words: facts.words,
            language: facts.language,
            places: facts.places.clone(),
            games: facts.games.clone(),
            stages,
        })
    }

    /// A participant's name.
    #[must_use]
    pub fn name(&self, participant: Ordinal) -> &str {
        self.participants.get(participant.0).map_or("", |participant| &participant.name)
    }

    /// Whether games have been analysed.
    #[must_use]
    pub fn is_analysed(&self) -> bool {
        self.standings.iter().any(|line| line.given_away.is_some())
    }

    /// How a participant left; `None` if it takes part.
    #[must_use]
    pub fn leaver(&self, participant: Ordinal) -> Option<&Leaver> {
        self.left.iter().find(|leaver| leaver.participant == participant)
    }

    /// All results of two participants, from the view of the first participant.
    #[must_use]
    pub fn duel(&self, participant: Ordinal, opponent: Ordinal) -> Option<Duel> {
        let key = [participant.min(opponent), participant.max(opponent)];
        let index = self.duels.binary_search_by_key(&key, |duel| duel.participants).ok()?;
        self.duels[index].seen_by(participant).map(|(_, duel)| duel)
    }
}

fn plan(facts: &Facts) -> Vec<(Format, Option<usize>)> {
    let later = facts.schedule.advancing().map(|(format, advance)| (format, Some(advance)));
    let all = std::iter::once((facts.schedule.format(), None)).chain(later);
    if facts.schedule.has_stages() { all.collect() } else { Vec::new() }
}

/// What a stage adds to the tables of the tournament.
#[derive(Serialize)]
struct StageTables<'a> {
    schedule: Format,
    stage: Stage,
    standings: &'a [Line],
    bracket: &'a [Meeting],
    byes: &'a [Bye],
}

fn stage_tables<S: Serializer>(stages: &[Tables], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stages.iter().map(|tables| StageTables {
        schedule: tables.schedule,
        stage: tables.stage,
        standings: &tables.standings,
        bracket: &tables.bracket,
        byes: &tables.byes,
    }))
}

fn leavers(facts: &Facts, standings: &[Line]) -> Vec<Leaver> {
    let leaver = |(participant, departure): (usize, &Departure)| Leaver {
        participant: Ordinal(participant),
        name: facts.name(participant).to_string(),
        is_disqualified: departure.is_disqualified,
        reason: plain(departure.reason.as_deref().unwrap_or_default()),
        counts: !facts.struck.contains(&participant),
        has_place: standings.iter().any(|line| line.participant.0 == participant),
    };
    facts.departures.all().map(leaver).collect()
}

fn progress(known: &[MatchFacts], facts: &Facts) -> Progress {
    Progress {
        matches_over: known.iter().filter(|totals| totals.is_over()).count(),
        matches_known: known.len(),
        games: known.iter().map(MatchFacts::games).sum::<u64>() + facts.struck_games,
        fouls: known.iter().map(lost_by_foul).sum(),
        doubtful: facts.doubtful,
        repeated: known.iter().map(|totals| totals.repeated.games()).sum(),
    }
}

/// How many games ended with a foul. A game that was not played has a foul by each side.
fn lost_by_foul(totals: &MatchFacts) -> u64 {
    (totals.tally.fouls[0] + totals.tally.fouls[1]).min(totals.games())
}

fn foul_kinds(facts: &Facts) -> Vec<FoulKind> {
    let counts = |participant: &usize| !facts.struck.contains(participant);
    let mut kinds = Vec::new();
    for ((participant, kind), against) in &facts.foul_kinds {
        let games = against.iter().filter(|(opponent, _)| counts(opponent)).map(|(_, games)| games);
        let (participant, games) = (*participant, games.sum());
        if games > 0 && counts(&participant) {
            kinds.push(FoulKind { participant: Ordinal(participant), kind, games });
        }
    }
    // Equal numbers stay in the order of participants, since the sort is stable.
    kinds.sort_by_key(|kind| Reverse(kind.games));
    kinds
}

fn fouls(facts: &Facts) -> Vec<LostGame> {
    let counts = |foul: &&LostGame| {
        ![foul.participant, foul.opponent].iter().any(|one| facts.struck.contains(&one.0))
    };
    let mut fouls: Vec<LostGame> = facts.fouls.iter().filter(counts).cloned().collect();
    fouls.sort_by_key(|foul| (foul.round, foul.table, foul.extra, foul.game, foul.participant));
    fouls
}
