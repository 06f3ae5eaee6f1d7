//! What `ludoteka alike` prints.

use std::io::{self, Write};

use errors::cell::cell;
use search::{Fork, GameSpec};
use stats::Agreement;

use super::super::asking::{Done, show};
use crate::palette::{FAINT, STRONG, WRONG};
use crate::words::{counted, first_error, in_a_line};

/// The answers of a program, or why it was not asked.
pub(super) type Answered = Result<Vec<Done>, String>;

/// All pairs of programs of a class.
pub(super) struct Pairs<'a> {
    pub(super) spec: &'static GameSpec,
    pub(super) seed: u64,
    pub(super) programs: &'a [String],
    pub(super) forks: &'a [Fork],
    pub(super) answered: &'a [Answered],
    /// The least likely pair first.
    pub(super) agreements: Vec<Agreement>,
}

/// The pairs that are shown by default.
const SHOWN: usize = 10;

impl Pairs<'_> {
    pub(super) fn write(&self, all: bool, out: &mut dyn Write) -> io::Result<()> {
        let programs = counted(self.programs.len() as u64, "program");
        let positions = counted(self.forks.len() as u64, "position");
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}: {programs}, {positions}, seed {}",
            self.spec.title, self.seed
        )?;
        writeln!(out, "{FAINT}same moves  by chance  such pairs by chance  programs{FAINT:#}")?;
        let shown = if all { self.agreements.len() } else { SHOWN };
        for pair in self.agreements.iter().take(shown) {
            let same = format!("{} of {}", pair.same, pair.questions);
            let [one, other] = self.names(pair);
            writeln!(
                out,
                "{same:>10}  {:>9.1}  {:>20}  {one}, {other}",
                pair.by_chance,
                rounded(self.such_pairs(pair))
            )?;
        }
        let more = self.agreements.len().saturating_sub(shown) as u64;
        if more > 0 {
            writeln!(out, "{FAINT}and {}: --all shows them{FAINT:#}", counted(more, "more pair"))?;
        }
        self.write_silent(out)?;
        self.write_rarest(out)?;
        writeln!(out, "{FAINT}something to ask about, and no verdict{FAINT:#}")
    }

    /// The programs that made no move in some positions, and why.
    fn write_silent(&self, out: &mut dyn Write) -> io::Result<()> {
        for (name, answered) in self.programs.iter().zip(self.answered) {
            match answered {
                Err(why) => {
                    writeln!(out, "{WRONG}{name}: {}{WRONG:#}", in_a_line(&first_error(why)))?;
                }
                Ok(done) => {
                    let mut silent = done.iter().filter_map(|done| done.as_ref().err());
                    let Some(why) = silent.next() else { continue };
                    let count = counted(1 + silent.count() as u64, "position");
                    writeln!(
                        out,
                        "{WRONG}{name}: no move in {count}: {}{WRONG:#}",
                        in_a_line(why)
                    )?;
                }
            }
        }
        Ok(())
    }

    /// The same move of the first pair that was least to be expected.
    fn write_rarest(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(pair) = self.agreements.first() else { return Ok(()) };
        let Some(place) = pair.rarest else { return Ok(()) };
        let Ok(Ok(made)) = self.answered[pair.players[0]].as_ref().map(|done| &done[place]) else {
            return Ok(());
        };
        let [one, other] = self.names(pair);
        let Fork { parameters, moves, legal, .. } = &self.forks[place];
        writeln!(
            out,
            "least expected: {one} and {other} choose {} of {}",
            in_a_line(made),
            counted(legal.len() as u64, "move")
        )?;
        writeln!(out, "  {}", show(self.spec, parameters, moves))
    }

    fn names(&self, pair: &Agreement) -> [&String; 2] {
        pair.players.map(|player| &self.programs[player])
    }

    /// How many pairs of the class would agree at least so often by chance.
    fn such_pairs(&self, pair: &Agreement) -> f64 {
        pair.tail * self.agreements.len() as f64
    }

    pub(super) fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record([
            "program",
            "other",
            "same",
            "positions",
            "by chance",
            "probability",
            "such pairs by chance",
        ])?;
        for pair in &self.agreements {
            let [one, other] = self.names(pair).map(|name| cell(&in_a_line(name)).into_owned());
            let counts = [pair.same, pair.questions].map(|count| count.to_string());
            let by_chance = format!("{:.2}", pair.by_chance);
            let chances = [pair.tail, self.such_pairs(pair)].map(|chance| format!("{chance:.3e}"));
            let record = [one, other].into_iter().chain(counts).chain([by_chance]).chain(chances);
            writer.write_record(record)?;
        }
        writer.flush()
    }
}

/// A number of pairs, with two digits that count.
fn rounded(number: f64) -> String {
    match number {
        _ if number >= 10.0 => format!("{number:.0}"),
        _ if number >= 1.0 => format!("{number:.1}"),
        _ if number >= 0.001 => format!("{number:.3}"),
        _ if number >= 0.000_001 => format!("{number:.6}"),
        _ => "< 0.000001".to_string(),
    }
}
