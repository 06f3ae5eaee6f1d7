//! Folders of programs: every file that may be meant as a program is judged or named, and no
//! program affects the verdicts of others.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Judgement, field, folder, has, judge, judge_with_path, shell};
use crate::{ludoteka, text};

/// A folder with these files and a case that a program passes if it prints its input.
pub(super) fn echoes(files: &[(&str, &str)]) -> tempfile::TempDir {
    folder(&[files, &[("c/1.in", "1\n"), ("c/1.out", "1\n")]].concat())
}

/// Writes an executable that prints its input.
pub(super) fn echo(path: &Path) {
    fs::copy("/bin/cat", path).expect("it can be copied");
}

fn make_executable(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// The name of each program, its first verdict, and the verdict's details.
pub(super) fn programs(judged: &Judgement) -> Vec<[&str; 3]> {
    let programs = judged.json["programs"]
        .as_array()
        .unwrap_or_else(|| panic!("no programs: {}", judged.complaint));
    programs.iter().map(first_case).collect()
}

fn first_case(program: &Value) -> [&str; 3] {
    let case = &program["cases"][0];
    [field(program, "program"), field(case, "verdict"), field(case, "particulars")]
}

#[test]
fn what_may_be_meant_as_a_program_is_judged_or_named() {
    let folder = echoes(&[
        ("all/go.go", "package main"),
        ("all/README.md", "#!"),
        ("all/1.in", ""),
        ("all/params", ""),
        ("all/garbage", "nothing that a system would run\n"),
        ("all/plx", "#!/usr/bin/env python3\nprint(1)\n"),
        ("all/anna/deep/x.py", ""),
        ("teacher/solution.py", "print(1)\n"),
    ]);
    let all = folder.path().join("all");
    symlink("../teacher/solution.py", all.join("jan.py")).expect("a link can be made");
    symlink("../teacher", all.join("ola")).expect("a link can be made");
    echo(&all.join("echo"));
    symlink("nowhere.c", all.join("dangling.c")).expect("a link can be made");
    symlink("echo", all.join("other")).expect("a link can be made");
    assert!(
        Command::new("mkfifo")
            .arg(all.join("fifo.py"))
            .status()
            .expect("there is mkfifo")
            .success()
    );
    for name in ["README.md", "garbage", "plx"] {
        make_executable(&all.join(name));
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    let script = "a script needs the ending .py or .js, whatever its first line says";
    let [anna, echo, garbage, plx] = programs(&judged)[..] else { panic!("{}", judged.printed) };
    assert_eq!([echo, plx], [["echo", "accepted", ""], ["plx", "not executable", script]]);
    assert_eq!(
        [&anna[..2], &garbage[..2]],
        [["anna", "wrong answer"], ["garbage", "not executable"]]
    );
    assert!(judged.printed.contains(script), "{}", judged.printed);
    let said = "ludoteka: passed over: dangling.c (leads nowhere), fifo.py (no regular file), \
         go.go (in no language known here), jan.py (a link that leads out of the folder), \
         ola/solution.py (a link that leads out of the folder), other (the same as echo)\n";
    assert_eq!((judged.code, judged.complaint.as_str()), (Some(1), said));
}

/// The sources of one program are compiled together, and the program has its folder's name.
#[test]
fn a_folder_is_one_submission() {
    let files = [
        (
            "all/anna/start.c",
            r#"#include "lib/part.h"
#include <stdio.h>
int main(void) { printf("%d\n", part()); }
"#,
        ),
        ("all/anna/lib/part.c", "#include \"part.h\"\nint part(void) { return 1; }\n"),
        ("all/anna/lib/part.h", "int part(void);\n"),
        ("all/anna/Makefile", "all:\n\ttouch /tmp/run\n"),
        ("all/jan/main.py", "import part\nprint(part.ONE)\n"),
        ("all/jan/part.py", "ONE = 1\n"),
        ("all/ola/a.c", "int main(void) { return 0; }\n"),
        ("all/ola/b.c", "int one(void);\nint main(void) { return one(); }\n"),
        ("all/ola/c.c", "int one(void) { return 1; }\n"),
    ];
    let folder = echoes(&files);
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    if !has("gcc") || !has("python3") {
        return;
    }
    let verdicts = programs(&judged)
        .into_iter()
        .map(|[program, verdict, _]| [program, verdict])
        .collect::<Vec<_>>();
    let expected = [
        ["anna", "accepted"],
        ["jan", "accepted"],
        ["ola/a.c", "wrong answer"],
        ["ola/b.c", "wrong exit code"],
    ];
    assert_eq!(verdicts, expected, "{}", judged.printed);
    let said = "ludoteka: passed over: anna/Makefile (not run: sources are compiled together)\n\
         ludoteka: ola: each of a.c, b.c is a program of its own: none is called main, or ola\n";
    assert_eq!(judged.complaint, said);
    let (said, _) =
        shell(field(&judged.json["programs"][3]["cases"][0], "reproduce"), folder.path());
    assert!(said.contains("exit code 1"), "{said}");
}

/// A class as Moodle packs it, in a tar archive instead of a zip.
#[test]
fn a_download_of_a_class_is_judged_as_it_comes() {
    if !has("gcc") || !has("python3") {
        return;
    }
    let of = |student: &str, file: &str| format!("class/{student}_assignsubmission_file_/{file}");
    let main =
        "#include \"part.h\"\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", part()); }\n";
    let part = ["#include \"part.h\"\nint part(void) { return 2; }\n", "int part(void);\n"];
    let files = [
        (of("Anna Żak_1", "my main.c"), main),
        (of("Anna Żak_1", "part.c"), part[0]),
        (of("Anna Żak_1", "part.h"), part[1]),
        (of("Bo_22", "bo.py"), "print(1)\n"),
        (of("Cy_3", "cy.zip"), "no archive"),
        (of("Di_4", "__MACOSX/._di.c"), "notes"),
        (of("Di_4", "report.pdf"), "a report"),
    ];
    let folder =
        echoes(&files.iter().map(|(name, text)| (name.as_str(), *text)).collect::<Vec<_>>());
    let pack = Command::new("tar")
        .args(["-czf", "class.tar.gz", "class"])
        .current_dir(folder.path())
        .status();
    assert!(pack.expect("there is tar").success());
    for (class, only) in [("class", false), ("class.tar.gz", false), ("class.tar.gz", true)] {
        let only: &[&str] = if only { &["--only", "Anna Żak"] } else { &[] };
        let judged = judge(folder.path(), &[&["mnk", class, "--cases", "c"], only].concat());
        let verdicts = programs(&judged);
        assert_eq!(verdicts[0][..2], ["Anna Żak", "wrong answer"], "{}", judged.complaint);
        let line = field(&judged.json["programs"][0]["cases"][0], "reproduce");
        let (said, _) = shell(line, folder.path());
        assert!(said.contains("< 2"), "{line}: {said}");
        if only.is_empty() {
            let others: Vec<_> =
                verdicts[1..].iter().map(|[program, verdict, _]| [*program, *verdict]).collect();
            assert_eq!(others, [["Bo", "accepted"], ["Cy", "not judged"], ["Di", "not judged"]]);
            assert!(
                verdicts[2][2].contains("cannot be unpacked")
                    && verdicts[3][2].contains("no program"),
                "{verdicts:?}"
            );
        } else {
            assert_eq!(verdicts.len(), 1);
        }
    }
}

