//! Who meets whom in a tournament.

mod matching;
