//! `ludoteka serve --class`: people with links of their own, and what survives the server's end.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::Duration;

use rules::random::Random;
use serde_json::{Value, json};

use crate::complaint;
use crate::served::{Served, in_browser, starter};

const CLASS: &str = "title = \"Spring\"\n\
    [caps]\ntrials-per-minute = 100\nversions = 60\n\
    [[training]]\ngame = \"mnk\"\ntime = { move = \"1s\" }\n\
    [[training]]\nname = \"moves\"\ngame = \"reversi\"\nrole = \"task\"\ncases-seed = 7\n";

/// A folder with a class, and its people's tokens by their names.
struct School {
    folder: tempfile::TempDir,
}

impl School {
    fn new(class: &str) -> School {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("spring")).expect("a folder");
        fs::write(folder.path().join("spring/class.toml"), class).expect("a file");
        let school = School { folder };
        school.people("name\nAnna\nJan\n");
        school
    }

    fn people(&self, list: &str) {
        fs::write(self.folder.path().join("spring/people.csv"), list).expect("a file");
    }

    fn served(&self) -> Served {
        Served::new(self.folder.path(), &["--class", "spring"])
    }

    /// The tokens in the links that the server has written.
    fn tokens(&self) -> BTreeMap<String, String> {
        let links = self.folder.path().join("spring/links.csv");
        let links = fs::read_to_string(links).expect("links");
        let token = |line: &str| {
            let (name, token) = (line.split(',').next()?, line.rsplit('/').next()?);
            Some((name.to_string(), token.to_string()))
        };
        links.lines().skip(1).filter_map(token).collect()
    }
}

fn program() -> String {
    starter("mnk/player.c")
}

#[test]
fn everybody_sees_their_own_and_the_organiser_sees_all() {
    let school = School::new(CLASS);
    let mut served = school.served();
    let tokens = school.tokens();
    let [anna, jan, organiser] = ["Anna", "Jan", "organiser"].map(|name| &*tokens[name]);
    let (trial, news) = served.with_token(anna).tried("mnk", "", &[("bot.c", &program())]);
    assert_eq!((trial, &news["games"], &news["foul"]), (1, &json!(8), &Value::Null));
    let pages = [
        ("/test", 200, 401),
        ("/test/mnk", 200, 401),
        ("/trials/1", 200, 404),
        ("/trials/1/now", 200, 404),
        ("/trials/1/games/1", 200, 404),
        ("/trials/1/games.jsonl", 200, 404),
        ("/versions/1", 200, 404),
        ("/people", 404, 404),
        ("/people/of/Anna", 404, 404),
    ];
    let forged = "0".repeat(32);
    for (path, own, other) in pages {
        assert_eq!(served.with_token(anna).get(path).0, own, "{path}");
        let expected = if other == 401 { 200 } else { 404 };
        assert_eq!(served.with_token(jan).get(path).0, expected, "{path}");
        for nobody in [&*forged, "", "x"] {
            assert_eq!(served.with_token(nobody).get(path).0, 401, "{path}");
        }
    }
    let deeds = [
        "/api/trials/1/again",
        "/api/trials/1/against",
        "/api/versions/1/current",
        "/api/mnk/reply/1",
    ];
    for path in deeds {
        let body = json!({ "version": 1 });
        assert_eq!(served.with_token(jan).post_status(path, &body), 404, "{path}");
        assert_eq!(served.with_token(&forged).post_status(path, &body), 401, "{path}");
        let foreign = "content-type: application/json\r\norigin: http://evil.example\r\n";
        let status = served.with_token(anna).ask(&format!("POST {path}"), foreign, "{}").0;
        assert_eq!(status, 403, "{path}");
    }
    assert_eq!(served.with_token(&forged).upload("mnk", "", &[("bot.c", "")]).0, 401);
    assert!(!served.with_token(jan).get("/test").1.contains("bot.c"));
    // What Jan uploads meets no version of Anna's.
    served.with_token(jan).tried("mnk", "", &[("bot.py", &starter("mnk/player.py"))]);
    assert_eq!(served.post_status("/api/trials/2/against", &json!({ "version": 1 })), 422);
    for path in ["/people", "/people/of/Anna", "/trials/1", "/versions/1", "/versions/2"] {
        assert_eq!(served.with_token(organiser).get(path).0, 200, "{path}");
    }
    let (_, page) = served.with_token(organiser).get("/versions/1");
    assert!(page.contains("#include"), "{page}");
    assert_eq!(
        served.with_token(organiser).post_status("/api/versions/1/current", &json!({})),
        204
    );
}

