//! Who wins: an exact solver that remembers what it has found out from one position to the next.
//!
//! It is a negamax over three values, with these improvements, cheapest first:
//!
//! 1. A search for -1 or +1 ends as soon as the value cannot be improved (alpha-beta on `Loss < Tie < Win`).
//! 2. *Forced moves*: a square that completes a line wins at once; a single square with which the opponent threatens
//!    to complete one must be taken, and two of them lose.
//! 3. *Double threats*: a stone that makes two such squares wins unless the opponent completes a line first; if the
//!    opponent has such a stone, only moves that meddle with it, or that make a threat, are worth a look.
//! 4. *Threat sequences*: before quiet moves, a win is looked for in which every move but the last leaves the opponent
//!    a single answer (Allis, "Searching for solutions in games and artificial intelligence", 1994, chapter 5).
//! 5. *Dead lines and pairings*: who has no line left without an opponent's stone in it, or only lines that a
//!    [pairing](super::pairing) blocks, cannot win any more.
//! 6. A table of solved positions, kept across calls, so that the many related positions of a file share their work.

use rules::Side;
use rules::bits::Bits;

use super::memory::Memory;
use super::pairing::every_line_has_a_pair;
use super::rules::{Mnk, Position};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss = -1,
    /// Neither side wins.
    Tie = 0,
    /// The side to move wins.
    Win = 1,
}

impl Value {
    /// The same as the opponent sees it.
    #[must_use]
    pub fn negated(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Tie => Value::Tie,
            Value::Win => Value::Loss,
        }
    }
}

/// Solves positions of one game, and remembers.
pub struct Solver<const W: usize> {
    game: Mnk<W>,
    memory: Memory<W>,
    /// All squares, those on many lines first.
    order: Vec<usize>,
    nodes: u64,
    threat_nodes: u32,
    /// The free squares of the lines that a side could still complete; kept to be filled again.
    open_lines: Vec<Bits<W>>,
}

/// A search for a win by threats alone that takes longer is given up; the full search then decides.
const MOST_THREATS: u32 = 200;

impl<const W: usize> Solver<W> {
    /// A solver for this game, that remembers nothing yet.
    #[must_use]
    pub fn new(game: Mnk<W>) -> Solver<W> {
        let mut order: Vec<_> = (0..game.rows * game.columns).collect();
        let lines_through = lines_through(&game);
        order.sort_by_key(|&square| std::cmp::Reverse(lines_through[square]));
        Solver { game, memory: Memory::new(), order, nodes: 0, threat_nodes: 0, open_lines: Vec::new() }
    }

    /// The game it solves.
    #[must_use]
    pub fn game(&self) -> &Mnk<W> {
        &self.game
    }

    /// How many positions it has looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins with best play, or `None` for a tie.
    pub fn winner(&mut self, position: &Position<W>) -> Option<Side> {
        if position.winner.is_some() {
            return position.winner;
        }
        let own = position.stones[position.turn.index()];
        let other = position.stones[position.turn.other().index()];
        match self.value(own, other, Value::Loss, Value::Win) {
            Value::Win => Some(position.turn),
            Value::Tie => None,
            Value::Loss => Some(position.turn.other()),
        }
    }

    /// The value of a position without a line for the side to move: exact between `alpha` and `beta`, else a bound.
    fn value(&mut self, own: Bits<W>, other: Bits<W>, alpha: Value, beta: Value) -> Value {
        self.nodes += 1;
        let empty = self.game.empty(&[own, other]);
        if empty.is_empty() {
            return Value::Tie;
        }
        if !self.completing(own, empty).is_empty() {
            return Value::Win;
        }
        let threats = self.completing(other, empty);
        if let Some(forced) = threats.lowest() {
            return if threats.count() > 1 { Value::Loss } else { self.after(own, other, forced, alpha, beta) };
        }
        let (low, high) = self.bounds(own, other, empty);
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let value = self.quiet(own, other, empty, alpha.max(low), beta.min(high));
        let low = if value > alpha { value } else { low };
        let high = if value < beta { value } else { high };
        self.memory.put((own, other), low, high);
        value
    }

    /// The value after a move.
    fn after(&mut self, own: Bits<W>, other: Bits<W>, square: usize, alpha: Value, beta: Value) -> Value {
        self.value(other, own | Bits::one(square), beta.negated(), alpha.negated()).negated()
    }

    /// What is known of a position before it is searched: remembered, or seen from its open lines.
    fn bounds(&mut self, own: Bits<W>, other: Bits<W>, empty: Bits<W>) -> (Value, Value) {
        if let Some(bounds) = self.memory.get(&(own, other)) {
            return bounds;
        }
        let high = if self.can_win(other, empty) { Value::Win } else { Value::Tie };
        let low = if self.can_win(own, empty) { Value::Loss } else { Value::Tie };
        let low = if high == Value::Win && self.wins_by_threats(own, other, empty) { Value::Win } else { low };
        self.memory.put((own, other), low, high);
        (low, high)
    }

