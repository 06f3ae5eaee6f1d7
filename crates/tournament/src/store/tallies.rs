//! The totals of a tournament's games. The cost of an update does not grow with the number of
//! games.

use std::collections::BTreeMap;

use sqlx::AnyConnection;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::jobs::pairing;
use super::tally::Tally;
use super::{Store, TournamentId};
use errors::Error;
use pairing::Pairing;

/// The totals of a tournament's games at the time of the last [`Store::refresh`].
///
/// Jobs are leased in the order of their numbers. All jobs with numbers below the *edge* are done,
/// so their totals are never read again.
#[derive(Clone, Debug)]
pub struct Tallies {
    tournament: TournamentId,
    /// All jobs before this one are done and counted in `settled`.
    edge: i64,
    matches: BTreeMap<i64, Match>,
    leased: u64,
    pairs: u64,
}

#[derive(Clone, Debug)]
struct Match {
    pairing: Pairing,
    pairs: u64,
    settled: Sum,
    /// The totals of the jobs whose numbers are not below the edge.
    recent: Sum,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    tally: Tally,
    done: u64,
    replays: u64,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTally {
    /// The match.
    pub pairing: Pairing,
    /// The number of pairs of games that the match has so far.
    pub pairs: u64,
    /// The number of pairs of games that are done.
    pub done: u64,
    /// The totals of the pairs that are done.
    pub tally: Tally,
    /// The number of games that did not count and were replayed.
    pub replays: u64,
}

/// The sums for each match over the jobs that are done, from the edge `$2` on. Jobs with numbers
/// below `$3`, the next edge, are summed separately. PostgreSQL's sums have another type, so they
/// are cast.
const SUMS: &str = "\
SELECT job.pairing AS pairing, CASE WHEN job.id < $3 THEN 1 ELSE 0 END AS settled, count(*) AS done,
    CAST(sum(first_wins) AS bigint) AS first_wins, CAST(sum(second_wins) AS bigint) AS second_wins,
    CAST(sum(draws) AS bigint) AS draws,
    CAST(sum(first_fouls) AS bigint) AS first_fouls,
    CAST(sum(second_fouls) AS bigint) AS second_fouls,
    count(*) FILTER (WHERE half_points = 0) AS pairs_0,
    count(*) FILTER (WHERE half_points = 1) AS pairs_1,
    count(*) FILTER (WHERE half_points = 2) AS pairs_2,
    count(*) FILTER (WHERE half_points = 3) AS pairs_3,
    count(*) FILTER (WHERE half_points = 4) AS pairs_4,
    CAST(sum(margin) AS bigint) AS margin, CAST(sum(margin * margin) AS bigint) AS margin_squares,
    CAST(sum(replays) AS bigint) AS replays
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

impl Store {
    /// The totals of a tournament's games now.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn tallies(&mut self, tournament: TournamentId) -> Result<Tallies, Error> {
        let mut tallies =
            Tallies { tournament, edge: 0, matches: BTreeMap::new(), leased: 0, pairs: 0 };
        self.refresh(&mut tallies)?;
        Ok(tallies)
    }

    /// Updates the totals, and reads only the jobs from the edge on.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn refresh(&mut self, tallies: &mut Tallies) -> Result<(), Error> {
        let (tournament, edge) = (tallies.tournament.0, tallies.edge);
        let (matches, next_edge, sums, leased) = self.link.work(async |connection| {
            // The edge is read first, because the jobs before it stay done even if more results are
            // stored before the sums are read.
            let next_edge: i64 =
                sqlx::query_scalar(EDGE).bind(tournament).fetch_one(&mut *connection).await?;
            let matches = matches(connection, tournament).await?;
            let sums = sqlx::query(SUMS).bind(tournament).bind(edge).bind(next_edge);
            let rows = sums.fetch_all(&mut *connection).await?;
            let sums = rows.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
            let leased: i64 =
                sqlx::query_scalar(LEASED).bind(tournament).fetch_one(connection).await?;
            Ok((matches, next_edge, sums, leased))
        })?;
        tallies.take(matches, &sums);
        tallies.edge = next_edge.max(edge);
        tallies.leased = leased as u64;
        Ok(())
    }
}

impl Tallies {
    fn take(&mut self, matches: Vec<(i64, Pairing, u64)>, sums: &[(i64, bool, Sum)]) {
        self.pairs = 0;
        for (id, pairing, pairs) in matches {
            let known = self.matches.entry(id);
            let known = known.or_insert(Match {
                pairing,
                pairs,
                settled: Sum::default(),
                recent: Sum::default(),
            });
            known.pairs = pairs;
            known.recent = Sum::default();
            self.pairs += pairs;
        }
        for (id, is_settled, sum) in sums {
            // A match may have been added after the matches were read. Such a match and its jobs
            // are counted next time, since these jobs come after the edge.
            if let Some(its) = self.matches.get_mut(id) {
                if *is_settled { its.settled.add(sum) } else { its.recent.add(sum) }
            }
        }
    }

    /// Every match that has jobs, in the order in which they were added.
    pub fn matches(&self) -> impl Iterator<Item = MatchTally> + '_ {
        self.matches.values().map(|its| {
            let mut sum = its.settled;
            sum.add(&its.recent);
            let (pairing, pairs) = (its.pairing, its.pairs);
            MatchTally { pairing, pairs, done: sum.done, tally: sum.tally, replays: sum.replays }
        })
    }

    /// The number of pairs of games in the matches that are known so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The number of pairs of games that are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.matches().map(|its| its.done).sum()
    }

    /// The number of pairs of games that are leased.
    #[must_use]
    pub fn leased(&self) -> u64 {
        self.leased
    }
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.tally.add(&other.tally);
        self.done += other.done;
        self.replays += other.replays;
    }
}

async fn matches(
    connection: &mut AnyConnection,
    tournament: i64,
) -> Result<Vec<(i64, Pairing, u64)>, sqlx::Error> {
    let rows = sqlx::query_as::<_, (i64, i64, i64, i64, i64, i64, i64)>(
        "SELECT id, pairs, round, board, extra, first, second FROM pairing WHERE tournament = $1 \
        ORDER BY id",
    );
    let rows = rows.bind(tournament).fetch_all(connection).await?.into_iter();
    let named = |(id, pairs, round, board, extra, first, second)| {
        (id, pairing([round, board, extra, first, second]), pairs as u64)
    };
    Ok(rows.map(named).collect())
}

fn sum(row: &AnyRow) -> Result<(i64, bool, Sum), sqlx::Error> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let count = |name: &str| number(name).map(|count| count as u64);
    let tally = Tally {
        wins: [count("first_wins")?, count("second_wins")?],
        draws: count("draws")?,
        fouls: [count("first_fouls")?, count("second_fouls")?],
        pairs: [
            count("pairs_0")?,
            count("pairs_1")?,
            count("pairs_2")?,
            count("pairs_3")?,
            count("pairs_4")?,
        ],
        margin: number("margin")?,
        margin_squares: count("margin_squares")?,
    };
    let sum = Sum { tally, done: count("done")?, replays: count("replays")? };
    Ok((number("pairing")?, number("settled")? == 1, sum))
}
