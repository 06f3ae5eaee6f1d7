//! What a person types.

use std::io::{self, BufRead, Read, Write};

use crate::failure::Failure;
use crate::terminal;

/// No move's name comes near this many bytes.
const LONGEST_LINE: u64 = 1 << 12;

/// What a person wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Move(String),
    Moves,
    Hint,
    Undo,
    Board,
    Resign,
    Help,
    Quit,
}

/// What can be typed.
pub(super) const HELP: &str = "  MOVE    make that move; its name is as in `moves`
  moves   list the legal moves
  hint    what the engine would do
  undo    take moves back until it was your turn
  board   draw the board again
  resign  give the game up
  quit    leave
";

impl Wish {
    /// The wish that a line expresses: a command, or else the name of a move.
    fn of(line: &str) -> Wish {
        match line {
            "moves" => Wish::Moves,
            "hint" => Wish::Hint,
            "undo" => Wish::Undo,
            "board" => Wish::Board,
            "resign" => Wish::Resign,
            "help" => Wish::Help,
            "quit" => Wish::Quit,
            name => Wish::Move(name.to_string()),
        }
    }
}

/// Asks the side called `name`, whatever it is called by then, what to do; `None` at the end of input. Only somebody at a
/// terminal sees the prompt.
pub(crate) fn ask(name: impl Fn() -> String, out: &mut dyn Write) -> Result<Option<Wish>, Failure> {
    loop {
        show(&name(), out)?;
        let Some(line) = read_line()? else {
            if terminal::is_conversation() {
                writeln!(out)?;
            }
            return Ok(None);
        };
        if !line.trim().is_empty() {
            return Ok(Some(Wish::of(line.trim())));
        }
    }
}

/// Draws the prompt, where somebody sees it.
pub(crate) fn show(name: &str, out: &mut dyn Write) -> io::Result<()> {
    if terminal::is_conversation() {
        write!(out, "{name}> ")?;
        out.flush()?;
    }
    Ok(())
}

/// The next line; what is not UTF-8 is replaced, and a line longer than any move is cut up.
fn read_line() -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
