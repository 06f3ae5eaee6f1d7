//! Functions that the tests over all games share.

// Each test file is a crate of its own and uses only some of these functions.
#![allow(dead_code)]

use std::path::PathBuf;
use std::time::Duration;

use rules::{Console, Parameters};
use search::GameSpec;

/// The path of a file in a game's data folder.
pub(crate) fn data_path(spec: &GameSpec, file: &str) -> PathBuf {
    let folder = spec.name.replace('-', "_");
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder).join("data").join(file)
}

/// A file from a game's data folder.
pub(crate) fn data(spec: &GameSpec, file: &str) -> String {
    let path = data_path(spec, file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A game's parameters, set by a text such as `rows=4 columns=5`.
pub(crate) fn with_parameters(spec: &GameSpec, text: &str) -> Parameters {
    let mut parameters = Parameters::new(spec.parameters);
    for pair in text.split_whitespace() {
        let (name, value) = pair.split_once('=').expect("name=value");
        parameters.set(name, value).unwrap_or_else(|bad| panic!("{}: {bad}", spec.name));
    }
    parameters
}

/// Runs a game's program within this process. Returns its output, and the error message if it
/// failed.
pub(crate) fn run_program(
    spec: &GameSpec,
    options: &Parameters,
    input: &[u8],
) -> (String, Option<String>) {
    let mut input = input;
    let mut output = Vec::new();
    let elapsed = || Duration::ZERO;
    let mut console = Console::new(&mut input, &mut output, &elapsed);
    let program = spec.program.as_ref().expect("the game has a program");
    let result = (program.run)(options, &mut console);
    console.flush().expect("writing to memory succeeds");
    let output = String::from_utf8(output).expect("programs write text");
    (output, result.err().map(|error| error.to_string()))
}
