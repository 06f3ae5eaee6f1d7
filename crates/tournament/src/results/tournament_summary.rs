//! Collects a tournament's announcement and games for the results.

use std::collections::{BTreeMap, HashMap};

use rules::{Language, TimeControl};

use super::board_variety::BoardVariety;
use super::machines::Machines;
use super::{
    About, Conclusion, DATE, Facts, FoulFacts, MatchFacts, Named, ORGANISER, PLACE, Places, Tables,
};
use crate::plan::announcement::{
    Announcement, Participant, ParticipantKind, System, Test, program_path,
};
use crate::plan::specs::{GameSpecs, spec_of};
use crate::store::MatchTally;
use crate::store::tally::Tally;
use errors::Error;
use matches::record::{Comparison, Copies, Duplicates, Ending, GameDigest, Record};
use pairing::{Pairing, Schedule};
use players::Foul;
use players::ProtocolName;
use stats::Sprt;

/// The greatest number of fouls that are listed for each participant and kind. All are counted.
const SHOWN_FOULS: u64 = 20;

/// All facts from which the results of a tournament are made.
#[derive(Clone)]
pub struct Summary {
    title: String,
    game: String,
    pairs: u64,
    schedule: Schedule,
    test: Option<Sprt>,
    announced_test: Option<Test>,
    words: &'static str,
    places: Places,
    participants: Vec<Named>,
    settings: Vec<(String, String)>,
    matches: Vec<MatchFacts>,
    fouls: Vec<FoulFacts>,
    /// For each participant and kind of foul, the number of games that were lost by it.
    foul_kinds: BTreeMap<(usize, &'static str), u64>,
    /// Each participant who could not play some games, the number of these games, and the reason
    /// for the first of them.
    unfit: Vec<(usize, u64, String)>,
    void: Vec<String>,
    doubtful: u64,
    advice: &'static str,
    duplicates: Duplicates<Pairing>,
    repeated: HashMap<Pairing, Tally>,
    machines: Option<Machines>,
}

impl Summary {
    /// The summary of a tournament without games.
    ///
    /// # Errors
    /// Fails if the announcement is invalid, or its game is unknown.
    pub fn new(announcement: &Announcement, specs: GameSpecs) -> Result<Summary, Error> {
        let spec = spec_of(specs, announcement)?;
        let variety = BoardVariety::of(announcement, spec)?;
        let instance = (spec.open)(&announcement.parameters(spec)?, None);
        Ok(Summary {
            title: announcement.title.clone(),
            game: spec.title.to_string(),
            pairs: announcement.pairs(),
            schedule: announcement.schedule()?,
            test: announcement.sprt(),
            announced_test: match announcement.system {
                System::Sprt(test) => Some(test),
                _ => None,
            },
            words: instance.map_or("", |instance| instance.table.words().of(Language::English)),
            places: Places::default(),
            participants: named(announcement),
            settings: settings(announcement, variety.setting()),
            matches: Vec::new(),
            fouls: Vec::new(),
            foul_kinds: BTreeMap::new(),
            unfit: Vec::new(),
            void: Vec::new(),
            doubtful: 0,
            advice: variety.advice(),
            duplicates: Duplicates::default(),
            repeated: HashMap::new(),
            machines: None,
        })
    }

    /// Sets the totals of the matches, after all games have been seen. `is_decided` means that a
    /// sequential test has decided the only match, so that no more games follow.
    pub fn set_matches(&mut self, matches: &[MatchTally], is_decided: bool) {
        let facts = |one: &MatchTally| MatchFacts {
            pairing: one.pairing,
            pairs: if is_decided { one.done } else { self.pairs },
            tally: one.tally,
            repeated: self.repeated.get(&one.pairing).copied().unwrap_or_default(),
        };
        self.matches = matches.iter().filter(|one| one.done > 0).map(facts).collect();
    }

