//! The search to a fixed depth, with the pattern evaluation at its end.

use search::{Bounds, Handler, HashTable, Limits, SOLVED, Score, Stopped, Ticker, UNBOUNDED};

use super::super::board::{MOST, each};
use super::super::endgame::{Endgame, Table};
use super::super::patterns::{Board, POINT, Weights};
use super::super::ranked::{Ranked, pick};
use super::cut::Cut;

/// A search in progress.
pub(crate) struct Midgame<'a> {
    pub(crate) table: &'a mut HashTable,
    pub(crate) ends: &'a mut Table,
    pub(crate) weights: &'a Weights,
    pub(crate) limits: Limits,
    pub(crate) handler: &'a mut dyn Handler,
    /// Counts the positions searched.
    pub(crate) ticker: Ticker,
}

/// The value in the order of moves of a move that the opponent has afterwards.
const REPLY: Score = POINT / 2;

impl Midgame<'_> {
    /// The value of a position for the side to move. It is what a search to this depth finds if it
    /// lies between `alpha` and `beta`; otherwise it is a bound.
    pub(crate) fn node(
        &mut self,
        board: &Board,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if depth >= board.empty() {
            self.count()?;
            return self.end(board, alpha, beta);
        }
        if depth == 0 {
            self.ticker.nodes += 1;
            return Ok(board.value(self.weights));
        }
        self.count()?;
        let squares = board.discs.placements();
        if squares == 0 {
            if board.discs.passed().placements() == 0 {
                return Ok(POINT * board.discs.margin());
            }
            return Ok(-self.node(&board.after(0), depth, -beta, -alpha)?);
        }
        if depth == 1 {
            return Ok(self.last_ply(board, squares, beta));
        }
        let (key, nodes, first_alpha) = (board.key(), self.ticker.nodes, alpha);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
        }
        if beta == alpha + 1
            && let Some(score) = self.probable_cut(board, depth, alpha)?
        {
            return Ok(score);
        }
        let hinted = known.and_then(|known| known.best).map_or(0, |square| 1 << (square & 63));
        let mut best = (-UNBOUNDED, 0);
        let mut moves = self.moves(board, squares, depth, hinted);
        for index in 0..moves.len() {
            let Ranked { square, after, .. } = pick(&mut moves[index..]);
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.node(&after, depth - 1, -alpha - 1, -alpha)?;
            }
            if index == 0 || (score > alpha && score < beta) {
                score = -self.node(&after, depth - 1, -beta, -alpha)?;
            }
            if score > best.0 {
                best = (score, square);
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        let (score, square) = best;
        let found = Bounds {
            lower: if score > first_alpha { score } else { -UNBOUNDED },
            upper: if score < beta { score } else { UNBOUNDED },
            depth: depth.min(u32::from(SOLVED) - 1) as u8,
            best: Some(square.trailing_zeros() as u16),
        };
        let found = known.map_or(found, |known| found.after(known));
        self.table.put(key, found, self.ticker.nodes - nodes);
        Ok(score)
    }

    /// The value of an unfinished or finished position that is searched to the end.
    fn end(&mut self, board: &Board, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let margin = |score: Score| score.div_euclid(POINT).clamp(-MOST, MOST);
        let (low, high) = (margin(alpha), margin(beta - 1) + 1);
        let margin = self.ask_endgame(|search| search.node(board.discs, low, high))?;
        Ok(POINT * margin)
    }

    /// What the endgame search answers to a question. It counts its positions here.
    pub(crate) fn ask_endgame<T>(
        &mut self,
        question: impl FnOnce(&mut Endgame<'_>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let mut stop = |nodes| nodes >= self.limits.nodes || self.handler.stop(nodes);
        let mut search = Endgame::new(self.ends, self.ticker.nodes, &mut stop);
        let answer = question(&mut search);
        self.ticker.nodes = search.ticker.nodes;
        answer
    }

    /// The best value of the positions after one more move.
    fn last_ply(&mut self, board: &Board, squares: u64, beta: Score) -> Score {
        let mut best = -UNBOUNDED;
        for square in each(squares) {
            self.ticker.nodes += 1;
            best = best.max(-board.after(square).value(self.weights));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// A bound of the value that a less deep search makes probable.
    // CITE: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA
    // Journal 18(2), 1995.
    fn probable_cut(
        &mut self,
        board: &Board,
        depth: u32,
        alpha: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(cut) = Cut::at(64 - board.empty(), depth) else { return Ok(None) };
        let value = board.value(self.weights);
        // The value at once says which of the two searches may succeed.
        if value > alpha {
            let bound = alpha + 1 + cut.margin;
            if bound < POINT * MOST && self.node(board, cut.depth, bound - 1, bound)? >= bound {
                return Ok(Some(alpha + 1));
            }
        } else {
            let bound = alpha - cut.margin;
            if bound > -POINT * MOST && self.node(board, cut.depth, bound, bound + 1)? <= bound {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// The moves of a position with their ranks. The squares in `hinted` come first, then the moves
    /// with the best values and the fewest replies.
    fn moves(
        &mut self,
        board: &Board,
        squares: u64,
        depth: u32,
        hinted: u64,
    ) -> Vec<Ranked<Board>> {
        let ranked = |square| {
            let after = board.after(square);
            let replies = after.discs.placements().count_ones().cast_signed();
            let value = if depth > 2 { after.value(self.weights) } else { 0 };
            let rank = if square & hinted != 0 { UNBOUNDED } else { -value - REPLY * replies };
            Ranked { square, after, rank }
        };
        each(squares).map(ranked).collect()
    }

    /// The best move of a position as far as the table knows it.
    pub(crate) fn best_known(&self, board: &Board) -> Option<u64> {
        let square = 1 << (self.table.get(board.key())?.best? & 63);
        (board.discs.placements() & square != 0).then_some(square)
    }

    /// Counts a position, and asks from time to time whether to stop.
    fn count(&mut self) -> Result<(), Stopped> {
        let Midgame { ticker, limits, handler, .. } = self;
        ticker.count(|nodes| nodes >= limits.nodes || handler.stop(nodes))
    }
}
