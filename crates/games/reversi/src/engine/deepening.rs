//! The search from one position, one ply deeper each time, and to the end of the game as soon as
//! that is worth its time.

use rules::{Outcome, Side};
use search::{Bounded, MoveValue, Outlook, Progress, Score, SearchResult, Stopped, UNBOUNDED};

use super::super::board::{MOST, each};
use super::super::notation::move_name;
use super::super::patterns::{Board, POINT};
use super::super::rules::Move;
use super::midgame::Midgame;

/// A search of an unfinished position.
pub(crate) struct Deepening<'a> {
    midgame: Midgame<'a>,
    board: Board,
    /// The legal moves as sets of squares, the best of the last iteration first.
    moves: Vec<u64>,
    /// The best move of this iteration so far: its value, and the positions searched below it.
    best: Option<(Score, u64)>,
    progress: Progress<u64>,
}

/// With more empty squares than this, a search goes to the end only if it is almost there anyway.
const MOST_EMPTY: u32 = 24;

/// How many positions near the end of the game are searched in the time of one in the middle.
const END_SPEED: u64 = 8;

/// How many times fewer positions the proof of the winner takes than that of the margin.
const WINNER_SPEED: u64 = 12;

/// The search before a proof ends this many plies above half the number of empty squares.
const FIRST_LOOK: u32 = 2;

/// The number of positions that a search to the end is expected to take.
///
/// CITE: a fit to the FFO positions, `cargo bench -p ludoteka-reversi --bench reversi_endgame`.
fn expected_to_the_end(empty: u32) -> u64 {
    (0.025 * 2.6_f64.powi(empty.cast_signed())) as u64
}

impl<'a> Deepening<'a> {
    pub(crate) fn new(midgame: Midgame<'a>, board: Board) -> Deepening<'a> {
        let mut moves: Vec<u64> = each(board.discs.placements()).collect();
        if moves.is_empty() {
            moves.push(0);
        }
        let progress = Progress::new(moves.len() == 1);
        Deepening { midgame, board, moves, best: None, progress }
    }

    /// The number of positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.midgame.ticker.nodes
    }

    /// The best move.
    pub(crate) fn best(&mut self) -> SearchResult {
        let mut result = SearchResult {
            pv: vec![name(self.moves[0])],
            score: 0,
            depth: 0,
            nodes: 0,
            is_exact: false,
        };
        let (empty, mut winner) = (self.board.empty(), None);
        for depth in 1..=self.midgame.limits.depth.clamp(1, empty) {
            let finished = self.iteration(depth);
            if let Some((score, nodes)) = self.best {
                result.pv = self.pv(depth);
                result.score = score;
                self.progress.hear(self.moves[0], nodes, self.midgame.ticker.nodes);
            }
            result.nodes = self.midgame.ticker.nodes;
            if finished.is_err() {
                break;
            }
            (result.depth, result.is_exact) = (depth, depth == empty);
            if result.is_exact {
                result.score = proven(result.score / POINT);
            }
            self.midgame.handler.report(&result);
            if result.is_exact {
                break;
            }
            let expected = expected_to_the_end(empty);
            if self.is_end_worth_it(depth, expected) {
                if let Ok(margin) = self.solve((-MOST, MOST)) {
                    result = self.exact(margin);
                    self.midgame.handler.report(&result);
                }
                result.nodes = self.midgame.ticker.nodes;
                break;
            }
            if winner.is_none() && self.is_end_worth_it(depth, expected / WINNER_SPEED) {
                let Ok(margin) = self.solve((-1, 1)) else {
                    result.nodes = self.midgame.ticker.nodes;
                    break;
                };
                winner = Some(margin.signum());
                if margin == 0 {
                    result = self.exact(margin);
                } else if margin > 0 {
                    (result.pv, result.score) = (self.pv(1), proven(margin));
                }
                result.nodes = self.midgame.ticker.nodes;
                self.midgame.handler.report(&result);
                // A deeper search might prefer a move that does not win.
                if margin >= 0 {
                    break;
                }
            }
            if !self.midgame.handler.go_on(&self.progress.outlook()) {
                break;
            }
        }
        result
    }

