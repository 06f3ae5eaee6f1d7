//! What a two-player board game is.
//!
//! A [`Game`] is a value that knows its rules; a position is a small copyable thing; a move is a type of the game's
//! own. Search sees these types. People, files and programs see text and pictures: [`Notation`] and [`Picture`] give
//! a game its words and its looks, and every game that has them can be put on a [`Table`].
//!
//! Nothing here opens a file, a pipe or a clock, and nothing here knows which games exist.

mod answers;
pub mod bits;
mod console;
mod contest;
mod game;
pub mod kit;
mod line;
mod message;
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
pub use console::{Console, ProgramError};
pub use contest::{Answer, Contest, Dialogue, Lifetime, Protocol, Speak, TimeControl};
pub use game::{Game, Outcome, Side};
pub use line::{Lines, column_letters, parse_column_letters, shown};
pub use message::{Argument, Message, texts};
/// What this crate itself tells people, in English; see [`Message`].
pub const WORDS: &str = include_str!("words.txt");

pub use notation::{BadInput, Notation};
pub use parameters::{BadParameter, Kind, Parameter, Parameters};
pub use perft::perft;
pub use picture::{Cell, Change, Drawing, Edges, Picture, Piece, Square, Touch};
pub use play::Play;
pub use program::{CaseScope, Program};
pub use setup::{BadDiagram, Setup};
pub use table::{Choice, Refusal, Table};
pub use time::{BadTime, DAY, read_time, time_text};
