//! Which moves a search tries, and in which order.

use rules::Side;
use rules::bits::Bits;

use super::board::Board;

/// With at most this many free squares, every move is tried; with more free squares, only the most
/// promising moves are tried.
const ALL: usize = 36;
const ROOT_MOVES: usize = 60;
const INNER_MOVES: usize = 24;

/// What a search remembers in order to try good moves first.
pub(super) struct Ordering {
    killers: Vec<[u16; 2]>,
    /// For each side and square, how often a stone there refuted a move. Deep searches count more.
    history: [Vec<i32>; 2],
}

/// The moves of a side.
pub(super) struct Moves {
    pub(super) squares: Vec<(i32, u16)>,
    /// Whether every legal move outside `squares` certainly loses.
    pub(super) complete: bool,
    /// Whether the opponent has a threat, and the moves are only the answers to it.
    pub(super) answers: bool,
}

impl Ordering {
    /// Makes the memory for boards of this many squares, and for at most this many plies.
    pub(super) fn new(squares: usize, plies: usize) -> Ordering {
        Ordering {
            killers: vec![[u16::MAX; 2]; plies + 1],
            history: [vec![0; squares], vec![0; squares]],
        }
    }

    /// The moves in the order in which to try them.
    pub(super) fn moves<const W: usize>(
        &self,
        board: &Board<W>,
        ply: u32,
        hinted: Option<u16>,
    ) -> Moves {
        let (own, other) = board.sights();
        let (squares, answers): (Bits<W>, bool) = if !other.completing().is_empty() {
            (other.completing(), true)
        } else if !other.doubling().is_empty() {
            (spoiling(board) | own.threatening(), true)
        } else {
            (board.empty(), false)
        };
        let (history, killers) = (&self.history[board.turn.index()], self.killers[ply as usize]);
        let order = |square: usize| {
            let [own, other] = board.combinations(square);
            let weight = i32::from(own.weight[0]) + i32::from(other.weight[1]);
            match square as u16 {
                number if hinted == Some(number) => i32::MAX,
                number if killers.contains(&number) => weight + 60,
                _ => weight + history[square] / 32,
            }
        };
        let mut squares: Vec<(i32, u16)> =
            squares.into_iter().map(|square| (order(square), square as u16)).collect();
        let by = |&(order, square): &(i32, u16)| (std::cmp::Reverse(order), square);
        let most = if ply == 0 { ROOT_MOVES } else { INNER_MOVES };
        let complete = answers || squares.len() <= ALL.max(most);
        if !complete {
            squares.select_nth_unstable_by_key(most, by);
            squares.truncate(most);
        }
        squares.sort_unstable_by_key(by);
        Moves { squares, complete, answers }
    }

    /// Remembers a move of this side that refuted the opponent's last move.
    pub(super) fn refuted(&mut self, square: u16, side: Side, ply: u32, depth: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != square {
            *killers = [square, killers[0]];
        }
        let history = &mut self.history[side.index()][usize::from(square)];
        *history += depth * depth;
        if *history > 4000 {
            self.history.iter_mut().flatten().for_each(|history| *history /= 2);
        }
    }
}

/// The squares that spoil each of the opponent's stones that would leave two squares that complete
/// a line. Such a stone is spoilt on its own square, and if it leaves exactly two squares, on each
/// of these. After any other quiet move, the opponent wins.
fn spoiling<const W: usize>(board: &Board<W>) -> Bits<W> {
    let mut spoiling = board.empty();
    for square in board.sights().1.doubling() {
        let completing = board.completing_after(square);
        let pair = if completing.count() == 2 { completing } else { Bits::EMPTY };
        spoiling &= pair | Bits::one(square);
    }
    spoiling
}
