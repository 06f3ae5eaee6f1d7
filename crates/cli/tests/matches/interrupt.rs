//! Ctrl-C leaves no folder and no process behind.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{badbot, folder, has, ludoteka, records};

/// The exit code after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Starts a command that has its own folder for temporary files.
fn begin(folder: &Path, arguments: &[&str]) -> Child {
    fs::create_dir(folder.join("tmp")).expect("a folder");
    let mut command = ludoteka(folder, arguments);
    command.env("TMPDIR", folder.join("tmp")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("ludoteka runs");
    wait_for("a temporary folder", || left_in(folder) > 0);
    wait_for("the program", || programs(folder) > 0);
    child
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn left_in(folder: &Path) -> usize {
    fs::read_dir(folder.join("tmp")).expect("a folder").count()
}

/// The number of programs and scripts of this folder that are running.
fn programs(folder: &Path) -> usize {
    programs_named(folder, "")
}

/// Counts running programs. A program counts if its executable or one of its arguments is a path
/// below this folder with this ending.
fn programs_named(folder: &Path, ending: &str) -> usize {
    let is_one = |path: &str| Path::new(path).starts_with(folder) && path.ends_with(ending);
    let processes = fs::read_dir("/proc").expect("processes are listed").flatten();
    let named = |process: &fs::DirEntry| {
        let program = fs::read_link(process.path().join("exe")).unwrap_or_default();
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        is_one(&program.to_string_lossy())
            || String::from_utf8_lossy(&words).split('\0').any(is_one)
    };
    processes.filter(named).count()
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("there is kill");
    assert!(sent.success());
}

fn silent(folder: &Path) -> String {
    fs::copy(badbot(), folder.join("bot")).expect("it can be copied");
    "./bot play '' silent".to_string()
}

#[test]
fn the_first_lets_games_end_and_the_second_does_not() {
    let folder = folder();
    let player = silent(folder.path());
    let words = ["match", "mnk", &player, "engine:1", "--move-time", "10m", "--record", "games"];
    let mut child = begin(folder.path(), &words);
    interrupt(&child);
    let mut said = [0; 30];
    child
        .stderr
        .as_mut()
        .expect("a pipe")
        .read_exact(&mut said)
        .expect("it says that it has heard");
    assert!(child.try_wait().expect("it is ours").is_none(), "the game goes on");
    // If a second Ctrl-C follows at once, both count as one.
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(INTERRUPTED));
    assert_eq!(left_in(folder.path()), 0);
    wait_for("the end of the program", || programs(folder.path()) == 0);
}

#[test]
fn games_that_have_ended_stay_recorded() {
    let folder = folder();
    let player = silent(folder.path());
    let words = [
        "match",
        "mnk",
        &player,
        "engine:1",
        "--games",
        "1000",
        "--move-time",
        "3s",
        "--record",
        "games",
    ];
    let mut child = begin(folder.path(), &words);
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(INTERRUPTED));
    assert_eq!(left_in(folder.path()), 0);
    assert_eq!(
        records(&folder.path().join("games")).len(),
        1,
        "the game that had begun, and no other"
    );
}

/// Judges two programs: the first ends at once, and the second never ends.
fn judged(folder: &Path) -> Child {
    for name in ["programs", "cases"] {
        fs::create_dir(folder.join(name)).expect("a folder");
    }
    fs::copy("/bin/cat", folder.join("programs/anna")).expect("it can be copied");
    fs::write(folder.join("programs/slow.py"), "import time\ntime.sleep(600)\n")
        .expect("a file can be written");
    for file in ["1.in", "1.out"] {
        fs::write(folder.join("cases").join(file), "1").expect("a file can be written");
    }
    let words = ["judge", "mnk", "programs", "--cases", "cases", "--time", "10m"];
    let files = ["--json", "all.json", "--junit", "all.xml", "--csv", "all.csv"];
    let child = begin(folder, &[&words[..], &files].concat());
    // The judge runs a copy of the program.
    wait_for("the slow program", || programs_named(folder, "/slow.py") > 0);
    child
}

#[test]
fn the_judge_leaves_at_once_and_writes_what_it_knows() {
    let folder = folder();
    if !has("python3") {
        return;
    }
    let child = judged(folder.path());
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(INTERRUPTED));
    assert_eq!(left_in(folder.path()), 0);
    wait_for("the end of the program", || programs(folder.path()) == 0);
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(printed.contains("interrupted: 1 of 2 cases were judged"), "{printed}");
    let [json, junit, csv] = ["all.json", "all.xml", "all.csv"]
        .map(|name| fs::read_to_string(folder.path().join(name)).expect("UTF-8"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["interrupted"], json["programs"].as_array().map(Vec::len)),
        (&true.into(), Some(1)),
        "{json}"
    );
    assert!(
        junit.contains("tests=\"1\" failures=\"0\"") && junit.trim_end().ends_with("</testsuites>"),
        "{junit}"
    );
    assert!(csv.lines().nth(1).is_some_and(|row| row.starts_with("anna,100,100,1,1,0,")), "{csv}");
}

/// A source that a compiler does not finish.
const ENDLESS: &str = "template <long N, long M> struct A { \
     static const long v = A<N - 1, M>::v + A<N - 1, M + (1L << N)>::v; };\n\
     template <long M> struct A<0, M> { static const long v = M; };\n\
     int main() { return A<40, 0>::v; }\n";

#[test]
fn while_programs_compile_the_first_leaves_at_once() {
    if !has("g++") {
        return;
    }
    let cup = "title = \"Cup\"\ngame = \"mnk\"\nformat.kind = \"round-robin\"\n\
         player = [{ engine = 1 }, { program = \"slow.cpp\" }]\n";
    for words in [
        &["match", "mnk", "slow.cpp", "engine:1", "--record", "games"][..],
        &["judge", "mnk", "slow.cpp", "--cases", "cases"],
        &["tournament", "cup.toml", "-o", "results"],
    ] {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("cases")).expect("a folder");
        for (name, text) in
            [("slow.cpp", ENDLESS), ("cup.toml", cup), ("cases/1.in", ""), ("cases/1.out", "")]
        {
            fs::write(path(name), text).expect("a file can be written");
        }
        let child = begin(folder.path(), words);
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(INTERRUPTED), "{words:?}: {output:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{words:?} says so");
        assert_eq!(left_in(folder.path()), 0, "{words:?}");
        assert!(!path("games").exists(), "a record without games");
        wait_for("the end of the compiler", || programs(folder.path()) == 0);
    }
}
