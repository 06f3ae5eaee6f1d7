//! Which answers of a program are right, and why an answer is wrong.

use crate::{Drawing, Message, Parameters, Side, Square};

/// Which answers of a program are right.
///
/// ```
/// use rules::Answers;
///
/// let is_right = |answers, expected: &str, found: &str| match answers {
///     Answers::Exact => expected == found,
///     Answers::Words => expected.split_whitespace().eq(found.split_whitespace()),
///     Answers::Legal(checker) => (checker.answer)("", found).is_ok(),
/// };
/// assert!(is_right(Answers::Words, "1 2\n", "1  2"));
/// assert!(!is_right(Answers::Exact, "1 2\n", "1  2"));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// Only the expected answer is right, byte for byte.
    Exact,
    /// Only the expected answer is right, word by word: white space does not matter.
    Words,
    /// All answers that keep the rules are right.
    Legal(Checker),
}

/// Functions that check whether an answer keeps the rules.
///
/// ```
/// use rules::{AnswerScript, Checker, Legal};
///
/// let any_number = Checker {
///     input: |_| Ok(()),
///     answer: |_, answer| match answer.trim().parse::<u32>() {
///         Ok(_) => Ok(Legal::Wholly),
///         Err(bad) => Err(bad.to_string()),
///     },
///     script: AnswerScript::Validator("import sys; sys.exit(42 if input().isdigit() else 43)"),
/// };
/// assert_eq!((any_number.answer)("", "3\n"), Ok(Legal::Wholly));
/// assert!((any_number.answer)("", "three\n").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checker {
    /// Checks that an input makes sense. The error says what is wrong with the input.
    pub input: fn(input: &str) -> Result<(), String>,
    /// Returns how much of an answer to a valid input is legal. The error names the rule that the
    /// answer breaks.
    pub answer: fn(input: &str, answer: &str) -> Result<Legal, String>,
    /// What checks answers in a problem package.
    pub script: AnswerScript,
}

/// A program in Python 3 that checks answers in a problem package for other judges. It has no
/// other files, gets the paths of the input, of our answer and of a folder for messages, and ends
/// with 42 if the answer is right, or with 43.
#[derive(Clone, Copy, Debug)]
pub enum AnswerScript {
    /// The script reads the whole answer.
    Validator(&'static str),
    /// The script is the other side of a conversation, by its standard input and output.
    Interactor {
        /// The script.
        script: &'static str,
        /// A program that takes our program's side. The package has the inputs and answers of its
        /// cases in place of the braces after `ANSWERS = `.
        recorded: &'static str,
    },
}

/// How much of an answer is known to be legal.
///
/// ```
/// use rules::Legal;
///
/// fn judged(fitting: usize, all: usize) -> Legal {
///     if fitting == all { Legal::Wholly } else { Legal::Partly }
/// }
/// assert_eq!(judged(2, 5), Legal::Partly);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The whole answer is known to be legal.
    Wholly,
    /// Only the beginning of the answer is known to be legal. The input is one half of a
    /// conversation. From some move on, the input no longer fits the answer, so the rest could not
    /// be checked.
    Partly,
}

/// An explanation why an answer is wrong, with a board.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Explanation, Notation, Play, Square, Table};
///
/// let explanation = Explanation {
///     sentences: vec![Nim::say("too-many").number("left", 2_u64)],
///     board: Some(Play::new(Nim::heap(2)).drawing()),
///     squares: vec![Square { column: 0, row: 0 }],
/// };
/// assert_eq!(explanation.sentences[0].to_string(), "2 stones are left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Sentences that say what is wrong, and then what would be right.
    pub sentences: Vec<Message>,
    /// The board before the mistake.
    pub board: Option<Drawing>,
    /// The squares of the board that the mistake is about.
    pub squares: Vec<Square>,
}

/// Another reading of the rules, which may be what a program with wrong answers follows.
///
/// ```
/// use rules::{Message, Parameters, Reading};
///
/// let from_zero = Reading {
///     told: || Message::plain("it counts from 0"),
///     gives: |_, _, expected, answer| {
///         let number = |text: &str| text.trim().parse::<u32>().ok();
///         Some(number(answer).is_some_and(|found| number(expected) == Some(found + 1)))
///     },
///     plays: None,
/// };
/// let options = Parameters::new(&[]);
/// assert_eq!((from_zero.gives)(&options, "", "3\n", "2\n"), Some(true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// What a program with this reading does, as the rest of a sentence that begins with a colon.
    pub told: fn() -> Message,
    /// Whether a program with this reading may give this answer, given the program's options, the
    /// input and the expected answer. White space does not matter. If the input makes no sense, the
    /// program may not; `None` if it would take too long to find out.
    pub gives: fn(options: &Parameters, input: &str, expected: &str, answer: &str) -> Option<bool>,
    /// The moves that a player with this reading makes; `None` if the reading is none of playing.
    pub plays: Option<Plays>,
}

/// How freely a player with a reading makes its moves in a game, but for those of the opening: the sum
/// of log2 of the number of moves among which it chooses. `None` if a move is none that the player may
/// make. Of several readings that allow all moves, the least free one explains most.
pub type Plays = fn(&Played<'_>) -> Option<f64>;

/// What a side has played in a game from the start, until the game ended or the side broke the rules.
///
/// ```
/// use rules::{Parameters, Played, Side};
///
/// let moves = ["2", "1"].map(str::to_string);
/// let parameters = &Parameters::new(&[]);
/// let own = Side::First;
/// let played = Played { parameters, moves: &moves, opening: 1, own, illegal: Some("7") };
/// assert!(played.all().eq([(0, "2", true), (1, "1", false), (2, "7", true)]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The game's parameters.
    pub parameters: &'a Parameters,
    /// The legal moves of both sides, which move in turn.
    pub moves: &'a [String],
    /// The number of half-moves that an opening gave.
    pub opening: usize,
    /// The side.
    pub own: Side,
    /// The answer by which the side broke the rules after these moves, as its program wrote it.
    pub illegal: Option<&'a str>,
}

impl<'a> Played<'a> {
    /// The number of moves that the side is told before its first own one.
    #[must_use]
    pub fn told_at_first(&self) -> usize {
        self.opening + usize::from(self.opening % 2 != self.own.index())
    }

    /// All moves in their order, numbered from 0, and whether they are the side's own. The illegal
    /// answer is the last one.
    pub fn all(&self) -> impl Iterator<Item = (usize, &'a str, bool)> + use<'a> {
        let own = self.own.index();
        let names = self.moves.iter().map(|name| &**name).chain(self.illegal);
        names.enumerate().map(move |(number, name)| (number, name, number % 2 == own))
    }
}

/// Explains a wrong answer to an input, given the program's options and the expected answer.
/// Returns `None` if the input makes no sense, or if only the form of the answer is wrong, such as
/// blanks at the end of a line.
pub type Explain =
    fn(options: &Parameters, input: &str, expected: &str, answer: &str) -> Option<Explanation>;
