//! Collects a tournament's announcement and games for the results.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::Duration;

use rules::{Argument, Message, TimeControl};

use super::board_variety::BoardVariety;
use super::facts::plain;
use super::machines::Machines;
use super::{
    Conclusion, Facts, GameList, GameResult, LostGame, MatchFacts, Ordinal, Places, Setting, Tables,
};
use crate::plan::announcement::{
    Announcement, Participant, ParticipantKind, System, Test, program_path,
};
use crate::plan::specs::{GameSpecs, spec_of};
use crate::plan::{Changes, Departures};
use crate::results;
use crate::tally::{MatchTally, Tally};
use errors::Error;
use matches::record::{Comparison, Copies, Duplicates, Ending, GameDigest, Record};
use pairing::Pairing;
use players::{CATALOGUES, Foul};
use players::{OwnTerms, ProtocolName};
use search::MoveReport;

/// The greatest number of fouls that are listed for each participant and kind. All are counted.
const SHOWN_FOULS: u64 = 20;

/// All facts from which the results of a tournament are made, and what is needed to collect them.
#[derive(Clone)]
pub struct Summary {
    facts: Facts,
    duplicates: Duplicates<Pairing>,
    repeated: HashMap<Pairing, Tally>,
    /// For each participant and kind of foul, how many games are listed.
    listed: HashMap<(usize, &'static str), u64>,
    changes: Changes,
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
        let language = announcement.publish.language;
        let facts = Facts {
            title: announcement.title.clone(),
            game: spec.title.to_string(),
            words: instance.map_or(rules::WORDS, |instance| instance.table.words()),
            language,
            places: Places::default(),
            games: GameList::default(),
            participants: participants(announcement),
            schedule: announcement.schedule()?,
            pairs: announcement.pairs(),
            matches: Vec::new(),
            departures: Departures::default(),
            struck: BTreeSet::new(),
            struck_games: 0,
            settings: settings(announcement, variety.setting()),
            has_margins: false,
            fouls: Vec::new(),
            foul_kinds: BTreeMap::new(),
            unfit: Vec::new(),
            void: Vec::new(),
            doubtful: 0,
            given_away: BTreeMap::new(),
            advice: variety.advice(),
            test: match announcement.system {
                System::Sprt(test) => Some(test),
                _ => None,
            },
        };
        Ok(Summary {
            facts,
            duplicates: Duplicates::default(),
            repeated: HashMap::new(),
            listed: HashMap::new(),
            changes: Changes::default(),
            machines: None,
        })
    }

    /// Sets who has left, before the totals of the matches are set.
    pub fn set_changes(&mut self, changes: Changes) {
        self.facts.departures = changes.departures().clone();
        self.changes = changes;
    }

    /// The changes that were set.
    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Sets the totals of the matches, after all games have been seen. `is_decided` means that a
    /// sequential test has decided the only match, so that no more games follow.
    pub fn set_matches(&mut self, matches: &[MatchTally], is_decided: bool) {
        let played = matches.iter().filter(|totals| totals.done() > 0);
        let facts = |totals: &MatchTally| MatchFacts {
            pairing: totals.pairing,
            pairs: if is_decided { totals.done() } else { self.facts.pairs },
            tally: totals.tally,
            repeated: self.repeated.get(&totals.pairing).copied().unwrap_or_default(),
            by_default: false,
        };
        self.facts.matches = played.map(facts).collect();
        // If a game has no margins besides win and loss, the margin of a pair is at most 2.
        let has_margins = |tally: &Tally| tally.margin_squares > 4 * tally.played_pairs();
        self.facts.has_margins = self.facts.matches.iter().any(|totals| has_margins(&totals.tally));
        // Matches of another tournament stay as they are: whoever asks for the tables is told.
        let _ = self.facts.depart();
    }

