//! `ludoteka serve --class`: people with links of their own, and what survives the server's end.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rules::random::Random;
use serde_json::{Value, json};

use crate::served::{Served, in_browser, starter};
use crate::{complaint, printed};

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

    /// The id of the person of this name.
    fn id(&self, name: &str) -> String {
        let links = self.folder.path().join("spring/links.csv");
        let links = fs::read_to_string(links).expect("links");
        let line = links.lines().find(|line| line.starts_with(name)).expect("a line");
        line.rsplit(',').next().expect("an id").to_string()
    }

    /// What stands in any file of the class.
    fn everything(&self) -> Vec<u8> {
        let mut all = Vec::new();
        let mut folders = vec![self.folder.path().join("spring")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                all.extend_from_slice(path.to_string_lossy().as_bytes());
                if path.is_dir() {
                    folders.push(path);
                } else {
                    all.append(&mut fs::read(path).expect("a file"));
                }
            }
        }
        all
    }

    /// The tokens in the links that the server has written.
    fn tokens(&self) -> BTreeMap<String, String> {
        tokens_in(&self.file("links.csv"))
    }

    /// The code of a person.
    fn code(&self, name: &str) -> String {
        let links = fs::read_to_string(self.file("links.csv")).expect("links");
        let line = links.lines().find(|line| line.starts_with(name)).expect("a line");
        line.split(',').nth(4).expect("a code").to_string()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("spring").join(name)
    }
}