#[test]
fn a_link_becomes_a_cookie_and_can_be_shut() {
    let school = School::new(CLASS);
    let mut served = school.served();
    let tokens = school.tokens();
    let open = |served: &Served, token: &str, headers: &str| {
        served.whole(&format!("GET /link/{token}"), headers, "")
    };
    let opened = open(&served, &tokens["Anna"], "");
    for part in [" 303 ", "location: /test", "httponly", "samesite=lax", "path=/"] {
        assert!(opened.to_ascii_lowercase().contains(part), "{part}: {opened}");
    }
    assert!(!opened.contains("; Secure"), "{opened}");
    let behind_proxy = open(&served, &tokens["Anna"], "x-forwarded-proto: https\r\n");
    assert!(behind_proxy.contains("; Secure"), "{behind_proxy}");
    assert!(open(&served, &"0".repeat(32), "").contains(" 410 "));
    let anna = &tokens["Anna"];
    assert_eq!(served.with_token(anna).get("/test").0, 200);
    school.people("name\nJan\nOla\n");
    while served.with_token(anna).get("/test").0 == 200 {
        thread::sleep(Duration::from_millis(50));
    }
    let ola = school.tokens()["Ola"].clone();
    assert_eq!(served.with_token(&ola).get("/test").0, 200);
    assert_eq!(served.with_token(&tokens["Jan"]).get("/test").0, 200, "links stay");
}

#[test]
fn a_class_decides_what_programs_are_tried_in_and_how_much() {
    let school = School::new(&CLASS.replace("= 60", "= 2"));
    let mut served = school.served();
    let anna = school.tokens()["Anna"].clone();
    let served = served.with_token(&anna);
    let (_, news) = served.tried("moves", "", &[("a.py", "print('a1')")]);
    assert!(news["lines"].as_str().expect("lines").contains("0 of 10"), "{news}");
    assert_eq!(served.upload("reversi", "", &[("a.py", "")]).0, 404, "no such training");
    let chosen = json!({ "role": "player", "files": [["a.py", ""]] });
    assert_eq!(served.post("/api/mnk/test", &chosen).0, 422);
    served.tried("mnk", "", &[("bot.c", &program())]);
    let (status, why) = served.upload("mnk", "", &[("bot.c", &program())]);
    assert_eq!(status, 429, "{why}");
    assert!(why["error"].as_str().expect("a sentence").contains("2 versions"), "{why}");
    let other = complaint(school.folder.path(), &["serve", "--class", "spring"], 1);
    assert!(other.contains("another server"), "{other}");
}

#[test]
fn a_killed_server_goes_on_with_what_was_not_done() {
    const KILLS: usize = 15;
    let school = School::new(CLASS);
    let mut random = Random::new(1);
    let mut seen: BTreeMap<u64, Value> = BTreeMap::new();
    let mut uploaded = 0;
    for _ in 0..KILLS {
        let mut served = school.served();
        let tokens = school.tokens();
        for (trial, news) in &seen {
            let (status, now) = served.with_token(&tokens["organiser"]).news(*trial);
            assert_eq!((status, &now["games"], &now["foul"]), (200, &news["games"], &news["foul"]));
            assert!(news["over"] != true || now["over"] == true, "{news} {now}");
        }
        for name in ["Anna", "Jan"] {
            let (status, made) =
                served.with_token(&tokens[name]).upload("mnk", "", &[("bot.c", &program())]);
            assert_eq!((status, &made["trial"]), (200, &json!(uploaded + 1)));
            uploaded += 1;
        }
        thread::sleep(Duration::from_millis(random.below(900) as u64));
        for trial in 1..=uploaded {
            let news = served.with_token(&tokens["organiser"]).news(trial).1;
            // What a step has found is kept when the step is done; games in between are not.
            if news["over"] == true {
                seen.insert(trial, news);
            }
        }
        served.kill();
    }
    let mut served = school.served();
    let organiser = school.tokens()["organiser"].clone();
    for trial in 1..=uploaded {
        let news = served.with_token(&organiser).end_of(trial);
        assert!(news["foul"].is_null(), "{news}");
    }
    let last = served.end_of(uploaded);
    assert_eq!(last["games"], 8, "nobody has replaced the last trial: {last}");
    let left = fs::read_dir(school.folder.path().join("spring/store/trials")).expect("a folder");
    let names = left.map(|entry| entry.expect("a file").file_name().into_string().expect("text"));
    assert!(names.into_iter().all(|name| !name.starts_with('.')));
}

#[test]
fn a_class_in_a_browser() {
    let school = School::new(CLASS);
    let served = school.served();
    let tokens = school.tokens();
    let link = |name: &str| format!("http://{}/link/{}", served.at, tokens[name]);
    in_browser("class.mjs", &["Anna", "Jan", "organiser"].map(link));
}
