//! Counts sequences of moves: the classic check of a move generator.

use crate::Game;

/// The number of sequences of exactly `depth` legal moves from `position`. Shorter sequences, after
/// which the game is over, do not count.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, perft};
///
/// let game = Nim::heap(3);
/// let counts = [1, 2, 3].map(|depth| perft(&game, &game.start(), depth));
/// assert_eq!(counts, [3, 3, 1]);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).count() as u64,
        _ => game.moves(position).map(|mv| perft(game, &game.play(position, mv), depth - 1)).sum(),
    }
}
