//! The evaluation that the game's rules define. It compares how many blocks each side could place
//! if it played alone.
//!
//! A side that plays alone fills every maximal run of free squares in its lanes with as many blocks
//! as fit. A move changes one lane of the mover, and one square in each of a few lanes of the
//! opponent. So the effect of a move is computed from these lanes alone.

use rules::{Game, Side};

use super::rules::{Move, Position, Poziomka, run, starts};

/// How many blocks fit into a lane at the same time.
#[inline]
pub(super) fn blocks(lane: u32, length: usize) -> i32 {
    let mut firsts = starts(lane, length);
    let mut count = 0;
    while firsts != 0 {
        // The block that starts earliest leaves the most room. The next block starts after the end
        // of that block.
        firsts &= u32::MAX << (firsts.trailing_zeros() as usize + length);
        count += 1;
    }
    count
}

/// The number of blocks of `length` squares that fit into these lanes together.
#[must_use]
pub fn room(lanes: &[u32], length: usize) -> i32 {
    lanes.iter().map(|&lane| blocks(lane, length)).sum()
}

impl Poziomka {
    /// The number of blocks that `side` could place if it played alone.
    #[must_use]
    pub fn alone(&self, position: &Position, side: Side) -> i32 {
        room(self.lanes(position, side), self.length)
    }

    /// The evaluation for `side`, as the game's rules define it.
    #[must_use]
    pub fn balance(&self, position: &Position, side: Side) -> i32 {
        self.alone(position, side) - self.alone(position, side.other())
    }

    /// How much a legal move raises the mover's evaluation.
    #[must_use]
    pub fn gain(&self, position: &Position, mv: Move) -> i32 {
        let Move::Block { lane, first } = mv else { return 0 };
        let lost =
            |free: u32, taken: u32| blocks(free, self.length) - blocks(free & !taken, self.length);
        let own = self.lanes(position, position.turn)[usize::from(lane)];
        let crossed = self.lanes(position, position.turn.other())[usize::from(first)..]
            .iter()
            .take(self.length);
        crossed.map(|&across| lost(across, 1 << lane)).sum::<i32>()
            - lost(own, run(self.length) << first)
    }

    /// The move that the game's rules demand from a program; `None` if there is no move. Of n
    /// moves that share the best evaluation, the rules demand number `choice % n`, counted from 0.
    #[must_use]
    pub fn chosen(&self, position: &Position, choice: u64) -> Option<Move> {
        let best = self.best(position);
        best.get((choice % best.len().max(1) as u64) as usize).copied()
    }

    /// The moves that lead to the best evaluation, in order.
    #[must_use]
    pub fn best(&self, position: &Position) -> Vec<Move> {
        let gains: Vec<_> = self.moves(position).map(|mv| (self.gain(position, mv), mv)).collect();
        let most = gains.iter().map(|&(gain, _)| gain).max();
        gains.into_iter().filter(|&(gain, _)| Some(gain) == most).map(|(_, mv)| mv).collect()
    }
}
