//! A finished game, position by position: what each is worth, and what each move gave away.
//!
//! A first look has few positions for each move, so that all are soon known. The rest of the time
//! is divided among the positions where something is not proved. Both go from the last move to the
//! first, since what the answers to a move prove counts for the move.

use std::time::Duration;

use search::{Handler, Instance, Limits, MoveReport, Worth, learn};
use serde_json::json;

use crate::asker::Asker;

/// The first look at a position searches this many positions.
const FIRST_LOOK: u64 = 4096;

/// Values the positions of the game at the table within this time, from the one before the move
/// `from` on, which counts from 0.
pub(crate) fn review(mut instance: Instance, from: usize, time: Duration, asker: &mut dyn Asker) {
    let moves = instance.table.moves();
    let mut rows: Vec<Vec<Worth>> = vec![Vec::new(); moves.len()];
    // The side that moves after each move, and whether it is the same.
    let mut next = None;
    for is_first in [true, false] {
        instance.go_to(&moves);
        for at in (from..moves.len()).rev() {
            instance.table.undo();
            let side = instance.table.turn();
            let is_same = next.replace(side) == Some(side);
            if rows[at].iter().all(|worth| worth.margin().is_some()) && !is_first {
                continue;
            }
            let now = asker.elapsed();
            let limits = if is_first { Limits::nodes(FIRST_LOOK) } else { Limits::NONE };
            let share = time.saturating_sub(now) / ((at - from) as u32 + 1);
            let end = if is_first { time } else { now + share };
            let mut turn = Turn { began: now, end, asker: &mut *asker };
            if turn.stop(0) {
                return;
            }
            // What was found after the move that was made would make its estimate of another kind.
            instance.engine.forget();
            let found = instance.values(limits, &mut turn);
            let (before, after) = rows.split_at_mut(at + 1);
            let row = &mut before[at];
            *row = joined(std::mem::take(row), found);
            let made = row.iter_mut().find(|worth| worth.value.mv == moves[at]);
            if let (Some(made), Some(answers)) = (made, after.first()) {
                learn(made, is_same, answers);
            }
            if !asker.is_gone() {
                let point = instance.engine.point();
                asker.tell("reviewed", json!(MoveReport::new(at, side, &moves[at], row, point)));
            }
        }
        next = None;
    }
}

/// The deeper values of two searches of a position, with the proofs of both.
fn joined(old: Vec<Worth>, new: Vec<Worth>) -> Vec<Worth> {
    let depth = |row: &[Worth]| {
        row.iter().filter(|worth| worth.is_estimate()).map(|worth| worth.value.depth).max()
    };
    let is_deeper = old.is_empty() || depth(&new).is_none() || depth(&new) >= depth(&old);
    let (mut kept, other) = if is_deeper { (new, old) } else { (old, new) };
    for (worth, other) in kept.iter_mut().zip(other) {
        worth.prove(other.at_least, other.at_most);
    }
    kept
}

/// The time for one position, as the asker counts it.
struct Turn<'a> {
    began: Duration,
    end: Duration,
    asker: &'a mut dyn Asker,
}

impl Handler for Turn<'_> {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.asker.is_gone() || self.is_over(1.0)
    }

    fn is_over(&mut self, share: f64) -> bool {
        let time = self.end.saturating_sub(self.began);
        self.asker.elapsed() >= self.began + time.mul_f64(share)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use search::{LossKind, MoveWorth};
    use serde_json::Value;

    use super::*;

    /// Reads all reports; or goes away after the first one on the first move.
    struct Heard {
        start: Instant,
        reports: Vec<MoveReport>,
        is_short: bool,
    }

    impl Heard {
        fn new(is_short: bool) -> Heard {
            Heard { start: Instant::now(), reports: Vec::new(), is_short }
        }
    }

    impl Asker for Heard {
        fn is_gone(&self) -> bool {
            self.is_short && self.reports.iter().any(|report| report.at == 0)
        }

        fn elapsed(&self) -> Duration {
            self.start.elapsed()
        }

        fn hint(&mut self, _event: &'static str, _data: Value) {}

        fn tell(&mut self, _event: &'static str, data: Value) {
            self.reports.push(serde_json::from_value(data).expect("a report"));
        }
    }

    /// The last report on each move of a game of tic-tac-toe.
    fn reviewed(moves: &[&str]) -> Vec<MoveReport> {
        let spec = games::find("mnk").expect("the game exists");
        let mut parameters = rules::Parameters::new(spec.parameters);
        for (name, value) in [("n", "3"), ("m", "3"), ("k", "3")] {
            parameters.set(name, value).expect("a board of 3 by 3");
        }
        let mut instance = (spec.open)(&parameters, None).expect("the board is valid");
        for name in moves {
            instance.table.play(name).expect("legal");
        }
        let mut heard = Heard::new(false);
        review(instance, 0, Duration::from_secs(20), &mut heard);
        let last = |at| heard.reports.iter().rfind(|report| report.at == at).cloned();
        (0..moves.len()).filter_map(last).collect()
    }

    /// All four first moves of Reversi are the same but for the board's symmetry.
    #[test]
    fn estimates_of_a_move_do_not_gain_from_the_moves_after_it() {
        let spec = games::find("reversi").expect("the game exists");
        let parameters = rules::Parameters::new(spec.parameters);
        let mut instance = (spec.open)(&parameters, None).expect("the usual board");
        let moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6 g5 c5 e3 d2 c6 e2 f1 c7";
        for name in moves.split(' ') {
            instance.table.play(name).expect("legal");
        }
        let mut heard = Heard::new(true);
        // The first look has a limit of positions, and ends long before that of time.
        review(instance, 0, Duration::from_secs(60), &mut heard);
        let first = heard.reports.iter().find(|report| report.at == 0).expect("a report");
        assert_eq!(first.loss, LossKind::None, "{first:?}");
    }

    #[test]
    fn each_move_is_compared_with_the_best() {
        // a2 turns a draw into a loss; c2 turns the win into a draw; c3 keeps the draw.
        let reports = reviewed(&["a1", "a2", "c2", "c3"]);
        let losses: Vec<_> = reports.iter().map(|one| (one.loss, one.mistake)).collect();
        let [none, result] = [(LossKind::None, false), (LossKind::Result, true)];
        assert_eq!(losses, [none, result, result, none]);
        assert!(reports.iter().all(|report| report.proved), "{reports:?}");
        assert_eq!(reports[1].best.as_deref(), Some("b2"), "only the middle draws");
        let margin = |worth: Option<MoveWorth>| worth.and_then(|worth| worth.margin);
        assert_eq!(margin(reports[2].worth), Some(1), "a win was there");
        assert_eq!(margin(reports[2].made), Some(0));
    }
}
