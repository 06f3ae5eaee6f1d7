//! The facts about a tournament: plain values from which everything else is derived.

use rules::{Argument, Catalogue, Language, Message};
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::game_list::GameList;
use super::given_away::GivenAway;
use super::number::Ordinal;
use super::places::Places;
use crate::plan::{Departures, Test, refused};
use crate::tally::Tally;
use errors::Error;
use errors::excerpt::is_invisible;
use pairing::{Finished, Format, Next, Pairing, Schedule};

/// The facts about a tournament, at its end or during play.
///
/// What `results.json` takes over unchanged has its form already here.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The tournament's title.
    pub title: String,
    /// The name of the game, with its parameters if they matter.
    pub game: String,
    /// The language of the pages.
    pub language: Language,
    /// The texts of the game's messages.
    pub words: Catalogue,
    /// The match to which each game belongs.
    pub places: Places,
    /// The results of all games.
    pub games: GameList,
    /// The participants, in seeding order.
    pub participants: Vec<Participant>,
    /// The tournament's schedule: who meets whom, and how many points a match brings.
    pub schedule: Schedule,
    /// The planned number of pairs of games in a match, for the matches that are not in `matches`
    /// yet.
    pub pairs: u64,
    /// The matches with at least one game, in any order and without duplicates. After
    /// [`Facts::depart`], these are the matches that count.
    pub matches: Vec<MatchFacts>,
    /// Who has left.
    pub departures: Departures,
    /// The participants none of whose games count, since they left.
    pub struck: BTreeSet<usize>,
    /// The number of games that were played, but do not count since a participant left.
    pub struck_games: u64,
    /// Other information about the tournament: boards, clocks, memory, versions.
    pub settings: Vec<Setting>,
    /// Whether the game has margins besides win and loss.
    pub has_margins: bool,
    /// The first few games that each participant lost by each kind of foul, in any order.
    pub fouls: Vec<LostGame>,
    /// For each participant and kind of foul, the number of all games that were lost by it against
    /// each opponent.
    pub foul_kinds: BTreeMap<(usize, &'static str), BTreeMap<usize, u64>>,
    /// Each participant who could not play some games, the number of these games, and the reason
    /// for the first of them.
    pub unfit: Vec<(usize, u64, Message)>,
    /// The reasons why games did not count and were replayed.
    pub void: Vec<Message>,
    /// The number of games that a clock decided while the machine was busy.
    pub doubtful: u64,
    /// What the moves of each participant gave away; empty if no game was analysed.
    pub given_away: BTreeMap<usize, GivenAway>,
    /// A sentence about what would make more games differ.
    pub advice: Message,
    /// The test that decides a duel between participant 0 and participant 1.
    pub test: Option<Test>,
}

/// A participant, with texts in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// The number of the participant, from 1.
    pub number: Ordinal,
    /// The name.
    pub name: String,
    /// The author; empty if unknown.
    pub author: String,
    /// The engine, or the program's language: `engine:3`, `Python, by lines`, ..
    pub what: Argument,
    /// The path of the program's file in the folder of results, for pages.
    #[serde(skip)]
    pub file: Option<String>,
}

/// A setting of the tournament, with texts in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The setting's name.
    pub label: Message,
    /// Its value.
    pub value: Argument,
}

/// The games of a match that have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchFacts {
    /// The match.
    pub pairing: Pairing,
    /// The number of pairs of games in the match, or the number played if a test has ended the
    /// match.
    pub pairs: u64,
    /// The totals of the pairs so far.
    pub tally: Tally,
    /// The totals of those pairs that copy an earlier pair of the same two participants.
    pub repeated: Tally,
    /// Whether nobody played these games, since a participant had left.
    pub by_default: bool,
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
    /// The kind of foul, as records name it.
    pub kind: &'static str,
    /// The foul.
    pub what: Message,
    /// A shell command that plays the game again, in the sandbox.
    pub reproduce: Option<String>,
    /// A shell command that shows the foul without the sandbox, if there is one.
    pub unconfined: Option<String>,
}

impl Participant {
    /// A participant whose program is not published.
    #[must_use]
    pub fn new(number: usize, name: &str, author: &str, what: Argument) -> Participant {
        let [name, author] = [name, author].map(plain);
        Participant { number: Ordinal(number), name, author, what, file: None }
    }
}

impl MatchFacts {
    /// How many pairs have been played.
    pub(super) fn played(&self) -> u64 {
        self.tally.played_pairs()
    }

    /// Whether all pairs of the match have been played.
    pub(super) fn is_over(&self) -> bool {
        self.played() >= self.pairs
    }

    pub(super) fn finished(&self) -> Finished {
        self.tally.finished(self.pairing)
    }

    /// A match that a participant has lost, since it left.
    fn by_default(lost: &Finished, pairs: u64) -> MatchFacts {
        let wins = lost.wins.map(u64::from);
        let mut tally = Tally { wins, margin: lost.margin, ..Tally::default() };
        tally.pairs[if lost.margin > 0 { 4 } else { 0 }] = pairs;
        MatchFacts {
            pairing: lost.pairing,
            pairs,
            tally,
            repeated: Tally::default(),
            by_default: true,
        }
    }

    /// How many games were played.
    pub(super) fn games(&self) -> u64 {
        if self.by_default { 0 } else { self.tally.games() }
    }

    /// The totals of the pairs that were played and are not copies.
    pub(super) fn fresh(&self) -> Tally {
        if self.by_default { Tally::default() } else { self.tally.played().without(&self.repeated) }
    }

