//! A class with slips and a door, and people who try what they may not.

use std::fs;
use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, SystemTime};

use classroom::{Assignments, Caps, Class, Contests, Finals, Reckoned, Roster, Settings, Workshop};
use games::GAMES;
use sandbox::Level;
use serde_json::{Value, json};

use crate::{Answer, Request, free_port, running};

/// A contest for each audience.
const CLASS: &str = r#"
title = "Spring"
[[training]]
game = "mnk"
[[contest]]
name = "open"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "UTC"
standings = "everyone"
words = "open.md"
final = {}
[[contest]]
name = "inside"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "Europe/Warsaw"
final = {}
[[contest]]
name = "own"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "UTC"
standings = "own"
final = {}
[[contest]]
name = "later"
training = "mnk"
closes = 2999-01-01T00:00:00
zone = "UTC"
standings = "after the final"
final = {}
"#;

/// Nothing is played.
const FINALS: Finals = Finals {
    check: |_| Ok(()),
    reckon: |_| Ok(Reckoned { games: 0, at_a_time: 1, longest: None, smaller: None }),
    play: |_, _| Command::new("false"),
    is_played: |_| false,
    leave: |_, _, _, _| Command::new("false"),
};

/// A served class.
struct School {
    folder: tempfile::TempDir,
    at: SocketAddr,
}

