//! A running program, as its conversation partner sees it.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::{Breach, Clock, Ended, Error, GRACE, Heard, How, Level, Limits};

/// The capacity of a pipe on most systems.
const CHUNK: usize = 64 << 10;
/// The number of bytes that an empty pipe takes in a single write on every system.
const PIECE: usize = 4 << 10;
/// The end of a process is polled, at growing intervals, since the standard library cannot wait for
/// it with a deadline.
const FIRST_LOOK: Duration = Duration::from_micros(125);
const LAST_LOOK: Duration = Duration::from_millis(16);
/// How long to wait for the end of the output after the program has ended. Processes that the
/// program started may keep its pipes open.
const PARTING: Duration = Duration::from_secs(1);

/// A program, shared by its conversation partner, the threads at its pipes and the code that ends
/// it.
#[derive(Debug)]
struct Shared {
    /// Code that needs both locks takes the state's lock first.
    process: Mutex<Child>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    stdout: Output,
    stderr: Output,
    /// The number of messages that have not been written yet.
    unwritten: usize,
    /// Whether the program has closed its input.
    is_deaf: bool,
    /// The moment when the current move began.
    asked: Instant,
    breach: Option<Breach>,
    end: Option<(ExitStatus, Instant)>,
}

/// Standard output or standard error.
#[derive(Debug)]
struct Output {
    /// The bytes that were read and have not been given to the caller yet.
    heard: Vec<u8>,
    /// How many more bytes may be kept.
    room: u64,
    is_open: bool,
}

/// A conversation with a program. Dropping this value kills the program, but not the processes that
/// the program started.
#[derive(Debug)]
pub struct Running {
    shared: Arc<Shared>,
    pid: u32,
    /// Carries messages to the program's standard input; dropping this sender closes the input.
    input: Option<Sender<Vec<u8>>>,
    wall: Duration,
    longest_line: u64,
    started: Instant,
    /// The number of unread bytes that remained after the last line had been taken.
    beyond: usize,
    /// How many bytes of standard error have been taken.
    taken_stderr: usize,
    clock: Clock,
}

