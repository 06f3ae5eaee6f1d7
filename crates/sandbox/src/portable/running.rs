//! A program that runs, as whoever converses with it sees it.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::{Breach, Clock, Ended, Error, GRACE, Heard, How, Level, Limits};

/// As much as a pipe holds on most systems.
const CHUNK: usize = 64 << 10;
/// As much as goes into every system's pipe at once.
const PIECE: usize = 4 << 10;
/// The end of a process is asked for, ever less often: the standard library waits for it with a deadline nowhere.
const FIRST_LOOK: Duration = Duration::from_micros(125);
const LAST_LOOK: Duration = Duration::from_millis(16);
/// So long is waited for the end of an ended program's output, which its own processes may keep open.
const PARTING: Duration = Duration::from_secs(1);

/// A program, shared by whoever converses with it, the threads at its pipes and whoever has it end.
#[derive(Debug)]
struct Shared {
    /// Locked after the state, where both are.
    process: Mutex<Child>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    stdout: Output,
    stderr: Output,
    /// Messages that have not been written yet.
    unwritten: usize,
    /// It has closed its input.
    is_deaf: bool,
    /// The moment from which the present move counts.
    asked: Instant,
    breach: Option<Breach>,
    end: Option<(ExitStatus, Instant)>,
}

/// One of its two outputs.
#[derive(Debug)]
struct Output {
    /// What was read and not yet given away.
    heard: Vec<u8>,
    /// So many more bytes are kept.
    room: u64,
    is_open: bool,
}

/// A conversation with a program. Dropping it kills the program, but nothing that it started.
#[derive(Debug)]
pub struct Running {
    shared: Arc<Shared>,
    pid: u32,
    /// Messages for its standard input, which is closed where this is dropped.
    input: Option<Sender<Vec<u8>>>,
    wall: Duration,
    longest_line: u64,
    started: Instant,
    /// What was left when the last line had been taken.
    beyond: usize,
    clock: Clock,
}

impl Running {
    /// Takes over a program that has just been started.
    pub(super) fn new(mut child: Child, limits: &Limits) -> io::Result<Running> {
        let (pid, started) = (child.id(), Instant::now());
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let output = |room| Output { heard: Vec::new(), room, is_open: true };
        let (stdout, stderr) = (output(limits.output), output(limits.stderr));
        let state = State { stdout, stderr, unwritten: 0, is_deaf: false, asked: started, breach: None, end: None };
        let (process, state) = (Mutex::new(child), Mutex::new(state));
        let shared = Arc::new(Shared { process, state, changed: Condvar::new() });
        let (input, messages) = channel();
        let (wall, longest_line, clock) = (limits.wall, limits.line, Clock::default());
        let running = Running { shared, pid, input: Some(input), wall, longest_line, started, beyond: 0, clock };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { return Err(io::Error::other("it has no pipes")) };
        let [writer, printer, complainer] = [(); 3].map(|()| Arc::downgrade(&running.shared));
        thread(move || write(stdin, &messages, &writer))?;
        thread(move || read(stdout, &printer, |state| &mut state.stdout, Some(&Breach::Output)))?;
        thread(move || read(stderr, &complainer, |state| &mut state.stderr, None))?;
        Ok(running)
    }

    /// The program's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Writes to its standard input, and starts the clock of a move with its last byte. A program that leaves a full
    /// pipe unread for as long as its wall time is late, and killed.
    pub fn write(&mut self, input: &[u8]) -> Result<(), Error> {
        let until = Instant::now().checked_add(self.wall);
        self.send(input);
        let is_over = |state: &State| state.unwritten == 0 || state.is_deaf || state.breach.is_some();
        if self.shared.wait(until, is_over)? { Ok(()) } else { self.shared.fail(Breach::Late) }
    }

    fn send(&mut self, input: &[u8]) {
        let mut state = self.shared.state();
        state.asked = Instant::now();
        // A thread that is gone has found the input closed.
        let is_sent = self.input.as_ref().is_some_and(|to| to.send(input.to_vec()).is_ok());
        state.unwritten += usize::from(is_sent);
    }

