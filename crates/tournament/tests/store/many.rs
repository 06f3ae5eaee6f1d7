//! Many workers at once.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use tournament::store::Address;

use super::{lease, machine, on_both, report, with_jobs};

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
                while let Some(leased) = lease(&mut store, worker) {
                    // Some workers give a job back.
                    if leased.attempt == 1 && leased.pair.is_multiple_of(9) {
                        store.release(&leased).expect("it is given back");
                        continue;
                    }
                    assert!(report(&mut store, &leased, leased.pair as i64));
                    let before = done.lock().expect("no panic").insert(leased.job, leased.attempt);
                    assert_eq!(before, None, "job {} is done twice", leased.job);
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