impl Running {
    /// Takes over a program that has just been started.
    pub(super) fn new(mut child: Child, limits: &Limits) -> io::Result<Running> {
        let (pid, started) = (child.id(), Instant::now());
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let output = |room| Output { heard: Vec::new(), room, is_open: true };
        let (stdout, stderr) = (output(limits.output), output(limits.stderr));
        let state = State {
            stdout,
            stderr,
            unwritten: 0,
            is_deaf: false,
            asked: started,
            breach: None,
            end: None,
        };
        let (process, state) = (Mutex::new(child), Mutex::new(state));
        let shared = Arc::new(Shared { process, state, changed: Condvar::new() });
        let (input, messages) = channel();
        let (wall, longest_line, clock) = (limits.wall, limits.line, Clock::default());
        let running = Running {
            shared,
            pid,
            input: Some(input),
            wall,
            longest_line,
            started,
            beyond: 0,
            taken_stderr: 0,
            clock,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
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

    /// Writes to the program's standard input. The clock of a move starts when the last byte is
    /// written. A program that leaves a full pipe unread for its whole wall time is late, and is
    /// killed.
    pub fn write(&mut self, input: &[u8]) -> Result<(), Error> {
        let until = Instant::now().checked_add(self.wall);
        self.send(input);
        let is_over =
            |state: &State| state.unwritten == 0 || state.is_deaf || state.breach.is_some();
        if self.shared.wait(until, is_over)? { Ok(()) } else { self.shared.fail(Breach::Late) }
    }

    fn send(&mut self, input: &[u8]) {
        let mut state = self.shared.state();
        state.asked = Instant::now();
        // The writing thread ends when the input is closed.
        let is_sent = self.input.as_ref().is_some_and(|to| to.send(input.to_vec()).is_ok());
        state.unwritten += usize::from(is_sent);
    }

    /// The next line of standard output, if it comes within this time from the last write, or from
    /// the start. After a breach, such as a late line, the program is dead.
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

    /// Whether the program answers, breaches a bound or closes its output within this time after
    /// the last write.
    pub fn answers_within(&mut self, patience: Duration) -> Result<bool, Error> {
        let until = self.shared.state().asked.checked_add(patience);
        self.shared.wait(until, |State { stdout, breach, .. }| {
            let is_over = breach.is_some()
                || !stdout.is_open
                || stdout.heard.len() as u64 > self.longest_line;
            is_over || stdout.heard.contains(&b'\n')
        })
    }

    /// The number of printed bytes that nobody has read yet. Empty lines are discarded first.
    pub fn unread(&mut self) -> Result<usize, Error> {
        self.skip_empty_lines();
        Ok(self.shared.state().stdout.heard.len())
    }

    /// Discards the unread output, if it consists of empty lines.
    pub fn skip_empty_lines(&mut self) {
        let heard = &mut self.shared.state().stdout.heard;
        if heard.iter().all(|byte| matches!(byte, b'\n' | b'\r')) {
            heard.clear();
            self.beyond = 0;
        }
    }

    /// The number of unread bytes that remained after the last line had been read.
    pub fn at_hand(&self) -> usize {
        self.beyond
    }

    /// The number of bytes in the program's input that the program has not read. This system does
    /// not report the number, so the result is 0.
    pub fn unheard(&self) -> usize {
        0
    }

    /// What the program has written to standard error since the last call, as far as it has been
    /// read. Only the first [`Limits::stderr`] bytes that the program writes there are read.
    pub fn take_stderr(&mut self) -> Vec<u8> {
        let state = self.shared.state();
        let fresh = state.stderr.heard[self.taken_stderr..].to_vec();
        self.taken_stderr += fresh.len();
        fresh
    }

    /// The clock of the last move. On this system, only its wall time is known.
    pub fn clock(&mut self) -> Clock {
        self.clock
    }

    /// Does nothing on this system: the standard library has no call that stops a process.
    pub fn freeze(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Closes the input, and waits this long for the program to end by itself; its remaining output
    /// is collected.
    pub fn finish(mut self, within: Duration) -> Result<Ended, Error> {
        self.input = None;
        self.conclude(Instant::now().checked_add(within))
    }

    /// Writes all of the input and closes it; the program must end within the wall time.
    pub(super) fn run(mut self, input: &[u8]) -> Result<Ended, Error> {
        self.send(input);
        self.input = None;
        let until = self.started.checked_add(self.wall.saturating_add(GRACE));
        self.conclude(until)
    }

    /// Waits until the program has ended, and kills it at the deadline. Returns how it ended, with
    /// its remaining output.
    fn conclude(self, until: Option<Instant>) -> Result<Ended, Error> {
        if !self.shared.wait(until, |state| state.breach.is_some())? {
            self.shared.fail(Breach::Late)?;
        }
        // A killed program certainly ends, so there is no deadline.
        self.shared.wait(None, |_| false)?;
        let mut state = self.shared.state();
        let (status, at) = state.end.expect("the wait was for this");
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
    /// Keeps the bytes for which there is room, and returns whether there was room for all of them.
    /// An empty slice means the end of the stream.
    fn hear(&mut self, bytes: &[u8]) -> bool {
        let kept = usize::try_from(self.room).unwrap_or(usize::MAX).min(bytes.len());
        self.heard.extend_from_slice(&bytes[..kept]);
        self.room -= kept as u64;
        self.is_open = !bytes.is_empty();
        kept == bytes.len()
    }

    /// The first complete line without its end; a carriage return belongs to the end.
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

    /// Waits until the condition holds, or the program has ended. Returns false if a deadline
    /// passes first.
    fn wait(
        &self,
        until: Option<Instant>,
        is_over: impl Fn(&State) -> bool,
    ) -> Result<bool, Error> {
        let mut look = FIRST_LOOK;
        let mut state = self.state();
        while state.end.is_none() && !is_over(&state) {
            if let Some(status) = self.process().try_wait()? {
                self.note_end(state, status);
                break;
            }
            let pause = until
                .map_or(look, |until| until.saturating_duration_since(Instant::now()).min(look));
            if pause.is_zero() {
                return Ok(false);
            }
            (state, _) =
                self.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner);
            look = LAST_LOOK.min(look * 2);
        }
        Ok(true)
    }

    /// Handles the end of the program's process: waits until the pipes have been read to their
    /// ends.
    fn note_end(&self, mut state: MutexGuard<'_, State>, status: ExitStatus) {
        state.end = Some((status, Instant::now()));
        let breach = state.breach.clone();
        let goes_on = |state: &mut State| {
            (state.stdout.is_open || state.stderr.is_open) && state.breach == breach
        };
        let waited = self.changed.wait_timeout_while(state, PARTING, goes_on);
        waited.unwrap_or_else(PoisonError::into_inner).0.stdout.is_open = false;
    }

    /// Notes the first breach, and kills the program.
    fn fail(&self, breach: Breach) -> Result<(), Error> {
        self.state().breach.get_or_insert(breach);
        self.changed.notify_all();
        Ok(self.process().kill()?)
    }

    /// Kills the program if it has not ended yet, and waits for its end.
    fn end(&self) {
        let mut process = self.process();
        // If the program cannot be killed, waiting for its end might never return.
        if process.kill().is_ok() {
            let _ = process.wait();
        }
    }
}

fn thread(act: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name("sandbox-pipe".to_string()).spawn(act).map(drop)
}

/// Changes the state and returns the result of the change; `None` if the conversation is over.
fn change<T>(shared: &Weak<Shared>, change: impl FnOnce(&mut State) -> T) -> Option<T> {
    let shared = shared.upgrade()?;
    let changed = change(&mut shared.state());
    shared.changed.notify_all();
    Some(changed)
}

/// Reads until the end of the stream, or until the conversation is over. If the program writes more
/// than it may, it commits `breach`; with `None` it may write any amount.
fn read(
    mut from: impl Read,
    shared: &Weak<Shared>,
    output: fn(&mut State) -> &mut Output,
    breach: Option<&Breach>,
) {
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
            // If the program cannot be killed, it has ended already.
            let _ = shared.fail(breach.clone());
        }
    }
}

/// Writes messages until there are no more, or until the program closes its input.
fn write(mut to: ChildStdin, messages: &Receiver<Vec<u8>>, shared: &Weak<Shared>) {
    for message in messages {
        let is_written = message.chunks(PIECE).all(|piece| {
            // The clock starts before the call: the program may run, and answer, before this thread
            // continues.
            change(shared, |state| state.asked = Instant::now()).is_some()
                && to.write_all(piece).is_ok()
        });
        change(shared, |state| {
            (state.unwritten, state.is_deaf) = (state.unwritten - 1, !is_written);
        });
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
