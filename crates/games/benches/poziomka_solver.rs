//! How soon the solver of Poziomka finds the winner on empty boards, for each of the two sides that
//! may move first. The times are seconds of processor time.
//!
//! `cargo bench -p games --bench poziomka_solver` takes the usual boards.
//! `-- 2,8,8 3,9,9` takes these boards: POLA, rows and columns.

use games::poziomka::{PackingSolver, Position, Poziomka};
use rules::Side;

const BOARDS: [&str; 4] = ["2,6,6", "2,7,7", "2,8,8", "3,10,10"];

fn main() {
    let mut boards: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if boards.is_empty() {
        boards = BOARDS.map(String::from).to_vec();
    }
    for board in boards {
        let sizes: Vec<usize> =
            board.split(',').map(|size| size.parse().expect("a size")).collect();
        let &[pola, rows, columns] = &sizes[..] else { panic!("{board}: POLA, rows, columns") };
        for (first, name) in Side::BOTH.into_iter().zip(["Left", "Right"]) {
            let start = Position { turn: first, may_pass: false, ..Position::empty(rows, columns) };
            let mut solver = PackingSolver::new(Poziomka::new(pola, rows, columns));
            let before = processor_seconds();
            let (found, positions) = solver.winning_move(&start, &mut |_| false);
            let wins = found.expect("it was not stopped").is_some();
            let verb = if wins { "wins" } else { "loses" };
            let seconds = processor_seconds() - before;
            println!(
                "{board}: {name} moves first and {verb}; {positions} positions, {seconds:.2} s"
            );
        }
    }
}

/// The processor time of this process in seconds. Linux counts it in hundredths of a second.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells of this process");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}
