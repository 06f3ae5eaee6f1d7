//! What a move gave away, as far as the values of all legal moves show it.

use serde::{Deserialize, Serialize};

use crate::{Certainty, Score, Worth};

/// How much a move lost, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// The move loses nothing, since no move has a greater value.
    None,
    /// The move loses this number of points. If the loss is proved, it may be even more.
    Points(f64),
    /// The move loses the result of the game: a proved win became a draw or a loss, or a draw
    /// became a loss.
    Result,
    /// A better value is known, but not of the same kind: nobody knows.
    Unsure,
    /// The move was not searched.
    Unknown,
}

impl Loss {
    /// The loss without its size.
    #[must_use]
    pub fn kind(self) -> LossKind {
        match self {
            Loss::None => LossKind::None,
            Loss::Points(_) => LossKind::Points,
            Loss::Result => LossKind::Result,
            Loss::Unsure => LossKind::Unsure,
            Loss::Unknown => LossKind::Unknown,
        }
    }
}

/// A [`Loss`] without its size, as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "`Loss` says what each means")]
pub enum LossKind {
    None,
    Points,
    Result,
    Unsure,
    Unknown,
}

/// A loss of fewer points is no mistake.
const LEAST_MISTAKE: f64 = 1.0;

/// A move that was made, and what it gave away.
///
/// A loss is proved only between proved values, and likely only between estimates of one kind. A
/// proof against an estimate shows nothing.
///
/// ```
/// use search::{Loss, MadeMove, Worth};
///
/// let worth = |name: &str, margin| {
///     let mut worth = Worth::unknown(name.to_string());
///     worth.prove(Some(margin), Some(margin));
///     worth
/// };
/// let worths = [worth("c3", -2), worth("d3", 4), worth("e3", 1)];
/// let judged = MadeMove::new("e3", &worths, 1);
/// assert!(judged.loss == Loss::Points(3.0) && judged.is_proved && judged.is_mistake());
/// assert_eq!(MadeMove::new("c3", &worths, 1).loss, Loss::Result);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MadeMove<'a> {
    /// The value of the move that was made; `None` if nothing is known of it.
    pub made: Option<&'a Worth>,
    /// The move that was made, if it is one of the best; otherwise a best move.
    pub best: Option<&'a Worth>,
    /// What the move gave away.
    pub loss: Loss,
    /// Whether that is proved.
    pub is_proved: bool,
    /// The score of a point; see [`Engine::point`](crate::Engine::point).
    point: Score,
}

impl<'a> MadeMove<'a> {
    /// The move of this name, among all legal moves.
    #[must_use]
    pub fn new(name: &str, worths: &'a [Worth], point: Score) -> MadeMove<'a> {
        let known = worths.iter().filter(|worth| worth.is_known());
        let made = known.clone().find(|worth| worth.value.mv == name);
        let is_made = |worth: &Worth| worth.value.mv == name;
        let best = known.clone().rev().max_by_key(|worth| (worth.value.score, is_made(worth)));
        let surest = known.rev().max_by_key(|worth| (worth.at_least, worth.value.score));
        let (Some(made), Some(best), Some(surest)) = (made, best, surest) else {
            return MadeMove { made, best, loss: Loss::Unknown, is_proved: false, point };
        };
        let judged = |best, loss, is_proved| MadeMove {
            made: Some(made),
            best: Some(best),
            loss,
            is_proved,
            point,
        };
        if let (Some(better), Some(worse)) = (surest.at_least, made.at_most)
            && better > worse
        {
            let is_result = better.signum() != worse.signum();
            let points = Loss::Points(f64::from(better - worse));
            return judged(surest, if is_result { Loss::Result } else { points }, true);
        }
        let is_best =
            |least| worths.iter().all(|worth| worth.at_most.is_some_and(|most| most <= least));
        if made.at_least.is_some_and(is_best) {
            return judged(made, Loss::None, true);
        }
        if made.is_no_less(best, point) {
            return judged(made, Loss::None, false);
        }
        let loss = if made.value.score >= best.value.score {
            Loss::None
        } else if [made, best].iter().all(|worth| worth.certainty == Certainty::Likely) {
            Loss::Points(f64::from(best.value.score - made.value.score) / f64::from(point))
        } else {
            Loss::Unsure
        };
        judged(best, loss, false)
    }

    /// Whether the move may be called a mistake, or a likely one if its loss is not
    /// [proved](MadeMove::is_proved). A loss of less than a point is none. In a lost position, nor
    /// is a loss of less than half of what the best move loses by.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        match self.loss {
            Loss::Result => true,
            Loss::Points(points) => {
                let behind = self.best.map_or(0.0, |best| match best.at_least.or(best.at_most) {
                    Some(margin) if !best.is_estimate() => -f64::from(margin),
                    _ => -f64::from(best.value.score) / f64::from(self.point),
                });
                points >= LEAST_MISTAKE.max(behind / 2.0)
            }
            Loss::None | Loss::Unsure | Loss::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, Side};

    use super::*;
    use crate::{MoveValue, learn, outcome_score};

    const EVERY_POINT: bool = true;

    fn worth(name: &str, score: Score, is_exact: bool) -> Worth {
        let mut worth = Worth::unknown(name.to_string());
        let mv = name.to_string();
        worth.hear(&MoveValue { mv, score, depth: 3, is_exact }, EVERY_POINT);
        worth.compare(3);
        worth
    }

    fn judged(made: (Score, bool), best: (Score, bool)) -> (Loss, bool, bool) {
        let worths = [worth("a", made.0, made.1), worth("b", best.0, best.1)];
        let judged = MadeMove::new("a", &worths, 10);
        (judged.loss, judged.is_proved, judged.is_mistake())
    }

