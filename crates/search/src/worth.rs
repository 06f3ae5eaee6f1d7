//! What is known of a move's value: an estimate, two bounds, and a word for how sure it is.

use rules::{Outcome, Side};

use crate::evaluate::{Bounded, FAR_END};
use crate::{MoveValue, Score, WON, proven_end};

/// How far the value of a move is known.
///
/// ```
/// use search::Certainty;
///
/// assert!(Certainty::Unsure < Certainty::Likely && Certainty::Likely < Certainty::Proved);
/// assert_eq!(Certainty::Likely.name(), "likely");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Nothing, only a bound, or an estimate that cannot be compared with the others.
    Unsure,
    /// An estimate of the same kind and depth as those of the other moves.
    Likely,
    /// The margin is proved.
    Proved,
}

impl Certainty {
    /// The word in JSON and in Python.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Unsure => "unsure",
            Certainty::Likely => "likely",
            Certainty::Proved => "proved",
        }
    }
}

/// What is known of a legal move. All numbers are from the view of the side that makes it, and the
/// bounds are those of its margin, as in a [`Solution`](crate::Solution).
///
/// ```
/// use search::{Certainty, Worth};
///
/// let mut worth = Worth::unknown("d3".to_string());
/// assert!(!worth.is_known());
/// worth.prove(Some(-4), Some(2));
/// assert_eq!((worth.margin(), worth.certainty), (None, Certainty::Unsure));
/// worth.prove(Some(2), None);
/// assert_eq!((worth.margin(), worth.certainty), (Some(2), Certainty::Proved));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The value as a score. If the winner is proved, the score says so. Its depth is 0 if no
    /// search has reached the move.
    pub value: MoveValue,
    /// A lower bound of the margin; `None` if nothing is known.
    pub at_least: Option<i32>,
    /// An upper bound of the margin; `None` if nothing is known.
    pub at_most: Option<i32>,
    /// How far the value is known.
    pub certainty: Certainty,
}

impl Worth {
    /// Nothing is known of this move.
    #[must_use]
    pub fn unknown(mv: String) -> Worth {
        Worth {
            value: MoveValue { mv, score: 0, depth: 0, is_exact: false },
            at_least: None,
            at_most: None,
            certainty: Certainty::Unsure,
        }
    }

    /// Whether anything is known of the move.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.value.depth > 0 || self.at_least.is_some() || self.at_most.is_some()
    }

    /// The margin, if it is proved.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }

    /// Whether a proved value is at least what is known of another move: its proved value, or its
    /// estimate in points. `point` is the score of a point.
    pub(crate) fn is_no_less(&self, other: &Worth, point: Score) -> bool {
        let Some(least) = self.at_least else { return false };
        match other.at_most {
            Some(most) => least >= most,
            // In a game without points, the margin 1 only says who wins.
            None if other.is_estimate() && least.abs() > 1 => {
                i64::from(least) * i64::from(point) >= i64::from(other.value.score)
            }
            None => false,
        }
    }

    /// Whether the value is only an estimate: neither the margin nor the winner is proved.
    #[must_use]
    pub fn is_estimate(&self) -> bool {
        self.value.depth > 0 && !self.value.is_exact && self.value.score.abs() < WON
    }

    /// Takes what an engine has found. `every_point_counts` says whether a win can have several
    /// margins; otherwise who knows the winner knows the margin.
    pub(crate) fn hear(&mut self, value: &MoveValue, every_point_counts: bool) {
        let end = proven_end(value.score).map(|(margin, _)| margin);
        let is_final = value.is_exact || end.is_some() && !every_point_counts;
        let margin = end.or(value.is_exact.then_some(0));
        let is_better = !self.value.is_exact
            && (margin.is_some() || self.value.score.abs() < WON)
            && (value.is_exact || margin.is_some() || value.depth >= self.value.depth);
        if is_better {
            self.value = value.clone();
        }
        let at_least = margin.filter(|&margin| is_final || margin > 0);
        let at_most = margin.filter(|&margin| is_final || margin < 0);
        self.prove(at_least, at_most);
    }

    /// Takes proved bounds of the margin. The score follows if they name the winner or a draw.
    pub fn prove(&mut self, at_least: Option<i32>, at_most: Option<i32>) {
        self.at_least = self.at_least.max(at_least);
        self.at_most = match (self.at_most, at_most) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let margin = self.margin();
        let named = margin
            .or(self.at_least.filter(|&least| least > 0))
            .or(self.at_most.filter(|&most| most < 0));
        if let Some(named) = named {
            // A search also knows how far the end is.
            let is_said = match proven_end(self.value.score) {
                Some((said, plies)) => said == named && plies < FAR_END,
                None => named == 0 && self.value.is_exact,
            };
            if !is_said {
                self.value.score = Bounded::by(Outcome { margin: named }, Side::First).lower;
                self.value.is_exact = margin.is_some();
            }
        }
        if margin.is_some() {
            self.certainty = Certainty::Proved;
        } else if !self.is_estimate() {
            // A bound cannot be compared with estimates.
            self.certainty = Certainty::Unsure;
        }
    }

    /// Finds how sure an estimate is, among estimates of this depth.
    pub(crate) fn compare(&mut self, depth: u32) {
        let is_possible = self.at_least.is_none_or(|least| least < 0 || self.value.score >= 0)
            && self.at_most.is_none_or(|most| most > 0 || self.value.score <= 0);
        self.certainty = match self.margin() {
            Some(_) => Certainty::Proved,
            None if self.is_estimate() && self.value.depth == depth && is_possible => {
                Certainty::Likely
            }
            None => Certainty::Unsure,
        };
    }
}
