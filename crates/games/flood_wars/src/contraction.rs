//! The board contracted to a graph, for the search. An *area* is a connected group of squares of
//! one colour that nobody owns at the start. A move takes all areas of the chosen colour beside the
//! territory in one step:
//!
//! ```text
//!  @ @ #      a a b     a is beside b and c; c is beside all others. Areas are numbered
//!  + + #      c c b     row by row, so the neighbours of an area lie in one or two words
//!  + . .      c d d     of a set. So the graph has a list of words for each area.
//! ```

use std::collections::BTreeSet;

use rules::bits::Bits;
use rules::random::mix;
use rules::{Game, Outcome, Side};
use search::Model;

use super::area::{meet, square};
use super::board::Colour;
use super::rules::{FloodWars, Position};

/// A game of Flood Wars as a graph of at most `64 * A` areas.
#[derive(Clone, Debug)]
pub struct Graph<const A: usize> {
    areas: Vec<Area>,
    /// For each area, a random number for each side. When a side takes the area, the side's number
    /// changes the key.
    salts: Vec<[u64; 2]>,
    /// For each area: one of its squares, as a bit number in a set of squares.
    places: Vec<usize>,
    /// The neighbours of all areas, listed area by area.
    rows: Vec<Span>,
    all: Bits<A>,
    /// The areas of each colour.
    planes: [Bits<A>; 5],
    /// The areas beside each territory at the start.
    beside: [Bits<A>; 2],
    /// For each row and each column in which nobody owns a square at the start: the areas in it.
    /// Rows and columns in the middle come first.
    lines: Vec<Bits<A>>,
    /// The number of squares of the board.
    squares: u32,
    /// The number of rows plus the number of columns.
    sides: u32,
    limit: u32,
    start: Node<A>,
}

/// An area: its number of squares, and the range of its neighbours in `rows`.
#[derive(Clone, Copy, Debug)]
struct Area {
    squares: u32,
    row: [u32; 2],
}

/// Some of an area's neighbours, as `SPAN` consecutive words of a set. The first of these words has
/// the index `first` in the set. Most areas need only one span.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    neighbours: [u64; SPAN],
}

/// The number of words in a span. Every set has at least this many words.
const SPAN: usize = 4;

/// A position: the areas that each side owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<const A: usize> {
    owned: [Bits<A>; 2],
    /// For each territory, the areas beside it that nobody owns.
    pub(super) beside: [Bits<A>; 2],
    /// The number of squares of each side.
    pub(super) squares: [u32; 2],
    colours: [Colour; 2],
    pub(super) turn: Side,
    half_moves: u32,
    over: bool,
    /// The part of the hash key for the owned areas.
    key: u64,
}

/// No search looks further ahead than this number of half-moves, so a more distant limit does not
/// matter.
const FAR: u32 = 255;

/// No area.
pub(super) const NONE: u16 = u16::MAX;

/// The area of each square, row by row, and the number of areas.
pub(super) struct Labels {
    pub(super) of: Vec<u16>,
    pub(super) areas: usize,
}

/// The number of areas in a game.
pub(super) fn areas<const W: usize>(game: &FloodWars<W>) -> usize {
    labels(game, &game.open(&game.start().territories)).areas
}

/// The areas of these squares, which nobody owns.
pub(super) fn labels<const W: usize>(game: &FloodWars<W>, squares: &Bits<W>) -> Labels {
    let columns = game.columns;
    let mut colours = vec![usize::MAX; game.rows * columns];
    for (colour, plane) in game.planes.iter().enumerate() {
        for at in *plane & *squares {
            colours[at / 64 * columns + at % 64] = colour;
        }
    }
    let (mut of, mut areas, mut stack) = (vec![NONE; colours.len()], 0, Vec::new());
    for first in 0..of.len() {
        if of[first] != NONE || colours[first] == usize::MAX {
            continue;
        }
        of[first] = areas as u16;
        stack.push(first);
        while let Some(at) = stack.pop() {
            for next in beside(at, game.rows, columns) {
                if of[next] == NONE && colours[next] == colours[first] {
                    of[next] = areas as u16;
                    stack.push(next);
                }
            }
        }
        areas += 1;
    }
    Labels { of, areas }
}

/// The squares that touch the square `at`. Squares are numbered row by row.
pub(super) fn beside(at: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (at / columns, at % columns);
    let across = [(column > 0).then(|| at - 1), (column + 1 < columns).then(|| at + 1)];
    let along = [(row > 0).then(|| at - columns), (row + 1 < rows).then(|| at + columns)];
    across.into_iter().chain(along).flatten()
}

