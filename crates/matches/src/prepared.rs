//! A contestant that can join a game at any slot.

use std::path::Path;

use rules::Message;
use sandbox::Spawner;
use search::GameSpec;

use super::program_builder::ProgramBuilder;
use super::terms::Terms;
use crate::record::{PlayerRecord, checksum};
use errors::Error;
use players::{
    Absent, Confined, Contestant, EnginePlayer, Kind, Misreading, Player, ProtocolName, Slot,
};

/// Makes the player for a person. The number says whether the person is the first or the second
/// contestant.
pub type PersonMaker<'a> = &'a dyn Fn(usize) -> Box<dyn Player>;

/// A contestant that can join a game at any slot.
pub struct Prepared {
    pub(super) record: PlayerRecord,
    /// The contestant as a command line names it.
    pub(super) words: String,
    kind: PreparedKind,
}

enum PreparedKind {
    /// An engine, and how many positions it searches for a move, if not by a clock.
    Engine(search::SkillLevel, Option<u64>),
    Person,
    Program(Box<Confined>, ProtocolName),
    /// The stand-in for a program that does not compile.
    Absent(Absent),
}

impl Prepared {
    /// Prepares a contestant, in an empty folder. Compiles its program if necessary.
    ///
    /// # Errors
    /// Fails if this machine lacks a tool that the contestant's program needs, or if the program
    /// does not compile and `terms.strict` is set.
    pub fn prepare(
        contestant: &Contestant,
        spec: &'static GameSpec,
        terms: &Terms,
        folder: &Path,
        spawner: &mut Spawner,
    ) -> Result<Prepared, Error> {
        let terms = &terms.of(contestant);
        let mut record = PlayerRecord::named(contestant.name.clone());
        record.own = contestant.own.clone();
        let kind = match &contestant.kind {
            Kind::Engine(level) => PreparedKind::Engine(*level, terms.nodes),
            Kind::Person => PreparedKind::Person,
            Kind::Program { protocol, gtp, entry, arguments } => {
                gtp.check(&contestant.name, &terms.parameters)?;
                if *protocol == ProtocolName::Gomocup {
                    check_five(&contestant.name, spec, terms)?;
                }
                let builder = ProgramBuilder { spec, terms, folder };
                let built = builder.prepare(entry, arguments, (*protocol, gtp), spawner)?;
                record.file = Some(checksum(&entry.bytes()?));
                record.memory = Some(terms.memory_for(*protocol, &spec.contest));
                match built {
                    Ok(confined) => PreparedKind::Program(Box::new(confined), *protocol),
                    Err(absent) => PreparedKind::Absent(absent),
                }
            }
        };
        Ok(Prepared { record, words: contestant.words(), kind })
    }

    /// The same program, with which the referee follows this reading of squares; `None` if it does
    /// not talk by lines about a game whose moves are squares.
    #[must_use]
    pub fn misreading(&self, reading: Misreading) -> Option<Prepared> {
        let PreparedKind::Program(program, protocol) = &self.kind else { return None };
        let is_by_squares = program.spec.contest.squares.is_some()
            && matches!(protocol, ProtocolName::Lines | ProtocolName::Own);
        is_by_squares.then(|| {
            let program = Confined { misreading: Some(reading), ..Confined::clone(program) };
            let kind = PreparedKind::Program(Box::new(program), *protocol);
            Prepared { record: self.record.clone(), words: self.words.clone(), kind }
        })
    }

    /// If the contestant cannot take part: its name, and the reason in words that can follow the
    /// name.
    #[must_use]
    pub fn absence(&self) -> Option<(&str, String)> {
        self.absent().map(|absent| (&*self.record.name, absent.clause()))
    }

    /// Who stands in for a contestant that cannot take part.
    #[must_use]
    pub fn absent(&self) -> Option<&Absent> {
        match &self.kind {
            PreparedKind::Absent(absent) => Some(absent),
            _ => None,
        }
    }

    /// If the contestant cannot take part: the reason.
    pub(super) fn why_absent(&self) -> Option<Message> {
        self.absent().map(Absent::why)
    }

    /// Makes the contestant's player for a slot. If the contestant is a person, `person` makes the
    /// player.
    pub(super) fn player(
        &self,
        spec: &'static GameSpec,
        slot: &Slot,
        person: impl Fn() -> Box<dyn Player>,
    ) -> Box<dyn Player> {
        match &self.kind {
            PreparedKind::Engine(level, nodes) => Box::new(EnginePlayer::new(spec, *level, *nodes)),
            PreparedKind::Person => person(),
            PreparedKind::Program(program, protocol) => {
                program.clone().player(*protocol, slot.clone())
            }
            PreparedKind::Absent(absent) => Box::new(absent.clone()),
        }
    }
}

/// Refuses the Gomocup protocol for other games than five in a row.
fn check_five(name: &str, spec: &GameSpec, terms: &Terms) -> Result<(), Error> {
    let board = spec.contest.gomocup.and_then(|board| board(&terms.parameters));
    board.map(drop).ok_or_else(|| {
        Error::input(format!(
            "{name} cannot play: the Gomocup protocol is for five in a row, such as gomoku"
        ))
    })
}
