//! What the seams cost: Reversi's perft 9 through `Game`, against a plain loop over bitboards, in turns in one run.
//!
//! `cargo bench -p games --bench reversi_perft`

use std::hint::black_box;
use std::time::{Duration, Instant};

use games::reversi::{Passing, Reversi};
use rules::{Game, perft};

const DEPTH: u32 = 9;
const SEQUENCES: u64 = 3_005_288;
const ROUNDS: usize = 21;

fn main() {
    let game = Reversi::new(Passing::Forced);
    let start = game.start();
    let (mut seams, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        seams.push(time(|| perft(&game, black_box(&start), DEPTH)));
        plain.push(time(|| plain_perft(black_box(1 << 28 | 1 << 35), 1 << 27 | 1 << 36, DEPTH)));
    }
    let (seams, plain) = (median(seams), median(plain));
    println!("reversi perft {DEPTH}: {SEQUENCES} sequences, median of {ROUNDS} rounds in turns");
    println!(
        "through the seams: {seams:?}   plain loop: {plain:?}   ratio {:.2}",
        seams.as_secs_f64() / plain.as_secs_f64()
    );
}

fn time(run: impl Fn() -> u64) -> Duration {
    let start = Instant::now();
    assert_eq!(run(), SEQUENCES);
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The directions, as shifts, and the squares that a step in each can reach without wrapping around.
const STEPS: [(i32, u64); 8] = [
    (1, 0xfefe_fefe_fefe_fefe),
    (-1, 0x7f7f_7f7f_7f7f_7f7f),
    (8, !0),
    (-8, !0),
    (9, 0xfefe_fefe_fefe_fefe),
    (-9, 0x7f7f_7f7f_7f7f_7f7f),
    (7, 0x7f7f_7f7f_7f7f_7f7f),
    (-7, 0xfefe_fefe_fefe_fefe),
];

fn shift(squares: u64, by: i32) -> u64 {
    if by > 0 { squares << by } else { squares >> -by }
}

fn plain_moves(own: u64, other: u64) -> u64 {
    let mut moves = 0;
    for (step, reach) in STEPS {
        let mut ray = shift(own, step) & reach & other;
        for _ in 0..5 {
            ray |= shift(ray, step) & reach & other;
        }
        moves |= shift(ray, step) & reach;
    }
    moves & !(own | other)
}

fn plain_flips(own: u64, other: u64, square: u64) -> u64 {
    let mut flips = 0;
    for (step, reach) in STEPS {
        let (mut ray, mut at) = (0, shift(square, step) & reach);
        while at & other != 0 {
            ray |= at;
            at = shift(at, step) & reach;
        }
        if at & own != 0 {
            flips |= ray;
        }
    }
    flips
}

fn plain_perft(own: u64, other: u64, depth: u32) -> u64 {
    let mut moves = plain_moves(own, other);
    if moves == 0 {
        let over = plain_moves(other, own) == 0;
        return if over {
            0
        } else if depth == 1 {
            1
        } else {
            plain_perft(other, own, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut count = 0;
    while moves != 0 {
        let square = moves & moves.wrapping_neg();
        moves ^= square;
        let flips = plain_flips(own, other, square);
        count += plain_perft(other & !flips, own | flips | square, depth - 1);
    }
    count
}
