//! Sources in every language can be run. Each gets the constants of its set of cases in the form
//! that is usual in its language.

use std::fs;
use std::process::Command;

use super::{field, folder, has, judge, judge_with_path, shell};

const C: &str =
    "#include <stdio.h>\n\nint main(void) {\n    printf(\"%d\\n\", POLA);\n    return 0;\n}\n";
const PASCAL: &str = "begin\n    writeln(POLA)\nend.\n";
const RUST: &str = "fn main() {\n    println!(\"{}\", env!(\"POLA\"));\n}\n";
const JAVASCRIPT: &str = "console.log(process.env.POLA)\n";
const CPP: &str = r"#include <iostream>
#include <ranges>

int main() {
    int unused;
    std::cout << POLA << '\n';
}
";
const JAVA: &str = r#"public class Anna {
    public static void main(String[] all) {
        System.out.println(Integer.getInteger("POLA"));
    }
}
"#;
/// With `PYTHONHASHSEED` set, Python's sets have the same order in the sandbox and with the command
/// that the judge prints.
const PYTHON: &str =
    "import os\n\nassert os.environ['PYTHONHASHSEED'] == '0'\nprint(os.environ['POLA'])\n";

fn check(tool: &str, name: &str, source: &str) {
    if !has(tool) {
        return;
    }
    let cases = [
        ("c/a/1.in", ""),
        ("c/a/1.out", "4\n"),
        ("c/a/params", "-DPOLA=4"),
        ("c/b/1.in", ""),
        ("c/b/1.out", "7\n"),
        ("c/b/params", "-DPOLA=8"),
    ];
    let folder = folder(&[&cases[..], &[(name, source)]].concat());
    let judged = judge(folder.path(), &["poziomka", name, "--cases", "c"]);
    assert_eq!(
        judged.verdicts(),
        [["a/1", "accepted", ""], ["b/1", "wrong answer", "line 1"]],
        "{}",
        judged.printed
    );
    let (said, well) = shell(field(&judged.cases()[1], "unconfined"), folder.path());
    assert!(!well && said.contains("< 8\n---\n> 7"), "{said}");
}

#[test]
fn every_language_gets_the_constants() {
    for (tool, name, source) in [
        ("gcc", "solution.c", C),
        ("g++", "solution.cpp", CPP),
        ("fpc", "solution.pas", PASCAL),
        ("rustc", "solution.rs", RUST),
        ("python3", "solution.py", PYTHON),
        ("node", "solution.js", JAVASCRIPT),
        ("javac", "Anna.java", JAVA),
        // The compiler wants a file to have the name of its class.
        ("javac", "handed-in.java", JAVA),
    ] {
        check(tool, name, source);
    }
}

/// Judges two programs. The array of the first program is within the memory limit, and the array of
/// the second program is not.
fn check_memory(game: &str, limit: &str, ending: &str, [fits, does_not]: [&str; 2]) {
    let sources = [(format!("all/a.{ending}"), fits), (format!("all/b.{ending}"), does_not)];
    let sources = sources.each_ref().map(|(name, source)| (name.as_str(), *source));
    let folder = folder(&[&[("c/1.in", ""), ("c/1.out", "1\n")], &sources[..]].concat());
    let judged = judge(folder.path(), &[game, "all", "--cases", "c", "--memory", limit]);
    let verdicts =
        [0, 1].map(|i| field(&judged.json["programs"][i]["cases"][0], "verdict").to_string());
    assert_eq!(verdicts, ["accepted", "memory"], "{}", judged.printed);
}

/// Code that the compiler's options add does not count as the program's memory.
#[test]
fn a_source_in_c_has_all_the_memory_that_an_executable_has() {
    if !has("gcc") {
        return;
    }
    let source = |mib: u64| {
        format!(
            r#"#include <stdio.h>
static volatile char all[{mib}ul << 20];
int main(void) {{
    for (unsigned long i = 0; i < sizeof all; i += 4096) all[i] = 1;
    puts("1");
}}
"#
        )
    };
    check_memory("reversi", "40", "c", [&source(38), &source(44)]);
}

