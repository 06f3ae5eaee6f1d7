//! A game's specification: the facts about a game that other crates need.

use std::fmt;
use std::sync::Arc;

use rules::{
    BadDiagram, BadInput, BadParameter, Catalogue, Contest, FileFormat, Notation, Parameter,
    Parameters, Picture, Play, Program, Setup, State, Table,
};

use crate::{Engine, Evaluate, Itself, Model, SearchEngine, SkillLevel, Slip, Solver};

/// Names and values of parameters.
pub type Settings = &'static [(&'static str, &'static str)];

/// Everything that a command line, a page, a referee or a tournament knows about a game.
///
/// ```
/// use rules::Contest;
/// use rules::Catalogue;
/// use rules::nim::Nim;
/// use search::{Compiler, Evaluate, GameSpec, Instance, Score};
///
/// # #[derive(Clone, Copy)]
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as rules::Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// const NIM: GameSpec = GameSpec {
///     name: "nim",
///     title: "Nim",
///     sides: ["first", "second"],
///     readme: Catalogue::new(&["Take one, two or three stones. Who takes the last one wins."]),
///     parameters: &[],
///     size: None,
///     for_people: &[],
///     also_called: &[],
///     presets: &[],
///     trial_boards: &[],
///     open: |_, _| Ok(Instance::of(Nim::heap(9), Even)),
///     contest: Contest::PLAIN,
///     compiler: Compiler::GCC,
///     slips: <Even as Evaluate<Nim>>::SLIPS,
///     bench: &[],
///     suite: &[],
///     formats: &[],
///     program: None,
/// };
/// assert!(NIM.is_called("nim") && NIM.program_name().is_none());
/// assert_eq!((NIM.levels().len(), NIM.level(6)), (5, None));
/// ```
#[derive(Debug)]
pub struct GameSpec {
    /// The name on command lines and in files, e.g. `flood-wars`.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The names of the two sides. The first of them makes the first move.
    pub sides: [&'static str; 2],
    /// The rules in words: the README in the game's folder, in every language.
    pub readme: Catalogue,
    /// The parameters that can be set.
    pub parameters: &'static [Parameter],
    /// The names of the parameters for rows and for columns, if these can be set.
    pub size: Option<[&'static str; 2]>,
    /// The names and values of the parameters that suit people who just want to play. They make a
    /// board of a convenient size. The list is empty if the default board has such a size.
    pub for_people: Settings,
    /// Other names of the game on command lines. Each of them also means some values of parameters.
    pub also_called: &'static [(&'static str, Settings)],
    /// Boards that people look for, which the form for a new game offers: the key of each name in
    /// the words of the game, and the values of parameters.
    pub presets: &'static [(&'static str, Settings)],
    /// Boards of unusual size and shape, on which programs of students fail: an oblong one, and one
    /// at the limits of the rules. The list is empty if the board has only one size.
    pub trial_boards: &'static [Settings],
    /// Opens an instance with these parameters, from the start or from a diagram.
    pub open: fn(&Parameters, Option<&str>) -> Result<Instance, OpenError>,
    /// The conditions under which programs play each other.
    pub contest: Contest,
    /// The compiler that the game's rules name for programs.
    pub compiler: Compiler,
    /// How the weak levels of the engine misjudge moves: the same list as [`Engine::slips`].
    pub slips: &'static [Slip],
    /// Positions for `ludoteka bench`. The node counts of their searches are a checksum of the
    /// engine's behaviour.
    pub bench: &'static [BenchPosition],
    /// The boards of suites, on which the margins of all moves are often proved soon; see
    /// [`SuiteSource`](crate::SuiteSource). If the list is empty, suites have the default board.
    pub suite: &'static [SuiteBoard],
    /// The file formats in which other programs keep games of this kind.
    pub formats: &'static [FileFormat],
    /// The program that the game's rules ask for, if they ask for one.
    pub program: Option<Program>,
}

impl GameSpec {
    /// The name of the executable of the game's program, if it has one.
    #[must_use]
    pub fn program_name(&self) -> Option<&'static str> {
        self.program.as_ref().map(|program| program.name)
    }

    /// The levels of the engine, the weakest first. The last of them is the whole engine.
    #[must_use]
    pub fn levels(&self) -> Vec<SkillLevel> {
        (1..=self.full().number()).map(SkillLevel::new).collect()
    }

    /// The highest level: the whole engine.
    #[must_use]
    pub fn full(&self) -> SkillLevel {
        SkillLevel::new(self.slips.len() as u8 + 1)
    }

    /// The level with this number; `None` if the game has no such level.
    #[must_use]
    pub fn level(&self, number: u8) -> Option<SkillLevel> {
        self.levels().into_iter().find(|level| level.number() == number)
    }

    /// Whether `name` is the name of the game or of the game's program.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.program_name() == Some(name)
    }
}

/// A compiler and its options, as the game's rules name them. Only the judge uses these options.
/// When programs play each other, Ludoteka's default options for the compiler are used.
///
/// ```
/// use search::Compiler;
///
/// let pascal = Compiler { name: "fpc", options: "-O2" };
/// assert_ne!(pascal, Compiler::GCC);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// The usual name of the compiler, e.g. `gcc` or `fpc`.
    pub name: &'static str,
    /// The options, separated by blanks or line feeds.
    pub options: &'static str,
}

impl Compiler {
    /// The compiler for a game whose rules name none.
    pub const GCC: Compiler = Compiler { name: "gcc", options: "-O2 -lm" };

    /// The strict options with which the courses of the University of Warsaw compile C.
    pub const STRICT: Compiler = Compiler { name: "gcc", options: include_str!("opcje") };
}

