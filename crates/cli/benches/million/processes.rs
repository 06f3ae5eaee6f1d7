//! The processes that play a tournament, watched from outside.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arena::store::{Store, Tallies};

/// `ludoteka` at work.
pub(crate) struct Process(Child);

impl Process {
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(words: &[&str], folder: &Path) -> Result<Process, Box<dyn Error>> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteka"));
        command.args(words).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
        Ok(Process(command.spawn()?))
    }

    /// The most memory that it has held, in KiB; 0 if it is gone.
    pub(crate) fn memory(&self) -> u64 {
        let path = Path::new("/proc").join(self.0.id().to_string()).join("status");
        let status = fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
    }

    /// Waits until it has ended well; the most memory that it had held shortly before.
    ///
    /// # Errors
    /// When it ends otherwise.
    pub(crate) fn end(mut self) -> Result<u64, Box<dyn Error>> {
        let mut most = 0;
        while self.0.try_wait()?.is_none() {
            most = most.max(self.memory());
            thread::sleep(Duration::from_millis(5));
        }
        if self.0.wait()?.success() { Ok(most) } else { Err("it does not end well".into()) }
    }
}

/// Waits for the last of so many games: how many were played a second from the `from`-th on.
///
/// # Errors
/// When the store cannot be read.
pub(crate) fn watch(store: &mut Store, tallies: &mut Tallies, from: u64, all: u64) -> Result<f64, Box<dyn Error>> {
    let mut first = None;
    loop {
        thread::sleep(Duration::from_millis(50));
        store.refresh(tallies)?;
        let done = 2 * tallies.done();
        if first.is_none() && done >= from {
            first = Some((done, Instant::now()));
        }
        if let Some((from, start)) = first.filter(|_| done >= all) {
            return Ok((done - from) as f64 / start.elapsed().as_secs_f64());
        }
    }
}
