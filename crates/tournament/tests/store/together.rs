//! Tests of jobs that are leased and reported together. The effect is the same as if each job were
//! leased and reported alone.

use std::time::Duration;

use tournament::store::{Address, Lease, Report, Reported, VoidGame};

use super::{LONG, lease, machine, on_both, pairing, report, report_of, says, with_jobs};

on_both!(
    jobs_leased_together_are_those_leased_one_by_one,
    reports_stored_together_are_those_stored_one_by_one,
    of_reports_together_all_are_stored_or_none,
    of_reports_of_one_job_together_the_first_counts,
    a_match_is_cut_after_the_pair_that_decides_it,
);

fn jobs_leased_together_are_those_leased_one_by_one(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 5);
    store.add_jobs(tournament, &[(pairing(1), 2)]).expect("more jobs");
    let taken: Vec<_> = std::iter::from_fn(|| lease(&mut store, worker)).collect();
    taken.iter().for_each(|lease| store.release(lease).expect("it is given back"));
    let mut together = store.lease_some(worker, LONG, 3).expect("the store answers");
    assert_eq!(together.len(), 3);
    together.extend(store.lease_some(worker, LONG, 100).expect("the store answers"));
    let again = |lease: &Lease| Lease { attempt: 2, ..lease.clone() };
    assert_eq!(together, taken.iter().map(again).collect::<Vec<_>>());
    assert_eq!(store.lease_some(worker, LONG, 100).expect("the store answers"), []);
    // A job in the middle is open again, and some leases have expired.
    store.release(&together[4]).expect("it is given back");
    store.heartbeat(&together[..2], Duration::ZERO).expect("they are over");
    let leased: Vec<_> = (0..3)
        .flat_map(|_| store.lease_some(worker, LONG, 2).expect("the store answers"))
        .collect();
    let mut jobs: Vec<_> = leased.iter().map(|lease| (lease.job, lease.attempt)).collect();
    jobs.sort_unstable();
    assert_eq!(jobs, [0, 1, 4].map(|place: usize| (taken[place].job, 3)));
}

/// A report with quotes, letters beyond ASCII, and games that do not count.
fn odd_report(margin: i64) -> Report {
    let records = ["\"żółw\" \\u0000 \u{1F40C}", "{}"].map(|record| format!("{record} {margin}"));
    let game = |number| VoidGame {
        number,
        record: format!("'żółw' {number}"),
        why: "\"late\"".to_string(),
    };
    Report { records, void: vec![game(3), game(4)], ..report_of(margin) }
}

fn reports_stored_together_are_those_stored_one_by_one(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 6);
    let other = store.register_worker(&machine("bolek-pc")).expect("another worker");
    let mut leases = store.lease_some(worker, Duration::ZERO, 6).expect("the store answers");
    report(&mut store, &leases[0], 1);
    let quicker = lease(&mut store, other).expect("it is given again");
    assert_eq!(quicker.job, leases[1].job);
    report(&mut store, &quicker, 2);
    leases[2].attempt = 2;
    leases[3].job = 77;
    let reports =
        [report_of(3), report_of(3), report_of(3), report_of(3), odd_report(-4), report_of(5)];
    let together: Vec<_> = leases.iter().zip(&reports).rev().collect();
    let mut answers = store.report_all(&together).expect("the store answers");
    answers.reverse();
    let (stored, forgotten) = (Reported::Stored, Reported::Forgotten);
    assert_eq!(answers, [Reported::Already, Reported::Late, forgotten, forgotten, stored, stored]);
    let games: Vec<_> = store.games(tournament).map(|game| game.expect("a game")).collect();
    let told: Vec<_> = games.iter().map(|game| (game.job, game.number, game.attempt)).collect();
    let [a, b, c, d] = [0, 1, 4, 5].map(|place: usize| leases[place].job);
    let attempt = |job| if job == b { 2 } else { 1 };
    let expected = [(a, 1), (a, 2), (b, 3), (b, 4), (c, 9), (c, 10), (d, 11), (d, 12)];
    assert_eq!(told, expected.map(|(job, number)| (job, number, attempt(job))));
    let records: Vec<_> = games.iter().map(|game| game.record.as_str()).collect();
    let [first, second] = &reports[4].records;
    assert_eq!(records[4..], [first, second, "first by 5", "second"]);
    let aside: Vec<_> = store.void_games(tournament).map(|game| game.expect("a game")).collect();
    let told: Vec<_> = aside
        .iter()
        .map(|game| (game.job, game.number, game.record.as_str(), game.why.as_deref()))
        .collect();
    assert_eq!(told, [(c, 3, "'żółw' 3", Some("\"late\"")), (c, 4, "'żółw' 4", Some("\"late\""))]);
    let tallies = store.tallies(tournament).expect("tallies");
    let sum = tallies.matches().next().expect("a match");
    assert_eq!((sum.done, sum.replays, sum.tally.margin), (4, 2, 1 + 2 - 4 + 5));
}

