//! Measures how soon the m,n,k solver answers for empty boards and for positions with twelve
//! stones. The times are seconds of processor time.
//!
//! Run `cargo bench -p ludoteka-mnk --bench mnk_solver` for the boards that are solved quickly. Add
//! `-- ROWS,COLUMNS,K ..` for other boards, or `-- positions SECONDS SEED` for the positions.
//! SECONDS is the limit for each position; SECONDS and SEED may be left out.

use mnk::{Mnk, Position, Solver};
use rules::bits::Bits;
use rules::random::Random;
use rules::{Game, Side};

const BOARDS: &str = "5,5,4 6,5,4 6,6,4 8,8,4 5,5,5 6,6,5 7,6,5 8,5,5 8,6,5 7,7,5 12,12,4 20,20,4 \
7,7,6 9,6,6 10,10,7 16,16,9 20,20,9 20,20,8";
/// The sizes of the boards. For each size, `POSITIONS` positions are drawn.
const SIZES: [(usize, usize, usize); 4] = [(7, 7, 5), (8, 8, 5), (10, 10, 5), (15, 15, 5)];
const POSITIONS: usize = 20;
const STONES: usize = 12;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some("positions") = arguments.first().map(String::as_str) {
        let seconds =
            arguments.get(1).map_or(5.0, |text| text.parse().expect("seconds are a number"));
        let seed = arguments.get(2).map_or(1, |text| text.parse().expect("a seed is a number"));
        SIZES.into_iter().for_each(|size| positions(size, seconds, seed));
        return;
    }
    let boards = if arguments.is_empty() { BOARDS.to_string() } else { arguments.join(" ") };
    for board in boards.split_whitespace() {
        let numbers: Vec<usize> =
            board.split(',').map(|text| text.parse().expect("ROWS,COLUMNS,K")).collect();
        let &[rows, columns, in_a_row] = numbers.as_slice() else {
            panic!("`{board}` is not ROWS,COLUMNS,K")
        };
        match rows * columns {
            ..=64 => empty_board::<1>(rows, columns, in_a_row),
            65..=128 => empty_board::<2>(rows, columns, in_a_row),
            129..=256 => empty_board::<4>(rows, columns, in_a_row),
            _ => empty_board::<7>(rows, columns, in_a_row),
        }
    }
}

fn empty_board<const W: usize>(rows: usize, columns: usize, in_a_row: usize) {
    let game = Mnk::<W>::new(rows, columns, in_a_row);
    let (start, before) = (game.start(), processor_seconds());
    let solution = Solver::new(game).solve(&start, &mut |_| false);
    let seconds = processor_seconds() - before;
    let name = format!("{rows},{columns},{in_a_row}");
    println!(
        "{name:9} {:+} by {:?}: {} positions, {seconds:.2} s",
        solution.value().expect("nobody stops it"),
        solution.proof,
        solution.nodes
    );
}

fn positions((rows, columns, in_a_row): (usize, usize, usize), seconds: f64, seed: u64) {
    let settled = match rows * columns {
        ..=64 => settle::<1>(rows, columns, in_a_row, seconds, seed),
        65..=128 => settle::<2>(rows, columns, in_a_row, seconds, seed),
        _ => settle::<4>(rows, columns, in_a_row, seconds, seed),
    };
    let settled: Vec<_> =
        settled.iter().map(|(value, spent)| format!("{value} {spent:.1}")).collect();
    let open = settled.iter().filter(|text| text.starts_with('?')).count();
    println!(
        "{rows},{columns},{in_a_row}: {} of {POSITIONS}: {}",
        POSITIONS - open,
        settled.join(", ")
    );
}

/// The value of each position, and the seconds that the solver took. The value is `?` if the solver
/// did not find it within the limit.
fn settle<const W: usize>(
    rows: usize,
    columns: usize,
    in_a_row: usize,
    seconds: f64,
    seed: u64,
) -> Vec<(String, f64)> {
    let (game, mut random) = (Mnk::<W>::new(rows, columns, in_a_row), Random::new(seed));
    let mut settle = || {
        let position = position(&game, &mut random);
        let before = processor_seconds();
        let spent = || processor_seconds() - before;
        // Reading the clock at every node would take a tenth of the solver's time.
        let mut stop = |nodes: u64| nodes.is_multiple_of(16) && spent() > seconds;
        let solution = Solver::new(game.clone()).solve(&position, &mut stop);
        (solution.value().map_or("?".to_string(), |value| format!("{value:+}")), spent())
    };
    (0..POSITIONS).map(|_| settle()).collect()
}

/// Draws a position of twelve stones. Each stone is next to an earlier one, and nobody has a line
/// or can complete one at once.
fn position<const W: usize>(game: &Mnk<W>, random: &mut Random) -> Position<W> {
    loop {
        let mut stones = [Bits::<W>::EMPTY; 2];
        stones[0].insert(random.below(game.rows * game.columns));
        for stone in 1..STONES {
            let beside: Vec<usize> = game
                .empty(&stones)
                .into_iter()
                .filter(|&square| is_beside(game, &stones, square))
                .collect();
            stones[stone % 2]
                .insert(*random.pick(&beside).expect("a board has room for twelve stones"));
        }
        let completes = |side: usize| {
            game.empty(&stones)
                .into_iter()
                .any(|square| game.has_line(stones[side] | Bits::one(square)))
        };
        if !completes(0) && !completes(1) {
            return game.position(stones, Side::First);
        }
    }
}

fn is_beside<const W: usize>(game: &Mnk<W>, stones: &[Bits<W>; 2], square: usize) -> bool {
    let place = |square: usize| (square / game.columns, square % game.columns);
    let (row, column) = place(square);
    (stones[0] | stones[1])
        .into_iter()
        .map(place)
        .any(|(r, c)| r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1)
}

/// The processor time of this process in seconds. Linux counts it in hundredths of a second.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells of this process");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}
