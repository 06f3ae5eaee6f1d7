//! What holds for one player alone.

use std::time::Duration;

use rules::TimeControl;
use sandbox::Level;
use serde::{Deserialize, Serialize};

/// What holds for one player alone, in place of what its match says for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnTerms {
    /// What a command line calls it, if its name is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<String>,
    /// Its clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeRecord>,
    /// How many positions an engine searches for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of the level at which a program is confined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The memory limit of a program in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Folders that a program may read, beside those for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
}

impl OwnTerms {
    /// Whether nothing holds for the player alone.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == OwnTerms::default()
    }

    /// The level at which the player's program is confined, if it has its own.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::ALL.into_iter().find(|level| Some(level.number()) == self.level)
    }

    /// Checks that what is set can hold for an engine, for a program, or for a person, who is neither.
    ///
    /// # Errors
    /// Says in words, which can follow the player's name, what it cannot have.
    pub fn check(&self, is_engine: bool, is_program: bool) -> Result<(), String> {
        if self.nodes.is_some() && !is_engine {
            return Err("is no engine: only engines have a number of positions".to_string());
        }
        let of_programs = [
            ("level of confinement", self.level.is_some()),
            ("limit of memory", self.memory.is_some()),
            ("folder to read", !self.data.is_empty()),
        ];
        if let Some((what, _)) = of_programs.iter().find(|(_, is_set)| *is_set && !is_program) {
            return Err(format!("is no program: only programs have a {what}"));
        }
        if self.level.is_some() && self.level().is_none() {
            return Err("has a level of confinement that does not exist".to_string());
        }
        Ok(())
    }
}

/// The clocks, in milliseconds; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRecord {
    /// The time for all moves of a player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game_ms: Option<u64>,
    /// The time that each move adds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub increment_ms: Option<u64>,
    /// The time for each move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub move_ms: Option<u64>,
}

impl From<TimeControl> for TimeRecord {
    fn from(time: TimeControl) -> TimeRecord {
        let ms = |time: Duration| time.as_millis() as u64;
        let increment_ms = Some(ms(time.increment)).filter(|&increment| increment > 0);
        TimeRecord { game_ms: time.game.map(ms), increment_ms, move_ms: time.each_move.map(ms) }
    }
}

impl From<TimeRecord> for TimeControl {
    fn from(time: TimeRecord) -> TimeControl {
        let [game, increment, each_move] =
            [time.game_ms, time.increment_ms, time.move_ms].map(|ms| ms.map(Duration::from_millis));
        TimeControl { game, each_move, increment: increment.unwrap_or_default() }
    }
}
