//! The facts about a whole run.

use rules::{Catalogue, Language, Message};

use crate::Marks;

/// The facts about a whole run. Every result of the run repeats them, so that a reader understands
/// the result later.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The version of the judge.
    pub version: String,
    /// The game's name on command lines.
    pub game: String,
    /// The game's name for people.
    pub title: String,
    /// The game's texts, with the names of its sides.
    pub words: Catalogue,
    /// The language of the pages.
    pub language: Language,
    /// The files that may have been meant as programs and have no row.
    pub passed_over: Option<Message>,
    /// How results become points.
    pub marks: Marks,
    /// A line about how sources were compiled; `None` if no source was compiled.
    pub compilers: Option<String>,
}
