//! The errors of this crate: why a number cannot be computed.

use std::fmt;

/// Why a test or a rating table cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// The two hypotheses are out of range: expected -1000 ≤ `elo0` < `elo1` ≤ 1000.
    Hypotheses {
        /// The lead in Elo points that the hypothesis H0 assumes.
        elo0: f64,
        /// The lead in Elo points that the hypothesis H1 assumes.
        elo1: f64,
    },
    /// The probability of an error is out of range: expected a number between 0 and 0.5.
    Probability(f64),
    /// A meeting names a player, counted from 0, who is not in the table.
    NoSuchPlayer {
        /// The player.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// A meeting names the same player, counted from 0, twice.
    Alone(usize),
    /// The likeliest ratings of a table are not finite, although a prior should prevent that.
    Infinite,
}

impl Error {
    /// Whether a user chose wrong numbers. If not, the error lies in the caller's code.
    #[must_use]
    pub fn is_about_a_choice(&self) -> bool {
        matches!(self, Error::Hypotheses { .. } | Error::Probability(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Hypotheses { elo0, elo1 } => write!(
                f,
                "no test of elo0 = {elo0} against elo1 = {elo1}: expected two numbers from -1000 \
                to 1000, the greater one for elo1"
            ),
            Error::Probability(error) => {
                write!(
                    f,
                    "the probability of an error is {error}: expected a number between 0 and 0.5"
                )
            }
            Error::NoSuchPlayer { player, players } => {
                write!(f, "there is no player {player}: the {players} players are counted from 0")
            }
            Error::Alone(player) => write!(f, "player {player} cannot meet himself"),
            Error::Infinite => {
                f.write_str("the ratings of this table have no finite likeliest values")
            }
        }
    }
}

impl std::error::Error for Error {}
