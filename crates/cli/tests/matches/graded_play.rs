//! An assignment on a class's server that gives points for play.

use std::fs;

use serde_json::{Value, json};

use crate::class::tokens_in;
use crate::contest::{moment, until, write};
use crate::served::{Served, in_browser, starter};

/// The class, with an assignment that closes at this moment.
fn class(closes: &str, levels: &str) -> String {
    format!(
        "title = \"Spring\"\n[[training]]\nname = \"tic\"\ngame = \"mnk\"\n\
        parameters = {{ m = 3, n = 3, k = 3 }}\n[[assignment]]\nname = \"play\"\n\
        training = \"tic\"\ncloses = {closes}\nzone = \"UTC\"\n\
        grade = {{ levels = {levels}, games = 4, bands = [[1, 2], [40, 5]] }}\n"
    )
}

/// Loses by a foul in each game.
const FOULS: &str = "import sys\nfor line in sys.stdin:\n    print('z9', flush=True)\n";
const BROKEN: &str = "int main(void) { return x; }\n";

/// The points, the number of games and the first foul in the table for a gradebook, by names.
fn marks(served: &Served) -> Vec<[String; 4]> {
    let table = served.get("/assignments/play/marks.csv").1;
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<_> = line.split(',').collect();
        [cells[0], cells[5], cells[8], cells[9]].map(str::to_string)
    });
    rows.collect()
}

#[test]
fn programs_are_graded_by_their_games_against_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let spring = folder.path().join("spring");
    fs::create_dir(&spring).expect("a folder");
    write(folder.path(), &class("2999-01-01T00:00:00", "[1, 2]"));
    fs::write(spring.join("people.csv"), "name\nAnna\nJan\nOla\nEla\n").expect("a file");
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    let tokens = tokens_in(&spring.join("links.csv"));
    let c = starter("mnk/player.c");
    for (name, file) in [("Anna", ("a.c", &*c)), ("Jan", ("b.py", FOULS)), ("Ola", ("c.c", BROKEN))]
    {
        served.with_token(&tokens[name]).tried("tic", "", &[file]);
    }
    let page = served.with_token(&tokens["Anna"]).get("/assignments/play").1;
    assert!(page.contains("from 40 % of the points on: 5"), "{page}");
    assert_eq!(served.get("/assignments/play/games/1/1").0, 404, "nothing is played before");

    // After the closing, what gives the points stays.
    write(folder.path(), &class(&moment(), "[1, 2]"));
    let organiser = &*tokens["organiser"];
    let is_judged = |page: &str| page.contains("all 3 programs are judged");
    until(served.with_token(organiser), "/assignments/play", is_judged);
    let before = marks(&served);
    let of = |name: &str| before.iter().find(|row| row[0] == name).expect("a row").clone();
    // Level 1 loses to nobody who only fouls; a program that does not compile plays nothing.
    assert_eq!(of("Jan")[1..3], ["0", "8"]);
    assert_eq!(of("Ola")[1..3], ["0", "0"]);
    assert_eq!(of("Ela")[1..], ["0", "", ""]);
    assert!(!of("Jan")[3].is_empty() && !of("Ola")[3].is_empty(), "{before:?}");
    write(folder.path(), &class(&moment(), "[1]"));
    until(&served, "/assignments/play", |page| page.contains("grade"));

    // Each has the own games and the own foul, and nobody else's.
    let page = served.with_token(&tokens["Jan"]).get("/assignments/play").1;
    assert!(page.contains("/assignments/play/games/2/8"), "{page}");
    assert_eq!(served.get("/assignments/play/games/2/8").0, 200);
    assert_eq!(served.get("/assignments/play/games/2/9").0, 404);
    assert_eq!(served.get("/assignments/play/games/1/1").0, 404);
    assert_eq!(served.get("/assignments/play/programs.zip").0, 404);

    let link = |name: &str| format!("http://{}/link/{}", served.at, tokens[name]);
    in_browser("grades.mjs", &["Jan", "organiser"].map(link));

    // The same seed gives the same boards and engines again.
    served.with_token(organiser);
    let closed = fs::read(spring.join("store/assignments/play/closed.json")).expect("a file");
    let closed: Value = serde_json::from_slice(&closed).expect("JSON");
    assert_ne!(closed["seed"], 0);
    assert_eq!(served.post_status("/api/assignments/play/again", &json!({})), 204);
    until(&served, "/assignments/play", is_judged);
    let played =
        |rows: &[[String; 4]]| rows.iter().map(|row| row[..3].to_vec()).collect::<Vec<_>>();
    assert_eq!(played(&marks(&served)), played(&before));
    let record = spring.join("store/assignments/play/results/00002.jsonl");
    let games = fs::read_to_string(record).expect("games");
    assert_eq!(games.lines().count(), 8);
}
