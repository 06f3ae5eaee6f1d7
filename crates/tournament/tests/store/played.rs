//! Tests of jobs that are leased, reported, and leased again.

use std::time::Duration;

use pairing::Pairing;
use tournament::store::{Address, Lease, Report, VoidGame};
use tournament::{MatchTally, Tally};

use super::{
    LONG, announced, lease, leases, machine, made, on_both, pairing, report, report_of, says,
    with_jobs,
};

on_both!(
    jobs_are_leased_in_order_and_each_once,
    several_jobs_are_leased_and_reported_at_once,
    jobs_are_added_once,
    a_job_whose_lease_is_over_is_given_again,
    processors_are_those_of_workers_that_have_played,
    a_machine_has_to_have_the_level,
    who_cannot_play_a_tournament_gets_others,
    what_was_played_is_kept,
    tallies_go_on_from_where_they_were,
    the_first_report_counts,
    a_match_is_cut_after_the_pair_that_decides_it,
);

/// A lease that is over at once.
const SHORT: Duration = Duration::ZERO;

fn jobs_are_leased_in_order_and_each_once(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 2);
    store.add_jobs(tournament, &[(pairing(1), 1)]).expect("more jobs");
    let leases: Vec<_> = std::iter::from_fn(|| lease(&mut store, worker)).collect();
    let done: Vec<_> =
        leases.iter().map(|lease| (lease.pairing, lease.pair, lease.attempt)).collect();
    assert_eq!(done, [(pairing(0), 0, 1), (pairing(0), 1, 1), (pairing(1), 0, 1)]);
    assert!(leases.is_sorted_by_key(|lease| lease.job));
    store.set_over(tournament, true).expect("it ends");
    store.release(&leases[..1]).expect("it is given back");
    assert_eq!(lease(&mut store, worker), None, "nothing is leased of a tournament that is over");
    store.set_over(tournament, false).expect("it goes on");
    assert_eq!(lease(&mut store, worker).map(|lease| lease.job), Some(leases[0].job));
}

fn several_jobs_are_leased_and_reported_at_once(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 6);
    let pairs = |leases: &[Lease]| leases.iter().map(|lease| lease.pair).collect::<Vec<_>>();
    let first = leases(&mut store, worker, 4);
    assert_eq!(pairs(&first), [0, 1, 2, 3]);
    store.release(&first[1..2]).expect("it is given back");
    let second = leases(&mut store, worker, 4);
    assert_eq!(pairs(&second), [1], "the next open jobs do not follow it");
    assert_eq!(second[0].attempt, 2);
    assert_eq!(pairs(&leases(&mut store, worker, 4)), [4, 5]);
    let unknown = Lease { attempt: 7, ..first[3].clone() };
    let played = [&first[0], &first[1], &unknown, &first[2]];
    let played = played.map(|lease| (lease.clone(), report_of(lease.pair as i64)));
    assert_eq!(store.report(&played).expect("an answer"), 3, "the unknown lease does not count");
    assert!(!report(&mut store, &second[0], 9), "another attempt was earlier");
    assert_eq!(store.tallies(tournament).expect("tallies").done(), 3);
    assert_eq!(store.report(&[]).expect("an answer"), 0);
}

fn jobs_are_added_once(address: &Address) {
    let (mut store, tournament, _) = with_jobs(address, 3);
    let again = Pairing { first: 1, second: 0, ..pairing(2) };
    store.add_jobs(tournament, &[(pairing(0), 3), (again, 2)]).expect("the same and more");
    store.add_jobs(tournament, &[(pairing(0), 5), (again, 1)]).expect("more pairs");
    let pairs = |store: &mut tournament::store::Store| {
        let tallies = store.tallies(tournament).expect("tallies");
        tallies.matches().map(|totals| (totals.pairing, totals.pairs)).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&mut store), [(pairing(0), 5), (again, 2)]);
    says(
        store.add_jobs(tournament, &[(Pairing { first: 7, ..again }, 2)]),
        &["constraint", "pairing"],
    );
}

