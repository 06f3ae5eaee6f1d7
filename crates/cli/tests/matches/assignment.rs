//! An assignment on a class's server, from the first upload to the table for a gradebook.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::class::tokens_in;
use crate::contest::{moment, until, write};
use crate::printed;
use crate::served::Served;

const CLASS: &str = "title = \"Spring\"\n\
    [[training]]\nname = \"moves\"\ngame = \"poziomka\"\nrole = \"task\"\nvalgrind = false\n";

/// The assignment, which closes at this moment, with further keys.
fn assignment(closes: &str, more: &str) -> String {
    format!(
        "{CLASS}[[assignment]]\nname = \"task\"\ntraining = \"moves\"\ntests = \"secret-tests\"\n\
        points = 10\ncloses = {closes}\nzone = \"UTC\"\n{more}\n"
    )
}

fn right() -> String {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs/tests/c");
    fs::read_to_string(programs.join("poziomka.c")).expect("a program")
}

/// Passes nothing, and needs no constants.
const WRONG: &str = "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n";
const BROKEN: &str = "int main(void) { return x; }\n";

/// The inputs and outputs in a folder of cases, but those that two seeds may have in common.
fn texts(folder: &Path) -> Vec<String> {
    let (mut texts, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push(fs::read_to_string(path).expect("a text").trim().to_string());
            }
        }
    }
    texts.retain(|text| text.len() > 15);
    texts
}

/// All pages that a student can reach from the class's page.
fn pages(served: &Served) -> String {
    let (mut known, mut left) = (Vec::new(), vec!["/test".to_string(), "/contests".to_string()]);
    let mut all = String::new();
    while let Some(path) = left.pop() {
        if known.contains(&path) || path.starts_with("/assets") || path.starts_with("/play") {
            continue;
        }
        let (status, page) = served.get(&path);
        if status == 200 {
            all += &page;
            let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            left.extend(links.filter(|link| link.starts_with('/')).map(str::to_string));
        }
        known.push(path);
    }
    assert!(known.iter().any(|path| path == "/assignments/task"), "{known:?}");
    all
}

