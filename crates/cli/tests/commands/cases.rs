//! `ludoteka cases`: the same seed makes the same files, and each output is the program's answer to
//! its input.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::tempdir;

use crate::{complaint, printed};

/// All files below a folder, by their relative paths.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder is readable").path();
        let name = PathBuf::from(path.file_name().expect("entries have names"));
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(inner, text)| (name.join(inner), text)));
        } else {
            all.insert(name, fs::read_to_string(&path).expect("cases are text"));
        }
    }
    all
}

fn make(game: &str, flags: &[&str]) -> BTreeMap<PathBuf, String> {
    let folder = tempdir().expect("a temporary folder");
    let out = folder.path().join("deep/down");
    printed(&[&["cases", game, "-o", out.to_str().expect("a plain path")], flags].concat());
    files(&out)
}

/// The program reads nothing and is wrong everywhere; what it is judged by is the question.
#[test]
fn the_judge_makes_the_cases_that_a_call_does_not_name() {
    let folder = tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.py"), "print('?')\n").expect("a file");
    let judge = || {
        let mut command = crate::ludoteka(&["judge", "mnk", "a.py"]);
        let done = command.current_dir(folder.path()).output().expect("it runs");
        assert_eq!(done.status.code(), Some(1));
        String::from_utf8(done.stdout).expect("text").contains("10 cases: 10 wrong answer")
    };
    assert!(judge());
    let made = files(&folder.path().join("cases-mnk"));
    assert_eq!(made, make("mnk", &[]));
    fs::remove_file(folder.path().join("cases-mnk/10.in")).expect("it is there");
    assert!(!judge(), "cases that are there are taken as they are");
}

#[test]
fn a_seed_makes_the_same_files_for_ever() {
    for (spec, _) in games::programs() {
        let first = make(spec.name, &["--count", "12", "--seed", "5"]);
        assert_eq!(first, make(spec.name, &["--count", "12", "--seed", "5"]), "{}", spec.name);
        assert_ne!(first, make(spec.name, &["--count", "12", "--seed", "6"]), "{}", spec.name);
        assert_ne!(
            first,
            make(spec.name, &["--count", "12", "--seed", "5", "--beyond-the-text"]),
            "{}",
            spec.name
        );
        let fewer = make(spec.name, &["--count", "3", "--seed", "5"]);
        assert!(
            fewer.iter().all(|(path, text)| first.get(path) == Some(text)),
            "a greater count keeps the first cases"
        );
        let inputs =
            first.keys().filter(|path| path.extension().is_some_and(|end| end == "in")).count();
        assert_eq!(inputs, 12, "{}", spec.name);
    }
}

#[test]
fn fixed_constants_put_all_cases_into_one_folder() {
    let cases = make("mnk", &["--count", "3", "-DCOMPACT=yes"]);
    assert_eq!(cases[Path::new("params")], "-DCOMPACT=yes\n");
    let names: Vec<_> = cases.keys().map(|path| path.display().to_string()).collect();
    assert_eq!(names, ["1.in", "1.out", "2.in", "2.out", "3.in", "3.out", "params"]);
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("a plain path");
    fs::write(folder.path().join("1.in"), "mine").expect("a temporary folder takes files");
    assert!(
        complaint(&["cases", "mnk", "-o", path], 1)
            .contains("is not empty: name another folder, or say --force")
    );
    assert_eq!(fs::read_to_string(folder.path().join("1.in")).expect("it is there"), "mine");
    printed(&["cases", "mnk", "-o", path, "--force"]);
    assert_ne!(fs::read_to_string(folder.path().join("1.in")).expect("it is there"), "mine");
    let file = folder.path().join("1.in");
    let file = file.to_str().expect("a plain path");
    assert!(complaint(&["cases", "mnk", "-o", file], 1).contains("cannot make the folder"));
    assert!(
        complaint(&["cases", "mnk", "-o", path, "-DX=1"], 2).contains("there is no parameter `X`")
    );
    assert!(
        complaint(&["cases", "mnk", "-o", path, "-DCOMPACT=perhaps"], 2)
            .contains("expected one of no, yes")
    );
}

#[test]
fn packages_carry_the_limits_of_the_game() {
    for (spec, program) in games::programs() {
        let files = make(spec.name, &["--count", "2", "--package", "kattis"]);
        let text = |name: &str| files.get(Path::new(name)).expect(name).clone();
        let seconds = program.time.as_secs();
        assert_eq!(text("domjudge-problem.ini"), format!("timelimit = {seconds}\n"));
        let (memory, stack) = (spec.contest.memory >> 20, spec.contest.stack >> 20);
        // The text of Flood Wars counts the stack among the memory.
        let all = if stack == memory { memory } else { memory + stack };
        assert!(text("problem.yaml").contains(&format!("\n  memory: {all}\n")), "{}", spec.name);
    }
}

/// Kattis's own check of a package: it runs each validator and each submission, and sends junk to
/// the validators. The statement is left out, since it needs TeX.
#[test]
#[cfg(unix)]
fn packages_for_kattis_have_no_errors() {
    // `.ci/run` installs it beside the folders of cargo's profiles.
    let tools = Path::new(env!("CARGO_BIN_EXE_ludoteka")).ancestors().nth(2);
    let tools = tools.expect("the target folder").join("kattis");
    if !testing::is_there("problemtools", tools.join("problemtools").is_dir()) {
        return;
    }
    let folder = tempdir().expect("a temporary folder");
    // The package's programs are in Python 3, which Kattis runs by PyPy.
    let python = sandbox::find("python3").expect("problemtools need it");
    std::os::unix::fs::symlink(python, folder.path().join("pypy3")).expect("a link");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [folder.path().to_path_buf()].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("paths without colons");
    for (spec, _) in games::programs() {
        let package = folder.path().join(spec.name.replace('-', ""));
        let out = package.to_str().expect("a plain path");
        printed(&["cases", spec.name, "--count", "4", "--package", "kattis", "-o", out]);
        let mut verify = Command::new("python3");
        verify.args(["-m", "problemtools.verifyproblem", out, "--parts"]);
        verify.args(["config", "data", "graders", "submissions", "validators"]);
        let output = verify.env("PATH", &path).env("PYTHONPATH", &tools).output();
        let output = output.expect("python3 starts");
        let said =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(" tested: 0 errors"), "{}: {said}", spec.name);
        assert!(!said.contains("No validator rejects") && !said.contains("gets AC"), "{said}");
    }
}

#[test]
fn a_package_has_a_name_that_kattis_takes() {
    let folder = tempdir().expect("a temporary folder");
    for (name, is_taken) in [("flood-wars", false), ("Flood", false), ("flood2", true)] {
        let out = folder.path().join(name);
        let mut made = Command::new(env!("CARGO_BIN_EXE_ludoteka"));
        made.args(["cases", "flood-wars", "--count", "1", "--package", "kattis", "-o"]);
        let code = made.arg(&out).output().expect("it starts").status.code();
        assert_eq!((code, out.exists()), (Some(if is_taken { 0 } else { 2 }), is_taken), "{name}");
    }
}
