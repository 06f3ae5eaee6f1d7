//! A class as Moodle packs it, with the troubles that students' submissions have: each student has
//! one row with the right verdict, whether the teacher unpacks the download or not.

use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::folders::{echoes, programs};
use super::{field, judge};

const RIGHT: &str = "#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }\n";
const WRONG: &str = "#include <stdio.h>\nint main(void) { puts(\"2\"); return 0; }\n";

/// Each file of the class, and the hours since it was changed.
const FILES: [(&str, &str, u64); 29] = [
    ("Adam_1/main.c", RIGHT, 0),
    ("Adam_1/cmake-build-debug/main.c", WRONG, 0),
    ("Bea_2/main.py", "import board\nprint(board.ONE)\n", 0),
    ("Bea_2/board.py", "ONE = 1\n", 0),
    ("Bea_2/venv/lib/pip.py", "print(2)\n", 0),
    ("Cyd_3/report.pdf", "", 0),
    ("Dan_4/old.c", WRONG, 8),
    ("Dan_4/new.c", RIGHT, 2),
    ("Eva_5/a.c", RIGHT, 2),
    ("Eva_5/b.c", WRONG, 2),
    ("Fay_6/a.go", "package main\n", 0),
    ("Gus_7/a.c", "int main(void) { return x; }\n", 0),
    ("Hal_8/main.c", "#include \"board.h\"\nint main(void) { return 0; }\n", 0),
    ("Hal_8/Board.h", "", 0),
    ("Ida_9/a.rar", "Rar!", 0),
    ("Jan_10/src/main.c", RIGHT, 0),
    ("Jan_10/tests/test.c", WRONG, 0),
    ("Kim_11/index.mjs", "console.log(1);\n", 0),
    ("Leo_12/z.lpr", "begin\n  writeln('1')\nend.\n", 0),
    ("Mia_13/a.py", "print(1)\n", 0),
    ("Ned_14/bot.py", "import pieces\nif __name__ == '__main__':\n    print(pieces.ONE)\n", 0),
    ("Ned_14/pieces.py", "ONE = 1\n", 0),
    ("Ned_14/try.py", "print(2)\n", 0),
    ("Ola_15/a.zip", "no archive", 0),
    ("Pia_16/main.c", WRONG, 0),
    ("Sol_18/main.js", "const one = require('./one');\nconsole.log(one);\n", 0),
    ("Sol_18/one.js", "module.exports = 1;\n", 0),
    ("Tea_19/a.txt", "int main(void) { return 0; }\n", 0),
    (
        "Uma_20/Main.java",
        "\u{feff}class Main { public static void main(String[] a) { System.out.println(1); } }\n",
        0,
    ),
];

/// The verdict on each student, if C, Python, JavaScript, Pascal and Java are accepted.
const VERDICTS: [(&str, &str); 20] = [
    ("Adam", "accepted"),
    ("Bea", "accepted"),
    ("Cyd", "not judged"),
    ("Dan", "accepted"),
    ("Eva", "not judged"),
    ("Fay", "not judged"),
    ("Gus", "not run"),
    ("Hal", "not run"),
    ("Ida", "not judged"),
    ("Jan", "accepted"),
    ("Kim", "accepted"),
    ("Leo", "accepted"),
    ("Mia", "accepted"),
    ("Ned", "accepted"),
    ("Ola", "not judged"),
    ("Pia", "wrong answer"),
    ("Ray", "not judged"),
    ("Sol", "accepted"),
    ("Tea", "not judged"),
    ("Uma", "accepted"),
];

