//! The search: depth first and to the end of the game, with windows of width one.
//!
//! A side may make moves that take nothing, so only the limit of half-moves ends every game. But
//! the limit seldom matters, and a result should serve for any number of half-moves. So a result
//! says what its proof *needs*: so many half-moves, or exactly as many as are left.
// CITE: windows of width one and a table with both bounds: A. Plaat, J. Schaeffer, W. Pijls, A. de
// Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996.

use search::{GrowingTable, Stopped, Ticker};

use super::super::board::Colour;
use super::known::Known;
use super::state::{Areas, State, Step};

/// A bound of what the side to move still gains, and the number of half-moves that its proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) bound: i32,
    pub(super) needs: u32,
}

/// The proof met the horizon: it holds only for as many half-moves as are left.
const EXACTLY: u32 = u8::MAX as u32;

/// How many half-moves a search looks ahead from the root, and what it takes for the result there.
///
/// A bound in favour of the side that the horizon treats as the loser holds for every limit beyond
/// the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Horizon {
    pub(super) half_moves: u32,
    pub(super) end: End,
}

/// What happens at the horizon to the contested squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody gets them: the horizon is the limit of the game.
    Nobody,
    /// The side to move at the root loses them all.
    Lost,
    /// The side to move at the root wins them all.
    Won,
}

impl Horizon {
    /// What the side to move there gains of each contested square.
    fn sign(self) -> i32 {
        let is_root_side = self.half_moves.is_multiple_of(2);
        match self.end {
            End::Nobody => 0,
            End::Lost if is_root_side => -1,
            End::Won if !is_root_side => -1,
            End::Lost | End::Won => 1,
        }
    }

    /// Whether a result at the root proves the same for the game with its limit.
    pub(super) fn proves(self, found: Found, goal: i32) -> bool {
        let is_reached = found.bound >= goal;
        let counts = match self.end {
            End::Nobody => true,
            End::Lost => is_reached,
            End::Won => !is_reached,
        };
        counts || found.needs < EXACTLY
    }
}

/// A search in progress.
pub(super) struct Search<'a, const A: usize> {
    areas: &'a Areas<A>,
    table: &'a mut GrowingTable<Known>,
    /// Asked from time to time whether to stop, with the number of positions so far.
    stop: &'a mut dyn FnMut(u64) -> bool,
    ticker: Ticker,
    /// What the side to move at the horizon gains there: all contested squares times -1, 0 or 1.
    end: i32,
    /// Whether the table has results that hold only for one number of half-moves.
    has_exact: bool,
}

impl<'a, const A: usize> Search<'a, A> {
    pub(super) fn new(
        areas: &'a Areas<A>,
        table: &'a mut GrowingTable<Known>,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a, A> {
        Search { areas, table, stop, ticker: Ticker::new(0), end: 0, has_exact: false }
    }

    /// The number of positions searched.
    pub(super) fn positions(&self) -> u64 {
        self.ticker.nodes
    }

    /// Whether the side to move at the root still gains at least `goal`: if the bound is at least
    /// `goal`, it is a lower bound, otherwise an upper one. Also the best move found.
    ///
    /// # Errors
    /// Fails if the search was stopped.
    pub(super) fn root(
        &mut self,
        state: &State<A>,
        goal: i32,
        horizon: Horizon,
    ) -> Result<(Found, Colour), Stopped> {
        self.end = horizon.sign();
        self.expand(state, goal, horizon.half_moves)
    }

    /// As [`Search::root`], with so many half-moves left to the horizon.
    ///
    /// # Errors
    /// Fails if the search was stopped.
    fn test(&mut self, state: &State<A>, goal: i32, left: u32) -> Result<Found, Stopped> {
        self.ticker.count(&mut *self.stop)?;
        if let Some(found) = self.seen(state, goal, left) {
            return Ok(found);
        }
        let key = self.areas.key(state);
        let known = self.table.get(key).unwrap_or(Known::NOTHING);
        let exact_key = key ^ self.mark(left);
        let exact = if self.has_exact { self.table.get(exact_key) } else { None };
        let exact = exact.unwrap_or(Known::NOTHING);
        if let Some(found) = answer(known, goal, left) {
            return Ok(found);
        }
        if let Some(found) = answer(exact, goal, left) {
            return Ok(Found { needs: EXACTLY, ..found });
        }
        let before = self.ticker.nodes;
        let (found, _) = self.expand(state, goal, left)?;
        let is_exact = found.needs == EXACTLY;
        self.has_exact |= is_exact;
        let (key, mut known) = if is_exact { (exact_key, exact) } else { (key, known) };
        let needs = if is_exact { 0 } else { found.needs as u8 };
        if found.bound >= goal {
            (known.lower, known.needs[0]) = (found.bound, needs);
        } else {
            (known.upper, known.needs[1]) = (found.bound, needs);
        }
        self.table.put(key, known, self.ticker.nodes - before);
        Ok(found)
    }