    /// Records the next game of a match: the number of its line in the file of games, its result,
    /// and whether it is a copy of an earlier game. Games have to be given in the order of lines.
    pub fn see(&mut self, pairing: Pairing, line: usize, game: GameDigest, result: GameResult) {
        self.facts.places.see(line, pairing);
        self.facts.games.see(result);
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
        self.facts.doubtful += u64::from(record.is_doubtful());
        let player = record.contestant_at(*side);
        let participant = pairing.players()[player];
        if let Foul::Unfit { why } = foul {
            self.see_unfit(participant, why);
        }
        let kind = foul.kind();
        let opponent = pairing.players()[1 - player];
        let games = self.facts.foul_kinds.entry((participant, kind)).or_default();
        *games.entry(opponent).or_default() += 1;
        let listed = self.listed.entry((participant, kind)).or_default();
        *listed += 1;
        if *listed > SHOWN_FOULS {
            return;
        }
        let report = report.as_deref();
        self.facts.fouls.push(LostGame {
            participant: Ordinal(participant),
            opponent: Ordinal(opponent),
            round: Ordinal(pairing.round),
            table: Ordinal(pairing.table),
            extra: pairing.extra,
            game: record.number,
            line,
            kind,
            what: self.adopted(&record.foul().unwrap_or_else(|| foul.message())),
            reproduce: report.map(|report| plain(&report.reproduce)),
            unconfined: report.and_then(|report| report.unconfined.as_deref()).map(plain),
        });
    }

    /// Records what the moves of a game gave away, whose line has been seen.
    pub(crate) fn see_analysis(&mut self, line: usize, record: &Record, reports: &[MoveReport]) {
        let Some(pairing) = self.facts.places.at(line) else { return };
        for side in [0, 1] {
            let participant = pairing.players()[record.contestant_at(side)];
            let own = reports.iter().filter(|report| report.side == side);
            self.facts.given_away.entry(participant).or_default().add(own);
        }
    }

    /// Forgets what was recorded of an analysis.
    pub(crate) fn forget_analysis(&mut self) {
        self.facts.given_away.clear();
    }

    /// Whether games have been analysed.
    pub(crate) fn has_analysis(&self) -> bool {
        !self.facts.given_away.is_empty()
    }

    /// Counts a game that a participant lost because it could not take part.
    fn see_unfit(&mut self, participant: usize, why: &Message) {
        match self.facts.unfit.iter_mut().find(|(unfit, ..)| *unfit == participant) {
            Some((_, games, _)) => *games += 1,
            None => self.facts.unfit.push((participant, 1, self.adopted(why))),
        }
    }

    /// A message of a record, with the texts of the game.
    fn adopted(&self, message: &Message) -> Message {
        let mut message = message.clone();
        message.adopt(&[self.facts.words]);
        message.adopt(&CATALOGUES);
        message
    }

    /// The match to which each game seen so far belongs.
    pub(crate) fn places(&self) -> &Places {
        &self.facts.places
    }

    /// Records the reason why a game does not count.
    pub fn add_void(&mut self, why: &str) {
        self.facts.void.push(Message::plain(why));
    }

    /// Whether there are games that do not count.
    pub(crate) fn has_void(&self) -> bool {
        !self.facts.void.is_empty()
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
        let added = matches.iter().filter(|totals| totals.pairing.extra > 0).count();
        let planned = self.facts.departures.planned(&self.facts.schedule);
        self.facts.pairs * (planned + added) as u64
    }

    /// The facts so far. In a running tournament no games are seen, so no pair counts as a copy.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Everything derived from the summary and from the comparison of the games.
    ///
    /// # Errors
    /// Fails if the games do not belong to this tournament.
    pub fn tables(&self) -> Result<Tables, Error> {
        let mut tables = Tables::of(&self.facts)?;
        let machines = self.machines.as_ref().map(|names| Conclusion::event(names.message()));
        tables.conclusions.extend(machines);
        Ok(tables)
    }
}

/// The participants as the results show them.
fn participants(announcement: &Announcement) -> Vec<results::Participant> {
    let all = announcement.participants.iter().enumerate();
    all.map(|(number, participant)| {
        let author = participant.author.as_deref().unwrap_or_default();
        let is_published = announcement.publish.sources && participant.program().is_some();
        results::Participant {
            file: is_published.then(|| program_path(number, participant)),
            ..results::Participant::new(number, &participant.name, author, kind(participant))
        }
    })
    .collect()
}

/// A participant's engine, or the language of its program.
fn kind(participant: &Participant) -> Argument {
    match &participant.player {
        ParticipantKind::Engine(_) => participant.contestant(PathBuf::new(), None).words().into(),
        ParticipantKind::Program(program) => {
            let language = program.language.title();
            match program.protocol {
                ProtocolName::Own => language.into(),
                ProtocolName::Lines => text!("by-lines", language = language).into(),
                ProtocolName::Gtp => text!("by-gtp", language = language).into(),
                ProtocolName::Gomocup => text!("by-gomocup", language = language).into(),
            }
        }
    }
}