#[test]
fn java_has_the_memory_that_others_have() {
    if !has("javac") {
        return;
    }
    let source = |mib: u64| {
        format!(
            "class A {{ public static void main(String[] all) {{ System.out.println(new \
            byte[{mib} << 20].length > 0 ? 1 : 0); }} }}"
        )
    };
    check_memory("mnk", "48", "java", [&source(16), &source(64)]);
}

/// These sources compile outside the sandbox, so the message must explain the difference.
#[test]
fn a_file_beside_a_source_is_out_of_its_compilers_reach_and_that_is_said() {
    let sources = [
        ("gcc", "a.c", "#include \"part.h\"\nint main(void) {\n    return 0;\n}\n", "part.h"),
        (
            "rustc",
            "a.rs",
            "fn main() {\n    print!(\"{}\", include_str!(\"part.h\"));\n}\n",
            "part.h",
        ),
        ("fpc", "a.pas", "{$I part.h}\nbegin end.\n", "part.h"),
        ("fpc", "b.pas", "uses Part;\nbegin end.\n", "part.pas"),
    ];
    let said = |part: &str| {
        format!(
            "in the sandbox a compiler can read only the source, and not {part} beside it; by hand \
            this may compile"
        )
    };
    for (tool, name, source, part) in sources.into_iter().filter(|(tool, ..)| has(tool)) {
        let unit = ("part.pas", "unit part;\ninterface\nimplementation\nend.\n");
        let folder =
            folder(&[(name, source), ("part.h", ""), unit, ("c/1.in", ""), ("c/1.out", "")]);
        let judged = judge(folder.path(), &["mnk", name, "--cases", "c"]);
        let case = &judged.cases()[0];
        assert_eq!(
            (field(case, "verdict"), field(case, "hint")),
            ("not run", &*said(part)),
            "{tool}"
        );
        let error = &judged.json["programs"][0]["compile_errors"][0];
        assert_eq!(field(error, "reproduce"), format!("ludoteka judge mnk {name} --cases c/1.in"));
        assert_eq!(field(error, "unconfined"), "", "{tool}");
        assert!(judged.printed.contains(&said(part)), "{}", judged.printed);
        let unconfined = judge(folder.path(), &["mnk", name, "--cases", "c", "--level", "0"]);
        assert_eq!(
            unconfined.verdicts(),
            [["1", "accepted", ""]],
            "{tool}: {}",
            unconfined.printed
        );
    }
    if has("fpc") {
        let folder =
            folder(&[("a.pas", "uses nosuch;\nbegin end.\n"), ("c/1.in", ""), ("c/1.out", "")]);
        let judged = judge(folder.path(), &["mnk", "a.pas", "--cases", "c"]);
        assert_eq!(field(&judged.cases()[0], "hint"), "", "nobody has such a unit");
    }
}

