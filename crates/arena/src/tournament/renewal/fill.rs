//! A new store gets the games that are whole, as if a worker had reported them.

use std::time::Duration;

use super::super::announcement::Announcement;
use super::found::Found;
use super::sift::{Kept, Sifted};
use crate::Refused;
use crate::store::{Lease, Machine, Report, Reported, SetAside, Store, TournamentId};

/// The worker that is said to have reported what was found.
const NAME: &str = "records of the store before";
/// Units are leased and reported so many at a time.
const PORTION: usize = 256;
/// Longer than it takes.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// Enters the games of a tournament of which the store has none. Gives the units whose games are missing; they are leased until all
/// leases are released, so that nothing of another tournament is leased meanwhile.
pub(super) fn fill(
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    found: &Found,
    sifted: &Sifted,
) -> Result<Vec<i64>, Refused> {
    let pairs = match announcement.sprt() {
        // How many there will be is not known.
        Some(_) => sifted.pairs.last_key_value().map_or(0, |((_, pair), _)| pair + 1),
        None => announcement.pairs(),
    };
    let matches: Vec<_> = sifted.matches.iter().map(|pairing| (*pairing, pairs)).collect();
    store.add_units(tournament, &matches)?;
    let worker = store.register_worker(&machine(NAME, announcement))?;
    let mut missing = Vec::new();
    loop {
        let leases = store.lease_some(worker, LEASE, PORTION)?;
        if leases.is_empty() {
            break;
        }
        let mut reports = Vec::new();
        for lease in &leases {
            let kept = sifted.pairs.get(&(lease.pairing, lease.pair)).filter(|_| lease.tournament == tournament);
            match kept.and_then(|kept| report(found, kept)) {
                Some(report) => reports.push((lease, report)),
                None => missing.push(lease.unit),
            }
        }
        let reports: Vec<(&Lease, &Report)> = reports.iter().map(|(lease, report)| (*lease, report)).collect();
        if store.report_all(&reports)?.iter().any(|reported| *reported != Reported::Stored) {
            return Err(Refused::new(format!("the new store {} does not take what was found", store.address())));
        }
    }
    Ok(missing)
}

/// One that may play it.
pub(super) fn machine(name: &str, announcement: &Announcement) -> Machine {
    Machine {
        name: name.to_string(),
        cores: 1,
        levels: vec![announcement.level.number()],
        speed: announcement.workers.speed.map_or(1.0, |[least, _]| least),
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
}

/// What a worker would have reported of it.
pub(super) fn report(found: &Found, kept: &Kept) -> Option<Report> {
    let [first, second] = kept.games.each_ref().map(|game| found.record(game));
    let set_aside = kept.set_aside.iter().map(|game| {
        let (record, why) = found.record(game)?;
        Some(SetAside { number: game.number, record, why })
    });
    Some(Report { records: [first?.0, second?.0], tally: kept.tally, set_aside: set_aside.collect::<Option<_>>()? })
}
