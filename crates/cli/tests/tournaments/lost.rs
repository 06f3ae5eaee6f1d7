//! A database that is lost, and one that does not let in.

use crate::contest::{Contest, ended};
use crate::postgres::{self, Cluster};
use crate::wait_for;

#[test]
fn a_lost_database_is_said_to_be_lost_and_work_goes_on_when_it_is_back() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    // So many that they are not over before the database is lost.
    let contest = Contest::new(200);
    let expected = contest.undisturbed();
    let store = cluster.database();
    contest.run(&["store", "init", &store]).goes_well();
    let impatient = ["--store", &store, "--patience-ms", "400", "--lease-ms", "500"];
    let hold = [&["tournament", "small.toml", "-o", "results", "--jobs", "1"], &impatient[..]].concat();
    let work = [&["worker", "--jobs", "1", "--speed", "400"], &impatient[..]].concat();
    let (runner, worker) = (contest.begin(&hold), contest.begin(&work));
    let games = || cluster.sql(postgres::name(&store), "SELECT count(*) FROM ludoteka.game").parse::<u64>();
    wait_for("the first games", || games().expect("a number") >= 50);
    cluster.kill();
    for of in [ended(runner), ended(worker), contest.run(&hold), contest.run(&["verify", "--store", &store])] {
        of.names(&["ludoteka: PostgreSQL at ", "cannot be reached"]);
        assert_eq!(of.complaint.lines().count(), 1, "{of:?}");
    }
    contest.nothing_runs();
    cluster.run(&[]);
    contest.run(&hold).goes_well();
    contest.is_as(&expected, "results");
}

#[test]
fn a_role_without_rights_is_told_so() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(2);
    let store = cluster.database();
    let name = postgres::name(&store);
    contest.run(&["store", "init", &store]).goes_well();
    cluster.sql("postgres", "CREATE ROLE visitor LOGIN PASSWORD 'v'");
    let visitor = cluster.url("visitor:v", name);
    let empty = contest.run(&["worker", "--store", &visitor, "--speed", "400"]);
    empty.names(&["there is no store at ", " that this role may see: `ludoteka store init` makes one"]);
    assert!(!empty.complaint.contains("visitor:v"), "{empty:?}");
    // A worker's role is let in, and may not hold a tournament.
    contest.run(&["store", "init", &store, "--worker", "visitor"]).goes_well();
    let held = contest.run(&["tournament", "small.toml", "-o", "results", "--store", &visitor]);
    held.names(&["ludoteka: PostgreSQL at ", " refuses: permission denied"]);
    contest.run(&["worker", "--store", &visitor, "--speed", "400", "--until-over", "--patience-ms", "100"]).goes_well();
}

#[test]
fn an_address_that_makes_no_sense_is_not_repeated() {
    let contest = Contest::new(2);
    for (address, said) in [
        ("postgres:anna:geheim@h/x", "expected a path, sqlite:PATH or postgres://USER@HOST/DATABASE"),
        ("postgres://anna:geheim@h:p/x", "expected postgres://USER@HOST/DATABASE"),
    ] {
        for command in [&["store", "init"][..], &["worker", "--store"], &["verify", "--store"]] {
            let refused = contest.run(&[command, &[address]].concat());
            assert_eq!(refused.code, Some(2), "{refused:?}");
            assert!(refused.complaint.contains(said) && !refused.complaint.contains("geheim"), "{refused:?}");
        }
    }
}
