//! What a two-player board game is.
//!
//! A [`Game`] is a value that knows its rules; a position is a small copyable thing; a move is a type of the game's
//! own. Search sees these types. People, files and programs see text and pictures: [`Notation`] and [`Picture`] give
//! a game its words and its looks, and every game that has them can be put on a [`Table`].
//!
//! Nothing here opens a file, a pipe or a clock, and nothing here knows which games exist. The examples play [`nim`].
//!
//! # In the order in which one reads it
//!
//! 1. [`Game`], [`Side`] and [`Outcome`] are the rules. [`perft()`] counts by them, and [`Play`] is a game so far.
//! 2. [`Notation`] names moves and reads diagrams, each into a [`Setup`] that may be illegal. Text that makes no sense is a
//!    [`BadInput`]. What people are told is a [`Message`].
//! 3. [`Picture`] draws a [`Drawing`] and says which [`Touch`]es mean a move.
//! 4. [`Table`] is all of it for those who know no game. [`Parameters`] are what can be set.
//! 5. [`Program`] and [`Console`] are the program that a game's text asks for, [`Answers`] which outputs are right, and
//!    [`Contest`] how programs play each other.
//! 6. [`kit`] checks on random plays that a game keeps all these promises. [`random`] and [`bits`] are parts to build with.

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
/// What this crate itself tells people, in English; see [`Message`].
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
