//! Records of games: each is a complete line of JSON with a checksum. `docs/match.md` explains
//! every field.

mod converted;
mod duplicates;
mod game;
mod late;
mod read;
mod recording;
mod seal;
mod stderr;
mod verify;

pub use converted::play_foreign;
pub use duplicates::{Comparison, Copies, Duplicates, GameDigest};
pub use game::{Clocks, Ending, PlayerRecord, Record};
pub use players::TimeRecord;
pub use read::{BadRecord, Records};
pub use seal::{checksum, hexadecimal};
pub(crate) use stderr::StderrLog;
pub(crate) use verify::have_same_terms;
pub use verify::{RecordMismatch, Verifier, instance, start, table};

/// The version of the format in which records are written; no other is read. Where older records of
/// this version have a text as a reason, newer ones have a [`Message`](rules::Message), and both are
/// read.
pub const FORMAT: u32 = 2;
