//! What a solver remembers.

use rules::bits::Bits;
use rules::random::hash_words;

use super::solver::Value;

/// The stones of the side to move and of the other.
pub(super) type Stones<const W: usize> = (Bits<W>, Bits<W>);

/// Bounds on the values of positions: a table with one place for each hash, which grows while it is small.
pub(super) struct Memory<const W: usize> {
    places: Vec<Option<(Stones<W>, Value, Value)>>,
    puts: usize,
}

impl<const W: usize> Memory<W> {
    const SMALLEST: usize = 1 << 10;
    /// About 100 MB for boards of up to 64 squares, and for larger ones.
    const LARGEST: usize = 1 << (22 - W.ilog2());

    pub(super) fn new() -> Memory<W> {
        Memory { places: vec![None; Self::SMALLEST], puts: 0 }
    }

    pub(super) fn get(&self, stones: &Stones<W>) -> Option<(Value, Value)> {
        let known = self.places[self.place(stones)].as_ref()?;
        (known.0 == *stones).then_some((known.1, known.2))
    }

    pub(super) fn put(&mut self, stones: Stones<W>, low: Value, high: Value) {
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
