//! On which terms a match is played.

use std::path::PathBuf;

use rules::{Contest, Parameters, TimeControl};
use sandbox::Level;

use errors::Error;
use players::Speech;
use submission::Compilers;

/// On which terms all games of a match are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game's parameters, as far as they are set.
    pub parameters: Parameters,
    /// How many games; an even number, since each board is played twice.
    pub games: u64,
    /// Decides the boards, and whatever engines leave to chance.
    pub seed: u64,
    /// Half-moves at random that open each pair of games; the game's own number of them unless set.
    pub opening: Option<usize>,
    /// The clocks.
    pub time: TimeControl,
    /// Positions that engines look at for a move, whatever the clock says.
    pub nodes: Option<u64>,
    /// How well programs are confined.
    pub level: Level,
    /// With which options sources are compiled.
    pub compilers: Compilers,
    /// Whether a program that does not compile is an error; otherwise it loses its games.
    pub strict: bool,
    /// Folders that programs may read besides, such as that of an opening book.
    pub data: Vec<PathBuf>,
    /// Bytes of memory for a program, if that is set.
    pub memory: Option<u64>,
}

impl Terms {
    /// That there is what programs may read.
    ///
    /// # Errors
    /// When a folder is missing.
    pub fn check_data(&self) -> Result<(), Error> {
        let missing = self.data.iter().find(|folder| !folder.is_dir());
        missing.map_or(Ok(()), |folder| {
            Err(Error::input(format!("programs are to read {}, which is no folder here", folder.display())))
        })
    }

    /// Bytes of memory for a program that is spoken with so. What a game's text allows is for the programs that it
    /// describes; others get no less than any game's would.
    #[must_use]
    pub fn memory_for(&self, speech: Speech, contest: &Contest) -> u64 {
        let usual = match speech {
            Speech::Own => contest.memory,
            Speech::Lines | Speech::Gtp => contest.memory.max(Contest::PLAIN.memory),
        };
        self.memory.unwrap_or(usual)
    }
}
