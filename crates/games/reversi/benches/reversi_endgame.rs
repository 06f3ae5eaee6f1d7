//! How soon the solver of Reversi finds exact margins. The times are seconds of processor time.
//!
//! `cargo bench -p ludoteka-reversi --bench reversi_endgame` takes positions 1 to 19 and 40 to 44
//! of the FFO suite. `-- 45 49` takes the positions from 45 to 49. `-- 20` takes games of the
//! engine against itself, at the position with 20 empty squares.

use reversi::{EndgameSolver, Passing, PatternEngine, Position, Reversi};
use rules::random::Random;
use rules::{Game, Notation, Play, Side, Table};
use search::{Engine, Limits, NeverStop};

const GAME: Reversi = Reversi::new(Passing::Forced);

const POSITIONS: &str = include_str!("../data/ffo.txt");

fn main() {
    let limits: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    match limits[..] {
        [first, last] => run(first, last),
        [empty] => run_games(empty as u32),
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
        let mut solver = EndgameSolver::new(GAME);
        let (found, nodes) = solver.best(&position, (-64, 64), &mut |_| false);
        let seconds = processor_seconds() - before;
        let (margin, mv) = found.expect("nobody stops it");
        let name = GAME.name(&position, mv);
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

/// The number of games, of half-moves at random at the beginning, and of positions for each of the
/// other moves.
const GAMES: u64 = 40;
const RANDOM_MOVES: u32 = 10;
const NODES: u64 = 2000;

/// Solves the positions of some games, first for the margin, and then with a new solver for the
/// winner.
fn run_games(empty: u32) {
    let (mut engine, mut times) = (PatternEngine::new(GAME), [Vec::new(), Vec::new()]);
    let mut all_nodes = [0, 0];
    for seed in 0.. {
        let Some(position) = position_of_game(&mut engine, seed, empty) else { continue };
        let mut found = Vec::new();
        for (kind, window) in [(-64, 64), (-1, 1)].into_iter().enumerate() {
            let before = processor_seconds();
            let mut solver = EndgameSolver::new(GAME);
            let (answer, nodes) = solver.best(&position, window, &mut |_| false);
            times[kind].push(processor_seconds() - before);
            found.push(answer.expect("nobody stops it").0);
            all_nodes[kind] += nodes;
        }
        assert_eq!(found[0].signum(), found[1].signum(), "{position:?}");
        let [margin, winner] = [0, 1].map(|kind| times[kind].last().expect("just added"));
        println!("{seed:>3} {:+3} {margin:>7.2} s {winner:>7.2} s", found[0]);
        if times[0].len() as u64 == GAMES {
            break;
        }
    }
    for (name, (times, nodes)) in
        ["margin", "winner"].into_iter().zip(times.iter_mut().zip(all_nodes))
    {
        times.sort_by(f64::total_cmp);
        let [median, ninth] = [times.len() / 2, times.len() * 9 / 10].map(|at| times[at]);
        let all: f64 = times.iter().sum();
        println!(
            "{name} with {empty} empty: {nodes} positions, {all:.2} s; median {median:.2} s, nine \
             tenths within {ninth:.2} s"
        );
    }
}

/// The position with this number of empty squares in a game of the engine against itself, if there
/// is one before the end of the game.
fn position_of_game(engine: &mut PatternEngine, seed: u64, empty: u32) -> Option<Position> {
    let (mut play, mut random) = (Play::new(GAME), Random::new(seed));
    engine.forget();
    while GAME.outcome(play.position()).is_none() {
        let discs = play.position().count().iter().sum::<u32>();
        if discs >= 64 - empty {
            return Some(*play.position());
        }
        let moves: Vec<_> = GAME.moves(play.position()).collect();
        let mv = if discs < 4 + RANDOM_MOVES {
            *random.pick(&moves)?
        } else {
            let found =
                engine.choose(&Table::moves(&play), Limits::nodes(NODES), &mut NeverStop)?;
            GAME.parse(play.position(), &found.pv[0]).expect("the move is legal")
        };
        play.play(mv);
    }
    None
}

/// The position of 64 squares, row by row, with this side to move.
fn position(squares: &str, turn: &str) -> Position {
    let side = if turn == "X" { Side::First } else { Side::Second };
    let mut position = Position { turn: side, ..GAME.start() };
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