    /// Like [`Search::test`], but tries the moves in any case.
    fn expand(
        &mut self,
        state: &State<A>,
        goal: i32,
        left: u32,
    ) -> Result<(Found, Colour), Stopped> {
        let (mut most, mut best) = (Found { bound: -state.squares - 1, needs: 0 }, Colour::ALL[0]);
        for colour in self.order(state) {
            let Step { state: next, gain } = self.areas.play(state, colour);
            let found = self.test(&next, gain - goal + 1, left - 1)?;
            let bound = gain - found.bound;
            let needs = if found.needs == EXACTLY { EXACTLY } else { found.needs + 1 };
            if bound >= goal {
                return Ok((Found { bound, needs }, colour));
            }
            if bound > most.bound {
                (most.bound, best) = (bound, colour);
            }
            most.needs = most.needs.max(needs);
        }
        Ok((most, best))
    }

    /// What is known without a look at the table.
    #[inline]
    pub(super) fn seen(&self, state: &State<A>, goal: i32, left: u32) -> Option<Found> {
        let squares = state.squares;
        if goal <= -squares {
            return Some(Found { bound: -squares, needs: 0 });
        }
        if goal > squares {
            return Some(Found { bound: squares, needs: 0 });
        }
        if left == 0 {
            return Some(Found { bound: self.end * squares, needs: EXACTLY });
        }
        let own = self.areas.offers(state, 0);
        let least = 2 * most_of(own, |colour| !state.colours.contains(&colour)) - squares;
        if least >= goal {
            return Some(Found { bound: least, needs: 1 });
        }
        if left == 1 {
            return None;
        }
        // The other side can answer with any colour except its own and the one chosen now.
        let other = self.areas.offers(state, 1);
        let chosen = Colour::ALL.into_iter().filter(|colour| !state.colours.contains(colour));
        let answers = chosen.map(|chosen| most_of(other, |colour| colour != chosen));
        let most = squares - 2 * answers.min().unwrap_or(0);
        (most < goal).then_some(Found { bound: most, needs: 2 })
    }

    /// What tells results that hold only for so many half-moves from others.
    fn mark(&self, left: u32) -> u128 {
        u128::from(left << 2 | (self.end + 2) as u32).wrapping_mul(MARK)
    }

    /// The three colours to choose from, in the order of what they promise.
    #[inline]
    fn order(&self, state: &State<A>) -> [Colour; 3] {
        let (mut order, mut ranks) = ([Colour::default(); 3], [i32::MIN; 3]);
        for mut colour in Colour::ALL.into_iter().filter(|colour| !state.colours.contains(colour)) {
            let mut rank = self.areas.promise(state, colour);
            for (other, other_rank) in order.iter_mut().zip(&mut ranks) {
                if rank > *other_rank {
                    std::mem::swap(other, &mut colour);
                    std::mem::swap(other_rank, &mut rank);
                }
            }
        }
        order
    }
}

/// An odd number without a pattern.
const MARK: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// The greatest offer of a colour that may be chosen.
fn most_of(offers: [i32; 5], may: impl Fn(Colour) -> bool) -> i32 {
    let allowed = Colour::ALL.into_iter().filter(|&colour| may(colour));
    allowed.map(|colour| offers[colour.index()]).max().unwrap_or(0)
}

/// The answer that is known, if its proof does with so many half-moves.
fn answer(known: Known, goal: i32, left: u32) -> Option<Found> {
    let [lower, upper] = known.needs.map(u32::from);
    if known.lower >= goal && lower <= left {
        return Some(Found { bound: known.lower, needs: lower });
    }
    (known.upper < goal && upper <= left).then_some(Found { bound: known.upper, needs: upper })
}
