//! The errors of this crate.

use std::fmt;

use crate::finished::Pairing;
use crate::format::{Format, MOST_PARTICIPANTS};

/// Why a tournament or a set of results is impossible. The messages count everything from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The number of participants is out of range.
    Participants(usize),
    /// The format has a number that does not fit the number of participants.
    Format {
        /// The format that was asked for.
        format: Format,
        /// The number of participants.
        participants: usize,
        /// The smallest number that the format allows.
        least: usize,
        /// The greatest number that the format allows.
        most: usize,
    },
    /// This number of participants cannot enter a later stage.
    Advance {
        /// The number that was asked for.
        advance: usize,
        /// The greatest possible number: as many as enter the stage before.
        most: usize,
    },
    /// This format cannot be a stage of a tournament with several stages.
    Unstaged(Format),
    /// A result belongs to a match that this tournament does not have.
    Foreign(Pairing),
    /// This match has two results.
    Twice(Pairing),
    /// According to the results, this participant, counted from 0, has two byes.
    TwoByes(usize),
}

impl Error {
    /// Whether the error lies in the results, and not in the tournament's settings.
    #[must_use]
    pub fn is_about_results(&self) -> bool {
        matches!(self, Error::Foreign(_) | Error::Twice(_) | Error::TwoByes(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::Participants(participants) => {
                write!(
                    f,
                    "a tournament has 2 to {MOST_PARTICIPANTS} participants, not {participants}"
                )
            }
            Error::Format { format, participants, least, most } => match format {
                Format::RoundRobin { cycles } => {
                    write!(
                        f,
                        "{participants} participants can play {least} to {most} cycles, not \
                        {cycles}"
                    )
                }
                Format::Groups { groups } => {
                    write!(f, "{participants} participants can make {least} to {most} groups, not {groups}")
                }
                Format::Gauntlet { challengers } => {
                    write!(
                        f,
                        "of {participants} participants, {least} to {most} can be challengers, \
                        not {challengers}"
                    )
                }
                Format::Swiss { rounds } => write!(
                    f,
                    "{participants} participants can play {least} to {most} rounds in which \
                    nobody meets anybody twice, not {rounds}"
                ),
                Format::Knockout { extras, .. } => {
                    write!(f, "a tied match can have {least} to {most} extra matches, not {extras}")
                }
                Format::Duel => write!(f, "a duel has 2 participants, not {participants}"),
            },
            Error::Advance { advance, most } => {
                write!(f, "2 to {most} participants can go on to this stage, not {advance}")
            }
            Error::Unstaged(_) => {
                f.write_str("a stage is a round robin, a Swiss tournament or a knockout; the first may have groups")
            }
            Error::Foreign(pairing) => {
                write!(f, "{} does not belong to this tournament", name(pairing))
            }
            Error::Twice(pairing) => write!(f, "{} has two results", name(pairing)),
            Error::TwoByes(participant) => {
                write!(f, "participant {} has two byes", participant.saturating_add(1))
            }
        }
    }
}

impl std::error::Error for Error {}

/// The name of a match in a message, with everything counted from 1.
fn name(pairing: Pairing) -> String {
    let Pairing { round, table, first, second, .. } = pairing;
    let [round, table, first, second] =
        [round, table, first, second].map(|number| number.saturating_add(1));
    format!("match {table} of round {round}, participant {first} against {second},")
}
