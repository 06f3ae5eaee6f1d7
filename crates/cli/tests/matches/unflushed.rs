//! Programs that never flush their output play all the same.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{folder, has, printed};

const C: &str = r#"#include <stdio.h>
int main(void) {
    char line[99];
    if (fgets(line, sizeof line, stdin)) puts("resign");
    while (fgets(line, sizeof line, stdin)) {}
    return 0;
}
"#;

/// After `sync_with_stdio(false)`, `cout` no longer uses the buffer of `stdout`.
const CPP: &str = r#"#include <iostream>
#include <string>
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(0);
    std::string line;
    if (std::getline(std::cin, line)) std::cout << "resign" << '\n';
    while (std::getline(std::cin, line)) {}
}
"#;

const PASCAL: &str = "var line: string;
begin
    readln(line);
    writeln('resign');
    while not eof do readln(line)
end.
";

const PYTHON: &str = "import sys\ninput()\nprint('resign')\nsys.stdin.read()\n";

const RUST: &str = r#"fn main() {
    let mut lines = std::io::stdin().lines();
    lines.next();
    println!("resign");
    lines.for_each(drop);
}
"#;

const JAVASCRIPT: &str = "const lines = require('readline').createInterface({ input: \
                          process.stdin });\nlines.once('line', () => console.log('resign'));\n";

const JAVA: &str = r#"import java.util.Scanner;
class Main {
    public static void main(String[] all) {
        Scanner lines = new Scanner(System.in);
        lines.nextLine();
        System.out.print("resign\n");
        while (lines.hasNextLine()) lines.nextLine();
    }
}
"#;

/// Lets a program, which gives up when it is asked, play two games. Returns the summary.
fn play(folder: &Path, program: &str, more: &[&str]) -> String {
    let game = ["match", "mnk", program, "engine:1", "--nodes", "50", "--move-time", "5s"];
    printed(folder, &[&game, more].concat())
}

/// Checks that a program gave up in both games and committed no foul.
fn check(folder: &Path, program: &str, more: &[&str]) {
    let summary = play(folder, program, more);
    let row = summary.lines().find(|line| line.starts_with(program)).expect("it has a row");
    let numbers: Vec<_> = row.split_whitespace().skip(1).take(4).collect();
    assert_eq!(numbers, ["0", "0", "2", "0"], "{program} {more:?}: {summary}");
}

#[test]
fn a_line_is_sent_without_a_flush() {
    for (tool, name, source) in [
        ("gcc", "a.c", C),
        ("g++", "b.cpp", CPP),
        ("fpc", "c.pas", PASCAL),
        ("python3", "d.py", PYTHON),
        ("rustc", "e.rs", RUST),
        ("node", "f.js", JAVASCRIPT),
        ("javac", "g.java", JAVA),
    ] {
        if has(tool) {
            let folder = folder();
            fs::write(folder.path().join(name), source).expect("a file can be written");
            check(folder.path(), name, &[]);
        }
    }
}

/// The code that is compiled with a source obeys the strictest course, and is in static programs.
#[test]
fn a_course_may_be_as_strict_as_it_likes() {
    if !has("gcc") || !has("g++") {
        return;
    }
    let folder = folder();
    for (name, source, options) in [
        (
            "a.c",
            C,
            "gcc -std=c89 -pedantic-errors -Wall -Wextra -Werror -Wmissing-prototypes -Wconversion",
        ),
        ("b.c", C, "gcc -std=c17 -Wall -Wextra -Werror -O3 -flto -static"),
        (
            "c.cpp",
            CPP,
            "g++ -std=c++98 -pedantic-errors -Wall -Wextra -Werror -Weffc++ -Wold-style-cast",
        ),
    ] {
        fs::write(folder.path().join(name), source).expect("a file can be written");
        check(folder.path(), name, &["--compiler-options", options]);
    }
}

#[test]
fn an_executable_sends_its_lines_with_the_library_of_stdbuf() {
    let library = ["/usr/libexec/coreutils/libstdbuf.so", "/usr/lib/coreutils/libstdbuf.so"];
    if !has("gcc") || !testing::is_there("stdbuf", library.iter().any(|it| Path::new(it).exists()))
    {
        return;
    }
    let folder = folder();
    fs::write(folder.path().join("a.c"), C).expect("a file can be written");
    let mut gcc = Command::new("gcc");
    let status = gcc.args(["a.c", "-o", "player"]).current_dir(folder.path()).status();
    assert!(status.expect("gcc runs").success());
    check(folder.path(), "./player", &[]);
}

/// What cannot be helped is explained, without a record of the games.
#[test]
fn an_answer_without_its_line_feed_is_shown_in_the_summary() {
    if !has("python3") {
        return;
    }
    let folder = folder();
    let source =
        "import time\nprint(end='a1')\ntime.sleep(60)\n".replace("print", "input()\nprint");
    fs::write(folder.path().join("a.py"), source).expect("a file can be written");
    let summary = play(folder.path(), "a.py", &["--game-time", "100ms"]);
    assert!(summary.contains("`a1`"), "{summary}");
}