/// The tournament's settings, with their labels.
fn settings(announcement: &Announcement, boards: Message) -> Vec<Setting> {
    let parameters =
        announcement.parameters.iter().map(|(name, value)| plain(&format!("{name} = {value}")));
    let memory = announcement.memory.map(|bytes| text!("mebibytes", n = bytes >> 20));
    let nodes = announcement.nodes.map(|nodes| text!("positions-a-move", n = nodes));
    let knockout = |system: &System| matches!(system, System::Knockout { .. });
    let system = announcement.systems().map(|(system, _)| system).find(knockout);
    let tied = match system.unwrap_or(announcement.system) {
        System::Knockout { extras: 0, .. } => Some(text!("better-seed")),
        System::Knockout { extras, .. } => Some(text!("extra-matches", n = extras)),
        _ => None,
    };
    let test = match announcement.system {
        System::Sprt(test) => Some(sequential(&test, announcement.games)),
        _ => None,
    };
    let Announcement { date, place, organiser, .. } = announcement;
    let text = |text: &Option<String>| text.as_deref().map(|text| plain(text).into());
    let all: [(Message, Option<Argument>); 13] = [
        (text!("date"), text(date)),
        (text!("place"), text(place)),
        (text!("organiser"), text(organiser)),
        (text!("parameters"), list(parameters)),
        (text!("games-of-match"), Some(announcement.games.into())),
        (text!("tied-match"), tied.map(Into::into)),
        (text!("sequential-test"), test.map(Into::into)),
        (text!("boards"), Some(boards.into())),
        (text!("time"), Some(time(announcement.time))),
        (text!("engines"), nodes.map(Into::into)),
        (text!("memory-of-program"), memory.map(Into::into)),
        (text!("may-read"), list(announcement.data.iter().map(|path| plain(path)))),
        (text!("sandbox"), Some(announcement.level.to_string().into())),
    ];
    let own = announcement.participants.iter().map(own_settings);
    all.into_iter()
        .chain(own)
        .filter_map(|(label, value)| Some(Setting { label, value: value? }))
        .collect()
}

/// What a participant has of its own.
fn own_settings(participant: &Participant) -> (Message, Option<Argument>) {
    let OwnTerms { plays: _, time: clock, nodes, level, memory, data } = &participant.own;
    let labelled = |label: Message, value: Argument| Argument::List(vec![label.into(), value]);
    let all = [
        clock.map(|clock| time(clock.into())),
        nodes.map(|nodes| text!("positions-a-move", n = nodes).into()),
        memory.map(|bytes| text!("mebibytes", n = bytes >> 20).into()),
        list(data.iter().map(|path| plain(path))).map(|paths| labelled(text!("may-read"), paths)),
        level.map(|level| labelled(text!("sandbox"), level.to_string().into())),
    ];
    (Message::plain(participant.name.clone()), list(all.into_iter().flatten()))
}

/// `None` if there is nothing to list.
fn list<A: Into<Argument>>(all: impl Iterator<Item = A>) -> Option<Argument> {
    let all: Vec<Argument> = all.map(Into::into).collect();
    (!all.is_empty()).then_some(Argument::List(all))
}

fn sequential(test: &Test, most: u64) -> Message {
    let [elo0, elo1, alpha, beta] = [test.elo0, test.elo1, test.alpha, test.beta]
        .map(|number| Argument::Decimal(number.to_string()));
    text!("hypotheses", elo0 = elo0, elo1 = elo1, alpha = alpha, beta = beta, n = most)
}

fn time(time: TimeControl) -> Argument {
    let ms = |time: Duration| time.as_millis() as u64;
    let more = Some(time.increment).filter(|time| !time.is_zero());
    let all = [
        time.game.map(|time| text!("ms-a-game", n = ms(time))),
        more.map(|time| text!("ms-more-a-move", n = ms(time))),
        time.each_move.map(|time| text!("ms-a-move", n = ms(time))),
    ];
    list(all.into_iter().flatten()).unwrap_or_else(|| text!("not-limited").into())
}
