//! Cases with the answers of the games' programs.

use rules::{CaseScope, Parameters, Program};
use search::GameSpec;

use crate::common::run_program;

/// Every mistake must show within this many cases. The command `ludoteka cases <game> --count 150`
/// writes these cases.
pub(crate) const ENOUGH: u64 = 150;
/// The default seed of `ludoteka cases`.
pub(crate) const SEED: u64 = 1;

/// A case: an input, the options of the program, and the program's output.
pub(crate) struct Case {
    pub(crate) options: Parameters,
    pub(crate) input: String,
    pub(crate) output: String,
}

impl Case {
    pub(crate) fn new(spec: &GameSpec, number: u64, scope: CaseScope) -> Case {
        let program = spec.program.as_ref().expect("the game has a program");
        let mut options = program.set_options(SEED, (number - 1) / Program::SET);
        if number > ENOUGH {
            // The program's moves in these cases need only be legal, so a small number of nodes is
            // enough.
            let _ = options.set("nodes", "60");
        }
        let input = program.case_input(SEED, number, &options, scope);
        let (output, complaint) = run_program(spec, &options, input.as_bytes());
        assert_eq!(complaint, None, "{} accepts its own case:\n{input}", spec.name);
        Case { options, input, output }
    }
}
