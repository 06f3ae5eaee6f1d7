//! The protocols over every game: whole games in text alone, and any bytes. What is said word for
//! word, the command line's tests keep.

mod any_bytes;
mod games_through_gtp;
mod line;

use players::EngineSettings;
use players::gtp::Gtp;
use rules::Parameters;
use search::{GameSpec, SkillLevel};

/// An engine that is quick and looks at no clock.
const QUICK: EngineSettings = EngineSettings { level: SkillLevel::FULL, seed: 1, nodes: 1000 };

/// An engine behind GTP, on a board that is played in no time.
fn engine(spec: &'static GameSpec, settings: EngineSettings) -> Gtp {
    Gtp::new(spec, small(spec), settings).expect("the parameters are sound")
}

/// A small board, where the size can be set.
fn small(spec: &GameSpec) -> Parameters {
    let mut parameters = Parameters::new(spec.parameters);
    for name in spec.size.iter().flatten() {
        parameters.set(name, "7").expect("seven is possible");
    }
    // A game that nobody wins ends some time.
    let _ = parameters.set("limit", "40");
    parameters
}

/// The text of a successful reply.
fn ask(engine: &mut Gtp, command: &str) -> String {
    let reply = engine.answer(command.as_bytes()).expect("a command is answered");
    let text = reply.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {reply}"));
    text.trim().to_string()
}
