//! The totals of a tournament's games. The cost of an update does not grow with the number of
//! games.

use std::collections::BTreeMap;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::jobs::{pairing, whole_numbers};
use super::{Store, TournamentId};
use crate::tally::{MatchTally, Tally};
use errors::Error;
use pairing::Pairing;

/// The totals of a tournament's games at the time of the last [`Store::refresh`].
///
/// Jobs are leased in the order of their numbers. All jobs with numbers below the *edge* are done,
/// so their totals are never read again.
#[derive(Clone, Debug)]
pub struct Tallies {
    tournament: TournamentId,
    /// All jobs before this one are done, and are not read again.
    edge: i64,
    /// For each match, the totals of its jobs before the edge, and of all its jobs.
    matches: BTreeMap<i64, [MatchTally; 2]>,
    leased: u64,
    pairs: u64,
    next: Option<Pairing>,
}

/// A match's number; whether its jobs come before the next edge; the totals of those that are done.
type Sum = (i64, bool, Tally);

/// The sums for each match over the jobs that are done, from the edge `$2` on. Jobs with numbers
/// below `$3`, the next edge, are summed separately. PostgreSQL's sums have another type, so they
/// are cast.
const SUMS: &str = "\
SELECT pairing, CASE WHEN id < $3 THEN 1 ELSE 0 END,
    CAST(sum(first_wins) AS bigint), CAST(sum(second_wins) AS bigint),
    CAST(sum(draws) AS bigint), CAST(sum(first_fouls) AS bigint),
    CAST(sum(second_fouls) AS bigint),
    count(*) FILTER (WHERE half_points = 0), count(*) FILTER (WHERE half_points = 1),
    count(*) FILTER (WHERE half_points = 2), count(*) FILTER (WHERE half_points = 3),
    count(*) FILTER (WHERE half_points = 4),
    CAST(sum(margin) AS bigint), CAST(sum(margin * margin) AS bigint)
FROM job WHERE tournament = $1 AND id >= $2 AND state = 2 GROUP BY 1, 2";

/// The number of the first job that is not done. If all jobs are done, this is the number after the
/// last job.
pub(super) const EDGE: &str = "\
SELECT coalesce(
    (SELECT min(first) FROM (
        SELECT min(id) AS first FROM job WHERE tournament = $1 AND state = 0
        UNION ALL SELECT min(id) FROM job WHERE tournament = $1 AND state = 1) AS waiting),
    (SELECT max(id) + 1 FROM job WHERE tournament = $1 AND state = 2),
    0)";

const LEASED: &str = "SELECT count(*) FROM job WHERE tournament = $1 AND state = 1";

/// The match of the first job that is open and is the first of its match.
const NEXT: &str = "\
SELECT round, board, extra, first, second FROM pairing WHERE id = (
    SELECT pairing FROM job WHERE tournament = $1 AND state = 0 AND pair = 0 ORDER BY id LIMIT 1)";

impl Store {
    /// The totals of a tournament's games now.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn tallies(&mut self, tournament: TournamentId) -> Result<Tallies, Error> {
        let mut tallies = Tallies {
            tournament,
            edge: 0,
            matches: BTreeMap::new(),
            leased: 0,
            pairs: 0,
            next: None,
        };
        self.refresh(&mut tallies)?;
        Ok(tallies)
    }

    /// Updates the totals, and reads only the jobs from the edge on.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn refresh(&mut self, tallies: &mut Tallies) -> Result<(), Error> {
        let (tournament, edge) = (tallies.tournament.0, tallies.edge);
        let (matches, next_edge, sums, leased, next) = self.link.work(async |connection| {
            // The edge is read first, because the jobs before it stay done even if more results are
            // stored before the sums are read.
            let next_edge: i64 =
                sqlx::query_scalar(EDGE).bind(tournament).fetch_one(&mut *connection).await?;
            let matches = matches(connection, tournament).await?;
            let sums = sqlx::query(SUMS).bind(tournament).bind(edge).bind(next_edge);
            let rows = sums.fetch_all(&mut *connection).await?;
            let sums = rows.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
            let leased: i64 =
                sqlx::query_scalar(LEASED).bind(tournament).fetch_one(&mut *connection).await?;
            let next = sqlx::query(NEXT).bind(tournament).fetch_optional(connection).await?;
            let next = next.as_ref().map(whole_numbers).transpose()?.map(pairing);
            Ok((matches, next_edge, sums, leased, next))
        })?;
        tallies.take(matches, &sums);
        tallies.edge = next_edge.max(edge);
        tallies.leased = leased as u64;
        tallies.next = next;
        Ok(())
    }
}

impl Tallies {
    fn take(&mut self, matches: Vec<(i64, Pairing, u64)>, sums: &[Sum]) {
        self.pairs = 0;
        for (id, pairing, pairs) in matches {
            let none = MatchTally { pairing, pairs, tally: Tally::default() };
            let [settled, all] = self.matches.entry(id).or_insert([none.clone(), none]);
            settled.pairs = pairs;
            all.clone_from(settled);
            self.pairs += pairs;
        }
        for (id, is_settled, tally) in sums {
            // A match may have been added after the matches were read. Such a match and its jobs
            // are counted next time, since these jobs come after the edge.
            if let Some([settled, all]) = self.matches.get_mut(id) {
                all.tally.add(tally);
                if *is_settled {
                    settled.tally.add(tally);
                }
            }
        }
    }

    /// Every match that has jobs, in the order in which they were added.
    pub fn matches(&self) -> impl Iterator<Item = MatchTally> + '_ {
        self.matches.values().map(|[_, all]| all.clone())
    }

    /// The number of pairs of games in the matches that are known so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The number of pairs of games that are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.matches.values().map(|[_, all]| all.done()).sum()
    }

    /// The number of pairs of games that are leased.
    #[must_use]
    pub fn leased(&self) -> u64 {
        self.leased
    }

    /// The first match of which no pair has begun; `None` if there is no such match yet.
    #[must_use]
    pub fn next(&self) -> Option<Pairing> {
        self.next
    }
}

async fn matches(
    connection: &mut AnyConnection,
    tournament: i64,
) -> Result<Vec<(i64, Pairing, u64)>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, pairs, round, board, extra, first, second FROM pairing WHERE tournament = $1 \
        ORDER BY id",
    );
    let known = |row: &AnyRow| {
        let [id, pairs, round, board, extra, first, second] = whole_numbers(row)?;
        Ok((id, pairing([round, board, extra, first, second]), pairs as u64))
    };
    rows.bind(tournament).fetch_all(connection).await?.iter().map(known).collect()
}

fn sum(row: &AnyRow) -> Result<Sum, sqlx::Error> {
    let [pairing, is_settled, counts @ .., margin, margin_squares] = whole_numbers::<14>(row)?;
    let [first_wins, second_wins, draws, first_fouls, second_fouls, pairs @ ..] =
        counts.map(|count| count as u64);
    let tally = Tally {
        wins: [first_wins, second_wins],
        draws,
        fouls: [first_fouls, second_fouls],
        pairs,
        margin,
        margin_squares: margin_squares as u64,
    };
    Ok((pairing, is_settled == 1, tally))
}
