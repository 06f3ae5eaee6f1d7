//! How the games of a tournament differ, and what would make them differ more.

use std::collections::BTreeSet;

use rules::Message;
use search::GameSpec;

use crate::plan::announcement::{Announcement, Boards, ParticipantKind};
use errors::Error;
use matches::Board;
use players::ProtocolName;

/// The number of boards that are drawn to see whether they differ.
const SAMPLES: u64 = 4;

/// How the boards of a tournament are made.
pub(crate) struct BoardVariety<'a> {
    announcement: &'a Announcement,
    /// Whether all boards are the same, because nothing on them is random.
    is_alike: bool,
    /// Whether the protocol of some participant cannot express an opening.
    is_deaf: bool,
}

impl<'a> BoardVariety<'a> {
    /// # Errors
    /// Fails if the tournament plays another game.
    pub(crate) fn of(
        announcement: &'a Announcement,
        spec: &GameSpec,
    ) -> Result<BoardVariety<'a>, Error> {
        let is_alike = match announcement.boards {
            Boards::Drawn { opening: 0 } => are_alike(announcement, spec)?,
            _ => false,
        };
        let speaks_own = |player: &ParticipantKind| match player {
            ParticipantKind::Program(program) => program.protocol == ProtocolName::Own,
            ParticipantKind::Engine(_) => false,
        };
        let is_deaf = spec.contest.protocol.is_some_and(|protocol| !protocol.any_start)
            && announcement.participants.iter().any(|participant| speaks_own(&participant.player));
        Ok(BoardVariety { announcement, is_alike, is_deaf })
    }

    /// The text that the list of settings shows about the boards.
    pub(crate) fn setting(&self) -> Message {
        // A seed is copied into other commands, so its digits stand together.
        let seed = self.announcement.seed.to_string();
        match &self.announcement.boards {
            Boards::Drawn { .. } if self.is_alike => text!("alike"),
            Boards::Drawn { opening: 0 } => text!("drawn-from", seed = seed),
            Boards::Drawn { opening } => text!("drawn-opened", seed = seed, n = *opening),
            Boards::Given(boards) => text!("given", n = boards.len()),
        }
    }

    /// A sentence about what would make more games differ.
    pub(crate) fn advice(&self) -> Message {
        match &self.announcement.boards {
            Boards::Given(_) => text!("more-boards"),
            Boards::Drawn { opening: 1.. } => text!("longer-opening"),
            Boards::Drawn { .. } if self.is_deaf => text!("opening-untold"),
            Boards::Drawn { .. } => text!("an-opening"),
        }
    }
}

fn are_alike(announcement: &Announcement, spec: &GameSpec) -> Result<bool, Error> {
    let parameters = announcement.parameters(spec)?;
    let mut boards = BTreeSet::new();
    for pair in 0..SAMPLES {
        let board = Board::draw(spec, &parameters, 0, announcement.seed, pair)?;
        let values =
            board.parameters.all().map(|(name, value)| (name.to_string(), value.to_string()));
        boards.insert(values.collect::<Vec<_>>());
    }
    Ok(boards.len() == 1)
}
