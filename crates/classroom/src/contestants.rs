//! The settings and the players of the games that versions play.

use std::path::Path;

use errors::Error;
use matches::{Prepared, Terms};
use players::{Contestant, GtpOptions, Kind, ProtocolName, Slot};
use rules::TimeControl;
use sandbox::Spawner;
use search::{GameSpec, SkillLevel};
use submission::Entry;

use crate::settings::Settings;
use crate::training::Training;

/// A process that starts programs.
///
/// # Errors
/// Fails if the system refuses it.
pub(crate) fn spawner() -> Result<Spawner, Error> {
    Spawner::start(None).map_err(|error| {
        Error::machine(format!("cannot start the process that starts programs: {error}"))
    })
}

/// The settings of a pair of games.
///
/// # Errors
/// Fails if the training's options of compilers have no meaning.
pub(crate) fn terms(
    training: &Training,
    settings: &Settings,
    time: TimeControl,
    seed: u64,
) -> Result<Terms, Error> {
    Ok(Terms {
        parameters: training.parameters.clone(),
        games: 2,
        sprt: None,
        seed,
        opening: None,
        openings: None,
        time,
        nodes: None,
        level: settings.level,
        compile_time: settings.caps.compile_time(),
        compilers: training.compilers_for_play()?,
        strict: false,
        data: Vec::new(),
        memory: None,
    })
}

/// A training opponent.
///
/// # Errors
/// Fails if this machine cannot prepare it.
pub(crate) fn engine(
    level: SkillLevel,
    spec: &'static GameSpec,
    terms: &Terms,
    folder: &Path,
    slot: &Slot,
) -> Result<Prepared, Error> {
    let contestant = Contestant::new(level.to_string(), Kind::Engine(level));
    Prepared::prepare(&contestant, spec, terms, folder, &mut slot.spawner())
}

/// The version as a player. What was uploaded is never read as a command line.
pub(crate) fn contestant(entry: &Entry) -> Contestant {
    let (protocol, gtp) = (ProtocolName::Own, GtpOptions::default());
    let (entry, arguments) = (Box::new(entry.clone()), Vec::new());
    let name = entry.name.clone();
    Contestant::new(name, Kind::Program { protocol, gtp, entry, arguments })
}
