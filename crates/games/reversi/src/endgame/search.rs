//! The search: alpha-beta with the table, in the order of the opponent's mobility.

use search::{Stopped, Ticker};

use super::super::board::{Discs, MOST};
use super::super::ranked::{Ranked, pick};
use super::last::{FEW, few};
use super::ordering::list_moves;
use super::stability::safe;
use super::table::{Known, Table};

/// The number of empty squares from which the table is asked about every child before one is
/// searched.
const ASK_CHILDREN: u32 = 9;

/// The first distance of the limits of a window from the guess.
const WIDTH: i32 = 1;

/// A search in progress.
pub(crate) struct Endgame<'a> {
    table: &'a mut Table,
    /// Asked from time to time whether to stop, with the number of positions so far.
    stop: &'a mut dyn FnMut(u64) -> bool,
    /// Counts the positions searched.
    pub(crate) ticker: Ticker,
    /// The moves of all positions between the root and the current position.
    moves: Vec<Ranked<Discs>>,
}

impl<'a> Endgame<'a> {
    /// A search that has searched this number of positions before.
    pub(crate) fn new(
        table: &'a mut Table,
        nodes: u64,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Endgame<'a> {
        Endgame { table, stop, ticker: Ticker::new(nodes), moves: Vec::new() }
    }

    /// The margin of an unfinished position, and a move that reaches it: a square, or no square for
    /// a pass. The search begins with the squares of `first`. The margin is exact if it lies
    /// between `alpha` and `beta`; otherwise it is a bound.
    ///
    /// # Errors
    /// Fails if the search was stopped.
    pub(crate) fn best(
        &mut self,
        discs: Discs,
        first: u64,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, u64), Stopped> {
        let begin = self.moves.len();
        list_moves(discs, first | self.table.get(discs).best, &mut self.moves);
        if self.moves.len() == begin {
            return Ok((-self.node(discs.passed(), -beta, -alpha)?, 0));
        }
        let found = self.best_child(begin, alpha, beta);
        self.moves.truncate(begin);
        found
    }

    /// The same as [`Endgame::best`], for a margin that probably lies near `guess`. The windows
    /// around the guess are narrow, and become wider on the side where the margin lies outside.
    ///
    /// # Errors
    /// Fails if the search was stopped.
    // CITE: aspiration windows: M. S. Campbell, T. A. Marsland, "A comparison of minimax tree
    // search algorithms", Artificial Intelligence 20(4), 1983.
    pub(crate) fn best_near(
        &mut self,
        discs: Discs,
        mut first: u64,
        guess: i32,
        (low, high): (i32, i32),
    ) -> Result<(i32, u64), Stopped> {
        let mut width = WIDTH;
        let guess = guess.clamp(low, high);
        let (mut alpha, mut beta) = ((guess - width).max(low), (guess + width).min(high));
        loop {
            let (margin, square) = self.best(discs, first, alpha, beta)?;
            width *= 2;
            if margin >= beta && beta < high {
                first = square;
                (alpha, beta) = (margin - 1, (margin + width).min(high));
            } else if margin <= alpha && alpha > low {
                (alpha, beta) = ((margin - width).max(low), margin + 1);
            } else {
                return Ok((margin, square));
            }
        }
    }

    /// The margin of the side to move. It is exact if it lies between `alpha` and `beta`; otherwise
    /// it is a bound.
    ///
    /// # Errors
    /// Fails if the search was stopped.
    pub(crate) fn node(
        &mut self,
        discs: Discs,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        let empty = discs.empty().count_ones();
        if empty <= FEW {
            return Ok(few(discs, alpha, beta, &mut self.ticker.nodes));
        }
        self.ticker.count(&mut *self.stop)?;
        // The other side keeps its safe discs. They are counted only if they may be enough.
        if MOST - 2 * discs.other.count_ones().cast_signed() <= alpha {
            let most = MOST - 2 * safe(discs).count_ones().cast_signed();
            if most <= alpha {
                return Ok(most);
            }
        }
        let known = self.table.get(discs);
        if known.lower >= beta || known.lower == known.upper {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        let first = self.moves.len();
        list_moves(discs, known.best, &mut self.moves);
        if self.moves.len() == first {
            return match discs.passed().placements() {
                0 => Ok(discs.margin()),
                _ => Ok(-self.node(discs.passed(), -beta, -alpha)?),
            };
        }
        let nodes = self.ticker.nodes;
        let seen = if empty >= ASK_CHILDREN { self.cutoff_below(first, beta) } else { None };
        let result = match seen {
            Some((margin, square)) => Ok((margin, square)),
            None => self.best_child(first, alpha, beta),
        };
        self.moves.truncate(first);
        let (margin, best) = result?;
        let found = Known {
            lower: if margin > alpha { margin } else { known.lower },
            upper: if margin < beta { margin } else { known.upper },
            best,
        };
        self.table.put(discs, found, self.ticker.nodes - nodes);
        Ok(margin)
    }

    /// A move after which the table proves a margin of at least `beta`.
    // CITE: enhanced transposition cutoffs: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin,
    // "Exploiting graph properties of game trees", AAAI 1996.
    fn cutoff_below(&self, first: usize, beta: i32) -> Option<(i32, u64)> {
        self.moves[first..].iter().find_map(|&Ranked { square, after, .. }| {
            let margin = -self.table.get(after).upper;
            (margin >= beta).then_some((margin, square))
        })
    }

    /// The best margin and its move, among the moves of the list from an index on.
    // CITE: principal variation search: T. A. Marsland, M. Campbell, "Parallel search of strongly
    // ordered game trees", ACM Computing Surveys 14(4), 1982.
    fn best_child(
        &mut self,
        first: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(i32, u64), Stopped> {
        let mut best = (-MOST - 1, 0);
        for index in first..self.moves.len() {
            let Ranked { square, after, .. } = pick(&mut self.moves[index..]);
            let mut margin = alpha + 1;
            if index > first {
                margin = -self.node(after, -alpha - 1, -alpha)?;
            }
            if index == first || (margin > alpha && margin < beta) {
                margin = -self.node(after, -beta, -alpha)?;
            }
            if margin > best.0 {
                best = (margin, square);
            }
            if margin >= beta {
                break;
            }
            alpha = alpha.max(margin);
        }
        Ok(best)
    }
}
