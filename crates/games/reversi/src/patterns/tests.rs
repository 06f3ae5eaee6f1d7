//! Checks the numbers of patterns, their symmetry, and the file of the weights.

use rules::Game;
use rules::random::Random;

use super::super::board::flips;
use super::super::{Passing, Position, Reversi};
use super::weights::decoded;
use super::{Features, LAYOUT, PHASES, Weights, coded};

/// The positions of random games.
fn positions(seed: u64) -> Vec<Position> {
    let (game, mut random) = (Reversi::new(Passing::Forced), Random::new(seed));
    let (mut position, mut positions) = (game.start(), Vec::new());
    while positions.len() < 200 {
        positions.push(position);
        let moves: Vec<_> = game.moves(&position).collect();
        position = random.pick(&moves).map_or(game.start(), |&mv| position.after(mv));
    }
    positions
}

#[test]
fn numbers_are_kept_from_move_to_move() {
    let game = Reversi::new(Passing::Forced);
    for position in positions(1) {
        let features = Features::of(position.discs);
        let (own, other) = position.own_and_other();
        for mv in game.moves(&position) {
            let flipped = flips(mv.set(), own, other);
            let after = features.after(position.turn.index(), mv.set(), flipped);
            assert_eq!(after, Features::of(position.after(mv).discs));
        }
    }
}

#[test]
fn a_position_is_worth_as_much_in_a_mirror_and_with_colours_exchanged() {
    let value = |[black, white]: [u64; 2], side| {
        let discs = (black | white).count_ones();
        Weights::learned().value(&Features::of([black, white]), discs, side)
    };
    let mut distinct = std::collections::BTreeSet::new();
    for position in positions(2) {
        let Position { discs: [black, white], turn } = position;
        let (side, other) = (turn.index(), turn.other().index());
        let expected = value([black, white], side);
        distinct.insert(expected);
        // The reversed word is the board turned by half; the reversed bytes are its mirror image.
        for image in [u64::reverse_bits, u64::swap_bytes, transposed] {
            assert_eq!(value([image(black), image(white)], side), expected);
        }
        assert_eq!(value([white, black], other), expected);
    }
    assert!(distinct.len() > 100, "the weights tell positions apart");
}

/// The board reflected in the diagonal from a1 to h8.
fn transposed(set: u64) -> u64 {
    (0..64).filter(|bit| set >> bit & 1 != 0).map(|bit| 1 << (bit % 8 * 8 + bit / 8)).sum()
}

#[test]
fn coded_weights_are_read_back() {
    let mut weights = vec![0; 700];
    weights.extend([1, -1, 63, -63, 64, -64, 8191, -8192, i16::MAX, i16::MIN, 0, 0, 5]);
    let bytes = coded(&weights);
    assert_eq!(decoded(&bytes).collect::<Vec<_>>(), weights);
    assert_eq!(bytes.len(), 6 + 4 + 3 + 4 + 6 + 2 + 1, "small weights and zeros take little");
    // A damaged file is read without a panic.
    let _ = Weights::read(&[255, 255, 255, 255, 0]);
}

#[test]
fn the_learned_weights_fill_the_file() {
    let file = include_bytes!("../../data/weights.bin");
    assert_eq!(decoded(file).count(), PHASES * LAYOUT.weights);
    assert!(file.len() <= 1 << 20);
}
