//! The analysis of a tournament's games is added when the file asks for it, and anybody can compute
//! it again.

use std::fs;

use serde_json::Value;

use crate::contest::Contest;
use crate::tamper::renew_manifest;

/// A tournament whose file asks for an analysis.
pub(crate) fn analysed() -> Contest {
    let contest = Contest::new(2);
    let file = contest.path("small.toml");
    let text = fs::read_to_string(&file).expect("the tournament has a file");
    fs::write(&file, text.replace("[publish]\n", "[publish]\nanalyse = true\n")).expect("writable");
    contest
}

/// What the moves of each participant gave away, by `results.json`.
fn given_away(contest: &Contest) -> Vec<Value> {
    let text = fs::read_to_string(contest.path("results/results.json")).expect("there are tables");
    let tables: Value = serde_json::from_str(&text).expect("JSON");
    let standings = tables["standings"].as_array().expect("there are standings");
    standings.iter().map(|line| line["given_away"].clone()).collect()
}

#[test]
fn an_analysis_may_be_asked_for_after_the_end_and_is_computed_again() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    assert!(given_away(&contest).iter().all(Value::is_null));
    let asking = analysed();
    fs::copy(asking.path("small.toml"), contest.path("small.toml")).expect("a file");
    contest.hold("results").goes_well();
    let given = given_away(&contest);
    assert!(given.iter().all(|given| given["games"].as_u64() > Some(1)), "{given:?}");
    let mistakes = |given: &Value| given["mistakes"].as_f64().expect("a number");
    assert!(given.iter().map(mistakes).sum::<f64>() > 0.0, "weak levels err: {given:?}");
    contest.run(&["verify", "results", "--analysis"]).goes_well();
    // What the analysis says of who left is kept.
    let before = fs::read(contest.path("results/analysis.jsonl")).expect("an analysis");
    contest.run(&["tournament", "results", "--withdraw", "A"]).goes_well();
    assert_eq!(fs::read(contest.path("results/analysis.jsonl")).expect("an analysis"), before);
    contest.run(&["verify", "results", "--analysis"]).goes_well();
}

#[test]
fn a_forged_analysis_is_found_when_it_is_computed_again() {
    let contest = analysed();
    contest.hold("results").goes_well();
    let file = contest.path("results/analysis.jsonl");
    let text = fs::read_to_string(&file).expect("an analysis");
    assert!(text.contains("\"mistake\":true"));
    let forge = |text: &str| {
        fs::write(&file, text).expect("writable");
        renew_manifest(&contest.path("results"));
    };
    // The tables do not follow from it.
    forge(&text.replace("\"mistake\":true", "\"mistake\":false"));
    contest.run(&["verify", "results"]).names(&[]);
    // Who makes the tables again is found only by computing.
    contest.run(&["tournament", "results", "--withdraw", "A"]).goes_well();
    contest.run(&["verify", "results"]).goes_well();
    contest.run(&["verify", "results", "--analysis"]).names(&["analysis.jsonl", "game"]);
    // It is about other moves, or is no analysis.
    let (first, rest) = text.split_once('\n').expect("a line");
    for bad in
        [rest.to_string(), format!("[]\n{rest}"), format!("{first}\n{text}"), format!("x{text}")]
    {
        forge(&bad);
        contest.run(&["verify", "results"]).names(&["analysis.jsonl"]);
    }
}

#[test]
fn without_an_analysis_there_is_none_to_compute() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    contest.run(&["verify", "results", "--analysis"]).names(&["results"]);
}
