//! Which tournaments there are.

use serde::{Deserialize, Serialize};

use crate::Error;

/// The most who can take part.
pub const MOST_ENTRANTS: usize = 1000;

/// The most matches of a tournament, so that a list of them fits into memory.
pub const MOST_MATCHES: usize = 1_000_000;

/// How often a tied match of a knockout can be played on.
const MOST_EXTRAS: usize = 100;

/// A kind of tournament, as far as pairing goes; `tournament::System` is how one is announced, and says why there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How often everybody meets everybody. Who is named first changes from cycle to cycle.
        cycles: usize,
    },
    /// Each challenger meets everybody who is none.
    Gauntlet {
        /// How many challengers there are: those seeded first.
        challengers: usize,
    },
    /// In each round those meet who have about the same score, and never twice. With an odd number of entrants one has a bye
    /// in each round, nobody more than one.
    ///
    /// Up to half as many rounds as entrants are always played; a tournament of more may be over early, when every pairing
    /// that is left would repeat one. Up to a quarter as many and one more, nobody is named first two times more than
    /// second, or the reverse.
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
    /// Whoever loses is out. Seeds 1 and 2 can meet only in the final; the best seeds have byes in the first round where the
    /// entrants are no power of two.
    ///
    /// A tied match is played on, with who is named first taking turns, until one of the added matches has a winner; if none
    /// has, the better seed goes on.
    Knockout {
        /// Whether those who lose in the semi-finals meet. Where there are three entrants only one does, and is third.
        third_place: bool,
        /// How many matches are added to a tied one at most.
        extras: usize,
    },
    /// One match between two.
    Duel,
}

impl Format {
    /// Whether so many entrants can play such a tournament.
    pub(crate) fn check(self, entrants: usize) -> Result<(), Error> {
        if !(2..=MOST_ENTRANTS).contains(&entrants) {
            return refuse(format!("a tournament has 2 to {MOST_ENTRANTS} entrants, not {entrants}"));
        }
        let pairs = entrants * (entrants - 1) / 2;
        match self {
            Format::RoundRobin { cycles } if cycles == 0 || cycles > MOST_MATCHES / pairs => {
                refuse(format!("{entrants} entrants can play 1 to {} cycles, not {cycles}", MOST_MATCHES / pairs))
            }
            Format::Gauntlet { challengers } if !(1..entrants).contains(&challengers) => {
                refuse(format!("of {entrants} entrants, 1 to {} can be challengers, not {challengers}", entrants - 1))
            }
            Format::Swiss { rounds } if !(1..=most_rounds(entrants)).contains(&rounds) => refuse(format!(
                "{entrants} entrants can play 1 to {} rounds in which nobody meets anybody twice, not {rounds}",
                most_rounds(entrants)
            )),
            Format::Knockout { extras, .. } if extras > MOST_EXTRAS => {
                refuse(format!("a tied match is played on at most {MOST_EXTRAS} times, not {extras}"))
            }
            Format::Duel if entrants != 2 => refuse(format!("a duel is between 2, not {entrants}")),
            _ => Ok(()),
        }
    }
}

fn refuse(sentence: String) -> Result<(), Error> {
    Err(Error::input(sentence))
}

/// Everybody has as many possible opponents, the bye among them where it is needed.
fn most_rounds(entrants: usize) -> usize {
    entrants.next_multiple_of(2) - 1
}
