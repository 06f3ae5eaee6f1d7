//! An engine as a player of the line protocol.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use rules::{BadInput, Refusal, Table};
use search::{EngineAtLevel, GameSpec};

use super::start::{Start, bad};
use crate::answer::answer_text;
use crate::engine_settings::EngineSettings;
use crate::lines::{Line, next_line};
use crate::time_management;

/// Why an engine stopped before the end of its game.
#[derive(Debug)]
pub enum Interrupted {
    /// The engine does not understand a line of its input.
    Input(BadInput),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Interrupted {
    fn from(error: io::Error) -> Interrupted {
        Interrupted::Io(error)
    }
}

impl From<BadInput> for Interrupted {
    fn from(bad: BadInput) -> Interrupted {
        Interrupted::Input(bad)
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interrupted::Input(bad) => bad.fmt(f),
            Interrupted::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Interrupted {}

/// Plays one game by the line protocol, until the game is over or the input ends.
///
/// # Errors
/// Fails if a line makes no sense, or reading or writing fails.
pub fn play(
    spec: &GameSpec,
    settings: EngineSettings,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Interrupted> {
    let mut listener = Listener { input, line: 0 };
    let Some(line) = listener.next()? else { return Ok(()) };
    let start = Start::read(&String::from_utf8_lossy(&line), spec.name, spec.parameters)?;
    let opened = settings.open(spec, &start.parameters, None);
    let (table, engine) = opened.map_err(|error| {
        BadInput::new(1, "parameters that do not fit together", error.to_string())
    })?;
    let mut player =
        Player { table, engine, settings, left: start.game_time, each_move: start.move_time };
    for _ in 0..start.moves {
        let Some(line) = listener.next()? else { return Ok(()) };
        player.hear(&line).map_err(|bad| bad.below(listener.line))?;
    }
    while player.table.outcome().is_none() {
        if player.table.turn() == start.side {
            writeln!(output, "{}", player.choose())?;
            output.flush()?;
        } else {
            let Some(line) = listener.next()? else { return Ok(()) };
            player.hear(&line).map_err(|bad| bad.below(listener.line))?;
        }
    }
    Ok(())
}

struct Listener<'a> {
    input: &'a mut dyn BufRead,
    /// The number of the last line read.
    line: usize,
}

impl Listener<'_> {
    fn next(&mut self) -> Result<Option<Vec<u8>>, Interrupted> {
        self.line += 1;
        match next_line(self.input)? {
            None => Ok(None),
            Some(Line::Whole(line)) => Ok(Some(line)),
            Some(Line::TooLong) => {
                Err(BadInput::new(self.line, "a line without end", "a move").into())
            }
        }
    }
}

struct Player {
    table: Box<dyn Table>,
    engine: EngineAtLevel,
    settings: EngineSettings,
    /// The time left for all moves.
    left: Option<Duration>,
    /// The time for each move.
    each_move: Option<Duration>,
}

impl Player {
    /// Makes a move, and returns its name.
    fn choose(&mut self) -> String {
        let moves = self.table.moves();
        let time =
            time_management::share(self.left, self.each_move, self.engine.moves_left(&moves));
        let limits = self.settings.limits(time.is_some());
        let (result, used) =
            time_management::think(&mut self.engine, &*self.table, &moves, limits, time);
        self.left = self.left.map(|left| left.saturating_sub(used));
        let name = result.expect("an unfinished game has moves").pv.swap_remove(0);
        self.table.play(&name).expect("an engine plays legal moves");
        name
    }

    /// Makes the opponent's move.
    fn hear(&mut self, line: &[u8]) -> Result<(), BadInput> {
        let text = String::from_utf8_lossy(line);
        let Ok(name) = answer_text(line) else { return Err(bad(&text, "a move")) };
        self.table.play(name).map_err(|refusal| match refusal {
            Refusal::Garbled(garbled) => garbled,
            Refusal::Illegal { .. } | Refusal::Over => bad(&text, "a legal move"),
        })
    }
}
