//! Who meets whom in a tournament: pairing, as arithmetic on lists of numbers.
//!
//! Entrants are numbered from 0 in seeding order, the strongest first. A match is a number of games between two of them,
//! in pairs on one board, each of the two starting once; who is named first in a [`Pairing`] starts the first game of each pair.
//! What a [`Schedule`] says next depends on the results so far and on nothing else, in whatever order they came, so that a
//! tournament that was stopped goes on as if it had not been.
//!
//! | format | matches | order in the end |
//! | --- | --- | --- |
//! | [`Format::RoundRobin`] | everybody against everybody, once a cycle | points, Sonneborn–Berger, head-to-head, margin |
//! | [`Format::Gauntlet`] | each of the first few against everybody else | the same, the first few apart |
//! | [`Format::Swiss`] | those with about the same score, never twice | points, Buchholz, head-to-head, margin |
//! | [`Format::Knockout`] | a seeded bracket | how far one came, then seed |
//! | [`Format::Duel`] | one match, as long as whoever plays it likes: until a sequential test has seen enough | points, margin |

mod finished;
mod format;
mod gauntlet;
mod knockout;
mod ledger;
mod matching;
mod points;
mod round_robin;
mod standings;
mod swiss;

use std::fmt;

pub use finished::{Finished, Pairing};
pub use format::{Format, MOST_ENTRANTS, MOST_MATCHES};
pub use knockout::{Place, Tie};
pub use points::Points;
pub use standings::Standing;

use crate::Error;
use ledger::Ledger;

/// A tournament as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    points: Points,
    entrants: usize,
    seed: u64,
}

/// What a tournament needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These matches, of which none waits for another: all that are known and have no result. Never an empty list.
    Play(Vec<Pairing>),
    /// Nothing: all matches have been played.
    Over,
    /// Nothing: a Swiss tournament has come to a round in which every pairing would repeat a match or a bye.
    OverEarly {
        /// How many rounds were played.
        rounds: usize,
    },
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Next::Play(matches) => write!(f, "{} matches to be played", matches.len()),
            Next::Over => f.write_str("all matches have been played"),
            Next::OverEarly { rounds } => {
                write!(f, "over after {rounds} rounds: any further pairing would repeat a match or a bye")
            }
        }
    }
}

impl Schedule {
    /// A tournament of so many entrants. The seed draws the lots: who sits where in a round robin's table, and who is named
    /// first where nothing else decides.
    ///
    /// # Errors
    /// When there can be no such tournament, with the reason.
    pub fn new(format: Format, points: Points, entrants: usize, seed: u64) -> Result<Schedule, Error> {
        format.check(entrants)?;
        Ok(Schedule { format, points, entrants, seed })
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// What a match is worth.
    #[must_use]
    pub fn points(&self) -> Points {
        self.points
    }

    /// How many take part.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// The matches to be played next, given the results so far in any order.
    ///
    /// Matches that are being played have no result yet, and so are named again. A knockout may have more to play after any
    /// result, a Swiss tournament after the last one of a round, the others never. A call takes a time of the order of the
    /// matches; where a Swiss round is open, of the cube of the entrants, since the round is paired again.
    ///
    /// # Errors
    /// When the results are not of this tournament.
    pub fn next(&self, results: &[Finished]) -> Result<Next, Error> {
        let mut ledger = Ledger::read(results, self.entrants)?;
        let next = match self.format {
            Format::RoundRobin { cycles } => play(ledger.open(round_robin::pairings(self.entrants, cycles, self.seed))),
            Format::Gauntlet { challengers } => {
                play(ledger.open(gauntlet::pairings(self.entrants, challengers, self.seed)))
            }
            Format::Swiss { rounds } => swiss::next(&mut ledger, self, rounds)?,
            Format::Knockout { third_place, extras } => {
                play(knockout::Bracket::replay(&mut ledger, self, third_place, extras).open)
            }
            Format::Duel => play(ledger.open(gauntlet::pairings(2, 1, self.seed))),
        };
        ledger.close()?;
        Ok(next)
    }

    /// How many matches the plan has, those that cannot be known yet among them; matches that are added to tied ones come on top,
    /// and a Swiss tournament that is over early has fewer.
    #[must_use]
    pub fn planned(&self) -> usize {
        let entrants = self.entrants;
        match self.format {
            Format::RoundRobin { cycles } => cycles * (entrants * (entrants - 1) / 2),
            Format::Gauntlet { challengers } => challengers * (entrants - challengers),
            Format::Swiss { rounds } => rounds * (entrants / 2),
            Format::Knockout { third_place, .. } => entrants - 1 + usize::from(third_place && entrants > 3),
            Format::Duel => 1,
        }
    }

    /// The order so far, the leader first.
    ///
    /// # Errors
    /// When the results are not of this tournament.
    pub fn standings(&self, results: &[Finished]) -> Result<Vec<Standing>, Error> {
        self.next(results)?;
        standings::standings(self, results)
    }

    /// The bracket of a knockout as far as it has been played, round by round from the top; empty in other formats. In the
    /// last round a match for the third place comes after the final.
    ///
    /// # Errors
    /// When the results are not of this tournament.
    pub fn bracket(&self, results: &[Finished]) -> Result<Vec<Tie>, Error> {
        let Format::Knockout { third_place, extras } = self.format else { return Ok(Vec::new()) };
        let mut ledger = Ledger::read(results, self.entrants)?;
        let bracket = knockout::Bracket::replay(&mut ledger, self, third_place, extras);
        ledger.close()?;
        Ok(bracket.ties)
    }

    /// One bit drawn by lot.
    fn lot(&self) -> usize {
        lot(self.seed)
    }
}

fn lot(seed: u64) -> usize {
    (rules::random::mix(seed) & 1) as usize
}

fn play(open: Vec<Pairing>) -> Next {
    if open.is_empty() { Next::Over } else { Next::Play(open) }
}
