//! A person at the terminal.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use arena::{Evidence, Place, Player, Refused, Reply, Turn};
use games::Card;
use rules::{Answer, Side, Table};
use sandbox::Clock;

use crate::command::play::prompt::{self, Wish};
use crate::command::show::picture;
use crate::failure::Failure;
use crate::palette::{FAINT, Palette, WRONG};
use crate::{terminal, words};

/// Who is being asked for a move, if anybody is.
#[derive(Clone, Default)]
pub(super) struct Asked(Arc<Mutex<Option<String>>>);

impl Asked {
    /// Asks the side called `name`.
    fn ask(&self, name: &str, out: &mut dyn Write) -> Result<Option<Wish>, Failure> {
        self.set(Some(name.to_string()));
        let wish = prompt::ask(name, out);
        self.set(None);
        wish
    }

    fn set(&self, name: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = name;
    }

    /// Draws the prompt again, below what has come between.
    pub(super) fn again(&self) {
        if let Some(name) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // Who types on without it is understood all the same.
            let _ = prompt::show(name, &mut anstream::stdout());
        }
    }
}

/// Somebody who reads boards and types moves.
pub(super) struct Person {
    card: &'static Card,
    side: Side,
    asked: Asked,
}

const HELP: &str = "  MOVE    make that move; its name is as in `moves`
  moves   list the legal moves
  board   draw the board again
  resign  give the game up
  quit    leave the match
";

impl Person {
    pub(super) fn new(card: &'static Card, asked: Asked) -> Person {
        Person { card, side: Side::First, asked }
    }

    fn name(&self) -> String {
        let style = Palette::new(self.card.sides).side(self.side);
        format!("{style}{}{style:#}", self.card.sides[self.side.index()])
    }

    /// Asks until the person has made up its mind.
    fn decide(&self, turn: &Turn<'_>, out: &mut dyn Write) -> Result<Option<Answer>, Failure> {
        self.show(turn, out)?;
        loop {
            match self.asked.ask(&self.name(), out)? {
                None | Some(Wish::Quit) => return Ok(None),
                Some(Wish::Resign) => return Ok(Some(Answer::Resign)),
                Some(Wish::Board) => self.show(turn, out)?,
                Some(Wish::Moves) => {
                    out.write_all(words::moves(&turn.table.legal(), terminal::text_width()).as_bytes())?;
                }
                Some(Wish::Move(name)) => match objection(turn.table, &name) {
                    None => return Ok(Some(Answer::Move(name))),
                    Some(why) => writeln!(out, "{WRONG}{why}{WRONG:#} {FAINT}(`help` helps){FAINT:#}")?,
                },
                Some(Wish::Help | Wish::Hint | Wish::Undo) => out.write_all(HELP.as_bytes())?,
            }
        }
    }

    fn show(&self, turn: &Turn<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(last) = turn.moves.last() {
            writeln!(out, "{FAINT}the last move was{FAINT:#} {last}")?;
        }
        write!(out, "\n{}\n", picture(self.card, turn.table))?;
        Ok(())
    }
}

/// Why this is no legal move. People may try again.
fn objection(table: &dyn Table, name: &str) -> Option<String> {
    let is_legal = table.legal().iter().any(|legal| legal == name);
    (!is_legal).then(|| format!("`{}` is not a legal move here", words::short(name)))
}

impl Player for Person {
    fn sit_down(&mut self, place: &Place<'_>) -> Result<(), Refused> {
        self.side = place.side;
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Refused> {
        turn.wait()?;
        let started = Instant::now();
        let answer = self.decide(turn, &mut anstream::stdout());
        let answer = answer.map_err(|failure| Refused::new(failure.to_string()))?;
        let answer = answer.ok_or_else(|| Refused::new("the person has left the match"))?;
        Ok(Reply { said: Ok(answer), clock: Clock { wall: started.elapsed(), ..Clock::default() } })
    }

    fn leave(&mut self, _: bool) -> Result<Option<Evidence>, Refused> {
        Ok(None)
    }
}
