//! Reads and understands what a person types.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::editor::Editor;
use crate::failure::Failure;
use crate::terminal;

/// A command or a move that a person has typed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Move(String),
    Moves,
    Hint,
    Undo,
    Board,
    Resign,
    Help,
    Quit,
}

/// The result of a question.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Input(Input),
    /// The input has ended.
    End,
    /// The deadline came before an answer.
    TimeOver,
}

/// The inputs, as `help` lists them.
pub(super) const HELP: &str = "  MOVE    make that move; its name is as in `moves`. Several moves
          in one line, as in f5d6c3, are made for both sides
  pass    make the move that does nothing, if it is legal
  moves   the legal moves, on the board and by name
  hint    what the engine would do
  undo    take moves back until it was your turn
  board   draw the board again
  resign  give the game up
  quit    leave
";

impl Input {
    /// The meaning of a line: a command, or else the name of a move.
    fn of(line: &str) -> Input {
        match line {
            "moves" => Input::Moves,
            "hint" => Input::Hint,
            "undo" => Input::Undo,
            "board" => Input::Board,
            "resign" => Input::Resign,
            "help" => Input::Help,
            "quit" => Input::Quit,
            name => Input::Move(name.to_string()),
        }
    }
}

/// Asks a side what to do, until its time is over. `name` gives the side's name for each prompt.
/// Prompts are shown only on a terminal. An `editor` reads lines if there is no deadline.
pub(crate) fn ask(
    name: impl Fn() -> String,
    until: Option<Instant>,
    mut editor: Option<&mut Editor>,
    out: &mut dyn Write,
) -> Result<Heard, Failure> {
    loop {
        let line = match (until, &mut editor) {
            (None, Some(editor)) => editor.read_line(&format!("{}> ", name())).map(Ok),
            (None, None) => {
                show(&name(), out)?;
                terminal::read_line().map(Ok)
            }
            (Some(until), _) => {
                show(&name(), out)?;
                read_line_until(until)
            }
        };
        let nothing = match line? {
            Ok(Some(line)) if line.trim().is_empty() => continue,
            Ok(Some(line)) => return Ok(Heard::Input(Input::of(line.trim()))),
            Ok(None) => Heard::End,
            Err(TimeOver) => Heard::TimeOver,
        };
        if terminal::is_conversation() {
            writeln!(out)?;
        }
        return Ok(nothing);
    }
}

struct TimeOver;

/// The next line of the input, if it comes before the deadline. A thread reads the lines, since a
/// read cannot be interrupted.
fn read_line_until(until: Instant) -> io::Result<Result<Option<String>, TimeOver>> {
    static LINES: LazyLock<Mutex<Receiver<io::Result<Option<String>>>>> = LazyLock::new(|| {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || while sender.send(terminal::read_line()).is_ok() {});
        Mutex::new(lines)
    });
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(line) => line.map(Ok),
        Err(RecvTimeoutError::Timeout) => {
            forget_what_was_typed();
            Ok(Err(TimeOver))
        }
        Err(RecvTimeoutError::Disconnected) => Ok(Ok(None)),
    }
}

/// Discards a half-typed line, since it is not an answer to the next question.
fn forget_what_was_typed() {
    #[cfg(unix)]
    {
        use rustix::termios::{QueueSelector, tcflush};
        // This fails if the input is not a terminal, but then there is no half-typed line.
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    }
}

/// Draws the prompt on a terminal.
pub(crate) fn show(name: &str, out: &mut dyn Write) -> io::Result<()> {
    if terminal::is_conversation() {
        write!(out, "{name}> ")?;
        out.flush()?;
    }
    Ok(())
}
