//! A second solver for m,n,k, which shares no code with the first. It uses proof-number search over
//! boards of three words, with forced moves, pairs of squares, and a table whose keys are whole
//! positions. It has none of the first solver's plans, zones and sequences of threats. For some
//! boards, the literature gives no values. This solver confirms our values of these boards.
//!
//! `cargo bench -p ludoteka-mnk --bench mnk_twin -- 8,4,4 9,4,4`

use std::time::Instant;

const INFINITE: u32 = 1 << 30;

/// The number of positions in the table, a power of two.
const TABLE: usize = 1 << 23;

/// The stones of the first player, the stones of the second player, and the free squares on lines
/// that a player can still complete.
type Board = [u64; 3];

/// The proof numbers of a board. `win` is the least number of positions that must be solved to
/// prove that the first player wins. `hold` is the least number to prove that the first player does
/// not win.
#[derive(Clone, Copy, Default)]
struct Entry {
    board: Board,
    win: u32,
    hold: u32,
    effort: u32,
}

struct Twin {
    k: usize,
    lines: Vec<u64>,
    /// For each symmetry of the board, and for each byte of a word: the image of each value of the
    /// byte.
    images: Vec<Vec<[u64; 256]>>,
    table: Vec<Entry>,
    nodes: u64,
}

/// The facts about a board that are known without a search.
enum Seen {
    Win,
    Hold,
    Moves(u64),
}

