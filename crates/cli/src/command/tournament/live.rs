//! The line that a tournament shows while it runs, such as
//! `62/480 games, 15.2/s, 0:28 left: 1 anna 12, 2 engine:4 9.5, 3 jan 9`.

use std::time::{Duration, Instant};

use tournament::Progress;
use tournament::results::{Line, Summary, standings};

use crate::progress_line::ProgressLine;
use crate::{width, words};

/// The number of leaders that are shown if there is room.
const LEADERS: usize = 3;
/// Names are cut to make room for more leaders, but never to fewer columns than this.
const SHORTEST_NAME: usize = 5;

/// Shows the progress of a tournament.
pub(super) struct Live<'a> {
    summary: &'a mut Summary,
    line: ProgressLine,
    started: Instant,
    /// The number of games that were played before this run.
    before: Option<u64>,
}

impl<'a> Live<'a> {
    pub(super) fn new(summary: &'a mut Summary) -> Live<'a> {
        Live { summary, line: ProgressLine::new(|_| true), started: Instant::now(), before: None }
    }

    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        let games = 2 * progress.pairs[0];
        let all = 2 * progress.pairs[1].max(self.summary.planned_pairs(progress.matches));
        if self.before.is_none() && (1..all).contains(&games) && !progress.is_decided {
            anstream::eprintln!(
                "ludoteka: {} of {} games are stored already; the tournament continues",
                words::grouped(games),
                words::grouped(all)
            );
        }
        let before = *self.before.get_or_insert(games);
        let Live { summary, line, started, .. } = self;
        line.show(|columns| {
            summary.set_matches(progress.matches, progress.is_decided);
            let speed = (games - before) as f64 / started.elapsed().as_secs_f64().max(1e-3);
            let so_far =
                format!("{}/{} games, {speed:.1}/s", words::grouped(games), words::grouped(all));
            let line = width::cut(&(so_far + &left_in(all.saturating_sub(games), speed)), columns);
            with_leaders(line, &leaders(summary), columns)
        });
    }

    /// Erases the line.
    pub(super) fn clear(&self) {
        self.line.clear();
    }
}

/// The places, names and points of the leaders, as if the tournament ended now.
fn leaders(summary: &Summary) -> Vec<[String; 3]> {
    let lines = standings(summary.facts()).unwrap_or_default();
    let leader = |line: &Line| {
        [line.place.to_string(), words::in_a_line(&line.name), line.points.to_string()]
    };
    lines.iter().take(LEADERS).map(leader).collect()
}

/// The line with as many leaders as fit; long names are cut to make room.
fn with_leaders(line: String, leaders: &[[String; 3]], columns: usize) -> String {
    let room = columns.saturating_sub(width::columns(&line));
    let texts = |longest: usize, number: usize| {
        let each = leaders[..number]
            .iter()
            .map(|[place, name, points]| format!("{place} {} {points}", width::cut(name, longest)));
        format!(": {}", each.collect::<Vec<_>>().join(", "))
    };
    let fits = |text: &String| width::columns(text) <= room;
    let widest = leaders.iter().map(|[_, name, _]| width::columns(name)).max().unwrap_or(0);
    for number in (1..=leaders.len()).rev() {
        let lengths = (SHORTEST_NAME.min(widest)..=widest).rev();
        if let Some(text) = lengths.map(|longest| texts(longest, number)).find(fits) {
            return line + &text;
        }
    }
    line
}

/// The estimated remaining time.
fn left_in(games: u64, speed: f64) -> String {
    if speed < 1e-3 || games == 0 {
        return String::new();
    }
    let left = Duration::from_secs_f64(games as f64 / speed).as_secs();
    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
    if hours > 0 {
        format!(", {hours}:{minutes:02}:{seconds:02} left")
    } else {
        format!(", {minutes}:{seconds:02} left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "62/480 games, 15.2/s, 0:28 left";

    fn shown(columns: usize) -> String {
        let leaders = [
            ["1", "Wielka Truskawka", "12"],
            ["2", "黄河", "9.5"],
            ["3", "engine:5, the favourite", "9"],
        ];
        with_leaders(LINE.to_string(), &leaders.map(|leader| leader.map(String::from)), columns)
    }

    #[test]
    fn eighty_columns_have_three_leaders() {
        assert_eq!(
            shown(120),
            format!("{LINE}: 1 Wielka Truskawka 12, 2 黄河 9.5, 3 engine:5, the favourite 9")
        );
        assert_eq!(shown(79), format!("{LINE}: 1 Wielka Tru… 12, 2 黄河 9.5, 3 engine:5, … 9"));
        assert_eq!(shown(50), format!("{LINE}: 1 Wielka Trus… 12"));
        assert_eq!(shown(20), LINE);
        for columns in 32..130 {
            assert!(width::columns(&shown(columns)) <= columns);
        }
    }
}