impl School {
    fn new() -> School {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name, text| fs::write(folder.path().join(name), text).expect("a file");
        write("people.csv", "name,group\nAnna,3a\nJan,3b\n");
        write("organisers.csv", "name,group,rights\nEwa,3a,read run\nZoe,,read\nUla,3b,read\n");
        write("class.toml", CLASS);
        let (class, _) = Class::open(folder.path(), GAMES).expect("a class");
        let (caps, keep) = (Caps::OWN_MACHINE, Some(class.store()));
        let (level, cases) = (Level::Confined, |_, _, _: &_| Ok(()));
        let settings =
            Settings { games: GAMES, level, cases, finals: FINALS, keep, caps, workers: 1 };
        let workshop = Workshop::at_rest(settings).expect("a workshop");
        let server = free_port();
        let base = format!("http://{}", server.address());
        let roster = Roster::open(folder.path(), &base, &[]).expect("people");
        let contests = Contests::open(&class, &workshop, &roster).expect("contests");
        let assignments =
            Assignments::open(&class, &workshop, &roster, &contests).expect("assignments");
        let server = server.with_workshop(workshop, &[]);
        let at = running(server.with_class(class, roster, (contests, |_| None), assignments));
        School { folder, at }
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// Writes the class's file, as if some seconds later.
    fn set_class(&self, text: &str) {
        let path = self.folder.path().join("class.toml");
        let before = fs::metadata(&path).and_then(|about| about.modified()).expect("a time");
        fs::write(&path, text).expect("a file");
        let later = before.max(SystemTime::now()) + Duration::from_secs(9);
        fs::File::open(&path).and_then(|file| file.set_modified(later)).expect("a time");
    }

    /// The cookie of whoever is called so.
    fn cookie(&self, name: &str) -> String {
        let links = self.file("links.csv");
        let line = links.lines().find(|line| line.starts_with(name)).expect("a line");
        let token = line.split(',').nth(3).and_then(|link| link.rsplit('/').next());
        format!("ludoteka-link={}", token.expect("a token"))
    }

    fn get(&self, cookie: &str, path: &str) -> Answer {
        Request::get(path).set("host", &self.at.to_string()).set("cookie", cookie).send_to(self.at)
    }

    fn post(&self, cookie: &str, path: &str, body: &Value) -> Answer {
        let request = Request::ask(path, body).set("host", &self.at.to_string());
        request.set("cookie", cookie).send_to(self.at)
    }

    /// Asks to be let in, and returns the cookie of the browser that waits.
    fn knock(&self, name: &str) -> String {
        let answer = self.post("", "/api/join", &json!({ "name": name }));
        assert_eq!(answer.status, 200, "{}", answer.body);
        set(&answer, "ludoteka-door")
    }

    /// The addresses by which an organiser admits those who wait.
    fn admissions(&self) -> Vec<String> {
        let page = self.get(&self.cookie("organiser"), "/people").body;
        let quoted = page.split('"').filter(|part| part.ends_with("/admit"));
        quoted.map(str::to_string).collect()
    }
}

/// The cookie of this name that an answer sets.
fn set(answer: &Answer, name: &str) -> String {
    let begin = format!("set-cookie: {name}=");
    let value = answer.head.lines().find_map(|line| line.strip_prefix(&begin));
    let value = value.and_then(|value| value.split(';').next()).unwrap_or_default();
    format!("{name}={value}")
}

#[test]
fn slips_are_for_those_who_may_renew_links() {
    let school = School::new();
    for (name, status) in [("organiser", 200), ("Ewa", 200), ("Zoe", 403), ("Anna", 404)] {
        assert_eq!(school.get(&school.cookie(name), "/people/slips").status, status, "{name}");
    }
    assert_eq!(school.get("", "/people/slips").status, 401);
    let code = |name: &str| {
        let links = school.file("links.csv");
        let line = links.lines().find(|line| line.starts_with(name)).expect("a line");
        line.split(',').nth(4).expect("a code").to_string()
    };
    let page = school.get(&school.cookie("Ewa"), "/people/slips");
    assert!(page.body.contains(&code("Anna")) && !page.body.contains(&code("Jan")));
    assert!(page.head.contains("cache-control: no-store"), "{}", page.head);
    let all = school.get(&school.cookie("organiser"), "/people/slips").body;
    assert_eq!(all.matches("<svg").count(), 2);
}

#[test]
fn a_shut_door_lets_nobody_ask() {
    let school = School::new();
    let ask = || school.post("", "/api/join", &json!({ "name": "Ola" })).status;
    assert_eq!(ask(), 409);
    for (name, status) in [("", 401), ("Anna", 404), ("Zoe", 403), ("organiser", 204)] {
        let cookie = if name.is_empty() { String::new() } else { school.cookie(name) };
        let answer = school.post(&cookie, "/api/people/door/open", &json!({}));
        assert_eq!(answer.status, status, "{name}");
    }
    assert_eq!(ask(), 200);
    let organiser = school.cookie("organiser");
    assert_eq!(school.post(&organiser, "/api/people/door/shut", &json!({})).status, 204);
    assert_eq!(ask(), 409);
    assert_eq!(school.post(&organiser, "/api/people/door/burn", &json!({})).status, 404);
}

#[test]
fn who_waits_may_nothing_and_nobody_takes_the_admission_of_another() {
    let school = School::new();
    let organiser = school.cookie("organiser");
    school.post(&organiser, "/api/people/door/open", &json!({}));
    for name in ["", "=1+1", "a\u{202e}b", &"a".repeat(61)] {
        assert_eq!(school.post("", "/api/join", &json!({ "name": name })).status, 422, "{name}");
    }
    let ola = school.knock("Ola");
    let secret = ola.split_once('=').expect("a cookie").1.to_string();
    // The secret of the door is no link.
    for cookie in [ola.clone(), format!("ludoteka-link={secret}")] {
        for path in ["/test", "/people", "/people/slips", "/trials"] {
            assert_eq!(school.get(&cookie, path).status, 401, "{path}");
        }
        let upload = json!({ "files": [["bot.c", ""]] });
        assert_eq!(school.post(&cookie, "/api/mnk/test", &upload).status, 401);
    }
    assert_eq!(
        school.get(&format!("ludoteka-link={secret}"), &format!("/link/{secret}")).status,
        410
    );
    let admissions = school.admissions();
    let [admission] = &admissions[..] else { panic!("{admissions:?}") };
    for (cookie, status) in
        [(&ola, 401), (&school.cookie("Anna"), 404), (&school.cookie("Zoe"), 403)]
    {
        assert_eq!(school.post(cookie, admission, &json!({})).status, status);
    }
    assert!(!school.get(&school.cookie("Zoe"), "/people").body.contains("/admit"));
    assert_eq!(school.post(&school.cookie("Ewa"), admission, &json!({})).status, 204);
    assert_eq!(school.post(&organiser, admission, &json!({})).status, 404, "it is done");
    let id = admission.split('/').nth(4).expect("an id");
    for other in [String::new(), format!("ludoteka-door={id}"), school.knock("Ola")] {
        let answer = school.get(&other, "/join");
        assert_eq!((answer.status, set(&answer, "ludoteka-link")), (200, "ludoteka-link=".into()));
    }
    let answer = school.get(&ola, "/join");
    let link = set(&answer, "ludoteka-link");
    assert_eq!((answer.status, school.get(&link, "/test").status), (303, 200));
    assert_eq!(link, school.cookie("Ola"), "she stands in the list like anybody else");
    let log = school.file("store/log.jsonl");
    let place = format!("people/waiting/{id}");
    assert!(log.lines().any(|line| line.contains("\"admit\"") && line.contains(&place)), "{log}");
    assert!(!log.contains("Ola"), "{log}");
}

#[test]
fn who_is_refused_is_told() {
    let school = School::new();
    let organiser = school.cookie("organiser");
    school.post(&organiser, "/api/people/door/open", &json!({}));
    let jan = school.knock("Jan");
    let waits = school.get(&jan, "/join");
    assert!(waits.head.contains("\nrefresh: "), "{}", waits.head);
    let refusal = school.admissions()[0].replace("/admit", "/refuse");
    assert_eq!(school.post(&organiser, &refusal, &json!({})).status, 204);
    let told = school.get(&jan, "/join");
    assert!(!told.head.contains("\nrefresh: ") && told.body.contains("/api/join"));
    assert!(school.file("admitted.csv").is_empty());
}

#[test]
fn a_contest_is_seen_by_its_audience_and_decided_by_organisers_of_all() {
    let school = School::new();
    fs::write(school.folder.path().join("open.md"), "# Fair\n<script>x</script>").expect("a file");
    // For each visitor: the four contests' statuses, then whether each table is shown.
    for (name, statuses, tables) in [
        ("", [200, 401, 401, 401], "+   "),
        ("Anna", [200; 4], "+++-"),
        ("Zoe", [200; 4], "++++"),
        ("organiser", [200; 4], "++++"),
    ] {
        let cookie = if name.is_empty() { String::new() } else { school.cookie(name) };
        for (index, contest) in ["open", "inside", "own", "later"].into_iter().enumerate() {
            let page = school.get(&cookie, &format!("/contests/{contest}"));
            assert_eq!(page.status, statuses[index], "{name} {contest}");
            let expected = match &tables[index..=index] {
                "+" => true,
                "-" => false,
                _ => continue,
            };
            let is_shown = page.body.contains("<table class=\"standings\"");
            assert_eq!(is_shown, expected, "{name} {contest}");
            let is_for_organiser = name == "Zoe" || name == "organiser";
            assert_eq!(page.body.contains("/people/of/") || is_for_organiser, is_for_organiser);
        }
    }
    let page = school.get("", "/contests/open").body;
    assert!(page.contains("<h2>Fair</h2>") && !page.contains("<script>x"), "{page}");
    for deed in ["begin", "pause", "resume", "confirm", "leave", "admit-1", "burn"] {
        let path = format!("/api/contests/open/{deed}");
        for (name, status) in [("", 401), ("Anna", 404), ("Ewa", 404), ("Zoe", 403)] {
            let cookie = if name.is_empty() { String::new() } else { school.cookie(name) };
            assert_eq!(school.post(&cookie, &path, &json!({})).status, status, "{name} {deed}");
        }
        let refused = school.post(&school.cookie("organiser"), &path, &json!({})).status;
        assert!((400..500).contains(&refused), "{deed}: {refused}");
    }
    for path in ["/contests/open/games/1/0", "/contests/none", "/contests/open/games/x/y"] {
        assert_eq!(school.get(&school.cookie("Anna"), path).status, 404, "{path}");
    }
}

#[test]
fn a_faulty_contest_is_named_and_changes_nothing() {
    let school = School::new();
    let organiser = school.cookie("organiser");
    school.set_class(&CLASS.replace("final = {}", "final = { player = [] }"));
    let says = |what: &str| {
        (0..300).any(|_| {
            std::thread::sleep(Duration::from_millis(200));
            school.get(&organiser, "/people").body.contains(what)
        })
    };
    assert!(says("player is not allowed"), "{}", school.get(&organiser, "/people").body);
    assert_eq!(school.get(&organiser, "/contests/inside").status, 200);
}

#[test]
fn who_takes_part_is_each_persons_choice_until_the_closing() {
    let school = School::new();
    let [anna, organiser] = ["Anna", "organiser"].map(|name| school.cookie(name));
    let files = json!({ "files": [["main.py", "cHJpbnQoMSkK"]] });
    assert_eq!(school.post(&anna, "/api/mnk/test", &files).status, 200);
    assert_eq!(school.post(&anna, "/api/versions/1/current", &json!({})).status, 204);
    let choose = |cookie: &str, deed: &str| {
        let path = format!("/api/contests/inside/own/{deed}");
        school.post(cookie, &path, &json!({})).status
    };
    let page = |cookie: &str| school.get(cookie, "/contests/inside").body;
    for (deed, other) in [("absent", "present"), ("present", "absent")] {
        assert!(page(&anna).contains(&format!("own/{deed}")), "{deed}");
        assert_eq!(choose("", deed), 401);
        assert_eq!(choose(&organiser, deed), 404, "nobody chooses for others");
        assert_eq!(choose(&anna, deed), 204);
        assert!(page(&anna).contains(&format!("own/{other}")));
        let lists_version = |cookie: &str| page(cookie).contains("href=\"/versions/1\"");
        assert_eq!(lists_version(&organiser), deed == "present", "{deed}");
        let of_other_group = school.cookie("Ula");
        assert!(!lists_version(&of_other_group) && !page(&of_other_group).contains(">Anna"));
    }
    assert_eq!((choose(&anna, "again"), choose(&anna, "burn")), (409, 404), "it does not rest");
    for (cookie, status) in [("", 401), (&*anna, 404), (&*organiser, 409)] {
        assert_eq!(school.get(cookie, "/contests/inside/ceremony").status, status);
    }
    // Nothing is tried in this class, and trials come before the closing.
    assert_eq!(school.post(&anna, "/api/trials/1/withdraw", &json!({})).status, 200);
    let written = CLASS.replacen("2999", "2001", 2);
    school.set_class(&written);
    let closed = || school.file("store/contests/inside/closed.json");
    assert!((0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(200));
        !closed().is_empty()
    }));
    assert_eq!(choose(&anna, "absent"), 409);
    // The version came after this closing.
    let admit = "/api/contests/inside/admit-1";
    assert_eq!(school.post(&organiser, admit, &json!({})).status, 204);
    let closed: Value = serde_json::from_str(&closed()).expect("JSON");
    let seal = &closed["entries"][0]["seal"];
    let [salt, sum] = ["salt", "sha256"].map(|key| seal[key].as_str().expect("a text"));
    // The sum of the program itself: `print(1)` and a line feed.
    assert_eq!(sum, "cc42155088fca5730758db72b2a5bca33112a941dfaa2d43098ec422ce4ea213");
    assert!(page(&anna).contains("<ul class=\"records seals\"") && !page(&anna).contains(salt));
    // A closing that is put off is undone, whatever else changes with it.
    school.set_class(&CLASS.replace("2999", "2998").replace("final = {}", "final = { games = 4 }"));
    assert!((0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(200));
        school.file("store/contests/inside/closed.json").is_empty()
    }));
    assert_eq!(choose(&anna, "absent"), 204);
}
