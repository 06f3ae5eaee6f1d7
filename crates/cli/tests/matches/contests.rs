//! Tournaments of all that may come along, in each game: engines, starters in every language, programs that commit every foul, and
//! such as cannot even take part. They end, and their tables are what the games add up to.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::fouls::FOULS;
use crate::starters::{LANGUAGES, has};
use crate::{badbot, complaint, folder, printed, records};

/// One at a time: each takes all the processors there are, and a clock is real.
static TURN: Mutex<()> = Mutex::new(());

/// A tournament of a game.
struct Contest {
    game: &'static str,
    parameters: &'static str,
    format: &'static str,
    /// The protocol in which programs commit fouls.
    protocol: &'static str,
    /// Whether everybody meets the engine, and nobody else.
    is_gauntlet: bool,
}

#[test]
fn mnk() {
    Contest {
        game: "mnk",
        parameters: "n = 5\nm = 5\nk = 4",
        format: "kind = \"gauntlet\"",
        protocol: "line",
        is_gauntlet: true,
    }
    .check();
}

#[test]
fn flood_wars() {
    Contest {
        game: "flood-wars",
        parameters: "rows = 10\ncolumns = 11",
        format: "kind = \"gauntlet\"",
        protocol: "own",
        is_gauntlet: true,
    }
    .check();
}

#[test]
fn reversi() {
    Contest {
        game: "reversi",
        parameters: "",
        format: "kind = \"swiss\"\nrounds = 2",
        protocol: "line",
        is_gauntlet: false,
    }
    .check();
}

#[test]
fn poziomka() {
    Contest {
        game: "poziomka",
        parameters: "pola = 3\nwiersze = 7\nkolumny = 8",
        format: "kind = \"knockout\"\nthird-place = true\nextras = 1",
        protocol: "line",
        is_gauntlet: false,
    }
    .check();
}

#[test]
fn gangsters() {
    Contest {
        game: "gangsters",
        parameters: "n = 5\nm = 5\nlimit = 20",
        format: "kind = \"gauntlet\"",
        protocol: "line",
        is_gauntlet: true,
    }
    .check();
}

impl Contest {
    fn check(&self) {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = folder();
        let entrants = self.write(folder.path());
        assert!(entrants.len() >= 30, "{}", entrants.len());
        printed(folder.path(), &["tournament", "t.toml", "-o", "out"]);
        printed(folder.path(), &["verify", "out"]);
        let out = folder.path().join("out");
        let standings = standings(&out);
        assert_eq!(standings.len(), entrants.len(), "everybody is in the table");
        let games = records(&out.join("games.jsonl"));
        assert_eq!(counted(&games, &entrants), standings, "the table is what the games add up to");
        if self.is_gauntlet {
            for (name, [_, _, _, fouls]) in &standings {
                if name.starts_with("foul") {
                    assert_eq!(*fouls, 2, "{name}");
                } else if name.starts_with("starter") {
                    // On a machine that is busy with other things nobody can be sure to be in time.
                    let others = fouls_of(&games, name).into_iter().filter(|foul| foul["kind"] != "late");
                    assert_eq!(others.count(), 0, "{name}: {:?}", fouls_of(&games, name));
                } else {
                    assert_eq!(*fouls, 0, "{name}");
                }
            }
        }
        one_point_more(&out.join("standings.csv"));
        complaint(folder.path(), &["verify", "out"], 1);
    }

