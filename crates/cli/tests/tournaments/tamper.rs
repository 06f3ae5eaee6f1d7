//! `verify` finds a changed byte in any file, and names the place. `verify` compares the files with
//! the manifest. If the manifest was changed too, `verify` finds the change when it replays the
//! games.

use std::fs;
use std::path::Path;
use std::process::Command;

use rules::random::Random;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::chance::chance;
use crate::contest::{Contest, Said};

const VOID_GAMES: &str = "void-games.jsonl";

/// Changes a random byte, and keeps the line ends as they are. Returns the number of the line with
/// this byte, counted from 1.
fn change(bytes: &mut [u8], chance: &mut Random) -> usize {
    let at = loop {
        let at = chance.below(bytes.len());
        if bytes[at] != b'\n' {
            break at;
        }
    };
    let before = bytes[at];
    while bytes[at] == before || bytes[at] == b'\n' {
        bytes[at] = chance.below(256) as u8;
    }
    1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count()
}

/// The paths of all files of the results.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("MANIFEST.sha256")).expect("a manifest");
    manifest
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(_, path)| path.to_string())
        .collect()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the manifest again, as a forger would.
pub(crate) fn renew_manifest(folder: &Path) {
    write_manifest(folder, files(folder));
}

/// Adds a file to the manifest.
fn list(folder: &Path, path: &str) {
    let mut files = files(folder);
    files.push(path.to_string());
    files.sort();
    write_manifest(folder, files);
}

fn write_manifest(folder: &Path, mut files: Vec<String>) {
    if folder.join(VOID_GAMES).exists() {
        files.push(VOID_GAMES.to_string());
        files.sort();
        files.dedup();
    }
    let lines = files.into_iter().map(|path| {
        let bytes = fs::read(folder.join(&path)).expect("a file");
        let sha256 = sha256(&bytes);
        format!("# {} bytes\n{sha256}  {path}\n", bytes.len())
    });
    let manifest: String = lines.collect();
    fs::write(folder.join("MANIFEST.sha256"), manifest).expect("it can be written");
}

/// Changes a byte of a file, and returns the message of `verify`. The file is restored afterwards.
fn verify_changed(
    contest: &Contest,
    path: &str,
    is_renewed: bool,
    chance: &mut Random,
) -> (Said, usize) {
    let folder = contest.path("results");
    let [manifest, whole] =
        ["MANIFEST.sha256", path].map(|path| fs::read(folder.join(path)).expect("a file"));
    let mut bytes = whole.clone();
    let line = change(&mut bytes, chance);
    fs::write(folder.join(path), bytes).expect("it can be written");
    if is_renewed {
        renew_manifest(&folder);
    }
    let verified = contest.run(&["verify", "results"]);
    fs::write(folder.join(path), whole).expect("it can be written");
    fs::write(folder.join("MANIFEST.sha256"), manifest).expect("it can be written");
    (verified, line)
}

#[test]
fn a_byte_changed_in_any_file_is_found() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let mut chance = chance();
    let mut files = files(&contest.path("results"));
    assert!(files.len() > 15, "{files:?}");
    for path in &files {
        let (verified, _) = verify_changed(&contest, path, false, &mut chance);
        verified.names(&[path]);
        assert_eq!(verified.complaint.lines().count(), 1, "{verified:?}");
    }
    // A forger writes the manifest again. All checks start from the announcement, so changes of the
    // announcement are tested separately below.
    files.retain(|path| path != "announcement.json");
    for path in files.iter().chain(&["games.jsonl".to_string(), "games.jsonl".to_string()]) {
        let (verified, line) = verify_changed(&contest, path, true, &mut chance);
        let place = if path == "games.jsonl" { format!("line {line}") } else { String::new() };
        verified.names(&[&format!("results/{path}: "), &place]);
    }
    let path = contest.path("results/announcement.json");
    let whole = fs::read_to_string(&path).expect("text");
    for [from, to] in
        [["\"seed\":7", "\"seed\":8"], ["\"B\"", "\"Z\""], ["\"nodes\":100", "\"nodes\":101"]]
    {
        assert!(whole.contains(from), "{whole}");
        fs::write(&path, whole.replace(from, to)).expect("it can be written");
        renew_manifest(&contest.path("results"));
        contest.run(&["verify", "results"]).names(&["ludoteka: results/"]);
    }
}

#[test]
fn whoever_verifies_the_games_alone_is_told_of_their_folder() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    contest
        .run(&["verify", "results/games.jsonl"])
        .names(&["games.jsonl, line 3: ", "`ludoteka verify results`"]);
}

