//! An assignment on a class's server whose programs are handed in in Moodle.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::class::tokens_in;
use crate::contest::{until, write};
use crate::printed;
use crate::served::Served;

const TITLES: &str = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified \
    (submission),Last modified (grade),Feedback comments";

/// The class. The assignment is closed for long, as when a teacher downloads what came.
fn class(more: &str) -> String {
    format!(
        "title = \"Spring\"\n[[training]]\nname = \"moves\"\ngame = \"poziomka\"\nrole = \"task\"\n\
        valgrind = false\n[[assignment]]\nname = \"task\"\ntraining = \"moves\"\npoints = 10\n\
        tests = \"tests\"\ncloses = 2020-06-17T13:30:00\nzone = \"Europe/Warsaw\"\n{more}\n"
    )
}

/// A worksheet in which these people, each with a number, have handed something in at these times.
fn worksheet(rows: &[(u32, &str, &str)]) -> String {
    let row = |(number, name, time): &(u32, &str, &str)| {
        format!("Participant {number},{name},-,-,,10.00,\"{time}\",-,\r\n")
    };
    format!("{TITLES}\r\n{}", rows.iter().map(row).collect::<String>())
}

/// Moodle's zip of these files.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let named = |(path, text): &(&str, &str)| {
        let (who, file) = path.split_once('/').expect("a folder");
        (format!("{who}_assignsubmission_file_/{file}"), text.as_bytes().to_vec())
    };
    let mut bytes = Vec::new();
    judge::write_archive(files.iter().map(named), &mut bytes).expect("it is written");
    bytes
}

fn hand_in(served: &Served, archive: &[u8], worksheet: &str) -> (u16, String) {
    let body =
        json!({ "archive": STANDARD.encode(archive), "worksheet": STANDARD.encode(worksheet) });
    let (status, answer) = served.post("/api/assignments/task/hand-in", &body);
    (status, answer.to_string())
}

/// The name, the points and the late days of each person in the table for a gradebook.
fn marks(served: &Served) -> Vec<[String; 3]> {
    let table = served.get("/assignments/task/marks.csv").1;
    let cells = |row: &str| [0, 5, 10].map(|at| row.split(',').nth(at).expect("a cell").into());
    table.lines().skip(1).map(cells).collect()
}

