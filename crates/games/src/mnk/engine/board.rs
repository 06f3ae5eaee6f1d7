//! A board that keeps counts of its lines. A stone changes only the lines through its square, so
//! the other lines need not be counted again.

use rules::Side;
use rules::bits::Bits;
use rules::random::Random;
use search::Score;

use super::lines::Runs;
use crate::mnk::rules::{Mnk, Position};

/// The data that all positions of a game share.
#[derive(Debug)]
struct Shape {
    lines: Runs,
    /// A gap is a run of `in_a_row - 1` squares. The two squares beside the run are the gap's ends.
    gaps: Runs,
    /// For each side and square: the number that a stone contributes to the key.
    keys: [Vec<u64>; 2],
    turn_key: u64,
}

/// Lines that lack more stones than this are treated alike.
const FAR: usize = 4;

/// A set of squares, and for each square the number of lines or gaps that put it into the set.
#[derive(Clone, Debug)]
pub(super) struct Marks<const W: usize> {
    reasons: Vec<u16>,
    pub(super) squares: Bits<W>,
}

/// The counts of one side's lines.
#[derive(Clone, Debug)]
pub(super) struct Count<const W: usize> {
    /// The number of lines without an opponent's stone. The index is the number of stones that a
    /// line lacks.
    pub(super) lines: [i32; FAR + 1],
    /// The number of gaps that have no opponent's stone and whose two ends are free. The index is
    /// the number of stones that a gap lacks between its ends.
    pub(super) gaps: [i32; FAR + 1],
    /// The squares where a stone completes a line.
    pub(super) completing: Marks<W>,
    /// The squares where one stone makes a line that needs only one more stone.
    pub(super) threatening: Marks<W>,
    /// The squares where a stone fills a gap. After that, a stone on either end of the gap
    /// completes a line.
    pub(super) filling: Marks<W>,
    /// The squares where an opponent's stone spoils a gap that lacks only one stone: the square of
    /// the missing stone, and the gap's two ends (see `Shape::gaps`).
    spoiling: Marks<W>,
    /// The free squares between the ends of gaps that lack two stones. After a stone on such a
    /// square, the gap lacks only one stone.
    pub(super) widening: Marks<W>,
    /// The value of a stone on each square, for move ordering.
    weight: Vec<i32>,
}

/// A position: the stones, the side to move, and the counts of stones and lines.
#[derive(Debug)]
pub(super) struct Board<const W: usize> {
    shape: Shape,
    stones: [Bits<W>; 2],
    pub(super) turn: Side,
    key: u64,
    tally: Tally<W>,
}

/// The free squares, and the counts of stones and lines.
#[derive(Debug)]
struct Tally<const W: usize> {
    empty: Bits<W>,
    /// The number of each side's stones on each line, the number of each side's stones between the
    /// ends of each gap, and the number of all stones on the ends of each gap.
    on_lines: Vec<[u16; 2]>,
    between: Vec<[u16; 2]>,
    on_ends: Vec<u16>,
    counts: [Count<W>; 2],
}

/// The weight that a line adds to each of its squares. The index is the number of stones that the
/// line lacks.
const LINE_WEIGHT: [i32; FAR + 1] = [0, 2000, 120, 20, 4];

impl<const W: usize> Board<W> {
    /// The empty board.
    pub(super) fn new(game: &Mnk<W>) -> Board<W> {
        let squares = game.rows * game.columns;
        let mut random = Random::new(5);
        let mut keys = || (0..squares).map(|_| random.next()).collect();
        let keys = [keys(), keys()];
        let shape = Shape {
            lines: Runs::new(game, game.in_a_row),
            gaps: Runs::new(game, game.in_a_row + 1),
            keys,
            turn_key: random.next(),
        };
        let count = || Count {
            lines: [0; FAR + 1],
            gaps: [0; FAR + 1],
            completing: Marks::new(squares),
            threatening: Marks::new(squares),
            filling: Marks::new(squares),
            spoiling: Marks::new(squares),
            widening: Marks::new(squares),
            weight: vec![0; squares],
        };
        let (lines, gaps) = (shape.lines.count(), shape.gaps.count());
        let mut board = Board {
            shape,
            stones: [Bits::EMPTY; 2],
            turn: Side::First,
            key: 0,
            tally: Tally {
                empty: Bits::first(squares),
                on_lines: vec![[0; 2]; lines],
                between: vec![[0; 2]; gaps],
                on_ends: vec![0; gaps],
                counts: [count(), count()],
            },
        };
        board.tally.count_all(&board.shape);
        board
    }

    /// The number of squares of the board.
    pub(super) fn squares(&self) -> usize {
        self.shape.keys[0].len()
    }

    /// The free squares.
    pub(super) fn empty(&self) -> Bits<W> {
        self.tally.empty
    }

    /// Sets up a position: removes the stones that do not belong to it, and puts the missing ones.
    pub(super) fn set(&mut self, position: &Position<W>) {
        for side in Side::BOTH {
            let (have, want) = (self.stones[side.index()], position.stones[side.index()]);
            have.without(want).into_iter().for_each(|square| self.change(side, square, false));
        }
        for side in Side::BOTH {
            let (have, want) = (self.stones[side.index()], position.stones[side.index()]);
            want.without(have).into_iter().for_each(|square| self.change(side, square, true));
        }
        self.turn = position.turn;
    }

