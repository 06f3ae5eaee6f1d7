//! How soon the solver of Poziomka finds the winner on empty boards, for each of the two sides that
//! may move first. The times are seconds of processor time.
//!
//! `cargo bench -p ludoteka-poziomka --bench poziomka_solver` takes the usual boards.
//! `-- 2,8,8 3,9,9` takes these boards: POLA, rows and columns. `-- winners 2,8 3,10` prints the
//! classes of boards with POLA 2 of up to 8 by 8, and so on: who wins if Left, and if Right moves
//! first. `src/poziomka/data/winners.txt` contains these lines.

use poziomka::{PackingSolver, Position, Poziomka};
use rules::Side;

const BOARDS: [&str; 4] = ["2,6,6", "2,7,7", "2,8,8", "3,10,10"];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [winners, limits @ ..] = &arguments[..]
        && winners == "winners"
    {
        limits.iter().for_each(|limit| print_winners(limit));
        return;
    }
    let boards = if arguments.is_empty() { BOARDS.map(String::from).to_vec() } else { arguments };
    for board in boards {
        let &[pola, rows, columns] = &numbers(&board)[..] else {
            panic!("`{board}` is not POLA,ROWS,COLUMNS")
        };
        for (first, name) in Side::BOTH.into_iter().zip(["Left", "Right"]) {
            let before = processor_seconds();
            let (wins, positions) = solve(pola, rows, columns, first);
            let seconds = processor_seconds() - before;
            let verb = if wins { "wins" } else { "loses" };
            println!(
                "{board}: {name} moves first and {verb}; {positions} positions, {seconds:.2} s"
            );
        }
    }
}

/// Prints the classes of all boards of up to SIZE rows and columns, without the boards that are
/// others on their side.
fn print_winners(limit: &str) {
    let &[pola, size] = &numbers(limit)[..] else { panic!("`{limit}` is not POLA,SIZE") };
    for rows in 1..=size {
        for columns in rows..=size {
            let wins = Side::BOTH.map(|first| solve(pola, rows, columns, first).0);
            let class = match wins {
                [true, true] => '1',
                [false, false] => '2',
                [true, false] => 'L',
                [false, true] => 'R',
            };
            println!("{pola} {rows} {columns} {class}");
        }
    }
}

/// Whether the side that moves first wins, and the number of positions.
fn solve(pola: usize, rows: usize, columns: usize, first: Side) -> (bool, u64) {
    let start = Position { turn: first, may_pass: false, ..Position::empty(rows, columns) };
    let mut solver = PackingSolver::new(Poziomka::new(pola, rows, columns));
    let (found, positions) = solver.winning_move(&start, &mut |_| false);
    (found.expect("nobody stops it").is_some(), positions)
}

fn numbers(text: &str) -> Vec<usize> {
    text.split(',').map(|number| number.parse().expect("a number")).collect()
}

/// The processor time of this process in seconds. Linux counts it in hundredths of a second.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells of this process");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}
