//! Fouls that work in every game and protocol.
//!
//! The program knows only that a referee writes some lines and then waits for an answer: for one
//! line, or for the whole output if the referee has closed the input. So everything before a pause
//! counts as a prompt.

use std::io::{self, Write};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use crate::calls::call;
use crate::deeds::{Deed, TEN_MINUTES, sleep};

/// A prompt has ended if nothing follows the end of a line for this long. If the lines of a prompt
/// are written one by one, the gaps between them are shorter than this, unless the machine is
/// extremely busy.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// How many bytes are written in place of endless output. A file that receives all of these bytes
/// does no harm.
const ENDLESS: usize = 256 << 20;

/// Deeds against a referee instead of the machine. These deeds do not print `done`.
pub(crate) const FOULS: &[Deed] = &[
    ("answer", "prints ARGUMENT at once, and again each time it is asked", answer),
    ("early", "prints ARGUMENT and never reads", early),
    ("twice", "prints ARGUMENT twice and never answers", twice),
    ("again", "prints ARGUMENT, prints it again a moment later, and only then reads", again),
    ("silent", "reads to the end of its input, never answers, and does not end", |_| silent()),
    ("close-stdout", "closes its standard output and sleeps", |_| close_stdout()),
    ("exit", "exits with the code ARGUMENT", exit),
    ("endless", "prints short lines without end", |_| endless(b"a line\n")),
    ("huge-line", "prints a line without end", |_| endless(b"x")),
];

/// Gives these answers, one to each prompt, and waits for one more prompt. Returns false if the
/// input ends before that last prompt.
pub(crate) fn play(answers: &str) -> io::Result<bool> {
    let answers = if answers.is_empty() { Vec::new() } else { answers.split('|').collect() };
    for answer in answers {
        if !asked()? {
            return Ok(false);
        }
        print(answer)?;
    }
    asked()
}

/// Reads a prompt of at least one line. Returns false if the input has ended without a prompt.
fn asked() -> io::Result<bool> {
    let mut buffer = [0; 4096];
    let mut last = None;
    loop {
        // `poll` cannot see the buffer of the standard library, so this read bypasses the buffer.
        match retry_on_intr(|| rustix::io::read(io::stdin(), &mut buffer))? {
            0 => return Ok(last.is_some()),
            count => last = Some(buffer[count - 1]),
        }
        if last == Some(b'\n') && !more_follows()? {
            return Ok(true);
        }
    }
}

/// Whether more input, or its end, comes before the pause is over.
fn more_follows() -> io::Result<bool> {
    let stdin = io::stdin();
    let ready = retry_on_intr(|| poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&PAUSE)))?;
    Ok(ready > 0)
}

/// Prints one line or several lines in one write.
fn print(text: &str) -> io::Result<()> {
    let lines = text.replace("\\n", "\n") + "\n";
    io::stdout().write_all(lines.as_bytes())
}

fn answer(text: &str) -> io::Result<()> {
    print(text)?;
    while asked()? {
        print(text)?;
    }
    Ok(())
}

/// The program never reads. A referee notices that the answer came too early only if the question
/// is still unread.
fn early(text: &str) -> io::Result<()> {
    print(text)?;
    sleep(TEN_MINUTES)
}

fn twice(text: &str) -> io::Result<()> {
    print(&format!("{text}\n{text}"))?;
    read_on()
}

/// Acts like a program that flushes its output twice: a question that arrives between the two
/// flushes is read only after the second flush.
fn again(text: &str) -> io::Result<()> {
    print(text)?;
    sleep(Duration::from_millis(5))?;
    print(text)?;
    // Within two seconds the referee reads the output, even on a busy machine.
    sleep(Duration::from_secs(2))?;
    read_on()
}

fn read_on() -> io::Result<()> {
    io::copy(&mut io::stdin(), &mut io::sink()).map(drop)
}

/// If each move has its own process, the input ends right after the question.
fn silent() -> io::Result<()> {
    read_on()?;
    sleep(TEN_MINUTES)
}

fn close_stdout() -> io::Result<()> {
    call(libc::SYS_close, &[libc::STDOUT_FILENO as usize])?;
    sleep(TEN_MINUTES)
}

fn exit(code: &str) -> io::Result<()> {
    std::process::exit(code.parse().map_err(io::Error::other)?)
}

fn endless(piece: &[u8]) -> io::Result<()> {
    let pieces = piece.repeat(4096);
    (0..ENDLESS / pieces.len()).try_for_each(|_| io::stdout().write_all(&pieces))
}
