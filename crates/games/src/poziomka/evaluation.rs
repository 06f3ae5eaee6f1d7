//! The evaluation in the game's rules: how many blocks each side could place if it played alone.
//!
//! A side alone fills every maximal run of free squares in its lanes with as many blocks as fit. A
//! move changes one of the mover's lanes, and one square each in lanes of the opponent. So its
//! effect on the evaluation is found without looking at the rest of the board.

use rules::{Game, Side};

use super::rules::{Move, Position, Poziomka, run, starts};

/// How many blocks fit into a lane at once.
#[inline]
fn blocks(lane: u32, length: usize) -> i32 {
    let mut firsts = starts(lane, length);
    let mut count = 0;
    while firsts != 0 {
        // The first possible block leaves the most room; the next one starts after its end.
        firsts &= u32::MAX << (firsts.trailing_zeros() as usize + length);
        count += 1;
    }
    count
}

/// How many blocks of `length` squares fit into these lanes at once.
#[must_use]
pub fn room(lanes: &[u32], length: usize) -> i32 {
    lanes.iter().map(|&lane| blocks(lane, length)).sum()
}

impl Poziomka {
    /// How many blocks `side` could place at once if it were alone.
    #[must_use]
    pub fn alone(&self, position: &Position, side: Side) -> i32 {
        room(self.lanes(position, side), self.length)
    }

    /// The evaluation of the game's rules, from the view of `side`.
    #[must_use]
    pub fn balance(&self, position: &Position, side: Side) -> i32 {
        self.alone(position, side) - self.alone(position, side.other())
    }

    /// By how much a legal move raises the evaluation for the mover.
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

    /// The move that the program of the rules makes. Of the moves with the best evaluation, in
    /// order, it is the one at index `choice` modulo their number; `None` if there is no move.
    #[must_use]
    pub fn chosen(&self, position: &Position, choice: u64) -> Option<Move> {
        let best = self.best(position);
        best.get((choice % best.len().max(1) as u64) as usize).copied()
    }

    /// The moves with the best evaluation after them, in order.
    #[must_use]
    pub fn best(&self, position: &Position) -> Vec<Move> {
        let gains: Vec<_> = self.moves(position).map(|mv| (self.gain(position, mv), mv)).collect();
        let most = gains.iter().map(|&(gain, _)| gain).max();
        gains.into_iter().filter(|&(gain, _)| Some(gain) == most).map(|(_, mv)| mv).collect()
    }
}
