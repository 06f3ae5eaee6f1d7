//! A person at the terminal.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use errors::Error;
use matches::record::{self, Record};
use players::{Foul, FoulReport, Place, Player, Reply, Turn};
use rules::{Answer, Side, Table};
use sandbox::Clock;
use search::GameSpec;

use crate::command::play::prompt::{self, Heard, Input};
use crate::command::play::typed_moves::{Meaning, meaning};
use crate::command::show::{picture, picture_with_moves};
use crate::failure::Failure;
use crate::palette::{FAINT, Palette, WRONG};
use crate::{terminal, words};

/// The question that a person has not answered yet, if there is one.
#[derive(Clone, Default)]
pub(super) struct Asked(Arc<Mutex<Option<Question>>>);

/// A question to a person: the name of the side to move, and the deadline.
#[derive(Clone)]
struct Question {
    name: String,
    until: Option<Instant>,
}

impl Question {
    /// The text of the prompt.
    fn text(&self) -> String {
        let Some(until) = self.until else { return self.name.clone() };
        let left = clock(until.saturating_duration_since(Instant::now()));
        format!("{} {FAINT}({left} left){FAINT:#}", self.name)
    }
}

/// The remaining time in readable form, rounded down.
fn clock(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    match minutes {
        0 => format!("{}.{} s", tenths / 10, tenths % 10),
        _ => format!("{minutes} min {} s", tenths / 10),
    }
}

impl Asked {
    fn ask(&self, question: &Question, out: &mut dyn Write) -> Result<Heard, Failure> {
        self.set(Some(question.clone()));
        let heard = prompt::ask(|| question.text(), question.until, None, out);
        self.set(None);
        heard
    }

    fn set(&self, question: Option<Question>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = question;
    }

    /// Draws the prompt again below other output.
    pub(super) fn again(&self) {
        if let Some(question) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // An error is ignored here, because the person can still answer if the prompt is not
            // shown.
            let _ = prompt::show(&question.text(), &mut anstream::stdout());
        }
    }
}

/// A person who reads boards and types moves.
pub(super) struct Person {
    spec: &'static GameSpec,
    side: Side,
    asked: Asked,
}

const HELP: &str = "  MOVE    make that move; its name is as in `moves`
  moves   the legal moves, on the board and by name
  board   draw the board again
  resign  give the game up
  quit    leave the match
";

impl Person {
    pub(super) fn new(spec: &'static GameSpec, asked: Asked) -> Person {
        Person { spec, side: Side::First, asked }
    }

    fn name(&self) -> String {
        let style = Palette::new(self.spec.sides).side(self.side);
        format!("{style}{}{style:#}", self.spec.sides[self.side.index()])
    }

    /// Asks the person for a move, until there is a valid answer or the time is over; `None` if the
    /// person leaves.
    fn decide(
        &self,
        turn: &Turn<'_>,
        started: Instant,
        out: &mut dyn Write,
    ) -> Result<Option<Result<Answer, Foul>>, Failure> {
        let has_clock = turn.left.is_some() || turn.each_move.is_some();
        let question =
            Question { name: self.name(), until: has_clock.then(|| started + turn.within()) };
        self.show(turn, out)?;
        loop {
            let wish = match self.asked.ask(&question, out)? {
                Heard::Input(wish) => wish,
                Heard::End => return Ok(None),
                Heard::TimeOver => return Ok(Some(Err(Foul::Late))),
            };
            match wish {
                Input::Quit => return Ok(None),
                Input::Resign => return Ok(Some(Ok(Answer::Resign))),
                Input::Board => self.show(turn, out)?,
                Input::Moves => {
                    let names = words::moves(&turn.table.legal(), terminal::text_width());
                    write!(out, "\n{}\n{names}", picture_with_moves(self.spec, turn.table))?;
                }
                Input::Move(text) => match meaning(turn.table, &text) {
                    Meaning::Moves(names) if names.len() == 1 => {
                        return Ok(Some(Ok(Answer::Move(names[0].clone()))));
                    }
                    _ => {
                        let why = format!("`{}` is not a legal move here", words::short(&text));
                        writeln!(out, "{WRONG}{why}{WRONG:#} {FAINT}(`help` helps){FAINT:#}")?;
                    }
                },
                Input::Help | Input::Hint | Input::Undo => out.write_all(HELP.as_bytes())?,
            }
        }
    }

    fn show(&self, turn: &Turn<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(write_position(self.spec, turn.moves.last(), turn.table, out)?)
    }
}

/// Shows how a game ended, and the last move, since the person may not have seen it.
pub(super) fn write_end(
    spec: &'static GameSpec,
    record: &Record,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let table = record::table(record, spec).map_err(|misfit| Failure::input(misfit.to_string()))?;
    Ok(write_position(spec, record.moves.last().or(record.opening.last()), &*table, out)?)
}

fn write_position(
    spec: &GameSpec,
    last: Option<&String>,
    table: &dyn Table,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(last) = last {
        writeln!(out, "{FAINT}the last move was{FAINT:#} {last}")?;
    }
    write!(out, "\n{}\n", picture(spec, table))
}

impl Player for Person {
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error> {
        self.side = place.side;
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error> {
        turn.wait()?;
        let started = Instant::now();
        let answer = self.decide(turn, started, &mut anstream::stdout());
        let answer = answer.map_err(|failure| Error::input(failure.to_string()))?;
        let answer = answer.ok_or_else(|| Error::input("the person has left the match"))?;
        Ok(Reply::new(answer, Clock { wall: started.elapsed(), ..Clock::default() }))
    }

    fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, Error> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_at_the_prompt() {
        let shown =
            [59_999, 60_000, 3_599_000, 0, 2_940].map(|ms| clock(Duration::from_millis(ms)));
        assert_eq!(shown, ["59.9 s", "1 min 0 s", "59 min 59 s", "0.0 s", "2.9 s"]);
        let question = |until| Question { name: "red".to_string(), until }.text();
        assert_eq!(question(None), "red");
        assert!(question(Some(Instant::now())).contains("(0.0 s left)"));
    }
}
