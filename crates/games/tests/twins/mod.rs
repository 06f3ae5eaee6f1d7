//! Slow twins of the five games: obvious code to check the fast rules and programs against.
// Each test file that includes this module uses only a part of it, and a test has no public
// interface.
#![allow(dead_code, unreachable_pub, unused_imports)]

/// Declares a game's `Fault` enum and `Fault::ALL`, so that no mistake can be left out of the list.
macro_rules! faults {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// A deliberate mistake: each breaks exactly one rule of the text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Fault { $($(#[$doc])+ $name,)+ }

        impl Fault {
            /// Every mistake.
            pub const ALL: &[Fault] = &[$(Fault::$name,)+];
        }
    };
}

pub mod flood_wars;
pub mod gangsters;
pub mod mnk;
pub mod poziomka;
pub mod reversi;

/// A slow, obvious implementation of one game; speaks text only.
pub trait Twin {
    /// Names of the legal moves in order; empty once the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays a legal move.
    fn play(&mut self, mv: &str);
    /// Is the first player (Left, Black, J, player 1, red) to move?
    fn first_to_move(&self) -> bool;
    /// The first player's margin once the game is over.
    fn outcome(&self) -> Option<i32>;
    /// The position as text, each line ended by `'\n'`.
    fn diagram(&self) -> String;
}

/// The number of move sequences of length `depth`; a finished game has no continuation.
pub fn perft<T: Twin + Clone>(twin: &T, depth: usize) -> u64 {
    let moves = twin.legal();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| perft(&after(twin, mv), depth - 1)).sum(),
    }
}

/// The position after one more move.
pub fn after<T: Twin + Clone>(twin: &T, mv: &str) -> T {
    let mut next = twin.clone();
    next.play(mv);
    next
}

/// The lines of a text, whichever way they end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
