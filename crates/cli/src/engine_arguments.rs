//! The arguments that say how the engine plays.

use clap::Args;
use players::EngineSettings;
use search::SkillLevel;

/// The settings of an engine.
#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// How strong the engine plays, from 1 to 5
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = 5,
        value_parser = clap::value_parser!(u8).range(1..=5)
    )]
    engine: u8,
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
    pub(crate) fn settings(&self) -> EngineSettings {
        let level = SkillLevel::new(self.engine).unwrap_or(SkillLevel::FULL);
        EngineSettings { level, seed: self.seed, nodes: self.nodes }
    }
}