    /// Searches all moves to a depth. The best move becomes the first, even if the search is
    /// stopped.
    fn iteration(&mut self, depth: u32) -> Result<(), Stopped> {
        self.best = None;
        let mut alpha = -UNBOUNDED;
        for index in 0..self.moves.len() {
            let before = self.midgame.ticker.nodes;
            let (after, depth) = self.after(self.moves[index], depth);
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.midgame.node(&after, depth, -alpha - 1, -alpha)?;
            }
            if index == 0 || score > alpha {
                score = -self.midgame.node(&after, depth, -UNBOUNDED, -alpha)?;
            }
            if score > alpha {
                alpha = score;
                self.best = Some((score, self.midgame.ticker.nodes - before));
                self.moves[..=index].rotate_right(1);
            }
        }
        Ok(())
    }

    /// The board after a move, and the depth that is left there. A pass uses no depth, so a search
    /// as deep as there are empty squares goes to the end.
    fn after(&self, mv: u64, depth: u32) -> (Board, u32) {
        (self.board.after(mv), if mv == 0 { depth } else { depth - 1 })
    }

    /// The result with a proven margin.
    fn exact(&self, margin: i32) -> SearchResult {
        SearchResult {
            pv: self.pv(1),
            score: proven(margin),
            depth: self.board.empty(),
            nodes: self.midgame.ticker.nodes,
            is_exact: true,
        }
    }

    /// Proves the margin of the side to move, as far as it lies between two margins; otherwise it
    /// is a bound. The search for the best move and for a guess of its value comes first.
    pub(crate) fn prove(&mut self, window: (i32, i32)) -> Result<(i32, u64), Stopped> {
        for depth in 1..=(self.board.empty() / 2).saturating_sub(FIRST_LOOK) {
            self.iteration(depth)?;
        }
        Ok((self.solve(window)?, self.moves[0]))
    }

    /// The margin of the side to move, or a bound outside the window. The best move becomes the
    /// first.
    fn solve(&mut self, window: (i32, i32)) -> Result<i32, Stopped> {
        let (discs, first) = (self.board.discs, self.moves[0]);
        let (margin, square) = match self.best {
            Some((value, _)) => {
                let guess = even(value);
                self.midgame.ask_endgame(|search| search.best_near(discs, first, guess, window))?
            }
            None => self.midgame.ask_endgame(|search| search.best(discs, 0, window.0, window.1))?,
        };
        let index = self.moves.iter().position(|&mv| mv == square).unwrap_or(0);
        self.moves[..=index].rotate_right(1);
        Ok(margin)
    }

    /// Whether to search these many positions to the end now, after an iteration of this depth.
    fn is_end_worth_it(&mut self, depth: u32, expected: u64) -> bool {
        let empty = self.board.empty();
        let limits = self.midgame.limits;
        let outlook = Outlook { next_nodes: expected / END_SPEED, ..self.progress.outlook() };
        let is_ordered = 2 * depth + 8 >= empty && empty <= MOST_EMPTY;
        limits.depth >= empty
            && is_ordered
            && expected <= limits.nodes - self.midgame.ticker.nodes.min(limits.nodes)
            && self.midgame.handler.go_on(&outlook)
    }

    /// The value of each move, in the order of the squares.
    pub(crate) fn values(&mut self) -> Vec<MoveValue> {
        let empty = self.board.empty();
        let moves = self.moves.clone();
        let mut values: Vec<MoveValue> = Vec::new();
        for depth in 1..=self.midgame.limits.depth.clamp(1, empty) {
            let found: Result<Vec<_>, Stopped> =
                moves.iter().map(|&mv| self.move_value(mv, depth)).collect();
            let Ok(found) = found else { break };
            values = found;
            self.midgame.handler.values(&values);
            if depth == empty {
                break;
            }
            let expected = expected_to_the_end(empty).saturating_mul(moves.len() as u64);
            if self.is_end_worth_it(depth, expected) {
                self.solve_all(&moves, &mut values);
                break;
            }
        }
        values
    }

    /// Replaces estimates by exact values until the search is stopped: first that of the best move,
    /// with a proof that no other is better, then the others, the best first.
    fn solve_all(&mut self, moves: &[u64], values: &mut [MoveValue]) {
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(values[index].score));
        self.moves = order.iter().map(|&index| moves[index]).collect();
        self.best = Some((values[order[0]].score, 0));
        let Ok(most) = self.solve((-MOST, MOST)) else { return };
        let estimates: Vec<Score> = values.iter().map(|value| value.score).collect();
        let bound = if most < 0 { proven(most) } else { POINT * most };
        for value in &mut *values {
            value.score = value.score.min(bound);
        }
        let best = self.moves[0];
        order.sort_by_key(|&index| moves[index] != best);
        for index in order {
            let margin = match moves[index] {
                mv if mv == best => most,
                mv => match self.margin_after(mv, even(estimates[index]), most) {
                    Ok(margin) => margin,
                    Err(Stopped) => return,
                },
            };
            let value = &mut values[index];
            (value.score, value.depth, value.is_exact) = (proven(margin), self.board.empty(), true);
            self.midgame.handler.values(values);
        }
    }

    /// The margin after a move, which is at most `most`.
    fn margin_after(&mut self, mv: u64, guess: i32, most: i32) -> Result<i32, Stopped> {
        let discs = self.board.after(mv).discs;
        let found = self
            .midgame
            .ask_endgame(|search| search.best_near(discs, 0, -guess, (-most - 1, MOST)))?;
        Ok(-found.0)
    }

    fn move_value(&mut self, mv: u64, depth: u32) -> Result<MoveValue, Stopped> {
        let (after, left) = self.after(mv, depth);
        let score = -self.midgame.node(&after, left, -UNBOUNDED, UNBOUNDED)?;
        let is_exact = depth == self.board.empty();
        let score = if is_exact { proven(score / POINT) } else { score };
        Ok(MoveValue { mv: name(mv), score, depth, is_exact })
    }

    /// The best move, and the best moves after it as far as the table has them.
    fn pv(&self, depth: u32) -> Vec<String> {
        let mut board = self.board.after(self.moves[0]);
        let mut pv = vec![name(self.moves[0])];
        while pv.len() < depth as usize {
            let Some(square) = self.midgame.best_known(&board) else { break };
            pv.push(name(square));
            board = board.after(square);
        }
        pv
    }
}

/// The nearest even margin to a value. All margins are even.
fn even(value: Score) -> i32 {
    2 * (value + POINT).div_euclid(2 * POINT)
}

/// The score of a proven margin.
pub(crate) fn proven(margin: i32) -> Score {
    Bounded::by(Outcome { margin: margin.clamp(-MOST, MOST) }, Side::First).lower
}

fn name(square: u64) -> String {
    move_name(Move::on(square))
}