#[test]
fn a_game_more_or_less_is_found() {
    let contest = Contest::new(4);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    let whole = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    let lines: Vec<&str> = whole.lines().collect();
    let with = |change: &dyn Fn(&mut Vec<&str>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        fs::write(folder.join("games.jsonl"), lines.join("\n") + "\n").expect("it can be written");
        renew_manifest(&folder);
        contest.run(&["verify", "results"])
    };
    with(&|lines| {
        lines.remove(5);
    })
    .names(&["games.jsonl", "line 6"]);
    with(&|lines| lines.truncate(lines.len() - 1)).names(&["games.jsonl", "lacks its second game"]);
    with(&|lines| lines.swap(0, 1)).names(&["games.jsonl", "line 1"]);
    with(&|lines| lines.insert(2, lines[1])).names(&["games.jsonl", "line 3"]);
    with(&|lines| lines.extend_from_within(0..2))
        .names(&["games.jsonl", &format!("line {}", lines.len() + 1)]);
    // The tables say that the tournament is over, but the last pair of games is missing.
    with(&|lines| lines.truncate(lines.len() - 2))
        .names(&["its content does not follow from the games"]);
    with(&|_| {}).goes_well();
}

/// Makes a game void: in its record, the last answer waited ten minutes for a processor and then
/// took `us` microseconds. Returns the game's record with a right checksum, and the reason why the
/// game is void.
pub(crate) fn void(line: &str, us: u64) -> (String, String) {
    let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
    record.as_object_mut().expect("an object").remove("sha256");
    let made = |field: &str| record[field].as_array().expect("a list").len();
    let loser = (made("opening") + made("moves") - 1) % 2;
    let name =
        record["players"][loser ^ record["first"].as_u64().expect("a number") as usize]["name"]
            .clone();
    record["moves"].as_array_mut().expect("a list").pop();
    record["margin"] = (2 * loser as i64 - 1).into();
    record["end"] = json!({"by": "foul", "side": loser, "foul": {"kind": "starved"}});
    for (field, last) in [("wall_us", 600_000_000 + us), ("waited_us", 600_000_000)] {
        *record["clocks"][field].as_array_mut().expect("a list").last_mut().expect("a clock") =
            last.into();
    }
    (
        sealed(&record),
        format!("{} was out of time because no processor was free", name.as_str().expect("a name")),
    )
}

/// A record as a line with the right checksum.
pub(crate) fn sealed(record: &Value) -> String {
    let object = record.to_string();
    let body = object.strip_suffix('}').expect("an object");
    format!("{body},\"sha256\":\"{}\"}}", sha256(body.as_bytes()))
}

#[test]
fn a_game_that_was_not_played_as_announced_is_found() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    let whole = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    let first =
        whole.lines().find(|line| !line.contains("\"memory\":")).expect("a game of engines");
    let with_a_program = whole.lines().find(|line| line.contains("\"memory\":"));
    let changed = |line: &str, change: &dyn Fn(&mut Value), sentence: &str| {
        let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
        record.as_object_mut().expect("an object").remove("sha256");
        change(&mut record);
        let lines = whole.replacen(line, &sealed(&record), 1);
        fs::write(folder.join("games.jsonl"), lines).expect("it can be written");
        renew_manifest(&folder);
        contest.run(&["verify", "results"]).names(&["results/games.jsonl: line ", sentence]);
    };
    changed(first, &|record| record["games"] = 4.into(), "number of games");
    changed(first, &|record| record["nodes"] = 101.into(), "number of positions");
    changed(first, &|record| record["level"] = 0.into(), "level of the sandbox");
    changed(first, &|record| record["time"]["game_ms"] = 60_001.into(), "clock");
    changed(first, &|record| record["game"] = "reversi".into(), "another game");
    changed(
        first,
        &|record| record["players"][0]["memory"] = (1u64 << 28).into(),
        "limit of memory",
    );
    let own = |record: &mut Value| record["players"][0]["own"] = json!({"nodes": 9});
    changed(first, &own, "other options");
    if let Some(line) = with_a_program {
        let more = |record: &mut Value| {
            let players = record["players"].as_array_mut().expect("a list").iter_mut();
            let memory = players.filter_map(|player| player.get_mut("memory"));
            memory.for_each(|bytes| *bytes = 99_999_999_999u64.into());
        };
        changed(line, &more, "limit of memory");
    }
    assert!(with_a_program.is_some() || !contest.path("starter").exists());
}