    /// The side to move puts a stone on a free square.
    pub(super) fn put(&mut self, square: usize) {
        self.change(self.turn, square, true);
        self.turn = self.turn.other();
    }

    /// Removes the last stone.
    pub(super) fn take(&mut self, square: usize) {
        self.turn = self.turn.other();
        self.change(self.turn, square, false);
    }

    /// A key for the stones and the side to move.
    pub(super) fn key(&self) -> u64 {
        if self.turn == Side::First { self.key } else { self.key ^ self.shape.turn_key }
    }

    /// The counts of the side to move, and of its opponent.
    pub(super) fn counts(&self) -> (&Count<W>, &Count<W>) {
        let [first, second] = &self.tally.counts;
        if self.turn == Side::First { (first, second) } else { (second, first) }
    }

    /// The weight of a move in move ordering. It measures how much a stone on this square builds
    /// for the side to move, and how much it spoils for the opponent.
    pub(super) fn weight(&self, square: usize) -> i32 {
        let (own, other) = self.counts();
        let gap = |count: &Count<W>| i32::from(count.widening.reasons[square]);
        let middle = self.shape.lines.through(square).len() as i32;
        3 * own.weight[square] + 2 * other.weight[square] + 60 * gap(own) + 30 * gap(other) + middle
    }

    /// The number of lines that somebody may still complete.
    pub(super) fn open_lines(&self) -> i32 {
        self.tally.counts.iter().map(|count| count.lines.iter().sum::<i32>()).sum()
    }

    fn change(&mut self, side: Side, square: usize, put: bool) {
        let Board { shape, tally, .. } = self;
        self.key ^= shape.keys[side.index()][square];
        // During the change the square is not in `empty`; `Changed::is_free` says whether it counts
        // as free.
        if put {
            self.stones[side.index()].insert(square);
            tally.empty.remove(square);
        } else {
            self.stones[side.index()].remove(square);
        }
        let changed = Changed { square: square as u16, put };
        for &line in shape.lines.through(square) {
            tally.change_line(shape, line, side, changed);
        }
        for &gap in shape.gaps.through(square) {
            tally.change_gap(shape, gap, side, changed);
        }
        if !put {
            tally.empty.insert(square);
        }
    }
}

/// A square where a stone is put or removed.
#[derive(Clone, Copy)]
struct Changed {
    square: u16,
    put: bool,
}

impl Changed {
    fn apply(self, stones: &mut u16) {
        *stones = if self.put { *stones + 1 } else { *stones - 1 };
    }

    /// Whether a square is free. If `by` is -1, counts are removed, and the result is for the board
    /// before the change. Otherwise counts are added, and the result is for the board after it.
    fn is_free<const W: usize>(self, square: u16, empty: &Bits<W>, by: i32) -> bool {
        empty.has(usize::from(square)) || (square == self.square && self.put == (by < 0))
    }
}

/// The number of stones that each side lacks on a line; `None` if the opponent has a stone on the
/// line.
type Lacks = [Option<usize>; 2];

fn lacks([first, second]: [u16; 2], length: usize) -> Lacks {
    let lacks = |own: u16, other: u16| (other == 0).then(|| length - usize::from(own));
    [lacks(first, second), lacks(second, first)]
}

impl<const W: usize> Tally<W> {
    /// Counts the lines and the gaps of the empty board.
    fn count_all(&mut self, shape: &Shape) {
        let nowhere = Changed { square: u16::MAX, put: true };
        for count in &mut self.counts {
            for line in 0..shape.lines.count() {
                let lacks = Some(shape.lines.length);
                count.recount_line(
                    shape.lines.squares(line as u16),
                    None,
                    lacks,
                    &self.empty,
                    nowhere,
                );
            }
            for gap in 0..shape.gaps.count() {
                let lacks = Some(shape.gaps.length - 2);
                count.recount_gap(
                    shape.gaps.squares(gap as u16),
                    None,
                    lacks,
                    &self.empty,
                    nowhere,
                );
            }
        }
    }

    fn line_lacks(&self, shape: &Shape, line: usize) -> Lacks {
        lacks(self.on_lines[line], shape.lines.length)
    }

    fn gap_lacks(&self, shape: &Shape, gap: usize) -> Lacks {
        if self.on_ends[gap] == 0 {
            lacks(self.between[gap], shape.gaps.length - 2)
        } else {
            [None; 2]
        }
    }

    fn change_line(&mut self, shape: &Shape, line: u16, side: Side, changed: Changed) {
        let number = usize::from(line);
        let before = self.line_lacks(shape, number);
        changed.apply(&mut self.on_lines[number][side.index()]);
        let after = self.line_lacks(shape, number);
        for side in 0..2 {
            if before[side] != after[side] {
                let squares = shape.lines.squares(line);
                self.counts[side].recount_line(
                    squares,
                    before[side],
                    after[side],
                    &self.empty,
                    changed,
                );
            }
        }
    }