fn a_job_whose_lease_is_over_is_given_again(address: &Address) {
    let (mut store, _, worker) = with_jobs(address, 2);
    let first = store.lease(worker, &[], SHORT, 1).expect("an answer").remove(0);
    let second = lease(&mut store, worker).expect("open jobs go first");
    assert_ne!(first.job, second.job);
    let again = lease(&mut store, worker).expect("the lease is over");
    assert_eq!((again.job, again.attempt), (first.job, 2));
    assert!(!store.heartbeat(&first, LONG).expect("an answer"), "it has lost the job");
    assert!(store.heartbeat(&again, LONG).expect("an answer"));
    assert_eq!(lease(&mut store, worker), None);
    assert!(store.heartbeat(&again, SHORT).expect("an answer"));
    assert_eq!(
        lease(&mut store, worker).map(|lease| lease.attempt),
        Some(3),
        "a heartbeat says how long"
    );
}

fn processors_are_those_of_workers_that_have_played(address: &Address) {
    let (mut store, tournament, _) = with_jobs(address, 3);
    assert_eq!(store.processors(tournament).expect("an answer"), [""; 0]);
    for processor in ["slow", "", "Fast"] {
        let worker =
            tournament::store::Machine { processor: processor.to_string(), ..machine(processor) };
        let worker = store.register_worker(&worker).expect("another worker");
        let leased = lease(&mut store, worker).expect("a job");
        report(&mut store, &leased, 1);
    }
    assert_eq!(store.processors(tournament).expect("an answer"), ["Fast", "slow"]);
}

fn a_machine_has_to_have_the_level(address: &Address) {
    let mut store = made(address);
    let tournaments = [2, 1].map(|level| {
        let announced = tournament::store::Announced { level, ..announced(&level.to_string()) };
        let tournament = store.register_tournament(&announced).expect("it is announced");
        store.add_jobs(tournament, &[(pairing(0), 1)]).expect("a job");
        tournament
    });
    let worker = store.register_worker(&machine("anna-pc")).expect("a worker");
    assert_eq!(lease(&mut store, worker).map(|lease| lease.tournament), Some(tournaments[1]));
    assert_eq!(lease(&mut store, worker), None);
    let strong = tournament::store::Machine { levels: vec![0, 2], ..machine("anna-pc") };
    assert_eq!(store.register_worker(&strong).expect("the same"), worker);
    assert_eq!(lease(&mut store, worker).map(|lease| lease.tournament), Some(tournaments[0]));
}

fn who_cannot_play_a_tournament_gets_others(address: &Address) {
    let mut store = made(address);
    let tournaments = ["one", "two"].map(|name| {
        let tournament = store.register_tournament(&announced(name)).expect("it is announced");
        store.add_jobs(tournament, &[(pairing(0), 2)]).expect("jobs");
        tournament
    });
    let worker = store.register_worker(&machine("anna-pc")).expect("a worker");
    let mut leased = |cannot| {
        let leases = store.lease(worker, cannot, LONG, 1).expect("an answer");
        leases.first().map(|lease| lease.tournament)
    };
    assert_eq!(leased(&tournaments[..1]), Some(tournaments[1]));
    assert_eq!(leased(&[]), Some(tournaments[0]));
    assert_eq!(leased(&tournaments), None);
}

fn what_was_played_is_kept(address: &Address) {
    const JOBS: u64 = 300;
    let (mut store, tournament, worker) = with_jobs(address, JOBS);
    let mut leases: Vec<_> = std::iter::from_fn(|| lease(&mut store, worker)).collect();
    leases.reverse();
    for leased in &leases {
        let number = 2 * leased.pair + 1;
        let polluted = VoidGame {
            number,
            record: format!("\"slow\"\\u0000 {number}"),
            why: "busy".to_string(),
        };
        let void = if leased.pair.is_multiple_of(100) {
            vec![polluted.clone(), polluted]
        } else {
            Vec::new()
        };
        let records = [number, number + 1].map(|number| format!("game {number}\u{1F3B2}"));
        let report = Report { records, void, ..report_of(1) };
        assert_eq!(store.report(&[(leased.clone(), report)]).expect("an answer"), 1);
    }
    let pairs: Vec<_> = store.pairs(tournament).map(|pair| pair.expect("a pair")).collect();
    let records = |pair: u64| [1, 2].map(|leg| format!("game {}\u{1F3B2}", 2 * pair + leg));
    assert!(pairs.iter().map(|pair| pair.pair).eq(0..JOBS), "in order, whatever came first");
    assert!(pairs.iter().all(|pair| pair.records == records(pair.pair)));
    let void = store.void_games(tournament).expect("the store answers");
    let of = |number: u64| {
        let record = format!("\"slow\"\\u0000 {number}");
        VoidGame { number, record, why: "busy".to_string() }
    };
    assert!(void.into_iter().map(|(_, game)| game).eq([1, 1, 201, 201, 401, 401].map(of)));
    assert_eq!(pairs.iter().map(|pair| pair.replays).sum::<u64>(), 6);
    store.check().expect("everything fits");
}

