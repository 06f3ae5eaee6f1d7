//! The traits and types that define a two-player board game.
//!
//! A [`Game`] is a value that holds its rules. A position is a small value that is copied. Each
//! game defines its own type of moves. Search uses these types. People, files and programs use text
//! and pictures.
//!
//! This crate opens no file or pipe, reads no clock, and does not know which games exist. This page
//! introduces its parts in the order in which they build on each other. The examples play [`nim`],
//! the smallest game.
//!
//! # The rules
//!
//! Every game implements [`Game`]. A [`Side`] is one of the two players. An [`Outcome`] says who
//! won, and by how much.
//!
//! ```
//! use rules::nim::Nim;
//! use rules::{Game, Outcome, Side};
//!
//! let game = Nim::heap(5);
//! let mut position = game.start();
//! while let Some(largest) = game.moves(&position).last() {
//!     position = game.play(&position, largest);
//! }
//! assert_eq!(game.outcome(&position), Some(Outcome::won_by(Side::Second, 1)), "3 and 2");
//! ```
//!
//! [`perft()`] counts sequences of moves, which is the usual check of such rules. A [`Play`] is a
//! game in progress: it keeps all positions, so that moves can be taken back.
//!
//! # Text
//!
//! [`Notation`] gives each move a name, and each position a diagram. A diagram is read line by line
//! ([`Lines`]) into a [`Setup`], which may be a position that the rules do not allow. [`BadInput`]
//! is the error for text that makes no sense. [`BadDiagram`] is the error for a diagram that makes
//! no sense or that the rules do not allow. A [`Message`] is a text for people that can be
//! translated, and an [`Argument`] fills a gap in it.
//!
//! ```
//! use rules::nim::Nim;
//! use rules::{BadDiagram, Game, Notation};
//!
//! let game = Nim::heap(5);
//! assert_eq!(game.diagram(&game.start()), "ooooo\n1\n");
//! assert!(matches!(game.at_diagram("o.o\n1\n"), Err(BadDiagram::Illegal(_))), "it has a gap");
//! ```
//!
//! [`Parameters`] are the settings of a game, such as the size of its board. A [`Parameter`] has a
//! name and a [`Kind`], which is the range of its values. [`BadParameter`] is a value outside that
//! range, and [`BadTime`] is a text that is not a length of time.
//!
//! # Pictures
//!
//! [`Picture`] makes a [`Drawing`], which the terminal and the page show in their own ways. Each
//! [`Square`] has a [`Cell`]: a [`Piece`], a character, and an owner. A piece of several squares
//! says across which [`Edges`] it continues. A player makes a move by [`Touch`]es of squares, and
//! the move makes a [`Change`] in some squares.
//!
//! # Tables
//!
//! A [`Table`] offers rules, text and pictures without the game's types. Every [`Play`] of a game
//! with [`Notation`] and [`Picture`] is a table. It lists each legal move as a [`Choice`], and
//! gives a [`Refusal`] for any other move.
//!
//! ```
//! use rules::nim::Nim;
//! use rules::{Play, Refusal, Table};
//!
//! let mut table: Box<dyn Table> = Box::new(Play::new(Nim::heap(5)));
//! assert_eq!(table.play("3"), Ok(()));
//! assert!(matches!(table.play("3"), Err(Refusal::Illegal { .. })), "two stones are left");
//! assert_eq!(table.legal(), ["1", "2"]);
//! ```
//!
//! A [`State`] is a position with its history and numbers for moves, for programs that learn. Later
//! states share the history of earlier ones, so a state costs no more late in a game.
//!
//! # Programs
//!
//! The rules of a game may ask for a [`Program`] that reads and writes text. It runs with a
//! [`Console`] and may end with a [`ProgramError`]. It draws its own random test cases, and a
//! [`CaseScope`] and [`CaseBoard`] say which inputs they may have. [`Answers`] says how to compare
//! an answer with the expected one; a [`Checker`] finds out how much of it is [`Legal`], and an
//! [`Explanation`] shows what is wrong with it. An [`AnswerScript`] does the same for other judges.
//!
//! A [`Contest`] says how programs play each other: with which [`TimeControl`] and by which
//! [`Protocol`]. A [`Lifetime`] says how long a program's process lives. A [`Dialogue`] is one
//! conversation with a program, and an [`Answer`] is what the program decides.
//!
//! # Files of other programs
//!
//! A [`FileFormat`] reads and writes a [`ForeignGame`], whose moves nobody has checked. A
//! [`Scanner`] reads a text and knows each [`Place`] in it; a [`BadFile`] says what is wrong there.
//!
//! # Games of your own
//!
//! [`kit`] plays random games to check that a game keeps everything that these traits promise.
//! [`random`] has random numbers that never change, and [`bits`] has sets of squares.

mod answers;
mod bad_input;
pub mod bits;
mod catalogue;
mod console;
mod contest;
pub mod figure;
mod foreign;
mod game;
pub mod kit;
mod language;
mod line;
mod message;
mod message_json;
pub mod nim;
mod notation;
mod parameters;
mod perft;
mod picture;
mod play;
mod program;
pub mod random;
mod setup;
mod square_names;
mod state;
mod table;
mod time;

pub use answers::{
    AnswerScript, Answers, Checker, Explain, Explanation, Legal, Played, Plays, Reading,
};
pub use bad_input::BadInput;
pub use catalogue::{Catalogue, texts};
pub use console::{Console, ProgramError};
pub use contest::{Answer, Contest, Dialogue, FiveInARow, Lifetime, Protocol, Speak, TimeControl};
pub use foreign::{
    BadFile, FileFormat, ForeignGame, Place, Scanner, Seen, Write, property_value, read_properties,
};
pub use game::{Game, Outcome, Side};
pub use language::Language;
pub use line::{Lines, column_letters, moves_in_word, parse_column_letters, quoted, shown};
pub use message::{Argument, Message};
pub use notation::Notation;
pub use parameters::{BadParameter, Kind, Parameter, Parameters};
pub use perft::perft;
pub use picture::{Cell, Change, Drawing, Edges, Picture, Piece, Square, Touch};
pub use play::Play;
pub use program::{CaseBoard, CaseScope, Program};
pub use setup::{BadDiagram, Setup};
pub use square_names::{Another, SquareNames, renamed_square};
pub use state::State;
pub use table::{Choice, Refusal, Table};
pub use time::{BadTime, DAY, read_time, time_text};

/// The texts of this crate's own messages.
pub const WORDS: Catalogue = catalogue!();