    /// Records the next game of a match: the number of its line in the file of games, and whether
    /// it is a copy of an earlier game. The games of a match have to be given in their order.
    pub fn see(&mut self, pairing: Pairing, line: usize, game: GameDigest) {
        self.places.see(line, pairing);
        let tally =
            |copies: &Copies<Pairing>| Tally::of_margins(copies.margins).times(copies.pairs);
        match self.duplicates.see(pairing, pairing.players(), game) {
            Comparison::Nothing => {}
            Comparison::Copy(copy) => self.repeated.entry(pairing).or_default().add(&tally(&copy)),
            Comparison::Chance(none) => {
                for copies in none {
                    let repeated = self.repeated.entry(copies.of).or_default();
                    *repeated = repeated.without(&tally(&copies));
                }
            }
        }
    }

    /// Records the foul that ended a game, if there was one.
    pub fn see_foul(&mut self, pairing: Pairing, line: usize, record: &Record) {
        let (side, foul, report) = match &record.end {
            Ending::Foul { side, foul, report } => (side, foul, report),
            Ending::Absence { why } => {
                let all = pairing.players().into_iter().zip(why);
                return all.for_each(|(participant, why)| self.see_unfit(participant, why));
            }
            Ending::Rules | Ending::Resignation { .. } => return,
        };
        self.doubtful += u64::from(record.is_doubtful());
        let participant = pairing.players()[record.contestant_at(*side)];
        if let Foul::Unfit { why } = foul {
            self.see_unfit(participant, why);
        }
        let kind = foul.kind();
        let games = self.foul_kinds.entry((participant, kind)).or_default();
        *games += 1;
        if *games > SHOWN_FOULS {
            return;
        }
        let (game, what) = (record.number, record.foul().unwrap_or_default());
        let reproduce = report.as_ref().map(|report| report.reproduce.clone());
        let unconfined = report.as_ref().and_then(|report| report.unconfined.clone());
        self.fouls.push(FoulFacts {
            participant,
            pairing,
            game,
            line,
            kind,
            what,
            reproduce,
            unconfined,
        });
    }

    /// Counts a game that a participant lost because it could not take part.
    fn see_unfit(&mut self, participant: usize, why: &str) {
        match self.unfit.iter_mut().find(|(unfit, ..)| *unfit == participant) {
            Some((_, games, _)) => *games += 1,
            None => self.unfit.push((participant, 1, why.to_string())),
        }
    }

    /// The match to which each game seen so far belongs.
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    /// Records the reason why a game does not count.
    pub fn add_void(&mut self, why: &str) {
        self.void.push(why.to_string());
    }

    /// Whether there are games that do not count.
    pub(crate) fn has_void(&self) -> bool {
        !self.void.is_empty()
    }

    /// Sets the kinds of machines that played, if these differ.
    pub(crate) fn set_machines(&mut self, machines: Machines) {
        self.machines = Some(machines);
    }

    /// Whether machines of different kinds have played.
    pub(crate) fn has_machines(&self) -> bool {
        self.machines.is_some()
    }

    /// The planned number of pairs of games, including the pairs of later rounds. Extra matches are
    /// included only if they exist already.
    #[must_use]
    pub fn planned_pairs(&self, matches: &[MatchTally]) -> u64 {
        let added = matches.iter().filter(|its| its.pairing.extra > 0).count();
        self.pairs * (self.schedule.planned() + added) as u64
    }

    /// The facts so far. In a running tournament no games are seen, so no pair counts as a copy.
    #[must_use]
    pub fn facts(&self) -> Facts<'_> {
        Facts {
            title: &self.title,
            game: &self.game,
            words: self.words,
            places: &self.places,
            participants: &self.participants,
            schedule: &self.schedule,
            pairs: self.pairs,
            matches: &self.matches,
            settings: &self.settings,
            has_margins: self.has_margins(),
            fouls: &self.fouls,
            foul_kinds: &self.foul_kinds,
            unfit: &self.unfit,
            void: &self.void,
            doubtful: self.doubtful,
            advice: self.advice,
            test: self.test.as_ref(),
            announced_test: self.announced_test,
        }
    }

