//! A tournament in parts, each a plain job: `--part 7/30` plays a thirtieth of the pairs that are
//! open, and writes one file; a merge takes the files into the store.
//!
//! `open_pairs` says what is open, `part_file` is the file, `play` plays, and `merge` merges.

mod merge;
mod open_pairs;
mod part_file;
mod play;

pub use merge::{Merged, announced_in, merge};
pub use open_pairs::{Part, open_pairs};
pub use part_file::PartFile;
pub use play::play_part;
