//! Measures what the trait `Game` costs. Two versions of Reversi's perft to depth 9 run in turns:
//! one uses `Game`, and the other is a plain loop over the same bitboards with the same flood fill.
//!
//! `cargo bench -p ludoteka-reversi --bench reversi_perft`

use std::hint::black_box;
use std::time::{Duration, Instant};

use reversi::{Passing, Reversi};
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
        "through `Game`: {seams:?}   plain loop: {plain:?}   ratio {:.2}",
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

/// For each direction of lines: the distance between the bits of neighbouring squares, and the
/// squares that can lie between two others in a line. A square of row 1 or 8 can lie between two
/// others only if the line is a row.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, !0), (9, INNER)];
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Follows the discs of `between` in an unbroken line from each disc of `from`. Returns the discs
/// in the direction of higher bits, and the discs in the direction of lower bits. A line has at
/// most six discs, so two single steps and then two double steps find all of them.
fn rays(from: u64, between: u64, step: u32) -> (u64, u64) {
    let (mut up, mut down) = (between & (from << step), between & (from >> step));
    up |= between & (up << step);
    down |= between & (down >> step);
    let (up_pairs, down_pairs) = (between & (between << step), between & (between >> step));
    for _ in 0..2 {
        up |= up_pairs & (up << (2 * step));
        down |= down_pairs & (down >> (2 * step));
    }
    (up, down)
}

fn plain_moves(own: u64, other: u64) -> u64 {
    let mut moves = 0;
    for (step, inner) in LINES {
        let (up, down) = rays(own, other & inner, step);
        moves |= up << step | down >> step;
    }
    moves & !(own | other)
}

fn plain_flips(own: u64, other: u64, square: u64) -> u64 {
    let mut flips = 0;
    for (step, inner) in LINES {
        let (up, down) = rays(square, other & inner, step);
        flips |= if own & (up << step) != 0 { up } else { 0 };
        flips |= if own & (down >> step) != 0 { down } else { 0 };
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
