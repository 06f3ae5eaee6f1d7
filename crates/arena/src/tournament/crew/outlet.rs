//! Where a crew's clerk hands on what has been played and reported, for whoever writes it down meanwhile.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::store::{Lease, Report, TournamentId};
use crate::tournament::export::Seen;

/// Whoever is behind by more than so many batches is too slow, and gets no more: to wait for it would stop the games.
const ROOM: usize = 32;

/// A pair of games that is in the store, or is to be reported to it.
#[derive(Debug)]
pub struct Played {
    pub(in crate::tournament) lease: Lease,
    pub(in crate::tournament) report: Report,
    pub(in crate::tournament) games: [Seen; 2],
}

impl Played {
    /// How much memory its records take.
    pub(in crate::tournament) fn bytes(&self) -> usize {
        self.report.records.iter().map(String::len).sum()
    }
}

/// Pairs that were stored together.
#[derive(Debug)]
pub struct Batch {
    pub(in crate::tournament) pairs: Vec<Played>,
    /// The crew has played all units that it was given before this one.
    pub(in crate::tournament) edge: i64,
}

/// What is played of a tournament goes here.
#[derive(Debug)]
pub struct Outlet {
    pub(super) tournament: TournamentId,
    listener: Option<SyncSender<Batch>>,
}

impl Outlet {
    /// An outlet, and where it leads.
    pub(in crate::tournament) fn of(tournament: TournamentId) -> (Outlet, Receiver<Batch>) {
        let (listener, receiver) = sync_channel(ROOM);
        (Outlet { tournament, listener: Some(listener) }, receiver)
    }

    /// Hands on those of its tournament.
    pub(super) fn give(&mut self, mut pairs: Vec<Played>, edge: i64) {
        pairs.retain(|pair| pair.lease.tournament == self.tournament);
        self.listener = self.listener.take().filter(|listener| listener.try_send(Batch { pairs, edge }).is_ok());
    }
}
