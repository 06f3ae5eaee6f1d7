//! A damaged store of a tournament whose pairings follow from results: what was published stands, and what followed from a pair that
//! nobody has whole goes with it.

use std::fs;

use crate::contest::Contest;
use crate::damage::{change, execute, forget_results, games, is_restored};
use crate::skipped;

/// The formats whose pairings follow from results, in place of the file's.
fn paired_by_results(contest: &Contest) -> impl Iterator<Item = ()> {
    let all_play_all = fs::read_to_string(contest.path("small.toml")).expect("text");
    ["\"swiss\"\nrounds = 3", "\"knockout\""].into_iter().map(move |format| {
        let file = all_play_all.replace("\"round-robin\"", format);
        fs::write(contest.path("small.toml"), file).expect("it can be written");
    })
}

/// The same command ends well, and what the store has fits.
fn ends_as(contest: &Contest, expected: &str) {
    // Which match is added first to a tied one of a round depends on who was quick, and the standings do not.
    assert_eq!(contest.hold("results").goes_well(), expected);
    contest.run(&["verify", "results"]).goes_well();
    contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
}

#[test]
fn what_was_paired_by_the_result_of_a_damaged_pair_stands_if_it_was_published() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    for () in paired_by_results(&contest) {
        let expected = contest.hold("results").goes_well();
        let published = games(&contest);
        for sql in [
            "UPDATE game SET record = 'x' WHERE unit = 1 AND number = 2",
            "UPDATE unit SET state = 1 WHERE id = 1",
            "UPDATE unit SET state = 0",
            "UPDATE unit SET half_points = 4 - half_points, first_wins = second_wins, second_wins = first_wins WHERE id < 9",
            // Before anything is looked at by its results, these are.
            "UPDATE game SET attempt = 7 WHERE unit = 9; UPDATE unit SET half_points = 4 - half_points, first_wins = second_wins, \
                 second_wins = first_wins, margin = -margin WHERE id < 9",
        ] {
            change(&contest, &format!("store.executescript(\"{sql}\")"));
            is_restored(&contest.hold("results"), " damaged");
            ends_as(&contest, &expected);
            assert!(games(&contest) == published, "nothing is played again: {sql}");
        }
        // Nor where the store is made anew; and all stand in the same order. Of a match that is not there nothing follows.
        for sql in [
            "DELETE FROM unit WHERE id = 4",
            "UPDATE game SET number = 7 WHERE unit = 9 AND number % 2 = 1; UPDATE pairing SET round = 30 WHERE id = 1",
        ] {
            change(&contest, &format!("store.executescript(\"{sql}\")"));
            contest.hold("results").names(&["; a new one has been made of what is whole in it"]);
            ends_as(&contest, &expected);
            assert!(games(&contest) == published, "nothing is played again: {sql}");
        }
        // What followed from a pair that nobody has whole goes with it, published or not.
        let path = contest.path("results/games.jsonl");
        fs::write(&path, published.split_once('\n').expect("lines").1).expect("it can be written");
        execute(&contest, "UPDATE game SET record = 'x' WHERE unit IN (1, (SELECT max(id) FROM unit))");
        contest.hold("results").names(&["2 pairs of games", " taken out", "paired by results, and the same command"]);
        ends_as(&contest, &expected);
        fs::remove_dir_all(contest.path("results")).expect("it was there");
    }
}

#[test]
fn what_was_paired_by_the_result_of_a_damaged_pair_is_played_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    for () in paired_by_results(&contest) {
        let expected = contest.hold("results").goes_well();
        forget_results(&contest);
        execute(&contest, "UPDATE game SET record = 'x' WHERE unit = 1 AND number = 2");
        let said = contest.hold("results");
        said.names(&[
            "unit 1, game 2: it is no record",
            "it has been taken out with ",
            "matches that were paired by results, and the",
        ]);
        ends_as(&contest, &expected);
        fs::remove_dir_all(contest.path("results")).expect("it was there");
    }
}

#[test]
fn what_followed_from_a_result_that_is_gone_or_changed_is_played_again() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(4);
    paired_by_results(&contest).next();
    let expected = contest.undisturbed();
    contest.hold("results").goes_well();
    for (sql, what) in [
        ("UPDATE unit SET state = 1 WHERE id = 1", "unit 1, game 1: its unit is not done; it has been taken out with "),
        ("UPDATE unit SET state = 0", "unit 1, game 1: its unit is not done; they have been taken out with "),
        (
            "UPDATE unit SET half_points = 4 - half_points, first_wins = second_wins, second_wins = first_wins WHERE id < 9",
            ": its result is not what its games add up to",
        ),
    ] {
        forget_results(&contest);
        execute(&contest, sql);
        let said = contest.hold("results");
        said.names(&[what, " paired by results, and the same command"]);
        contest.ends_as(&expected, "results");
        contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
    }
}