    fn change_gap(&mut self, shape: &Shape, gap: u16, side: Side, changed: Changed) {
        let (number, squares) = (usize::from(gap), shape.gaps.squares(gap));
        let before = self.gap_lacks(shape, number);
        if [squares[0], squares[squares.len() - 1]].contains(&changed.square) {
            changed.apply(&mut self.on_ends[number]);
        } else {
            changed.apply(&mut self.between[number][side.index()]);
        }
        let after = self.gap_lacks(shape, number);
        for side in 0..2 {
            if before[side] != after[side] {
                self.counts[side].recount_gap(
                    squares,
                    before[side],
                    after[side],
                    &self.empty,
                    changed,
                );
            }
        }
    }
}

/// The weight that a line adds to each of its squares if the line lacks this many stones. A line
/// without stones adds nothing.
fn line_weight(lacks: Option<usize>, length: usize) -> i32 {
    lacks.map_or(0, |lacks| if lacks == length { 0 } else { LINE_WEIGHT[lacks.min(FAR)] })
}

impl<const W: usize> Count<W> {
    fn recount_line(
        &mut self,
        squares: &[u16],
        before: Option<usize>,
        after: Option<usize>,
        empty: &Bits<W>,
        changed: Changed,
    ) {
        before.into_iter().for_each(|lacks| self.lines[lacks.min(FAR)] -= 1);
        after.into_iter().for_each(|lacks| self.lines[lacks.min(FAR)] += 1);
        let weight = line_weight(after, squares.len()) - line_weight(before, squares.len());
        for &square in squares {
            self.weight[usize::from(square)] += weight;
        }
        for (lacks, by) in [(before, -1), (after, 1)] {
            let marks = match lacks {
                Some(1) => &mut self.completing,
                Some(2) => &mut self.threatening,
                _ => continue,
            };
            for square in squares.iter().filter(|&&square| changed.is_free(square, empty, by)) {
                marks.add(usize::from(*square), by);
            }
        }
    }

    fn recount_gap(
        &mut self,
        squares: &[u16],
        before: Option<usize>,
        after: Option<usize>,
        empty: &Bits<W>,
        changed: Changed,
    ) {
        before.into_iter().for_each(|lacks| self.gaps[lacks.min(FAR)] -= 1);
        after.into_iter().for_each(|lacks| self.gaps[lacks.min(FAR)] += 1);
        for (lacks, by) in [(before, -1), (after, 1)] {
            let marks = match lacks {
                Some(1) => &mut self.filling,
                Some(2) => &mut self.widening,
                _ => continue,
            };
            let between = &squares[1..squares.len() - 1];
            for square in between.iter().filter(|&&square| changed.is_free(square, empty, by)) {
                marks.add(usize::from(*square), by);
            }
            if lacks == Some(1) {
                for square in squares.iter().filter(|&&square| changed.is_free(square, empty, by)) {
                    self.spoiling.add(usize::from(*square), by);
                }
            }
        }
    }
}

impl<const W: usize> Count<W> {
    /// The squares that lie on every gap with only one missing stone. If the defender plays
    /// elsewhere, the opponent can still fill one of those gaps.
    pub(super) fn spoiling_all(&self) -> Bits<W> {
        let gaps = self.gaps[1] as u16;
        let all = self
            .spoiling
            .squares
            .into_iter()
            .filter(|&square| self.spoiling.reasons[square] == gaps);
        all.fold(Bits::EMPTY, |all, square| all | Bits::one(square))
    }
}

impl<const W: usize> Marks<W> {
    fn new(squares: usize) -> Marks<W> {
        Marks { reasons: vec![0; squares], squares: Bits::EMPTY }
    }

    fn add(&mut self, square: usize, by: i32) {
        let reasons = &mut self.reasons[square];
        *reasons = reasons.wrapping_add(by as u16);
        if *reasons == 0 {
            self.squares.remove(square);
        } else {
            self.squares.insert(square);
        }
    }
}

/// The values of open lines and gaps. The first row is for the side to move, and the second for its
/// opponent. The index within a row is the number of missing stones.
const LINES: [[Score; FAR + 1]; 2] = [[0, 0, 14, 3, 0], [0, 0, 12, 2, 0]];
const GAPS: [[Score; FAR + 1]; 2] = [[0, 0, 12, 3, 0], [0, 30, 6, 2, 0]];
/// Having the move.
const TEMPO: Score = 12;

impl<const W: usize> Board<W> {
    /// The value of the position for the side to move, if nobody can complete a line.
    pub(super) fn evaluate(&self) -> Score {
        let (own, other) = self.counts();
        let worth = |count: &Count<W>, who: usize| -> Score {
            (1..=FAR)
                .map(|lack| {
                    count.lines[lack] * LINES[who][lack] + count.gaps[lack] * GAPS[who][lack]
                })
                .sum()
        };
        worth(own, 0) - worth(other, 1) + TEMPO
    }
}

/// The unit of the values that people see. One unit stands for a line that lacks one stone.
pub(super) const POINT: Score = 100;
