//! Settings of an engine.

use rules::{Parameters, Table};
use search::{EngineAtLevel, GameSpec, Limits, OpenError, SkillLevel};

/// Settings of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// How strong the engine is.
    pub level: SkillLevel,
    /// The seed that determines how a weak level misjudges its moves.
    pub seed: u64,
    /// The number of positions to search for a move if no time is set.
    pub nodes: u64,
}

impl EngineSettings {
    /// The limits of a search. There are none if the clock limits the search; otherwise the number
    /// of positions is limited.
    pub(crate) fn limits(self, timed: bool) -> Limits {
        if timed { Limits::NONE } else { Limits::nodes(self.nodes) }
    }

    /// Returns a game in progress, called a table, and an engine with these settings.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or if the diagram makes no sense.
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