#[test]
fn an_assignment_from_the_first_upload_to_the_gradebook() {
    let folder = tempfile::tempdir().expect("a folder");
    let spring = folder.path().join("spring");
    fs::create_dir(&spring).expect("a folder");
    let far = "2999-01-01T00:00:00";
    write(folder.path(), &assignment(far, ""));
    let people =
        "name,number,e-mail,group\nAnna,1,=a@x,3a\nJan,2,,3a\nJan,3,,3b\nOla,4,,3b\nEla,5,,3b\n";
    fs::write(spring.join("people.csv"), people).expect("a file");
    let organisers = "name,group,rights\nEwa,3a,read mark\nZoe,,read\n";
    fs::write(spring.join("organisers.csv"), organisers).expect("a file");
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    let links = spring.join("links.csv");
    // Two people have one name; the last one has the token.
    let tokens = tokens_in(&links);
    let ids = fs::read_to_string(&links).expect("links");
    let id = |number: &str| {
        let line = ids.lines().find(|line| line.split(',').nth(2) == Some(number));
        line.and_then(|line| line.rsplit(',').next()).expect("an id").to_string()
    };
    let token = |number: &str| {
        let line = ids.lines().find(|line| line.split(',').nth(2) == Some(number));
        let link = line.and_then(|line| line.split(',').nth(3)).expect("a link");
        link.rsplit('/').next().expect("a token").to_string()
    };
    let [organiser, ewa, zoe] = ["organiser", "Ewa", "Zoe"].map(|name| &*tokens[name]);
    let [anna, jan, other_jan, ola] = ["1", "2", "3", "4"].map(token);

    // Without tests there is a sentence, and with them it goes without a word.
    served.with_token(organiser);
    until(&served, "/people", |page| page.contains("secret-tests is no folder"));
    let seeds = ["cases", "poziomka", "--count", "10", "--seed", "78", "-o", "spring/secret-tests"];
    printed(folder.path(), &seeds);
    let marks = "scale = [[50, \"3\"], [90, \"5\"]]\n";
    fs::write(spring.join("secret-tests/cases.toml"), marks).expect("a file");
    until(&served, "/assignments/task", |page| !page.contains("is no folder"));
    assert!(served.get("/assignments/task").1.contains("10 hidden tests"));

    served.with_token(&anna).tried("moves", "", &[("anna.c", &right())]);
    served.with_token(&jan).tried("moves", "", &[("jan.c", WRONG)]);
    served.with_token(&other_jan).tried("moves", "", &[("broken.c", BROKEN)]);
    let hidden = texts(&spring.join("secret-tests"));
    assert!(hidden.len() > 3, "{hidden:?}");
    served.with_token(&anna);
    let seen = pages(&served);
    for what in ["secret-tests", "10 hidden", "tests-passed", "Points: "] {
        assert!(!seen.contains(what), "{what}");
    }
    assert!(hidden.iter().all(|text| !seen.contains(text)), "{seen}");
    assert_eq!(served.get("/assignments/task/pages/1").0, 404, "it is open");
    for deed in ["admit-1", "again", "again-1"] {
        assert_eq!(served.post_status(&format!("/api/assignments/task/{deed}"), &json!({})), 404);
        served.with_token(organiser);
        assert_eq!(served.post_status(&format!("/api/assignments/task/{deed}"), &json!({})), 409);
        served.with_token(&anna);
    }

    // Until then people choose among their own versions.
    let choose = |served: &Served, deed: &str| {
        served.post_status(&format!("/api/assignments/task/own/{deed}"), &json!({}))
    };
    for (deed, status) in [("choose-1", 204), ("choose-2", 409), ("choose-x", 404), ("else", 404)] {
        assert_eq!(choose(&served, deed), status, "{deed}");
    }
    assert_eq!(choose(served.with_token(organiser), "choose-1"), 404);
    assert!(served.get("/assignments/task").1.contains("chosen by the person"));
    assert_eq!(choose(served.with_token(&anna), "choose"), 204);

    // The closing is moved to now, and the server is killed while it judges.
    write(folder.path(), &assignment(&moment(), ""));
    served.with_token(organiser);
    until(&served, "/assignments/task", |page| page.contains("/api/assignments/task/again"));
    served.kill();
    let results = spring.join("store/assignments/task/results");
    let kept: Vec<_> = fs::read_dir(&results)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| (fs::read(&path).expect("a file"), path))
        .collect();
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    served.with_token(organiser);
    until(&served, "/assignments/task", |page| page.contains("all 3 programs are judged"));
    for (bytes, path) in kept {
        assert_eq!(fs::read(&path).expect("it is kept"), bytes, "{path:?}");
    }
    let csv = |served: &Served| {
        let (status, marks) = served.get("/assignments/task/marks.csv");
        assert_eq!(status, 200);
        marks.lines().map(str::to_string).collect::<Vec<_>>()
    };
    let marks = csv(&served);
    assert_eq!(marks.len(), 6);
    assert_eq!(marks[1], "Anna,1,=a@x,3a,1,10,10,10,10,,0,,5,");
    assert!(marks[2].starts_with("Jan,2,,3a,1,0,10,0,10,"), "{marks:?}");
    assert!(marks[3].starts_with("Jan,3,,3b,1,0,10,0,10,"), "{marks:?}");
    assert_eq!(marks[4..], ["Ola,4,,3b,,0,10,,,,0,,,", "Ela,5,,3b,,0,10,,,,0,,,"]);

    // A late version counts once it is admitted.
    thread::sleep(Duration::from_secs(1));
    served.with_token(&ola).tried("moves", "", &[("ola.c", &right())]);
    served.with_token(organiser);
    until(&served, "/assignments/task", |page| page.contains("/api/assignments/task/admit-4"));
    assert_eq!(served.post_status("/api/assignments/task/admit-4", &json!({})), 204);
    until(&served, "/assignments/task", |page| page.contains("all 4 programs are judged"));
    assert_eq!(csv(&served)[4], "Ola,4,,3b,1,10,10,10,10,,1,,5,");

    // Points by hand, with a reason that the person reads.
    let give = |served: &Served, number: &str, points: &str, reason: &str| {
        let path = format!("/api/assignments/task/of/{}/points", id(number));
        served.post_status(&path, &json!({ "points": points, "reason": reason }))
    };
    assert_eq!(give(&served, "2", "many", "x"), 422);
    assert_eq!(give(&served, "2", "7,5", ""), 422);
    assert_eq!(give(&served, "2", "99", "x"), 422, "nobody has more than 10");
    for (who, number, status) in [
        (&*anna, "1", 404),
        (zoe, "1", 403),
        (ewa, "4", 404),
        ("nobody", "1", 401),
        (ewa, "2", 204),
    ] {
        served.with_token(who);
        assert_eq!(give(&served, number, "7,5", "=the idea, at least"), status, "{who} {number}");
    }
    served.with_token(&jan);
    let page = served.get("/assignments/task").1;
    for what in ["Points: 7.5 of 10", "=the idea, at least", "Ewa", "/assignments/task/pages/2"] {
        assert!(page.contains(what), "{what}: {page}");
    }
    assert!(!page.contains("Anna") && !page.contains("marks.csv"), "{page}");
    assert_eq!(served.get("/assignments/task/pages/2").0, 200);
    for path in ["/assignments/task/pages/1", "/assignments/task/marks.csv", "/assignments/none"] {
        assert_eq!(served.get(path).0, 404, "{path}");
    }

    // A group's organiser sees the group; a stranger sees nothing.
    served.with_token(ewa);
    let marks = csv(&served);
    assert_eq!(marks.len(), 3);
    assert!(marks[2].starts_with("Jan,2,,3a,1,7.5,10,0,10,"), "{marks:?}");
    assert!(marks[2].ends_with(",0,\"'=the idea, at least\",3,"), "{marks:?}");
    assert!(!served.get("/assignments/task").1.contains("Ola"));
    assert_eq!(served.get("/assignments/task/pages/4").0, 404);
    served.without_link();
    for path in ["/assignments/task", "/assignments/task/marks.csv", "/assignments/task/pages/1"] {
        assert_eq!(served.get(path).0, 401, "{path}");
    }

    // Moodle's worksheet comes back with points, and a page for each person.
    let sheet = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\r\n\
        Participant 71,Somebody,=A@x,-,,10.00,\r\nParticipant 72,Jan,j@x,-,,10.00,\r\n\
        Participant 74,ola,o@x,-,,10.00,\r\nParticipant 79,Eve,e@x,-,1.00,10.00,\r\n";
    let moodle = |served: &Served, deed: &str, sheet: &str| {
        let body = json!({ "worksheet": STANDARD.encode(sheet) });
        served.post(&format!("/api/assignments/task/moodle/{deed}"), &body)
    };
    for (who, status) in [(&*jan, 404), ("nobody", 401)] {
        assert_eq!(moodle(served.with_token(who), "worksheet", sheet).0, status);
    }
    served.with_token(organiser);
    let (status, refused) = moodle(&served, "worksheet", "name,points\nAnna,3\n");
    assert!(status == 422 && refused["error"].to_string().contains("no grading worksheet"));
    assert_eq!(moodle(&served, "worksheet", &sheet.replace("10.00", "20.00")).0, 422);
    assert_eq!(moodle(&served, "worksheet", &" ".repeat(5 << 20)).0, 413);
    assert_eq!(moodle(&served, "else", sheet).0, 404);
    let bytes = |answer: &Value| STANDARD.decode(answer["bytes"].as_str().expect("bytes"));
    let (status, filled) = moodle(&served, "worksheet", sheet);
    let rows = String::from_utf8(bytes(&filled).expect("base64")).expect("text");
    let rows: Vec<_> = rows.lines().collect();
    assert_eq!((status, rows.len(), rows[2]), (200, 5, "Participant 72,Jan,j@x,-,,10.00,"));
    assert!(
        rows[1]
            .starts_with("Participant 71,Somebody,=A@x,-,10,10.00,\"Points: 10 of 10, grade 5; It")
    );
    assert!(rows[3].starts_with("Participant 74,ola,o@x,-,10,10.00,"), "{rows:?}");
    assert!(rows[4].ends_with("-,1.00,10.00,"), "{rows:?}");
    let told = filled["told"].to_string();
    assert!(told.contains("Jan (2), Jan (3), Ela (5)") && told.contains("Jan, Eve"), "{told}");
    let (status, feedback) = moodle(&served, "feedback", sheet);
    let archive = String::from_utf8_lossy(&bytes(&feedback).expect("base64")).into_owned();
    assert_eq!(status, 200);
    for file in ["Anna_71_assignsubmission_file_/tests", "Ola_74_assignsubmission_file_/points"] {
        assert!(archive.contains(&format!("{file}.html")), "{file}");
    }
    assert!(!archive.contains("Eve") && !archive.contains("Jan"));

    // What is fixed stays, and what is shown may change.
    served.with_token(organiser);
    let closes = fs::read_to_string(spring.join("class.toml")).expect("a file");
    let class = |from: &str, to: &str| write(folder.path(), &closes.replace(from, to));
    class("points = 10", "points = 20");
    until(&served, "/assignments/task", |page| page.contains("points is fixed"));
    class("points = 10", "points = 10\ntests-shown = \"verdict\"");
    until(&served, "/assignments/task", |page| !page.contains("points is fixed"));
    served.with_token(&anna);
    let page = served.get("/assignments/task").1;
    assert_eq!(page.matches("<td>accepted</td>").count(), 10, "{page}");
    assert_eq!(served.get("/assignments/task/pages/1").0, 404);
    class("points = 10", "points = 10\ntests-shown = \"nothing\"");
    served.with_token(organiser);
    assert_eq!(served.post_status("/api/assignments/task/again-1", &json!({})), 204);
    until(&served, "/assignments/task", |page| page.contains("all 4 programs are judged"));
    served.with_token(&anna);
    let page = until(&served, "/assignments/task", |page| !page.contains("accepted"));
    assert!(page.contains("Points: 10 of 10") && !page.contains("tests"), "{page}");
    assert_eq!(choose(&served, "choose-1"), 409, "it is closed");
    let (_, feedback) = moodle(served.with_token(organiser), "feedback", sheet);
    let archive = String::from_utf8_lossy(&bytes(&feedback).expect("base64")).into_owned();
    assert!(archive.contains("points.html") && !archive.contains("tests.html"));
}
