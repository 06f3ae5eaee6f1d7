//! A game with our engine as the arena wants them. The tests of the protocols take this file as it is.

use arena::Offer;
use games::Card;

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
