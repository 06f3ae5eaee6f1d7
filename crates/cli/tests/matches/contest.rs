//! A contest on a class's server, from the first upload to the confirmed final.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::class::tokens_in;
use crate::ludoteka;
use crate::served::{Served, starter};

const CLASS: &str = "title = \"Spring\"\n\
    [[training]]\nname = \"tic\"\ngame = \"mnk\"\nparameters = { m = 3, n = 3, k = 3 }\n\
    time = { move = \"5s\" }\n";

/// The contest, which closes at this moment, with further keys.
fn contest(closes: &str, more: &str) -> String {
    format!(
        "{CLASS}[[contest]]\nname = \"cup\"\ntraining = \"tic\"\ncloses = {closes}\n\
        zone = \"UTC\"\n{more}\n[contest.final]\ngames = 2\n[[assignment]]\nname = \"marks\"\n\
        grade = {{ contest = \"cup\", places = [[1, 10], [2, 7.5]] }}\n"
    )
}

/// Loses by a foul in each game.
const BAD: &str =
    "# Program: bad\nimport sys\nfor line in sys.stdin:\n    print('z9', flush=True)\n";

/// How a name begins that is drawn for a program without one.
const DRAWN: &str = "program ";

/// Waits until a page of the organiser says so.
pub(crate) fn until(served: &Served, path: &str, is_so: impl Fn(&str) -> bool) -> String {
    for _ in 0..600 {
        let (status, page) = served.get(path);
        if status == 200 && is_so(&page) {
            return page;
        }
        thread::sleep(Duration::from_millis(200));
    }
    panic!("never so: {}", served.get(path).1)
}

pub(crate) fn write(folder: &Path, text: &str) {
    let path = folder.join("spring/class.toml");
    fs::write(&path, text).expect("a file");
    // Some file systems count whole seconds.
    let later = SystemTime::now() + Duration::from_secs(2);
    fs::File::open(&path).and_then(|file| file.set_modified(later)).expect("a time");
}

/// The moment that is now, as TOML has it.
pub(crate) fn moment() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

/// The name, the points and the place of each person in the table for a gradebook.
fn points(served: &Served) -> Vec<(String, String, String)> {
    let table = served.get("/assignments/marks/marks.csv").1;
    let cell = |row: &str, at| row.split(',').nth(at).unwrap_or_default().to_string();
    table.lines().skip(1).map(|row| (cell(row, 0), cell(row, 5), cell(row, 13))).collect()
}

