//! What the moves of a participant gave away, as far as the games were analysed.

use search::{LossKind, MoveReport};
use serde::Serialize;
use stats::Rounded;

/// The sums of a participant's moves in all analysed games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GivenAway {
    games: u64,
    mistakes: u64,
    results: u64,
    points: f64,
}

impl GivenAway {
    /// Adds a game, by the reports on the participant's moves.
    pub(super) fn add<'a>(&mut self, moves: impl Iterator<Item = &'a MoveReport>) {
        self.games += 1;
        for report in moves {
            self.mistakes += u64::from(report.mistake);
            self.results += u64::from(report.loss == LossKind::Result);
            // A foreign file may claim any number.
            self.points += report.points.filter(|points| points.is_finite()).unwrap_or(0.0);
        }
    }

    /// The means of a game.
    pub(super) fn a_game(&self) -> Option<GivenAwayAGame> {
        let mean = |sum: f64| Rounded::of(sum / self.games as f64);
        Some(GivenAwayAGame {
            games: self.games,
            mistakes: mean(self.mistakes as f64)?,
            results: mean(self.results as f64)?,
            points: mean(self.points)?,
        })
    }
}

/// What a participant's moves gave away in a game, on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GivenAwayAGame {
    /// The number of games that were analysed.
    pub games: u64,
    /// Moves that are mistakes, or likely ones; see [`search::MadeMove::is_mistake`].
    pub mistakes: Rounded<2>,
    /// Moves that are proved to give the result away: a win or a draw.
    pub results: Rounded<2>,
    /// The points that the other moves gave away.
    pub points: Rounded<2>,
}
