//! Tests of every verdict. The program under test commits the fault that its input names.

use std::fs;

use super::{field, folder, has, judge, shell};
use crate::printed;

/// The first word of the input names a fault, and this program commits it. The program is written
/// in Rust, since every machine that runs these tests has a Rust compiler.
const FAULTY: &str = r#"
use std::io::{Read, Write};

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    match input.trim() {
        "right" => print!("1 2\n3\n"),
        "wrong" => print!("1 2\n4\n"),
        "code" => {
            print!("1 2\n3\n");
            eprintln!("I give up");
            std::process::exit(3);
        }
        "crash" => std::process::abort(),
        "late" => loop {
            std::hint::black_box(());
        },
        "memory" => {
            let size = std::hint::black_box(1usize << 30);
            println!("{}", vec![1u8; size].iter().map(|&b| b as usize).sum::<usize>());
        }
        "flood" => loop {
            if writeln!(std::io::stdout(), "1 2 3").is_err() {
                return;
            }
        },
        "forbidden" => drop(std::process::Command::new("/bin/true").status()),
        other => panic!("{other}"),
    }
}
"#;

/// For each fault: the verdict, the verdict's details, and the output of the command that
/// reproduces it.
const FAULTS: [[&str; 4]; 8] = [
    ["right", "accepted", "", ""],
    ["wrong", "wrong answer", "line 2", "> "],
    ["code", "wrong exit code", "3", "exit code 3"],
    ["crash", "crash", "SIGABRT", "exit code 134"],
    ["late", "late", "", "exit code 124"],
    ["memory", "memory", "", "exit code 1"],
    ["flood", "output flood", "", "655"],
    ["forbidden", "forbidden call", "", "forbidden call"],
];

#[test]
fn every_fault_has_its_verdict_and_a_line_that_shows_it_again() {
    let folder = folder(&[("my programs/it's.rs", FAULTY)]);
    for (i, [fault, ..]) in FAULTS.iter().enumerate() {
        let case = folder.path().join("cases").join(format!("{i}-{fault}"));
        fs::create_dir_all(folder.path().join("cases")).expect("a folder can be made");
        fs::write(case.with_extension("in"), fault).expect("a file can be written");
        fs::write(case.with_extension("out"), "1 2\n3\n").expect("a file can be written");
    }
    let flags = [
        "--cases",
        "cases",
        "--time",
        "2s",
        "--memory",
        "64",
        "--jobs",
        "2",
        "--junit",
        "results.xml",
    ];
    let judged = judge(folder.path(), &[&["mnk", "my programs/it's.rs"], &flags[..]].concat());
    assert_eq!(judged.code, Some(1), "{}", judged.complaint);
    for ((i, [fault, verdict, particulars, again]), case) in
        FAULTS.iter().enumerate().zip(judged.cases())
    {
        assert_eq!(
            [field(case, "case"), field(case, "verdict")],
            [&format!("{i}-{fault}"), *verdict],
            "{case}"
        );
        assert!(field(case, "particulars").contains(particulars), "{case}");
        let confined = field(case, "reproduce");
        assert_eq!(confined.is_empty(), i == 0, "{case}");
        assert!(confined.is_empty() || confined.starts_with("ludoteka judge mnk "), "{case}");
        assert!(judged.printed.contains(confined), "{confined}");
        let unconfined = field(case, "unconfined");
        let line = if unconfined.is_empty() { confined } else { unconfined };
        assert_eq!(i == 1, i > 0 && judged.printed.contains(line) && line == unconfined, "{line}");
        let (said, _) = shell(line, folder.path());
        assert!(said.contains(again), "{line}\n{said}");
    }
    assert_eq!(
        judged.cases()[1]["difference"],
        serde_json::json!({"line": 2, "expected": "3", "found": "4"})
    );
    assert_eq!(judged.cases()[2]["stderr"][0], "I give up");
    let junit = fs::read_to_string(folder.path().join("results.xml")).expect("it is written");
    assert!(junit.contains("tests=\"8\" failures=\"7\""), "{junit}");
}

