//! On which terms a series is played.

use rules::{Parameters, TimeControl};
use sandbox::Level;

/// On which terms all games of a series are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game's parameters, as far as they are set.
    pub parameters: Parameters,
    /// How many games; an even number, since each board is played twice.
    pub games: u64,
    /// Decides the boards, and whatever engines leave to chance.
    pub seed: u64,
    /// Half-moves at random that open each pair of games; the game's own number of them unless set.
    pub opening: Option<usize>,
    /// The clocks.
    pub time: TimeControl,
    /// Positions that engines look at for a move, whatever the clock says.
    pub nodes: Option<u64>,
    /// How well programs are confined.
    pub level: Level,
    /// Bytes of memory for a program; as many as the game's text allows unless set.
    pub memory: Option<u64>,
}
