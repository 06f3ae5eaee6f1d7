//! Records of games: each is a complete line of JSON with a checksum. `docs/match.md` explains
//! every field.

mod duplicates;
mod game;
mod late;
mod read;
mod recording;
mod seal;
mod stderr;
mod verify;

pub use duplicates::{Comparison, Copies, Duplicates, GameDigest};
pub use game::{Clocks, Ending, PlayerRecord, Record, TimeRecord};
pub use read::{BadRecord, Records};
pub use seal::{checksum, hexadecimal};
pub(crate) use stderr::StderrLog;
pub use verify::{RecordMismatch, Verifier, start, table};

/// The version of the format in which records are written. Records in format 1 can be read as well.
/// Their clocks include the time that a player waited for a processor.
pub const FORMAT: u32 = 2;
