//! How programs meet cases and each other.
//!
//! Knows no game: whatever is particular to one is handed in by the caller. Opens files and starts programs, always in
//! the sandbox; prints nothing.

mod nearest;
pub mod store;
pub mod tournament;
