//! Finds sequences of threats. With every move of a sequence, the attacker makes a line that lacks
//! only one stone. A sequence wins when there are two squares where the attacker can complete a
//! line.
//!
//! CITE: Allis, "Searching for solutions in games and artificial intelligence", 1994, chapter 5.

use rules::bits::Bits;

use super::board::Board;

/// How many positions without a sequence are remembered.
const PLACES: usize = 1 << 14;

/// Looks for sequences, and remembers positions without one.
#[derive(Debug)]
pub(super) struct Sequences {
    without: Vec<u64>,
    /// The number of stones that the search may still try.
    budget: u64,
    pub(super) nodes: u64,
}

/// A win: its first move, and the number of moves of both sides until the line is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    pub(super) first: usize,
    pub(super) plies: u32,
}

impl Sequences {
    pub(super) fn new() -> Sequences {
        Sequences { without: vec![0; PLACES], budget: 0, nodes: 0 }
    }

    /// Finds a winning sequence, and tries at most `budget` stones of the attacker. The board must
    /// have no complete line, and the side to move must not be able to complete one at once.
    pub(super) fn find<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        budget: u64,
    ) -> Option<Win> {
        self.budget = budget;
        self.go_on(board)
    }

    fn go_on<const W: usize>(&mut self, board: &mut Board<W>) -> Option<Win> {
        let (own, other) = board.counts();
        let tries = match other.completing.squares.count() {
            0 => match own.filling.squares.lowest() {
                Some(first) => return Some(Win { first, plies: 3 }),
                None => own.threatening.squares,
            },
            1 => own.threatening.squares & other.completing.squares,
            _ => Bits::EMPTY,
        };
        let place = board.key() as usize % PLACES;
        if tries.is_empty() || self.without[place] == board.key() {
            return None;
        }
        for first in tries {
            self.budget = self.budget.checked_sub(1)?;
            self.nodes += 1;
            board.put(first);
            let plies = self.after_threat(board);
            board.take(first);
            if let Some(plies) = plies {
                return Some(Win { first, plies: plies + 1 });
            }
        }
        self.without[place] = board.key();
        None
    }

    /// The opponent is to move and must stop a threat. Returns the number of moves until the line
    /// is complete; `None` if no win is found.
    fn after_threat<const W: usize>(&mut self, board: &mut Board<W>) -> Option<u32> {
        let completing = board.counts().1.completing.squares;
        let answer = completing.lowest()?;
        if completing.count() > 1 {
            return Some(2);
        }
        board.put(answer);
        let win = self.go_on(board);
        board.take(answer);
        win.map(|win| win.plies + 1)
    }
}
