//! Where programs are tested, and the programs to begin with.

use classroom::Workshop;

/// A program to begin with, which visitors can download.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The name of its game.
    pub game: &'static str,
    /// The name of its file.
    pub name: &'static str,
    /// The source.
    pub text: &'static str,
}

/// Where programs are tested, and the programs to begin with.
pub(crate) struct Testing {
    pub(crate) workshop: Workshop,
    pub(crate) starters: &'static [Starter],
}
