//! Tests of a database that is lost during a tournament, and of a database that refuses the
//! connection.

use crate::contest::{Contest, ended};
use crate::postgres::{self, Cluster};
use crate::wait_for;

#[test]
fn a_lost_database_is_said_to_be_lost_and_work_goes_on_when_it_is_back() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    // There are so many games that the database is lost before the last game.
    let contest = Contest::new(200);
    let expected = contest.undisturbed();
    let store = cluster.database();
    contest.run(&["store", "init", &store]).goes_well();
    let impatient = ["--store", &store, "--patience", "400ms", "--lease", "500ms"];
    let hold =
        [&["tournament", "small.toml", "-o", "results", "--jobs", "1"], &impatient[..]].concat();
    let work = [&["worker", "--jobs", "1"], &impatient[..]].concat();
    let (runner, worker) = (contest.begin(&hold), contest.begin(&work));
    let done = "SELECT count(*) FROM ludoteka.job WHERE state = 2";
    let pairs = || cluster.sql(postgres::name(&store), done).parse::<u64>();
    wait_for("the first pairs", || pairs().expect("a number") >= 25);
    cluster.kill();
    let list = contest.run(&["store", "list", &store]);
    for of in [ended(runner), ended(worker), contest.run(&hold), list] {
        of.names(&["ludoteka: PostgreSQL at ", "cannot be reached"]);
        assert_eq!(of.complaint.lines().count(), 1, "{of:?}");
    }
    contest.nothing_runs();
    cluster.run(&[]);
    contest.run(&hold).goes_well();
    contest.is_as(&expected, "results");
}
