//! The workspace's test binaries: cargo builds them, and they run in parallel.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A test binary that cargo built, or what else runs beside them.
pub(crate) struct Binary {
    /// The package and the target, such as `cli tests/matches`.
    pub(crate) name: String,
    pub(crate) command: Command,
}

/// A finished test binary.
pub(crate) struct Run {
    pub(crate) name: String,
    pub(crate) took: Duration,
    /// The standard output of the binary, followed by its standard error.
    pub(crate) output: String,
    pub(crate) success: bool,
}

/// Builds all tests of the workspace. Returns `None` if the build failed; cargo has printed the
/// reason.
pub(crate) fn build() -> io::Result<Option<Vec<Binary>>> {
    let mut cargo = crate::cargo();
    cargo.args([
        "test",
        "--workspace",
        "--locked",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]);
    let output = cargo.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Ok(None);
    }
    let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let values = messages.map(|line| serde_json::from_slice(line).map_err(io::Error::other));
    let binaries = values.filter_map(|value| value.map(|value| binary(&value)).transpose());
    binaries.collect::<io::Result<Vec<Binary>>>().map(Some)
}

/// The test binary that a message of cargo names; `None` for other messages.
fn binary(message: &Value) -> Option<Binary> {
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let executable = message["executable"].as_str().filter(|_| is_test)?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let package = folder.file_name()?.to_string_lossy();
    let target = Path::new(message["target"]["src_path"].as_str()?).strip_prefix(folder).ok()?;
    let mut command = Command::new(executable);
    // As cargo starts tests.
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder).env("LUDOTEKA_BUILT", "yes");
    Some(Binary { name: format!("{package} {}", target.display()), command })
}

/// Runs all binaries, as many in parallel as there are processors, and reports each when it ends.
/// With `all`, a test whose tools are missing fails.
pub(crate) fn run_all(
    binaries: Vec<Binary>,
    all: bool,
    mut ended: impl FnMut(&Run) -> io::Result<()>,
) -> io::Result<Vec<Run>> {
    let queue = &Mutex::new(VecDeque::from(binaries));
    let (sender, receiver) = mpsc::channel();
    let slots = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..slots {
            let sender = sender.clone();
            scope.spawn(move || work(queue, all, &sender));
        }
        drop(sender);
        let mut runs = Vec::new();
        for run in receiver {
            let run = run?;
            ended(&run)?;
            runs.push(run);
        }
        Ok(runs)
    })
}

/// Runs binaries from the queue until it is empty or the receiver is gone.
fn work(queue: &Mutex<VecDeque<Binary>>, all: bool, sender: &mpsc::Sender<io::Result<Run>>) {
    while let Some(Binary { name, mut command }) =
        { queue.lock().expect("no thread panics while it holds the queue").pop_front() }
    {
        if all {
            command.env("LUDOTEKA_TESTS", "all");
        }
        if sender.send(Run::of(name, &mut command)).is_err() {
            return;
        }
    }
}

impl Run {
    /// Runs a command to its end.
    fn of(name: String, command: &mut Command) -> io::Result<Run> {
        let start = Instant::now();
        let output = command.stdin(Stdio::null()).output()?;
        let printed = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat();
        Ok(Run { name, took: start.elapsed(), output: printed, success: output.status.success() })
    }
}
