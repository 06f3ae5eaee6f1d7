//! A contestant that is ready to sit down at any slot.

use sandbox::Spawner;
use search::GameSpec;

use super::terms::Terms;
use super::workshop::Workshop;
use crate::record::{PlayerRecord, checksum};
use errors::Error;
use players::{Absent, Confined, Contestant, EnginePlayer, Kind, Player, Slot, Speech};

/// What is recorded of a contestant.
pub(crate) fn player_record(contestant: &Contestant, spec: &GameSpec, terms: &Terms) -> Result<PlayerRecord, Error> {
    let program = match &contestant.kind {
        Kind::Program { entry, speech, .. } => {
            Some((checksum(&entry.bytes()?), terms.memory_for(*speech, &spec.contest)))
        }
        Kind::Engine(_) | Kind::Person => None,
    };
    let (file, memory) = program.unzip();
    Ok(PlayerRecord { name: contestant.name.clone(), file, memory })
}

/// A contestant that is ready to sit down at any slot.
pub(crate) enum Entrant {
    Engine(search::SkillLevel),
    Person,
    Program(Box<Confined>, Speech),
    Absent(Absent),
}

impl Entrant {
    pub(crate) fn prepare(
        contestant: &Contestant,
        workshop: &Workshop<'_>,
        spawner: &mut Spawner,
    ) -> Result<Entrant, Error> {
        Ok(match &contestant.kind {
            Kind::Engine(level) => Entrant::Engine(*level),
            Kind::Person => Entrant::Person,
            Kind::Program { speech, entry, arguments } => {
                match workshop.prepare(entry, arguments, *speech, spawner)? {
                    Ok(confined) => Entrant::Program(Box::new(confined), *speech),
                    Err(absent) => Entrant::Absent(absent),
                }
            }
        })
    }

    /// Why it cannot take part, in words that follow its name.
    pub(crate) fn absence(&self) -> Option<String> {
        if let Entrant::Absent(absent) = self { Some(absent.told()) } else { None }
    }

    pub(crate) fn player(
        &self,
        spec: &'static GameSpec,
        terms: &Terms,
        slot: &Slot,
        person: impl Fn() -> Box<dyn Player>,
    ) -> Box<dyn Player> {
        match self {
            Entrant::Engine(level) => Box::new(EnginePlayer::new(spec, *level, terms.nodes)),
            Entrant::Person => person(),
            Entrant::Program(program, speech) => program.clone().player(*speech, slot.clone()),
            Entrant::Absent(absent) => Box::new(absent.clone()),
        }
    }
}