impl Twin {
    fn new(rows: usize, columns: usize, k: usize) -> Twin {
        assert!(rows * columns <= 64, "the board fits one word");
        let mut lines = Vec::new();
        for row in 0..rows as i32 {
            for column in 0..columns as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let square = |i: i32| {
                        let (row, column) = (row + i * down, column + i * right);
                        let on_board = (0..rows as i32).contains(&row)
                            && (0..columns as i32).contains(&column);
                        on_board.then(|| 1_u64 << (row * columns as i32 + column))
                    };
                    lines.extend(
                        (0..k as i32).map(square).try_fold(0, |line, bit| Some(line | bit?)),
                    );
                }
            }
        }
        let images = (1..if rows == columns { 8 } else { 4 })
            .map(|turn| image(rows, columns, turn))
            .collect();
        Twin { k, lines, images, table: vec![Entry::default(); TABLE], nodes: 0 }
    }

    /// Whether the first player wins.
    fn first_wins(&mut self, squares: usize) -> bool {
        let all = if squares == 64 { u64::MAX } else { (1 << squares) - 1 };
        let (board, seen) = self.look([0, 0, all], true);
        match seen {
            Seen::Win => true,
            Seen::Hold => false,
            Seen::Moves(_) => self.search(board, true, INFINITE, INFINITE).0 == 0,
        }
    }

    /// Removes the squares that do not matter from the board, and returns the smallest image of the
    /// result, rotated or reflected. Also returns the facts about this board that are known without
    /// a search. A square matters only if it lies in a line that a player can still complete. A
    /// stone on any other square would be a pass, and a pass is never better than another move.
    fn look(&self, [first, second, free]: Board, attacking: bool) -> (Board, Seen) {
        let (mut open, mut mine, mut theirs) = ([0, 0], 0, 0);
        for &line in &self.lines {
            // A line is open to a player if each of its squares has a stone of that player, or is
            // free and matters.
            let (ours, other) = (first & line, second & line);
            if line & !(first | free) == 0 {
                open[0] |= line;
                mine |= if (line & !ours).is_power_of_two() { line & !ours } else { 0 };
            }
            if line & !(second | free) == 0 {
                open[1] |= line;
                theirs |= if (line & !other).is_power_of_two() { line & !other } else { 0 };
            }
        }
        let board = [first & open[0], second & open[1], free & (open[0] | open[1])];
        let (own, opponents) = if attacking { (mine, theirs) } else { (theirs, mine) };
        let seen = if own != 0 {
            if attacking { Seen::Win } else { Seen::Hold }
        } else if opponents & opponents.wrapping_sub(1) != 0 {
            if attacking { Seen::Hold } else { Seen::Win }
        } else if open[0] == 0 || board[2] == 0 || attacking && self.is_held_by_pairs(board) {
            Seen::Hold
        } else {
            Seen::Moves(if opponents != 0 { opponents } else { board[2] })
        };
        (self.images.iter().map(|image| turned(board, image)).fold(board, Board::min), seen)
    }

    /// Whether a search finds disjoint pairs of free squares that stop the first player. Each line
    /// that the first player can still complete contains a pair. When the first player takes one
    /// square of a pair, the second player takes the other.
    fn is_held_by_pairs(&self, [first, _, free]: Board) -> bool {
        let open = self.lines.iter().filter(|&&line| line & !(first | free) == 0);
        let lines: Vec<u64> = open.map(|line| line & free).collect();
        let squares = lines.iter().fold(0, |all, line| all | line).count_ones() as usize;
        // There are at most half as many pairs as squares, and each pair is in at most K - 1 lines.
        2 * lines.len() <= squares * (self.k - 1) && pairs(&lines, 0, &mut 20)
    }

    fn place(board: Board, attacking: bool) -> usize {
        let words = [board[0], board[1], board[2] ^ u64::from(attacking) << 63];
        let hash = words.into_iter().fold(0_u64, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        });
        (hash >> 20) as usize & (TABLE - 2)
    }

    /// The table's entry for a board. The key includes the side to move. The numbers of stones do
    /// not show whose turn it is, because stones that do not matter have been removed.
    fn get(&self, board: Board, attacking: bool) -> Option<(u32, u32)> {
        let marked = marked(board, attacking);
        let place = Self::place(board, attacking);
        let found = self.table[place..place + 2]
            .iter()
            .find(|entry| entry.effort > 0 && entry.board == marked);
        found.map(|entry| (entry.win, entry.hold))
    }

    fn put(&mut self, board: Board, attacking: bool, (win, hold): (u32, u32), nodes: u64) {
        let (place, marked) = (Self::place(board, attacking), marked(board, attacking));
        let bucket = &mut self.table[place..place + 2];
        let known = bucket.iter().position(|entry| entry.board == marked);
        let place = known.unwrap_or(usize::from(bucket[1].effort < bucket[0].effort));
        let effort = u32::try_from(nodes + 1).unwrap_or(u32::MAX);
        bucket[place] = Entry { board: marked, win, hold, effort };
    }

    /// Proof-number search below a board until one of the board's proof numbers reaches a limit.
    fn search(
        &mut self,
        board: Board,
        attacking: bool,
        most_win: u32,
        most_hold: u32,
    ) -> (u32, u32) {
        self.nodes += 1;
        let before = self.nodes;
        let moves = match self.look(board, attacking).1 {
            Seen::Win => return (0, INFINITE),
            Seen::Hold => return (INFINITE, 0),
            Seen::Moves(moves) => moves,
        };
        // Each child with its proof numbers `win` and `hold`.
        let mut children: Vec<(Board, u32, u32)> = Vec::new();
        for square in (0..64).filter(|square| moves >> square & 1 != 0) {
            let bit = 1 << square;
            let [first, second, free] = board;
            let next = if attacking {
                [first | bit, second, free & !bit]
            } else {
                [first, second | bit, free & !bit]
            };
            let (next, seen) = self.look(next, !attacking);
            if children.iter().any(|&(known, ..)| known == next) {
                continue;
            }
            let (win, hold) = match seen {
                Seen::Win => (0, INFINITE),
                Seen::Hold => (INFINITE, 0),
                Seen::Moves(moves) => {
                    let width = moves.count_ones();
                    let fresh = if attacking { (width, 1) } else { (1, width) };
                    self.get(next, !attacking).unwrap_or(fresh)
                }
            };
            children.push((next, win, hold));
        }
        let of =
            |&(_, win, hold): &(Board, u32, u32)| if attacking { (win, hold) } else { (hold, win) };
        let (most_own, most_other) =
            if attacking { (most_win, most_hold) } else { (most_hold, most_win) };
        let numbers = loop {
            let (mut best, mut own, mut second, mut other) = (0, INFINITE + 1, INFINITE, 0_u32);
            for (i, child) in children.iter().enumerate() {
                let (succeed, fail) = of(child);
                other = (other + fail).min(INFINITE);
                if succeed < own {
                    (best, second, own) = (i, own, succeed);
                } else {
                    second = second.min(succeed);
                }
            }
            let (own, other) = (own.min(INFINITE), if own == 0 { INFINITE } else { other });
            if own >= most_own || other >= most_other || own == 0 || other == 0 {
                break (own, other);
            }
            let (next, ..) = children[best];
            let (_, fail) = of(&children[best]);
            let limit_own = most_own.min(second.saturating_add(second / 4 + 1)).min(INFINITE);
            let limit_other = (most_other - other).saturating_add(fail).min(INFINITE);
            let (limit_win, limit_hold) =
                if attacking { (limit_own, limit_other) } else { (limit_other, limit_own) };
            let (win, hold) = self.search(next, !attacking, limit_win, limit_hold);
            children[best] = (next, win, hold);
        };
        let (win, hold) = if attacking { numbers } else { (numbers.1, numbers.0) };
        self.put(board, attacking, (win, hold), self.nodes - before);
        (win, hold)
    }
}

