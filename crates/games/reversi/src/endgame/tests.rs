//! The endgame search against plain minimax, and against the proven margins of known positions.

use ::search::Stopped;
use rules::random::Random;
use rules::{Game, Notation, Side};

use super::super::board::{Discs, MOST, each, flips};
use super::super::{Passing, Position, Reversi};
use super::last::odd_quadrants;
use super::stability::safe;
use super::table::Known;
use super::{Endgame, Table};

const GAME: Reversi = Reversi::new(Passing::Forced);

/// The end of a random game with this many empty squares. The game may be over.
fn random_end(random: &mut Random, empty: u32) -> Discs {
    loop {
        let mut position = GAME.start();
        while position.count().iter().sum::<u32>() < 64 - empty {
            let moves: Vec<_> = GAME.moves(&position).collect();
            let Some(&mv) = random.pick(&moves) else { break };
            position = position.after(mv);
        }
        if position.count().iter().sum::<u32>() == 64 - empty {
            let (own, other) = position.own_and_other();
            return Discs { own, other };
        }
    }
}

/// The margin of the side to move by the rules alone.
fn minimax(position: &Position) -> i32 {
    if let Some(outcome) = GAME.outcome(position) {
        return outcome.margin_for(position.turn);
    }
    let margins = GAME.moves(position).map(|mv| -minimax(&position.after(mv)));
    margins.max().expect("an unfinished game has moves")
}

fn position(discs: Discs) -> Position {
    Position { discs: [discs.own, discs.other], turn: Side::First }
}

fn with_search<T>(ask: impl FnOnce(&mut Endgame<'_>) -> Result<T, Stopped>) -> T {
    let (mut table, mut never) = (Table::new(1 << 16), |_| false);
    ask(&mut Endgame::new(&mut table, 0, &mut never)).expect("nobody stops it")
}

#[test]
fn margins_and_bounds_are_those_of_minimax() {
    let mut random = Random::new(38);
    for round in 0..300 {
        let discs = random_end(&mut random, round % 9 + 1);
        let margin = minimax(&position(discs));
        let shown = GAME.diagram(&position(discs));
        assert_eq!(with_search(|search| search.node(discs, -MOST, MOST)), margin, "{shown}");
        let alpha = random.between(0, 127) as i32 - 64;
        let beta = alpha + 1 + random.below((MOST - alpha) as usize) as i32;
        let found = with_search(|search| search.node(discs, alpha, beta));
        let is_right = match margin {
            _ if margin <= alpha => margin <= found && found <= alpha,
            _ if margin >= beta => beta <= found && found <= margin,
            _ => found == margin,
        };
        assert!(is_right, "{found} in place of {margin} between {alpha} and {beta}\n{shown}");
        if GAME.outcome(&position(discs)).is_none() {
            let (best, square) = with_search(|search| search.best(discs, 0, -MOST, MOST));
            let flipped = flips(square, discs.own, discs.other);
            let reached = -minimax(&position(discs.after(square, flipped)));
            assert_eq!((best, reached), (margin, margin), "{shown}");
            for guess in [-MOST, margin - 9, margin - 2, margin, margin + 2, margin + 9] {
                let window = (-MOST, MOST);
                let near = with_search(|search| search.best_near(discs, 0, guess, window));
                assert_eq!(near.0, margin, "{shown}");
            }
            let near = with_search(|search| search.best_near(discs, 0, margin, (alpha, beta)));
            assert_eq!(near.0.clamp(alpha, beta), margin.clamp(alpha, beta), "{shown}");
        }
    }
}

/// The positions of the FFO suite with these numbers, their margins and the names of all best
/// moves.
fn suite(last: usize) -> impl Iterator<Item = (Position, i32, Vec<&'static str>)> {
    let lines = include_str!("../../data/ffo.txt").lines().filter(|line| !line.starts_with('#'));
    lines.take(last).map(|line| {
        let fields: Vec<_> = line.split(' ').collect();
        let rows = fields[1].as_bytes().chunks(8).map(|row| std::str::from_utf8(row).unwrap());
        let rows = rows.collect::<Vec<_>>().join("\n").replace('-', ".");
        let game = GAME.at_diagram(&format!("{}\n{rows}\n", fields[2])).unwrap();
        (game.start(), fields[3].parse().unwrap(), fields[4..].to_vec())
    })
}

#[test]
fn known_positions_have_their_proven_margins() {
    for (position, margin, best_moves) in suite(19) {
        let (own, other) = position.own_and_other();
        let (found, square) =
            with_search(|search| search.best(Discs { own, other }, 0, -MOST, MOST));
        let name = GAME.name(&position, super::super::Move::on(square));
        assert_eq!(found, margin);
        assert!(best_moves.contains(&&name[..]), "{name}, best: {best_moves:?}");
    }
}

/// Without parity, the table, the look at all children or narrow windows, exact margins take more
/// positions than this; without safe discs, a proof that a margin is below a high bound does.
#[test]
fn each_pruning_keeps_the_search_small() {
    for (alpha, beta, most) in [(-MOST, MOST, 436_000), (40, 41, 79_000)] {
        let nodes = suite(8).map(|(position, ..)| {
            let (own, other) = position.own_and_other();
            with_search(|search| {
                search.node(Discs { own, other }, alpha, beta)?;
                Ok(search.ticker.nodes)
            })
        });
        let nodes: u64 = nodes.sum();
        assert!(nodes < most, "{nodes} positions between {alpha} and {beta}");
    }
}

#[test]
fn safe_discs_are_never_flipped() {
    let mut random = Random::new(7);
    let mut found = 0;
    for round in 0..400 {
        let mut discs = random_end(&mut random, round % 30 + 1);
        let mut kept = safe(discs);
        found += kept.count_ones();
        assert_eq!(kept & !discs.other, 0);
        // The discs of `kept` are those of the other side, and then those of the side to move.
        for _ in 0..60 {
            let moves: Vec<u64> = each(discs.placements()).collect();
            let square = random.pick(&moves).copied().unwrap_or(0);
            discs = discs.after(square, flips(square, discs.own, discs.other));
            assert!(kept & !discs.own == 0 || kept & !discs.other == 0);
            if kept & discs.own == 0 && kept & discs.other == 0 {
                kept = 0;
            }
        }
    }
    assert!(found > 1500, "{found} safe discs");
    // a1, a2, a3, b1 and b2 are safe; b3, the neighbour of c3 along its row, is empty.
    let corner = 0b111 | 0b11 << 8;
    let discs = Discs { own: 1 << 63, other: corner | 1 << 18 };
    assert_eq!(safe(discs), corner);
}

#[test]
fn odd_quadrants_have_an_odd_number_of_squares() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let squares = random.next();
        let odd = odd_quadrants(squares);
        for (shift, quadrant) in [0, 4, 32, 36].map(|shift| (shift, 0x0f0f_0f0f_u64 << shift)) {
            let is_odd = (squares & quadrant).count_ones() % 2 == 1;
            assert_eq!(odd & quadrant, if is_odd { quadrant } else { 0 }, "{shift}");
        }
    }
}

