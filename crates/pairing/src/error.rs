//! Why there is no such tournament, or no such results: [`Error`].

use std::fmt;

use crate::finished::Pairing;
use crate::format::{Format, MOST_PARTICIPANTS};

/// Why nothing can be said of a tournament. Everything is counted from 1 in the sentences, as people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// So many cannot take part in any tournament.
    Participants(usize),
    /// The format has a number that so many participants cannot play.
    Format {
        /// The format that was asked for.
        format: Format,
        /// How many take part.
        participants: usize,
        /// The smallest number that they can play.
        least: usize,
        /// The greatest.
        most: usize,
    },
    /// A result is of a match that this tournament does not have.
    Foreign(Pairing),
    /// A match has two results.
    Twice(Pairing),
    /// By the results an participant, counted from 0, has two byes.
    TwoByes(usize),
}

impl Error {
    /// Whether the results are wrong, and not what was asked for.
    #[must_use]
    pub fn is_about_results(&self) -> bool {
        matches!(self, Error::Foreign(_) | Error::Twice(_) | Error::TwoByes(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::Participants(participants) => {
                write!(f, "a tournament has 2 to {MOST_PARTICIPANTS} participants, not {participants}")
            }
            Error::Format { format, participants, least, most } => match format {
                Format::RoundRobin { cycles } => {
                    write!(f, "{participants} participants can play {least} to {most} cycles, not {cycles}")
                }
                Format::Gauntlet { challengers } => {
                    write!(f, "of {participants} participants, {least} to {most} can be challengers, not {challengers}")
                }
                Format::Swiss { rounds } => write!(
                    f,
                    "{participants} participants can play {least} to {most} rounds in which nobody meets anybody twice, not {rounds}"
                ),
                Format::Knockout { extras, .. } => {
                    write!(f, "a tied match is played on {least} to {most} times, not {extras}")
                }
                Format::Duel => write!(f, "a duel is between 2, not {participants}"),
            },
            Error::Foreign(pairing) => write!(f, "{} is not of this tournament", name(pairing)),
            Error::Twice(pairing) => write!(f, "{} has two results", name(pairing)),
            Error::TwoByes(participant) => write!(f, "participant {} has two byes", participant.saturating_add(1)),
        }
    }
}

impl std::error::Error for Error {}

/// A match, with everything counted from 1.
fn name(pairing: Pairing) -> String {
    let Pairing { round, table, first, second, .. } = pairing;
    let [round, table, first, second] = [round, table, first, second].map(|number| number.saturating_add(1));
    format!("match {table} of round {round}, participant {first} against {second},")
}
