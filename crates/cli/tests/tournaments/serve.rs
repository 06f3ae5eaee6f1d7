//! `ludoteka serve` with tournaments, after their end and during play.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use crate::contest::{Contest, ended};
use crate::interrupt::{INTERRUPTED, interrupt};
use crate::wait_for;

/// A running server, which ends when this value is dropped.
pub(crate) struct Served {
    child: Child,
    /// The address, such as `127.0.0.1:8080`.
    pub(crate) at: String,
}

impl Served {
    pub(crate) fn of(contest: &Contest, arguments: &[&str]) -> Served {
        let mut child = contest.begin(&[&["serve"], arguments].concat());
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("it prints");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Served { at: address.expect("an address").to_string(), child }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let at = &self.at;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    /// The number of games in the list.
    fn games(&self) -> usize {
        let page = self.get("/games");
        let heading = page.split("<h2>Games ").nth(1).and_then(|rest| rest.split('<').next());
        let all = heading.and_then(|heading| heading.rsplit(' ').next()).expect("a heading");
        all.parse().expect("a number")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The moves in the data that a game's page contains for the page's script.
fn moves(page: &str) -> Vec<String> {
    let data = page
        .split("id=\"replay\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next())
        .expect("a game");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    let moves = data["recording"]["moves"].as_array().expect("moves");
    moves.iter().map(|step| step[0].as_str().expect("a name").to_string()).collect()
}

#[test]
fn games_and_standings_come_while_they_are_played_and_keep_their_numbers() {
    let contest = Contest::new(400);
    let runner = contest.begin_to_play("played");
    let served = Served::of(&contest, &["played"]);
    let first = served.games();
    let page = served.get("/games");
    assert!(
        page.contains("<h1>Small boards</h1>")
            && page.contains("data-follow=")
            && page.contains("<h2>Crosstable")
    );
    assert!(page.contains(" games played."), "{page}");
    wait_for("a new game", || served.games() > first);
    wait_for("the fifth game", || served.get("/games/5").starts_with("HTTP/1.1 200"));
    let early = moves(&served.get("/games/5"));
    assert!(served.get("/games/1000000").starts_with("HTTP/1.1 404"));
    let mut runner = runner;
    runner.kill().expect("it is ours");
    ended(runner);
    contest.hold("played").goes_well();
    let line = fs::read_to_string(contest.path("played/games.jsonl")).expect("games");
    let record: serde_json::Value =
        serde_json::from_str(line.lines().nth(4).expect("a game")).expect("a record");
    let published = [&record["opening"], &record["moves"]]
        .into_iter()
        .flat_map(|part| part.as_array().expect("moves"));
    assert_eq!(early, published.map(|name| name.as_str().expect("a name")).collect::<Vec<_>>());
}

#[test]
fn a_running_server_shows_the_published_results_after_the_last_game() {
    let contest = Contest::new(400);
    let mut runner = contest.begin_to_play("played");
    let served = Served::of(&contest, &["played"]);
    interrupt(&runner);
    assert_eq!(runner.wait().expect("it ends").code(), Some(INTERRUPTED));
    assert!(contest.path("played/MANIFEST.sha256").exists());
    assert!(served.get("/games").starts_with("HTTP/1.1 200"), "there are more games to play");
    assert!(served.get("/results/").starts_with("HTTP/1.1 404"));
    let followed = served.get("/games");
    let events = followed.split("data-follow=\"").nth(1).and_then(|rest| rest.split('"').next());
    contest.hold("played").goes_well();
    let told = served.get(events.expect("it follows"));
    assert!(told.contains("\"over\":true") && told.contains("\"published\":true"), "{told}");
    for (path, to) in [("/games", "/results/"), ("/games/24", "/results/replay.html#g=24")] {
        assert!(served.get(path).contains(&format!("location: {to}\r\n")), "{path}");
    }
    let index = fs::read_to_string(contest.path("played/index.html")).expect("a page");
    assert!(served.get("/results/").ends_with(&index));
    assert!(served.get("/games/24/recording").starts_with("HTTP/1.1 200"), "pages may be open");
}

/// Two engines that think slowly.
const SLOW: &str = r#"title = "Slow"
game = "reversi"
games = 2
format = { kind = "round-robin" }
time = { move = "400ms" }
player = [{ engine = 10, name = "a" }, { engine = 10, name = "b" }]
"#;

#[test]
fn a_game_is_followed_move_by_move_while_it_is_played() {
    let contest = Contest::new(2);
    fs::write(contest.path("slow.toml"), SLOW).expect("it can be written");
    let mut runner = contest.begin(&["tournament", "slow.toml", "-o", "slow", "--jobs", "1"]);
    wait_for("a store", || contest.path("slow/store.sqlite").exists());
    wait_for("a tournament", || {
        contest.run(&["store", "list", "slow/store.sqlite"]).printed.contains("Slow")
    });
    let served = Served::of(&contest, &["slow"]);
    wait_for("a game", || served.get("/games").contains("href=\"/games/1\""));
    let page = served.get("/games/1");
    assert!(page.contains("\"follow\":\"/games/events?seen="), "{page}");
    let early = moves(&page);
    wait_for("more moves", || moves(&served.get("/games/1")).len() > early.len());
    assert!(moves(&served.get("/games/1")).starts_with(&early));
    assert!(served.get("/games/1/recording").contains("\"moves\":[["));
    assert_eq!(served.games(), 0, "it does not count yet");
    assert!(served.get("/games/2").starts_with("HTTP/1.1 404"), "it has not begun");
    runner.kill().expect("it is ours");
    ended(runner);
}

/// Plays the tournament in a store that is not in the folder of results, and so stays.
fn hold_in_shared_store(contest: &Contest) {
    contest.run(&["store", "init", "shared.sqlite"]).goes_well();
    let hold = ["tournament", "small.toml", "-o", "over", "--store", "shared.sqlite"];
    contest.run(&hold).goes_well();
}

#[test]
fn a_store_is_left_as_it_is() {
    let contest = Contest::new(2);
    hold_in_shared_store(&contest);
    let store = || fs::read(contest.path("shared.sqlite")).expect("a store");
    let before = store();
    let served = Served::of(&contest, &["shared.sqlite", "--tournament", "1"]);
    let games = fs::read_to_string(contest.path("over/games.jsonl")).expect("games");
    assert_eq!(served.games(), games.lines().count());
    assert!(!moves(&served.get("/games/9")).is_empty());
    drop(served);
    assert_eq!(before, store());
}

#[test]
fn a_folder_is_served_as_it_is_and_nothing_else() {
    let contest = Contest::new(2);
    contest.hold("over").goes_well();
    fs::write(contest.path("over/photo.jpg"), [255, 216, 255]).expect("it can be written");
    #[cfg(unix)]
    {
        fs::rename(contest.path("over/players"), contest.path("moved")).expect("it is ours");
        std::os::unix::fs::symlink(contest.path("moved"), contest.path("over/players"))
            .expect("a link");
    }
    let served = Served::of(&contest, &["over"]);
    for path in ["index.html", "replay.html", "games/1.js", "assets/board.js", "games.jsonl"] {
        let answer = served.get(&format!("/results/{path}"));
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains("content-security-policy"), "{path}: {head}");
        let file = fs::read_to_string(contest.path("over").join(path)).expect("a file");
        let added = body.strip_prefix(&file).unwrap_or_else(|| panic!("{path}: {body}"));
        let plays_on = path == "replay.html";
        assert_eq!(added.contains("/published.js\"></script>"), plays_on, "{path}: {added}");
        assert!(plays_on || added.is_empty(), "{path}: {added}");
    }
    for path in [
        "store.sqlite",
        "photo.jpg",
        "players/1.html",
        "../small.toml",
        "..%2fsmall.toml",
        "%2e%2e/small.toml",
        "/etc/hosts",
        "assets",
    ] {
        assert!(served.get(&format!("/results/{path}")).starts_with("HTTP/1.1 404"), "{path}");
    }
    for (path, to) in [
        ("/games", "/results/"),
        ("/games/9", "/results/replay.html#g=9"),
        ("/results", "/results/"),
    ] {
        let answer = served.get(path);
        assert!(answer.starts_with("HTTP/1.1 303"), "{path}: {answer}");
        assert!(answer.contains(&format!("location: {to}\r\n")), "{path}: {answer}");
    }
}

#[test]
fn what_has_no_games_is_told_in_a_sentence() {
    let contest = Contest::new(2);
    hold_in_shared_store(&contest);
    fs::create_dir(contest.path("empty")).expect("a folder");
    fs::write(contest.path("notes.txt"), "Dear organiser\n").expect("it can be written");
    fs::write(contest.path("half.sqlite"), b"SQLite format 3\0and no more")
        .expect("it can be written");
    fs::write(contest.path("picture.png"), [137, 80, 78, 71, 0, 255, 10, 254, 10])
        .expect("it can be written");
    contest.run(&["serve", "empty"]).names(&[
        "empty has no recorded games",
        "games.jsonl",
        "store.sqlite",
    ]);
    contest
        .run(&["serve", "nothing"])
        .names(&["there is no nothing", "ludoteka tournament FILE -o nothing"]);
    contest
        .run(&["serve", "/dev/null"])
        .names(&["/dev/null has no recorded games", "no plain file"]);
    contest.run(&["serve", "notes.txt"]).names(&["notes.txt, line 1"]);
    contest.run(&["serve", "picture.png"]).names(&["picture.png, line 1"]);
    contest.run(&["serve", "half.sqlite"]).names(&["half.sqlite"]);
    contest
        .run(&["serve", "shared.sqlite", "--tournament", "7"])
        .names(&["no tournament 7", "1 (Small boards)"]);
    fs::remove_file(contest.path("over/MANIFEST.sha256")).expect("it is ours");
    contest.run(&["serve", "over"]).names(&["over has no recorded games", "MANIFEST.sha256"]);
}