#[test]
fn the_table_keeps_what_cost_most_and_confuses_nothing() {
    let mut table = Table::new(0);
    let discs = |own| Discs { own, other: 1 << 63 };
    let known = |lower, best| Known { lower, best, ..Known::NOTHING };
    for own in 1..=3 {
        table.put(discs(own), known(-20 - own as i32, 1 << own), 1000 * own);
    }
    table.put(discs(2), known(5, 0), 1);
    table.put(discs(4), known(-64, 1 << 63), 100_000);
    let kept = [1, 2, 3, 4].map(|own| table.get(discs(own)));
    assert_eq!(kept, [known(-21, 2), Known::NOTHING, known(-23, 8), known(-64, 1 << 63)]);
    table.suit(0, 0);
    table.put(discs(5), known(1, 0), 1);
    table.put(discs(6), known(2, 0), 1);
    table.put(discs(7), known(3, 0), 1);
    assert_eq!(table.get(discs(4)), Known::NOTHING, "an earlier search counts less");
    assert_eq!(table.get(discs(6)), known(2, 0));
    assert_eq!(table.get(discs(5).passed()), Known::NOTHING);
}

#[test]
fn a_stopped_search_has_no_result() {
    let (position, ..) = suite(1).next().unwrap();
    let (own, other) = position.own_and_other();
    let (mut table, mut asked) = (Table::new(1 << 16), Vec::new());
    let mut stop = |nodes| {
        asked.push(nodes);
        asked.len() == 2
    };
    let mut search = Endgame::new(&mut table, 0, &mut stop);
    assert_eq!(search.node(Discs { own, other }, -MOST, MOST), Err(Stopped));
    assert!(asked[0] >= 1024 && asked[1] < 4096, "{asked:?}");
}