    /// Everything derived from the summary and from the comparison of the games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this tournament.
    pub fn tables(&self) -> Result<Tables, Error> {
        let mut tables = Tables::of(&self.facts())?;
        let machines =
            self.machines.as_ref().map(|names| Conclusion::new(About::Event, names.to_string()));
        tables.conclusions.extend(machines);
        Ok(tables)
    }

    /// Whether the game has margins other than win and loss. If the game has no other margins, the
    /// margin of a pair is at most 2.
    fn has_margins(&self) -> bool {
        self.matches
            .iter()
            .any(|met| met.tally.margin_squares > 4 * met.tally.pairs.iter().sum::<u64>())
    }
}

/// The participants as the results show them.
fn named(announcement: &Announcement) -> Vec<Named> {
    let all = announcement.participants.iter().enumerate();
    all.map(|(number, participant)| {
        let is_published = announcement.publish.sources && participant.program().is_some();
        let file = is_published.then(|| program_path(number, participant));
        Named { file, ..named_one(participant) }
    })
    .collect()
}

fn named_one(participant: &Participant) -> Named {
    let what = match &participant.player {
        ParticipantKind::Engine(level) => format!("engine:{}", level.number()),
        ParticipantKind::Program(program) => {
            let by = match program.protocol {
                ProtocolName::Own => "",
                ProtocolName::Lines => ", by lines",
                ProtocolName::Gtp => ", by GTP",
            };
            format!("{}{by}", program.language.title())
        }
    };
    Named {
        name: participant.name.clone(),
        author: participant.author.clone().unwrap_or_default(),
        what,
        file: None,
    }
}

/// The tournament's settings, with their labels.
fn settings(announcement: &Announcement, boards: String) -> Vec<(String, String)> {
    let parameters =
        announcement.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    let memory = announcement.memory.map(|bytes| format!("{} MiB", bytes >> 20));
    let nodes = announcement.nodes.map(|nodes| format!("{nodes} positions a move"));
    let tied = match announcement.system {
        System::Knockout { extras: 0, .. } => Some("the better seed goes on".to_string()),
        System::Knockout { extras, .. } => {
            let more = if extras == 1 { "1 match is" } else { &format!("{extras} matches are") };
            Some(format!("at most {more} added; then the better seed goes on"))
        }
        _ => None,
    };
    let test = match announcement.system {
        System::Sprt(test) => Some(sequential(&test, announcement.games)),
        _ => None,
    };
    let Announcement { date, place, organiser, .. } = announcement;
    let all = [
        (DATE, date.clone()),
        (PLACE, place.clone()),
        (ORGANISER, organiser.clone()),
        ("Parameters", Some(parameters).filter(|text| !text.is_empty())),
        ("Games of a match", Some(announcement.games.to_string())),
        ("A tied match", tied),
        ("Sequential test", test),
        ("Boards", Some(boards)),
        ("Time", Some(time(announcement.time))),
        ("Engines", nodes),
        ("Memory of a program", memory),
        ("Programs may read", Some(announcement.data.join(", ")).filter(|text| !text.is_empty())),
        ("Sandbox", Some(announcement.level.to_string())),
    ];
    all.into_iter().filter_map(|(label, value)| Some((label.to_string(), value?))).collect()
}

fn sequential(test: &Test, most: u64) -> String {
    let Test { elo0, elo1, alpha, beta } = test;
    format!(
        "H0: elo0 = {elo0}, H1: elo1 = {elo1}, alpha = {alpha}, beta = {beta}; given up after \
        {most} games"
    )
}

fn time(time: TimeControl) -> String {
    let game = time.game.map(|bank| format!("{} ms a game", bank.as_millis()));
    let increment = Some(time.increment)
        .filter(|time| !time.is_zero())
        .map(|time| format!("{} ms more a move", time.as_millis()));
    let each = time.each_move.map(|time| format!("{} ms a move", time.as_millis()));
    let all: Vec<_> = [game, increment, each].into_iter().flatten().collect();
    if all.is_empty() { "not limited".to_string() } else { all.join(", ") }
}
