//! What a program did against a level.

use matches::Score;
use stats::Range;

use crate::words::first_error;

/// The games of a program against a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    pub(super) fouls: u64,
    /// The share of the points, and its range; `None` if no game was played.
    pub(super) share: Option<Range>,
    /// The first foul, or why no game was played.
    pub(super) why: Option<String>,
}

impl Played {
    pub(super) fn of(score: &Score, foul: Option<String>) -> Played {
        Played {
            won: score.wins[0],
            drawn: score.draws,
            lost: score.wins[1],
            fouls: score.fouls[0],
            share: stats::share(&score.pairs),
            why: foul,
        }
    }

    /// A program that plays no games, for this reason.
    pub(super) fn not_at_all(why: &str) -> Played {
        Played { why: Some(first_error(why)), ..Played::default() }
    }
}
