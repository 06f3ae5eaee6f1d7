//! A tournament in parts gives the results of a tournament on one machine, also if parts are
//! killed, and whatever strangers send.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use games::GAMES;
use matches::record::{Record, checksum};
use rules::random::Random;
use serde_json::{Value, json};
use tournament::store::{Address, Store, init};
use tournament::{Announcement, Departures, Merged, enter, merge};

use crate::chance::{chance, moment};
use crate::contest::{Contest, Said, ended};

/// The exit code of a merge after which pairs are open.
const OPEN: i32 = 3;

/// Plays a part of a tournament.
fn play(contest: &Contest, file: &str, folder: &str, part: &str) {
    contest.run(&["tournament", file, "-o", folder, "--part", part]).goes_well();
}

fn merged(contest: &Contest, file: &str, folder: &str, parts: &[&str]) -> Said {
    contest.run(&[&["merge", folder, "--file", file], parts].concat())
}

/// Plays a tournament in three parts, round by round, and returns the number of merges.
fn in_parts(contest: &Contest, file: &str, folder: &str) -> usize {
    let files = ["part-1-of-3.jsonl", "part-2-of-3.jsonl", "part-3-of-3.jsonl"];
    for merges in 1..100 {
        ["1/3", "2/3", "3/3"].iter().for_each(|part| play(contest, file, folder, part));
        let said = merged(contest, file, folder, &files);
        if said.code != Some(OPEN) {
            said.goes_well();
            files.iter().for_each(|file| fs::remove_file(contest.path(file)).expect("it is there"));
            return merges;
        }
    }
    panic!("it never ends")
}

/// The tables without the lines of games: which match of a knockout is known first, and so played
/// first, depends on the machine.
fn tables(folder: &Path) -> Value {
    fn without_lines(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("line");
                fields.values_mut().for_each(without_lines);
            }
            Value::Array(values) => values.iter_mut().for_each(without_lines),
            _ => {}
        }
    }
    let text = fs::read(folder.join("results.json")).expect("results are there");
    let mut tables = serde_json::from_slice(&text).expect("JSON");
    without_lines(&mut tables);
    tables
}

#[test]
fn parts_give_the_results_of_one_machine_in_every_format() {
    let contest = Contest::new(4);
    let robin = fs::read_to_string(contest.path("small.toml")).expect("it is there");
    let with = |format: &str| robin.replace("[format]\nkind = \"round-robin\"", format);
    let sprt: String = robin.split_inclusive("[[player]]").take(3).collect();
    let sprt = sprt.trim_end_matches("[[player]]").replace("games = 4\n", "");
    let test = "[format]\nkind = \"sprt\"\nelo0 = 0\nelo1 = 40\nmost-games = 2000";
    let formats = [
        ("robin", robin.clone(), 1),
        ("swiss", with("[format]\nkind = \"swiss\"\nrounds = 3"), 3),
        ("knockout", with("[format]\nkind = \"knockout\"\nthird-place = true"), 3),
        (
            "stages",
            with(
                "[[stage]]\nkind = \"groups\"\ngroups = 2\n[[stage]]\nkind = \"knockout\"\n\
                 advance = 4",
            ),
            3,
        ),
        ("sprt", sprt.replace("[format]\nkind = \"round-robin\"", test), 1),
    ];
    for (kind, text, rounds) in formats {
        let file = format!("{kind}.toml");
        fs::write(contest.path(&file), text).expect("it can be written");
        contest.run(&["tournament", &file, "-o", kind]).goes_well();
        let folder = format!("{kind}-parts");
        let merges = in_parts(&contest, &file, &folder);
        assert!(merges >= rounds, "{kind}: {merges} merges");
        assert_eq!(tables(&contest.path(&folder)), tables(&contest.path(kind)), "{kind}");
        contest.run(&["verify", &folder]).goes_well();
    }
    contest.nothing_runs();
}

