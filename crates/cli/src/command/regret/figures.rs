//! What `ludoteka regret` prints.

use std::io::{self, Write};

use search::{GameSpec, ProvedPosition, phases};
use serde_json::{Value, json};
use stats::Regret;

use super::super::asking::{Done, show};
use super::super::suite::Drawing;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::words::{counted, in_a_line, short};

/// A player's answers in all positions of a suite.
pub(super) struct Figures<'a> {
    pub(super) spec: &'static GameSpec,
    pub(super) player: &'a str,
    /// How the suite was drawn; `None` if it was read from a file.
    pub(super) drawing: Option<Drawing>,
    pub(super) suite: &'a [ProvedPosition],
    pub(super) answers: Vec<Done>,
}

/// The figures of some positions.
struct Row {
    /// How much of the games has been played, in percent.
    played: [usize; 2],
    regret: Regret,
    /// What a random move does: the share of best moves, and the mean loss.
    random: (f64, f64),
}

/// The fouls that are told one by one; more are only counted.
const TOLD_FOULS: usize = 3;

impl Figures<'_> {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (title, name) = (self.spec.title, short(self.player));
        let positions = counted(self.suite.len() as u64, "position");
        writeln!(out, "{STRONG}{title}: {name}{STRONG:#}, {positions}")?;
        writeln!(
            out,
            "{FAINT}game played   positions  best move, %           points given away      \
            at random{FAINT:#}"
        )?;
        for row in self.rows() {
            row.write(out)?;
        }
        for (place, why) in self.fouls().take(TOLD_FOULS) {
            let (number, why) = (place + 1, in_a_line(why));
            writeln!(out, "{WRONG}position {number}: {why}{WRONG:#}, counted as the worst move")?;
        }
        let more = self.fouls().count().saturating_sub(TOLD_FOULS) as u64;
        if more > 0 {
            writeln!(out, "{WRONG}and {}{WRONG:#}", counted(more, "more foul"))?;
        }
        self.write_worst(out)
    }

    /// The position in which most was given away, and how to see it.
    fn write_worst(&self, out: &mut dyn Write) -> io::Result<()> {
        let worst = (0..self.suite.len()).rev().max_by_key(|&place| self.loss(place));
        let Some(place) = worst.filter(|&place| self.loss(place) > 0) else { return Ok(()) };
        let position = &self.suite[place];
        let made = self.answers[place].as_deref().unwrap_or("no move");
        let points = counted(self.loss(place).into(), "point");
        let best = position.best().next().unwrap_or_default();
        writeln!(
            out,
            "most in position {}: {} gives away {points}, {best} is best",
            place + 1,
            in_a_line(made)
        )?;
        writeln!(out, "  {}", show(self.spec, &position.parameters, &position.moves))
    }

    /// The figures and the answers, as a [certificate](super::certificate) has them.
    pub(super) fn json(&self) -> Value {
        let mut rows: Vec<Value> = self.rows().iter().map(Row::json).collect();
        let mut all = rows.pop().unwrap_or_default();
        let answers: Vec<Value> = (0..self.suite.len()).map(|place| self.answer(place)).collect();
        all["game"] = json!(self.spec.name);
        all["player"] = json!(self.player);
        all["suite"] = json!(self.drawing);
        all["fouls"] = json!(self.fouls().count());
        all["phases"] = json!(rows);
        all["answers"] = json!(answers);
        all
    }

    fn answer(&self, place: usize) -> Value {
        let best: Vec<_> = self.suite[place].best().collect();
        let mut answer = json!({ "position": place + 1, "loss": self.loss(place), "best": best });
        match &self.answers[place] {
            Ok(name) => answer["move"] = json!(name),
            Err(why) => answer["foul"] = json!(why),
        }
        answer
    }

    /// The points that were given away in the position at this place. Who makes no move loses as
    /// much as by the worst one.
    fn loss(&self, place: usize) -> u32 {
        let position = &self.suite[place];
        let made = self.answers[place].as_ref().ok().and_then(|name| position.loss(name));
        made.unwrap_or_else(|| position.worst())
    }

    fn fouls(&self) -> impl Iterator<Item = (usize, &String)> {
        self.answers
            .iter()
            .enumerate()
            .filter_map(|(place, done)| Some((place, done.as_ref().err()?)))
    }

    /// A row for each phase, and the row of all positions.
    fn rows(&self) -> Vec<Row> {
        let phases = phases(self.suite);
        let everywhere: Vec<usize> = (0..self.suite.len()).collect();
        let ends = phases.first().zip(phases.last());
        let all =
            ends.map(|(first, last)| self.row(&everywhere, [first.played[0], last.played[1]]));
        phases.iter().map(|phase| self.row(&phase.places, phase.played)).chain(all).collect()
    }

    fn row(&self, places: &[usize], played: [usize; 2]) -> Row {
        let regret = places.iter().map(|&place| self.loss(place)).collect();
        let random = places.iter().map(|&place| self.suite[place].at_random());
        let (best, loss) = random.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let count = places.len() as f64;
        Row { played, regret, random: (best / count, loss / count) }
    }
}

impl Row {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [from, to] = self.played;
        let share = self.regret.share().map_or(String::new(), |range| {
            let [value, low, high] = [range.value, range.low, range.high].map(|part| 100.0 * part);
            format!("{value:5.1} ({low:.1} to {high:.1})")
        });
        let loss = self.regret.mean().map_or(String::new(), |mean| {
            format!("{:6.2} ({:.2} to {:.2})", mean.value, mean.low, mean.high)
        });
        let (best, lost) = (100.0 * self.random.0, self.random.1);
        writeln!(
            out,
            "{:<12}  {:>9}  {share:<21}  {loss:<21}  {best:.1} %, {lost:.2}",
            format!("{from} to {to} %"),
            self.regret.positions
        )
    }

    fn json(&self) -> Value {
        let share = self.regret.share();
        let mean = self.regret.mean();
        json!({
            "played": self.played,
            "positions": self.regret.positions,
            "best_moves": self.regret.optimal,
            "share": share.map(|range| range.value),
            "share_95": share.map(|range| [range.low, range.high]),
            "loss": mean.map(|mean| mean.value),
            "loss_95": mean.map(|mean| [mean.low, mean.high]),
            "random_share": self.random.0,
            "random_loss": self.random.1,
        })
    }
}
