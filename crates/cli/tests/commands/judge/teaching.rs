//! Tests of the judge's reports for teaching: explanations, the merging of equal failures,
//! validation, and the pages of a class.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{field, folder, has, judge, shell};
use crate::ludoteka;

/// A right solution of Poziomka, in Python.
const RIGHT: &str = r#"import os, sys
CONSTANTS = (("POLA", 5), ("WIERSZE", 26), ("KOLUMNY", 26), ("WYBOR", 1000))
P, R, C, N = (int(os.environ.get(name, usual)) for name, usual in CONSTANTS)
taken = [[False] * C for _ in range(R)]
def fits(lane):
    return sum(len(run) // P for run in "".join(" x"[square] for square in lane).split("x"))
def cells(r, c, down):
    return [(r + i, c) if down else (r, c + i) for i in range(P)]
def put(squares, value):
    for r, c in squares: taken[r][c] = value
def worth():
    return sum(map(fits, taken)) - sum(map(fits, zip(*taken)))
for line in sys.stdin:
    line = line.strip()
    if line == ".": break
    if line != "-": put(cells(ord(line[1]) - 97, ord(line[0]) - 65, True), True)
    moves = []
    for r in range(R):
        for c in range(C - P + 1):
            if not any(taken[r][c:c + P]):
                put(cells(r, c, False), True)
                moves.append((worth(), r, c))
                put(cells(r, c, False), False)
    if not moves:
        print("."); break
    most = max(value for value, r, c in moves)
    best = [(r, c) for value, r, c in moves if value == most]
    r, c = best[N % len(best)]
    put(cells(r, c, False), True)
    print(chr(97 + r) + chr(65 + c))
"#;

/// Some cases on a small board, in the folder `cases`.
fn poziomka(count: &str) -> TempDir {
    let folder = folder(&[("right.py", RIGHT)]);
    let sizes = ["-DPOLA=2", "-DWIERSZE=5", "-DKOLUMNY=5", "-DWYBOR=7"];
    let made =
        ludoteka(&[&["cases", "poziomka", "--count", count, "-o", "cases"], &sizes[..]].concat());
    let made = { made }.current_dir(folder.path()).output().expect("ludoteka runs");
    assert!(made.status.success(), "{made:?}");
    folder
}

fn write(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("files lie in folders")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

#[test]
fn a_wrong_answer_is_explained_and_told_once() {
    if !has("python3") {
        return;
    }
    let folder = poziomka("10");
    let right = judge(folder.path(), &["poziomka", "right.py", "--cases", "cases"]);
    assert_eq!(right.code, Some(0), "{}", right.printed);
    write(&folder, "wrong.py", &RIGHT.replace("N % len(best)", "0"));
    let judged = judge(folder.path(), &["poziomka", "wrong.py", "--cases", "cases"]);
    let failed: Vec<_> =
        judged.cases().iter().filter(|case| field(case, "verdict") == "wrong answer").collect();
    assert!(failed.len() > 1, "{}", judged.printed);
    let told = |case: &serde_json::Value| case["explanation"].as_array().map_or(0, Vec::len);
    assert!(failed.iter().all(|case| told(case) >= 3), "{failed:?}");
    assert_eq!(failed[0]["board"].as_array().map_or(0, Vec::len), 5);
    assert!(judged.printed.contains("WYBOR is 7"), "{}", judged.printed);
    // Those alike are told once, and here none is smaller than the first.
    assert_eq!(judged.printed.matches("divided by").count(), 1, "{}", judged.printed);
    assert!(
        judged.printed.contains(&format!("and {} more case", failed.len() - 1)),
        "{}",
        judged.printed
    );
}

#[test]
fn a_wrong_answer_before_a_wrong_exit_code_is_explained_too() {
    if !has("python3") {
        return;
    }
    let folder = poziomka("1");
    for (answer, sentences) in [("bA", true), ("", false)] {
        write(&folder, "a.py", &format!("import sys\nprint('{answer}')\nsys.exit(1)\n"));
        let judged = judge(folder.path(), &["poziomka", "a.py", "--cases", "cases"]);
        assert_eq!(
            judged.verdicts()[0][1..],
            ["wrong exit code", "1 instead of 0"],
            "{}",
            judged.printed
        );
        let told = judged.cases()[0]["explanation"].as_array().is_some_and(|told| !told.is_empty());
        assert_eq!(told, sentences, "{answer:?}: {}", judged.printed);
    }
}

#[test]
fn a_sanitizers_report_has_its_name_and_line() {
    if !has("gcc") {
        return;
    }
    let source = r#"#include <stdio.h>
int main(void) {
    int big = 2147483647;
    printf("%d\n", big + getchar());
    return 0;
}
"#;
    let folder = folder(&[("a.c", source), ("c/1.in", "-\n.\n"), ("c/1.out", "")]);
    let judged = judge(folder.path(), &["poziomka", "a.c", "--cases", "c"]);
    let [_, verdict, particulars] = judged.verdicts()[0];
    assert_eq!(verdict, "sanitizer report");
    assert!(particulars.starts_with("a.c:4: signed integer overflow"), "{particulars}");
    let (said, _) = shell(field(&judged.cases()[0], "unconfined"), folder.path());
    assert!(said.contains("runtime error: signed integer overflow"), "{said}");
}

#[test]
fn after_some_late_cases_a_program_is_not_run_on_the_rest() {
    if !has("python3") {
        return;
    }
    let cases =
        ["c/1.in", "c/1.out", "c/2.in", "c/2.out", "c/3.in", "c/3.out", "c/4.in", "c/4.out"];
    let folder = folder(&cases.map(|name| (name, "")));
    write(&folder, "a.py", "import time\ntime.sleep(100)\n");
    let judged = judge(
        folder.path(),
        &["poziomka", "a.py", "--cases", "c", "--time", "300ms", "--stop-after", "2"],
    );
    let mut late = 0;
    for case in judged.cases() {
        assert_eq!(field(case, "verdict"), if late < 2 { "late" } else { "not run" }, "{case}");
        // A late case does not count if the machine was busy.
        let [wall, waited] =
            ["wall_ms", "waited_ms"].map(|name| case[name].as_f64().expect("a time"));
        late += usize::from(wall - waited >= 300.0);
    }
}

/// A compiler that never finishes is stopped, and the source counts as a source that does not
/// compile.
#[test]
fn compiling_is_bounded() {
    if !has("g++") {
        return;
    }
    let source = "template <long N, long M> struct A { \
             static const long v = A<N - 1, M>::v + A<N - 1, M + (1L << N)>::v; };\n\
         template <long M> struct A<0, M> { static const long v = M; };\n\
         int main() { return A<40, 0>::v; }\n";
    let folder = folder(&[("a.cpp", source), ("c/1.in", ""), ("c/1.out", "")]);
    let judged = judge(folder.path(), &["mnk", "a.cpp", "--cases", "c", "--compile-time", "500ms"]);
    assert_eq!(judged.verdicts(), [["1", "not run", "it does not compile"]]);
    assert!(judged.printed.contains("the compiler was stopped"), "{}", judged.printed);
}

/// The files of a report, by their names.
fn pages(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the report is there").flatten();
    let page = |entry: fs::DirEntry| {
        (
            entry.file_name().to_string_lossy().into_owned(),
            fs::read_to_string(entry.path()).expect("text"),
        )
    };
    let mut pages: Vec<_> = entries.map(page).collect();
    pages.sort();
    pages
}

#[test]
fn a_report_has_a_page_for_each_program_and_the_validation_decides() {
    if !has("python3") {
        return;
    }
    let folder = poziomka("10");
    write(&folder, "class/Ana <1>.py", RIGHT);
    write(&folder, "class/Jan.py", &RIGHT.replace("N % len(best)", "0"));
    write(&folder, "class/Ola.py", &RIGHT.replace("if line == \".\": break", ""));
    // The input of the validation ends with `.`, but Ola's program does not stop there.
    for (name, text) in
        [("1.in", "-\n.\n"), ("params", "-DPOLA=2 -DWIERSZE=5 -DKOLUMNY=5 -DWYBOR=7")]
    {
        write(&folder, &format!("validation/{name}"), text);
    }
    let answer = shell(
        "POLA=2 WIERSZE=5 KOLUMNY=5 WYBOR=7 python3 right.py < validation/1.in",
        folder.path(),
    )
    .0;
    write(&folder, "validation/1.out", &answer);
    let flags = ["--validation", "validation", "--points", "20", "--report", "report"];
    let judged =
        judge(folder.path(), &[&["poziomka", "class", "--cases", "cases"], &flags[..]].concat());
    assert_eq!(judged.code, Some(1), "{}", judged.complaint);
    let pages = pages(&folder.path().join("report"));
    let names: Vec<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Ana--1--py.html", "Jan-py.html", "Ola-py.html", "gradebook.csv", "index.html"]
    );
    assert!(pages.iter().all(|(_, page)| !page.chars().any(|c| c.is_control() && c != '\n')));
    let rows: Vec<_> =
        pages[3].1.lines().skip(1).map(|row| row.split(',').take(3).collect::<Vec<_>>()).collect();
    assert_eq!(rows[0], ["Ana <1>.py", "20", "20"]);
    assert_eq!((rows[1][0], rows[2][..].to_vec()), ("Jan.py", vec!["Ola.py", "0", "20"]));
    assert!(pages[2].1.contains("give no points") && !pages[0].1.contains("give no points"));
    assert!(pages[1].1.contains("<svg"), "the board is shown");
    assert!(pages[4].1.contains("Ana &lt;1&gt;.py"));
    // A second report replaces the first. A folder with other files is refused.
    let alone = ["poziomka", "class/Jan.py", "--cases", "cases", "--report"];
    judge(folder.path(), &[&alone[..], &["report", "--lang", "pl"]].concat());
    let pages = self::pages(&folder.path().join("report"));
    assert_eq!(pages.len(), 3);
    assert!(pages[0].1.contains("<html lang=\"pl\">"), "the language arrives");
    assert_eq!(judge(folder.path(), &[&alone[..], &["class"]].concat()).code, Some(1));
    assert!(folder.path().join("class/Jan.py").exists());
}