    /// The totals of the pairs from the view of one participant. Participant 0 is the one named
    /// first. If no game was played, since neither could take part, both have lost all games.
    pub(super) fn seen_by(&self, player: usize) -> Tally {
        if self.tally.is_unplayed() {
            // Both participants have lost all games.
            let games = self.tally.games();
            return Tally { wins: [0, games], fouls: self.tally.fouls, ..Tally::default() };
        }
        if player == 0 { self.tally } else { mirrored(&self.tally) }
    }

    /// The totals of the pairs that are not copies, from the view of one participant.
    pub(super) fn fresh_seen_by(&self, player: usize) -> Tally {
        if player == 0 { self.fresh() } else { mirrored(&self.fresh()) }
    }
}

/// The totals from the view of the participant named second.
pub(super) fn mirrored(tally: &Tally) -> Tally {
    let mut mirrored = Tally { margin: tally.margin.saturating_neg(), ..*tally };
    mirrored.wins.reverse();
    mirrored.fouls.reverse();
    mirrored.pairs.reverse();
    mirrored
}

impl Facts {
    /// Lets everybody leave who has left: sets aside the matches that do not count, and adds those
    /// that are lost by default. Before, `matches` are all matches with at least one game.
    ///
    /// # Errors
    /// Fails if the matches do not belong to this tournament.
    pub fn depart(&mut self) -> Result<(), Error> {
        (self.struck, self.struck_games) = (BTreeSet::new(), 0);
        if self.departures.is_empty() {
            return Ok(());
        }
        let games = |matches: &[MatchFacts]| matches.iter().map(MatchFacts::games).sum::<u64>();
        let played = games(&self.matches);
        let over = self.over();
        self.struck = self.departures.struck(&self.schedule, &over)?;
        self.schedule = self.departures.leave(self.schedule.clone(), &self.struck);
        let lost = self.departures.settle(&self.schedule, 2 * self.pairs, over)?.lost;
        let pairings: BTreeSet<Pairing> = lost.iter().map(|lost| lost.pairing).collect();
        self.matches.retain(|totals| !pairings.contains(&totals.pairing));
        let lost = lost.iter().map(|lost| MatchFacts::by_default(lost, self.pairs));
        self.matches.extend(lost);
        let struck = &self.struck;
        let is_struck = |player: &usize| struck.contains(player);
        self.matches.retain(|totals| !totals.pairing.players().iter().any(is_struck));
        self.struck_games = played - games(&self.matches);
        Ok(())
    }

    /// The matches that are over.
    pub(super) fn over(&self) -> Vec<Finished> {
        self.matches.iter().filter(|totals| totals.is_over()).map(MatchFacts::finished).collect()
    }

    /// All known matches, including future ones, in the order of rounds and tables, and whether
    /// more matches will follow.
    pub(super) fn known(&self) -> Result<(Vec<MatchFacts>, Next), Error> {
        if self.participants.len() != self.schedule.participants() {
            let (named, participants) = (self.participants.len(), self.schedule.participants());
            return Err(Error::corrupt(format!(
                "a tournament of {participants} participants has {named} names"
            )));
        }
        let next = self.departures.settle(&self.schedule, 2 * self.pairs, self.over())?.next;
        let open = if let Next::Play(open) = &next { &open[..] } else { &[] };
        let mut to_come: BTreeSet<Pairing> = open.iter().copied().collect();
        for totals in self.matches.iter().filter(|totals| !totals.is_over()) {
            if !to_come.remove(&totals.pairing) {
                return Err(Error::corrupt(format!(
                    "an unfinished match does not belong to this tournament: {:?}",
                    totals.pairing
                )));
            }
        }
        let to_come = to_come.into_iter().map(|pairing| MatchFacts {
            pairing,
            pairs: self.pairs,
            tally: Tally::default(),
            repeated: Tally::default(),
            by_default: false,
        });
        let mut known: Vec<MatchFacts> = self.matches.iter().copied().chain(to_come).collect();
        known.sort_by_key(|totals| totals.pairing);
        Ok((known, next))
    }

    /// The stages whose participants are known, in their order: at least one.
    pub(super) fn stages(&self) -> Result<Vec<Schedule>, Error> {
        let mut finished = self.over();
        if self.schedule.has_stages() {
            let games = 2 * self.pairs;
            finished.extend(self.departures.settle(&self.schedule, games, self.over())?.lost);
        }
        self.schedule.stages(&finished).map_err(refused::pairing)
    }

    /// The facts about one of these stages.
    pub(super) fn of_stage(&self, stage: &Schedule) -> Facts {
        let mut facts =
            Facts { games: GameList::default(), schedule: stage.clone(), ..self.clone() };
        facts.matches.retain(|totals| stage.has_round(totals.pairing.round));
        facts
    }

    /// The results as if all unfinished matches ended now. In a knockout only finished matches
    /// count, since nothing is decided before their end.
    pub(super) fn so_far(&self, current: &Schedule) -> Vec<Finished> {
        let is_knockout = matches!(current.format(), Format::Knockout { .. });
        let counts =
            |totals: &&MatchFacts| totals.is_over() || (totals.played() > 0 && !is_knockout);
        self.matches.iter().filter(counts).map(MatchFacts::finished).collect()
    }

    /// A participant's name.
    pub(super) fn name(&self, participant: usize) -> &str {
        self.participants.get(participant).map_or("", |participant| &participant.name)
    }
}

/// A text in one line, with blanks in place of invisible characters.
pub(super) fn plain(text: &str) -> String {
    text.trim().chars().map(|c| if c == '\n' || is_invisible(c) { ' ' } else { c }).collect()
}