impl<const A: usize> Graph<A> {
    /// The graph of a game's start position.
    ///
    /// # Panics
    /// Panics if the game has more than `64 * A` areas.
    #[must_use]
    pub fn new<const W: usize>(game: &FloodWars<W>) -> Graph<A> {
        let start = game.start();
        let Labels { of, areas: count } = labels(game, &game.open(&start.territories));
        assert!(count <= 64 * A, "{count} areas fit");
        let (mut areas, mut places) =
            (vec![Area { squares: 0, row: [0; 2] }; count], vec![0; count]);
        let mut besides = vec![BTreeSet::new(); count];
        let (mut planes, mut touching) = ([Bits::EMPTY; 5], [Bits::EMPTY; 2]);
        for (at, &label) in of.iter().enumerate() {
            let place = square(at / game.columns, at % game.columns);
            let near = beside(at, game.rows, game.columns).map(|next| of[next]);
            if label == NONE {
                let side = usize::from(start.territories[1].has(place));
                near.filter(|&next| next != NONE)
                    .for_each(|next| touching[side].insert(usize::from(next)));
                continue;
            }
            let area = usize::from(label);
            areas[area].squares += 1;
            places[area] = place;
            planes[game.colour(&start, at / game.columns, at % game.columns).index()].insert(area);
            besides[area]
                .extend(near.filter(|&next| next != NONE && next != label).map(usize::from));
        }
        let mut rows = Vec::with_capacity(count);
        for (area, beside) in areas.iter_mut().zip(besides) {
            let first = rows.len() as u32;
            add_row(&mut rows, A, beside);
            area.row = [first, rows.len() as u32];
        }
        let squares = start.territories.map(|own| own.count() as u32);
        let owned = [Bits::EMPTY; 2];
        let Position { colours, turn, half_moves, over, .. } = start;
        let start =
            Node { owned, beside: touching, squares, colours, turn, half_moves, over, key: 0 };
        Graph {
            areas,
            salts: (0..count as u64).map(|area| [0, 1].map(|side| mix(2 * area + side))).collect(),
            places,
            rows,
            all: Bits::first(count),
            planes,
            beside: touching,
            lines: lines(&of, game.rows, game.columns),
            squares: (game.rows * game.columns) as u32,
            sides: (game.rows + game.columns) as u32,
            limit: game.limit,
            start,
        }
    }

    /// The areas that nobody owns.
    #[inline]
    pub(super) fn open(&self, node: &Node<A>) -> Bits<A> {
        let [first, second] = &node.owned;
        Bits(std::array::from_fn(|i| self.all.0[i] & !(first.0[i] | second.0[i])))
    }

    /// The number of squares that nobody owns, and the number of all squares.
    pub(super) fn open_squares(&self, node: &Node<A>) -> [u32; 2] {
        [self.squares - node.squares[0] - node.squares[1], self.squares]
    }

    /// The number of rows plus the number of columns of the board.
    pub(super) fn sides(&self) -> u32 {
        self.sides
    }

    /// The areas that the side to move would get by choosing a colour.
    #[inline]
    pub(super) fn taken(&self, node: &Node<A>, colour: Colour) -> Bits<A> {
        node.beside[node.turn.index()] & self.planes[colour.index()]
    }

    /// The number of squares of these areas together, and the areas beside any of them.
    #[inline]
    pub(super) fn spread(&self, areas: &Bits<A>) -> (u32, Bits<A>) {
        let (mut squares, mut beside) = (0, Bits::<A>::EMPTY);
        each(areas, |i| {
            let Area { squares: more, row: [first, last] } = self.areas[i];
            squares += more;
            for span in &self.rows[first as usize..last as usize] {
                // If a set has only as many words as a span, `first` is always 0. Because of the
                // `if`, the compiler knows that `first` is 0.
                let first = if A == SPAN { 0 } else { span.first };
                let words = beside.0[first..first + SPAN].iter_mut();
                words.zip(span.neighbours).for_each(|(word, neighbours)| *word |= neighbours);
            }
        });
        (squares, beside)
    }

    /// The number of squares of these areas together.
    #[inline]
    pub(super) fn count(&self, areas: &Bits<A>) -> u32 {
        let mut squares = 0;
        each(areas, |i| squares += self.areas[i].squares);
        squares
    }

    /// The open areas that are connected to `areas`, and the number of squares of all of them.
    fn grown(&self, mut areas: Bits<A>, open: &Bits<A>) -> (u32, Bits<A>) {
        let (mut squares, mut fresh) = (0, areas);
        while !fresh.is_empty() {
            let (more, beside) = self.spread(&fresh);
            squares += more;
            fresh = (beside & *open).without(areas);
            areas |= fresh;
        }
        (squares, areas)
    }

    /// Whether an open region touches both territories. Two simple checks come first. If an area
    /// lies beside both territories, such a region exists. It also exists if some row or column has
    /// no square that a side owns. The territories then lie on different sides of this row or
    /// column, and its squares belong to one open region that touches both territories.
    fn is_contested(&self, node: &Node<A>) -> bool {
        let [first, second] = &node.beside;
        if meet(first, second) {
            return true;
        }
        let open = self.open(node);
        let is_free =
            |line: &Bits<A>| line.0.iter().zip(open.0).all(|(line, open)| line & !open == 0);
        self.lines.iter().any(is_free) || meet(&self.grown(*first, &open).1, second)
    }
}

