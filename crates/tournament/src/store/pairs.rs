//! The finished pairs of games and the void games, with their records.

use std::collections::VecDeque;

use super::jobs::pairing;
use super::{Store, TournamentId, VoidGame};
use errors::Error;
use pairing::Pairing;

/// The number of pairs that are in memory at a time. The number is part of the statement: if it
/// were bound, both databases would prepare the statement anew each time.
macro_rules! length {
    () => {
        64
    };
}

/// A pair of games in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPair {
    /// The job.
    pub job: i64,
    /// The match.
    pub pairing: Pairing,
    /// The number of the pair in the match, from 0.
    pub pair: u64,
    /// The number of this pair's games that do not count.
    pub replays: u64,
    /// The records of the pair as lines.
    pub records: [String; 2],
}

/// The pairs of a tournament, one after the other; only a few are in memory at a time.
pub struct Pairs<'a> {
    store: &'a mut Store,
    tournament: TournamentId,
    /// The last job that was read.
    after: i64,
    page: VecDeque<StoredPair>,
    is_last: bool,
}

const PAGE: &str = concat!(
    "SELECT job.id, pair, replays, round, board, extra, first, second, one, two
FROM job JOIN pairing ON pairing.id = job.pairing
WHERE job.tournament = $1 AND state = 2 AND job.id > $2 ORDER BY job.id LIMIT ",
    length!()
);

type Row = (i64, i64, i64, i64, i64, i64, i64, i64, String, String);

const VOID_GAMES: &str = "\
SELECT job, number, record, why FROM void_game WHERE tournament = $1 ORDER BY job, id";

impl Store {
    /// The finished pairs of a tournament, in the order of their jobs. A pair that is stored during
    /// the reading is included as a whole or not at all.
    pub fn pairs(&mut self, tournament: TournamentId) -> Pairs<'_> {
        Pairs { store: self, tournament, after: 0, page: VecDeque::new(), is_last: false }
    }

    /// The games of a tournament that do not count, each with its job: job by job, and in the order
    /// in which they were played.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn void_games(&mut self, tournament: TournamentId) -> Result<Vec<(i64, VoidGame)>, Error> {
        let rows: Vec<(i64, i64, String, String)> = self.link.work(async |connection| {
            sqlx::query_as(VOID_GAMES).bind(tournament.0).fetch_all(connection).await
        })?;
        let game = |(job, number, record, why)| {
            let number: i64 = number;
            (job, VoidGame { number: number as u64, record, why })
        };
        Ok(rows.into_iter().map(game).collect())
    }
}

impl Pairs<'_> {
    fn fetch(&mut self) -> Result<(), Error> {
        let (tournament, after) = (self.tournament.0, self.after);
        let rows: Vec<Row> = self.store.link.work(async |connection| {
            sqlx::query_as(PAGE).bind(tournament).bind(after).fetch_all(connection).await
        })?;
        self.is_last = rows.len() < length!();
        self.page = rows.into_iter().map(stored).collect();
        self.after = self.page.back().map_or(after, |pair| pair.job);
        Ok(())
    }
}

impl Iterator for Pairs<'_> {
    type Item = Result<StoredPair, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.is_empty()
            && !self.is_last
            && let Err(failure) = self.fetch()
        {
            self.is_last = true;
            return Some(Err(failure));
        }
        self.page.pop_front().map(Ok)
    }
}

fn stored(row: Row) -> StoredPair {
    let (job, pair, replays, round, table, extra, first, second, one, two) = row;
    StoredPair {
        job,
        pairing: pairing([round, table, extra, first, second]),
        pair: pair as u64,
        replays: replays as u64,
        records: [one, two],
    }
}
