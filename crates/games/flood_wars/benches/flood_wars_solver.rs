//! How soon the solver of Flood Wars finds the margins of random square boards, from the first move
//! on. The seconds are of processor time.
//!
//! `cargo bench -p ludoteka-flood-wars --bench flood_wars_solver` takes boards of 8 by 8, 10 by 10
//! and 12 by 12. `-- 14 16` takes these sizes. Each size has the 20 boards with the seeds 1 to 20.
//! A board is left open after 30 million positions.

use flood_wars::{Board, FloodWars, MarginSolver};
use rules::{Game, Side};

const SIZES: [usize; 3] = [8, 10, 12];
const BOARDS: u64 = 20;
const MOST_POSITIONS: u64 = 30_000_000;

fn main() {
    let sizes: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    for size in sizes {
        let mut boards: Vec<(u64, f64)> = Vec::new();
        let mut open = Vec::new();
        for seed in 1..=BOARDS {
            let board = Board::random(size, size, seed);
            let game = FloodWars::<50>::new(&board, Side::First, 0, 150);
            let before = processor_seconds();
            let mut stop = |positions| positions > MOST_POSITIONS;
            let margin =
                MarginSolver::new(game.clone()).margin(&game.start(), (-2501, 2501), &mut stop);
            boards.push((margin.positions, processor_seconds() - before));
            if margin.at_least < margin.at_most {
                open.push(seed);
            }
        }
        boards.sort_by(|one, other| one.1.total_cmp(&other.1));
        let [middle, last] = [boards.len() / 2, boards.len() - 1].map(|i| boards[i]);
        println!(
            "{size} by {size}: median {} positions, {:.3} s; slowest {} positions, {:.3} s; \
             open: {open:?}",
            middle.0, middle.1, last.0, last.1
        );
    }
}

/// The processor time of this process in seconds.
fn processor_seconds() -> f64 {
    let stat =
        std::fs::read_to_string("/proc/self/schedstat").expect("Linux tells of this process");
    let nanoseconds = stat.split_whitespace().next().expect("the first number is the time");
    nanoseconds.parse::<f64>().expect("a number") / 1e9
}