/// Whether a search finds disjoint pairs of squares such that every line contains a pair. The
/// search begins with the line that has the fewest possible pairs.
fn pairs(lines: &[u64], used: u64, steps: &mut u32) -> bool {
    let Some(narrowest) =
        lines.iter().map(|line| line & !used).min_by_key(|line| line.count_ones())
    else {
        return true;
    };
    let squares: Vec<u64> =
        (0..64).map(|square| 1 << square).filter(|bit| narrowest & bit != 0).collect();
    for (i, one) in squares.iter().enumerate() {
        for other in &squares[i + 1..] {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let pair = one | other;
            let left: Vec<u64> = lines.iter().copied().filter(|line| line & pair != pair).collect();
            if pairs(&left, used | pair, steps) {
                return true;
            }
        }
    }
    false
}

/// The key of a board in the table: the board, with a bit for the side to move.
fn marked([first, second, free]: Board, attacking: bool) -> Board {
    [first, second, free ^ u64::from(attacking) << 63]
}

/// The table of a symmetry (see `Twin::images`). The bits of `turn` say whether to exchange top and
/// bottom, left and right, and rows and columns.
fn image(rows: usize, columns: usize, turn: usize) -> Vec<[u64; 256]> {
    let place = |square: usize| {
        let (mut row, mut column) = (square / columns, square % columns);
        row = if turn & 1 != 0 { rows - 1 - row } else { row };
        column = if turn & 2 != 0 { columns - 1 - column } else { column };
        if turn & 4 != 0 { column * columns + row } else { row * columns + column }
    };
    let squares = |byte: usize, value: usize| {
        let set = (0..8).filter(move |bit| value >> bit & 1 != 0).map(move |bit| 8 * byte + bit);
        set.filter(|&square| square < rows * columns)
            .fold(0, |squares, square| squares | 1 << place(square))
    };
    (0..(rows * columns).div_ceil(8))
        .map(|byte| std::array::from_fn(|value| squares(byte, value)))
        .collect()
}

fn turned(board: Board, image: &[[u64; 256]]) -> Board {
    board.map(|squares| {
        let bytes = image.iter().zip(squares.to_le_bytes());
        bytes.fold(0, |moved, (table, byte)| moved | table[usize::from(byte)])
    })
}

fn main() {
    for board in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        let numbers: Vec<usize> =
            board.split(',').map(|text| text.parse().expect("ROWS,COLUMNS,K")).collect();
        let &[rows, columns, k] = numbers.as_slice() else {
            panic!("`{board}` is not ROWS,COLUMNS,K")
        };
        let (mut twin, start) = (Twin::new(rows, columns, k), Instant::now());
        let value = if twin.first_wins(rows * columns) { "first" } else { "draw" };
        println!(
            "{board}: {value}, {} positions, {:.1} s",
            twin.nodes,
            start.elapsed().as_secs_f64()
        );
    }
}
