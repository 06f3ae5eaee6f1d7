//! A player for Gangsters by the tournament's interface: one process plays one side of one game.
//!
//! Compile:  rustc --edition 2024 -O player.rs
//! Run:      printf '60000\n5 5\n1\n3 3\n0\n0\n' | ./player
//!
//! `choose` and `value` select a legal move in a simple way. Replace them with your own.

use std::error::Error;
use std::io::{self, Write};

/// Column and row.
type Square = (usize, usize);

/// The steps across and up for the directions 0 to 7, clockwise from straight up.
const STEPS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

struct Game {
    /// `1` and `2` are cars of red and green, `$` is the box, `#` is a pillar or the edge, and `.`
    /// is a free square.
    board: [[u8; 28]; 28],
    columns: usize,
    rows: usize,
    us: usize,
    box_at: Square,
}

impl Game {
    fn new(columns: usize, rows: usize, us: usize, box_at: Square) -> Game {
        let mut board = [[b'#'; 28]; 28];
        for (row, line) in board.iter_mut().enumerate().take(rows + 1).skip(1) {
            let piece = if row == 1 {
                b'1'
            } else if row == rows {
                b'2'
            } else {
                b'.'
            };
            line[1..=columns].fill(piece);
        }
        board[box_at.1][box_at.0] = b'$';
        Game { board, columns, rows, us, box_at }
    }

    /// The square where a piece stops if it slides from this square.
    fn slide(&self, (mut column, mut row): Square, direction: usize) -> Square {
        let (across, up) = STEPS[direction];
        while self.board[row.wrapping_add_signed(up)][column.wrapping_add_signed(across)] == b'.' {
            (column, row) = (column.wrapping_add_signed(across), row.wrapping_add_signed(up));
        }
        (column, row)
    }

    /// Every direction in which a piece on this square can move, and the square where it stops.
    fn slides(&self, from: Square) -> Vec<(usize, Square)> {
        let rests = (0..8).map(|direction| (direction, self.slide(from, direction)));
        rests.filter(|&(_, rest)| rest != from).collect()
    }

    fn shift(&mut self, from: Square, to: Square) {
        let piece = self.board[from.1][from.0];
        self.board[from.1][from.0] = b'.';
        self.board[to.1][to.0] = piece;
        if piece == b'$' {
            self.box_at = to;
        }
    }

    /// Plays a move, which consists of one number or four.
    fn play(&mut self, mv: &[usize]) {
        self.shift(self.box_at, self.slide(self.box_at, mv[0]));
        if let &[_, column, row, direction] = mv {
            self.shift((column, row), self.slide((column, row), direction));
        }
    }

    /// The value of the board for us after our move.
    fn value(&self) -> i32 {
        let (ours, theirs) = if self.us == 1 { (1, self.rows) } else { (self.rows, 1) };
        let row = self.box_at.1;
        let can_park = |park| self.slides(self.box_at).iter().any(|(_, rest)| rest.1 == park);
        if row == ours {
            1000
        } else if row == theirs {
            -1000
        } else if can_park(theirs) {
            -100
        } else {
            (if can_park(ours) { 50 } else { 0 }) - row.abs_diff(ours) as i32
        }
    }

    /// The squares of our cars, from the bottom left.
    fn cars(&self) -> Vec<Square> {
        let squares =
            (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |column| (column, row)));
        squares.filter(|&(column, row)| self.board[row][column] == b'0' + self.us as u8).collect()
    }

    /// Every legal move with its value.
    fn values(&mut self) -> Vec<(i32, Vec<usize>)> {
        let (mut values, start) = (Vec::new(), self.box_at);
        for (first, rest) in self.slides(start) {
            self.shift(start, rest);
            if rest.1 == 1 || rest.1 == self.rows {
                values.push((self.value(), vec![first]));
            } else {
                for car in self.cars() {
                    for (second, end) in self.slides(car) {
                        self.shift(car, end);
                        values.push((self.value(), vec![first, car.0, car.1, second]));
                        self.shift(end, car);
                    }
                }
            }
            self.shift(rest, start);
        }
        values
    }

    /// The first move with the highest value; `None` if there is no move at all.
    fn choose(&mut self) -> Option<Vec<usize>> {
        self.values().into_iter().min_by_key(|&(value, _)| -value).map(|(_, mv)| mv)
    }
}

/// The numbers in the next line; `None` at the end of input.
fn numbers() -> Result<Vec<usize>, Box<dyn Error>> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut setup = Vec::new();
    for _ in 0..6 {
        setup.extend(numbers()?);
    }
    let [_time, columns, rows, us, column, row, limit, pillars] = setup[..] else { return Ok(()) };
    let mut game = Game::new(columns, rows, us, (column, row));
    for _ in 0..pillars {
        let [column, row] = numbers()?[..] else { return Ok(()) };
        game.board[row][column] = b'#';
    }
    let mut output = io::stdout();
    for made in 0.. {
        if made > 0 || us == 2 {
            let _time_left = numbers()?;
            let theirs = numbers()?;
            if theirs.is_empty() {
                break;
            }
            game.play(&theirs);
        }
        let Some(ours) = game.choose().filter(|_| limit == 0 || made < limit) else { break };
        game.play(&ours);
        let words: Vec<String> = ours.iter().map(usize::to_string).collect();
        writeln!(output, "{}", words.join(" "))?;
        output.flush()?;
        if ours.len() == 1 {
            break;
        }
    }
    Ok(())
}