    fn end(margin: i32, plies: u32) -> Score {
        outcome_score(Outcome { margin }, Side::First, plies)
    }

    #[test]
    fn a_loss_is_told_by_what_is_known() {
        let points = |points| Loss::Points(points);
        assert_eq!(judged((15, false), (40, false)), (points(2.5), false, true));
        assert_eq!(judged((40, false), (15, false)), (Loss::None, false, false));
        assert_eq!(judged((end(2, 5), true), (end(6, 7), true)), (points(4.0), true, true));
        let later = judged((end(1, 9), true), (end(1, 3), true));
        assert_eq!(later, (Loss::None, true, false), "only later");
        assert_eq!(judged((end(-1, 9), true), (end(1, 3), true)), (Loss::Result, true, true));
        let draw = judged((0, true), (end(1, 3), false));
        assert_eq!(draw, (Loss::Result, true, true), "a draw in place of a win");
        let estimate = judged((0, false), (end(1, 3), true));
        assert_eq!(estimate, (Loss::Unsure, false, false), "an estimate of 0 is not a draw");
        assert_eq!(judged((end(-1, 3), true), (7, false)), (Loss::Unsure, false, false));
        let bounds = judged((end(2, 3), false), (end(6, 3), false));
        assert_eq!(bounds, (Loss::Unsure, false, false), "a bound is no value");
        let worths = [worth("b", 3, false), Worth::unknown("a".to_string())];
        assert_eq!(MadeMove::new("a", &worths, 1).loss, Loss::Unknown);
        let worths = [worth("a", end(-1, 3), true), worth("b", 0, true), worth("c", 9, false)];
        let judged = MadeMove::new("a", &worths, 1);
        assert_eq!((judged.loss, judged.is_proved), (Loss::Result, true), "c may be even better");
        assert_eq!(judged.best.map(|best| &*best.value.mv), Some("b"));
    }

    #[test]
    fn a_proved_move_loses_nothing_to_what_is_known_to_be_no_better() {
        let sooner =
            [worth("a", end(1, 9), true), worth("b", end(1, 3), true), worth("c", 9, false)];
        let less = [worth("a", end(-6, 3), true), worth("b", -278, false)];
        for worths in [&sooner[..], &less] {
            let judged = MadeMove::new("a", worths, 10);
            assert_eq!((judged.loss, judged.is_proved), (Loss::None, false));
            assert_eq!(judged.best.map(|best| &*best.value.mv), Some("a"));
        }
        let more = [worth("a", end(-6, 3), true), worth("b", -50, false)];
        assert_eq!(MadeMove::new("a", &more, 10).loss, Loss::Unsure);
    }

    #[test]
    fn estimates_of_different_depths_are_not_compared() {
        let mut worths = [worth("a", 15, false), worth("b", 40, false)];
        worths[1].value.depth = 4;
        worths.iter_mut().for_each(|worth| worth.compare(4));
        assert_eq!(MadeMove::new("a", &worths, 10).loss, Loss::Unsure);
    }

    #[test]
    fn what_the_answers_prove_is_not_compared_with_estimates() {
        let mut worths = [worth("a", 15, false), worth("b", 40, false)];
        assert_eq!(MadeMove::new("a", &worths, 10).loss, Loss::Points(2.5));
        learn(&mut worths[0], false, &[worth("c", end(2, 4), false)]);
        assert_eq!(worths[0].at_most, Some(-2), "c wins by two or more");
        assert_eq!(MadeMove::new("a", &worths, 10).loss, Loss::Unsure);
    }

    #[test]
    fn a_small_loss_in_a_lost_position_is_no_mistake() {
        assert_eq!(judged((-420, false), (-400, false)), (Loss::Points(2.0), false, false));
        assert_eq!(judged((-620, false), (-400, false)), (Loss::Points(22.0), false, true));
        assert!(judged((end(-9, 3), true), (end(-6, 3), true)).2);
        assert!(!judged((end(-8, 3), true), (end(-6, 3), true)).2);
        assert_eq!(judged((15, false), (20, false)), (Loss::Points(0.5), false, false));
    }

    #[test]
    fn the_move_that_was_made_is_best_when_it_is_as_good() {
        let worths = [worth("a", 3, false), worth("b", 3, false), worth("c", 3, false)];
        for (name, best) in [("a", "a"), ("b", "b"), ("c", "c"), ("d", "a")] {
            let judged = MadeMove::new(name, &worths, 1);
            assert_eq!(judged.best.map(|best| &*best.value.mv), Some(best));
        }
    }

    #[test]
    fn the_answers_to_a_move_prove_what_it_is_worth() {
        let made = |answers: &[(Score, bool)], is_same| {
            let mut made = worth("a", -9, false);
            let answers: Vec<_> =
                answers.iter().map(|&(score, is_exact)| worth("c", score, is_exact)).collect();
            learn(&mut made, is_same, &answers);
            (made.at_least, made.at_most)
        };
        let (won, lost) = (end(2, 4), end(-1, 5));
        assert_eq!(made(&[(won, true), (9, false)], false), (None, Some(-2)));
        assert_eq!(made(&[(won, true), (9, false)], true), (Some(2), None), "the same side moves");
        assert_eq!(made(&[(lost, true), (-4, false)], false).0, None, "the other may be good");
        assert_eq!(made(&[(lost, true), (end(-3, 2), true)], false), (Some(1), Some(1)));
        assert_eq!(made(&[(0, true), (-4, false)], false), (None, Some(0)), "it may be good, too");
        assert_eq!(made(&[], false), (None, None));
    }
}
