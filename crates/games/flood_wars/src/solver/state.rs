//! What is left to play for: the areas that both sides can still reach, as a graph.
//!
//! ```text
//!  a a S S      Only the regions that touch both sides are kept, here a, b, c and d. The squares
//!  b c S e      of all other regions, here e, count for one side, whatever happens. So a state is
//!  J d d S      the set of open areas, the areas beside each side, and the colours of both sides.
//!  J J J J      Who owns what, and who is J, makes no difference to what can still be gained.
//! ```

use rules::Side;
use rules::bits::Bits;
use rules::random::mix;

use super::super::area::{square, widened};
use super::super::board::Colour;
use super::super::contraction::{Labels, NONE, beside, each, labels};
use super::super::rules::{FloodWars, Position};

/// At most `64 * A` areas, which do not change, and their neighbours.
#[derive(Clone, Debug)]
pub(super) struct Areas<const A: usize> {
    /// The areas beside each area.
    beside: Vec<Bits<A>>,
    /// The areas of each colour.
    planes: [Bits<A>; 5],
    /// The colour of each area, and its number of squares.
    colours: Vec<Colour>,
    sizes: Vec<i32>,
}

/// A state, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const A: usize> {
    /// The areas that nobody owns, in regions that touch both sides.
    open: Bits<A>,
    /// The open areas beside the side to move, and beside the other side.
    beside: [Bits<A>; 2],
    /// The colours of the side to move and of the other side.
    pub(super) colours: [Colour; 2],
    /// The number of squares of all open areas.
    pub(super) squares: i32,
}

impl<const A: usize> State<A> {
    /// The number of open areas.
    pub(super) fn areas(&self) -> u32 {
        self.open.count() as u32
    }
}

/// A move: the state after it, and by how much it changes the mover's certain lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step<const A: usize> {
    pub(super) state: State<A>,
    pub(super) gain: i32,
}

/// The areas that both sides can reach.
pub(super) fn contested<const W: usize>(game: &FloodWars<W>, position: &Position<W>) -> Labels {
    let [first, second] = game.reach(position);
    labels(game, &(first & second))
}

impl<const A: usize> Areas<A> {
    /// The areas of a position in its game, and its state.
    ///
    /// # Panics
    /// Panics if there are more than `64 * A` areas.
    pub(super) fn new<const W: usize>(
        game: &FloodWars<W>,
        position: &Position<W>,
    ) -> (Areas<A>, State<A>) {
        let Labels { of, areas: count } = contested(game, position);
        assert!(count <= 64 * A, "{count} areas fit");
        let mut areas = Areas {
            beside: vec![Bits::EMPTY; count],
            planes: [Bits::EMPTY; 5],
            colours: vec![Colour::default(); count],
            sizes: vec![0; count],
        };
        let mut touching = [Bits::EMPTY; 2];
        let near = position.territories.map(|own| widened(&own, &game.board));
        for (at, &label) in of.iter().enumerate().filter(|&(_, &label)| label != NONE) {
            let area = usize::from(label);
            let (row, column) = (at / game.columns, at % game.columns);
            areas.sizes[area] += 1;
            areas.colours[area] = game.colour(position, row, column);
            areas.planes[areas.colours[area].index()].insert(area);
            for next in beside(at, game.rows, game.columns).map(|next| of[next]) {
                if next != NONE && next != label {
                    areas.beside[area].insert(usize::from(next));
                }
            }
            let sides = [0, 1].into_iter().filter(|&side| near[side].has(square(row, column)));
            sides.for_each(|side| touching[side].insert(area));
        }
        let mut colours = position.colours;
        if position.turn == Side::Second {
            touching.swap(0, 1);
            colours.swap(0, 1);
        }
        let open = Bits::first(count);
        let squares = areas.squares(&open);
        (areas, State { open, beside: touching, colours, squares })
    }

