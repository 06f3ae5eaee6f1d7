//! A game's visiting card: what those who know no game need to know of one.

use std::fmt;

use rules::random::{Random, hash_words};
use rules::{Answers, BadInput, BadParameter, Contest, Notation, Parameter, Parameters, Picture, Play, Table};
use search::{Engine, Evaluate, Thinker};

use crate::{CaseScope, Console, ProgramError};

/// Everything that the command line and the page know of a game.
#[derive(Debug)]
pub struct Card {
    /// The name on command lines and in files, e.g. `flood-wars`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What the two sides are called, the first to move first.
    pub sides: [&'static str; 2],
    /// The rules in words: the folder's README.
    pub readme: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Which of them are the numbers of rows and of columns, where those can be set.
    pub size: Option<[&'static str; 2]>,
    /// Sets up a table and an engine for it, from the start or from a diagram.
    pub open: fn(&Parameters, Option<&str>) -> Result<Seat, Unopened>,
    /// How programs play each other.
    pub contest: Contest,
    /// Fixed positions whose search is a checksum of the engine's behaviour.
    pub bench: &'static [BenchPosition],
    /// The program that the game's text asks for, where it asks for one.
    pub program: Option<Program>,
}

impl Program {
    /// Cases that share one set of options, as those for a compiled program must.
    pub const SET: u64 = 10;

    /// The options of a set, counted from 0, of the test cases that `seed` names for ever.
    #[must_use]
    pub fn set_options(&self, seed: u64, set: u64) -> Parameters {
        (self.vary)(&mut Random::new(hash_words([seed, set])))
    }

    /// The input of a case, counted from 1, of the test cases that `seed` and the scope name for ever.
    #[must_use]
    pub fn case_input(&self, seed: u64, number: u64, options: &Parameters, scope: CaseScope) -> String {
        (self.case)(&mut Random::new(hash_words([seed, number, Program::SET])), options, scope)
    }
}

impl Card {
    /// The name of the executable of the game's program, where it has one.
    #[must_use]
    pub fn program_name(&self) -> Option<&'static str> {
        self.program.as_ref().map(|program| program.name)
    }
}

/// A table, and an engine that follows it.
pub struct Seat {
    /// The game as it is played.
    pub table: Box<dyn Table>,
    /// An engine for it; it is told the table's moves.
    pub engine: Box<dyn Engine>,
}

/// A position for `ludoteka bench`, searched to a fixed depth.
#[derive(Debug)]
pub struct BenchPosition {
    /// Parameters, as names and values.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The moves that lead there.
    pub moves: &'static [&'static str],
    /// Plies to search.
    pub depth: u32,
}

/// A program from standard input to standard output, as a game's text describes it.
#[derive(Debug)]
pub struct Program {
    /// The name of its executable.
    pub name: &'static str,
    /// What can be set, on the command line or when it is compiled.
    pub options: &'static [Parameter],
    /// Runs it.
    pub run: fn(&Parameters, &mut Console<'_>) -> Result<(), ProgramError>,
    /// Options for a set of random cases.
    pub vary: fn(&mut Random) -> Parameters,
    /// A random sound input for a program run with these options.
    pub case: fn(&mut Random, &Parameters, CaseScope) -> String,
    /// Which answers to an input are right.
    pub answers: Answers,
}

/// Bytes of hash table for an engine at a table, at most.
const TABLE_BYTES: usize = 64 << 20;

/// [`Card::open`] for a game and an opinion about it.
///
/// # Errors
/// When the parameters do not go together or the diagram makes no sense.
pub fn open<G, E>(parameters: &Parameters, diagram: Option<&str>, evaluate: E) -> Result<Seat, Unopened>
where
    G: Notation + Picture + Clone,
    E: Evaluate<G> + 'static,
{
    let mut game = G::new(parameters)?;
    if let Some(text) = diagram {
        game = game.at_diagram(text)?;
    }
    let engine = Box::new(Thinker::new(game.clone(), evaluate, TABLE_BYTES));
    Ok(Seat { table: Box::new(Play::new(game)), engine })
}

/// Why a table could not be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// A parameter is wrong.
    Parameter(BadParameter),
    /// The diagram is wrong.
    Diagram(BadInput),
}

impl From<BadParameter> for Unopened {
    fn from(bad: BadParameter) -> Unopened {
        Unopened::Parameter(bad)
    }
}

impl From<BadInput> for Unopened {
    fn from(bad: BadInput) -> Unopened {
        Unopened::Diagram(bad)
    }
}

impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unopened::Parameter(bad) => bad.fmt(f),
            Unopened::Diagram(bad) => write!(f, "diagram, {bad}"),
        }
    }
}

impl std::error::Error for Unopened {}
