//! The strength of each participant, with error bars.

use serde::Serialize;

use super::facts::{Facts, MatchFacts};
use super::number::{Ordinal, Range};
use crate::plan::refused;
use crate::tally::Tally;
use errors::Error;
use stats::{Meeting, Ratings, Rounded};

/// A matrix indexed by the numbers of two participants; a cell is `None` if no games link the two.
pub type Matrix<const DIGITS: usize> = Vec<Vec<Option<Rounded<DIGITS>>>>;

/// The ratings of all participants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingTable {
    /// All who have not left, the strongest first; those without a rating last.
    pub participants: Vec<Rated>,
    /// Whether games link all participants, so that all ratings can be compared.
    pub is_connected: bool,
    /// The probability that the participant of a row is stronger than the participant of a column.
    pub superiority: Matrix<3>,
}

/// A participant's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The participant's number, from 1.
    pub participant: Ordinal,
    /// The participant's name.
    pub name: String,
    /// The number of the participant's group, from 1. Only ratings in the same group can be
    /// compared.
    pub group: Ordinal,
    /// Elo points above the mean of the group, with their 95 % range.
    pub elo: Option<Range<1>>,
    /// The number of games that decide the rating: all except copies.
    pub games: u64,
    /// The participant's share of the points of these games, in percent.
    pub share: Option<Rounded<1>>,
}

/// The ratings fitted to all pairs that have been played, without copies.
pub(super) fn fit(facts: &Facts) -> Result<Ratings, Error> {
    let meeting = |totals: &MatchFacts| Meeting {
        players: totals.pairing.players(),
        pairs: totals.fresh().pairs,
        ..Meeting::default()
    };
    let played = facts.matches.iter().filter(|totals| !totals.by_default);
    let meetings: Vec<_> = played.map(meeting).collect();
    stats::rate(facts.schedule.participants(), &meetings).map_err(refused::stats)
}

/// The table of the fitted ratings.
pub(super) fn table(facts: &Facts, ratings: &Ratings) -> RatingTable {
    let sums = sums(facts);
    let mut participants: Vec<Rated> = (0..sums.len())
        .filter(|&participant| !facts.departures.has_left(participant))
        .map(|participant| rated(facts, ratings, participant, &sums[participant]))
        .collect();
    let elo = |rated: &Rated| rated.elo.map_or(f64::NEG_INFINITY, |elo| elo.value.value());
    participants.sort_by(|one, other| {
        elo(other).total_cmp(&elo(one)).then(one.participant.cmp(&other.participant))
    });
    let everybody = || 0..sums.len();
    let superiority =
        |a: usize| everybody().map(|b| ratings.superiority(a, b).and_then(Rounded::of)).collect();
    RatingTable {
        participants,
        is_connected: ratings.is_connected(),
        superiority: everybody().map(superiority).collect(),
    }
}

fn rated(facts: &Facts, ratings: &Ratings, participant: usize, sum: &Tally) -> Rated {
    let standing = &ratings.standings[participant];
    let points = sum.wins[0] as f64 + sum.draws as f64 / 2.0;
    Rated {
        participant: Ordinal(participant),
        name: facts.name(participant).to_string(),
        group: Ordinal(standing.group),
        elo: standing.elo.and_then(|elo| Range::of(elo, 1.0)),
        games: sum.games(),
        // Without games, the quotient is not a number, so there is no share.
        share: Rounded::of(100.0 * points / sum.games() as f64),
    }
}

/// The totals of each participant's matches, without copies.
fn sums(facts: &Facts) -> Vec<Tally> {
    let mut sums = vec![Tally::default(); facts.schedule.participants()];
    for totals in &facts.matches {
        for (player, participant) in totals.pairing.players().into_iter().enumerate() {
            sums[participant].add(&totals.fresh_seen_by(player));
        }
    }
    sums
}