fn of_reports_together_all_are_stored_or_none(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 2);
    let leases = store.lease_some(worker, LONG, 2).expect("the store answers");
    let reports = [report_of(1), report_of(2_000_000)];
    says(store.report_all(&leases.iter().zip(&reports).collect::<Vec<_>>()), &["margin"]);
    assert_eq!(store.games(tournament).count(), 0);
    assert_eq!(store.report_all(&[]).expect("nothing to do"), []);
}

/// A worker that was suspended may lease a job again while it still plays this job.
fn of_reports_of_one_job_together_the_first_counts(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 1);
    let leases = [(); 2].map(|()| {
        store.lease_some(worker, Duration::ZERO, 1).expect("the store answers").remove(0)
    });
    assert_eq!([leases[0].job, 2], [leases[1].job, leases[1].attempt as i64]);
    let reports = [odd_report(4), report_of(5)];
    let together =
        [(&leases[0], &reports[0]), (&leases[1], &reports[1]), (&leases[0], &reports[0])];
    let answers = store.report_all(&together).expect("the store answers");
    assert_eq!(answers, [Reported::Stored, Reported::Late, Reported::Already]);
    let stored: Vec<_> = store.pairs(tournament).collect::<Result<_, _>>().expect("pairs");
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0].records.clone().map(Option::unwrap), reports[0].records);
    assert_eq!(store.void_games(tournament).count(), 2);
}

fn a_match_is_cut_after_the_pair_that_decides_it(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 6);
    let leases = store.lease_some(worker, LONG, 6).expect("the store answers");
    let reports: Vec<_> =
        [0, 1, 3, 4].iter().map(|&place: &usize| (&leases[place], odd_report(1))).collect();
    store
        .report_all(&reports.iter().map(|(lease, report)| (*lease, report)).collect::<Vec<_>>())
        .expect("stored");
    let outcomes = |store: &mut tournament::store::Store, from| {
        store.outcomes(tournament, from).expect("the store answers")
    };
    assert_eq!(
        (outcomes(&mut store, 0), outcomes(&mut store, 1), outcomes(&mut store, 2)),
        (vec![3, 3], vec![3], vec![])
    );
    report(&mut store, &leases[2], 2);
    assert_eq!(outcomes(&mut store, 0), [3; 5]);
    store.cut(tournament, 3).expect("it is cut");
    assert_eq!(outcomes(&mut store, 0), [3; 3]);
    assert_eq!((store.games(tournament).count(), store.void_games(tournament).count()), (6, 4));
    let tallies = store.tallies(tournament).expect("tallies");
    assert_eq!((tallies.done(), tallies.pairs(), tallies.leased()), (3, 3, 0));
    assert_eq!(report(&mut store, &leases[5], 1), Reported::Forgotten);
    assert_eq!(report(&mut store, &leases[4], 1), Reported::Forgotten);
}
