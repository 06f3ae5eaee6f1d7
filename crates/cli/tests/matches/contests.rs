//! A tournament of all that may come along: engines, programs that commit every foul, and such as cannot even take part. It ends, and its table is what the games add up to.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::fouls::FOULS;
use crate::starters::has;
use crate::{badbot, folder, printed, records};

/// Everybody meets the first engine.
const HEAD: &str = "title = \"All\"\ngame = \"mnk\"\nmemory-mib = 64\n[parameters]\nn = 5\nm = 5\nk = 4\n\
                    [format]\nkind = \"gauntlet\"\n[time]\nmove-ms = 1000\nnodes = 50\n[fairness]\noverloaded = \"keep\"\n";

#[test]
fn a_tournament_of_all_that_may_come_along_ends() {
    let folder = folder();
    let entrants = write(folder.path());
    assert!(entrants.len() >= 30, "{}", entrants.len());
    printed(folder.path(), &["tournament", "t.toml", "-o", "out"]);
    printed(folder.path(), &["verify", "out"]);
    let out = folder.path().join("out");
    let standings = standings(&out);
    assert_eq!(standings.len(), entrants.len(), "everybody is in the table");
    let games = records(&out.join("games.jsonl"));
    assert_eq!(counted(&games, &entrants), standings, "the table is what the games add up to");
    for (name, [_, _, _, fouls]) in &standings {
        if name.starts_with("foul") {
            assert_eq!(*fouls, 2, "{name}");
        } else {
            assert_eq!(*fouls, 0, "{name}");
        }
    }
}

/// Writes the tournament's file and what it names; gives the names of all entrants.
fn write(folder: &Path) -> Vec<String> {
    let mut text = HEAD.to_string();
    let mut names = Vec::new();
    let mut add = |name: String, keys: &str| {
        writeln!(text, "[[player]]\nname = {}\n{keys}", json!(name)).expect("a string takes all");
        names.push(name);
    };
    for level in [1, 5] {
        add(format!("engine {level}"), &format!("engine = {level}"));
    }
    fs::copy(badbot(), folder.join("badbot")).expect("it can be copied");
    for (number, (deed, _)) in FOULS.iter().enumerate() {
        let arguments = json!(words(&deed.replace("ANOTHER", env!("CARGO_BIN_EXE_ludoteka"))));
        let keys = format!("program = \"badbot\"\nprotocol = \"line\"\narguments = {arguments}");
        add(format!("foul {number}"), &keys);
    }
    let broken = folder.join("broken");
    fs::write(&broken, b"no program\0").expect("a file can be written");
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).expect("it is ours");
    add("foul: no program".to_string(), "program = \"broken\"");
    if has("python3") {
        let proud = "import sys\nfor line in sys.stdin:\n    print('? never', end='\\n\\n', flush=True)\n";
        fs::write(folder.join("proud.py"), proud).expect("a file can be written");
        add("foul: refuses everything".to_string(), "program = \"proud.py\"\nprotocol = \"gtp\"");
    }
    fs::write(folder.join("t.toml"), text).expect("a file can be written");
    names
}

/// The words of a deed, of which some stand in quotes.
fn words(deed: &str) -> Vec<String> {
    let parts = deed.split('\'').enumerate();
    let words = |(number, part): (usize, &str)| match number % 2 {
        1 => vec![part.to_string()],
        _ => part.split_whitespace().map(str::to_string).collect(),
    };
    parts.flat_map(words).collect()
}

/// Games won, drawn and lost of everybody, and fouls, as the table says.
fn standings(out: &Path) -> HashMap<String, [u64; 4]> {
    let text = fs::read_to_string(out.join("results.json")).expect("there are results");
    let results: Value = serde_json::from_str(&text).expect("JSON");
    let line = |line: &Value| {
        let games = &line["games"];
        let counts = [&games["won"], &games["drawn"], &games["lost"], &line["fouls"]];
        (line["name"].as_str().expect("a name").to_string(), counts.map(|count| count.as_u64().expect("a number")))
    };
    results["standings"].as_array().expect("a list").iter().map(line).collect()
}

/// The same, counted here.
fn counted(games: &[Value], entrants: &[String]) -> HashMap<String, [u64; 4]> {
    let mut all: HashMap<_, _> = entrants.iter().map(|name| (name.clone(), [0; 4])).collect();
    for game in games {
        let first = game["first"].as_u64().expect("0 or 1");
        for player in 0..2 {
            let name = game["players"][player]["name"].as_str().expect("a name");
            let side = player as u64 ^ first;
            let margin = game["margin"].as_i64().expect("a number") * if side == 0 { 1 } else { -1 };
            let counts = all.get_mut(name).expect("an entrant");
            counts[usize::from(margin <= 0) + usize::from(margin < 0)] += 1;
            counts[3] += u64::from(game["end"]["by"] == "foul" && game["end"]["side"] == side);
        }
    }
    all
}
