//! A review says what each move of a game gave away, in the form that pages and files have.

use rules::Side;
use serde::{Deserialize, Serialize};

use crate::{
    Instance, Limits, Loss, LossKind, MadeMove, NeverStop, Score, Worth, learn, proven_end,
};

/// More half-moves than any search looks ahead; see [`proven_end`].
const FARTHEST_END: u32 = 2 * Limits::NONE.depth;

/// The value of a move or a position for the side to move.
///
/// A proved value has the margin and, if it is known, the number of half-moves to the end of the
/// game. An estimate has a number of points. Only an exact value is final.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveWorth {
    /// The margin; a bound of it unless the value is exact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<i32>,
    /// The number of half-moves to the end.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none", default)]
    pub plies: Option<u32>,
    /// The estimate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub points: Option<f64>,
    /// Whether the margin is proved.
    pub exact: bool,
}

impl MoveWorth {
    /// The value of a score; `point` is the score of a point.
    #[must_use]
    pub fn of(score: Score, is_exact: bool, point: Score) -> MoveWorth {
        let none = MoveWorth { margin: None, plies: None, points: None, exact: is_exact };
        match proven_end(score) {
            Some((margin, plies)) => {
                let plies = Some(plies).filter(|&plies| plies < FARTHEST_END);
                MoveWorth { margin: Some(margin), plies, ..none }
            }
            None if is_exact && score == 0 => MoveWorth { margin: Some(0), ..none },
            None => MoveWorth {
                points: Some(hundredths(f64::from(score) / f64::from(point))),
                exact: false,
                ..none
            },
        }
    }

    fn of_move(worth: &Worth, point: Score) -> MoveWorth {
        MoveWorth::of(worth.value.score, worth.margin().is_some(), point)
    }
}

/// A number of points to two decimals, which is more than estimates are good for.
fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// What is known of a move of a game, and of the position before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveReport {
    /// The number of moves before this one, with the moves of the opening.
    pub at: usize,
    /// The side that made the move, 0 or 1.
    pub side: usize,
    /// The value of the position.
    pub worth: Option<MoveWorth>,
    /// How deep the search of the position looked.
    pub depth: Option<u32>,
    /// The value of the move.
    pub made: Option<MoveWorth>,
    /// The move, if it is one of the best; otherwise a best move.
    pub best: Option<String>,
    /// The value of the best move.
    pub best_worth: Option<MoveWorth>,
    /// What the move gave away.
    pub loss: LossKind,
    /// How many points, if `loss` is [`LossKind::Points`].
    pub points: Option<f64>,
    /// Whether the loss is proved.
    pub proved: bool,
    /// Whether the move may be called a mistake; see [`MadeMove::is_mistake`].
    pub mistake: bool,
}

impl MoveReport {
    /// The report on the move of this name, from the values of all legal moves of the position.
    #[must_use]
    pub fn new(at: usize, side: Side, name: &str, row: &[Worth], point: Score) -> MoveReport {
        let judged = MadeMove::new(name, row, point);
        let told = |of: &Worth| MoveWorth::of_move(of, point);
        let top = row.iter().filter(|worth| worth.is_known()).max_by_key(|worth| worth.value.score);
        let points = match judged.loss {
            Loss::Points(points) => Some(hundredths(points)),
            _ => None,
        };
        MoveReport {
            at,
            side: side.index(),
            worth: top.map(told),
            depth: top.map(|worth| worth.value.depth),
            made: judged.made.map(told),
            best: judged.best.map(|best| best.value.mv.clone()),
            best_worth: judged.best.map(told),
            loss: judged.loss.kind(),
            points,
            proved: judged.is_proved,
            mistake: judged.is_mistake(),
        }
    }
}

/// Reviews the game at the table from the move `from` on, which counts from 0, by searching this
/// many positions for each move. `go_on` is asked before each move; the review ends early if it
/// says no.
///
/// The last move comes first, since what the answers to a move prove counts for the move. A new
/// instance gets the same review on every machine.
pub fn review(
    mut instance: Instance,
    from: usize,
    nodes: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<MoveReport>> {
    let moves = instance.table.moves();
    let point = instance.engine.point();
    let mut reports = Vec::new();
    let mut after: Option<(Side, Vec<Worth>)> = None;
    for at in (from..moves.len()).rev() {
        if !go_on() {
            return None;
        }
        instance.table.undo();
        let side = instance.table.turn();
        // What was found after the move would make its estimate of another kind.
        instance.engine.forget();
        let mut row = instance.values(Limits::nodes(nodes), &mut NeverStop);
        let made = row.iter_mut().find(|worth| worth.value.mv == moves[at]);
        if let (Some(made), Some((next, answers))) = (made, &after) {
            learn(made, *next == side, answers);
        }
        reports.push(MoveReport::new(at, side, &moves[at], &row, point));
        after = Some((side, row));
    }
    reports.reverse();
    Some(reports)
}
