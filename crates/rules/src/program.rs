//! The program that a game's text asks for.

use crate::random::{Random, hash_words};
use crate::{Answers, Console, Explain, Parameter, Parameters, ProgramError};

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
    /// Why an answer is wrong.
    pub explain: Explain,
}

/// Which inputs random cases may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseScope {
    /// Those that the game's text promises, so that no program which keeps to the text can fail.
    Text,
    /// Those, and sound ones on which the text is silent, such as an input that ends before the game does.
    BeyondText,
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
