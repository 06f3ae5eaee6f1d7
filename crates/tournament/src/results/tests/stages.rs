//! Tests of the tables of tournaments with several stages.

use super::*;
use crate::plan::Departure;
use crate::results::facts::Facts;

/// A round robin of six, and a knockout of the first four.
fn six(most: usize, seed: u64) -> Facts {
    let robin = Format::RoundRobin { cycles: 1 };
    let schedule = Schedule::new(robin, Points::ByMatch, 6, seed).expect("a tournament");
    let knockout = Format::Knockout { third_place: false, extras: 3 };
    played_by(schedule.then(knockout, 4).expect("a stage"), most, seed)
}

fn tables(facts: &Facts) -> Tables {
    Tables::of(facts).expect("of this tournament")
}

fn order(tables: &Tables) -> Vec<usize> {
    tables.standings.iter().map(|line| line.participant.0).collect()
}

fn leave(facts: &mut Facts, participant: usize, absent_from: usize) {
    let order = facts.departures.all().count();
    let reason = Some("a copied program".to_string());
    let departure = Departure { is_disqualified: true, reason, absent_from, order };
    facts.departures.add(participant, departure);
    facts.depart().expect("of this tournament");
}

#[test]
fn each_stage_has_its_table_and_the_last_decides() {
    for seed in 0..20 {
        let whole = tables(&six(1000, seed));
        assert_eq!((whole.stage, whole.stages.len(), whole.plan.len()), (Stage::Over, 2, 2));
        let [robin, knockout] = &whole.stages[..] else { panic!("two stages") };
        let alone = tables(&played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 6, 15, seed));
        assert_eq!(robin.standings, alone.standings);
        assert_eq!(order(&whole)[..4], order(knockout)[..]);
        let entered = &order(robin)[..4];
        assert!(order(knockout).iter().all(|one| entered.contains(one)));
        assert_eq!(order(&whole)[4..], order(robin)[4..]);
        assert_eq!(whole.bracket, knockout.bracket);
        let stages = whole.standings.iter().map(|line| line.stage.map(|stage| stage.0));
        assert_eq!(stages.collect::<Vec<_>>(), [1, 1, 1, 1, 0, 0].map(Some));
        // Games are those of all stages.
        let games = |tables: &Tables| -> u64 {
            tables.standings.iter().map(|line| line.games.total()).sum()
        };
        assert_eq!(games(&whole), games(robin) + games(knockout));
        assert_eq!(games(&whole), 2 * whole.progress.games);
        let first = whole.conclusions[0].says.to_string();
        assert!(first.contains(&whole.standings[0].name), "{first}");
    }
}

#[test]
fn a_stage_that_has_not_begun_has_no_table() {
    for most in [0, 7, 14] {
        let running = tables(&six(most, 1));
        assert_eq!((running.stage, running.stages.len()), (Stage::Running, 1));
        assert_eq!(running.standings.len(), 6);
    }
    let running = tables(&six(15, 1));
    assert_eq!((running.stages.len(), running.bracket.len()), (2, 3));
    assert_eq!(order(&running)[4..], order(&running.stages[0])[4..]);
}

#[test]
fn pages_and_spreadsheets_show_every_stage() {
    let whole = tables(&six(1000, 2));
    let all = files(&whole);
    let text = |path: &str| {
        let file = all.iter().find(|file| file.path == path).expect("the file");
        String::from_utf8(file.bytes.clone()).expect("text")
    };
    let page = text("index.html");
    for words in ["Stage 1 · round robin", "Stage 2 · then the first 4: knockout", "Crosstable"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(text("standings.csv").lines().next().is_some_and(|head| head.ends_with(",stage")));
    assert_eq!(text("standings-1.csv").lines().count(), 7);
    assert_eq!(text("standings-2.csv").lines().count(), 5);
    let json: serde_json::Value = serde_json::from_str(&text("results.json")).expect("JSON");
    assert_eq!(json["stages"][0]["schedule"]["kind"], "round-robin");
    assert_eq!(json["stages"][1]["standings"].as_array().map(Vec::len), Some(4));
    let alone = files(&tables(&played(Format::Duel, Points::ByMatch, 2, 1, 1)));
    let json = alone.iter().find(|file| file.path == "results.json").expect("the file");
    assert!(!String::from_utf8_lossy(&json.bytes).contains("\"stages\""));
}

#[test]
fn each_group_has_its_crosstable() {
    let groups = Format::Groups { groups: 2 };
    let schedule = Schedule::new(groups, Points::ByMatch, 7, 1).expect("a tournament");
    let knockout = Format::Knockout { third_place: false, extras: 3 };
    let facts = played_by(schedule.then(knockout, 2).expect("a stage"), 1000, 1);
    let whole = tables(&facts);
    assert_eq!(whole.stages[0].matches.len(), 6 + 3);
    let page = files(&whole).into_iter().find(|file| file.path == "index.html").expect("a page");
    let page = String::from_utf8(page.bytes).expect("text");
    for words in ["Group 1", "Group 2", "2 groups"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Group 3"));
}

#[test]
fn the_disqualified_leave_a_place_only_before_the_next_stage() {
    let whole = tables(&six(1000, 3));
    let first = order(&whole.stages[0]);
    // Before the knockout, the fifth moves up.
    let mut early = six(15, 3);
    early.matches.retain(|totals| totals.pairing.round < 5);
    leave(&mut early, first[1], 5);
    let tables_of_early = tables(&early);
    let entered = order(&tables_of_early.stages[1]);
    assert!(!entered.contains(&first[1]) && entered.len() == 4);
    assert_eq!(early.struck, BTreeSet::from([first[1]]));
    // During the knockout, nobody does, and the games of the round robin count.
    let mut late = six(16, 3);
    leave(&mut late, first[1], 6);
    assert!(late.struck.is_empty());
    let late = tables(&late);
    assert_eq!(order(&late.stages[0]), first);
    assert!(!order(&late).contains(&first[1]) && order(&late).len() == 5);
    // Nor after the end, also if who leaves has not entered it.
    let mut ended = six(1000, 3);
    leave(&mut ended, first[5], 7);
    assert_eq!(order(&tables(&ended)), order(&whole)[..5]);
}
