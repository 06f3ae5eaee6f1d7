//! What is seen of a tournament while it goes on: a line on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use arena::tournament::results::standings;
use arena::tournament::{Account, Progress};

use crate::{terminal, words};

/// So many leaders are named.
const LEADERS: usize = 3;

/// How far it has come.
pub(super) struct Live<'a> {
    account: &'a mut Account,
    is_terminal: bool,
    started: Instant,
    /// Games that were played before.
    before: Option<u64>,
}

impl<'a> Live<'a> {
    pub(super) fn new(account: &'a mut Account) -> Live<'a> {
        Live { account, is_terminal: io::stderr().is_terminal(), started: Instant::now(), before: None }
    }

    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        let games = 2 * progress.pairs[0];
        let before = *self.before.get_or_insert(games);
        if !self.is_terminal {
            return;
        }
        self.account.set_matches(progress.matches);
        let time = self.started.elapsed();
        let speed = (games - before) as f64 / time.as_secs_f64().max(1e-3);
        let left = 2 * progress.pairs[1] - games;
        let so_far = format!("{} of {} games, {speed:.1} games/s", words::grouped(games), words::grouped(games + left));
        let width = terminal::columns().unwrap_or(usize::MAX).saturating_sub(1);
        let line: String = (so_far + &left_in(left, speed)).chars().take(width).collect();
        let line = self.with_leaders(line, width);
        // A terminal that cannot be written to shows no progress, and that is all.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    /// The line with as many of the leaders as fit.
    fn with_leaders(&self, line: String, width: usize) -> String {
        let lines = standings(&self.account.facts()).unwrap_or_default();
        let mut line = line;
        for (index, leader) in lines.iter().take(LEADERS).enumerate() {
            let start = if index == 0 { "; if it ended now:" } else { "," };
            let next = format!("{start} {} {}", words::in_a_line(&leader.name), leader.points);
            if line.chars().count() + next.chars().count() > width {
                break;
            }
            line.push_str(&next);
        }
        line
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// How long it may take yet; rounds to come are not known, and not counted.
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
