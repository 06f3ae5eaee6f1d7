//! The settings of a match.

use std::path::PathBuf;
use std::time::Duration;

use rules::{Contest, Parameters, TimeControl};
use sandbox::Level;
use search::GameSpec;

use super::board::Board;
use super::openings::Openings;
use errors::Error;
use players::{Contestant, ProtocolName};
use submission::Compilers;

/// The settings of all games of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The parameters of the game that are set explicitly.
    pub parameters: Parameters,
    /// The number of games. It is even, since each board is played twice.
    pub games: u64,
    /// The Elo points of H0 and H1 of a sequential test that may end the match before all games are
    /// played.
    pub sprt: Option<[serde_json::Number; 2]>,
    /// The seed that determines the boards and the engines' random choices.
    pub seed: u64,
    /// The number of random half-moves that open each pair of games. `None` means the game's
    /// default.
    pub opening: Option<usize>,
    /// Openings that were chosen, in place of random ones.
    pub openings: Option<Openings>,
    /// The clocks.
    pub time: TimeControl,
    /// The number of positions that engines search for a move, without regard to the clock.
    pub nodes: Option<u64>,
    /// The level at which programs are confined.
    pub level: Level,
    /// The options with which sources are compiled.
    pub compilers: Compilers,
    /// The processor time that compiling a program may take.
    pub compile_time: Duration,
    /// Whether a program that does not compile is an error. Otherwise such a program loses its
    /// games.
    pub strict: bool,
    /// More folders that programs may read, such as a folder with an opening book.
    pub data: Vec<PathBuf>,
    /// The memory limit of a program in bytes, if a limit is set.
    pub memory: Option<u64>,
}

impl Terms {
    /// The settings for a contestant. Its own clock takes the place of a number of positions that
    /// is set for all engines.
    #[must_use]
    pub fn of(&self, contestant: &Contestant) -> Terms {
        let own = &contestant.own;
        Terms {
            time: own.time.map_or(self.time, Into::into),
            nodes: own.nodes.or(self.nodes.filter(|_| own.time.is_none())),
            level: own.level().unwrap_or(self.level),
            memory: own.memory.or(self.memory),
            data: self.data.iter().cloned().chain(own.data.iter().map(PathBuf::from)).collect(),
            ..self.clone()
        }
    }

    /// The board of a pair, with its opening: one that was chosen, or one of so many random
    /// half-moves.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or the opening ends the game on every board.
    pub(crate) fn board(&self, spec: &GameSpec, opening: usize, pair: u64) -> Result<Board, Error> {
        let random = if self.openings.is_some() { 0 } else { opening };
        let board = Board::draw(spec, &self.parameters, random, self.seed, pair)?;
        let chosen = self.openings.as_ref().map(|all| all.of(pair).to_vec());
        Ok(match chosen {
            Some(opening) => Board { opening, ..board },
            None => board,
        })
    }

    /// Checks that the folders of [`data`](Terms::data) exist.
    ///
    /// # Errors
    /// Fails if a folder is missing.
    pub fn check_data(&self) -> Result<(), Error> {
        let missing = self.data.iter().find(|folder| !folder.is_dir());
        missing.map_or(Ok(()), |folder| {
            Err(Error::input(format!(
                "programs are to read {}, but there is no such folder",
                folder.display()
            )))
        })
    }

    /// The memory limit of a program with this protocol, in bytes. If the settings have no limit,
    /// programs with the game's own protocol get the limit in the game's rules. Other programs get
    /// this limit or the limit of [`Contest::PLAIN`], whichever is greater.
    #[must_use]
    pub fn memory_for(&self, protocol: ProtocolName, contest: &Contest) -> u64 {
        let usual = match protocol {
            ProtocolName::Own => contest.memory,
            ProtocolName::Lines | ProtocolName::Gtp | ProtocolName::Gomocup => {
                contest.memory.max(Contest::PLAIN.memory)
            }
        };
        self.memory.unwrap_or(usual)
    }
}