    /// The number of squares of these areas together.
    #[inline]
    fn squares(&self, set: &Bits<A>) -> i32 {
        let mut squares = 0;
        each(set, |area| squares += self.sizes[area]);
        squares
    }

    /// The areas beside any of these.
    #[inline]
    fn around(&self, set: &Bits<A>) -> Bits<A> {
        let mut around = Bits::EMPTY;
        each(set, |area| around |= self.beside[area]);
        around
    }

    /// The areas of `open` that are connected to `start`, a part of `open`; or fewer areas, if they
    /// contain `enough`.
    #[inline]
    fn grown(&self, start: Bits<A>, open: &Bits<A>, enough: &Bits<A>) -> Bits<A> {
        let (mut all, mut fresh) = (start, start);
        while !fresh.is_empty() && !enough.without(all).is_empty() {
            fresh = (self.around(&fresh) & *open).without(all);
            all |= fresh;
        }
        all
    }

    /// The number of squares that the side would get by choosing each colour: the side to move if
    /// `side` is 0.
    #[inline]
    pub(super) fn offers(&self, state: &State<A>, side: usize) -> [i32; 5] {
        let mut offers = [0; 5];
        each(&state.beside[side], |area| offers[self.colours[area].index()] += self.sizes[area]);
        offers
    }

    /// What a colour promises: its squares, and even more the squares that come into reach. If only
    /// its squares counted, the search would take twice as many positions on boards of 12 by 12.
    #[inline]
    pub(super) fn promise(&self, state: &State<A>, colour: Colour) -> i32 {
        let taken = state.beside[0] & self.planes[colour.index()];
        let near = (self.around(&taken) & state.open).without(state.beside[0]);
        2 * self.squares(&taken) + 3 * self.squares(&near)
    }

    /// The state after a move, and what the move gains.
    #[inline]
    pub(super) fn play(&self, state: &State<A>, colour: Colour) -> Step<A> {
        let taken = state.beside[0] & self.planes[colour.index()];
        let [own, other] = state.beside;
        let colours = [state.colours[1], colour];
        if taken.is_empty() {
            return Step { state: State { beside: [other, own], colours, ..*state }, gain: 0 };
        }
        let mut open = state.open.without(taken);
        let near = self.around(&taken) & open;
        let other = other & open;
        let mut gain = self.squares(&taken);
        // Every region still touches the mover. Only one that is beside the squares taken may have
        // lost touch with the other side.
        let reach = self.grown(other, &open, &near);
        if !near.without(reach).is_empty() {
            gain += self.squares(&open.without(reach));
            open = reach;
        }
        let own = (own | near) & open;
        let squares = state.squares - gain;
        Step { state: State { open, beside: [other, own], colours, squares }, gain }
    }

    /// The key of a state.
    #[inline]
    pub(super) fn key(&self, state: &State<A>) -> u128 {
        let [own, other] = state.colours.map(Colour::index);
        let mut sums = [(own * 8 + other) as u64, 0];
        for i in 0..A {
            let words = [state.open.0[i], state.beside[0].0[i], state.beside[1].0[i]];
            for (sum, salts) in sums.iter_mut().zip(SALTS) {
                let step = multiplied(words[0] ^ salts[0], words[1] ^ salts[1]);
                *sum = multiplied(*sum ^ step ^ salts[2], words[2] ^ salts[3]);
            }
        }
        u128::from(mix(sums[0])) << 64 | u128::from(mix(sums[1]))
    }
}

const SALTS: [[u64; 4]; 2] = [[mix(1), mix(2), mix(3), mix(4)], [mix(5), mix(6), mix(7), mix(8)]];

/// The exclusive or of the upper and the lower half of the product.
fn multiplied(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The certain lead of the side to move: what it would win by if nobody got any contested square.
pub(super) fn lead<const W: usize>(game: &FloodWars<W>, position: &Position<W>) -> i32 {
    let [first, second] = game.tally(position).points;
    position.turn.sign() * (first as i32 - second as i32)
}
