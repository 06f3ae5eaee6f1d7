//! Recorded games that can be looked at: what the server asks of whoever has them.

use rules::{Message, Outcome, Side};
use search::GameSpec;

use page::{ENGLISH, Recording, say};

/// Recorded games. They may become more while they are looked at.
///
/// Each has a number of its own, from 1, which stays. They are listed by number, and numbers may have gaps: a game that
/// is played later may be there earlier.
pub trait Archive: Send + Sync {
    /// What is shown, in a few words.
    fn title(&self) -> String;

    /// What there is at this moment.
    ///
    /// # Errors
    /// When it cannot be read, in a sentence.
    fn now(&self) -> Result<Now, String>;

    /// The number of the game in this place of the list, from 1; `None` behind its end. Places are as [`Archive::now`] found
    /// them last.
    fn number(&self, place: usize) -> Option<usize>;

    /// The place of a game in the list, the other way round.
    fn place(&self, number: usize) -> Option<usize>;

    /// The game of this number.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged, in a sentence.
    fn game(&self, number: usize) -> Result<Recorded, String>;

    /// The same with all that is known of it, and its positions.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or its moves are not legal, in a sentence.
    fn replay(&self, number: usize) -> Result<(Recorded, Recording), String>;
}

/// What an archive has at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Tables to be shown above the games, such as standings.
    pub tables: Vec<Table>,
    /// How many games there are.
    pub games: usize,
    /// How many there will be, as far as that is known, and not only those that are there.
    pub planned: Option<usize>,
    /// How many pairs of games are being played.
    pub playing: usize,
    /// The numbers of those that came last, the newest last.
    pub newest: Vec<usize>,
    /// Whether none will come any more.
    pub is_over: bool,
}

/// A table to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The key of its heading among the page's words.
    pub heading: &'static str,
    /// The names of its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// What a column is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By this key among the page's words.
    Key(&'static str),
    /// As somebody is called.
    Name(String),
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
    /// The result.
    pub outcome: Outcome,
    /// Who lost before the rules ended it, and by what: a clause, such as a foul.
    pub lost_early: Option<(Side, String)>,
}

impl Recorded {
    /// Who has won, by name, and why.
    pub(crate) fn result(&self) -> String {
        let text = match self.outcome.winner() {
            None => say("drawn"),
            Some(winner) => {
                let key = if self.outcome.margin.abs() > 1 { "name-won-by" } else { "name-won" };
                let message = Message::new(ENGLISH, key).name("name", self.players[winner.index()].clone());
                message.number("n", self.outcome.margin.unsigned_abs()).to_string()
            }
        };
        match &self.lost_early {
            None => text,
            Some((loser, what)) => {
                let loser = Message::new(ENGLISH, "by-foul").name("name", self.players[loser.index()].clone());
                format!("{text}; {}", loser.name("what", what.clone()))
            }
        }
    }
}
