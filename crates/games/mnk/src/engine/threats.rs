//! Finds sequences of threats. With every move of a sequence, the attacker makes a line that lacks
//! only one stone. A sequence wins when there are two squares where the attacker can complete a
//! line.
//!
//! CITE: Allis, "Searching for solutions in games and artificial intelligence", 1994, chapter 5.

use rules::bits::Bits;

use super::board::Board;

/// How many positions without a sequence are remembered.
const PLACES: usize = 1 << 15;

/// Looks for sequences, and remembers positions without one.
#[derive(Debug)]
pub(super) struct Sequences {
    /// Positions in which a search with so many stones found nothing.
    without: Vec<(u64, u64)>,
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
        Sequences { without: vec![(0, 0); PLACES], budget: 0, nodes: 0 }
    }

    /// Finds a winning sequence, and tries at most `budget` stones of the attacker. The board must
    /// have no complete line, and the side to move must not be able to complete one at once.
    pub(super) fn find<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        budget: u64,
    ) -> Option<Win> {
        self.budget = budget;
        self.go_on(board, Bits::EMPTY)
    }

    /// Goes on with a sequence. The squares in `failed` are not tried: a threat there has failed
    /// before the last one, and both orders lead to the same position.
    fn go_on<const W: usize>(&mut self, board: &mut Board<W>, mut failed: Bits<W>) -> Option<Win> {
        let (own, other) = board.sights();
        let (tries, doubling) = match other.completing().count() {
            0 => (own.threatening(), own.doubling()),
            1 => (own.threatening() & other.completing(), own.doubling() & other.completing()),
            _ => return None,
        };
        if let Some(first) = doubling.lowest() {
            return Some(Win { first, plies: 3 });
        }
        let tries = tries.without(failed);
        let (key, budget) = (board.key(), self.budget);
        let place = key as usize % PLACES;
        if tries.is_empty() || self.without[place].0 == key && self.without[place].1 >= budget {
            return None;
        }
        // A threat that also prepares another one is the likeliest to win.
        let preparing = own.preparing();
        for first in (tries & preparing).into_iter().chain(tries.without(preparing)) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.nodes += 1;
            let star = board.star(first);
            board.put(first);
            let plies = self.after_threat(board, failed.without(star));
            board.take(first);
            if let Some(plies) = plies {
                return Some(Win { first, plies: plies + 1 });
            }
            failed.insert(first);
        }
        self.without[place] = (key, if self.budget == 0 { budget } else { u64::MAX });
        None
    }

    /// The opponent is to move and must stop a threat. Returns the number of moves until the line
    /// is complete; `None` if no win is found.
    fn after_threat<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        failed: Bits<W>,
    ) -> Option<u32> {
        let (own, other) = board.sights();
        let answer = other.completing().lowest()?;
        if !own.completing().is_empty() {
            return None;
        }
        board.put(answer);
        let win = self.go_on(board, failed);
        board.take(answer);
        win.map(|win| win.plies + 1)
    }
}
