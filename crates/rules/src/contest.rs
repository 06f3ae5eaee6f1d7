//! The facts about a game that a referee needs so that programs can play it.

use std::time::Duration;

use crate::random::Random;
use crate::{BadParameter, Parameters, Refusal, Side, SquareNames};

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
    /// How the referee communicates with programs, if the game's rules define it.
    pub protocol: Option<Protocol>,
    /// Returns the parameters of the board for a pair of games. This function may draw at random
    /// the parameters that are not set. Every game on such a board ends.
    pub board: fn(&mut Random, &Parameters) -> Parameters,
    /// The greatest number of half-moves of a game with these parameters, if the rules bound it.
    pub half_moves: Option<fn(&Parameters) -> u64>,
    /// How a move's name contains a square, if it does. Programs that read such names otherwise can
    /// then be told so.
    pub squares: Option<SquareNames>,
    /// The board for the Gomocup protocol, columns and rows, if a game with these parameters is five
    /// in a row.
    pub gomocup: Option<FiveInARow>,
    /// The number of random half-moves at the start of a pair's games, so that pairs differ.
    pub opening: usize,
    /// The default clocks.
    pub time: TimeControl,
    /// The memory of a program in bytes, without its stack.
    pub memory: u64,
    /// The stack of a program in bytes.
    pub stack: u64,
}

/// Columns and rows of the board, if these parameters make five in a row.
pub type FiveInARow = fn(&Parameters) -> Option<(usize, usize)>;

impl Contest {
    /// The contest for games whose rules do not say how programs play each other: one minute for
    /// all moves of a player, 256 MiB, and an opening of two half-moves.
    pub const PLAIN: Contest = Contest {
        protocol: None,
        board: |_, parameters| parameters.clone(),
        half_moves: None,
        squares: None,
        gomocup: None,
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
/// let minute = TimeControl::game(Duration::from_secs(60));
/// let fischer = TimeControl { increment: Duration::from_secs(2), ..minute };
/// assert_eq!((fischer.game, fischer.each_move), (minute.game, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for all moves together.
    pub game: Option<Duration>,
    /// The time that each move adds to `game` (Fischer's clock).
    pub increment: Duration,
    /// The time for each move.
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
/// use rules::{BadParameter, Lifetime, Parameters, Protocol, Side, nim};
///
/// let protocol = Protocol {
///     lifetime: Lifetime::Game,
///     any_start: false,
///     dialogue: |_, _| Err(BadParameter::Name("this game has no protocol yet".to_string())),
///     constants: |parameters, _| vec![("STONES", parameters.text("stones").to_string())],
/// };
/// let constants = (protocol.constants)(&Parameters::new(nim::PARAMETERS), Side::First);
/// assert_eq!(constants, [("STONES", "5".to_string())]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// The lifetime of a process.
    pub lifetime: Lifetime,
    /// Whether a program can join a game that has begun. Such a program is then told all earlier
    /// moves, including those of its own side.
    pub any_start: bool,
    /// Begins a conversation with the program of this side, from the start of the game with these
    /// parameters.
    pub dialogue: Speak,
    /// The constants that a program of this side is compiled with, as names and values.
    pub constants: fn(&Parameters, Side) -> Vec<(&'static str, String)>,
}

/// Begins a conversation with a program. This fails if the protocol cannot tell the program one of
/// the parameters.
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
    /// The process lives for a game: a question has one or more lines, and an answer has one line.
    Game,
    /// The process lives for a move: its whole input is the question, and its whole output is the
    /// answer.
    Move,
}

/// The referee's side of a conversation with one program in one game. A dialogue deals only with
/// text.
///
/// ```
/// use std::time::Duration;
///
/// use rules::{Answer, Dialogue, Refusal};
///
/// /// A protocol that sends the last move, and takes the answer as the name of a move.
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

    /// The text that asks the program for a move: all that the program needs and has not been told
    /// yet.
    ///
    /// `left` is the time left for all moves of the program, or for this move if only single moves
    /// are limited. `left` is `None` if there is no limit.
    fn prompt(&mut self, left: Option<Duration>) -> String;

    /// The meaning of the program's answer.
    ///
    /// # Errors
    /// Fails if the answer does not have the protocol's form, or does not name a possible move.
    fn reply(&self, answer: &str) -> Result<Answer, Refusal>;

    /// Whether a line that the program has written is a remark, which is no answer.
    fn is_aside(&self, _line: &str) -> bool {
        false
    }

    /// Whether programs may write remarks. If not, more than one line is a foul.
    fn has_asides(&self) -> bool {
        false
    }
}

/// What a player decides.
///
/// ```
/// use rules::Answer;
///
/// fn answer(line: &str) -> Answer {
///     if line == "resign" { Answer::Resign } else { Answer::Move(line.to_string()) }
/// }
/// assert_eq!(answer("resign"), Answer::Resign);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The program makes the move of this name, which may be illegal.
    Move(String),
    /// The program resigns.
    Resign,
}
