//! The modules of WebAssembly: they answer as the same code does here, and the pages play with them
//! in a real browser. `cargo xtask test --nightly` runs these tests, since the modules take minutes to
//! build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use rules::Parameters;
use rules::random::Random;
use search::GameSpec;
use serde_json::{Value, json};
use web::{Host, answer};

/// So many positions of each game are compared.
const POSITIONS: usize = 500;

/// Longer games are not asked about, since their last moves are alike.
const LONGEST: usize = 60;

/// No engine is longer, as a script. Reversi's weights alone are 985,000 bytes.
const MOST_BYTES: u64 = 1_400_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn succeeded(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

struct Last {
    start: Instant,
    event: String,
}

impl Host for Last {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn take(&mut self, event: &str) {
        self.event = event.to_string();
    }
}

/// The last event of the answer to a question.
fn last_event(question: &str) -> String {
    let mut last = Last { start: Instant::now(), event: String::new() };
    answer(question.as_bytes(), &mut last);
    last.event
}

/// A position after random moves, on a board of the size for people.
fn random_game(spec: &GameSpec, random: &mut Random) -> Value {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in spec.for_people {
        parameters.set(name, value).expect("a game's own settings are valid");
    }
    let mut table = (spec.open)(&parameters, None).expect("the board is valid").table;
    let (most, mut made) = (random.below(LONGEST), 0);
    while table.outcome().is_none() && made < most {
        let mut choices = table.choices();
        let choice = choices.swap_remove(random.below(choices.len()));
        table.play(&choice.name).expect("legal");
        made += 1;
    }
    let set: serde_json::Map<_, _> = parameters
        .changed()
        .map(|(name, value)| (name.to_string(), json!(value.to_string())))
        .collect();
    json!({ "set": set, "moves": table.moves(), "level": 2, "time_ms": 60_000, "seed": made + 1 })
}

#[test]
fn the_modules_answer_as_native_code_and_play_in_a_browser() {
    let xtask = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--package", "xtask", "--", "web"])
        .current_dir(root())
        .output();
    succeeded(&xtask.expect("it starts"));
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let target = root().join(target);
    let temporary = tempfile::tempdir().expect("a temporary folder");
    for spec in games::GAMES {
        let mut random = Random::new(53);
        let mut questions = String::new();
        let start = Instant::now();
        for number in 0..POSITIONS {
            let game = random_game(spec, &mut random);
            let want = if number % 2 == 0 { "position" } else { "best" };
            let question = format!("{} {want}\n{game}", spec.name);
            let line = json!([question, last_event(&question)]);
            questions += &format!("{line}\n");
        }
        println!("{}: native code took {:?}", spec.name, start.elapsed());
        let file = temporary.path().join(spec.name);
        fs::write(&file, questions).expect("written");
        let module = target.join("web-modules").join(spec.name).with_extension("wasm");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/same_answers.mjs");
        let compared = Command::new("node").arg(script).arg(module).arg(&file).output();
        let compared = compared.expect("it starts");
        succeeded(&compared);
        print!("{}", String::from_utf8_lossy(&compared.stdout));
    }
    for spec in games::GAMES {
        let script = target.join("web/files").join(format!("engine-{}.js", spec.name));
        let length = fs::metadata(script).expect("written").len();
        assert!(length < MOST_BYTES, "{}: {length} bytes", spec.name);
    }
    let results = results(temporary.path());
    let scripts = root().join("crates/server/tests/browser");
    let mut played = Command::new("node");
    played.arg("web.mjs").arg(target.join("web")).arg(results).current_dir(scripts);
    succeeded(&played.output().expect("it starts"));
}

/// A folder of results, with its archive and a file of games beside it.
fn results(within: &Path) -> PathBuf {
    const TOURNAMENT: &str = "title = \"Friday\"\ngame = \"mnk\"\ntime.nodes = 100\n\
        format.kind = \"round-robin\"\nplayer = [{ engine = 1 }, { engine = 2 }]\n";
    fs::write(within.join("friday.toml"), TOURNAMENT).expect("written");
    let ludoteka = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        let manifest = root().join("Cargo.toml");
        command.args(["run", "--quiet", "--locked", "--package", "cli", "--manifest-path"]);
        command.arg(manifest).arg("--").args(arguments).current_dir(within);
        succeeded(&command.output().expect("it starts"));
    };
    ludoteka(&["tournament", "friday.toml", "-o", "friday"]);
    let duel = ["match", "mnk", "engine:1", "engine:2", "--games", "4", "--nodes", "100"];
    ludoteka(&[&duel[..], &["--record", "duel.jsonl"]].concat());
    let pack = ["-m", "zipfile", "-c", "friday.zip", "friday"];
    let packed = Command::new("python3").args(pack).current_dir(within).output();
    succeeded(&packed.expect("it starts"));
    within.join("friday")
}
