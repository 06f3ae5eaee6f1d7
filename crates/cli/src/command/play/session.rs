//! A game at the terminal: asks the players in turn, and draws the board.

use std::io::Write;

use rules::{Language, Side, Table};
use search::{EngineAtLevel, GameSpec, SearchResult};

use super::editor::Editor;
use super::player_kind::PlayerKind;
use super::prompt::{HELP, Heard, Input, ask};
use super::thought::Budget;
use super::typed_moves::{Meaning, Step, meaning, steps};
use crate::command::show::{drawn, picture};
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
    /// The beginning of a move's name, if a person is typing the name bit by bit.
    begun: String,
    /// Reads lines at a terminal.
    editor: Option<Editor>,
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
        let editor = if terminal::is_conversation() { Editor::new() } else { None };
        Session {
            spec,
            table,
            minds,
            engines,
            budget,
            out,
            movers: Vec::new(),
            stale: true,
            begun: String::new(),
            editor,
        }
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
        if self.stale {
            self.draw()?;
            self.say_steps()?;
        }
        let side = self.table.turn();
        let begun =
            if self.begun.is_empty() { String::new() } else { format!(" {} ..", self.begun) };
        let name = self.name(side) + &begun;
        let Heard::Input(wish) = ask(|| name.clone(), None, self.editor.as_mut(), self.out)? else {
            return Ok(Next::Quit);
        };
        match wish {
            Input::Move(text) => self.try_moves(&text)?,
            Input::Moves => {
                let (_, choices) = steps(&*self.table, &self.begun);
                let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
                let names = words::moves(&names, terminal::text_width());
                write!(self.out, "\n{}\n{names}", drawn(self.spec, &*self.table, &choices))?;
            }
            Input::Undo if !self.begun.is_empty() => {
                self.begun.clear();
                self.stale = true;
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

    /// Makes the moves that a text names, or goes on with a move that is typed bit by bit. A text
    /// that does not continue what was typed before may begin a new move.
    fn try_moves(&mut self, text: &str) -> Result<(), Failure> {
        let whole = format!("{} {text}", self.begun);
        let meant = match meaning(&*self.table, &whole) {
            Meaning::Nothing(_) if !self.begun.is_empty() => meaning(&*self.table, text),
            meant => meant,
        };
        match meant {
            Meaning::Moves(names) => {
                for name in names {
                    self.movers.push(self.table.turn());
                    self.table.play(&name).expect("it was tried on a copy of the table");
                }
                self.begun.clear();
                self.stale = true;
                self.draw()
            }
            Meaning::Beginning(begun) => {
                self.begun = begun;
                let (_, choices) = steps(&*self.table, &self.begun);
                write!(self.out, "\n{}\n", drawn(self.spec, &*self.table, &choices))?;
                self.say_steps()
            }
            Meaning::Nothing(name) => self.refuse(&name),
        }
    }

    /// Says why a move is not legal.
    fn refuse(&mut self, name: &str) -> Result<(), Failure> {
        if let Err(refusal) = self.table.clone().play(name) {
            writeln!(
                self.out,
                "{WRONG}{refusal}{WRONG:#} {FAINT}(`moves` lists the legal ones, `help` \
                helps){FAINT:#}"
            )?;
        }
        Ok(())
    }

    /// Says how a move can begin or go on, if it has several touches.
    fn say_steps(&mut self) -> Result<(), Failure> {
        if self.table.outcome().is_some() {
            return Ok(());
        }
        let (steps, choices) = steps(&*self.table, &self.begun);
        if self.begun.is_empty() && choices.iter().all(|choice| choice.touches.len() < 2) {
            return Ok(());
        }
        let drawing = self.table.drawing();
        let told = steps.iter().map(|Step { words, square }| {
            let square = square.map(|square| {
                format!("{} {}", drawing.columns[square.column], drawing.rows[square.row])
            });
            let square = square.filter(|square| square != words);
            square.map_or(words.clone(), |square| format!("{words} (to {square})"))
        });
        let told: Vec<String> = told.collect();
        let first = self.table.words().text(Language::English, "first-touch").unwrap_or_default();
        let first = if self.begun.is_empty() { format!("{first} ") } else { String::new() };
        let text = format!("{first}Type one of: {}", told.join(", "));
        let lines = words::wrapped(&text, terminal::text_width(), [0, 0]);
        writeln!(self.out, "{FAINT}{}{FAINT:#}", lines.trim_end())?;
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
        self.begun.clear();
        for _ in self.movers.drain(back..) {
            self.table.undo();
        }
        self.stale = true;
        Ok(())
    }
}
