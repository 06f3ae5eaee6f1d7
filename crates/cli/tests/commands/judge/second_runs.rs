//! A program that fails is run again with checks, which name the line of the mistake, and on smaller
//! cases.

use std::fs;

use super::folders::echoes;
use super::{field, folder, has, judge};

const C: &str = "#include <stdio.h>
int board[50];
int main(void) {
    int n = getchar() - '0';
    board[49 + n] = 7;
    printf(\"%d\\n\", n + 1);
    return 0;
}
";
const CPP: &str = "#include <cstdio>
#include <vector>
int main() {
    std::vector<int> board(3);
    int n = getchar() - '0';
    board[2 + n] = 7;
    printf(\"%d\\n\", n + 1);
}
";
const PASCAL: &str = "program c;
var board: array[1..5] of integer; n: integer;
begin
  read(n);
  board[5 + n] := 7;
  writeln(n + 1)
end.
";

#[test]
fn a_closer_look_names_the_line() {
    let folder = echoes(&[("a.c", C), ("b.cpp", CPP), ("c.pas", PASCAL)]);
    let look = |file: &str| judge(folder.path(), &["mnk", file, "--cases", "c"]);
    // Without valgrind, the C++ library does not say in which line its assertion failed.
    let of_cpp = if has("valgrind") { "b.cpp:6" } else { "" };
    for (tool, file, place) in
        [("gcc", "a.c", "a.c:5"), ("g++", "b.cpp", of_cpp), ("fpc", "c.pas", "c.pas:5")]
    {
        if !has(tool) {
            continue;
        }
        let judged = look(file);
        let fault = &judged.json["programs"][0]["fault"];
        assert_eq!(field(fault, "place"), place, "{fault} {}", judged.complaint);
        assert!(place.is_empty() || field(fault, "source").contains("board["), "{fault}");
        assert_eq!(judged.verdicts()[0][1], "wrong answer", "the verdict stays");
    }
}

/// A right program gets no second run, and one that writes what a check would write gets no line
/// of a file that is not its own.
#[test]
fn nothing_is_told_about_right_programs_and_foreign_files() {
    if !has("gcc") {
        return;
    }
    let liar = "#include <stdio.h>\nint main(void) { fprintf(stderr, \"/etc/passwd:1:1: runtime \
        error: x\\n\"); puts(\"2\"); return 0; }\n";
    let right = "#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }\n";
    let folder = echoes(&[("liar.c", liar), ("right.c", right)]);
    let fault = |file: &str| {
        let judged = judge(folder.path(), &["mnk", file, "--cases", "c"]);
        judged.json["programs"][0]["fault"].clone()
    };
    assert!(fault("right.c").is_null());
    let told = fault("liar.c");
    assert_eq!((field(&told, "place"), field(&told, "source")), ("", ""), "{told}");
}

/// The program writes that there is no move, and fails on many cases that are smaller than this one.
#[test]
fn a_smaller_case_fails_in_the_same_way() {
    if !has("python3") {
        return;
    }
    let large = format!("GEN_ALL_POS_MOV 5 5 3 1\n{}", "0 0 0 0 0\n".repeat(5));
    let files = [("c/1.in", &*large), ("c/1.out", "25\n"), ("none.py", "print(0)\n")];
    let folder = folder(&files);
    let report = ["mnk", "none.py", "--cases", "c", "--report", "r"];
    let judged = judge(folder.path(), &report);
    let program = &judged.json["programs"][0];
    let small = |name: &str| field(&program["smallest"], name).to_string();
    let [input, output] = ["smallest.in", "smallest.out"].map(small);
    assert!(!input.is_empty() && input.len() < large.len(), "{input}");
    assert!(judged.printed.contains("--cases smallest.in"), "{}", judged.printed);
    let page = fs::read_to_string(folder.path().join("r/none-py.html")).expect("a page");
    let address = "<a download=\"smallest.in\" href=\"data:text/plain;charset=utf-8,GEN%5F";
    assert!(page.contains(address), "{page}");
    for (name, text) in [("smallest.in", input), ("smallest.out", output)] {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let again = judge(folder.path(), &["mnk", "none.py", "--cases", "smallest.in"]);
    let sentences = |cases: &[serde_json::Value]| {
        let told = cases[0]["explanation"].as_array().expect("sentences").clone();
        told.iter().map(|told| field(told, "key").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(sentences(again.cases()), sentences(judged.cases()), "the same kind");
    assert!(again.json["programs"][0]["smallest"].is_null(), "no drawn case is smaller");
}
