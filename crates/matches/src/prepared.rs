//! A contestant that can join a game at any slot.

use sandbox::Spawner;
use search::GameSpec;

use super::program_builder::ProgramBuilder;
use super::terms::Terms;
use crate::record::{PlayerRecord, checksum};
use errors::Error;
use players::{Absent, Confined, Contestant, EnginePlayer, Kind, Player, Slot, Speech};

/// The entry of a contestant in a record.
///
/// # Errors
/// If its program cannot be read.
pub fn player_record(
    contestant: &Contestant,
    spec: &GameSpec,
    terms: &Terms,
) -> Result<PlayerRecord, Error> {
    let program = match &contestant.kind {
        Kind::Program { entry, speech, .. } => {
            Some((checksum(&entry.bytes()?), terms.memory_for(*speech, &spec.contest)))
        }
        Kind::Engine(_) | Kind::Person => None,
    };
    let (file, memory) = program.unzip();
    Ok(PlayerRecord { name: contestant.name.clone(), file, memory })
}

/// A contestant that can join a game at any slot.
pub enum Prepared {
    /// One of our engines.
    Engine(search::SkillLevel),
    /// A person.
    Person,
    /// A program, and its protocol.
    Program(Box<Confined>, Speech),
    /// The stand-in for a program that does not compile.
    Absent(Absent),
}

impl Prepared {
    /// Prepares a contestant. The builder compiles a program if necessary.
    ///
    /// # Errors
    /// If this machine lacks a tool that the contestant's program needs, or if the program does not
    /// compile and the terms are strict.
    pub fn prepare(
        contestant: &Contestant,
        builder: &ProgramBuilder<'_>,
        spawner: &mut Spawner,
    ) -> Result<Prepared, Error> {
        Ok(match &contestant.kind {
            Kind::Engine(level) => Prepared::Engine(*level),
            Kind::Person => Prepared::Person,
            Kind::Program { speech, entry, arguments } => {
                match builder.prepare(entry, arguments, *speech, spawner)? {
                    Ok(confined) => Prepared::Program(Box::new(confined), *speech),
                    Err(absent) => Prepared::Absent(absent),
                }
            }
        })
    }

    /// Why a contestant cannot take part, in words that follow its name.
    #[must_use]
    pub fn absence(&self) -> Option<String> {
        if let Prepared::Absent(absent) = self { Some(absent.told()) } else { None }
    }

    /// Makes the contestant's player for a slot. If the contestant is a person, `person` makes it.
    pub fn player(
        &self,
        spec: &'static GameSpec,
        terms: &Terms,
        slot: &Slot,
        person: impl Fn() -> Box<dyn Player>,
    ) -> Box<dyn Player> {
        match self {
            Prepared::Engine(level) => Box::new(EnginePlayer::new(spec, *level, terms.nodes)),
            Prepared::Person => person(),
            Prepared::Program(program, speech) => program.clone().player(*speech, slot.clone()),
            Prepared::Absent(absent) => Box::new(absent.clone()),
        }
    }
}
