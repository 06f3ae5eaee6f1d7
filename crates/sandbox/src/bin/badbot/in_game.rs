//! Fouls in a game, whatever the game and the protocol.
//!
//! Nothing is known of either but that a referee writes some lines and then waits: for a line, or, with the input
//! closed, for the whole output. So a prompt is what comes before a pause.

use std::io::{self, Write};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use crate::calls::call;
use crate::deeds::{Deed, TEN_MINUTES, sleep};

/// How long nothing must follow the end of a line for a prompt to be over. Lines of one prompt, even if they are
/// written one by one, are closer together than this on a machine that is not hopelessly busy.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// What stands for endless, so that a file that takes it all is not a harm.
const ENDLESS: usize = 256 << 20;

/// Deeds against a referee rather than the machine. They are silent about themselves.
pub(crate) const FOULS: &[Deed] = &[
    ("answer", "prints ARGUMENT, and again whenever it is asked", answer),
    ("early", "prints ARGUMENT and never reads", early),
    ("twice", "prints ARGUMENT twice and never answers", twice),
    ("again", "prints ARGUMENT, the same a moment later, and reads on only then", again),
    ("silent", "reads on, never answers, and outlives its input", |_| silent()),
    ("close-stdout", "closes its standard output and sleeps", |_| close_stdout()),
    ("exit", "exits with the code ARGUMENT", exit),
    ("endless", "prints short lines without end", |_| endless(b"a line\n")),
    ("huge-line", "prints a line without end", |_| endless(b"x")),
];

/// Gives these answers, one to each prompt, and waits to be asked once more. False if the input ends before.
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

/// Reads a prompt: one line at least. False where the input has ended and there is none.
fn asked() -> io::Result<bool> {
    let mut buffer = [0; 4096];
    let mut last = None;
    loop {
        // Past the buffer of the standard library, which `poll` knows nothing of.
        match retry_on_intr(|| rustix::io::read(io::stdin(), &mut buffer))? {
            0 => return Ok(last.is_some()),
            count => last = Some(buffer[count - 1]),
        }
        if last == Some(b'\n') && !more_follows()? {
            return Ok(true);
        }
    }
}

/// Whether something comes, be it the end, before the pause is over.
fn more_follows() -> io::Result<bool> {
    let stdin = io::stdin();
    let ready = retry_on_intr(|| poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&PAUSE)))?;
    Ok(ready > 0)
}

/// Prints a line, or several, at once.
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

/// That it answers without having read shows as long as it does not read.
fn early(text: &str) -> io::Result<()> {
    print(text)?;
    sleep(TEN_MINUTES)
}

fn twice(text: &str) -> io::Result<()> {
    print(&format!("{text}\n{text}"))?;
    read_on()
}

/// Two flushes of a buffer; what is asked meanwhile is not read before the second.
fn again(text: &str) -> io::Result<()> {
    print(text)?;
    sleep(Duration::from_millis(5))?;
    print(text)?;
    // Until it has been heard, on a busy machine too.
    sleep(Duration::from_secs(2))?;
    read_on()
}

fn read_on() -> io::Result<()> {
    io::copy(&mut io::stdin(), &mut io::sink()).map(drop)
}

/// Where a process is asked for one move, the input ends with the question.
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
