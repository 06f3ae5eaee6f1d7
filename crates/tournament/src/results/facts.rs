//! What is known of a tournament: plain values, from which everything else is derived.

use std::collections::BTreeSet;

use super::places::Places;
use crate::plan::Test;
use crate::plan::refused;
use crate::store::Tally;
use errors::Error;
use pairing::{Finished, Format, Next, Pairing, Schedule};
use stats::Sprt;

/// What is known of a tournament, at its end or while it goes on.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// What the tournament is called.
    pub title: &'a str,
    /// What the game is called, with its parameters where they matter.
    pub game: &'a str,
    /// The words of the game's messages.
    pub words: &'a str,
    /// Which games are of which match.
    pub places: &'a Places,
    /// Who takes part, in seeding order.
    pub entrants: &'a [Named],
    /// Who meets whom, and what a match is worth.
    pub schedule: &'a Schedule,
    /// How many pairs of games a match has that is not among the `matches` yet.
    pub pairs: u64,
    /// The matches of which anything has been played, in any order, none twice.
    pub matches: &'a [Met],
    /// What else is to be said of the tournament, each with its label: boards, clocks, memory, versions.
    pub settings: &'a [(String, String)],
    /// Whether games have margins beyond who won.
    pub has_margins: bool,
    /// Games lost by a foul, as many of them as are to be shown.
    pub fouls: &'a [Misdeed],
    /// Those who could not take part in some of their games, each with how many games, and why the first.
    pub unfit: &'a [(usize, u64, String)],
    /// Why games do not count and were played again, each in words that begin a sentence.
    pub set_aside: &'a [String],
    /// Games that a clock decided while the machine was busy.
    pub doubtful: u64,
    /// What would make more games differ, as a sentence.
    pub advice: &'a str,
    /// The test that a duel is played for: of entrant 0 against entrant 1.
    pub test: Option<&'a Sprt>,
    /// The same, as it was announced.
    pub announced_test: Option<Test>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// Who wrote it; empty where that is not known.
    pub author: String,
    /// What plays: `engine:3`, `anna.c`, ..
    pub what: String,
}

/// What has been played of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The match.
    pub pairing: Pairing,
    /// How many pairs of games it has; of a match that a test has ended, as many as were played.
    pub pairs: u64,
    /// What the pairs so far add up to.
    pub tally: Tally,
    /// What those of them add up to that copy an earlier pair of the same two (`record/course.rs`).
    pub repeated: Tally,
}

/// A game lost by a foul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misdeed {
    /// Whose foul it was, counted from 0.
    pub entrant: usize,
    /// In which match.
    pub pairing: Pairing,
    /// In which game of the match, counted from 1.
    pub game: u64,
    /// In which line of the games, counted from 1.
    pub line: usize,
    /// What was done, in words.
    pub what: String,
    /// A line of shell that shows it again.
    pub reproduce: Option<String>,
}

impl Met {
    /// How many pairs have been played.
    pub(super) fn played(&self) -> u64 {
        self.tally.pairs.iter().sum()
    }

    /// Whether all of its pairs have been played.
    pub(super) fn is_over(&self) -> bool {
        self.played() >= self.pairs
    }

    pub(super) fn finished(&self) -> Finished {
        self.tally.finished(self.pairing)
    }

    /// What the pairs add up to that show anything new.
    pub(super) fn fresh(&self) -> Tally {
        self.tally.without(&self.repeated)
    }

    /// What the pairs add up to for this one of the two: the one named first is 0.
    pub(super) fn seen_by(&self, player: usize) -> Tally {
        if player == 0 { self.tally } else { mirrored(&self.tally) }
    }

    /// The same of those that show anything new.
    pub(super) fn fresh_seen_by(&self, player: usize) -> Tally {
        if player == 0 { self.fresh() } else { mirrored(&self.fresh()) }
    }
}

/// As the one named second sees it.
pub(super) fn mirrored(tally: &Tally) -> Tally {
    let mut mirrored = Tally { margin: tally.margin.saturating_neg(), ..*tally };
    mirrored.wins.reverse();
    mirrored.fouls.reverse();
    mirrored.pairs.reverse();
    mirrored
}

impl Facts<'_> {
    /// All matches that are known, those to come among them, in the order of rounds and tables; and whether there will be more.
    pub(super) fn known(&self) -> Result<(Vec<Met>, Next), Error> {
        if self.entrants.len() != self.schedule.participants() {
            let (named, entrants) = (self.entrants.len(), self.schedule.participants());
            return Err(Error::corrupt(format!("{named} entrants are named of a tournament of {entrants}")));
        }
        let over: Vec<Finished> = self.matches.iter().filter(|met| met.is_over()).map(Met::finished).collect();
        let next = self.schedule.next(&over).map_err(refused::pairing)?;
        let open = if let Next::Play(open) = &next { &open[..] } else { &[] };
        let mut to_come: BTreeSet<Pairing> = open.iter().copied().collect();
        for met in self.matches.iter().filter(|met| !met.is_over()) {
            if !to_come.remove(&met.pairing) {
                return Err(Error::corrupt(format!(
                    "an unfinished match is not of this tournament: {:?}",
                    met.pairing
                )));
            }
        }
        let to_come = to_come.into_iter().map(|pairing| Met {
            pairing,
            pairs: self.pairs,
            tally: Tally::default(),
            repeated: Tally::default(),
        });
        let mut known: Vec<Met> = self.matches.iter().copied().chain(to_come).collect();
        known.sort_by_key(|met| met.pairing);
        Ok((known, next))
    }

    /// The results, as if all matches that go on had ended now; in a knockout only those that are over, since who is in and
    /// who is out is not decided before.
    pub(super) fn so_far(&self) -> Vec<Finished> {
        let is_knockout = matches!(self.schedule.format(), Format::Knockout { .. });
        let counts = |met: &&Met| met.is_over() || (met.played() > 0 && !is_knockout);
        self.matches.iter().filter(counts).map(Met::finished).collect()
    }

    /// A name as it is written everywhere.
    pub(super) fn name(&self, entrant: usize) -> String {
        self.entrants.get(entrant).map_or(String::new(), |named| plain(&named.name))
    }
}

/// A text in one line: no control character survives, nor one that turns the direction of what follows.
pub(super) fn plain(text: &str) -> String {
    let is_odd = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.trim().chars().map(|c| if is_odd(c) { ' ' } else { c }).collect()
}
