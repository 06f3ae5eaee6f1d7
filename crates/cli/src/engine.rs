//! Our engine as the arena wants it, and the arguments that say how it is to play.

use arena::{Offer, Style};
use clap::Args;
use games::Card;
use search::Grade;

/// How the engine plays.
#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// How strong it plays, from 1 to 5
    #[arg(long, value_name = "GRADE", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=5))]
    engine: u8,
    /// How many positions it looks at for a move as long as nobody has set a time
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// When a weak engine slips, and how
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArguments {
    pub(crate) fn style(&self) -> Style {
        let grade = Grade::new(self.engine).unwrap_or(Grade::FULL);
        Style { grade, seed: self.seed, nodes: self.nodes }
    }
}

/// The game of this card, for an engine to play.
pub(crate) fn offer(card: &'static Card) -> Offer {
    let open = card.open;
    Offer {
        name: card.name,
        sides: card.sides,
        parameters: card.parameters,
        size: card.size,
        contest: card.contest,
        open: Box::new(move |parameters, diagram| match open(parameters, diagram) {
            Ok(seat) => Ok((seat.table, seat.engine)),
            Err(unopened) => Err(unopened.to_string()),
        }),
    }
}