#[test]
fn a_killed_part_goes_on() {
    let contest = Contest::new(60);
    let expected = contest.undisturbed();
    let mut chance = chance();
    let part = ["tournament", "small.toml", "-o", "results", "--part", "1/2"];
    let mut kills = 0;
    for _ in 0..20 {
        let mut runner = contest.begin(&part);
        thread::sleep(moment(&mut chance));
        kills += usize::from(runner.try_wait().expect("it is ours").is_none());
        let _ = runner.kill();
        ended(runner);
    }
    assert!(kills > 0);
    contest.run(&part).goes_well();
    play(&contest, "small.toml", "results", "2/2");
    let both = ["part-1-of-2.jsonl", "part-2-of-2.jsonl"];
    let said = merged(&contest, "small.toml", "results", &both);
    assert_eq!(said.complaint, "", "nothing is strange");
    said.goes_well();
    contest.is_as(&expected, "results");
}

#[test]
fn what_is_missing_is_named_and_what_is_doubled_counts_once() {
    let contest = Contest::new(4);
    let expected = contest.undisturbed();
    let file = "small.toml";
    play(&contest, file, "results", "1/3");
    let first = ["part-1-of-3.jsonl", "part-1-of-3.jsonl"];
    contest.run(&[&["merge", "results"], &first[..]].concat()).names(&["--file"]);
    assert!(!contest.path("results").exists());
    let said = merged(&contest, file, "results", &first);
    assert_eq!(said.code, Some(OPEN), "{said:?}");
    assert!(said.printed.contains("missing pairs: part 2 (") && said.printed.contains("part 3 ("));
    assert!(said.printed.contains("merged before"), "{said:?}");
    // Now the folder has the tournament. What was merged is not played again.
    contest.run(&[&["merge", "results"], &first[..]].concat()).names(&["nothing"]);
    let rest = ["tournament", file, "-o", "results", "--part", "1/1", "--to", "rest.jsonl"];
    contest.run(&rest).goes_well();
    let count = |file: &str| fs::read_to_string(contest.path(file)).expect("text").lines().count();
    let all = 2 * if crate::has("gcc") { 28 * 2 } else { 21 * 2 };
    assert_eq!(count("rest.jsonl") + count("part-1-of-3.jsonl"), all + 2);
    contest.run(&["merge", "results", "rest.jsonl"]).goes_well();
    contest.is_as(&expected, "results");
    // After the end, nothing is open.
    let said = contest.run(&["merge", "results", "rest.jsonl"]).goes_well();
    assert!(said.contains("over"), "{said}");
    let said = contest.run(&rest).goes_well();
    assert!(said.contains("over"), "{said}");
}

#[test]
fn who_has_left_is_not_played_by_parts() {
    for format in ["kind = \"round-robin\"", "kind = \"swiss\"\nrounds = 3"] {
        let contest = Contest::new(4);
        let text = fs::read_to_string(contest.path("small.toml")).expect("it is there");
        fs::write(contest.path("small.toml"), text.replace("kind = \"round-robin\"", format))
            .expect("it can be written");
        play(&contest, "small.toml", "results", "1/2");
        merged(&contest, "small.toml", "results", &["part-1-of-2.jsonl"]);
        contest.run(&["tournament", "results", "--withdraw", "B"]).goes_well();
        let copied = Command::new("cp")
            .arg("-r")
            .args(["results", "copy"].map(|name| contest.path(name)))
            .status();
        assert!(copied.is_ok_and(|status| status.success()));
        contest.hold("copy").goes_well();
        in_parts(&contest, "small.toml", "results");
        assert_eq!(tables(&contest.path("results")), tables(&contest.path("copy")), "{format}");
    }
}

#[test]
fn a_part_stays_with_its_tournament() {
    let contest = Contest::new(2);
    let other = fs::read_to_string(contest.path("small.toml")).expect("it is there");
    fs::write(contest.path("other.toml"), other.replace("seed = 7", "seed = 8")).expect("written");
    play(&contest, "small.toml", "results", "1/1");
    // The same file, but another tournament.
    let part = ["tournament", "other.toml", "-o", "other", "--part", "1/1"];
    contest.run(&part).names(&["another tournament"]);
    fs::write(contest.path("notes.txt"), "do not lose this\n").expect("it can be written");
    contest.run(&[&part[..], &["--to", "notes.txt"]].concat()).names(&["notes.txt"]);
    assert_eq!(fs::read(contest.path("notes.txt")).expect("it is there"), b"do not lose this\n");
    merged(&contest, "other.toml", "other", &["part-1-of-1.jsonl"]).names(&[
        "line 3",
        "another tournament",
        "nothing",
    ]);
}

