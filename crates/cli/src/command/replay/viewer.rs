//! One game, position by position.

use std::io::Write;

use matches::record::{Record, RecordMismatch, table};
use rules::{Side, Table};
use search::GameSpec;

use crate::command::show::picture;
use crate::failure::Failure;
use crate::palette::{FAINT, Palette, STRONG};
use crate::records::Found;
use crate::terminal;
use crate::words;

/// A game that can be shown after any of its moves.
pub(super) struct Viewer {
    spec: &'static GameSpec,
    record: Record,
    /// The game's number in its file.
    number: u64,
    /// The game's number, players and result.
    title: String,
    table: Box<dyn Table>,
    /// The number of moves that have been made on the table.
    at: usize,
    /// The side that made each move.
    movers: Vec<Side>,
}

impl Viewer {
    /// Checks all moves, and returns a viewer that shows the start of the game.
    pub(super) fn new(found: Found) -> Result<Viewer, RecordMismatch> {
        let title = found.title();
        let Found { spec, record, number, .. } = found;
        let table = table(&record, spec)?;
        let at = record.opening.len() + record.moves.len();
        let mut viewer = Viewer { spec, record, number, title, table, at, movers: Vec::new() };
        viewer.go_to(0);
        for number in 0..at {
            viewer.movers.push(viewer.table.turn());
            viewer.go_to(number + 1);
        }
        viewer.go_to(0);
        Ok(viewer)
    }

    fn moves(&self) -> usize {
        self.record.opening.len() + self.record.moves.len()
    }

    fn name(&self, number: usize) -> &str {
        let opening = self.record.opening.len();
        if number < opening {
            &self.record.opening[number]
        } else {
            &self.record.moves[number - opening]
        }
    }

    fn go_to(&mut self, number: usize) {
        while self.at > number {
            self.table.undo();
            self.at -= 1;
        }
        while self.at < number.min(self.moves()) {
            let name = self.name(self.at).to_string();
            self.table.play(&name).expect("all moves have been tried");
            self.at += 1;
        }
    }

    /// Prints the position after this many moves.
    pub(super) fn show(mut self, number: usize, out: &mut dyn Write) -> Result<(), Failure> {
        if number > self.moves() {
            return Err(Failure::input(format!("game {} has {} moves", self.number, self.moves())));
        }
        self.go_to(number);
        self.print(out)
    }

    /// Prints every position.
    pub(super) fn show_all(mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.print_title(out)?;
        for number in 0..=self.moves() {
            self.go_to(number);
            self.print(out)?;
        }
        Ok(())
    }

    /// Shows the positions that the person asks for. Returns the number of another game if the
    /// person asks for another game, and `None` if the person leaves.
    pub(super) fn browse(&mut self, out: &mut dyn Write) -> Result<Option<u64>, Failure> {
        self.print_title(out)?;
        self.print(out)?;
        loop {
            write!(
                out,
                "{FAINT}move {} of {} (Enter, b, a number, n, p, q){FAINT:#} ",
                self.at,
                self.moves()
            )?;
            out.flush()?;
            let Some(line) = terminal::read_line()? else { return Ok(None) };
            match line.trim() {
                "q" => return Ok(None),
                "n" => return Ok(Some(self.number + 1)),
                "p" => return Ok(Some(self.number.saturating_sub(1).max(1))),
                "b" => self.go_to(self.at.saturating_sub(1)),
                "" => self.go_to(self.at + 1),
                number => match number.parse() {
                    Ok(number) => self.go_to(number),
                    Err(_) => continue,
                },
            }
            self.print(out)?;
        }
    }

    fn print_title(&self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{STRONG}{}{STRONG:#}, {}", self.spec.title, self.title)?)
    }

    /// Draws the last move with its clock, and the board.
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.at.checked_sub(1) {
            Some(last) => {
                writeln!(out, "\n{}. {}{}", self.at, self.move_made(last), self.clock(last))?;
            }
            None => writeln!(out)?,
        }
        self.print_stderr(self.at, out)?;
        out.write_all(picture(self.spec, &*self.table).as_bytes())?;
        if self.at == self.moves() {
            self.print_stderr(self.at + 1, out)?;
            writeln!(out, "{}", self.title)?;
        }
        Ok(())
    }

    /// Shows what programs wrote to standard error before the move with this number. Moves are
    /// counted from 1, and the opening's moves count too.
    fn print_stderr(&self, number: usize, out: &mut dyn Write) -> Result<(), Failure> {
        for (_, text) in self.record.stderr.iter().filter(|(of, _)| *of == number) {
            for line in text.lines() {
                writeln!(out, "{FAINT}  stderr: {}{FAINT:#}", words::in_a_line(line))?;
            }
        }
        Ok(())
    }

    /// The side that made the move, and the move, in words.
    fn move_made(&self, number: usize) -> String {
        let name = words::short(self.name(number));
        if number < self.record.opening.len() {
            format!("{FAINT}opening:{FAINT:#} {STRONG}{name}{STRONG:#}")
        } else {
            format!("{} plays {STRONG}{name}{STRONG:#}", self.side(self.movers[number]))
        }
    }

    fn side(&self, side: Side) -> String {
        let style = Palette::new(self.spec.sides).side(side);
        format!("{style}{}{style:#}", self.spec.sides[side.index()])
    }

    /// The time that the move took, in words.
    fn clock(&self, number: usize) -> String {
        let at = |list: &[u64]| {
            number.checked_sub(self.record.opening.len()).and_then(|i| list.get(i).copied())
        };
        let clocks = &self.record.clocks;
        let ms = |us: u64| us as f64 / 1000.0;
        match (at(&clocks.wall_us), at(&clocks.cpu_us), at(&clocks.waited_us)) {
            (Some(wall), Some(cpu), Some(waited)) if cpu > 0 || waited > 0 => {
                let (wall, cpu, waited) = (ms(wall), ms(cpu), ms(waited));
                format!(
                    " {FAINT}({wall:.2} ms: {cpu:.2} computing, {waited:.2} waiting for a \
                    processor){FAINT:#}"
                )
            }
            (Some(wall), ..) => format!(" {FAINT}({:.2} ms){FAINT:#}", ms(wall)),
            _ => String::new(),
        }
    }
}