    /// Writes the tournament's file and what it names; gives the names of all entrants.
    fn write(&self, folder: &Path) -> Vec<String> {
        let Contest { game, parameters, format, protocol, .. } = self;
        let mut text = format!(
            "title = \"{game}\"\ngame = \"{game}\"\nmemory-mib = 64\n[parameters]\n{parameters}\n[format]\n{format}\n\
             [time]\nmove-ms = 1000\nnodes = 50\n[fairness]\noverloaded = \"keep\"\n"
        );
        let mut names = Vec::new();
        let mut add = |name: String, keys: &str| {
            writeln!(text, "[[player]]\nname = {}\n{keys}", json!(name)).expect("a string takes all");
            names.push(name);
        };
        for level in 1..=5 {
            add(format!("engine {level}"), &format!("engine = {level}"));
        }
        let starters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters").join(game);
        for (ending, _) in LANGUAGES.iter().filter(|(_, tool)| has(tool)) {
            let file = format!("starter.{ending}");
            fs::copy(starters.join(format!("player.{ending}")), folder.join(&file)).expect("a starter is there");
            add(format!("starter {ending}"), &format!("program = \"{file}\""));
        }
        fs::copy(badbot(), folder.join("badbot")).expect("it can be copied");
        // The tournament keeps a copy for each of those who hand it in, and what debuggers want is most of it.
        let _ = Command::new("strip").arg("badbot").current_dir(folder).status();
        for (number, (deed, _)) in FOULS.iter().enumerate() {
            let arguments = json!(words(&deed.replace("ANOTHER", env!("CARGO_BIN_EXE_ludoteka"))));
            let deed: String =
                deed.chars().filter(|c| c.is_ascii_alphanumeric() || " -".contains(*c)).take(25).collect();
            add(
                format!("foul {number} {}", deed.split_whitespace().collect::<Vec<_>>().join(" ")),
                &format!("program = \"badbot\"\nprotocol = \"{protocol}\"\narguments = {arguments}"),
            );
        }
        executable(&folder.join("broken"), b"no program\0");
        add("foul: no program".to_string(), "program = \"broken\"");
        if has("python3") {
            let proud = "import sys\nfor line in sys.stdin:\n    print('? never', end='\\n\\n', flush=True)\n";
            fs::write(folder.join("proud.py"), proud).expect("a file can be written");
            add("foul: refuses everything".to_string(), "program = \"proud.py\"\nprotocol = \"gtp\"");
        }
        fs::write(folder.join("t.toml"), text).expect("a file can be written");
        names
    }
}

fn executable(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file can be written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
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
    let text = fs::read_to_string(out.join("standings.csv")).expect("there is a table");
    let mut lines = text.lines().map(cells);
    let head = lines.next().expect("a head");
    let column = |name: &str| head.iter().position(|column| column == name).expect("the column is there");
    let columns = ["games won", "games drawn", "games lost", "fouls"].map(column);
    let name = column("name");
    let number = |cell: &str| cell.parse().expect("a number");
    lines.map(|line| (line[name].clone(), columns.map(|column| number(&line[column])))).collect()
}

/// The cells of a line, of which some stand in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            c => cells.last_mut().expect("at least one").push(c),
        }
    }
    cells
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

fn fouls_of<'a>(games: &'a [Value], name: &str) -> Vec<&'a Value> {
    let is_of = |game: &&Value| (0..2).any(|player| game["players"][player]["name"] == name);
    games.iter().filter(is_of).map(|game| &game["end"]["foul"]).filter(|foul| !foul.is_null()).collect()
}

/// Changes a digit of the table, and the checksums with it, as somebody would who is not to be found out by these.
fn one_point_more(table: &Path) {
    let manifest = table.with_file_name("MANIFEST.sha256");
    let text = fs::read_to_string(table).expect("there is a table");
    let last = text.trim_end().rfind(|c: char| c.is_ascii_digit()).expect("a number");
    let digit = if text.as_bytes()[last] == b'9' { "8" } else { "9" };
    let changed = [&text[..last], digit, &text[last + 1..]].concat();
    let sums = fs::read_to_string(&manifest).expect("there are checksums");
    let sums = sums.replace(&sum(text.as_bytes()), &sum(changed.as_bytes()));
    fs::write(table, changed).expect("it is ours");
    fs::write(manifest, sums).expect("it is ours");
}

fn sum(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
