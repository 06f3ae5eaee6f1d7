//! What a two-player board game is.
//!
//! A [`Game`] is a value that holds its rules. A position is a small value that is copied. A move
//! is a type of the game's own. Search sees these types. People, files and programs see text and
//! pictures: [`Notation`] names a game's moves, and [`Picture`] draws it. Every game that has both
//! can be put on a [`Table`].
//!
//! This crate opens no file, pipe or clock, and does not know which games exist. The examples play
//! [`nim`].
//!
//! # In the order in which one reads it
//!
//! 1. [`Game`], [`Side`] and [`Outcome`] are the rules. [`perft()`] counts moves by them, and
//!    [`Play`] is a game in progress.
//! 2. [`Notation`] names moves and reads diagrams, each into a [`Setup`] that may be illegal. Text
//!    that makes no sense is a [`BadInput`]. A [`Message`] is a text for people.
//! 3. [`Picture`] draws a [`Drawing`] and says which [`Touch`]es mean a move.
//! 4. [`Table`] offers all of this without the game's types. [`Parameters`] are a game's settings.
//! 5. [`Program`] and [`Console`] describe the program that a game's rules ask for. [`Answers`]
//!    says which of its outputs are right, and [`Contest`] how programs play each other.
//! 6. [`kit`] checks on random games that a game keeps all these promises. [`random`] and [`bits`]
//!    are building blocks for games.

mod answers;
mod bad_input;
pub mod bits;
mod console;
mod contest;
mod game;
pub mod kit;
mod line;
mod message;
pub mod nim;
mod notation;
mod parameters;
mod perft;
mod picture;
mod play;
mod program;
pub mod random;
mod setup;
mod table;
mod time;

pub use answers::{Answers, Checker, Explain, Explanation, Legal};
pub use bad_input::BadInput;
pub use console::{Console, ProgramError};
pub use contest::{Answer, Contest, Dialogue, Lifetime, Protocol, Speak, TimeControl};
pub use game::{Game, Outcome, Side};
pub use line::{Lines, column_letters, parse_column_letters, shown};
pub use message::{Argument, Message, texts};
/// The English texts of this crate's own messages; see [`Message`].
pub const WORDS: &str = include_str!("words.txt");

pub use notation::Notation;
pub use parameters::{BadParameter, Kind, Parameter, Parameters};
pub use perft::perft;
pub use picture::{Cell, Change, Drawing, Edges, Picture, Piece, Square, Touch};
pub use play::Play;
pub use program::{CaseScope, Program};
pub use setup::{BadDiagram, Setup};
pub use table::{Choice, Refusal, Table};
pub use time::{BadTime, DAY, read_time, time_text};