#[test]
fn a_contest_from_the_first_upload_to_the_confirmed_final() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("spring")).expect("a folder");
    write(folder.path(), &contest("2999-01-01T00:00:00", ""));
    let people = folder.path().join("spring/people.csv");
    fs::write(people, "name,group\nAnna,\nJan,\nOla and Ewa,\nEla,\n").expect("a file");
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    let tokens = tokens_in(&folder.path().join("spring/links.csv"));
    let [anna, jan, team, organiser] =
        ["Anna", "Jan", "Ola and Ewa", "organiser"].map(|name| &*tokens[name]);
    let c = format!("// Program: anna\n{}", starter("mnk/player.c"));
    served.with_token(anna).tried("tic", "", &[("anna.c", &c)]);
    served.with_token(jan).tried("tic", "", &[("jan.cpp", &starter("mnk/player.cpp"))]);
    // A program with fouls takes part only if its author says so.
    served.with_token(team).tried("tic", "", &[("bad.py", BAD)]);
    assert_eq!(served.post_status("/api/versions/3/current", &json!({})), 204);

    // Jan's source has no name, and that of his file stays his own.
    let page = served.with_token(anna).get("/contests/cup").1;
    assert!(!page.contains("jan.cpp"), "{page}");

    // Each two and the two training opponents: 9 pairs, but the program that fouls rests after 3.
    served.with_token(organiser);
    let done = |page: &str| page.contains("8 of 8 pairs") && page.contains("(rests)");
    until(&served, "/contests/cup", done);
    let page = served.with_token(team).get("/contests/cup").1;
    assert!(page.contains("class=\"why\""), "a foul is told: {page}");
    let game = page.split('"').find(|part| part.starts_with("/contests/cup/games/"));
    assert_eq!(served.get(game.expect("a game")).0, 200);
    assert_eq!(served.with_token(jan).post_status("/api/contests/cup/begin", &json!({})), 404);
    served.with_token(organiser);
    assert_eq!(served.post_status("/api/contests/cup/begin", &json!({})), 409, "it is open");

    // The closing is moved to now; what a closed contest does not allow changes nothing.
    let closes = moment();
    write(folder.path(), &contest(&closes, ""));
    let page = until(&served, "/contests/cup", |page| page.contains("/api/contests/cup/begin"));
    // Three games of at most nine moves of five seconds, and three of the other colours.
    assert!(page.contains("The final has 6 games, which likely take"), "{page}");
    write(folder.path(), &contest(&closes, "standings-games = 4"));
    until(&served, "/contests/cup", |page| page.contains("standings-games"));
    thread::sleep(Duration::from_secs(1));
    served.with_token(anna).tried("tic", "", &[("late.c", &c)]);
    served.with_token(organiser);
    until(&served, "/contests/cup", |page| page.contains("/api/contests/cup/admit-4"));

    // Somebody is taken out, and comes back.
    assert_eq!(served.post_status("/api/contests/cup/out-9", &json!({})), 404);
    assert_eq!(served.post_status("/api/contests/cup/out-2", &json!({})), 204);
    assert_eq!(served.post_status("/api/contests/cup/out-2", &json!({})), 404);
    assert_eq!(served.post_status("/api/contests/cup/admit-2", &json!({})), 204);

    // kill -9 in the final: another server goes on with it.
    assert_eq!(served.post_status("/api/contests/cup/begin", &json!({})), 204);
    assert_eq!(served.post_status("/api/contests/cup/admit-4", &json!({})), 409);
    served.kill();
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    served.with_token(organiser);
    until(&served, "/contests/cup", |page| page.contains("/api/contests/cup/confirm"));
    let leave = |served: &Served, how: &str, name: &str, expected: u16| {
        let leave = json!({ "how": how, "name": name, "reason": "it prints nonsense" });
        assert_eq!(served.post_status("/api/contests/cup/leave", &leave), expected, "{how} {name}");
    };
    for (how, name, expected) in
        [("withdraw", "bad", 204), ("restore", "bad", 204), ("disqualify", "--output", 422)]
    {
        leave(&served, how, name, expected);
    }
    leave(&served, "disqualify", "bad", 204);
    let page = served.with_token(jan).get("/contests/cup").1;
    assert!(page.contains("was disqualified") && page.contains("it prints nonsense"), "{page}");
    served.with_token(organiser);
    assert!(served.get("/results/index.html").1.contains("it prints nonsense"));
    // An appeal is heard while results are provisional; others read it with its answer.
    let results = folder.path().join("spring/store/contests/cup/final/results");
    let games = fs::read_to_string(results.join("games.jsonl")).expect("games");
    let own = |is_own| games.lines().position(|game| game.contains("\"anna\"") == is_own);
    let appeal = |is_own| {
        let game = (own(is_own).expect("a game") + 1).to_string();
        json!({ "game": game, "why": "my move was legal" })
    };
    served.with_token(anna);
    assert_eq!(served.post_status("/api/contests/cup/own/appeal", &appeal(false)), 422);
    let appeal = appeal(true);
    assert_eq!(served.post_status("/api/contests/cup/own/appeal", &appeal), 204);
    assert_eq!(served.post_status("/api/contests/cup/answer", &json!({})), 404);
    assert!(served.get("/contests/cup").1.contains("my move was legal"));
    assert!(!served.with_token(jan).get("/contests/cup").1.contains("my move was legal"));
    served.with_token(organiser);
    let answer = json!({ "to": "1", "answer": "it was not" });
    assert_eq!(served.post_status("/api/contests/cup/answer", &answer), 204);
    assert!(served.with_token(jan).get("/contests/cup").1.contains("it was not"));
    served.with_token(organiser);
    let page = served.get("/assignments/marks").1;
    assert!(page.contains("up to place 2: 7.5") && page.contains("when the final is confirmed"));
    assert!(points(&served).iter().all(|(_, points, _)| points.is_empty()));
    assert_eq!(served.post_status("/api/contests/cup/confirm", &json!({})), 204);
    until(&served, "/assignments/marks", |page| page.contains("all 3 programs are judged"));
    let standings = fs::read(results.join("results.json")).expect("results");
    let standings: Value = serde_json::from_slice(&standings).expect("JSON");
    let place = |program: &str| {
        let all = standings["standings"].as_array().expect("rows");
        let is_it = |name: &str| name == program || (name.starts_with(program) && program == DRAWN);
        let row = all.iter().find(|row| row["name"].as_str().is_some_and(is_it));
        row.and_then(|row| row["place"].as_u64())
    };
    let expected = |name: &str, program| match place(program) {
        Some(place @ 1..=2) => {
            (name.to_string(), ["10", "7.5"][place as usize - 1].to_string(), place.to_string())
        }
        other => panic!("{program}: {other:?}"),
    };
    let without = |name: &str| (name.to_string(), "0".to_string(), String::new());
    let (one, two) = (expected("Anna", "anna"), expected("Jan", DRAWN));
    assert_eq!(points(&served), [one, two, without("Ola and Ewa"), without("Ela")]);
    assert_eq!(place("bad"), None, "it was disqualified");
    for deed in ["again", "again-1", "admit-4"] {
        assert_eq!(served.post_status(&format!("/api/assignments/marks/{deed}"), &json!({})), 409);
    }
    let page = served.with_token(team).get("/assignments/marks").1;
    assert!(page.contains("Points: 0 of 10") && page.contains("no place in the final"), "{page}");
    assert_eq!(served.get("/assignments/marks/pages/3").0, 404);
    served.with_token(anna);
    assert!(served.get("/assignments/marks").1.contains("of 3 in the final."));
    assert_eq!(served.post_status("/api/contests/cup/own/appeal", &appeal), 409);
    // Results have an address that stays; strangers see them only if they see the contest.
    let pages = ["/contests/cup/results/index.html", "/results/index.html"];
    assert_eq!(pages.map(|page| served.get(page).0), [200; 2]);
    assert_eq!(served.get("/contests/cup/results.zip").0, 404, "it is for organisers");
    assert_eq!(pages.map(|page| served.without_link().get(page).0), [401; 2]);
    write(folder.path(), &contest("2999-01-01T00:00:00", "standings = \"everyone\""));
    until(served.with_token(organiser), "/contests/cup", |page| page.contains("closes is fixed"));
    assert_eq!(served.without_link().get(pages[1]).0, 401, "a refused change changes nothing");
    write(folder.path(), &contest(&closes, "standings = \"everyone\""));
    until(&served, pages[0], |page| page.contains("it prints nonsense"));
    assert_eq!(served.get(pages[1]).0, 200);
    let results = results.to_str().expect("a path");
    let verified = ludoteka(folder.path(), &["verify", results]).output().expect("it runs");
    assert!(verified.status.success(), "{verified:?}");
}
