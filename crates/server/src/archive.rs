//! Recorded games that can be looked at: what the server asks of whoever has them.

use rules::Outcome;
use search::GameSpec;

/// Recorded games, numbered from 1. They may become more while they are looked at.
pub trait Archive: Send + Sync {
    /// What is shown, in a few words.
    fn title(&self) -> String;

    /// Tables to be shown above the games, such as standings: a heading, and rows, the first of which has the names of columns.
    fn tables(&self) -> Vec<(String, Vec<Vec<String>>)>;

    /// How many games there are now.
    ///
    /// # Errors
    /// When they cannot be counted, in a sentence.
    fn count(&self) -> Result<usize, String>;

    /// The game of this number, at least 1 and at most [`Archive::count`].
    ///
    /// # Errors
    /// When it cannot be read, or is damaged, in a sentence.
    fn game(&self, number: usize) -> Result<Recorded, String>;
}

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Which game was played.
    pub spec: &'static GameSpec,
    /// The values of its parameters.
    pub set: Vec<(String, String)>,
    /// Who played the side that moves first, and who the other.
    pub players: [String; 2],
    /// The names of all moves, those of the opening among them.
    pub moves: Vec<String>,
    /// How many moves were made before anybody was asked.
    pub opening: usize,
    /// How long each move after the opening took, in microseconds.
    pub took_us: Vec<u64>,
    /// The result.
    pub outcome: Outcome,
    /// Why it ended, where not by the rules: a clause, such as a foul.
    pub why: Option<String>,
}
