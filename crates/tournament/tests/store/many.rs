//! Many workers at once.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use tournament::store::Address;

use super::{leases, machine, on_both, report_of, with_jobs};

on_both!(many_workers_do_each_job_once);

const WORKERS: usize = 8;
const JOBS: u64 = 200;

fn many_workers_do_each_job_once(address: &Address) {
    let (mut store, tournament, _) = with_jobs(address, JOBS);
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for number in 0..WORKERS {
            let (mut store, done) = (store.another().expect("a connection"), &done);
            scope.spawn(move || {
                let worker =
                    store.register_worker(&machine(&format!("worker {number}"))).expect("a worker");
                loop {
                    let all = leases(&mut store, worker, 1 + number % 4);
                    if all.is_empty() {
                        break;
                    }
                    assert!(all.len() <= 1 + number % 4);
                    assert!(all.windows(2).all(|jobs| jobs[0].job + 1 == jobs[1].job));
                    // Some jobs are given back.
                    let (back, played): (Vec<_>, Vec<_>) = all
                        .into_iter()
                        .partition(|job| job.attempt == 1 && job.pair.is_multiple_of(9));
                    store.release(&back).expect("they are given back");
                    let reports: Vec<_> = played
                        .into_iter()
                        .map(|job| (job.clone(), report_of(job.pair as i64)))
                        .collect();
                    let counting = store.report(&reports).expect("the store answers");
                    assert_eq!(counting, reports.len() as u64);
                    for (job, _) in reports {
                        let before = done.lock().expect("no panic").insert(job.job, job.attempt);
                        assert_eq!(before, None, "job {} is done twice", job.job);
                    }
                }
            });
        }
    });
    let done = done.into_inner().expect("no panic");
    let again = done.values().filter(|&&attempt| attempt == 2).count() as u64;
    assert_eq!((done.len() as u64, again), (JOBS, JOBS.div_ceil(9)));
    let pairs: Vec<_> = store.pairs(tournament).map(|pair| pair.expect("a pair")).collect();
    assert!(pairs.iter().map(|pair| pair.pair).eq(0..JOBS));
    let tally =
        store.tallies(tournament).expect("tallies").matches().next().expect("a match").tally;
    assert_eq!(tally.margin, (0..JOBS as i64).sum::<i64>());
}
