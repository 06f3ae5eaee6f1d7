//! The arguments that say how the engine plays.

use clap::Args;
use players::EngineSettings;
use search::GameSpec;

use crate::failure::Failure;

/// The settings of an engine.
#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// How strong the engine plays, from 1 to the game's highest level, which is the default
    #[arg(long, value_name = "LEVEL")]
    engine: Option<u8>,
    /// How many positions the engine searches for a move, unless a time is set
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Determines how a weak engine misjudges its moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArguments {
    /// The settings in a game.
    ///
    /// # Errors
    /// Fails if the game's engine has no such level.
    pub(crate) fn settings(&self, spec: &GameSpec) -> Result<EngineSettings, Failure> {
        let level = self.engine.map_or(Some(spec.full()), |number| spec.level(number));
        let most = spec.full().number();
        let level = level.ok_or_else(|| {
            Failure::Usage(format!("--engine: expected a level of {}, 1 to {most}", spec.title))
        })?;
        Ok(EngineSettings { level, seed: self.seed, nodes: self.nodes })
    }
}
