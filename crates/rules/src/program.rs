//! The program that a game's rules ask for.

use std::time::Duration;

use crate::random::{Random, hash_words};
use crate::{Answers, Console, Explain, Parameter, Parameters, ProgramError, Reading};

/// A program that reads standard input and writes standard output, as a game's rules describe it.
///
/// ```
/// use std::io::Write;
///
/// use rules::{Answers, CaseScope, Parameters, Program, nim};
///
/// /// Reads how many stones there are, and writes how many to take.
/// static NIM: Program = Program {
///     name: "nim",
///     options: nim::PARAMETERS,
///     run: |_, console| {
///         let stones = console.line()?.and_then(|line| line.parse::<usize>().ok());
///         let stones = stones.ok_or_else(|| console.bad("no number", "a number of stones"))?;
///         Ok(writeln!(console, "{}", (stones % 4).max(1))?)
///     },
///     vary: |_| Parameters::new(nim::PARAMETERS),
///     case: |random, _, _, _| format!("{}\n", random.between(1, nim::MOST)),
///     answers: Answers::Exact,
///     input_script: "import sys; sys.exit(42 if input().isdigit() else 43)",
///     explain: |_, _, _, _| None,
///     readings: &[],
///     squares: |_, _| 1,
///     time: Program::USUAL_TIME,
///     valgrind: false,
/// };
/// let options = NIM.set_options(1, 0);
/// let input = || NIM.case_input(1, 1, &options, CaseScope::Text);
/// assert_eq!(input(), input(), "the seed 1 always names the same cases");
/// ```
#[derive(Debug)]
pub struct Program {
    /// The name of the program's executable.
    pub name: &'static str,
    /// The parameters that can be set on the command line or at compile time.
    pub options: &'static [Parameter],
    /// Runs the program.
    pub run: fn(&Parameters, &mut Console<'_>) -> Result<(), ProgramError>,
    /// Draws options for a set of random cases.
    pub vary: fn(&mut Random) -> Parameters,
    /// Draws a valid random input for a program with these options.
    pub case: fn(&mut Random, &Parameters, CaseScope, CaseBoard) -> String,
    /// Which answers to an input are right.
    pub answers: Answers,
    /// A program in Python 3 that checks inputs in a problem package for other judges: it reads an
    /// input within the rules' text, and ends with 42 if the input is valid, or with 43.
    pub input_script: &'static str,
    /// Why an answer is wrong.
    pub explain: Explain,
    /// Readings of the rules that are wrong, but near at hand.
    pub readings: &'static [Reading],
    /// The number of squares on all boards of an input, for a program with these options. People
    /// look at the case with the fewest first.
    pub squares: fn(&Parameters, &str) -> usize,
    /// The limit on the time of a case. Its memory and stack are those of the
    /// [contest](crate::Contest).
    pub time: Duration,
    /// Whether the game's rules say that programs run under valgrind, as in `valgrind
    /// --leak-check=full -q --error-exitcode=1`, and that a report fails the case.
    pub valgrind: bool,
}

/// The inputs that random cases may have.
///
/// ```
/// use rules::CaseScope;
///
/// let scope = |beyond: bool| if beyond { CaseScope::BeyondText } else { CaseScope::Text };
/// assert_eq!(scope(false), CaseScope::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseScope {
    /// Only inputs that the game's rules promise. Every program that follows the rules passes.
    Text,
    /// Also valid inputs that the rules do not mention, such as an input that ends before the game
    /// ends.
    BeyondText,
}

/// The board that a random case has. Programs fail most often at the limits of the rules, so every
/// ten cases have one board of each kind.
///
/// ```
/// use rules::CaseBoard;
///
/// let largest = (1..=20).filter(|&number| CaseBoard::of(number) == CaseBoard::Largest);
/// assert_eq!(largest.count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseBoard {
    /// Any board, usually a small one.
    Any,
    /// The smallest board that the rules allow, or the shortest input.
    Smallest,
    /// The largest board that the rules allow, or a long input.
    Largest,
    /// A board that is far longer in one direction than in the other.
    Oblong,
}

impl CaseBoard {
    /// The board of the case with this number.
    #[must_use]
    pub const fn of(number: u64) -> CaseBoard {
        match number % Program::SET {
            2 => CaseBoard::Smallest,
            5 => CaseBoard::Oblong,
            8 => CaseBoard::Largest,
            _ => CaseBoard::Any,
        }
    }
}

impl Program {
    /// The time of a case where the game's rules have no limit.
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// The number of cases with the same options. A program with compiled-in options is compiled
    /// only once for these cases.
    pub const SET: u64 = 10;

    /// The options of the cases in one set; `set` is the set's number, counted from 0. A seed gives
    /// the same cases until a version draws others, which its entry in CHANGELOG says.
    #[must_use]
    pub fn set_options(&self, seed: u64, set: u64) -> Parameters {
        (self.vary)(&mut Random::new(hash_words([seed, set])))
    }

    /// The input of one case; `number` is the case's number, counted from 1. A seed and a scope
    /// give the same cases, as in [`set_options`](Program::set_options).
    #[must_use]
    pub fn case_input(
        &self,
        seed: u64,
        number: u64,
        options: &Parameters,
        scope: CaseScope,
    ) -> String {
        let mut random = Random::new(hash_words([seed, number, Program::SET]));
        (self.case)(&mut random, options, scope, CaseBoard::of(number))
    }
}
