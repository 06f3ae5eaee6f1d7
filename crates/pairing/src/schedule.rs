//! A tournament as it was announced, and what it needs next.

use std::fmt;

use crate::error::Error;
use crate::finished::Pairing;
use crate::format::{Format, MOST_MATCHES, MOST_PARTICIPANTS};
use crate::groups::members;
use crate::lots::lot;
use crate::part::{Following, Part};
use crate::points::Points;

/// The greatest number of extra matches after a tied match of a knockout.
const MOST_EXTRAS: usize = 100;

/// A tournament as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub(crate) format: Format,
    pub(crate) points: Points,
    pub(crate) participants: usize,
    pub(crate) seed: u64,
    pub(crate) leavers: Vec<Leaver>,
    /// The stages after the first.
    pub(crate) then: Vec<Following>,
    /// The part of a tournament that this stage is; `None` for a whole tournament.
    pub(crate) part: Option<Part>,
}

/// A participant who has left the tournament.
///
/// The matches that a leaver did not finish are as open as any other: whoever asks for the next
/// matches decides who has lost them. Only a Swiss tournament pairs its rounds without leavers, and
/// only those who are present in its first round enter a later stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaver {
    /// The participant.
    pub participant: usize,
    /// The first round of a Swiss tournament, or of a tournament with stages, that is paired without
    /// the participant, from 0.
    pub absent_from: usize,
    /// Whether the participant keeps a place in the standings.
    pub is_ranked: bool,
    /// Whether the participant's matches count for its opponents.
    pub counts: bool,
}

/// What a tournament needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// All matches whose participants are known and that have no result. None of them waits for
    /// another. The list is never empty.
    Play(Vec<Pairing>),
    /// There is nothing left to play, since all matches have been played.
    Over,
    /// There is nothing left to play, since every pairing of the next Swiss round would repeat a
    /// match or a bye.
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
                write!(
                    f,
                    "over after {rounds} rounds: any further pairing would repeat a match or a bye"
                )
            }
        }
    }
}

impl Schedule {
    /// A tournament with `participants` participants. The seed draws the seats of a round robin.
    /// The seed also draws who is named first where no rule decides.
    ///
    /// # Errors
    /// Fails if such a tournament is impossible. The error says why.
    pub fn new(
        format: Format,
        points: Points,
        participants: usize,
        seed: u64,
    ) -> Result<Schedule, Error> {
        check(format, participants)?;
        let (leavers, then) = (Vec::new(), Vec::new());
        Ok(Schedule { format, points, participants, seed, leavers, then, part: None })
    }

    /// The same tournament, which these participants have left.
    #[must_use]
    pub fn without(self, leavers: Vec<Leaver>) -> Schedule {
        Schedule { leavers, ..self }
    }

    /// Whether a round is paired without this participant.
    #[must_use]
    pub fn is_absent(&self, participant: usize, round: usize) -> bool {
        self.leavers
            .iter()
            .any(|leaver| leaver.participant == participant && leaver.absent_from <= round)
    }

    /// Whether a participant has a place in the standings.
    pub(crate) fn is_ranked(&self, participant: usize) -> bool {
        !self.leavers.iter().any(|leaver| leaver.participant == participant && !leaver.is_ranked)
    }

    /// The participants among whom a round of a Swiss tournament is paired.
    pub(crate) fn present(&self, round: usize) -> Vec<usize> {
        (0..self.participants).filter(|&participant| !self.is_absent(participant, round)).collect()
    }

    /// Whether the matches of both participants of this match count.
    pub(crate) fn counts(&self, pairing: &Pairing) -> bool {
        let is_out = |leaver: &Leaver| !leaver.counts;
        let mut out = self.leavers.iter().filter(|leaver| is_out(leaver));
        !out.any(|leaver| pairing.players().contains(&leaver.participant))
    }

    /// The format; of several stages, the first one's.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The points that a match is worth.
    #[must_use]
    pub fn points(&self) -> Points {
        self.points
    }

    /// The number of participants.
    #[must_use]
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// The number of matches in the plan, including those whose participants are not known yet.
    /// Extra matches are not counted, and a Swiss tournament that ends early has fewer.
    #[must_use]
    pub fn planned(&self) -> usize {
        let later = self.then.iter().map(|stage| planned(stage.format, stage.advance));
        planned(self.format, self.participants) + later.sum::<usize>()
    }

    /// A random bit, which depends on the seed.
    pub(crate) fn lot(&self) -> usize {
        lot(self.seed)
    }
}

fn planned(format: Format, participants: usize) -> usize {
    match format {
        Format::RoundRobin { cycles } => cycles * (participants * (participants - 1) / 2),
        Format::Groups { groups } => {
            let sizes = (0..groups).map(|group| members(participants, groups, group).len());
            sizes.map(|size| size * (size - 1) / 2).sum()
        }
        Format::Gauntlet { challengers } => challengers * (participants - challengers),
        Format::Swiss { rounds } => rounds * (participants / 2),
        Format::Knockout { third_place, .. } => {
            participants - 1 + usize::from(third_place && participants > 3)
        }
        Format::Duel => 1,
    }
}

/// Checks that this number of participants can play a tournament of this format.
pub(crate) fn check(format: Format, participants: usize) -> Result<(), Error> {
    if !(2..=MOST_PARTICIPANTS).contains(&participants) {
        return Err(Error::Participants(participants));
    }
    let (asked, least, most) = match format {
        Format::RoundRobin { cycles } => {
            (cycles, 1, MOST_MATCHES / (participants * (participants - 1) / 2))
        }
        Format::Groups { groups } => (groups, 2, participants / 2),
        Format::Gauntlet { challengers } => (challengers, 1, participants - 1),
        Format::Swiss { rounds } => (rounds, 1, most_rounds(participants)),
        Format::Knockout { extras, .. } => (extras, 0, MOST_EXTRAS),
        Format::Duel => (participants, 2, 2),
    };
    let is_fit = (least..=most).contains(&asked);
    if is_fit { Ok(()) } else { Err(Error::Format { format, participants, least, most }) }
}

/// The greatest number of rounds. In these rounds a participant meets every other participant, and
/// has a bye if the number of participants is odd.
fn most_rounds(participants: usize) -> usize {
    participants.next_multiple_of(2) - 1
}