/// A tournament of which the parts are merged again and again.
struct Victim {
    announcement: Announcement,
    folder: PathBuf,
    good: BTreeSet<String>,
}

impl Victim {
    /// Merges this text, and checks that all stored games are good ones.
    fn merge(&self, part: &[u8]) -> Merged {
        let (merged, stored) = self.stored(part);
        assert!(stored.iter().all(|line| self.good.contains(line)), "a changed game was merged");
        merged
    }

    /// Merges this text; returns what came of it, and the stored games.
    fn stored(&self, part: &[u8]) -> (Merged, Vec<String>) {
        let (path, own) = (self.folder.join("bad.jsonl"), self.folder.join("bad.sqlite"));
        let _ = fs::remove_file(&own);
        fs::write(&path, part).expect("it can be written");
        init(&Address::file(&own)).expect("a store");
        let mut store = Store::open(&Address::file(&own)).expect("it opens");
        let tournament = enter(&mut store, &self.announcement).expect("it is entered");
        let nobody = Departures::default();
        let spec = games::find("mnk").expect("a game");
        let its = (tournament, &self.announcement, &nobody);
        let merged = merge(&mut store, its, spec, &[path]).expect("the store does not fail");
        let pairs: Vec<_> = store.pairs(tournament).map(|pair| pair.expect("a pair")).collect();
        assert_eq!(pairs.len() as u64, merged.added);
        (merged, pairs.into_iter().flat_map(|pair| pair.records).collect())
    }
}

/// A tournament, and a part with all of its games.
fn victim(contest: &Contest) -> (Victim, String) {
    play(contest, "small.toml", "results", "1/1");
    let text = fs::read_to_string(contest.path("part-1-of-1.jsonl")).expect("it is there");
    let victim = Victim {
        announcement: Announcement::read(&contest.path("small.toml"), GAMES).expect("a file"),
        folder: contest.path(""),
        good: text.lines().map(str::to_string).collect(),
    };
    (victim, text)
}

/// Changes a record.
type Change = fn(&mut Value);

/// The record with a change and a right checksum, as a stranger can make it.
fn forged(line: &str, change: Change) -> String {
    let mut record: Value = serde_json::from_str(line).expect("a record");
    record.as_object_mut().expect("an object").remove("sha256");
    change(&mut record);
    let text = record.to_string();
    let body = text.strip_suffix('}').expect("an object");
    format!("{body},\"sha256\":\"{}\"}}", checksum(body.as_bytes()))
}

/// The last move is not made, as if the program had got no processor.
fn starve(game: &mut Value) {
    let moves = game["moves"].as_array_mut().expect("a list");
    moves.pop();
    let plies = moves.len() + game["opening"].as_array().map_or(0, Vec::len);
    let side = plies % 2;
    game["end"] = json!({"by": "foul", "side": side, "foul": {"kind": "starved"}});
    game["margin"] = json!(if side == 0 { -1 } else { 1 });
}

#[test]
fn void_games_come_before_the_pair_in_which_they_were_played_again() {
    let contest = Contest::new(2);
    let (victim, good) = victim(&contest);
    let lines: Vec<_> = good.lines().collect();
    let void = |game: usize| {
        let record = forged(lines[game], starve);
        let why = Record::read(&record).expect("a record").why_void().expect("it is void");
        format!("{{\"why\":{},\"record\":{record}}}", json!(why))
    };
    let [one, two, other] = [1, 2, 3].map(void);
    let whole = victim.merge(good.as_bytes()).added;
    let before = |void: &[&str]| {
        let text = [&lines[..1], void, &lines[1..], &[""]].concat().join("\n");
        let merged = victim.merge(text.as_bytes());
        (whole - merged.added, merged.strange > 0)
    };
    assert_eq!(before(&[&one]), (0, false));
    assert_eq!(before(&[&one, &two]), (0, false));
    // Played again twice; of another match; for another reason.
    assert_eq!(before(&[&one, &one]), (1, true));
    assert_eq!(before(&[&other]), (1, true));
    assert_eq!(before(&[&one.replace(" was ", " is ")]), (1, true));
}