#[test]
fn white_space_counts_only_when_exactness_is_asked_for() {
    let folder = folder(&[
        ("a.rs", "fn main() { print!(\"1\\n2\"); }"),
        ("c/1.in", ""),
        ("c/1.out", "1 2\n"),
    ]);
    assert_eq!(judge(folder.path(), &["mnk", "a.rs", "--cases", "c"]).code, Some(0));
    let exact = judge(folder.path(), &["mnk", "a.rs", "--cases", "c/1.in", "--exact"]);
    assert_eq!(exact.verdicts(), [["1", "wrong answer", "line 1"]]);
    let (said, well) = shell(field(&exact.cases()[0], "unconfined"), folder.path());
    assert!(!well && said.contains("No newline at end"), "{said}");
    assert_eq!(
        judge(folder.path(), &["reversi", "a.rs", "--cases", "c"]).code,
        Some(1),
        "reversi is always exact"
    );
}

#[test]
fn what_does_not_compile_is_told_once_with_a_log() {
    let files = [
        ("a.rs", "fn main() { nonsense }"),
        ("c/x/1.in", ""),
        ("c/x/1.out", ""),
        ("c/x/params", "-DA=1"),
        ("c/2.in", ""),
        ("c/2.out", ""),
    ];
    let folder = folder(&files);
    let judged = judge(folder.path(), &["mnk", "a.rs", "--cases", "c"]);
    assert_eq!(
        (judged.code, judged.verdicts()[0]),
        (Some(1), ["2", "not run", "it does not compile"])
    );
    assert_eq!(
        judged.printed.matches("cannot find value `nonsense`").count(),
        1,
        "{}",
        judged.printed
    );
    assert!(
        judged.printed.contains("does not compile; the errors are the same with 1 other set"),
        "{}",
        judged.printed
    );
    assert_eq!(judged.json["programs"][0]["compiles"], false);
    let (said, well) =
        shell(field(&judged.json["programs"][0]["compile_errors"][1], "unconfined"), folder.path());
    assert!(!well && said.contains("nonsense"), "{said}");
}

