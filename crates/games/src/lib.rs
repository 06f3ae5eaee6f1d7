//! The list of the games, each of which is a crate of its own.
//!
//! Everything about a game lies in that game's crate, in the folder of this one. Besides, only
//! `programs` names games in its code. A new game needs only a new crate, a feature, and its
//! place in [`GAMES`].
//!
//! A caller that uses the moves of a game needs the game's own type. A caller that treats all games
//! alike uses the list [`GAMES`]. Each game is a feature of this crate; all are on by default.
//!
//! ```
//! use games::mnk::{Mnk, Solver};
//! use rules::{Game, Side};
//!
//! let game = Mnk::<1>::new(5, 5, 4);
//! assert_eq!(rules::perft(&game, &game.start(), 3), 13_800);
//! let small = Mnk::<1>::new(4, 4, 3);
//! assert_eq!(Solver::new(small.clone()).winner(&small.start()), Some(Side::First));
//!
//! let reversi = games::find("reversi").expect("Reversi exists");
//! assert_eq!(reversi.sides, ["black", "white"]);
//! ```

/// The examples of this page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-engine.md")]
struct OwnEngine;

#[cfg(feature = "flood-wars")]
pub use flood_wars;
#[cfg(feature = "gangsters")]
pub use gangsters;
#[cfg(feature = "mnk")]
pub use mnk;
#[cfg(feature = "poziomka")]
pub use poziomka;
#[cfg(feature = "reversi")]
pub use reversi;

use rules::Program;
use search::GameSpec;

/// Every game.
pub const GAMES: &[&GameSpec] = &[
    #[cfg(feature = "poziomka")]
    &poziomka::SPEC,
    #[cfg(feature = "reversi")]
    &reversi::SPEC,
    #[cfg(feature = "flood-wars")]
    &flood_wars::SPEC,
    #[cfg(feature = "mnk")]
    &mnk::SPEC,
    #[cfg(feature = "gangsters")]
    &gangsters::SPEC,
];

/// The game with this name, or with a program of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameSpec> {
    GAMES.iter().copied().find(|spec| spec.is_called(name))
}

/// Every program that a game's rules ask for, with its game.
pub fn programs() -> impl Iterator<Item = (&'static GameSpec, &'static Program)> {
    GAMES.iter().filter_map(|spec| Some((*spec, spec.program.as_ref()?)))
}
