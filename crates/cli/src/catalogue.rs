//! Games by their names, for the arena, which knows none.

use arena::Offer;

use crate::offer::offer;

/// The game of this name, if there is one.
pub(crate) fn named(name: &str) -> Option<Offer> {
    games::find(name).map(offer)
}

/// What people call the game of this name.
pub(crate) fn title(name: &str) -> String {
    games::find(name).map_or(name, |card| card.title).to_string()
}
