//! A program that fails is run again with checks, which name the line of the mistake.

use super::folders::echoes;
use super::{field, has, judge};

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
