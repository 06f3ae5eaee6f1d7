//! Where a crew's clerk hands on what has been played and stored, for whoever writes it down meanwhile.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::store::{Lease, Report, TournamentId};
use crate::tournament::export::Seen;

/// Whoever is behind by more than so many bytes of records gets no more: to wait for a slow disk, or for a long game before many short
/// ones, would stop the games.
const ROOM: usize = 24 << 20;

/// A pair of games that has been played.
#[derive(Debug)]
pub(in crate::tournament) struct Played {
    pub(in crate::tournament) lease: Lease,
    pub(in crate::tournament) report: Report,
    pub(in crate::tournament) games: [Seen; 2],
}

impl Played {
    /// About how much memory it takes: the records that count.
    fn bytes(&self) -> usize {
        self.report.records.iter().map(String::len).sum()
    }
}

/// Pairs that were stored together.
#[derive(Debug)]
pub(in crate::tournament) struct Batch {
    pub(in crate::tournament) pairs: Vec<Played>,
    /// No unit before this one is leased or was given back, as far as the crew knows.
    pub(in crate::tournament) edge: i64,
}

/// What is stored of a tournament goes in here.
#[derive(Debug)]
pub struct Outlet {
    pub(super) tournament: TournamentId,
    /// Units that were given back, and have not been leased again here.
    left: BTreeSet<i64>,
    edge: i64,
    /// Nothing once nobody listens any more.
    batches: Option<Sender<Batch>>,
    backlog: Arc<Backlog>,
}

/// And comes out here.
#[derive(Debug)]
pub(in crate::tournament) struct Inlet {
    batches: Receiver<Batch>,
    backlog: Arc<Backlog>,
}

/// What went in and has not been let go.
#[derive(Debug, Default)]
struct Backlog {
    /// Of records.
    bytes: AtomicUsize,
    /// Whether it was once too much, so that something did not go in.
    is_cut: AtomicBool,
}

impl Outlet {
    /// An outlet, and where it leads.
    pub(in crate::tournament) fn of(tournament: TournamentId) -> (Outlet, Inlet) {
        let (sender, batches) = channel();
        let backlog = Arc::<Backlog>::default();
        let inlet = Inlet { batches, backlog: Arc::clone(&backlog) };
        (Outlet { tournament, left: BTreeSet::new(), edge: 0, batches: Some(sender), backlog }, inlet)
    }

    /// Takes note of units that were given back.
    pub(super) fn note_left<'a>(&mut self, leases: impl IntoIterator<Item = &'a Lease>) {
        let its = leases.into_iter().filter(|lease| self.batches.is_some() && lease.tournament == self.tournament);
        self.left.extend(its.map(|lease| lease.unit));
    }

    /// Takes note of units that were leased.
    pub(super) fn note_leased<'a>(&mut self, leases: impl IntoIterator<Item = &'a Lease>) {
        for lease in leases.into_iter().filter(|lease| lease.tournament == self.tournament) {
            self.left.remove(&lease.unit);
        }
    }

    /// Hands on those of its tournament, of which this unit is the first that is still leased, if there is one.
    pub(super) fn give(&mut self, mut pairs: Vec<Played>, first_held: Option<i64>) {
        pairs.retain(|pair| pair.lease.tournament == self.tournament);
        let edge = first_held.into_iter().chain(self.left.first().copied()).min().unwrap_or(i64::MAX);
        if pairs.is_empty() && edge == self.edge {
            return;
        }
        self.edge = edge;
        let bytes: usize = pairs.iter().map(Played::bytes).sum();
        if self.backlog.bytes.fetch_add(bytes, Ordering::Relaxed) > ROOM {
            self.backlog.is_cut.store(true, Ordering::Relaxed);
            self.batches = None;
        }
        self.batches = self.batches.take().filter(|listener| listener.send(Batch { pairs, edge }).is_ok());
    }
}

impl Inlet {
    /// The next batch, as soon as it comes; nothing once no more can come.
    pub(in crate::tournament) fn next(&self) -> Option<Batch> {
        self.batches.recv().ok()
    }

    /// Says that a pair is let go.
    pub(in crate::tournament) fn let_go(&self, pair: &Played) {
        self.backlog.bytes.fetch_sub(pair.bytes(), Ordering::Relaxed);
    }

    /// Whether something was stored that did not come out, for it was too much.
    pub(in crate::tournament) fn is_cut(&self) -> bool {
        self.backlog.is_cut.load(Ordering::Relaxed)
    }
}
