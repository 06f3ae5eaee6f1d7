//! Slow twins of the five games: simple code with which the fast rules and the programs are
//! compared.
// Each test file that includes this module is a crate of its own, and uses only a part of the
// module. No other crate uses the module.
#![allow(dead_code, unreachable_pub, unused_imports)]

/// Declares a game's enum `Fault` together with the list `Fault::ALL`, so that the list always has
/// every mistake.
macro_rules! faults {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// A deliberate mistake. Each mistake breaks exactly one of the game's rules.
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

/// A slow and simple implementation of one game, with moves and positions as text.
pub trait Twin {
    /// The names of the legal moves in order. There are none once the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays a legal move.
    fn play(&mut self, mv: &str);
    /// Whether the first player (Left, Black, J, player 1, red) is to move.
    fn first_to_move(&self) -> bool;
    /// The first player's margin once the game is over.
    fn outcome(&self) -> Option<i32>;
    /// The position as text, each line ended by `'\n'`.
    fn diagram(&self) -> String;
}

/// The number of sequences of `depth` legal moves. Shorter sequences, after which the game is over,
/// do not count.
pub fn perft<T: Twin + Clone>(twin: &T, depth: usize) -> u64 {
    let moves = twin.legal();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| perft(&after(twin, mv), depth - 1)).sum(),
    }
}

/// The position after this legal move.
pub fn after<T: Twin + Clone>(twin: &T, mv: &str) -> T {
    let mut next = twin.clone();
    next.play(mv);
    next
}

/// The lines of a text. A line may end with `\n` or `\r\n`.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