/// Archives and e-mail lose permissions.
#[test]
fn an_executable_that_may_not_be_executed_is_named_with_its_reason() {
    let folder = echoes(&[("all/plx", "#!/bin/sh\ncat\n"), ("all/x.o", ""), ("all/notes", "")]);
    let path = |name: &str| folder.path().join("all").join(name);
    for name in ["jan", "it's anna", "x.o"] {
        echo(&path(name));
    }
    for name in ["it's anna", "x.o"] {
        fs::set_permissions(path(name), fs::Permissions::from_mode(0o644)).expect("it is ours");
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    assert_eq!(programs(&judged), [["jan", "accepted", ""]]);
    let why = "an executable without permission to be executed";
    let said = format!(
        "ludoteka: passed over: it's anna ({why}), plx (a script without the ending .py or .js)\n"
    );
    assert_eq!(judged.complaint, said);
    let script = "a script needs the ending .py or .js, whatever its first line says";
    let remedy = format!("; it is {why}: `chmod +x 'all/it'\\''s anna'` gives it\n");
    for (name, why) in [("all/it's anna", remedy), ("all/plx", format!("; {script}\n"))] {
        let judged = judge(folder.path(), &["mnk", name, "--cases", "c"]).complaint;
        let player =
            ludoteka(&["match", "mnk", name, "engine:1"]).current_dir(folder.path()).output();
        for said in [judged.as_str(), text(&player.expect("ludoteka runs").stderr)] {
            assert!(
                said.starts_with(&format!("ludoteka: {name} is no program: expected ")),
                "{said}"
            );
            assert!(said.ends_with(&why), "{said}");
        }
    }
}

#[test]
fn a_missing_compiler_stops_nobody_else() {
    let folder = echoes(&[("all/anna.rs", "fn main() {}")]);
    echo(&folder.path().join("all/jan"));
    let nowhere = folder.path().join("c");
    let judged = judge_with_path(
        folder.path(),
        &["mnk", "all", "--cases", "c", "--csv", "all.csv"],
        &nowhere,
    );
    let why = "Rust sources need rustc, which is not installed here (Debian has it in the package \
    `rustc`)";
    assert_eq!(judged.code, Some(1), "{}", judged.complaint);
    assert_eq!(programs(&judged), [["anna.rs", "not judged", why], ["jan", "accepted", ""]]);
    assert!(judged.printed.contains(&format!("not judged: {why}\n")), "{}", judged.printed);
    assert!(judged.printed.contains("1 of 2 programs pass all cases"), "{}", judged.printed);
    let alone = judge_with_path(
        folder.path(),
        &["mnk", "all/anna.rs", "--cases", "c", "--csv", "one.csv"],
        &nowhere,
    );
    assert_eq!((alone.code, alone.complaint), (Some(1), format!("ludoteka: {why}\n")));
    assert!(!folder.path().join("one.csv").exists(), "nothing came to be written to it");
    assert!(folder.path().join("results.json").exists(), "it has the results of before");
}

#[test]
fn below_the_table_stands_the_first_failure_of_each_program() {
    let folder = echoes(&[
        ("all/anna.rs", "fn main() {\n    nonsense\n}"),
        ("c/2.in", "1\n2\n"),
        ("c/2.out", "1\n3\n"),
    ]);
    echo(&folder.path().join("all/jan"));
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    let (_, below) = judged.printed.split_once("\n\n").unwrap_or_default();
    let [anna, jan, total] = below.split("\n\n").collect::<Vec<_>>()[..] else {
        panic!("{}", judged.printed)
    };
    assert!(
        anna.starts_with("anna.rs  does not compile\n  error[E0425]: cannot find value `nonsense`"),
        "{anna}"
    );
    assert_eq!(anna.matches("rustc --edition").count(), 1, "{anna}");
    let found =
        "jan  case 2  wrong answer: line 2\n  expected  3\n  found     2\n  all/jan < c/2.in | ";
    assert!(jan.starts_with(found) && jan.lines().count() == 4, "{jan}");
    assert_eq!(total, "0 of 2 programs pass all cases\ncompiled by rustc --edition 2024 -O\n");
}

#[test]
fn of_many_programs_that_fail_only_so_many_are_told_of() {
    let folder = echoes(&[("all/notes.txt", ""), ("c/2.in", "1\n"), ("c/2.out", "2\n")]);
    for number in 1..=22 {
        echo(&folder.path().join(format!("all/p{number}")));
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    let told =
        judged.printed.lines().filter(|line| line.ends_with("  case 2  wrong answer: line 1"));
    assert_eq!(told.count(), 20, "{}", judged.printed);
    assert!(judged.printed.contains("\n\nand 2 more programs failed: "), "{}", judged.printed);
}

#[test]
fn a_module_beside_a_program_is_out_of_its_reach_and_that_is_said() {
    if !has("python3") {
        return;
    }
    let folder = echoes(&[
        ("a.py", "import helper\n"),
        ("b.py", "import nosuch\n"),
        ("c.py", "from parts import one\n"),
        ("helper.py", ""),
        ("parts/one.py", ""),
        ("json.py", "from json import nothing\n"),
    ]);
    let hint = |name: &str| {
        let judged = judge(folder.path(), &["mnk", name, "--cases", "c"]);
        assert_eq!(judged.verdicts()[0][1], "wrong exit code", "{}", judged.printed);
        let hint = field(&judged.cases()[0], "hint").to_string();
        assert!(judged.printed.contains(&hint));
        hint
    };
    let said = |module| {
        format!(
            "in the sandbox a program can read no file of yours but its own, and so not {module} \
            beside it"
        )
    };
    assert_eq!(
        [hint("a.py"), hint("b.py"), hint("c.py")],
        [said("helper.py"), String::new(), said("parts/")]
    );
    let itself =
        "by hand it would import itself, since json.py has the name of a module that it imports";
    assert_eq!(hint("json.py"), itself);
    if has("node") {
        for (name, text) in [
            ("a.js", "require('./more')\n"),
            ("b.mjs.js", "import('./more.js')\n"),
            ("more.js", ""),
        ] {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        assert_eq!([hint("a.js"), hint("b.mjs.js")], [said("more.js"), said("more.js")]);
    }
}

/// The shell command must write the bytes of the name as numbers.
#[test]
fn a_name_need_not_be_text() {
    let folder = echoes(&[("c/2.in", "1\n"), ("c/2.out", "2\n")]);
    fs::create_dir(folder.path().join("all")).expect("a folder can be made");
    echo(&folder.path().join("all").join(OsStr::from_bytes(b"it's \xff\xfe.x")));
    if has("gcc") {
        let source = "#include <stdio.h>\nint main(void) {\n    return puts(\"1\") < 0;\n}\n";
        fs::write(folder.path().join("all").join(OsStr::from_bytes(b"\xb1.c")), source)
            .expect("a file can be written");
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    for program in judged.json["programs"].as_array().expect("there are programs") {
        assert_eq!(program["accepted"], 1, "{program}");
        let line = field(&program["cases"][1], "reproduce");
        let (said, well) = shell(line, folder.path());
        assert!(!well && (said.contains("< 1") || said.contains("> 1")), "{line}\n{said}");
    }
}

/// A file that another user has closed is no fault of the program, and does not affect other
/// verdicts.
#[test]
fn what_cannot_be_read_is_not_judged() {
    if !has("python3") {
        return;
    }
    let files =
        [("all/a.py", "print(1)\n"), ("all/b.py", "print(1)\n"), ("all/closed/c.py", "print(1)\n")];
    let folder = echoes(&files);
    let path = |name: &str| folder.path().join(name);
    for name in ["all/b.py", "all/closed"] {
        fs::set_permissions(path(name), fs::Permissions::from_mode(0o0)).expect("it is ours");
    }
    let whole = as_anybody(folder.path(), &["judge", "mnk", "all", "--cases", "c", "--level", "0"]);
    let one = as_anybody(folder.path(), &["judge", "mnk", "all/closed/c.py", "--cases", "c"]);
    let player = as_anybody(folder.path(), &["match", "mnk", "all/closed/c.py", "engine:1"]);
    fs::set_permissions(path("all/closed"), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let (printed, complaint) = whole;
    assert!(complaint.contains("passed over: closed (cannot be read)"), "{complaint}");
    assert!(printed.contains("not judged: cannot read all/b.py: Permission denied"), "{printed}");
    assert!(printed.contains("2 programs"), "{printed}");
    for (_, complaint) in [one, player] {
        // The folder is closed, so the message cannot say whether the file exists.
        assert!(
            complaint.starts_with("ludoteka: cannot read all/closed/c.py: Permission denied"),
            "{complaint}"
        );
    }
}

/// Standard output and error of a call that fails, made in a folder by a user who is not root.
fn as_anybody(folder: &Path, arguments: &[&str]) -> (String, String) {
    const NOBODY: u32 = 65534;
    let copy = folder.join("ludoteka");
    if !copy.exists() {
        fs::copy(env!("CARGO_BIN_EXE_ludoteka"), &copy).expect("it can be copied");
    }
    let mut command = Command::new(copy);
    command.args(arguments).current_dir(folder);
    if fs::metadata("/proc/self").expect("Linux has it").uid() == 0 {
        chown(folder, Some(NOBODY), None).expect("root gives folders away");
        command.uid(NOBODY);
    }
    let output = command.output().expect("ludoteka runs");
    let [printed, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(1), "{printed}{complaint}");
    (printed, complaint)
}

/// A sanitizer inspects its own process before it reports, and the sandbox forbids some of that.
#[test]
fn a_report_of_a_sanitizer_is_no_fault_of_the_sandbox() {
    if !has("gcc") {
        return;
    }
    let overflows = r#"#include <stdio.h>
#include <limits.h>
int main(void) {
    int n = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    int sum = INT_MAX;
    sum += n;
    printf("%d\n", sum);
    return 0;
}
"#;
    let folder = echoes(&[("a.c", overflows)]);
    let options = ["--compiler-options", "-O1 -g -fsanitize=undefined -fno-sanitize-recover"];
    let judged = judge(folder.path(), &[&["mnk", "a.c", "--cases", "c"], &options[..]].concat());
    let case = &judged.cases()[0];
    assert_eq!(
        (field(case, "verdict"), &case["hint"]),
        ("sanitizer report", &Value::Null),
        "{}",
        judged.printed
    );
    assert!(
        judged.printed.contains("runtime error: signed integer overflow"),
        "{}",
        judged.printed
    );
    assert!(field(case, "reproduce").starts_with("gcc "), "{case}");
}

/// The program is made for another system, whose loader has another name.
#[test]
fn a_program_whose_loader_is_missing_stops_nobody_else() {
    let folder = echoes(&[]);
    fs::create_dir(folder.path().join("all")).expect("a folder can be made");
    let mut program = fs::read("/bin/cat").expect("every system has it");
    let loader =
        program.windows(4).position(|bytes| bytes == b"/ld-").expect("it names its loader");
    // The name of musl's loader, which systems with glibc lack.
    program[loader + 1..loader + 9].copy_from_slice(b"ld-musl-");
    fs::write(folder.path().join("all/anna"), program).expect("a file can be written");
    make_executable(&folder.path().join("all/anna"));
    for name in ["aaron", "jan"] {
        echo(&folder.path().join("all").join(name));
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c", "--csv", "all.csv"]);
    let [aaron, anna, jan] = programs(&judged)[..] else {
        panic!("{}{}", judged.printed, judged.complaint)
    };
    assert_eq!([aaron, jan], [["aaron", "accepted", ""], ["jan", "accepted", ""]]);
    assert_eq!(anna[1], "not executable");
    assert!(anna[2].contains("whose loader /") && anna[2].contains(" is not here"), "{anna:?}");
    assert_eq!(judged.code, Some(1));
    let csv = fs::read_to_string(folder.path().join("all.csv")).expect("it is written");
    assert_eq!(csv.lines().count(), 4, "{csv}");
}

/// Java's virtual machine may make threads, but a program of that name may not.
#[test]
fn a_program_that_is_called_java_is_one_like_others() {
    if !has("gcc") {
        return;
    }
    let source = "#include <pthread.h>\nstatic void *run(void *none) { return none; }\n\
                  int main(void) { pthread_t one; return pthread_create(&one, 0, run, 0); }\n";
    let folder = folder(&[("a.c", source), ("c/1.in", ""), ("c/1.out", "")]);
    let mut gcc = Command::new("gcc");
    let built = gcc
        .args(["-pthread", "a.c", "-o", "java"])
        .current_dir(folder.path())
        .status()
        .expect("gcc runs");
    assert!(built.success());
    let judged = judge(folder.path(), &["mnk", "java", "--cases", "c"]);
    assert!(judged.printed.contains("forbidden call"), "{}", judged.printed);
}

/// A program bound to one processor would wait for other programs that are bound to the same
/// processor.
#[test]
fn programs_may_use_every_processor() {
    if !has("python3") {
        return;
    }
    let count = sandbox::slots().len().to_string();
    let source = "import os\nprint(len(os.sched_getaffinity(0)))\n";
    let folder = folder(&[("a.py", source), ("c/1.in", ""), ("c/1.out", &count)]);
    let judged = judge(folder.path(), &["mnk", "a.py", "--cases", "c"]);
    assert_eq!(judged.verdicts(), [["1", "accepted", ""]], "{}", judged.printed);
}
