//! The boards of a match: one for each pair of games, drawn from the seed.

use rules::random::{Random, hash_words};
use rules::{Parameters, Table};
use search::GameSpec;

use errors::Error;

/// The start of both games of a pair.
#[derive(Clone, Debug)]
pub struct Board {
    /// The game's parameters that are set.
    pub parameters: Parameters,
    /// The moves made before any player is asked.
    pub opening: Vec<String>,
}

/// The most boards that are drawn for one pair. A board on which the game is over after the opening
/// is discarded.
const TRIES: usize = 1000;

impl Board {
    /// Draws the board of a pair, with an opening of this many half-moves. Pairs are counted from
    /// 0.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or if the opening ends the game on every board.
    pub fn draw(
        spec: &GameSpec,
        parameters: &Parameters,
        opening: usize,
        seed: u64,
        pair: u64,
    ) -> Result<Board, Error> {
        let mut random = Random::new(hash_words([seed, pair]));
        for _ in 0..TRIES {
            let parameters = (spec.contest.board)(&mut random, parameters);
            let mut table = (spec.open)(&parameters, None)
                .map_err(|error| Error::input(error.to_string()))?
                .table;
            if open(&mut *table, opening, &mut random) {
                return Ok(Board { parameters, opening: table.moves() });
            }
        }
        Err(Error::input(format!(
            "every game is over after an opening of {opening} half-moves: try a shorter one"
        )))
    }

    /// A table on which the opening has been played.
    ///
    /// # Errors
    /// Fails if the parameters or the opening's moves do not belong to this game.
    pub fn table(&self, spec: &GameSpec) -> Result<Box<dyn Table>, Error> {
        let mut table = (spec.open)(&self.parameters, None)
            .map_err(|error| Error::input(error.to_string()))?
            .table;
        for name in &self.opening {
            table
                .play(name)
                .map_err(|refusal| Error::input(format!("the opening's move {name}: {refusal}")))?;
        }
        Ok(table)
    }
}

/// Plays random moves. Returns false if the game is over before a player can be asked.
fn open(table: &mut dyn Table, moves: usize, random: &mut Random) -> bool {
    for _ in 0..moves {
        let legal = table.legal();
        let Some(name) = random.pick(&legal) else { return false };
        table.play(name).expect("legal moves are legal");
    }
    table.outcome().is_none()
}
