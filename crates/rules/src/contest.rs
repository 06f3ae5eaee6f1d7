//! What a referee has to know about a game to let programs play it.

use std::time::Duration;

use crate::random::Random;
use crate::{BadParameter, Parameters, Refusal, Side};

/// How programs play a game against each other.
///
/// ```
/// use rules::Contest;
/// use std::time::Duration;
///
/// let contest = Contest { opening: 6, ..Contest::PLAIN };
/// assert_eq!(contest.time.game, Some(Duration::from_secs(60)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// How to communicate with programs, if the game's rules define that.
    pub protocol: Option<Protocol>,
    /// The parameters of a pair's board; those that are not set may be drawn at random. Every game
    /// on such a board ends.
    pub board: fn(&mut Random, &Parameters) -> Parameters,
    /// The number of random half-moves at the start of a pair's games, so that pairs differ.
    pub opening: usize,
    /// The default clocks.
    pub time: TimeControl,
    /// A program's memory in bytes, without its stack.
    pub memory: u64,
    /// Bytes of its stack.
    pub stack: u64,
}

impl Contest {
    /// For a game whose rules say nothing about contests: one minute a game, 256 MiB, and an
    /// opening of two half-moves.
    pub const PLAIN: Contest = Contest {
        protocol: None,
        board: |_, parameters| parameters.clone(),
        opening: 2,
        time: TimeControl::game(Duration::from_secs(60)),
        memory: 256 << 20,
        stack: 8 << 20,
    };
}

/// A player's time. If all fields are `None`, the time is unlimited.
///
/// ```
/// use rules::TimeControl;
/// use std::time::Duration;
///
/// let fischer = TimeControl { increment: Duration::from_secs(2), ..TimeControl::game(Duration::from_secs(60)) };
/// assert_eq!(fischer.each_move, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for all moves together.
    pub game: Option<Duration>,
    /// The time that each move adds to that (Fischer's clock).
    pub increment: Duration,
    /// For each move.
    pub each_move: Option<Duration>,
}

impl TimeControl {
    /// This much time for all moves together.
    #[must_use]
    pub const fn game(time: Duration) -> TimeControl {
        TimeControl { game: Some(time), increment: Duration::ZERO, each_move: None }
    }

    /// This much time for each move.
    #[must_use]
    pub const fn each_move(time: Duration) -> TimeControl {
        TimeControl { game: None, increment: Duration::ZERO, each_move: Some(time) }
    }
}

/// How a game's rules define the communication with programs.
///
/// ```
/// use rules::{BadParameter, Lifetime, Protocol};
///
/// let protocol = Protocol {
///     lifetime: Lifetime::Game,
///     any_start: false,
///     dialogue: |_, _| Err(BadParameter::Name("this game has no protocol yet".to_string())),
///     constants: |parameters, _| vec![("STONES", parameters.text("stones").to_string())],
/// };
/// let parameters = rules::Parameters::new(rules::nim::PARAMETERS);
/// assert_eq!((protocol.constants)(&parameters, rules::Side::First), [("STONES", "5".to_string())]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// How long a process lives.
    pub lifetime: Lifetime,
    /// Whether a program can be told moves that were made before it joined, including those of its
    /// own side.
    pub any_start: bool,
    /// Begins a conversation with the program of this side, from the start of the game with these
    /// parameters.
    pub dialogue: Speak,
    /// The constants that a program of this side is compiled with, as names and values.
    pub constants: fn(&Parameters, Side) -> Vec<(&'static str, String)>,
}

/// What begins a conversation. If some parameters cannot be told to a program.
pub type Speak = fn(&Parameters, Side) -> Result<Box<dyn Dialogue>, BadParameter>;

/// How long a program's process lives.
///
/// ```
/// use rules::Lifetime;
///
/// let processes = |lifetime, moves: usize| if lifetime == Lifetime::Move { moves } else { 1 };
/// assert_eq!(processes(Lifetime::Game, 20), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// It lives for a game: each question has some lines, and each answer has one.
    Game,
    /// It lives for a move: all of its input is the question, and all of its output is the answer.
    Move,
}

/// The referee's side of a conversation with one program in one game. Pure text.
///
/// ```
/// use std::time::Duration;
///
/// use rules::{Answer, Dialogue, Refusal};
///
/// /// Tells each move of the other side, and takes the answer as it is.
/// struct Echo(String);
///
/// impl Dialogue for Echo {
///     fn hear(&mut self, name: &str) {
///         self.0 = name.to_string();
///     }
///     fn prompt(&mut self, _left: Option<Duration>) -> String {
///         format!("{}\n", self.0)
///     }
///     fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
///         Ok(Answer::Move(answer.to_string()))
///     }
/// }
///
/// let mut echo = Echo(String::new());
/// echo.hear("2");
/// assert_eq!(echo.prompt(None), "2\n");
/// assert_eq!(echo.reply("3"), Ok(Answer::Move("3".to_string())));
/// ```
pub trait Dialogue: Send {
    /// Notes a legal move of this name, made by either side.
    fn hear(&mut self, name: &str);

    /// The text that asks the program for a move: everything that it needs and has not been told
    /// yet.
    ///
    /// `left` is the time left for all its moves, or for this move if only that is limited; `None`
    /// without any limit.
    fn prompt(&mut self, left: Option<Duration>) -> String;

    /// What its answer means.
    ///
    /// # Errors
    /// If the answer does not have the protocol's form, or does not name a possible move.
    fn reply(&self, answer: &str) -> Result<Answer, Refusal>;
}

/// What a player decides.
///
/// ```
/// use rules::Answer;
///
/// let said = |line: &str| if line == "resign" { Answer::Resign } else { Answer::Move(line.to_string()) };
/// assert_eq!(said("resign"), Answer::Resign);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The program makes the move of this name, which may be illegal.
    Move(String),
    /// The program resigns.
    Resign,
}