    /// The next line of its standard output, if it comes within this time from the last byte written to it, or from its start.
    /// After a breach, which a late line is, the program is dead.
    pub fn read_line(&mut self, within: Duration) -> Result<Heard, Error> {
        if !self.answers_within(within.saturating_add(GRACE))? {
            self.shared.fail(Breach::Late)?;
        }
        let mut state = self.shared.state();
        self.clock.wall = state.asked.elapsed();
        let line = state.stdout.take_line();
        self.beyond = state.stdout.heard.len();
        let is_too_long = line.as_ref().map_or(self.beyond, Vec::len) as u64 > self.longest_line;
        if is_too_long {
            drop(state);
            self.shared.fail(Breach::Line)?;
            state = self.shared.state();
        }
        Ok(match (line, &state.breach) {
            (Some(line), _) if !is_too_long => Heard::Line(line),
            (_, Some(breach)) => Heard::Breach(breach.clone()),
            _ => Heard::Closed(std::mem::take(&mut state.stdout.heard)),
        })
    }

    /// Whether it answers (or breaches a bound, or closes its output) within this time from the last byte written to it.
    pub fn answers_within(&mut self, patience: Duration) -> Result<bool, Error> {
        let until = self.shared.state().asked.checked_add(patience);
        self.shared.wait(until, |State { stdout, breach, .. }| {
            let is_over = breach.is_some() || !stdout.is_open || stdout.heard.len() as u64 > self.longest_line;
            is_over || stdout.heard.contains(&b'\n')
        })
    }

    /// How many bytes it has printed that nobody has asked for yet.
    pub fn unread(&self) -> usize {
        self.shared.state().stdout.heard.len()
    }

    /// As many of these as had come when the last line was read.
    pub fn at_hand(&self) -> usize {
        self.beyond
    }

    /// How many bytes that were written to it still lie in its input, unread: not known on this system, so 0.
    pub fn unheard(&self) -> usize {
        0
    }

    /// The clock of the last move. Only the wall's is known.
    pub fn clock(&mut self) -> Clock {
        self.clock
    }