fn tallies_go_on_from_where_they_were(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 20);
    store.add_jobs(tournament, &[(pairing(1), 20)]).expect("another match");
    let mut running = store.tallies(tournament).expect("tallies");
    assert_eq!(running.next(), Some(pairing(0)));
    let mut expected = [Tally::default(), Tally::default()];
    let mut late = Vec::new();
    for step in 0i64.. {
        let Some(leased) = lease(&mut store, worker) else { break };
        // Some jobs stay open, so that there are gaps between the finished ones.
        if step % 7 == 3 {
            late.push(leased);
            continue;
        }
        expected[leased.pairing.table].add(&report_of(step - 9).tally);
        report(&mut store, &leased, step - 9);
        if step % 3 == 0 {
            store.refresh(&mut running).expect("tallies");
        }
    }
    store.add_jobs(tournament, &[(pairing(1), 21), (pairing(2), 1)]).expect("more");
    for leased in late.into_iter().rev() {
        expected[leased.pairing.table].add(&report_of(4).tally);
        report(&mut store, &leased, 4);
        store.refresh(&mut running).expect("tallies");
    }
    let totals = |totals: MatchTally| (totals.pairing, totals.pairs, totals.done(), totals.tally);
    let known: Vec<_> = running.matches().map(totals).collect();
    let zero = Tally::default();
    let whole = [
        (pairing(0), 20, 20, expected[0]),
        (pairing(1), 21, 20, expected[1]),
        (pairing(2), 1, 0, zero),
    ];
    assert_eq!(known, whole);
    assert_eq!(running.next(), Some(pairing(2)), "one more pair is no new match");
    let fresh = store.tallies(tournament).expect("tallies");
    assert!(fresh.matches().eq(running.matches()));
}

fn the_first_report_counts(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 1);
    let [first, second] =
        [(); 2].map(|()| store.lease(worker, &[], SHORT, 1).expect("an answer").remove(0));
    assert_eq!([first.job, 2], [second.job, second.attempt as i64]);
    let early = Lease { attempt: 3, ..first.clone() };
    let unknown = Lease { job: 77, ..first.clone() };
    assert!(!report(&mut store, &early, 1) && !report(&mut store, &unknown, 1));
    assert!(report(&mut store, &first, 4));
    assert!(!report(&mut store, &second, 5), "it is late");
    assert!(report(&mut store, &first, 4), "it is stored already");
    let stored: Vec<_> = store.pairs(tournament).collect::<Result<_, _>>().expect("pairs");
    assert_eq!((stored.len(), &stored[0].records), (1, &report_of(4).records));
}

fn a_match_is_cut_after_the_pair_that_decides_it(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 6);
    let leases: Vec<_> = std::iter::from_fn(|| lease(&mut store, worker)).collect();
    let outcomes = |store: &mut tournament::store::Store, from| {
        store.outcomes(tournament, from).expect("the store answers")
    };
    let game = VoidGame { number: 1, record: "slow".to_string(), why: "busy".to_string() };
    for place in [0, 1, 3, 4] {
        let report = Report { void: vec![game.clone()], ..report_of(1) };
        store.report(&[(leases[place].clone(), report)]).expect("the store answers");
    }
    assert_eq!((outcomes(&mut store, 0), outcomes(&mut store, 1)), (vec![3, 3], vec![3]));
    report(&mut store, &leases[2], 2);
    assert_eq!(outcomes(&mut store, 0), [3; 5]);
    store.cut(tournament, 3).expect("it is cut");
    assert_eq!(outcomes(&mut store, 0), [3; 3]);
    assert_eq!(store.pairs(tournament).count(), 3);
    assert_eq!(store.void_games(tournament).expect("the store answers").len(), 2);
    let tallies = store.tallies(tournament).expect("tallies");
    assert_eq!((tallies.done(), tallies.pairs(), tallies.leased()), (3, 3, 0));
    assert!(leases[4..].iter().all(|lease| !report(&mut store, lease, 1)));
}
