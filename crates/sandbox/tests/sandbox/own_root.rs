//! At level 3 a program has a file system of its own.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Ended, Heard, Job, Level, Profile, Spawner, find};

use crate::profiles::{complaint, job, printed, supervised};
use crate::{LONG, badbot, deed, done, run, spawner};

/// Whether the machine has level 3; if not, prints why.
fn has_namespaces() -> bool {
    let spawner = spawner();
    let lacking = spawner.levels().iter().find(|probe| probe.level == Level::Namespaces);
    match lacking.and_then(|probe| probe.why_not.as_ref()) {
        Some(why) => eprintln!("level 3 was not tested: {why}"),
        None => return true,
    }
    false
}

fn at_level_3(job: Job) -> Job {
    Job { level: Some(Level::Namespaces), ..job }
}

/// Whether this path exists for the running program, whatever it may do with it.
fn sees(pid: u32, path: &Path) -> bool {
    let root = PathBuf::from(format!("/proc/{pid}/root"));
    fs::symlink_metadata(root.join(path.strip_prefix("/").expect("absolute"))).is_ok()
}

fn open(spawner: &mut Spawner, level: Level, readable: &Path) -> sandbox::Running {
    let mut job = deed(level, &["sleep", "60000"]);
    job.readable.push(readable.to_path_buf());
    spawner.open(&job).expect("it starts")
}

#[test]
fn other_files_are_not_there() {
    if !has_namespaces() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
    [&own, &other].into_iter().for_each(|file| fs::write(file, "x").expect("ours"));
    let mut spawner = spawner();
    let running = open(&mut spawner, Level::Namespaces, &own);
    assert!(sees(running.pid(), &own) && sees(running.pid(), &badbot()));
    for hidden in [&other, Path::new("/etc/passwd"), Path::new("/home"), Path::new("/.old")] {
        assert!(!sees(running.pid(), hidden), "{}", hidden.display());
    }
    let mounts = fs::read_to_string(format!("/proc/{}/mounts", running.pid())).expect("it runs");
    let writable = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let writable = writable.filter(|fields| fields[3].split(',').any(|option| option == "rw"));
    assert_eq!(writable.count(), 0, "{mounts}");
    running.finish(Duration::ZERO).expect("the spawner lives");
    let running = open(&mut spawner, Level::Confined, &own);
    assert!(sees(running.pid(), &other), "at level 1 the file is there, but may not be read");
    running.finish(Duration::ZERO).expect("the spawner lives");
}

#[test]
fn other_processes_are_not_there() {
    if !has_namespaces() {
        return;
    }
    let other = std::process::id().to_string();
    let folder = tempfile::tempdir().expect("a folder");
    for words in [&["find-process", &*other], &["list-folder", "/proc"]] {
        let bare = [Profile::Native, Profile::Python, Profile::Node]
            .map(|profile| Job { profile, ..deed(Level::Namespaces, words) });
        for job in bare.into_iter().chain(supervised(folder.path(), words).map(at_level_3)) {
            let ended = run(&job);
            assert!(ended.stdout.starts_with(b"refused"), "{:?} {words:?} {ended:?}", job.profile);
        }
        assert!(done(&run(&deed(Level::Limits, words))), "without the sandbox, {words:?} succeeds");
    }
    let own = deed(Level::Namespaces, &["size-of-file", "/proc/self/exe"]);
    assert!(done(&run(&own)), "a program finds itself");
    let running = open(&mut spawner(), Level::Namespaces, &badbot());
    let root = PathBuf::from(format!("/proc/{}/root/proc", running.pid()));
    let entries = fs::read_dir(root).expect("it runs");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("it runs").file_name()).collect();
    names.sort();
    assert_eq!(names, [running.pid().to_string().as_str(), "self"]);
}

/// A link in the name of a program, of its folder, or of a file leads where it should.
#[test]
fn links_lead_to_the_same_files() {
    if !has_namespaces() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path(), &link).expect("ours");
    std::os::unix::fs::symlink(badbot(), folder.path().join("bot")).expect("ours");
    fs::write(folder.path().join("file"), "x").expect("ours");
    let file = link.join("file");
    let job = deed(Level::Namespaces, &["read-file", file.to_str().expect("plain")]);
    let (program, directory) = (link.join("bot"), link.clone());
    let ended = run(&Job { program, directory, readable: vec![file], ..job });
    assert!(done(&ended), "{ended:?}");
}

fn succeeded(ended: &Ended) {
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.is_success(), "{:?} {:?} {said} {}", ended.how, ended.breach, complaint(ended));
}

#[test]
fn every_kind_of_program_runs() {
    if !has_namespaces() {
        return;
    }
    let python: &[&str] = &["-c", "import random, json; print(6 * 7)"];
    let node: &[&str] = &["-e", "console.log(6 * require('fs').constants.R_OK)"];
    let java: &[&str] = &["-XX:-UsePerfData", "-Xmx128m", "--version"];
    for (profile, name, arguments) in [
        (Profile::Python, "python3", python),
        (Profile::Node, "node", node),
        (Profile::Node, "java", java),
    ] {
        let Some(tool) = find(name) else { continue };
        let text = printed(&at_level_3(job(&tool, profile, arguments)), "");
        assert!(!text.is_empty(), "{name}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    if let Some(valgrind) = supervised(folder.path(), &["none"]) {
        assert_eq!(printed(&at_level_3(valgrind), ""), "done\n");
    }
}

/// A source, its name, the compiler and the compiler's arguments before the source.
const SOURCES: [(&str, &str, &str, &[&str]); 3] = [
    (
        "a.c",
        "#include <stdio.h>\nint main(void) { puts(\"made\"); return 0; }",
        "gcc",
        &["-o", "a"],
    ),
    ("a.cpp", "#include <iostream>\nint main() { std::cout << \"made\\n\"; }", "g++", &["-o", "a"]),
    ("a.pas", "begin writeln('made'); end.", "fpc", &["-oa"]),
];

#[test]
fn compilers_write_where_they_may() {
    if !has_namespaces() {
        return;
    }
    for (name, text, compiler, arguments) in SOURCES {
        let Some(compiler) = find(compiler) else { continue };
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(name), text).expect("ours");
        let mut compile = at_level_3(job(&compiler, Profile::Compiler, arguments));
        compile.arguments.push(name.into());
        compile.environment.push(("TMPDIR".into(), folder.path().into()));
        compile.writable.push(folder.path().to_path_buf());
        let settings = Path::new("/etc/fpc.cfg");
        compile.readable.extend(settings.exists().then(|| settings.to_path_buf()));
        compile.directory = folder.path().to_path_buf();
        succeeded(&run(&compile));
        let program = folder.path().join("a");
        // A compiler may not change a file's mode.
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is there");
        let made = at_level_3(job(&program, Profile::Native, &[]));
        assert_eq!(printed(&made, ""), "made\n", "{name}");
    }
}

#[test]
fn a_conversation_goes_on() {
    if !has_namespaces() {
        return;
    }
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Namespaces, &["echo"])).expect("it starts");
    running.write(b"a\n").expect("the spawner lives");
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), Heard::Line(b"a".to_vec()));
}
