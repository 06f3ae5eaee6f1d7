//! A function plays an engine in this process, in pairs of games.

use std::error::Error;

use rules::random::{Random, hash_words};
use rules::{Parameters, Side, Table};

use crate::{EngineAtLevel, GameSpec, Limits, NeverStop, SkillLevel};

/// Games of a function against an engine, in pairs: two games on one board, in which each side
/// starts once. `docs/own-engine.md` has examples.
///
/// No clock runs, and the function is not confined; `ludoteka match` plays programs.
#[derive(Clone, Debug)]
pub struct Duel<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The parameters that are set; the others are drawn with each board.
    pub parameters: &'a Parameters,
    /// The level of the engine.
    pub level: SkillLevel,
    /// The limits of the engine's searches. Levels below [`SkillLevel::FULL`] also have their own.
    pub limits: Limits,
    /// The seed of boards, openings and weak levels.
    pub seed: u64,
}

/// What the function scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How many pairs brought 0, 1, 2, 3 and 4 half points. The crate `stats` says what they prove.
    pub pairs: [u64; 5],
}

impl Duel<'_> {
    /// Plays this many pairs. `choose` gets a table with the game so far, and returns
    /// the name of a legal move.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together, or if `choose` names no legal move.
    pub fn play(
        &self,
        pairs: u64,
        mut choose: impl FnMut(&dyn Table) -> String,
    ) -> Result<DuelScore, Box<dyn Error>> {
        let mut score = DuelScore::default();
        for pair in 0..pairs {
            let (board, start) = self.board(pair)?;
            let mut half_points = 0;
            for side in Side::BOTH {
                let engine = (self.spec.open)(&board, None)?.engine;
                let seed = hash_words([self.seed, pair, side.index() as u64]);
                let engine = EngineAtLevel::new(engine, self.level, seed);
                let winner = self.game(start.clone(), side, engine, &mut choose)?;
                half_points += score.count(winner.map(|winner| winner == side));
            }
            score.pairs[half_points] += 1;
        }
        Ok(score)
    }

    /// The parameters of a pair, and a table on which the opening has been played.
    fn board(&self, pair: u64) -> Result<(Parameters, Box<dyn Table>), Box<dyn Error>> {
        let mut random = Random::new(hash_words([self.seed, pair]));
        let board = (self.spec.contest.board)(&mut random, self.parameters);
        let mut table = (self.spec.open)(&board, None)?.table;
        for _ in 0..self.spec.contest.opening {
            random.pick(&table.legal()).map_or(Ok(()), |name| table.play(name))?;
        }
        Ok((board, table))
    }

    /// Plays a game in which the function has this side, and returns the winner.
    fn game(
        &self,
        mut table: Box<dyn Table>,
        side: Side,
        mut engine: EngineAtLevel,
        choose: &mut impl FnMut(&dyn Table) -> String,
    ) -> Result<Option<Side>, Box<dyn Error>> {
        loop {
            if let Some(outcome) = table.outcome() {
                return Ok(outcome.winner());
            }
            let name = if table.turn() == side {
                choose(&*table)
            } else {
                let found = engine.choose(&*table, &table.moves(), self.limits, &mut NeverStop);
                found.and_then(|found| found.pv.into_iter().next()).unwrap_or_default()
            };
            table.play(&name)?;
        }
    }
}

impl DuelScore {
    /// Counts a game, which the function has won or lost; returns its half points.
    fn count(&mut self, is_won: Option<bool>) -> usize {
        let (games, half_points) = match is_won {
            Some(true) => (&mut self.wins, 2),
            None => (&mut self.draws, 1),
            Some(false) => (&mut self.losses, 0),
        };
        *games += 1;
        half_points
    }
}
