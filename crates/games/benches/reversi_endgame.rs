//! How soon the solver of Reversi finds the margins of the FFO endgame positions. The times are
//! seconds of processor time.
//!
//! `cargo bench -p games --bench reversi_endgame` takes positions 1 to 19 and 40 to 44.
//! `-- 45 49` takes the positions from 45 to 49.

use games::reversi::{EndgameSolver, Passing, Position, Reversi};
use rules::{Game, Notation, Side};

const POSITIONS: &str = include_str!("../src/reversi/data/ffo.txt");

fn main() {
    let limits: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    match limits[..] {
        [first, last] => run(first, last),
        _ => {
            run(1, 19);
            run(40, 44);
        }
    }
}

/// Solves the positions with these numbers, each with a new solver.
fn run(first: usize, last: usize) {
    let (mut all_seconds, mut all_nodes) = (0.0, 0);
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number: usize = fields[0].parse().expect("a number");
        if !(first..=last).contains(&number) {
            continue;
        }
        let position = position(fields[1], fields[2]);
        let before = processor_seconds();
        let mut solver = EndgameSolver::new(Reversi::new(Passing::Forced));
        let (found, nodes) = solver.best(&position, (-64, 64), &mut |_| false);
        let seconds = processor_seconds() - before;
        let (margin, mv) = found.expect("nobody stops it");
        let name = Reversi::new(Passing::Forced).name(&position, mv);
        let is_right = format!("{margin:+}") == fields[3] && fields[4..].contains(&&name[..]);
        let verdict = if is_right { "" } else { "  WRONG" };
        let empty = 64 - position.count().iter().sum::<u32>();
        println!(
            "{number:>2} {empty:>2} empty {margin:+3} {name} {nodes:>12} {seconds:>7.2} s{verdict}"
        );
        (all_seconds, all_nodes) = (all_seconds + seconds, all_nodes + nodes);
    }
    println!("{first} to {last}: {all_nodes} positions, {all_seconds:.2} s");
}

/// The position of 64 squares, row by row, with this side to move.
fn position(squares: &str, turn: &str) -> Position {
    let side = if turn == "X" { Side::First } else { Side::Second };
    let mut position = Position { turn: side, ..Reversi::new(Passing::Forced).start() };
    position.discs = [b'X', b'O'].map(|disc| {
        let places = squares.bytes().enumerate().filter(|&(_, glyph)| glyph == disc);
        places.map(|(place, _)| 1_u64 << (place % 8 * 8 + place / 8)).sum()
    });
    position
}

/// The processor time of this process in seconds.
fn processor_seconds() -> f64 {
    let stat =
        std::fs::read_to_string("/proc/self/schedstat").expect("Linux tells of this process");
    let nanoseconds = stat.split_whitespace().next().expect("the first number is the time");
    nanoseconds.parse::<f64>().expect("a number") / 1e9
}
