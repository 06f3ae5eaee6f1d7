//! Folders of programs: every file that might be a program is judged, or a message names it, and no
//! program affects the verdicts of others.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testing::{NOBODY, is_root};

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

/// A package whose files import each other by dots is run as a package, wherever it lies.
#[test]
fn a_package_of_python_is_run_as_one() {
    if !has("python3") {
        return;
    }
    let folder = echoes(&[
        ("all/bot/__init__.py", ""),
        ("all/bot/__main__.py", "from .texts import first\n\nfirst()\n"),
        ("all/bot/texts.py", "from . import numbers\n\ndef first(): print(numbers.ONE)\n"),
        ("all/bot/numbers.py", "ONE = 1\n"),
        ("c/2.in", "2\n"),
        ("c/2.out", "2\n"),
    ]);
    let zip = "python3 -m zipfile -c bot.zip all/bot && cd all/bot && \
               python3 -m zipfile -c ../../anna.nowak.zip *.py";
    assert!(shell(zip, folder.path()).1);
    let inside = folder.path().join("all/bot");
    for (folder, program, cases) in [
        (folder.path(), "all", "c"),
        (folder.path(), "all/bot", "c"),
        (&*inside, ".", "../../c"),
        (folder.path(), "bot.zip", "c"),
        (folder.path(), "anna.nowak.zip", "c"),
    ] {
        let judged = judge(folder, &["mnk", program, "--cases", cases]);
        let verdicts: Vec<_> = judged.verdicts().iter().map(|[_, verdict, _]| *verdict).collect();
        assert_eq!(verdicts, ["accepted", "wrong answer"], "{program}: {}", judged.printed);
        let by_hand = field(&judged.cases()[1], "unconfined");
        assert!(by_hand.contains("python3 -m "), "{by_hand}");
        let (said, _) = shell(by_hand, folder);
        assert!(!said.contains("No module named") && !said.contains("Error"), "{by_hand}: {said}");
    }
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
        shell(field(&judged.json["programs"][3]["cases"][0], "unconfined"), folder.path());
    assert!(said.contains("exit code 1"), "{said}");
}

/// The programs of a class in the folders that Moodle makes, but in a tar archive instead of a zip.
#[test]
fn a_failure_in_a_download_is_seen_again() {
    if !has("gcc") {
        return;
    }
    let main =
        "#include \"part.h\"\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", part()); }\n";
    let folder = echoes(&[
        ("class/Anna Żak_1_assignsubmission_file_/my main.c", main),
        ("class/Anna Żak_1_assignsubmission_file_/part.h", "static int part(void) { return 2; }\n"),
        ("class/Bo_22_assignsubmission_file_/bo.py", "print(1)\n"),
    ]);
    let pack = ["-czf", "class.tar.gz", "class"];
    let packed = Command::new("tar").args(pack).current_dir(folder.path()).status();
    assert!(packed.expect("there is tar").success());
    let only = ["mnk", "class.tar.gz", "--cases", "c", "--only", "Anna Żak"];
    let judged = judge(folder.path(), &only);
    let [[name, verdict, _]] = programs(&judged)[..] else { panic!("{}", judged.complaint) };
    assert_eq!([name, verdict], ["Anna Żak", "wrong answer"], "{}", judged.complaint);
    for (line, again) in [("reproduce", "wrong answer"), ("unconfined", "< 2")] {
        let (said, _) = shell(field(&judged.cases()[0], line), folder.path());
        assert!(said.contains(again), "{said}");
    }
}

/// Archives and e-mail do not keep the permission to execute a file.
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
    let verdicts: Vec<_> =
        programs(&judged).into_iter().map(|[name, verdict, _]| [name, verdict]).collect();
    assert_eq!(verdicts, [["it's anna", "not judged"], ["jan", "accepted"], ["plx", "not judged"]]);
    let why = "an executable without permission to be executed";
    let script = "a script needs the ending .py or .js, whatever its first line says";
    let remedy = format!("; it is {why}: `chmod +x 'all/it'\\''s anna'` permits execution\n");
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
    assert!(!folder.path().join("one.csv").exists(), "nothing was written to it");
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
        anna.starts_with("anna.rs  does not compile\n")
            && anna.contains("\n  error[E0425]: cannot find value `nonsense`"),
        "{anna}"
    );
    assert!(anna.ends_with("\n  ludoteka judge mnk all/anna.rs --cases c/1.in"), "{anna}");
    let found =
        "jan  case 2  wrong answer: line 2\n  expected  3\n  found     2\n  ludoteka judge mnk ";
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
fn what_lies_beside_a_script_is_out_of_its_reach_and_that_is_said() {
    if !has("python3") {
        return;
    }
    let folder = echoes(&[
        ("a.py", "import helper\n"),
        ("b.py", "import nosuch\n"),
        ("c.py", "from parts import one\n"),
        ("d.py", "import os\nopen(os.path.dirname(__file__) + '/one.txt')\n"),
        ("one.txt", ""),
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
            "in the sandbox a program can read only its own file, and not {module} beside it: hand \
            in both as one folder or archive"
        )
    };
    assert_eq!(
        ["a.py", "b.py", "c.py", "d.py"].map(hint),
        [said("helper.py"), String::new(), said("parts/"), said("one.txt")]
    );
    let itself = "run by hand, json.py would import itself, since it has the name of a module that \
        it imports";
    assert_eq!(hint("json.py"), itself);
    if has("node") {
        for (name, text) in [
            ("a.js", "require('./more')\n"),
            ("b.mjs.js", "import('./more.js')\n"),
            ("c.js", "require('fs').readFileSync(__dirname + '/one.txt')\n"),
            ("more.js", ""),
        ] {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        let hints = ["a.js", "b.mjs.js", "c.js"].map(hint);
        assert_eq!(hints, ["more.js", "more.js", "one.txt"].map(said));
    }
}

/// If another user's file cannot be read, the program is not at fault, and other verdicts stay the
/// same.
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
        // The folder cannot be read, so the message cannot say whether the file exists.
        assert!(
            complaint.starts_with("ludoteka: cannot read all/closed/c.py: Permission denied"),
            "{complaint}"
        );
    }
}

/// Runs the command in a folder as a user who is not root. The command must fail. Returns the
/// command's standard output and standard error.
fn as_anybody(folder: &Path, arguments: &[&str]) -> (String, String) {
    let copy = folder.join("ludoteka");
    if !copy.exists() {
        fs::copy(env!("CARGO_BIN_EXE_ludoteka"), &copy).expect("it can be copied");
    }
    let mut command = Command::new(copy);
    command.args(arguments).current_dir(folder);
    if is_root() {
        chown(folder, Some(NOBODY), None).expect("root gives folders away");
        command.uid(NOBODY);
    }
    let output = command.output().expect("ludoteka runs");
    let [printed, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(1), "{printed}{complaint}");
    (printed, complaint)
}

#[test]
fn what_the_system_would_not_run_stops_nobody_else() {
    let folder = echoes(&[("all/garbage", "nothing\n"), ("all/plx", "#!/usr/bin/env python3\n")]);
    for name in ["all/garbage", "all/plx"] {
        make_executable(&folder.path().join(name));
    }
    echo(&folder.path().join("all/jan"));
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    let [garbage, jan, plx] = programs(&judged)[..] else { panic!("{}", judged.printed) };
    assert_eq!(garbage[1], "not executable");
    let script = "a script needs the ending .py or .js, whatever its first line says";
    assert_eq!([jan, plx], [["jan", "accepted", ""], ["plx", "not executable", script]]);
}

/// Java's virtual machine may make threads, but a program that is merely named `java` may not.
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