#[test]
fn what_is_set_aside_is_what_the_rules_set_aside() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    let whole = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    let [first, second] = [0, 1].map(|game| whole.lines().nth(game).expect("a game"));
    let line =
        |(record, why): (String, String)| format!("{{\"why\":\"{why}\",\"record\":{record}}}\n");
    let [one, two] = [1000, 2000].map(|us| line(void(first, us)));
    let with = |lines: &[&str]| {
        fs::write(folder.join(VOID_GAMES), lines.concat()).expect("it can be written");
        renew_manifest(&folder);
        contest.run(&["verify", "results"])
    };
    // This void game is plausible, but the pages do not say that a game was played again.
    with(&[&one]).names(&["its content does not follow from the games"]);
    with(&[&one.replace("free", "idle")])
        .names(&["void-games.jsonl: line 1: the reason is different: "]);
    with(&[&one, &two]).names(&["void-games.jsonl: line 2: game 1 was void twice"]);
    with(&[&line((first.to_string(), "why".to_string()))]).names(&["line 1: it is not void"]);
    // This game is not void: the program itself was late.
    let late = void(first, 90_000_000);
    with(&[&line(late)]).names(&["line 1: answer ", "was late"]);
    // The tables would be wrong too, but this error is reported first.
    fs::write(folder.join("games.jsonl"), whole.replacen(first, &void(first, 5000).0, 1))
        .expect("it can be written");
    with(&[&line(void(second, 1000))])
        .names(&["game 1 of round 1, table ", "though it was not played again"]);
}

/// Only files with SQLite's names belong to the store, and the manifest may list only files of the
/// results.
#[test]
fn what_no_results_have_is_found() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    for (path, fits) in [("store.sqlite-journal", true), ("store.sqlite-evil.html", false)] {
        fs::write(folder.join(path), "").expect("it can be written");
        let verified = contest.run(&["verify", "results"]);
        assert_eq!(
            (verified.code == Some(0), verified.complaint.contains(path)),
            (fits, !fits),
            "{verified:?}"
        );
        fs::remove_file(folder.join(path)).expect("it is there");
    }
    for path in ["evil.html", "players/99.html", VOID_GAMES] {
        fs::write(folder.join(path), "").expect("it can be written");
        let manifest = fs::read_to_string(folder.join("MANIFEST.sha256")).expect("text");
        list(&folder, path);
        contest.run(&["verify", "results"]).names(&[&format!("results/{path}: ")]);
        fs::remove_file(folder.join(path)).expect("it is there");
        fs::write(folder.join("MANIFEST.sha256"), manifest).expect("it can be written");
    }
    contest.run(&["verify", "results"]).goes_well();
}

/// Replaces a file by something that is not a plain file.
fn replace(path: &Path, with: &[&str]) {
    let _ = fs::remove_file(path);
    let made = Command::new(with[0]).args(&with[1..]).arg(path).status().expect("it runs");
    assert!(made.success(), "{with:?}");
}

/// A folder from outside may contain pipes or endless files, which must not block `verify` or fill
/// the memory.
#[test]
fn what_is_no_plain_file_is_refused_and_not_waited_for() {
    let contest = Contest::new(2);
    contest.run(&["store", "init", "shared"]).goes_well();
    let hold = || contest.run(&["tournament", "small.toml", "-o", "results", "--store", "shared"]);
    hold().goes_well();
    let folder = contest.path("results");
    let odd: [(&str, &[&str]); 4] = [
        ("MANIFEST.sha256", &["mkfifo"]),
        ("games.jsonl", &["ln", "-s", "/dev/zero"]),
        ("announcement.json", &["mkfifo"]),
        ("announcement.json", &["truncate", "-s", "3G"]),
    ];
    for (path, with) in odd {
        replace(&folder.join(path), with);
        contest.run(&["verify", "results"]).names(&[path]);
        // The command that wrote the results either writes the file again or names it as an
        // obstacle.
        let said = hold();
        assert!(said.code == Some(0) || said.complaint.contains(path), "{with:?} {path}: {said:?}");
        let _ = fs::remove_file(folder.join(path));
        hold().goes_well();
        contest.run(&["verify", "results"]).goes_well();
    }
    for (path, what) in [
        ("lock/.lock", "lock/.lock is no plain file"),
        ("own/store.sqlite", "own/store.sqlite is not a plain file"),
    ] {
        let path = contest.path(path);
        let folder = path.parent().expect("a folder");
        fs::create_dir(folder).expect("it can be made");
        replace(&path, &["mkfifo"]);
        contest.hold(&folder.file_name().expect("a name").to_string_lossy()).names(&[what]);
    }
}
