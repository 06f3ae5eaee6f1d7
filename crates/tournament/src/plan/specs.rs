//! The games that a machine knows, and the game of a tournament.

use search::GameSpec;

use super::announcement::Announcement;
use errors::Error;

/// The games that this machine knows.
pub type GameSpecs = &'static [&'static GameSpec];

/// The game of a tournament.
pub(crate) fn spec_of(
    specs: GameSpecs,
    announcement: &Announcement,
) -> Result<&'static GameSpec, Error> {
    let game = &announcement.game;
    let spec = specs.iter().copied().find(|spec| spec.is_called(game));
    spec.ok_or_else(|| {
        Error::input(format!("the tournament is of {game}, a game that this version does not know"))
    })
}