/// fpc reads `fpc.cfg`, and tools such as rustup read files that choose a version. A submission
/// must not control a compiler by files like these.
#[cfg(unix)]
#[test]
fn nothing_beside_the_programs_chooses_or_sets_a_tool() {
    use std::os::unix::fs::PermissionsExt;
    let sources = [
        ("rustc", "a.rs", "fn main() { println!(\"1\") }\n"),
        ("python3", "a.py", "print(1)\n"),
        ("node", "a.js", "require('fs'); console.log(1)\n"),
        ("fpc", "a.pas", "begin writeln(1) end.\n"),
    ];
    let path = std::env::var("PATH").expect("there is one");
    for (tool, name, source) in sources.into_iter().filter(|(tool, ..)| has(tool)) {
        let folder = folder(&[
            (name, source),
            ("fpc.cfg", "-nonsense\n"),
            ("package.json", "{\"type\": \"module\"}"),
            ("c/1.in", "1\n"),
            ("c/1.out", "1\n"),
            ("bin/empty", ""),
        ]);
        let (asked, switch) = (folder.path().join("asked"), folder.path().join("bin").join(tool));
        let script =
            format!("#!/bin/sh\npwd > {}\nPATH='{path}' exec {tool} \"$@\"\n", asked.display());
        fs::write(&switch, script).expect("a file can be written");
        fs::set_permissions(&switch, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let path = format!("{}:{path}", folder.path().join("bin").display());
        let judged = judge_with_path(folder.path(), &["mnk", name, "--cases", "c"], path);
        assert_eq!(
            judged.verdicts(),
            [["1", "accepted", ""]],
            "{name}: {}{}",
            judged.printed,
            judged.complaint
        );
        // The judge does not run scripts called fpc, so the file `asked` may be missing.
        let asked = fs::read_to_string(asked).unwrap_or_else(|_| "/\n".to_string());
        assert_eq!(asked, "/\n", "{tool}");
    }
}

/// A virtual environment may be made in the folder of a whole course. Even then, programs must not
/// be able to read the course's cases.
#[cfg(target_os = "linux")]
#[test]
fn of_a_virtual_environment_only_pythons_own_is_open() {
    if !has("python3") {
        return;
    }
    let folder = folder(&[
        ("course/cases/1.in", "1\n"),
        ("course/cases/1.out", "7\n"),
        ("course/lib/c/1.in", "1\n"),
    ]);
    fs::write(folder.path().join("course/lib/c/1.out"), "7\n").expect("a file can be written");
    let course = folder.path().join("course");
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&course).status();
    assert!(made.expect("python3 runs").success());
    let answer = course.join("cases/1.out");
    fs::write(folder.path().join("a.py"), format!("print(open('{}').read())\n", answer.display()))
        .expect("ours");
    let path = format!(
        "{}:{}",
        course.join("bin").display(),
        std::env::var("PATH").expect("there is one")
    );
    let judged = judge_with_path(folder.path(), &["mnk", "a.py", "--cases", "course/cases"], &path);
    let read = format!("to read {}", answer.canonicalize().expect("it is there").display());
    assert_eq!(judged.verdicts(), [["1", "forbidden call", &read]], "{}", judged.complaint);
    let judged = judge_with_path(folder.path(), &["mnk", "a.py", "--cases", "course/lib"], &path);
    assert!(
        judged.complaint.contains("would be open to programs, since python3 reads all of"),
        "{}",
        judged.complaint
    );
}

/// If an argument begins with `@`, fpc and rustc read it as the name of a file of arguments.
#[test]
fn a_name_may_begin_with_any_letter() {
    for letter in ["@", "-"] {
        check("gcc", &format!("folder/{letter}a.c"), C);
        check("fpc", &format!("folder/{letter}a.pas"), PASCAL);
        check("rustc", &format!("folder/{letter}a.rs"), RUST);
    }
}

#[test]
fn a_name_may_have_what_its_compiler_takes() {
    for name in ["it's \"a;b", "a<$b>|c?", "a\nb"] {
        check("gcc", &format!("{name}.c"), C);
        check("rustc", &format!("{name}.rs"), RUST);
        check("python3", &format!("{name}.py"), PYTHON);
    }
    check("fpc", "it's $a@*.pas", PASCAL);
}

/// gcc compiles `.C` as C++, in which `class` is a keyword.
#[test]
fn capitals_are_other_letters_in_the_same_endings() {
    check(
        "gcc",
        "solution.C",
        &C.replace("    return 0;", "    int class = 0;\n    return class;"),
    );
    check("fpc", "SOLUTION.PAS", PASCAL);
    check("node", "solution.Js", JAVASCRIPT);
}

/// Only the game rules of Warsaw's courses ask for options such as `-Wvla -Werror`, which make some
/// programs fail to compile.
#[test]
fn the_options_of_a_games_text_hold_unless_others_are_given() {
    if !has("gcc") {
        return;
    }
    let vla = r"int main(int argc, char **argv) {
    char a[argc];
    a[0] = argv[0][0];
    return a[0] == 0;
}
";
    let folder = folder(&[("a.c", vla), ("c/1.in", ""), ("c/1.out", "")]);
    let judged = |game: &str, more: &[&str]| {
        judge(folder.path(), &[&[game, "a.c", "--cases", "c"], more].concat())
    };
    let strict = judged("reversi", &[]);
    assert!(strict.printed.contains("-Werror=vla"), "{}", strict.printed);
    let plain = judged("mnk", &[]);
    assert!(plain.printed.contains("compiled by gcc -O2 -lm\n"), "{}", plain.printed);
    assert_eq!(field(&plain.json, "compilers"), "gcc -O2 -lm");
    for given in ["gcc -Wvla -Werror", "-Wvla -Werror"] {
        let set = judged("mnk", &["--compiler-options", given]);
        assert_eq!(set.verdicts()[0][1], "not run", "{}", set.printed);
    }
}