/// A position for `ludoteka bench`, searched to a fixed depth.
///
/// ```
/// use search::BenchPosition;
///
/// let position = BenchPosition { parameters: &[("heap", "9")], moves: &["1"], depth: 4 };
/// assert_eq!(position.moves, ["1"], "the search starts with eight stones left");
/// ```
#[derive(Debug)]
pub struct BenchPosition {
    /// Names and values of parameters.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The moves from the start of the game to this position.
    pub moves: &'static [&'static str],
    /// The depth of the search, in plies.
    pub depth: u32,
}

/// A board of a game's suites.
///
/// ```
/// use search::SuiteBoard;
///
/// let board = SuiteBoard { parameters: &[("heap", "9")], half_moves: [0, 2] };
/// assert!(board.half_moves[0] <= board.half_moves[1]);
/// ```
#[derive(Debug)]
pub struct SuiteBoard {
    /// Names and values of parameters.
    pub parameters: Settings,
    /// The least and the greatest number of half-moves before a position. Earlier positions are
    /// rarely proved soon.
    pub half_moves: [usize; 2],
}

/// A game with fixed parameters: a table to play it on, an engine and a solver.
pub struct Instance {
    /// The table at which the game is played.
    pub table: Box<dyn Table>,
    /// The engine of the game. Each of its functions is given the moves made at the table.
    pub engine: Box<dyn Engine>,
    /// The solver of the game. Each of its functions is also given the moves made at the table.
    pub solver: Box<dyn Solver>,
    /// The start of the game, for programs that see numbers instead of moves.
    pub start: Arc<dyn State>,
}

/// The greatest size of an engine's hash table in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// The greatest size of a solver's hash table in bytes. The table is larger than an engine's, since
/// the user waits for an exact answer.
const SOLVER_TABLE_BYTES: usize = 1 << 30;

impl Instance {
    /// Opens the instance of a game with its evaluation. A game's [`GameSpec::open`] calls this
    /// function with the type of the game.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or the diagram makes no sense.
    pub fn open<G, E>(
        parameters: &Parameters,
        diagram: Option<&str>,
        evaluate: E,
    ) -> Result<Instance, OpenError>
    where
        G: Notation + Picture,
        E: Evaluate<G> + Copy + 'static,
    {
        let setup = diagram.map(G::read).transpose()?;
        Instance::open_at(parameters, setup.as_ref(), evaluate)
    }

    /// Like [`Instance::open`], but with a diagram that has already been read.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or the rules do not allow the position.
    pub fn open_at<G, E>(
        parameters: &Parameters,
        setup: Option<&Setup>,
        evaluate: E,
    ) -> Result<Instance, OpenError>
    where
        G: Notation + Picture,
        E: Evaluate<G> + Copy + 'static,
    {
        Ok(Instance::of(game_at(parameters, setup)?, evaluate))
    }

    /// The instance of a game whose engine and solver use the same search.
    pub fn of<G, E>(game: G, evaluate: E) -> Instance
    where
        G: Notation + Picture,
        E: Evaluate<G> + Copy + 'static,
    {
        Instance::modelled(game, Itself, evaluate)
    }

    /// The instance of a game whose engine and solver search in another representation.
    pub fn modelled<G, M, E>(game: G, model: M, evaluate: E) -> Instance
    where
        G: Notation + Picture,
        M: Model<G> + Clone + 'static,
        E: Evaluate<M::Inner> + Copy + 'static,
    {
        Instance {
            engine: Box::new(SearchEngine::with_model(
                game.clone(),
                model.clone(),
                evaluate,
                TABLE_BYTES,
            )),
            solver: Box::new(SearchEngine::with_model(
                game.clone(),
                model,
                evaluate,
                SOLVER_TABLE_BYTES,
            )),
            start: Play::new(game.clone()).state(),
            table: Box::new(Play::new(game)),
        }
    }
}

/// A game with these parameters, from its start or from a diagram that has been read.
///
/// # Errors
/// Fails if the parameters do not fit together, or the rules do not allow the position.
pub fn game_at<G: Notation>(
    parameters: &Parameters,
    setup: Option<&Setup>,
) -> Result<G, OpenError> {
    let game = G::new(parameters)?;
    Ok(match setup {
        Some(setup) => game.at(setup).map_err(BadDiagram::from)?,
        None => game,
    })
}

/// The reason why no instance of a game could be opened. Both kinds are mistakes in the input.
///
/// ```
/// use rules::{Parameter, Parameters};
/// use search::OpenError;
///
/// const ROWS: &[Parameter] = &[Parameter::integer("rows", "rows of the board", 1, 9, 3)];
/// let bad = Parameters::new(ROWS).set("rows", "10").expect_err("there are at most nine rows");
/// assert!(matches!(OpenError::from(bad), OpenError::Parameter(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// A parameter is wrong.
    Parameter(BadParameter),
    /// The diagram is wrong.
    Diagram(BadDiagram),
}

impl From<BadParameter> for OpenError {
    fn from(bad: BadParameter) -> OpenError {
        OpenError::Parameter(bad)
    }
}

impl From<BadDiagram> for OpenError {
    fn from(bad: BadDiagram) -> OpenError {
        OpenError::Diagram(bad)
    }
}

impl From<BadInput> for OpenError {
    fn from(bad: BadInput) -> OpenError {
        OpenError::Diagram(bad.into())
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Parameter(bad) => bad.fmt(f),
            OpenError::Diagram(bad) => write!(f, "diagram, {bad}"),
        }
    }
}

impl std::error::Error for OpenError {}
