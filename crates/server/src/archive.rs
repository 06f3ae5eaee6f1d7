//! The interface by which the server reads recorded games.

use std::path::Path;

use rules::{Language, Message, Outcome, Side};
use search::GameSpec;

use errors::excerpt::in_a_line;
use page::{Recording, Replay, say, text};

use crate::class_words::told;
use crate::folder::Folder;

/// Recorded games. Their number may grow while the server runs.
///
/// Each game has its own number, from 1, which never changes. Games are listed by number. Numbers
/// may be missing, since a game with a greater number may finish first.
pub trait Archive: Send + Sync {
    /// A short description.
    fn title(&self) -> String;

    /// The current state.
    ///
    /// # Errors
    /// Fails if the archive cannot be read; the error is a sentence.
    fn now(&self) -> Result<Now, String>;

    /// The number of the game at this index of the list, where the first index is 1. Returns `None`
    /// if the index is beyond the end. The list is as it was when [`Archive::now`] was called last.
    fn number(&self, place: usize) -> Option<usize>;

    /// The index of a game in the list; the inverse of [`Archive::number`].
    fn place(&self, number: usize) -> Option<usize>;

    /// The finished game of this number.
    ///
    /// # Errors
    /// Fails if the game cannot be read or is damaged; the error is a sentence.
    fn game(&self, number: usize) -> Result<Recorded, String>;

    /// The game of this number, with its positions. The game may be in progress.
    ///
    /// # Errors
    /// Fails if the game cannot be read, is damaged, or has an illegal move; the error is a
    /// sentence.
    fn replay(&self, number: usize) -> Result<(Recorded, Recording), String>;

    /// The finished pages of these games; `None` until the pages are published. Once published,
    /// they are shown in place of the archive.
    fn published(&self) -> Option<&dyn Folder> {
        None
    }
}

/// Opens the games or the pages of a tournament's folder, if it has any yet.
pub type OpenFinal = fn(&Path) -> Option<Final>;

/// A final, as it is shown.
pub enum Final {
    /// It is being played.
    Games(Box<dyn Archive>),
    /// It is over.
    Folder(Box<dyn Folder>),
}

/// The state of an archive at one moment.
#[derive(Clone, Debug, Default)]
pub struct Now {
    /// Tables that are shown above the games, such as standings.
    pub tables: Vec<Table>,
    /// How many games there are.
    pub games: usize,
    /// The number of games that there will be at the end, if it is known.
    pub planned: Option<usize>,
    /// How many pairs of games are in progress.
    pub playing: usize,
    /// The players of the match that begins next, if it is known.
    pub next: Option<[String; 2]>,
    /// The games in progress that can be watched, by their numbers. These games are neither counted
    /// in `games` nor listed.
    pub running: Vec<Running>,
    /// The numbers of the latest games, the newest last.
    pub newest: Vec<usize>,
    /// Whether there will be no more games.
    pub is_over: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Running {
    /// The game's number, which never changes.
    pub number: usize,
    /// The known facts about the game.
    pub game: Recorded,
    /// How many moves have been made.
    pub moves: usize,
    /// The position before the last move, and the last move. `None` if a move is not legal.
    pub board: Option<Replay>,
}

/// A table that the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The key of the table's heading in the texts of the page.
    pub heading: &'static str,
    /// The names of the table's columns.
    pub columns: Vec<Column>,
    /// The rows of the table; each row has one text for each column.
    pub rows: Vec<Vec<String>>,
}

/// The name of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The key of the name in the texts of the page.
    Key(&'static str),
    /// The name of a player.
    Name(String),
}

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The game that was played.
    pub spec: &'static GameSpec,
    /// The player of the side that moves first, and the other player.
    pub players: [String; 2],
    /// The result; `None` if the game is in progress.
    pub outcome: Option<Outcome>,
    /// If a side lost before the rules ended the game: this side, and the reason, such as a foul.
    /// The reason is a clause, not a whole sentence.
    pub lost_early: Option<(Side, Message)>,
    /// Whether this side lost by a foul, and did not give up.
    pub is_foul: bool,
}

impl Recorded {
    /// The names of both players.
    pub(crate) fn met(&self) -> String {
        format!("{} – {}", self.players[0], self.players[1])
    }

    /// The winner's name, and the reason for the win.
    pub(crate) fn result(&self, language: Language) -> String {
        let Some(outcome) = self.outcome else { return say(language, "goes-on") };
        let result = match outcome.winner() {
            None => say(language, "drawn"),
            Some(winner) => {
                let key = if outcome.margin.abs() > 1 { "name-won-by" } else { "name-won" };
                let message = text(key).name("name", self.players[winner.index()].clone());
                message.number("n", outcome.margin.unsigned_abs()).told(language)
            }
        };
        match &self.lost_early {
            None => result,
            Some((loser, what)) => {
                let what = in_a_line(&told(what, self.spec, language));
                let foul = text("by-foul").name("name", self.players[loser.index()].clone());
                format!("{result}; {}", foul.name("what", what).told(language))
            }
        }
    }
}