#[test]
fn what_was_handed_in_in_moodle_counts_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let spring = folder.path().join("spring");
    fs::create_dir(&spring).expect("a folder");
    let late = "late = { percent-a-day = 10, days = 2 }";
    write(folder.path(), &class(&format!("hand-in = \"moodle\"\n{late}")));
    let seeds = ["cases", "poziomka", "--count", "4", "--seed", "78", "-o", "spring/tests"];
    printed(folder.path(), &seeds);
    fs::write(spring.join("people.csv"), "name\nAnna\nJan\nOla\nEla\nIza\n").expect("people");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs/tests/c");
    let right = &*fs::read_to_string(programs.join("poziomka.c")).expect("a program");
    let wrong = "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n";
    let mut served = Served::new(folder.path(), &["--class", "spring"]);
    let tokens = tokens_in(&spring.join("links.csv"));
    let [organiser, anna, jan] = ["organiser", "Anna", "Jan"].map(|name| &*tokens[name]);

    // What is uploaded here is only tried.
    served.with_token(anna).tried("moves", "", &[("anna.c", right)]);
    served.with_token(jan).tried("moves", "", &[("jan.c", right)]);
    assert!(served.get("/assignments/task").1.contains("and does not count"));
    served.with_token(organiser);
    assert!(served.get("/assignments/task").1.contains("zip is awaited"));

    let sheet = worksheet(&[
        (71, "Anna", "Wednesday, 17 June 2020, 1:30 PM"),
        (72, "Jan", "środa, 17 czerwca 2020, 13:10"),
        (73, "Ola", "joi, 18 iunie 2020, 14:00"),
        (74, "Ela", "Wednesday, 17 June 2020, 9:00 AM"),
        (79, "Eve", "Wednesday, 17 June 2020, 9:00 AM"),
    ]);
    let files = [
        ("Anna_71/main.c", right),
        ("Jan_72/jan.c", wrong),
        ("Ola_73/ola.c", right),
        ("Ela_74/report.pdf", "%PDF"),
        ("Eve_79/eve.c", right),
    ];
    assert_eq!(hand_in(served.with_token(jan), &zip(&files), &sheet).0, 404);
    served.with_token(organiser);
    let refused = |archive: &[u8], sheet: &str, named: &str| {
        let (status, answer) = hand_in(&served, archive, sheet);
        assert!(status == 422 && answer.contains(named), "{status} {answer}");
    };
    refused(b"PK", &sheet, "class.zip");
    refused(&zip(&files), "name\nAnna\n", "no grading worksheet");
    refused(&zip(&files), &sheet.replace("czerwca", "června"), "června");
    assert!(served.get("/assignments/task").1.contains("zip is awaited"), "nothing was kept");
    let (status, told) = hand_in(&served, &zip(&files), &sheet);
    assert_eq!(status, 200, "{told}");
    for what in ["3 programs came", "Nobody of the class: Eve", "No program of Ela"] {
        assert!(told.contains(what), "{what}: {told}");
    }

    // Each version has the worksheet's time, and is compared with what was tried.
    let page = until(&served, "/assignments/task", |page| page.contains("all 3 programs"));
    assert!(page.contains("handed in: version 1") && page.contains("never tried here"), "{page}");
    let row = |name: &str, points: &str, days: &str| [name, points, days].map(str::to_string);
    let ola = row("Ola", "8", "2");
    let of = |served: &Served, name: &str| {
        marks(served).into_iter().find(|row| row[0] == name).expect("a row")
    };
    assert_eq!(
        [of(&served, "Anna"), of(&served, "Jan")],
        [row("Anna", "10", "0"), row("Jan", "0", "0")]
    );
    assert_eq!(
        [of(&served, "Ela"), of(&served, "Iza")],
        [row("Ela", "0", "0"), row("Iza", "0", "0")]
    );
    assert_eq!(of(&served, "Ola"), ola);

    // The same files again change nothing; a newer submission counts, and one that is too late waits.
    let versions = || fs::read_dir(spring.join("store/versions")).expect("a folder").count();
    let before = versions();
    assert_eq!(hand_in(&served, &zip(&files), &sheet).0, 200);
    assert_eq!((versions(), marks(&served).len()), (before, 5));
    let again =
        worksheet(&[(72, "Jan", "17 June 2020, 1:29 PM"), (75, "Iza", "21 June 2020, 1:29 PM")]);
    let newer = zip(&[("Jan_72/a/jan.c", right), ("Iza_75/iza.c", right)]);
    assert_eq!(hand_in(&served, &newer, &again).0, 200);
    let page = until(&served, "/assignments/task", |page| page.contains("all 3 programs"));
    assert_eq!([of(&served, "Jan"), of(&served, "Ola")], [row("Jan", "10", "0"), ola]);
    let admit = page.split('"').find(|part| part.contains("/admit-")).expect("a late version");
    assert_eq!(served.post_status(admit, &json!({})), 204);
    until(&served, "/assignments/task", |page| page.contains("all 4 programs"));
    assert_eq!(hand_in(&served, &newer, &again).0, 200);
    assert_eq!(of(&served, "Iza"), row("Iza", "10", "4"), "who was admitted stays");
    let page = served.with_token(jan).get("/assignments/task").1;
    assert!(page.contains("handed in: version 1"), "{page}");
    assert!(served.get("/test").1.contains("never tried here"), "the older one");

    // A group's submission is that of each member, and nobody's with the group's number.
    let team = "Identifier,Full name,Status,Group,Grade,Maximum grade,Can,Last\r\n\
        Participant 71,Anna,-,Team,,10.00,-,\"17 June 2020, 1:29 PM\"\r\n\
        Participant 74,Ela,-,Team,,10.00,-,\"17 June 2020, 1:29 PM\"\r\n\
        Participant 72,Jan,-,,,10.00,-,-\r\n";
    let one = zip(&[("Team_72/a.c", wrong)]);
    let (status, told) = hand_in(served.with_token(organiser), &one, team);
    assert!(status == 200 && told.contains("2 programs came"), "{told}");

    // Where programs are handed in here, Moodle's zip is refused.
    let other = class("").replace("\"task\"", "\"other\"");
    write(
        folder.path(),
        &(class("hand-in = \"moodle\"\nlate = { percent-a-day = 10, days = 2 }")
            + &other[other.find("[[assignment]]").expect("a table")..]),
    );
    served.with_token(organiser);
    until(&served, "/assignments/other", |page| page.contains("judged"));
    let body = json!({ "archive": "", "worksheet": "" });
    let (status, why): (u16, Value) = served.post("/api/assignments/other/hand-in", &body);
    assert!(status == 409 && why.to_string().contains("handed in here"), "{why}");
    assert_eq!(marks(&served).len(), 5);
}
