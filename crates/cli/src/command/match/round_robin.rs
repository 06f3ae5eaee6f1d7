//! The table of a match of more than two players, in which each two meet.

use std::cmp::Reverse;
use std::io::Write;

use matches::Score;
use stats::{Meeting, Range};

use super::summary::{PAIRS_FOR_ELO, elo_range};
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::{terminal, width};

/// The scores of each two players who have met.
pub(super) struct RoundRobin {
    names: Vec<String>,
    met: Vec<([usize; 2], Score)>,
}

/// What one player has reached against all others.
#[derive(Clone, Copy, Default)]
struct Sum {
    won: u64,
    drawn: u64,
    lost: u64,
    fouls: u64,
}

impl Sum {
    fn half_points(self) -> u64 {
        2 * self.won + self.drawn
    }

    fn add(&mut self, score: &Score, contestant: usize) {
        self.won += score.wins[contestant];
        self.drawn += score.draws;
        self.lost += score.wins[1 - contestant];
        self.fouls += score.fouls[contestant];
    }
}

impl RoundRobin {
    /// Nobody has met yet. The names differ.
    pub(super) fn new(names: Vec<String>) -> RoundRobin {
        RoundRobin { names, met: Vec::new() }
    }

    /// Each two players by their numbers, in the order in which they meet.
    pub(super) fn meetings(players: usize) -> impl Iterator<Item = [usize; 2]> {
        (0..players).flat_map(move |one| (one + 1..players).map(move |other| [one, other]))
    }

    /// Counts a meeting, and writes its score in a line.
    pub(super) fn add(
        &mut self,
        players: [usize; 2],
        score: Score,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let [one, other] = players.map(|player| &self.names[player]);
        let ([won, lost], drawn) = (score.wins, score.draws);
        writeln!(out, "{one} – {other}: {won} won, {drawn} drawn, {lost} lost")?;
        self.met.push((players, score));
        Ok(())
    }

    /// Writes the players from the best to the worst, and the points of each against each.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let sums: Vec<_> = (0..self.names.len()).map(|player| self.sum(player)).collect();
        let mut order: Vec<_> = (0..sums.len()).collect();
        order.sort_by_key(|&player| Reverse(sums[player].half_points()));
        let widest = self.names.iter().map(|name| width::columns(name)).max().unwrap_or(0);
        self.write_standings(&order, &sums, widest, out)?;
        self.write_crosstable(&order, widest, out)
    }

    fn write_standings(
        &self,
        order: &[usize],
        sums: &[Sum],
        widest: usize,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let elo = if self.fewest_pairs() < PAIRS_FOR_ELO { Vec::new() } else { self.elo()? };
        let head = "points    won  drawn   lost  fouls";
        let last = if elo.is_empty() { "" } else { "   Elo (95 %)" };
        writeln!(out, "{FAINT}    {:widest$}  {head}{last}{FAINT:#}", "")?;
        for (place, &player) in (1..).zip(order) {
            let sum @ Sum { won, drawn, lost, fouls } = sums[player];
            let name = width::filled(&self.names[player], widest);
            let points = points(sum.half_points());
            let elo = elo.get(player).map_or(String::new(), |&elo| in_elo(elo));
            writeln!(
                out,
                "{place:>3} {STRONG}{name}{STRONG:#} {points:>7} {won:>6} {drawn:>6} {lost:>6} \
                {fouls:>6}{elo}"
            )?;
        }
        Ok(())
    }

    /// Leaves the table out if its lines would be too long.
    fn write_crosstable(
        &self,
        order: &[usize],
        widest: usize,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let cell = |one, other| self.points(one, other).map_or(String::new(), points);
        let rows: Vec<Vec<_>> = order
            .iter()
            .map(|&one| order.iter().map(|&other| cell(one, other)).collect())
            .collect();
        let cells = rows.iter().flatten().map(String::len).max().unwrap_or(0).max(2) + 2;
        if 4 + widest + cells * order.len() > terminal::text_width() {
            return Ok(());
        }
        let head: String = (1..=rows.len()).map(|row| format!("{row:>cells$}")).collect();
        writeln!(out, "{FAINT}    {:widest$}{head}   points against each{FAINT:#}", "")?;
        for ((place, &player), row) in (1..).zip(order).zip(&rows) {
            let row: String = row.iter().map(|cell| format!("{cell:>cells$}")).collect();
            let name = width::filled(&self.names[player], widest);
            writeln!(out, "{place:>3} {name}{}", row.trim_end())?;
        }
        Ok(())
    }

    fn sum(&self, player: usize) -> Sum {
        let mut sum = Sum::default();
        for (players, score) in &self.met {
            if let Some(contestant) = players.iter().position(|&met| met == player) {
                sum.add(score, contestant);
            }
        }
        sum
    }

    /// The half points of one player against another.
    fn points(&self, one: usize, other: usize) -> Option<u64> {
        let (players, score) = self
            .met
            .iter()
            .find(|(players, _)| players.contains(&one) && players.contains(&other))
            .filter(|_| one != other)?;
        let mut sum = Sum::default();
        sum.add(score, usize::from(players[0] != one));
        Some(sum.half_points())
    }

    /// The number of pairs, without copies, of the player with the fewest.
    fn fewest_pairs(&self) -> u64 {
        let pairs = |player| -> u64 {
            let met = self.met.iter().filter(move |(players, _)| players.contains(&player));
            met.map(|(_, score)| score.fresh_pairs().iter().sum::<u64>()).sum()
        };
        (0..self.names.len()).map(pairs).min().unwrap_or(0)
    }

    /// The ratings by all pairs of games that are no copies.
    fn elo(&self) -> Result<Vec<Option<Range>>, Failure> {
        let meeting = |(players, score): &([usize; 2], Score)| Meeting {
            players: *players,
            pairs: score.fresh_pairs(),
            ..Meeting::default()
        };
        let met: Vec<_> = self.met.iter().map(meeting).collect();
        let ratings = stats::rate(self.names.len(), &met);
        let ratings = ratings.map_err(|error| errors::Error::bug(error.to_string()))?;
        Ok(ratings.standings.into_iter().map(|standing| standing.elo).collect())
    }
}

fn points(half: u64) -> String {
    format!("{}.{}", half / 2, half % 2 * 5)
}

fn in_elo(range: Option<Range>) -> String {
    range.map_or(String::new(), |range| format!("   {}", elo_range(range)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: [u64; 2], draws: u64) -> Score {
        let mut score = Score::default();
        (score.wins, score.draws) = (wins, draws);
        score
    }

    #[test]
    fn a_table_adds_up_what_each_has_reached_on_both_sides() {
        let mut table = RoundRobin::new(["a", "b", "c"].map(str::to_string).to_vec());
        assert_eq!(RoundRobin::meetings(3).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        let mut out = Vec::new();
        for (players, score) in
            [([0, 1], score([1, 3], 0)), ([0, 2], score([0, 3], 1)), ([1, 2], score([4, 0], 0))]
        {
            table.add(players, score, &mut out).expect("memory takes text");
        }
        let sums = [0, 1, 2].map(|player| table.sum(player).half_points());
        assert_eq!(sums, [3, 14, 7]);
        assert_eq!([table.points(2, 0), table.points(0, 2)], [Some(7), Some(1)]);
        assert_eq!(table.points(1, 1), None);
    }
}