/// Calls `visit` with the number of each area in a set.
#[inline]
pub(super) fn each<const A: usize>(areas: &Bits<A>, mut visit: impl FnMut(usize)) {
    for (i, &word) in areas.0.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            visit(i * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// Adds the neighbours of an area as spans, for sets of `words` words.
fn add_row(rows: &mut Vec<Span>, words: usize, neighbours: BTreeSet<usize>) {
    let mut last: Option<Span> = None;
    for area in neighbours {
        let word = area / 64;
        let fits = |span: &Span| word < span.first + SPAN;
        rows.extend(last.take_if(|span| !fits(span)));
        let span =
            last.get_or_insert(Span { first: word.min(words - SPAN), neighbours: [0; SPAN] });
        span.neighbours[word - span.first] |= 1 << (area % 64);
    }
    rows.extend(last);
}

/// For each row and each column in which nobody owns a square: the areas in it. Rows and columns in
/// the middle come first.
fn lines<const A: usize>(of: &[u16], rows: usize, columns: usize) -> Vec<Bits<A>> {
    let row = |row: usize| (row * columns..(row + 1) * columns).collect::<Vec<_>>();
    let column = |column: usize| (0..rows).map(|row| row * columns + column).collect::<Vec<_>>();
    let all = (0..rows).map(|i| (i.abs_diff(rows / 2), row(i)));
    let mut all: Vec<_> =
        all.chain((0..columns).map(|i| (i.abs_diff(columns / 2), column(i)))).collect();
    all.retain(|(_, squares)| squares.iter().all(|&at| of[at] != NONE));
    all.sort_by_key(|&(distance, _)| distance);
    let areas = |squares: Vec<usize>| {
        squares.into_iter().fold(Bits::EMPTY, |mut areas, at| {
            areas.insert(usize::from(of[at]));
            areas
        })
    };
    all.into_iter().map(|(_, squares)| areas(squares)).collect()
}

impl<const A: usize> Game for Graph<A> {
    type Position = Node<A>;
    type Move = Colour;

    fn start(&self) -> Node<A> {
        self.start
    }

    fn turn(&self, node: &Node<A>) -> Side {
        node.turn
    }

    fn moves(&self, node: &Node<A>) -> impl Iterator<Item = Colour> {
        let Node { over, colours, .. } = *node;
        Colour::ALL.into_iter().filter(move |colour| !over && !colours.contains(colour))
    }

    #[inline]
    fn play(&self, node: &Node<A>, colour: Colour) -> Node<A> {
        let own = node.turn.index();
        let taken = self.taken(node, colour);
        let mut next = *node;
        next.colours[own] = colour;
        next.turn = node.turn.other();
        next.half_moves += 1;
        next.over |= next.half_moves >= self.limit;
        if taken.is_empty() {
            return next;
        }
        let (squares, beside) = self.spread(&taken);
        each(&taken, |i| next.key ^= self.salts[i][own]);
        next.squares[own] += squares;
        next.owned[own] |= taken;
        next.beside = next.beside.map(|beside| beside.without(taken));
        next.beside[own] |= beside & self.open(&next);
        next.over = next.over || !self.is_contested(&next);
        next
    }

    fn outcome(&self, node: &Node<A>) -> Option<Outcome> {
        let margin = || {
            let open = self.open(node);
            let [first, second] = node.beside.map(|beside| self.grown(beside, &open));
            // The points of both sides include a region that both sides touch, so the region does
            // not change the margin.
            let points = [node.squares[0] + first.0, node.squares[1] + second.0];
            Outcome { margin: points[0].cast_signed() - points[1].cast_signed() }
        };
        node.over.then(margin)
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), self.squares.cast_signed())
    }

    /// Each move updates the part of the key for the owned areas. The number of half-moves changes
    /// the key only if a search could reach the limit.
    #[inline]
    fn key(&self, node: &Node<A>) -> u64 {
        let [own, other] = node.colours.map(|colour| colour.index() as u64);
        let left = u64::from(self.limit.saturating_sub(node.half_moves).min(FAR));
        mix(node.key ^ mix((left * 2 + node.turn as u64) * 25 + own * 5 + other))
    }
}

impl<const W: usize, const A: usize> Model<FloodWars<W>> for Graph<A> {
    type Inner = Graph<A>;

    fn inner<'a>(&'a self, _game: &'a FloodWars<W>) -> &'a Graph<A> {
        self
    }

    fn enter(&self, _game: &FloodWars<W>, position: &Position<W>) -> Node<A> {
        let squares = position.territories.map(|own| own.count() as u32);
        let &Position { colours, turn, half_moves, over, .. } = position;
        let (mut owned, mut key) = ([Bits::EMPTY; 2], 0);
        for (i, &place) in self.places.iter().enumerate() {
            for side in [0, 1].into_iter().filter(|&side| position.territories[side].has(place)) {
                owned[side].insert(i);
                key ^= self.salts[i][side];
            }
        }
        let mut node =
            Node { owned, beside: self.beside, squares, colours, turn, half_moves, over, key };
        let open = self.open(&node);
        node.beside = [0, 1].map(|side| (self.beside[side] | self.spread(&owned[side]).1) & open);
        node
    }

    fn name_back(&self, _game: &FloodWars<W>, _position: &Position<W>, colour: Colour) -> Colour {
        colour
    }
}
