//! How one of our engines is to play.

use rules::{Parameters, Table};
use search::{EngineAtLevel, GameSpec, Limits, OpenError, SkillLevel};

/// How one of our engines is to play.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// How strong.
    pub level: SkillLevel,
    /// Decides which moves of a weak level are blunders, and which blunders.
    pub seed: u64,
    /// Positions to look at for a move as long as nobody has set a time.
    pub nodes: u64,
}

impl EngineSettings {
    /// The limits of a search: a time alone, once there is one.
    pub(crate) fn limits(self, timed: bool) -> Limits {
        if timed { Limits::NONE } else { Limits::nodes(self.nodes) }
    }

    /// A table of this game and an engine with these settings at it.
    ///
    /// # Errors
    /// When parameters do not go together or the diagram makes no sense.
    pub(crate) fn open(
        self,
        spec: &GameSpec,
        parameters: &Parameters,
        diagram: Option<&str>,
    ) -> Result<(Box<dyn Table>, EngineAtLevel), OpenError> {
        let instance = (spec.open)(parameters, diagram)?;
        Ok((instance.table, EngineAtLevel::new(instance.engine, self.level, self.seed)))
    }
}
