//! The search for the winner: depth first and to the end, with the results of win and loss only.
// CITE: the search, the moves that are not safe first, and the order by real and safe moves:
// N. Bullock, "Domineering: Solving Large Combinatorial Search Spaces", M.Sc. thesis, University of
// Alberta, 2002; the table: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8x8
// Domineering", Theoretical Computer Science 230, 2000.

use rules::bits::Bits;
use search::{GrowingTable, Stopped, Ticker, Value};

use super::super::rules::starts;
use super::board::{Block, Board, Counts};
use super::bounds::{Verdict, by_packing, by_safe_blocks};

/// Whether the side to move wins, as the table keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wins(bool);

impl Value for Wins {
    const BITS: u32 = 1;

    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.0)
    }

    #[inline]
    fn unpack(packed: u128) -> Wins {
        Wins(packed != 0)
    }
}

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) board: Board,
    pub(super) table: &'a mut GrowingTable<Wins>,
    /// Asked from time to time whether to stop, with the number of positions so far.
    pub(super) stop: &'a mut dyn FnMut(u64) -> bool,
    /// Counts the positions whose packing was looked at, all children of a position at once.
    pub(super) ticker: Ticker,
    /// The moves of all positions between the root and the current position.
    pub(super) moves: Vec<Ranked>,
}

/// A move and its place in the order: a greater rank is searched first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    rank: i32,
    pub(super) block: Block,
}

impl Search<'_> {
    /// Whether the side to move wins.
    pub(super) fn wins(&mut self) -> Result<bool, Stopped> {
        match self.known() {
            Some(wins) => Ok(wins),
            None => self.search(),
        }
    }

    /// Whether the side to move wins, if the bounds or the table do not say it.
    fn search(&mut self) -> Result<bool, Stopped> {
        self.ticker.ask(&mut *self.stop)?;
        let before = self.ticker.nodes;
        let wins = self.winning_move()?.is_some();
        self.table.put(self.board.key(), Wins(wins), self.ticker.nodes - before);
        Ok(wins)
    }

    /// What the bounds or the table say.
    // CITE: looking at all children before any is searched: A. Plaat, J. Schaeffer, W. Pijls,
    // A. de Bruin, "Exploiting graph properties of game trees", AAAI 1996 (enhanced transposition
    // cutoffs). Here the bounds come first, since they are cheaper than a look at the table.
    #[inline]
    fn known(&mut self) -> Option<bool> {
        let quick = by_safe_blocks(self.board.own().total(), self.board.other().total());
        let verdict = quick.or_else(|| {
            self.ticker.nodes += 1;
            by_packing(&self.board)
        });
        verdict.map(|verdict| verdict == Verdict::Wins).or_else(|| self.stored())
    }

    /// What the table says.
    #[inline]
    fn stored(&self) -> Option<bool> {
        self.table.get(self.board.key()).map(|Wins(wins)| wins)
    }

    /// A move that wins, if there is one.
    pub(super) fn winning_move(&mut self) -> Result<Option<Block>, Stopped> {
        let first = self.moves.len();
        let found = self.list_moves().map_or_else(|| self.search_moves(first), |mv| Ok(Some(mv)));
        self.moves.truncate(first);
        found
    }

    /// Appends the moves whose result is not known to the list, in search order. Returns a move
    /// that is known to win instead, if there is one.
    fn list_moves(&mut self) -> Option<Block> {
        let first = self.moves.len();
        for lane in 0..self.board.own().lanes() {
            let (own, length) = (self.board.own(), self.board.own().length());
            let (free, exposed) = (own.free(lane), own.exposed(lane));
            let safe = starts(free & !exposed, length);
            for start in Bits([u64::from(starts(free, length))]) {
                let block = Block { lane, first: start };
                self.board.play(block);
                let known = self.known();
                // The opponent is to move now.
                let rank = rank(self.board.other().total(), self.board.own().total());
                self.board.undo(block);
                match known {
                    Some(false) => return Some(block),
                    Some(true) => {}
                    None => {
                        let is_safe = safe >> start & 1 != 0;
                        let rank = if is_safe { rank - SAFE_LAST } else { rank };
                        let rank = rank * TIES + self.preference(block);
                        self.moves.push(Ranked { rank, block });
                    }
                }
            }
        }
        self.moves[first..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        None
    }

    /// Searches the moves of the list from an index on.
    fn search_moves(&mut self, first: usize) -> Result<Option<Block>, Stopped> {
        for index in first..self.moves.len() {
            let block = self.moves[index].block;
            self.board.play(block);
            // A search in between may have stored a result.
            let known = self.stored();
            let result = known.map_or_else(|| self.search(), Ok);
            self.board.undo(block);
            if !result? {
                return Ok(Some(block));
            }
        }
        Ok(None)
    }

    /// The order among moves of equal rank. A block in the second line from the player's own edge
    /// makes the outermost line safe, and in general the line at the distance of a block's length.
    fn preference(&self, Block { lane, first }: Block) -> i32 {
        let (own, other) = (self.board.own(), self.board.other());
        let length = own.length();
        let from_edge = |at: usize, count: usize, size: usize| at.min(count - size - at);
        let line = from_edge(lane, own.lanes(), 1);
        let along = from_edge(first, other.lanes(), length);
        let closes = i32::from((line + 1).is_multiple_of(length));
        let fits = i32::from(along.is_multiple_of(length));
        closes * 128 + fits * 64 + (31 - line.max(along)) as i32
    }
}

/// The ranks of moves are multiples of this number, so that there is room for an order among moves
/// of equal rank.
const TIES: i32 = 256;

/// Safe moves come after all others, since they can be made later as well.
const SAFE_LAST: i32 = 10_000;

/// The rank of the position after a move: the real and safe moves of the player, less those of the
/// opponent.
fn rank(player: Counts, opponent: Counts) -> i32 {
    player.real + player.safe - opponent.real - opponent.safe
}