#[test]
fn a_stranger_cannot_make_up_a_game() {
    let contest = Contest::new(2);
    let (victim, good) = victim(&contest);
    let whole = victim.merge(good.as_bytes());
    let forgeries: [(&str, Change); 12] = [
        ("nothing", |_| ()),
        ("margin", |game| game["margin"] = json!(1 - game["margin"].as_i64().expect("a number"))),
        ("great margin", |game| game["margin"] = json!(i32::MIN)),
        ("moves", |game| drop(game["moves"].as_array_mut().map(Vec::pop))),
        ("name", |game| game["players"][0]["name"] = json!("G")),
        ("program", |game| game["players"][1]["file"] = json!("00")),
        ("positions", |game| game["nodes"] = json!(1)),
        ("level", |game| game["level"] = json!(0)),
        ("board", |game| game["parameters"]["n"] = json!("4")),
        ("match", |game| game["seed"] = json!(1)),
        ("number", |game| game["number"] = json!(u64::MAX)),
        ("void", starve),
    ];
    for (number, (what, change)) in forgeries.into_iter().enumerate() {
        let mut lines: Vec<_> = good.lines().map(str::to_string).collect();
        lines[1] = forged(&lines[1], change);
        let merged = victim.stored((lines.join("\n") + "\n").as_bytes()).0;
        let refused = u64::from(number > 0);
        assert_eq!(merged.added, whole.added - refused, "{what}");
        assert!(merged.strange >= refused, "{what}");
    }
}

#[test]
fn a_changed_part_changes_no_result_silently() {
    const ROUNDS: usize = 200;
    let contest = Contest::new(2);
    let (victim, text) = victim(&contest);
    let good = text.clone().into_bytes();
    let whole = victim.merge(&good);
    assert!(whole.is_over && whole.strange == 0, "{whole:?}");
    let mut chance = Random::new(11);
    for _ in 0..ROUNDS {
        let mut bad = good.clone();
        for _ in 0..=chance.below(2) {
            mutate(&mut bad, &mut chance);
        }
        let merged = victim.merge(&bad);
        let told = merged.strange + merged.doubled;
        assert!(told > 0 || merged.added < whole.added || bad_is_good(&bad, &text), "{merged:?}");
    }
}

/// Whether the games are as in the good part: a processor's name may differ.
fn bad_is_good(bad: &[u8], good: &str) -> bool {
    let bad = String::from_utf8_lossy(bad);
    let games = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("{\"format\""));
        lines.map(str::to_string).collect::<BTreeSet<_>>()
    };
    games(&bad) == games(good)
}

fn mutate(part: &mut Vec<u8>, chance: &mut Random) {
    let place = chance.below(part.len());
    match chance.below(6) {
        0 => part[place] ^= 1 << chance.below(8),
        1 => part.truncate(place + 1),
        2 => drop(part.splice(place..place, [b'\n'])),
        3 => drop(part.splice(place..(place + chance.below(300)).min(part.len()), [])),
        // Two lines change their places, or one comes twice.
        4 => {
            let mut lines: Vec<_> = part.split_inclusive(|&c| c == b'\n').collect();
            let [one, other] = [0, 1].map(|_| chance.below(lines.len()));
            lines.swap(one, other);
            *part = lines.concat();
        }
        _ => {
            let lines: Vec<_> = part.split_inclusive(|&c| c == b'\n').collect();
            let line = lines[chance.below(lines.len())].to_vec();
            part.extend(line);
        }
    }
}
