//! The boards of a match: one for each pair of games, made from the seed.

use rules::random::{Random, hash_words};
use rules::{Parameters, Table};
use search::GameSpec;

use errors::Error;

/// What both games of a pair begin with.
#[derive(Clone, Debug)]
pub struct Board {
    /// The game's parameters, as far as they are set.
    pub parameters: Parameters,
    /// The moves made before anybody is asked.
    pub opening: Vec<String>,
}

/// Boards on which a game would be over at once are thrown away; after so many there is no hope.
const TRIES: usize = 1000;

impl Board {
    /// The board of a pair, counted from 0, with an opening of so many half-moves.
    ///
    /// # Errors
    /// When the parameters do not go together, or every board is over at once.
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
            let mut table = (spec.open)(&parameters, None).map_err(|error| Error::input(error.to_string()))?.table;
            if open(&mut *table, opening, &mut random) {
                return Ok(Board { parameters, opening: table.moves() });
            }
        }
        Err(Error::input(format!("every game is over after an opening of {opening} half-moves: try a shorter one")))
    }

    /// A table at which the opening has been played.
    ///
    /// # Errors
    /// When the parameters or the opening's moves are not of this game.
    pub fn table(&self, spec: &GameSpec) -> Result<Box<dyn Table>, Error> {
        let mut table = (spec.open)(&self.parameters, None).map_err(|error| Error::input(error.to_string()))?.table;
        for name in &self.opening {
            table.play(name).map_err(|refusal| Error::input(format!("the opening's move {name}: {refusal}")))?;
        }
        Ok(table)
    }
}

/// Plays moves at random; false when the game is over before anybody could be asked.
fn open(table: &mut dyn Table, moves: usize, random: &mut Random) -> bool {
    for _ in 0..moves {
        let legal = table.legal();
        let Some(name) = random.pick(&legal) else { return false };
        table.play(name).expect("legal moves are legal");
    }
    table.outcome().is_none()
}