#[test]
fn each_student_has_one_row_with_the_right_verdict() {
    let folder = echoes(&[]);
    let class = folder.path().join("class");
    let now = SystemTime::now();
    for (name, text, hours) in FILES {
        let (student, file) = name.split_once('/').expect("a file of a student");
        let path = class.join(format!("{student}_assignsubmission_file_")).join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        let changed = now - Duration::from_secs(3600 * hours);
        fs::File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(changed))
            .expect("a date");
    }
    for typed in ["Ray_17_assignsubmission_onlinetext_", "Pia_16_assignfeedback_file_"] {
        fs::create_dir(class.join(typed)).expect("a folder");
        fs::write(class.join(typed).join("a.c"), RIGHT).expect("a file");
    }
    let list = "name,e-mail\nAdam,adam@school\n";
    fs::write(folder.path().join("people.csv"), list).expect("a list");
    let packed = Command::new("python3")
        .args(["-m", "zipfile", "-c", "class.zip", "class"])
        .current_dir(folder.path())
        .status();
    assert!(packed.expect("there is Python").success());
    for path in ["class", "class.zip"] {
        let judged = judge(folder.path(), &["mnk", path, "--cases", "c", "--people", "people.csv"]);
        let verdicts: Vec<_> =
            programs(&judged).into_iter().map(|[name, verdict, _]| (name, verdict)).collect();
        assert_eq!(verdicts, VERDICTS, "{path}");
        let first = &judged.json["programs"][0];
        assert_eq!([&first["number"], &first["email"]], ["1", "adam@school"], "{path}");
        let older = ["mnk", path, "--cases", "c", "--only", "Dan/old.c"];
        assert_eq!(programs(&judge(folder.path(), &older))[0][1], "wrong answer", "{path}");
    }
    let only = judge(folder.path(), &["mnk", "class", "--cases", "c", "--languages", "c"]);
    assert_eq!(programs(&only).len(), VERDICTS.len());
    assert_eq!(programs(&only)[1][..2], ["Bea", "not judged"]);
}

/// What a teacher hands out and uploads again: points by groups, grades, what is given by hand, the
/// worksheet and the feedback files, also for a student whom the site does not name.
#[test]
fn points_and_pages_go_back_to_the_site() {
    let folder = echoes(&[
        ("class/Ala_1_assignsubmission_file_/a.py", "print(input())\n"),
        ("class/Participant_2_assignsubmission_file_/b.py", "print(1)\n"),
        ("class/Cyd_3_assignsubmission_file_/report.pdf", ""),
        ("c/2.in", "2\n"),
        ("c/2.out", "2\n"),
        (
            "c/cases.toml",
            "scale = [[50, \"3\"], [90, \"5\"]]\npart = [{ name = \"quality\", points = 2 }]
            [[group]]\ncases = \"1\"\nvalidation = true\npoints = 3
            [[group]]\ncases = \"2\"\ntitle = \"two\"\npoints = 5",
        ),
        ("hand.csv", "number,quality,remarks\n1,1.5,1: short\n9,1,\n"),
        (
            "sheet.csv",
            "Identyfikator;Status;Ocena;Ocena maksymalna;Komentarz\r\n\
             Uczestnik 1;;;10,00;\r\nUczestnik 2;;;10,00;\r\nUczestnik 3;;;10,00;\r\n\
             Uczestnik 4;;7,00;10,00;stary\r\n",
        ),
    ]);
    let given = ["--by-hand", "hand.csv", "--grades", "sheet.csv", "--feedback", "back.zip"];
    let flags = [&["mnk", "class", "--cases", "c", "--lang", "pl"], &given[..]].concat();
    let judged = judge(folder.path(), &flags);
    let row = |number: usize| &judged.json["programs"][number];
    let marks = |number| (row(number)["points"].as_f64(), row(number)["grade"].as_str());
    assert_eq!(marks(0), (Some(9.5), Some("5")), "{}", judged.complaint);
    assert_eq!((field(row(2), "program"), marks(2)), ("Participant", (Some(3.0), None)));
    assert_eq!((marks(1), &row(1)["fails_validation"]), ((Some(0.0), None), &false.into()));
    let sheet = fs::read_to_string(folder.path().join("sheet.csv")).expect("a worksheet");
    let cells: Vec<Vec<_>> = sheet.lines().map(|line| line.split(';').collect()).collect();
    let grades: Vec<_> = cells.iter().map(|row| row[2]).collect();
    assert_eq!(grades, ["Ocena", "9,5", "3", "0", "7,00"]);
    assert_eq!((cells[4][4], cells[0].len()), ("stary", 5));
    let archive = Command::new("python3")
        .args(["-m", "zipfile", "-l", "back.zip"])
        .current_dir(folder.path())
        .output();
    let listed = String::from_utf8(archive.expect("there is Python").stdout).expect("text");
    for page in ["Ala_1_assignsubmission_file_/Ala.html", "Participant_2_assignsubmission_file_/"] {
        assert!(listed.contains(page), "{listed}");
    }
    // A sum that the worksheet does not have is refused before anything is judged.
    let other = ["mnk", "class", "--cases", "c/1.in", "--grades", "sheet.csv"];
    assert_eq!(judge(folder.path(), &other).code, Some(1));
    let again = fs::read_to_string(folder.path().join("sheet.csv")).expect("a worksheet");
    assert_eq!(again, sheet);
}
