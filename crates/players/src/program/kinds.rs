//! Selects the kind of player for a program, by its protocol.

use rules::Lifetime;

use super::by_game::ProgramByGame;
use super::by_move::ProgramByMove;
use super::gtp::GtpPlayer;
use super::{Confined, Slot};
use crate::contestant::Speech;
use crate::player::Player;

impl Confined {
    /// The player for this program at a slot.
    #[must_use]
    pub fn player(self, speech: Speech, slot: Slot) -> Box<dyn Player> {
        let lifetime =
            self.spec.contest.protocol.filter(|_| self.is_own).map(|protocol| protocol.lifetime);
        match (speech, lifetime) {
            (Speech::Own, Some(Lifetime::Move)) => Box::new(ProgramByMove::new(self, slot)),
            (Speech::Gtp, _) => Box::new(GtpPlayer::new(self, slot)),
            (Speech::Own | Speech::Lines, _) => Box::new(ProgramByGame::new(self, slot)),
        }
    }
}
