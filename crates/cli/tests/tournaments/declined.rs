//! A worker that cannot play one of a store's tournaments plays the others.

use std::fs;
use std::path::Path;

use tournament::store::{Address, Store};

use crate::contest::{Contest, ended};
use crate::interrupt::interrupt;
use crate::wait_for;

#[test]
fn what_a_worker_cannot_compile_keeps_it_from_nothing_else() {
    let contest = Contest::new(2);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/gtp/player.c");
    fs::copy(source, contest.path("player.c")).expect("it can be copied");
    let compiled = r#"title = "Compiled"
game = "mnk"
games = 2
format.kind = "round-robin"
time.nodes = 100
player = [{ engine = 1 }, { program = "player.c", protocol = "gtp" }]
"#;
    fs::write(contest.path("compiled.toml"), compiled).expect("it can be written");
    contest.run(&["store", "init", "store"]).goes_well();
    let left = ["--store", "store", "--jobs", "0"];
    let first =
        contest.begin(&[&["tournament", "compiled.toml", "-o", "compiled"], &left[..]].concat());
    let store = Address::file(contest.path("store"));
    let jobs = |store: &mut Store| {
        let tournaments = store.tournaments().expect("a store can be read");
        tournaments
            .first()
            .map_or(0, |one| store.tallies(one.id).expect("a store can be read").pairs())
    };
    // The oldest tournament of the store is played first.
    wait_for("the first tournament", || jobs(&mut Store::open(&store).expect("it is there")) > 0);
    let second = contest.begin(&[&["tournament", "small.toml", "-o", "small"], &left[..]].concat());
    let mut worker = contest.command(&["worker", "--store", "store"]);
    // This PATH has no compiler.
    let worker = worker.env("PATH", contest.path("tmp")).stdout(std::process::Stdio::piped());
    let worker = worker.stderr(std::process::Stdio::piped()).spawn().expect("ludoteka runs");
    ended(second).goes_well();
    interrupt(&worker);
    let told = ended(worker).complaint;
    assert!(told.contains("ludoteka: Compiled: this machine plays none of its games: "), "{told}");
    assert!(told.contains("gcc"), "{told}");
    interrupt(&first);
    ended(first);
    contest.nothing_runs();
}
