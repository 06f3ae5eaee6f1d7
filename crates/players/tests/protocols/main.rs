//! Tests the protocols with every game: whole games as text, and arbitrary bytes. Exact replies are
//! compared in the tests of the command line.

mod any_bytes;
mod games_through_gtp;
mod line;

use players::EngineSettings;
use players::gtp::Gtp;
use rules::Parameters;
use search::{GameSpec, SkillLevel};

/// An engine that is quick and ignores the clock.
const QUICK: EngineSettings = EngineSettings { level: SkillLevel::FULL, seed: 1, nodes: 1000 };

/// An engine that speaks GTP, on a board that is small enough for quick games.
fn engine(spec: &'static GameSpec, settings: EngineSettings) -> Gtp {
    Gtp::new(spec, small(spec), settings).expect("the parameters are sound")
}

/// The parameters of a small board if the game has a board size, else the default parameters.
fn small(spec: &GameSpec) -> Parameters {
    let mut parameters = Parameters::new(spec.parameters);
    for name in spec.size.iter().flatten() {
        parameters.set(name, "7").expect("seven is possible");
    }
    // If the rules limit the number of moves, a game ends after 40 moves even without a winner.
    let _ = parameters.set("limit", "40");
    parameters
}

/// The text of a successful reply.
fn ask(engine: &mut Gtp, command: &str) -> String {
    let reply = engine.answer(command.as_bytes()).expect("a command is answered");
    let text = reply.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {reply}"));
    text.trim().to_string()
}
