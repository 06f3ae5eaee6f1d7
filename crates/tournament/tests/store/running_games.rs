//! Tests of running games, which spectators see as long as their job is leased.

use std::time::Duration;

use tournament::store::{Address, DoneJobs, Lease, RunningGame, Store, TournamentId};

use super::{lease, on_both, report, running_game, with_jobs};

on_both!(
    running_games_are_seen_until_their_pair_is_stored,
    running_games_end_with_the_lease,
    removed_jobs_have_no_running_games,
);

fn running(store: &mut Store, tournament: TournamentId) -> Vec<RunningGame> {
    let mut jobs = DoneJobs::new(tournament);
    store.see_done(&mut jobs).expect("the store answers");
    store.running(&jobs).expect("the store answers")
}

fn numbers(store: &mut Store, tournament: TournamentId) -> Vec<u64> {
    running(store, tournament).iter().map(|game| game.number).collect()
}

fn show(store: &mut Store, lease: &Lease, game: RunningGame) {
    store.show_running(lease, &[game]).expect("the store answers");
}

fn running_games_are_seen_until_their_pair_is_stored(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 3);
    let [one, two] = [(); 2].map(|()| lease(&mut store, worker).expect("a job"));
    assert_eq!(running(&mut store, tournament), []);
    let over = RunningGame { is_over: true, record: "\"'".to_string(), ..running_game(1) };
    show(&mut store, &two, running_game(3));
    let games = [running_game(1), over.clone()];
    store.show_running(&one, &games).expect("the store answers");
    show(&mut store, &one, running_game(2));
    assert_eq!(running(&mut store, tournament), [over, running_game(2), running_game(3)]);
    report(&mut store, &one, 1);
    assert_eq!(numbers(&mut store, tournament), [3]);
    show(&mut store, &one, running_game(2));
    assert_eq!(numbers(&mut store, tournament), [3], "it is stored");
    store.check().expect("everything fits");
    assert_eq!(store.pairs(tournament).count(), 1);
}

fn running_games_end_with_the_lease(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 1);
    let first = lease(&mut store, worker).expect("a job");
    show(&mut store, &first, running_game(1));
    store.release(std::slice::from_ref(&first)).expect("it is given back");
    assert_eq!(numbers(&mut store, tournament), [0; 0]);
    let second = lease(&mut store, worker).expect("the same job");
    assert_eq!(numbers(&mut store, tournament), [0; 0], "what was shown is gone");
    show(&mut store, &first, running_game(1));
    assert_eq!(numbers(&mut store, tournament), [0; 0], "another plays it now");
    show(&mut store, &second, running_game(1));
    store.heartbeat(&second, Duration::ZERO).expect("the store answers");
    assert_eq!(numbers(&mut store, tournament), [0; 0], "who plays it has been killed");
    let third = lease(&mut store, worker).expect("the same job");
    assert_eq!((third.attempt, numbers(&mut store, tournament)), (3, Vec::new()));
    show(&mut store, &third, running_game(1));
    store.release_all().expect("nobody plays");
    lease(&mut store, worker).expect("the same job");
    assert_eq!(numbers(&mut store, tournament), [0; 0]);
}

fn removed_jobs_have_no_running_games(address: &Address) {
    let (mut store, tournament, worker) = with_jobs(address, 2);
    let leases = [(); 2].map(|()| lease(&mut store, worker).expect("a job"));
    show(&mut store, &leases[1], running_game(3));
    store.cut(tournament, 1).expect("a test has decided");
    assert_eq!(numbers(&mut store, tournament), [0; 0]);
}
