//! Combines the searches of this folder to answer one question: does the attacker win?
//!
//! If the attacker moves first and needs five or more in a row, three searches work together. The
//! search by threats alone is quick, but finds only wins. So it comes first, but may take only so
//! many positions. Then the search over all moves and the search with quiet moves take turns. On
//! small boards the search over all moves answers soon. On large boards the search with quiet moves
//! finds long wins.

use super::lines::Lines;
use super::proof::{ProofSearch, Start};
use super::quiet_search::{QuietSearch, Stored};
use super::state::State;

/// From this winning length on, wins by threats and quiet moves are searched for. With a smaller
/// one, the search over all moves is quicker alone.
const LONG: usize = 5;
/// The greatest number of positions of the search by threats alone.
const MOST_THREATS: u64 = 150_000;
/// The number of positions of the first turn of the search over all moves, and of the search with
/// quiet moves. Each turn is twice as long as the one before. On 10,10,5 the two numbers take some
/// 0.4 and 2.5 s. On a small board the search over all moves settles most positions alone.
const ALL_MOVES: u64 = 8000;
const ALL_MOVES_ON_SMALL_BOARD: u64 = 128_000;
const SMALL_BOARD: usize = 64;
const QUIET_MOVES: u64 = 500_000;

/// The searches with their stored results.
pub(super) struct Prover<const W: usize> {
    search: ProofSearch<W>,
    stored: Stored<W>,
}

impl<const W: usize> Prover<W> {
    pub(super) fn new(lines: Lines<W>, rows: usize, columns: usize) -> Prover<W> {
        Prover { search: ProofSearch::new(lines, rows, columns), stored: Stored::new() }
    }

    /// The number of positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The memory that stored results take, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.search.memory() + self.stored.bytes()
    }

    /// The start of a search; see [`ProofSearch::begin`].
    pub(super) fn begin(&mut self, state: State<W>, attacking: bool) -> Result<Start<W>, bool> {
        self.search.begin(state, attacking)
    }

    /// Whether pairs hold the attacker; see [`ProofSearch::is_held_by_pairs`].
    pub(super) fn is_held_by_pairs(&mut self, start: &Start<W>) -> bool {
        self.search.is_held_by_pairs(start)
    }

    /// Whether the attacker wins; `None` if the search was stopped.
    pub(super) fn solve(
        &mut self,
        start: &Start<W>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        self.search.ask();
        if !start.attacking || self.search.lines.length < LONG {
            return self.search.solve(start, stop);
        }
        if self.limited(MOST_THREATS, stop, |search| search.threats.wins(start.state)) == Some(true)
        {
            return Some(true);
        }
        let is_small = self.search.squares() <= SMALL_BOARD;
        let mut all = if is_small { ALL_MOVES_ON_SMALL_BOARD } else { ALL_MOVES };
        let mut quiet = QUIET_MOVES;
        loop {
            let most = self.nodes() + all;
            let wins = self.search.solve(start, &mut |nodes| nodes >= most || stop(nodes));
            if wins.is_some() || stop(self.nodes()) {
                return wins;
            }
            match self.limited(quiet, stop, |search| search.wins(start.state)) {
                Some(true) => return Some(true),
                Some(false) => return self.search.solve(start, stop),
                None if stop(self.nodes()) => return None,
                None => (all, quiet) = (2 * all, 2 * quiet),
            }
        }
    }

    /// The first move of a win by threats and quiet moves, if one is found or stored. The attacker
    /// is to move.
    pub(super) fn threat(&mut self, state: State<W>) -> Option<usize> {
        let lines = &self.search.lines;
        let completing = lines.completing(state.attacker, state.empty);
        if !completing.is_empty() {
            return completing.lowest();
        }
        if !lines.completing(state.defender, state.empty).is_empty() {
            return None;
        }
        self.search.first_of_plan(state).or_else(|| {
            let state = self.search.normalised(state);
            self.limited(0, &mut |_| true, |search| search.first(state))
        })
    }

    /// The result of a search with threats that may take so many positions.
    fn limited<R>(
        &mut self,
        mut most: u64,
        stop: &mut dyn FnMut(u64) -> bool,
        result: impl FnOnce(&mut QuietSearch<'_, W>) -> R,
    ) -> R {
        let ProofSearch { lines, keys, nodes, .. } = &mut self.search;
        let mut stop = || {
            if most > 0 {
                *nodes += 1;
                most = if stop(*nodes) { 0 } else { most - 1 };
            }
            most == 0
        };
        result(&mut QuietSearch::new(lines, keys, &mut self.stored, &mut stop))
    }
}

#[cfg(test)]
mod tests {
    use rules::bits::Bits;

    use super::*;
    use crate::rules::Mnk;

    /// Positions of 7,6,4 in which `x` moves and wins, but not by threats alone.
    const QUIET: [&str; 4] = [
        ".....x/....../....../.....o/...x../.....o/......",
        "x...../....../o...../....../o.x.../....../......",
        "....../....../....x./o...../....../o..x../......",
        "....../....../....../.....o/....../...x.o/.x....",
    ];

    fn state(game: &Mnk<1>, diagram: &str) -> State<1> {
        let mut state = State { attacker: Bits::EMPTY, defender: Bits::EMPTY, empty: game.board };
        for (square, mark) in diagram.bytes().filter(|&byte| byte != b'/').enumerate() {
            match mark {
                b'x' => state.attacker.insert(square),
                b'o' => state.defender.insert(square),
                _ => continue,
            }
            state.empty.remove(square);
        }
        state
    }

    /// The search over all moves shares the zones with the two others, but knows nothing of quiet
    /// moves. The test in `threat_search.rs` checks the zones.
    #[test]
    fn the_search_with_quiet_moves_finds_wins() {
        let game = Mnk::<1>::new(7, 6, 4);
        for diagram in QUIET {
            let state = state(&game, diagram);
            let mut prover = Prover::new(Lines::new(&game), 7, 6);
            let Ok(start) = prover.begin(state, true) else { panic!("{diagram} is open") };
            let threats =
                prover.limited(100_000, &mut |_| false, |search| search.threats.wins(start.state));
            assert_eq!(threats, Some(false), "{diagram}");
            let quiet = prover.limited(100_000, &mut |_| false, |search| search.wins(start.state));
            assert_eq!(quiet, Some(true), "{diagram}");
            assert_eq!(prover.search.solve(&start, &mut |_| false), Some(true), "{diagram}");

            let first = prover.threat(state).expect("the move is stored");
            let mut next = state;
            next.empty.remove(first);
            next.attacker.insert(first);
            let wins = match prover.begin(next, false) {
                Ok(start) => prover.search.solve(&start, &mut |_| false),
                Err(wins) => Some(wins),
            };
            assert_eq!(wins, Some(true), "{first} in {diagram}");
        }
    }
}
