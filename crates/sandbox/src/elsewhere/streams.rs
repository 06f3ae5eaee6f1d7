//! The threads that block on a program's pipes.

use std::io::{self, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::Instant;

/// As much as a pipe holds on most systems.
const CHUNK: usize = 64 << 10;
/// As much as goes into every system's pipe at once.
const PIECE: usize = 4 << 10;
/// So many events may wait, each of at most a chunk. Beyond that the program waits.
pub(super) const WAITING: usize = 4;

/// What happened to a program's streams.
#[derive(Debug)]
pub(super) enum Event {
    /// On its standard output.
    Printed(Vec<u8>),
    /// Its standard output is closed.
    Silent,
    /// On its standard error.
    Complained(Vec<u8>),
    /// Its standard error is closed.
    Content,
    /// A whole message, the last piece of it from this moment on.
    Written(Instant),
    /// Its standard input is closed, which was found out by writing at this moment.
    Deaf(Instant),
}

/// Our ends.
#[derive(Debug)]
pub(super) struct Streams {
    /// Messages for its standard input, which is closed where this is dropped.
    pub(super) input: Sender<Vec<u8>>,
    pub(super) events: Receiver<Event>,
    /// How many bytes of its standard output are among the events.
    pub(super) waiting: Arc<AtomicUsize>,
}

impl Streams {
    /// Starts the threads.
    pub(super) fn of(child: &mut Child) -> io::Result<Streams> {
        let (sender, events) = sync_channel(WAITING);
        let (input, messages) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let missing = || io::Error::other("it has no pipes");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (to_print, to_complain, counter) = (sender.clone(), sender.clone(), Arc::clone(&waiting));
        let printed = move |bytes: &[u8]| {
            counter.fetch_add(bytes.len(), Ordering::Relaxed);
            Event::Printed(bytes.to_vec())
        };
        let complained = |bytes: &[u8]| Event::Complained(bytes.to_vec());
        thread(move || read(stdout, &to_print, printed, Event::Silent))?;
        thread(move || read(stderr, &to_complain, complained, Event::Content))?;
        thread(move || write(stdin, &messages, &sender))?;
        Ok(Streams { input, events, waiting })
    }
}

fn thread(act: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().name("sandbox-pipe".to_string()).spawn(act).map(drop)
}

/// Reads until the end, or until nobody listens any more.
fn read(mut from: impl Read, to: &SyncSender<Event>, heard: impl Fn(&[u8]) -> Event, end: Event) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(count @ 1..) => {
                if to.send(heard(&chunk[..count])).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
        }
    }
    // That nobody listens any more is no loss.
    let _ = to.send(end);
}

/// Writes messages until there are no more, or until the program has closed its input.
fn write(mut to: impl Write, messages: &Receiver<Vec<u8>>, events: &SyncSender<Event>) {
    for message in messages {
        let mut moment = Instant::now();
        let mut pieces = message.chunks(PIECE);
        let is_written = pieces.all(|piece| {
            // Before the call: the program may run, and answer, before this thread goes on.
            moment = Instant::now();
            to.write_all(piece).is_ok()
        });
        let event = if is_written { Event::Written(moment) } else { Event::Deaf(moment) };
        if events.send(event).is_err() || !is_written {
            return;
        }
    }
}