    /// Whether a side could still win whose opponent has these stones: `false` is certain.
    fn can_win(&mut self, opponent: Bits<W>, empty: Bits<W>) -> bool {
        self.open_lines.clear();
        let open = self.game.board.without(opponent);
        for &(starts, step) in &self.game.lines {
            for start in super::rules::runs(open, step, self.game.in_a_row) & starts {
                self.open_lines.push(self.spread(Bits::one(start), step) & empty);
            }
        }
        !every_line_has_a_pair(&self.open_lines, self.game.in_a_row)
    }

    /// Whether the side to move wins by threats alone; no side can complete a line at once.
    fn wins_by_threats(&mut self, own: Bits<W>, other: Bits<W>, empty: Bits<W>) -> bool {
        self.threat_nodes = 0;
        self.threatens_to_the_end(own, other, empty, self.threatening(own, empty))
    }

    /// The same with the threats to try given.
    fn threatens_to_the_end(&mut self, own: Bits<W>, other: Bits<W>, empty: Bits<W>, threats: Bits<W>) -> bool {
        for square in threats {
            self.threat_nodes += 1;
            if self.threat_nodes > MOST_THREATS {
                return false;
            }
            let own = own | Bits::one(square);
            let completing = self.completing(own, empty.without(Bits::one(square)));
            let Some(answer) = completing.lowest() else { continue };
            if completing.count() > 1 {
                return true;
            }
            let other = other | Bits::one(answer);
            let empty = self.game.empty(&[own, other]);
            // The answer may itself threaten, and must be met by a threat in turn.
            let met = match self.completing(other, empty) {
                none if none.is_empty() => empty,
                one if one.count() == 1 => one,
                _ => continue,
            };
            let next = self.threatening(own, empty) & met;
            if self.threatens_to_the_end(own, other, empty, next) {
                return true;
            }
        }
        false
    }

    /// The value of a position in which nobody can complete a line at once.
    fn quiet(&mut self, own: Bits<W>, other: Bits<W>, empty: Bits<W>, alpha: Value, beta: Value) -> Value {
        let forcing = self.threatening(own, empty);
        let worthwhile = forcing | self.defences(other, empty);
        let mut best = Value::Loss;
        let mut alpha = alpha;
        for pass in [forcing, worthwhile.without(forcing)] {
            for i in 0..self.order.len() {
                let square = self.order[i];
                if !pass.has(square) {
                    continue;
                }
                best = best.max(self.after(own, other, square, alpha, beta));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    /// The moves that meet every double threat the opponent could make next: to take its stone's square or one of the
    /// squares where it would complete a line. Without such threats, all moves.
    fn defences(&self, other: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut defences = empty;
        for square in self.threatening(other, empty) {
            let stone = Bits::one(square);
            let completing = self.completing(other | stone, empty.without(stone));
            if completing.count() > 1 {
                // With three or more, one stone elsewhere than on its square still leaves two.
                defences &= if completing.count() == 2 { completing | stone } else { stone };
            }
        }
        defences
    }

    /// The free squares that complete a line of these stones.
    fn completing(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for &(starts, step) in &self.game.lines {
            let (mut whole, mut but_one) = (starts, Bits::EMPTY);
            for i in 0..self.game.in_a_row {
                let stone = stones.down(i * step);
                but_one = but_one & stone | whole & empty.down(i * step);
                whole &= stone;
            }
            squares |= self.spread(but_one, step) & empty;
        }
        squares
    }

    /// The free squares where a stone would leave a line one short of complete.
    fn threatening(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for &(starts, step) in &self.game.lines {
            let (mut whole, mut but_one, mut but_two) = (starts, Bits::EMPTY, Bits::EMPTY);
            for i in 0..self.game.in_a_row {
                let (stone, free) = (stones.down(i * step), empty.down(i * step));
                but_two = but_two & stone | but_one & free;
                but_one = but_one & stone | whole & free;
                whole &= stone;
            }
            squares |= self.spread(but_two, step) & empty;
        }
        squares
    }

    /// All squares of the lines that start at `starts`.
    fn spread(&self, starts: Bits<W>, step: usize) -> Bits<W> {
        if starts.is_empty() {
            return starts;
        }
        (0..self.game.in_a_row).fold(Bits::EMPTY, |all, i| all | starts.up(i * step))
    }
}

fn lines_through<const W: usize>(game: &Mnk<W>) -> Vec<usize> {
    let mut count = vec![0; game.rows * game.columns];
    for &(starts, step) in &game.lines {
        for start in starts {
            (0..game.in_a_row).for_each(|i| count[start + i * step] += 1);
        }
    }
    count
}
