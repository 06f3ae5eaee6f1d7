//! The search from the root: iterative deepening, and the values of all moves.

use search::{MoveValue, Score, SearchResult, WON};

use super::evaluation::POINT;
use super::search::{LOOKS_LOST, MOST_PLIES, Place, Search};
use super::stored::won;

/// How many stones a search for a sequence of threats may try at most at the root.
const ROOT_BUDGET: u64 = 4000;
/// From this depth on, an iteration begins with a window that reaches so far to both sides of the
/// last score.
const ASPIRING_DEPTH: u32 = 5;
const ASPIRATION: Score = POINT;

impl<const W: usize> Search<'_, W> {
    /// The best move of an unfinished position.
    pub(super) fn best(&mut self) -> SearchResult<usize> {
        if let Some((square, score, is_exact)) = self.at_sight() {
            return SearchResult {
                pv: vec![square],
                score,
                depth: 1,
                nodes: 1 + self.sequences.nodes,
                is_exact,
            };
        }
        let any = self
            .ordering
            .moves(self.board, 0, None)
            .squares
            .first()
            .map(|&(_, square)| usize::from(square));
        let spoiling = self.board.sights().1.doubling().lowest();
        let any = any.or(spoiling).or(self.board.empty().lowest()).expect("a free square is left");
        let mut result =
            SearchResult { pv: vec![any], score: 0, depth: 0, nodes: 0, is_exact: false };
        for depth in 1..=self.limits.depth.clamp(1, MOST_PLIES / 2) {
            let score = self.iteration(depth, result.score);
            if let Some((square, root_score)) = self.root {
                result.score = if self.stopped { root_score } else { score };
                result.pv = self.pv(square, depth);
            } else if !self.stopped {
                // No move answers the opponent's threats.
                result.score = score;
            }
            result.nodes = self.looked_at();
            if self.stopped {
                break;
            }
            (result.depth, result.is_exact) = (depth, self.is_exact(score));
            self.handler.report(&result);
            if result.is_exact || score.abs() >= WON {
                break;
            }
        }
        result
    }

    /// The score of the root at this depth. A deep iteration first searches a narrow window around
    /// the score of the one before.
    ///
    /// CITE: Chess Programming Wiki, "Aspiration Windows".
    fn iteration(&mut self, depth: u32, before: Score) -> Score {
        let place = Place { depth: depth as i32, ply: 0, after_pass: false };
        let (mut low, mut high) = (-Score::MAX, Score::MAX);
        if depth >= ASPIRING_DEPTH && before.abs() < -LOOKS_LOST {
            (low, high) = (before - ASPIRATION, before + ASPIRATION);
        }
        loop {
            (self.horizon, self.is_longer) = (false, false);
            self.root = None;
            let score = self.node(place, low, high);
            if self.stopped || low < score && score < high {
                return score;
            }
            if score <= low {
                low = -Score::MAX;
            } else {
                high = Score::MAX;
            }
        }
    }

    /// The value of each legal move, in the order of the squares.
    pub(super) fn values(&mut self) -> Vec<MoveValue<usize>> {
        let squares: Vec<usize> = self.board.empty().into_iter().collect();
        let mut values: Vec<Option<MoveValue<usize>>> = vec![None; squares.len()];
        let settled = |value: &Option<MoveValue<usize>>| {
            value.as_ref().is_some_and(|value| value.is_exact || value.score.abs() >= WON)
        };
        for depth in 1..=self.limits.depth.clamp(1, MOST_PLIES / 2) {
            let mut next = values.clone();
            for (value, &square) in
                next.iter_mut().zip(&squares).filter(|(value, _)| !settled(value))
            {
                (self.horizon, self.is_longer) = (false, false);
                let score = self.after(square, |search| {
                    let place = Place { depth: depth as i32 - 1, ply: 1, after_pass: false };
                    -search.node(place, -Score::MAX, Score::MAX)
                });
                if self.stopped {
                    break;
                }
                *value =
                    Some(MoveValue { mv: square, score, depth, is_exact: self.is_exact(score) });
            }
            if self.stopped {
                values
                    .iter_mut()
                    .zip(next)
                    .filter(|(_, next)| settled(next))
                    .for_each(|(value, next)| *value = next);
                break;
            }
            values = next;
            self.handler.values(&values.iter().flatten().cloned().collect::<Vec<_>>());
            if values.iter().all(settled) {
                break;
            }
        }
        values.into_iter().flatten().collect()
    }

    /// The score after a move, which may complete a line.
    fn after(&mut self, square: usize, score: impl FnOnce(&mut Self) -> Score) -> Score {
        if self.board.sights().0.completing().has(square) {
            return won(1);
        }
        self.board.put(square);
        let score = score(self);
        self.board.take(square);
        score
    }

    /// A move that decides the game, if it is known without a search. Returns the move, its score,
    /// and whether the score is exact.
    fn at_sight(&mut self) -> Option<(usize, Score, bool)> {
        let (own, other) = self.board.sights();
        if let Some(square) = own.completing().lowest() {
            return Some((square, won(1), true));
        }
        if other.completing().count() > 1 {
            return Some((other.completing().lowest()?, -won(2), true));
        }
        if !self.board.is_open() {
            return Some((self.board.empty().lowest()?, 0, true));
        }
        let win = self.sequences.find(self.board, ROOT_BUDGET.min(self.limits.nodes))?;
        Some((win.first, won(win.plies), win.plies == 3))
    }

    /// The principal variation: the first move, and the stored moves after it.
    fn pv(&mut self, first: usize, depth: u32) -> Vec<usize> {
        let mut pv = vec![first];
        self.board.put(first);
        while pv.len() < depth as usize && self.seen(0).is_none() {
            let known =
                self.table.get(self.board.key()).and_then(|known| known.best).map(usize::from);
            let Some(square) = known.filter(|&square| self.board.empty().has(square)) else {
                break;
            };
            self.board.put(square);
            pv.push(square);
        }
        pv.iter().rev().for_each(|&square| self.board.take(square));
        pv
    }
}
