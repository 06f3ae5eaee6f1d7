//! Who wins: an exact solver that remembers what it has found out from one position to the next.
//!
//! It is a negamax over three values, with these improvements, cheapest first:
//!
//! 1. A search for -1 or +1 ends as soon as the value cannot be improved (alpha-beta on `Loss < Tie < Win`).
//! 2. *Forced moves*: a square that completes a line wins at once; a single square with which the opponent threatens
//!    to complete one must be taken, and two of them lose.
//! 3. *Double threats*: a stone that makes two such squares wins unless the opponent completes a line first; if the
//!    opponent has such a stone, only moves that meddle with it, or that make a threat, are worth a look.
//! 4. *Dead lines*: who has no line left without an opponent's stone in it cannot win any more.
//! 5. A table of solved positions, kept across calls, so that the many related positions of a file share their work.

use rules::Side;
use rules::bits::Bits;
use rules::random::hash_words;

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
}

/// The stones of the side to move and of the other.
type Stones<const W: usize> = (Bits<W>, Bits<W>);

impl<const W: usize> Solver<W> {
    /// A solver for this game, that remembers nothing yet.
    #[must_use]
    pub fn new(game: Mnk<W>) -> Solver<W> {
        let mut order: Vec<_> = (0..game.rows * game.columns).collect();
        let lines_through = lines_through(&game);
        order.sort_by_key(|&square| std::cmp::Reverse(lines_through[square]));
        Solver { game, memory: Memory::new(), order, nodes: 0 }
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
        let (alpha, beta) = self.live_window(own, other, alpha, beta);
        if alpha >= beta {
            return alpha;
        }
        let (low, high) = self.memory.get(&(own, other));
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

    /// Narrows a window to what the lines that are still open allow.
    fn live_window(&self, own: Bits<W>, other: Bits<W>, alpha: Value, beta: Value) -> (Value, Value) {
        let beta = if self.has_open_line(other) { beta } else { beta.min(Value::Tie) };
        let alpha = if self.has_open_line(own) { alpha } else { alpha.max(Value::Tie) };
        (alpha, beta)
    }

    /// The value of a position in which nobody can complete a line at once.
    fn quiet(&mut self, own: Bits<W>, other: Bits<W>, empty: Bits<W>, alpha: Value, beta: Value) -> Value {
        let forcing = self.threatening(own, empty);
        for square in forcing {
            if self.completing(own | Bits::one(square), empty.without(Bits::one(square))).count() > 1 {
                return Value::Win;
            }
        }
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

    /// Whether some line has no stone of `opponent`'s.
    fn has_open_line(&self, opponent: Bits<W>) -> bool {
        self.game.has_line(self.game.board.without(opponent))
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

/// Bounds on the values of positions: a table with one place for each hash, which grows while it is small.
struct Memory<const W: usize> {
    places: Vec<Option<(Stones<W>, Value, Value)>>,
    puts: usize,
}

impl<const W: usize> Memory<W> {
    const SMALLEST: usize = 1 << 10;
    /// About 100 MB for boards of up to 64 squares, and for larger ones.
    const LARGEST: usize = 1 << (22 - W.ilog2());

    fn new() -> Memory<W> {
        Memory { places: vec![None; Self::SMALLEST], puts: 0 }
    }

    fn get(&self, stones: &Stones<W>) -> (Value, Value) {
        match &self.places[self.place(stones)] {
            Some((known, low, high)) if known == stones => (*low, *high),
            _ => (Value::Loss, Value::Win),
        }
    }

    fn put(&mut self, stones: Stones<W>, low: Value, high: Value) {
        self.puts += 1;
        if self.puts > self.places.len() && self.places.len() < Self::LARGEST {
            self.grow();
        }
        let place = self.place(&stones);
        self.places[place] = Some((stones, low, high));
    }

    fn grow(&mut self) {
        let larger = vec![None; self.places.len() * 4];
        for known in std::mem::replace(&mut self.places, larger).into_iter().flatten() {
            let place = self.place(&known.0);
            self.places[place] = Some(known);
        }
    }

    fn place(&self, (own, other): &Stones<W>) -> usize {
        hash_words(own.0.into_iter().chain(other.0)) as usize & (self.places.len() - 1)
    }
}