/// The limits stand in each game's specification, and the document has them in a table.
#[test]
fn limits_are_those_of_the_game_unless_a_flag_sets_others() {
    let document = include_str!("../../../../../docs/judge.md");
    for spec in games::GAMES {
        let folder = folder(&[]);
        fs::copy("/bin/cat", folder.path().join("bot")).expect("it can be copied");
        let cases = folder.path().join("c");
        let cases = cases.to_str().expect("a plain path");
        printed(&["cases", spec.name, "--count", "1", "-o", cases]);
        let limits = |flags: &[&str]| {
            let words = [&[spec.name, "bot", "--cases", "c"], flags].concat();
            let json = judge(folder.path(), &words).json;
            (json["time_ms"].as_f64(), json["memory_bytes"].as_u64())
        };
        let (time, memory) = (spec.program.as_ref().expect("a task").time, spec.contest.memory);
        assert_eq!(limits(&[]), (Some(1000.0 * time.as_secs_f64()), Some(memory)), "{}", spec.name);
        let set = limits(&["--time", "2s", "--memory", "99"]);
        assert_eq!(set, (Some(2000.0), Some(99 << 20)), "{}", spec.name);
        let (time, stack) = (rules::time_text(time), spec.contest.stack >> 20);
        let row = format!("| {} | {time} | {} MiB | {stack} MiB |", spec.title, memory >> 20);
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn the_stack_is_as_large_as_the_games_text_lets_it_be() {
    if !has("gcc") {
        return;
    }
    let source = "#include <string.h>\n\
         static int deep(int n) { volatile char a[1 << 20]; \
             memset((char *)a, n, sizeof a);\
             return n ? deep(n - 1) + a[0] : 0; }\n\
         int main(void) { return deep(64) == 1; }\n";
    let case = "J\n@#+\n.*@\n#@+\n";
    let folder = folder(&[("a.c", source), ("c/1.in", case), ("c/1.out", "")]);
    let verdict =
        |game| judge(folder.path(), &[game, "a.c", "--cases", "c"]).verdicts()[0][1].to_string();
    assert_eq!(verdict("mnk"), "crash");
    assert_eq!(verdict("flood-wars"), "wrong answer", "it says nothing, but it ends");
}

/// A program may exit at an opponent's illegal move, but must not crash.
#[test]
fn who_may_play_otherwise_may_give_up_and_not_crash() {
    if !has("python3") {
        return;
    }
    // The opponent's move is illegal on this board.
    let input = "1000\n3 3\n1\n2 2\n0\n0\n900\n7 1 1 0\n";
    for (end, verdict) in [
        ("sys.exit(0)", ["1", "accepted", ""]),
        ("sys.exit(3)", ["1", "accepted", ""]),
        ("os.abort()", ["1", "crash", "SIGABRT"]),
    ] {
        let source = format!("import os, sys\nprint('2 1 1 0', flush=True)\n{end}\n");
        let folder = folder(&[("a.py", &source), ("c/1.in", input), ("c/1.out", "")]);
        let judged = judge(folder.path(), &["gangsters", "a.py", "--cases", "c"]);
        assert_eq!(judged.verdicts(), [verdict], "{end}: {}", judged.printed);
    }
}

#[test]
fn valgrind_fails_what_leaks() {
    if !has("gcc") || !has("valgrind") {
        return;
    }
    let leaky = r"#include <stdio.h>
#include <stdlib.h>
int main(void) {
    if (getchar() == 'l')
        *(volatile char *)malloc(9) = 1;
    return 0;
}
";
    let folder = folder(&[
        ("a.c", leaky),
        ("c/1.in", "l"),
        ("c/1.out", ""),
        ("c/2.in", "k"),
        ("c/2.out", ""),
    ]);
    assert_eq!(judge(folder.path(), &["mnk", "a.c", "--cases", "c"]).code, Some(0));
    let judged = judge(folder.path(), &["mnk", "a.c", "--cases", "c", "--valgrind"]);
    assert_eq!(
        judged.verdicts(),
        [["1", "valgrind report", ""], ["2", "accepted", ""]],
        "{}",
        judged.printed
    );
    assert!(
        judged.printed.contains("9 bytes in 1 blocks are definitely lost"),
        "{}",
        judged.printed
    );
    let (said, _) = shell(field(&judged.cases()[0], "unconfined"), folder.path());
    assert!(said.contains("exit code 1"), "{said}");
}

/// A system call that fails only in the sandbox can change a program's answer. The command that
/// reproduces such an answer must therefore use the sandbox too.
#[cfg(target_os = "linux")]
#[test]
fn what_may_be_refused_is_hinted_at_and_judged_again_in_the_sandbox() {
    let silent = r#"#include <stdio.h>
int main(void) {
    return fgetc(fopen("/proc/cpuinfo", "r")) < 0;
}
"#;
    let files = [
        ("a.c", silent),
        ("a.pas", "var f: text;\nbegin assign(f, '/etc/hosts'); reset(f) end.\n"),
        ("b.pas", "begin halt(3) end.\n"),
        ("a.py", "import os\nos.listdir('/')\n"),
        ("a.js", "require('child_process').execSync('true');\n"),
        ("c/1.in", ""),
        ("c/1.out", "1\n"),
    ];
    let folder = folder(&files);
    for (tool, name, verdict, named) in [
        ("gcc", "a.c", "crash", Some("/proc/cpuinfo")),
        ("fpc", "a.pas", "wrong exit code", Some("/etc/hosts")),
        ("fpc", "b.pas", "wrong exit code", None),
        ("python3", "a.py", "wrong exit code", Some("the sandbox")),
        ("node", "a.js", "wrong exit code", Some("the sandbox")),
    ] {
        if !has(tool) {
            continue;
        }
        let judged = judge(folder.path(), &["mnk", name, "--cases", "c", "--time", "8s"]);
        let case = &judged.cases()[0];
        let hint = field(case, "hint");
        assert_eq!(
            (field(case, "verdict"), !hint.is_empty()),
            (verdict, named.is_some()),
            "{}",
            judged.printed
        );
        assert!(hint.contains(named.unwrap_or_default()), "{hint}");
        let again = format!("ludoteka judge mnk {name} --cases c/1.in --time 8s");
        assert_eq!(field(case, "reproduce"), again, "{case}");
        assert_eq!(field(case, "unconfined").is_empty(), named.is_some(), "{case}");
    }
    if has("python3") {
        let judged = judge(folder.path(), &["mnk", "a.py", "--cases", "c", "--level", "0"]);
        assert_eq!(field(&judged.cases()[0], "hint"), "", "nothing is refused there");
    }
}

#[cfg(target_os = "linux")]
/// A program may limit its search by `setitimer`, read signals from a descriptor, and signal
/// itself. A program may not call `timer_create`, since such a timer could wake a program that is
/// stopped.
#[test]
fn timers_and_signals_of_ones_own_are_nobody_elses_business() {
    if !has("gcc") {
        return;
    }
    let source = r#"
        #define _GNU_SOURCE
        #include <signal.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/signalfd.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>
        static volatile sig_atomic_t over;
        static void end(int signal) { over = signal; }
        int main(void) {
            struct sigaction action = {.sa_handler = end};
            sigaction(SIGALRM, &action, NULL);
            struct itimerval soon = {.it_value = {.tv_usec = 1000}};
            if (setitimer(ITIMER_REAL, &soon, NULL)) return 1;
            while (!over) {}
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, SIGUSR1);
            sigprocmask(SIG_BLOCK, &set, NULL);
            int signals = signalfd(-1, &set, 0);
            kill(getpid(), SIGUSR1);
            struct signalfd_siginfo info;
            if (read(signals, &info, sizeof info) != sizeof info) return 2;
            printf("%d\n", info.ssi_signo == SIGUSR1);
        }
    "#;
    let folder = folder(&[("timer.c", source), ("c/1.in", ""), ("c/1.out", "1\n")]);
    let judged = judge(folder.path(), &["mnk", "timer.c", "--cases", "c"]);
    assert_eq!(judged.verdicts(), [["1", "accepted", ""]], "{}", judged.printed);
    for (harmless, foul, named) in [
        ("kill(getpid(), SIGUSR1)", "raise(SIGCONT)", "tgkill (SIGCONT)"),
        (
            "setitimer(ITIMER_REAL, &soon, NULL)",
            "timer_create(0, NULL, &(timer_t){0}) || setitimer(0, &soon, NULL)",
            "timer_create",
        ),
    ] {
        fs::write(folder.path().join("timer.c"), source.replace(harmless, foul))
            .expect("a file can be written");
        let judged = judge(folder.path(), &["mnk", "timer.c", "--cases", "c"]);
        assert!(
            judged.printed.contains(&format!("forbidden call: {named}")),
            "{foul}: {}",
            judged.printed
        );
    }
}

#[test]
fn what_cannot_be_judged_is_refused_in_a_sentence() {
    let folder = folder(&[
        ("a.rs", "fn main() {}"),
        ("notes.txt", ""),
        ("plx", "#!/bin/sh\n"),
        ("c/1.in", ""),
        ("c/1.out", ""),
        ("d/1.in", ""),
        ("e/1.in", "J\n@#+\n.*\n"),
        ("e/1.out", ""),
    ]);
    let mut refusals = vec![
        ("mnk notes.txt --cases c", 1, "notes.txt"),
        ("mnk plx --cases c", 1, ".py"),
        ("mnk nosuch --cases c", 1, "nosuch"),
        ("mnk a.rs --cases nosuch", 1, "nosuch"),
        ("mnk a.rs --cases d", 1, "left aside: 1.in (there is no 1.out)"),
        ("flood-wars a.rs --cases c --exact", 2, "--exact"),
        ("flood-wars a.rs --cases e", 1, "e/1.in is not a case of this game: the board: line 2: "),
        ("gangsters a.rs --cases c", 1, "c/1.in is not a case of this game: line 1: "),
    ];
    if cfg!(target_os = "linux") {
        refusals.push((
            "mnk a.rs --cases /usr/include",
            1,
            "the cases in /usr/include would be open",
        ));
        refusals.push((
            "mnk /usr/include --cases c",
            1,
            "the programs in /usr/include would be open",
        ));
    }
    for (words, code, named) in refusals {
        let judged = judge(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!((judged.code, judged.printed.as_str()), (Some(code), ""), "{words}");
        assert!(
            judged.complaint.starts_with("ludoteka: ") && judged.complaint.contains(named),
            "{}",
            judged.complaint
        );
    }
}
