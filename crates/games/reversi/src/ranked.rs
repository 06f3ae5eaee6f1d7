//! A move in the order in which a search tries moves.

/// A move: the square, what is on the board afterwards, and its rank. A greater rank is tried first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<Board> {
    pub(super) square: u64,
    pub(super) after: Board,
    pub(super) rank: i32,
}

/// Moves the move of the greatest rank to the beginning of the list, which is not empty. A search
/// seldom needs more than a few moves, so the list is not sorted.
pub(super) fn pick<Board: Copy>(moves: &mut [Ranked<Board>]) -> Ranked<Board> {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    moves.swap(0, best);
    moves[0]
}
