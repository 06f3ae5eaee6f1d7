//! Selects the kind of player for a program, by its protocol.

use rules::Lifetime;

use super::by_game::ProgramByGame;
use super::by_move::ProgramByMove;
use super::gtp::GtpPlayer;
use super::{Confined, Slot};
use crate::contestant::ProtocolName;
use crate::player::Player;

impl Confined {
    /// The player for this program. The slot's spawner starts the program.
    #[must_use]
    pub fn player(self, protocol: ProtocolName, slot: Slot) -> Box<dyn Player> {
        let lifetime =
            self.spec.contest.protocol.filter(|_| self.is_own).map(|protocol| protocol.lifetime);
        match (protocol, lifetime) {
            (ProtocolName::Own, Some(Lifetime::Move)) => Box::new(ProgramByMove::new(self, slot)),
            (ProtocolName::Gtp, _) => Box::new(GtpPlayer::new(self, slot)),
            (ProtocolName::Own | ProtocolName::Lines | ProtocolName::Gomocup, _) => {
                Box::new(ProgramByGame::new(self, slot))
            }
        }
    }
}
