//! What a referee has to know of a game to let programs play it.

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
    /// How programs are spoken with, where the game's own text says so.
    pub protocol: Option<Protocol>,
    /// The parameters of a pair's board: what is not set of them may be drawn at random. A board so made has an end:
    /// no game on it goes on for ever.
    pub board: fn(&mut Random, &Parameters) -> Parameters,
    /// Half-moves at random with which a pair's games open, so that they differ from another pair's.
    pub opening: usize,
    /// The clocks unless others are set.
    pub time: TimeControl,
    /// Bytes of memory for a program, without its stack.
    pub memory: u64,
    /// Bytes of its stack.
    pub stack: u64,
}

impl Contest {
    /// For a game whose text says nothing of contests: a minute a game, 256 MiB, and an opening of two half-moves.
    pub const PLAIN: Contest = Contest {
        protocol: None,
        board: |_, parameters| parameters.clone(),
        opening: 2,
        time: TimeControl::game(Duration::from_secs(60)),
        memory: 256 << 20,
        stack: 8 << 20,
    };
}

/// How much time a player has. Without any bound it has as long as it likes.
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
    /// For all its moves together.
    pub game: Option<Duration>,
    /// What each move adds to that (Fischer's clock).
    pub increment: Duration,
    /// For each move.
    pub each_move: Option<Duration>,
}

impl TimeControl {
    /// So much for all moves together.
    #[must_use]
    pub const fn game(time: Duration) -> TimeControl {
        TimeControl { game: Some(time), increment: Duration::ZERO, each_move: None }
    }

    /// So much for each move.
    #[must_use]
    pub const fn each_move(time: Duration) -> TimeControl {
        TimeControl { game: None, increment: Duration::ZERO, each_move: Some(time) }
    }
}

/// How the text of a game has programs spoken with.
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
    /// Whether a program can be told of moves that were made before it sat down, its own side's among them.
    pub any_start: bool,
    /// A conversation with the program that has this side, from the start of the game with these parameters.
    pub dialogue: Speak,
    /// The constants that a program with this side is compiled with, as names and values.
    pub constants: fn(&Parameters, Side) -> Vec<(&'static str, String)>,
}

/// What begins a conversation. Some parameters cannot be told.
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
    /// For a game: it is asked by some lines, and answers each time with one.
    Game,
    /// For a move: it is asked by all of its input, and all of its output is the answer.
    Move,
}

/// The referee's side of a conversation with one program during one game. Pure text.
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
    /// A legal move of this name has been made, by either side.
    fn hear(&mut self, name: &str);

    /// What the program is sent when it has to move: all that it has to know and has not been told.
    ///
    /// `left` is what it has left of the time for all its moves, or for this move where that is all that is limited;
    /// `None` without any limit.
    fn prompt(&mut self, left: Option<Duration>) -> String;

    /// What its answer means.
    ///
    /// # Errors
    /// When the answer is not in the form of the protocol, or names no move that could be legal.
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
    /// To make the move of this name, which may yet be illegal.
    Move(String),
    /// To give the game up.
    Resign,
}
