//! A game at the terminal: asks the players in turn, and draws the board.

use std::io::Write;

use rules::{Side, Table};
use search::{EngineAtLevel, GameSpec, SearchResult};

use super::player_kind::PlayerKind;
use super::prompt::{HELP, Heard, Input, ask};
use super::thought::Budget;
use crate::command::show::{picture, picture_with_moves};
use crate::failure::Failure;
use crate::palette::{CODE, FAINT, Palette, STRONG, WRONG};
use crate::{terminal, words};

/// A game between two players.
pub(super) struct Session<'a> {
    spec: &'static GameSpec,
    table: Box<dyn Table>,
    minds: [PlayerKind; 2],
    /// An engine for each side; if a person plays the side, the engine gives hints.
    engines: [EngineAtLevel; 2],
    budget: Budget,
    out: &'a mut dyn Write,
    /// The side that made each move, so that `undo` can return to a person's turn.
    movers: Vec<Side>,
    /// Whether the board has changed since it was last drawn.
    stale: bool,
}

/// How many expected moves a hint shows after its first move; later moves are hardly reliable.
const FORESIGHT: usize = 2;

/// Whether the game goes on.
enum Next {
    Turn,
    Quit,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        spec: &'static GameSpec,
        table: Box<dyn Table>,
        minds: [PlayerKind; 2],
        engines: [EngineAtLevel; 2],
        budget: Budget,
        out: &'a mut dyn Write,
    ) -> Self {
        Session { spec, table, minds, engines, budget, out, movers: Vec::new(), stale: true }
    }

    /// Prints the settings, and plays until the game is over, somebody quits, or the input ends.
    pub(super) fn run(mut self, settings: &str) -> Result<(), Failure> {
        self.greet(settings)?;
        while self.table.outcome().is_none() {
            let next = match self.player(self.table.turn()) {
                PlayerKind::Human => self.human_turn()?,
                PlayerKind::Engine(_) => self.engine_turn()?,
            };
            if let Next::Quit = next {
                return Ok(());
            }
        }
        self.draw()?;
        self.say_result()
    }

    fn player(&self, side: Side) -> PlayerKind {
        self.minds[side.index()]
    }

    fn has_people(&self) -> bool {
        self.minds.contains(&PlayerKind::Human)
    }

    /// A side's name in its colour.
    fn name(&self, side: Side) -> String {
        let style = Palette::new(self.spec.sides).side(side);
        format!("{style}{}{style:#}", self.spec.sides[side.index()])
    }

    fn greet(&mut self, settings: &str) -> Result<(), Failure> {
        let [first, second] = Side::BOTH
            .map(|side| format!("{} ({})", self.name(side), self.player(side).described()));
        writeln!(self.out, "{STRONG}{}{STRONG:#}: {first} against {second}", self.spec.title)?;
        if !settings.is_empty() {
            let text = format!("{settings} (change them with --set)");
            let lines = words::wrapped(&text, terminal::text_width(), [0, 0]);
            writeln!(self.out, "{FAINT}{}{FAINT:#}", lines.trim_end())?;
        }
        if self.has_people() {
            writeln!(self.out, "{FAINT}Type a move, or `help`.{FAINT:#}")?;
        }
        Ok(())
    }

    /// Draws the whole board in one write, if it has changed.
    fn draw(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.stale) {
            let text = format!("\n{}\n", picture(self.spec, &*self.table));
            self.out.write_all(text.as_bytes())?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn say_result(&mut self) -> Result<(), Failure> {
        if let Some(outcome) = self.table.outcome() {
            writeln!(
                self.out,
                "{STRONG}The game is over: {}.{STRONG:#}",
                words::result(self.spec, outcome)
            )?;
        }
        Ok(())
    }

    fn engine_turn(&mut self) -> Result<Next, Failure> {
        if !self.has_people() {
            self.draw()?;
        }
        let side = self.table.turn();
        let result = self.think()?;
        let name = &result.pv[0];
        self.table.play(name).expect("an engine plays legal moves");
        self.movers.push(side);
        self.stale = true;
        writeln!(
            self.out,
            "{} plays {STRONG}{name}{STRONG:#} {FAINT}({}){FAINT:#}",
            self.name(side),
            words::evaluation(&result)
        )?;
        Ok(Next::Turn)
    }

    /// The engine's choice for the side to move.
    fn think(&mut self) -> Result<SearchResult, Failure> {
        let engine = &mut self.engines[self.table.turn().index()];
        let result = self.budget.search(engine, &*self.table, self.out)?;
        Ok(result.expect("an unfinished game has moves"))
    }

    fn human_turn(&mut self) -> Result<Next, Failure> {
        self.draw()?;
        let side = self.table.turn();
        let name = self.name(side);
        let Heard::Input(wish) = ask(|| name.clone(), None, self.out)? else {
            return Ok(Next::Quit);
        };
        match wish {
            Input::Move(name) => self.try_move(side, &name)?,
            Input::Moves => {
                let names = words::moves(&self.table.legal(), terminal::text_width());
                write!(self.out, "\n{}\n{names}", picture_with_moves(self.spec, &*self.table))?;
            }
            Input::Hint => self.hint()?,
            Input::Undo => self.undo()?,
            Input::Board => self.stale = true,
            Input::Resign => {
                self.table.forfeit(side);
                writeln!(self.out, "{} resigns", self.name(side))?;
            }
            Input::Help => self.out.write_all(HELP.as_bytes())?,
            Input::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Turn)
    }

    fn try_move(&mut self, side: Side, name: &str) -> Result<(), Failure> {
        match self.table.play(name) {
            Ok(()) => {
                self.movers.push(side);
                self.stale = true;
            }
            Err(refusal) => {
                writeln!(
                    self.out,
                    "{WRONG}{refusal}{WRONG:#} {FAINT}(`moves` lists the legal ones, `help` \
                    helps){FAINT:#}"
                )?;
            }
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let result = self.think()?;
        let rest: Vec<_> = result.pv.iter().skip(1).take(FORESIGHT).map(String::as_str).collect();
        let rest = rest.join(", ");
        let rest = if rest.is_empty() { rest } else { format!(", then {rest}") };
        writeln!(
            self.out,
            "the engine would play {CODE}{}{CODE:#}{rest} {FAINT}({}){FAINT:#}",
            result.pv[0],
            words::evaluation(&result)
        )?;
        Ok(())
    }

    /// Goes back to a person's last turn.
    fn undo(&mut self) -> Result<(), Failure> {
        let Some(back) =
            self.movers.iter().rposition(|&side| self.player(side) == PlayerKind::Human)
        else {
            writeln!(self.out, "{WRONG}there is no move of a person to take back{WRONG:#}")?;
            return Ok(());
        };
        for _ in self.movers.drain(back..) {
            self.table.undo();
        }
        self.stale = true;
        Ok(())
    }
}