    /// Does nothing on this system: the standard library has no call that stops a process.
    pub fn freeze(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Closes its input and waits this long for it to end by itself; what it still prints is collected.
    pub fn finish(mut self, within: Duration) -> Result<Ended, Error> {
        self.input = None;
        self.conclude(Instant::now().checked_add(within))
    }

    /// All of the input, then its end; to be over within the wall time.
    pub(super) fn run(mut self, input: &[u8]) -> Result<Ended, Error> {
        self.send(input);
        self.input = None;
        let until = self.started.checked_add(self.wall.saturating_add(GRACE));
        self.conclude(until)
    }

    /// Waits for the end and sums up.
    fn conclude(self, until: Option<Instant>) -> Result<Ended, Error> {
        if !self.shared.wait(until, |state| state.breach.is_some())? {
            self.shared.fail(Breach::Late)?;
        }
        // One that has been killed ends for certain, so there is nothing to be impatient about.
        self.shared.wait(None, |_| false)?;
        let mut state = self.shared.state();
        let (status, at) = state.end.expect("that is what was waited for");
        Ok(Ended {
            how: how(status),
            breach: state.breach.take(),
            refused: None,
            wall: at - self.started,
            cpu: Duration::ZERO,
            waited: Duration::ZERO,
            peak_memory: 0,
            stdout: std::mem::take(&mut state.stdout.heard),
            stderr: std::mem::take(&mut state.stderr.heard),
            level: Level::Limits,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shared.end();
    }
}

impl Output {
    /// Keeps what there is room for, and tells whether that is all. Nothing is what comes at its end.
    fn hear(&mut self, bytes: &[u8]) -> bool {
        let kept = usize::try_from(self.room).unwrap_or(usize::MAX).min(bytes.len());
        self.heard.extend_from_slice(&bytes[..kept]);
        self.room -= kept as u64;
        self.is_open = !bytes.is_empty();
        kept == bytes.len()
    }

    /// The first line that is complete, without its end, of which a carriage return is a part.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.heard.iter().position(|&byte| byte == b'\n')?;
        let mut line: Vec<u8> = self.heard.drain(..=end).collect();
        line.truncate(line.strip_suffix(b"\r\n").map_or(end, <[u8]>::len));
        Some(line)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn process(&self) -> MutexGuard<'_, Child> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is over, or the program has ended. False where the deadline passes first; there may be none.
    fn wait(&self, until: Option<Instant>, is_over: impl Fn(&State) -> bool) -> Result<bool, Error> {
        let mut look = FIRST_LOOK;
        let mut state = self.state();
        while state.end.is_none() && !is_over(&state) {
            if let Some(status) = self.process().try_wait()? {
                self.note_end(state, status);
                break;
            }
            let pause = until.map_or(look, |until| until.saturating_duration_since(Instant::now()).min(look));
            if pause.is_zero() {
                return Ok(false);
            }
            (state, _) = self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner);
            look = LAST_LOOK.min(look * 2);
        }
        Ok(true)
    }

    /// The end of its process: what its pipes still hold is read.
    fn note_end(&self, mut state: MutexGuard<'_, State>, status: ExitStatus) {
        state.end = Some((status, Instant::now()));
        let breach = state.breach.clone();
        let goes_on = |state: &mut State| (state.stdout.is_open || state.stderr.is_open) && state.breach == breach;
        let waited = self.changed.wait_timeout_while(state, PARTING, goes_on);
        waited.unwrap_or_else(PoisonError::into_inner).0.stdout.is_open = false;
    }

    /// Notes the first breach and kills the program.
    fn fail(&self, breach: Breach) -> Result<(), Error> {
        self.state().breach.get_or_insert(breach);
        self.changed.notify_all();
        Ok(self.process().kill()?)
    }

    /// Kills the program, if it has not ended yet, and waits for its end.
    fn end(&self) {
        let mut process = self.process();
        // One that cannot be killed is not waited for.
        if process.kill().is_ok() {
            let _ = process.wait();
        }
    }
}

fn thread(act: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name("sandbox-pipe".to_string()).spawn(act).map(drop)
}

/// What came of the change; none where nobody converses with the program any more.
fn change<T>(shared: &Weak<Shared>, change: impl FnOnce(&mut State) -> T) -> Option<T> {
    let shared = shared.upgrade()?;
    let changed = change(&mut shared.state());
    shared.changed.notify_all();
    Some(changed)
}

/// Reads until the end, or until nobody listens any more. To print more than there is room for may be a breach.
fn read(mut from: impl Read, shared: &Weak<Shared>, output: fn(&mut State) -> &mut Output, breach: Option<&Breach>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = match from.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other.unwrap_or(0),
        };
        let is_kept = change(shared, |state| output(state).hear(&chunk[..count]));
        if count == 0 || is_kept.is_none() {
            return;
        }
        if let (Some(false), Some(breach), Some(shared)) = (is_kept, breach, shared.upgrade()) {
            // One that cannot be killed has ended.
            let _ = shared.fail(breach.clone());
        }
    }
}

/// Writes messages until there are no more, or until the program has closed its input.
fn write(mut to: ChildStdin, messages: &Receiver<Vec<u8>>, shared: &Weak<Shared>) {
    for message in messages {
        let is_written = message.chunks(PIECE).all(|piece| {
            // Before the call: the program may run, and answer, before this thread goes on.
            change(shared, |state| state.asked = Instant::now()).is_some() && to.write_all(piece).is_ok()
        });
        change(shared, |state| (state.unwritten, state.is_deaf) = (state.unwritten - 1, !is_written));
        if !is_written {
            return;
        }
    }
}

fn how(status: ExitStatus) -> How {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return How::Signalled(signal);
    }
    How::Exited(status.code().unwrap_or_default())
}
