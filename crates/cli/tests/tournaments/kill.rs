//! Sends `kill -9` 70 times at random moments, and expects the results of an undisturbed
//! tournament. A runner that plays alone is killed 50 times. In tournaments with a PostgreSQL
//! server and three workers, a worker is killed 12 times, the runner 5 times and the server 3
//! times.

use std::process::Child;
use std::thread;

use rules::random::Random;

use crate::chance::{chance, moment};
use crate::contest::{Contest, ended};
use crate::postgres::Cluster;
use crate::results::Results;

const GAMES: u64 = 60;
const RUNNER_ALONE: usize = 50;
const WORKERS: usize = 12;
const RUNNER: usize = 5;
const SERVER: usize = 3;

/// Kills only the process itself. The processes that it started must notice its end.
fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn has_ended(child: &mut Child) -> bool {
    child.try_wait().expect("it is ours").is_some()
}

#[test]
fn the_runner_is_killed() {
    let contest = Contest::new(GAMES);
    let expected = contest.undisturbed();
    let mut chance = chance();
    let mut left = RUNNER_ALONE;
    for number in 0.. {
        let folder = format!("disturbed-{number}");
        while left > 0 {
            let mut runner = contest.begin(&["tournament", "small.toml", "-o", &folder]);
            thread::sleep(moment(&mut chance));
            if has_ended(&mut runner) {
                break;
            }
            kill(&mut runner);
            left -= 1;
        }
        contest.ends_as(&expected, &folder);
        if left == 0 {
            break;
        }
    }
}

#[derive(Clone, Copy)]
enum Victim {
    Worker,
    Runner,
    Server,
}

#[test]
fn workers_runner_and_server_are_killed() {
    // The server uses fsync, since data that it reported as stored must be there after the kill.
    let Some(cluster) = Cluster::start(&[]) else { return };
    let contest = Contest::new(GAMES);
    let expected = contest.undisturbed();
    let mut chance = chance();
    let all = [(Victim::Worker, WORKERS), (Victim::Runner, RUNNER), (Victim::Server, SERVER)];
    let mut victims: Vec<_> =
        all.into_iter().flat_map(|(victim, times)| vec![victim; times]).collect();
    shuffle(&mut victims, &mut chance);
    for number in 0.. {
        let folder = format!("disturbed-{number}");
        Stormy::new(&contest, &cluster, &folder).hold(&mut victims, &mut chance, &expected);
        if victims.is_empty() {
            break;
        }
    }
}

fn shuffle(victims: &mut [Victim], chance: &mut Random) {
    for last in (1..victims.len()).rev() {
        victims.swap(last, chance.below(last + 1));
    }
}

/// A tournament in a separate database.
struct Stormy<'a> {
    contest: &'a Contest,
    cluster: &'a Cluster,
    folder: &'a str,
    store: String,
}

impl Stormy<'_> {
    fn new<'a>(contest: &'a Contest, cluster: &'a Cluster, folder: &'a str) -> Stormy<'a> {
        let store = cluster.database();
        contest.run(&["store", "init", &store]).goes_well();
        Stormy { contest, cluster, folder, store }
    }

    fn runner(&self) -> Child {
        let options = ["--jobs", "0", "--lease", "1s", "--store", &self.store];
        self.contest
            .begin(&[&["tournament", "small.toml", "-o", self.folder], &options[..]].concat())
    }

    fn worker(&self, number: usize) -> Child {
        let name = format!("worker {number}");
        let options = ["--jobs", "1", "--lease", "1s", "--name", &name];
        self.contest.begin(&[&["worker", "--store", &self.store], &options[..]].concat())
    }

    /// Kills the victims one after another until the tournament is over.
    fn hold(&self, victims: &mut Vec<Victim>, chance: &mut Random, expected: &Results) {
        let mut runner = self.runner();
        let mut workers = [0, 1, 2].map(|number| self.worker(number));
        loop {
            thread::sleep(moment(chance));
            if has_ended(&mut runner) {
                if went_well(runner) {
                    break;
                }
                runner = self.runner();
            }
            for (number, worker) in workers.iter_mut().enumerate() {
                if has_ended(worker) {
                    let left = std::mem::replace(worker, self.worker(number));
                    assert!(!went_well(left), "a worker has left");
                }
            }
            match victims.pop() {
                Some(Victim::Worker) => {
                    let number = chance.below(3);
                    kill(&mut workers[number]);
                    workers[number] = self.worker(number);
                }
                Some(Victim::Runner) => {
                    kill(&mut runner);
                    runner = self.runner();
                }
                Some(Victim::Server) => {
                    self.cluster.kill();
                    thread::sleep(moment(chance));
                    self.cluster.run(&[]);
                }
                None => {}
            }
        }
        workers.iter_mut().for_each(kill);
        self.contest.is_as(expected, self.folder);
    }
}

/// Whether a run succeeded. A run may fail only because there was no server when it started, and
/// its message must say so.
fn went_well(child: Child) -> bool {
    let said = ended(child);
    if said.code != Some(0) {
        said.names(&["ludoteka: PostgreSQL at "]);
    }
    said.code == Some(0)
}