/// The tokens in a list of links, by the names of their holders.
pub(crate) fn tokens_in(links: &Path) -> BTreeMap<String, String> {
    let links = fs::read_to_string(links).expect("links");
    let token = |line: &str| {
        let (name, link) = (line.split(',').next()?, line.split(',').nth(3)?);
        Some((name.to_string(), link.rsplit('/').next()?.to_string()))
    };
    links.lines().skip(1).filter_map(token).collect()
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
    assert_eq!((trial, &news["games"], &news["foul"]), (1, &json!(12), &Value::Null));
    let of_anna = format!("/people/of/{}", school.id("Anna"));
    let pages = [
        ("/test", 200, 401),
        ("/test/mnk", 200, 401),
        ("/trials/1", 200, 404),
        ("/trials/1/now", 200, 404),
        ("/trials/1/games/1", 200, 404),
        ("/trials/1/games.jsonl", 200, 404),
        ("/versions/1", 200, 404),
        ("/people", 404, 404),
        (&*of_anna, 404, 404),
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
    for path in ["/people", &of_anna, "/trials/1", "/versions/1", "/versions/2"] {
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

/// The head of a response to a form, which a page of this server or of another one sends.
fn sent(served: &Served, path: &str, from: &str, body: &Value) -> String {
    let headers = format!("content-type: application/json\r\n{from}");
    served.whole(&format!("POST {path}"), &headers, &body.to_string()).to_ascii_lowercase()
}

#[test]
fn a_link_asks_where_somebody_else_is_known_or_another_site_leads() {
    let school = School::new(CLASS);
    let mut served = school.served();
    let tokens = school.tokens();
    let [anna, jan] = ["Anna", "Jan"].map(|name| tokens[name].clone());
    let open = |served: &Served, token: &str, site: &str| {
        let headers = format!("accept: text/html\r\naccept-language: pl\r\n{site}");
        served.whole(&format!("GET /link/{token}"), &headers, "")
    };
    // Jan sends Anna a link to himself.
    let asked = open(served.with_token(&anna), &jan, "");
    assert!(asked.contains(" 200 ") && !asked.to_ascii_lowercase().contains("set-cookie"));
    for part in ["Anna", "Jan", "data-post=\"/api/link\"", "lang=\"pl\""] {
        assert!(asked.contains(part), "{part}: {asked}");
    }
    let form = served.with_token(&anna).get("/test/mnk").1;
    assert!(form.contains("Hand in as Anna"), "{form}");
    // Her own link asks nothing, and the cookie of a link that was shut is nobody's.
    assert!(open(served.with_token(&anna), &anna, "").contains(" 303 "));
    assert!(open(served.with_token(&"0".repeat(32)), &jan, "").contains(" 303 "));
    for (site, asks) in
        [("cross-site", true), ("same-site", true), ("none", false), ("same-origin", false)]
    {
        let mode = format!("sec-fetch-site: {site}\r\nsec-fetch-mode: navigate\r\n");
        let page = open(served.with_token(""), &jan, &mode).to_ascii_lowercase();
        assert_eq!((page.contains(" 200 "), page.contains("set-cookie")), (asks, !asks), "{site}");
    }
    // On plain HTTP, browsers say only from which page they come.
    for (host, asks) in [("evil.example".to_string(), true), (served.at.clone(), false)] {
        let page = open(served.with_token(""), &jan, &format!("referer: http://{host}/a\r\n"));
        assert_eq!(page.contains(" 200 "), asks, "{host}");
    }
    // In another tab, Jan was let in, and this one is still Anna's.
    let stale = json!({ "person": school.id("Anna"), "files": [["a.py", ""]] });
    assert_eq!(served.with_token(&jan).post("/api/mnk/test", &stale).0, 409);
    // The answer comes from a page of this server, as JSON.
    let body = json!({ "token": jan });
    let own = format!("origin: http://{}\r\n", served.at);
    let answer = sent(served.with_token(&anna), "/api/link", &own, &body);
    assert!(answer.contains(" 200 ") && answer.contains(&format!("link={jan}")), "{answer}");
    let foreign = sent(&served, "/api/link", "origin: http://evil.example\r\n", &body);
    assert!(foreign.contains(" 403 ") && !foreign.contains("set-cookie"), "{foreign}");
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    assert_eq!(served.ask("POST /api/link", form, &format!("token={jan}")).0, 415);
    let shut = json!({ "token": "0".repeat(32) });
    assert!(sent(&served, "/api/link", &own, &shut).contains(" 410 "));
}

#[test]
fn one_leaves_and_a_shared_computer_forgets() {
    let school = School::new(CLASS);
    let mut served = school.served();
    let anna = school.tokens()["Anna"].clone();
    let own = format!("origin: http://{}\r\n", served.at);
    for path in ["/test", "/test/mnk", "/enter"] {
        let page = served.with_token(&anna).get(path).1;
        assert!(page.contains("data-post=\"/api/leave\"") && page.contains("Anna"), "{path}");
    }
    let left = sent(&served, "/api/leave", &own, &json!({}));
    assert!(left.contains("ludoteka-link=; path=/; max-age=0"), "{left}");
    let foreign = sent(&served, "/api/leave", "origin: http://evil.example\r\n", &json!({}));
    assert!(foreign.contains(" 403 "), "{foreign}");
    for (body, age) in [
        (json!({ "token": anna, "shared": "on" }), "max-age=7200;"),
        (json!({ "token": anna }), "max-age=15811200;"),
    ] {
        assert!(sent(&served, "/api/link", &own, &body).contains(age), "{age}");
    }
    let page = served.whole("GET /link/x", "accept: text/html\r\naccept-language: ro\r\n", "");
    assert!(page.contains(" 410 ") && page.contains("href=\"/enter\""), "{page}");
    assert!(page.contains("lang=\"ro\""), "{page}");
}

#[test]
fn a_code_is_typed_and_cannot_be_guessed() {
    let school = School::new(CLASS);
    let mut served = school.served();
    let (anna, organiser) = (school.tokens()["Anna"].clone(), school.tokens()["organiser"].clone());
    let code = school.code("Anna");
    let client = |n: usize| format!("x-forwarded-for: 10.0.0.{n}\r\n");
    let typed = json!({ "code": code.to_lowercase(), "shared": "on" });
    let entered = sent(&served, "/api/enter", &client(1), &typed);
    assert!(entered.contains(&format!("link={anna};")) && entered.contains("max-age=7200"));
    assert_eq!(served.with_token(&code).get("/test").0, 401, "a code is no token");
    let guess = json!({ "code": "BBBB-BBBB" });
    let tried = (0..100).map(|_| sent(&served, "/api/enter", &client(2), &guess));
    let statuses: Vec<bool> = tried.map(|answer| answer.contains(" 422 ")).collect();
    assert!(statuses[..60].iter().all(|is_wrong| *is_wrong), "{statuses:?}");
    assert!(statuses[60..].iter().all(|is_wrong| !is_wrong), "{statuses:?}");
    let locked = sent(&served, "/api/enter", &client(2), &typed);
    assert!(locked.contains(" 429 ") && locked.contains("retry-after"), "{locked}");
    assert!(sent(&served, "/api/enter", &client(1), &typed).contains(" 200 "), "nobody else");
    // The organiser renews the link and the code.
    let path = &format!("/api/people/of/{}/renew", school.id("Anna"));
    assert_eq!(served.with_token(&anna).post_status(path, &json!({})), 404);
    let foreign = "origin: http://evil.example\r\n";
    assert!(sent(served.with_token(&organiser), path, foreign, &json!({})).contains(" 403 "));
    assert_eq!(served.post_status(path, &json!({})), 204);
    assert_eq!(served.with_token(&anna).get("/test").0, 401);
    assert!(sent(&served, "/api/enter", &client(1), &typed).contains(" 422 "));
    let new = (school.tokens()["Anna"].clone(), school.code("Anna"));
    assert_eq!(served.with_token(&new.0).get("/test").0, 200);
    let entered = sent(&served, "/api/enter", &client(1), &json!({ "code": new.1 }));
    assert!(entered.contains(&format!("link={};", new.0)), "{entered}");
}

#[test]
fn an_organiser_has_a_group_and_rights_until_the_line_is_taken_out() {
    let school = School::new(CLASS);
    school.people("name,group\nAnna,3a\nJan,3b\n");
    let organisers = "name,group,rights\nEwa,3a,read\nAdam,3a,read run\nIda,,read\n";
    fs::write(school.file("organisers.csv"), organisers).expect("a file");
    let mut served = school.served();
    let tokens = school.tokens();
    let bot = starter("mnk/player.py");
    served.with_token(&tokens["Anna"]).tried("mnk", "", &[("anna.py", &bot)]);
    served.with_token(&tokens["Jan"]).tried("mnk", "", &[("jan.py", &bot)]);
    // The routes, and what Anna, Jan, Ewa, Adam, Ida, the first organiser and a stranger are told.
    // What somebody has handed in is Anna's.
    let who = ["Anna", "Jan", "Ewa", "Adam", "Ida", "organiser"];
    let shown = [
        ("/test", [200, 200, 200, 200, 200, 200, 401]),
        ("/test/mnk", [200, 200, 200, 200, 200, 200, 401]),
        ("/enter", [200; 7]),
        ("/people", [404, 404, 200, 200, 200, 200, 401]),
        ("/people/of/Anna", [404, 404, 200, 200, 200, 200, 401]),
        ("/people/of/Jan", [404, 404, 404, 404, 200, 200, 401]),
        ("/versions/1", [200, 404, 200, 200, 200, 200, 401]),
        ("/trials/1", [200, 404, 200, 200, 200, 200, 401]),
        ("/trials/1/now", [200, 404, 200, 200, 200, 200, 401]),
        ("/trials/1/games/1", [200, 404, 200, 200, 200, 200, 401]),
        ("/trials/1/games.jsonl", [200, 404, 200, 200, 200, 200, 401]),
        ("/versions/2", [404, 200, 404, 404, 200, 200, 401]),
        ("/trials/2", [404, 200, 404, 404, 200, 200, 401]),
        ("/trials/9", [404, 404, 404, 404, 404, 404, 401]),
    ];
    let token = |place: usize| who.get(place).map_or("0", |name| &*tokens[*name]);
    let ids = ["Anna", "Jan"].map(|name| (name, school.id(name)));
    let with_ids =
        |path: &str| ids.iter().fold(path.to_string(), |path, (name, id)| path.replace(name, id));
    for (path, expected) in shown {
        let path = &with_ids(path);
        let told: Vec<u16> =
            (0..7).map(|place| served.with_token(token(place)).get(path).0).collect();
        assert_eq!(told, expected, "{path}");
    }
    let changes = [
        ("/api/trials/1/withdraw", [409, 404, 403, 409, 403, 409, 401]),
        ("/api/versions/1/current", [204, 404, 403, 204, 403, 204, 401]),
        ("/api/versions/2/current", [404, 204, 404, 404, 403, 204, 401]),
        ("/api/people/of/Nobody/renew", [404, 404, 404, 404, 403, 404, 401]),
        ("/api/people/of/Jan/renew", [404, 404, 404, 404, 403, 204, 401]),
    ];
    for (path, expected) in changes {
        let path = &with_ids(path);
        let change = |place| served.with_token(token(place)).post_status(path, &json!({}));
        assert_eq!((0..7).map(change).collect::<Vec<_>>(), expected, "{path}");
    }
    assert_eq!(served.with_token(&tokens["Ewa"]).upload("mnk", "", &[("a.py", "")]).0, 403);
    // Pages show what may be seen, and links only to whoever may renew them.
    let people = served.with_token(&tokens["Ewa"]).get("/people").1;
    assert!(people.contains("Anna") && people.contains("3a") && !people.contains("Jan"));
    let code = school.code("Anna");
    let of_anna = with_ids("/people/of/Anna");
    assert!(!served.get(&of_anna).1.contains(&code));
    assert!(served.with_token(&tokens["Adam"]).get(&of_anna).1.contains(&code));
    // The log has what organisers have changed, and nothing else.
    let log = fs::read_to_string(school.file("store/log.jsonl")).expect("a log");
    let log: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let deeds: Vec<_> =
        log.iter().map(|line| [&line["who"], &line["deed"], &line["about"]]).collect();
    let expected = [
        ["Adam", "current", "versions/1"],
        ["organiser", "current", "versions/1"],
        ["organiser", "current", "versions/2"],
        ["organiser", "renew", &format!("people/of/{}", school.id("Jan"))],
    ];
    assert_eq!(
        deeds,
        expected
            .map(|deed| deed.each_ref().map(|word| json!(word)))
            .each_ref()
            .map(|deed| deed.each_ref())
    );
    // A line that is taken out shuts its link.
    fs::write(school.file("organisers.csv"), "name,group,rights\nIda,,read\n").expect("a file");
    while served.with_token(&tokens["Ewa"]).get("/people").0 == 200 {
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(served.get("/people").0, 401);
    assert_eq!(served.with_token(&tokens["Ida"]).get("/people").0, 200);
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
    assert_eq!(last["games"], 12, "nobody has replaced the last trial: {last}");
    let left = fs::read_dir(school.folder.path().join("spring/store/trials")).expect("a folder");
    let names = left.map(|entry| entry.expect("a file").file_name().into_string().expect("text"));
    assert!(names.into_iter().all(|name| !name.starts_with('.')));
}

/// A program whose text, output and answers give its author away.
const TELLING: &str = "import sys\n# Anna Secret\nsys.stderr.write('Anna Secret')\n\
    for line in sys.stdin:\n    print('Anna Secret', flush=True)\n";
const GARBLED: &str = "int main() { return Anna_Secret; }";

/// A class in which Anna has handed in all that can name her, and Jan something as well.
fn telling_class() -> (School, Served) {
    let school = School::new(CLASS);
    school.people("name,e-mail,number\nAnna Secret,anna.secret@x,uj-7731\nJan,jan@x,8\n");
    let mut served = school.served();
    let tokens = school.tokens();
    let served_to_jan = served.with_token(&tokens["Jan"]);
    served_to_jan.tried("mnk", "", &[("Jan_Lis.py", &starter("mnk/player.py"))]);
    let anna = served.with_token(&tokens["Anna Secret"]);
    for (training, name, text) in [
        ("mnk", "Anna_Secret.py", TELLING),
        ("moves", "Anna_Secret.py", TELLING),
        ("mnk", "Anna_Secret.c", GARBLED),
        ("mnk", "Anna_Secret.c", &*program()),
    ] {
        anna.tried(training, "", &[(name, text)]);
    }
    (school, served)
}

/// Nothing names Anna, and her games are whole.
fn assert_forgotten(school: &School) {
    let all = String::from_utf8_lossy(&school.everything()).to_lowercase();
    for word in ["secret", "uj-7731"] {
        let found = all.find(word).map(|at| all[at.saturating_sub(99)..].chars().take(200));
        assert_eq!(found.map(Iterator::collect::<String>), None, "{word}");
    }
    assert!(all.contains("jan@x") && all.contains("name removed"));
    let spring = school.folder.path();
    for trial in [1, 2, 5] {
        let games = format!("spring/store/trials/{trial:05}.jsonl");
        assert!(fs::metadata(spring.join(&games)).expect("games").len() > 0, "{games}");
        printed(spring, &["replay", &games, "--game", "1"]);
    }
}

#[test]
fn a_person_is_forgotten_by_the_command() {
    let (school, mut served) = telling_class();
    let folder = school.folder.path();
    let forget = |who: &str, code| complaint(folder, &["forget", "spring", "--person", who], code);
    let refused = forget("uj-7731", 1);
    assert!(refused.contains("Forget this person"), "{refused}");
    served.kill();
    forget("nobody@x", 1);
    // A command that was killed before its end: the name is still known, and what is left goes.
    fs::remove_file(folder.join("spring/store/versions/00002.tar")).expect("a file");
    fs::write(folder.join("spring/.unfinished-1"), "Anna Secret").expect("a file");
    printed(folder, &["forget", "spring", "--person", "Anna.Secret@X"]);
    assert_forgotten(&school);
    forget("uj-7731", 1);
    let mut served = school.served();
    let tokens = school.tokens();
    assert_eq!(tokens.len(), 2);
    let served = served.with_token(&tokens["organiser"]);
    for path in ["/people", "/trials/2", "/trials/5", "/trials/5/games/1", "/versions/1"] {
        assert_eq!(served.get(path).0, 200, "{path}");
    }
    assert_eq!(served.get("/versions/2").0, 404);
    assert!(served.get("/people").1.contains("name removed"));
    assert_eq!(served.post_status("/api/trials/5/again", &json!({})), 422);
}

#[test]
fn a_person_is_forgotten_while_a_program_of_theirs_runs() {
    let (school, mut served) = telling_class();
    let (tokens, id) = (school.tokens(), school.id("Anna Secret"));
    let slow = "import time\nfor line in iter(input, ''):\n    time.sleep(0.9); print('a1')\n";
    let anna = served.with_token(&tokens["Anna Secret"]);
    assert_eq!(anna.upload("mnk", "", &[("Anna_Secret.py", slow)]).0, 200);
    let forget = format!("/api/people/of/{id}/forget");
    assert_eq!(served.with_token(&tokens["Jan"]).post_status(&forget, &json!({})), 404);
    let organiser = served.with_token(&tokens["organiser"]);
    assert_eq!(organiser.get(&format!("/people/of/{id}")).0, 200);
    // A step that is being run is waited for; if it lasts, the page asks to try again.
    while organiser.post_status(&forget, &json!({})) == 409 {}
    assert_forgotten(&school);
    assert_eq!(organiser.post_status(&forget, &json!({})), 404);
    assert_eq!(served.with_token(&tokens["Anna Secret"]).get("/test").0, 401);
    assert_eq!(served.with_token(&tokens["Jan"]).get("/test").0, 200);
}

#[test]
fn a_class_in_a_browser() {
    let school = School::new(CLASS);
    let served = school.served();
    let tokens = school.tokens();
    let link = |name: &str| format!("http://{}/link/{}", served.at, tokens[name]);
    in_browser("class.mjs", &["Anna", "Jan", "organiser"].map(link));
}
