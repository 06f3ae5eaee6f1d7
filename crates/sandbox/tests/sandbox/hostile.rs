//! Tests of programs that try to harm the machine. At level 1 the sandbox stops every such deed,
//! and the report names the deed. At level 0 every such deed succeeds.

use std::fs;
use std::process::Command;

use sandbox::{Breach, Ended, Heard, How, Job, Level, Limits, Profile};

use crate::{LONG, confined, deed, done, patient, run, spawner, untested};

/// The deeds that consist of a single system call, which the filter stops. Each comes with the name
/// that the report gives the call.
const NAMED: &[(&str, &str)] = &[
    ("fork-bomb", "clone (a process)"),
    ("thread", "clone3 (a thread)"),
    ("background", "clone (a process)"),
    ("raise-limits", "prlimit64 (to set a limit)"),
    ("tcp", "socket"),
    ("udp", "socket"),
    ("unix", "socketpair"),
    ("kill-parent", "kill"),
    ("kill-all", "kill"),
    ("flock", "flock"),
    ("ptrace", "ptrace"),
    ("memfd", "memfd_create"),
    ("shm", "shmget"),
    ("namespace", "unshare"),
    ("exec-shell", "execve (to start another program)"),
    ("io-uring", "io_uring_setup"),
    ("bpf", "bpf"),
    ("perf", "perf_event_open"),
    ("keyctl", "keyctl"),
];

fn assert_denied(words: &[&str], call: &str) {
    let ended = run(&deed(Level::Confined, words));
    assert_eq!(ended.breach, Some(Breach::Denied(call.to_string())), "{words:?}: {ended:?}");
    assert_eq!(ended.how, How::Signalled(9), "{words:?}");
    assert!(!done(&ended), "{words:?}");
}

/// Checks that this deed succeeds at level 0. Otherwise the failure of the deed at level 1 would
/// prove nothing.
fn assert_done_at_level_0(words: &[&str]) {
    let ended = run(&deed(Level::Limits, words));
    if !done(&ended) {
        untested(&format!(
            "{words:?}: this machine refuses this deed to every program: {}",
            told(&ended)
        ));
    }
}

fn told(ended: &Ended) -> String {
    format!(
        "{:?} {:?} {}",
        ended.how,
        ended.breach,
        String::from_utf8_lossy(&ended.stdout).trim_end()
    )
}

#[test]
fn forbidden_calls_end_the_program_and_are_named() {
    if !confined() {
        return;
    }
    for &(name, call) in NAMED {
        assert_denied(&[name], call);
        assert_done_at_level_0(&[name]);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn the_old_way_into_the_kernel_is_closed_as_well() {
    if confined() {
        assert_denied(&["old-door"], "a call of another processor's");
        assert_done_at_level_0(&["old-door"]);
    }
}

#[test]
fn files_are_not_written() {
    if !confined() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let path = file.to_str().expect("a plain name");
    assert_denied(&["write-file", path], &format!("to write {path}"));
    assert!(!file.exists());
    fs::write(&file, "x").expect("we may");
    assert_denied(&["remove-file", path], "unlink");
    assert!(file.exists());
    assert_done_at_level_0(&["remove-file", path]);
    // At level 0 the file is opened, but the limit on file size forbids writing a byte.
    let ended = run(&deed(Level::Limits, &["write-file", path]));
    assert!(file.exists() && ended.how == How::Signalled(libc_sigxfsz()), "{}", told(&ended));
}

/// The number of SIGXFSZ (file size exceeded) on x86 and ARM.
fn libc_sigxfsz() -> i32 {
    25
}

/// Checks that a deed is refused, and that the refusal does not end the program.
fn assert_refused(words: &[&str]) {
    let ended = run(&deed(Level::Confined, words));
    assert!(ended.stdout.starts_with(b"refused: Permission denied"), "{words:?}: {}", told(&ended));
    assert_eq!((ended.how, ended.breach), (How::Exited(1), None), "{words:?}");
}

#[test]
fn files_of_others_are_not_read() {
    if !confined() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("another player");
    fs::write(&file, "x").expect("we may");
    let path = file.to_str().expect("a plain name");
    assert_denied(&["read-file", path], &format!("to read {path}"));
    assert_done_at_level_0(&["read-file", path]);
    // The size of a file may reveal the expected answer.
    for question in ["size-of-file", "size-by-hidden-path", "size-by-handle"] {
        assert_refused(&[question, path]);
        assert_refused(&[question, "/etc/passwd"]);
        assert_done_at_level_0(&[question, path]);
    }
    assert!(
        done(&run(&deed(Level::Confined, &["size-of-file", "/etc/ld.so.cache"]))),
        "the program may ask about a file that it may read"
    );
    for detour in ["/proc/self/root", "/dev/..", "/proc/self/../../", "/usr/../proc/self/root"] {
        assert_denied(&["read-file", &format!("{detour}{path}")], &format!("to read {path}"));
        assert_refused(&["size-of-file", &format!("{detour}{path}")]);
    }
    for detour in
        ["another player", "/proc/self/cwd/another player", "/usr/../proc/self/cwd/another player"]
    {
        let [mut read, mut ask] =
            ["read-file", "size-of-file"].map(|name| deed(Level::Confined, &[name, detour]));
        read.directory = folder.path().to_path_buf();
        ask.directory = folder.path().to_path_buf();
        assert_eq!(run(&read).breach, Some(Breach::Denied(format!("to read {path}"))), "{detour}");
        assert!(run(&ask).stdout.starts_with(b"refused: Permission denied"), "{detour}");
    }
    // The targets of these links differ from process to process.
    assert_refused(&["read-file", "/proc/mounts"]);
    assert_refused(&["read-file", "/proc/self/maps"]);
    assert!(
        done(&run(&deed(Level::Confined, &["write-file", "/dev/null"]))),
        "it may write to /dev/null"
    );
    for words in [
        ["list-folder", folder.path().to_str().expect("a plain name")],
        ["read-file", "/etc/passwd"],
        ["list-folder", "/proc"],
    ] {
        assert_refused(&words);
        assert_done_at_level_0(&words);
    }
    for relative in ["../another player", "./../../another player"] {
        let mut job = deed(Level::Confined, &["read-file", relative]);
        job.directory = folder.path().join("one").join("two");
        fs::create_dir_all(&job.directory).expect("we may");
        let expected = if relative.starts_with("./") {
            Some(Breach::Denied(format!("to read {path}")))
        } else {
            None
        };
        assert_eq!(run(&job).breach, expected, "{relative} leads to the file, or nowhere");
    }
    let mut job = deed(Level::Confined, &["read-file", path]);
    job.readable.push(file.clone());
    assert!(done(&run(&job)), "the program may read the files that the job names");
}

/// The referee binds a program to one processor.
#[test]
fn no_kind_of_program_chooses_its_processors() {
    if !confined() {
        return;
    }
    for profile in [Profile::Native, Profile::Python, Profile::Node, Profile::Compiler] {
        let ended = run(&Job { profile, ..deed(Level::Confined, &["processors"]) });
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(said.starts_with("refused: Operation not permitted"), "{profile:?}: {ended:?}");
    }
    assert_done_at_level_0(&["processors"]);
}

#[test]
fn the_parent_keeps_its_secrets() {
    if !confined() {
        return;
    }
    for name in ["parent-memory", "parent-environ"] {
        let ended = run(&deed(Level::Confined, &[name]));
        let Some(Breach::Denied(what)) = &ended.breach else { panic!("{ended:?}") };
        assert!(what.starts_with("to read /proc/") && !done(&ended), "{what}");
        assert_done_at_level_0(&[name]);
    }
}

/// A program could learn from the clocks of others when they think, and tell another program
/// something by locks on what both can open.
#[test]
fn programs_do_not_learn_from_each_other() {
    if !confined() {
        return;
    }
    let other = std::process::id().to_string();
    for words in [&["clock-of-process", &*other][..], &["lock"]] {
        for profile in Profile::ALL.into_iter().filter(|profile| *profile != Profile::Valgrind) {
            let words = if profile == Profile::Compiler { &["lock"][..] } else { words };
            let ended = run(&Job { profile, ..deed(Level::Confined, words) });
            assert!(
                ended.stdout.starts_with(b"refused"),
                "{profile:?} {words:?}: {}",
                told(&ended)
            );
            assert_eq!((ended.how, ended.breach), (How::Exited(1), None), "{profile:?} {words:?}");
        }
        assert_done_at_level_0(words);
    }
    let own = run(&deed(Level::Confined, &["clock-of-process", "0"]));
    assert!(done(&own), "a program may read its own clock: {}", told(&own));
}

/// The child processes of the process `parent`.
pub(crate) fn children(parent: u32) -> String {
    fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"))
        .expect("the kernel tells of children")
}

fn descriptors(process: u32) -> usize {
    fs::read_dir(format!("/proc/{process}/fd")).expect("it runs").count()
}

#[test]
fn nothing_stays_behind() {
    let mut spawner = spawner();
    let pid = spawner.pid();
    let levels =
        if confined() { vec![Level::Limits, Level::Confined] } else { vec![Level::Limits] };
    for &level in &levels {
        spawner.run(&deed(level, &["none"]), b"").expect("it starts");
    }
    // For each level, the spawner has a zygote, which makes the programs.
    let own = children(pid);
    let most = descriptors(pid);
    for level in levels {
        for name in ["none", "background", "fork-bomb", "thread", "crash"] {
            spawner.run(&deed(level, &[name]), b"").expect("it starts");
            assert_eq!(children(pid), own, "{level}: {name}");
        }
    }
    // The spawner closes the last channel only after it has sent the report. So the channel may
    // still be open.
    while descriptors(pid) > most {
        std::thread::yield_now();
    }
}

#[test]
fn the_spawner_outlives_a_process_of_its_own() {
    if !confined() {
        return;
    }
    let mut spawner = spawner();
    let job = deed(Level::Confined, &["none"]);
    let own = children(spawner.pid());
    assert!(
        Command::new("kill")
            .arg("-9")
            .args(own.split_whitespace())
            .status()
            .expect("there is kill")
            .success()
    );
    let error = spawner.run(&job, b"").expect_err("nobody is there to make it");
    assert!(error.to_string().contains("was killed"), "{error}");
    assert!(done(&spawner.run(&job, b"").expect("there is another")));
    assert_eq!(
        children(spawner.pid()).split_whitespace().count(),
        1,
        "the dead process is forgotten"
    );
}

#[test]
fn programs_are_watched_when_their_kind_of_job_is_forgotten() {
    if !confined() {
        return;
    }
    let mut spawner = spawner();
    let limited = |mib: u64, words: &[&str]| {
        let limits = Limits { memory: mib << 20, ..patient() };
        Job { limits, ..deed(Level::Confined, words) }
    };
    let mut first = spawner.open(&limited(100, &["echo"])).expect("it starts");
    // The spawner keeps zygotes for only a few kinds of job. This test has more kinds.
    for mib in 101..112 {
        let ended = spawner.run(&limited(mib, &["udp"]), b"").expect("it starts");
        assert_eq!(ended.breach, Some(Breach::Denied("socket".to_string())), "{mib} MiB");
    }
    let own = children(spawner.pid()).split_whitespace().count() - 1;
    assert!((1..10).contains(&own), "the spawner has {own} zygotes");
    first.write(b"a\n").expect("the spawner lives");
    assert_eq!(first.read_line(LONG).expect("the spawner lives"), Heard::Line(b"a".to_vec()));
}

#[test]
fn programs_die_with_their_conversation_and_their_spawner() {
    let mut spawner = spawner();
    let [first, second] = [(); 2]
        .map(|()| spawner.open(&deed(Level::Limits, &["sleep", "60000"])).expect("it starts"));
    let (first_pid, second_pid) = (first.pid(), second.pid());
    drop(first);
    // The drop does not wait until the spawner has killed the first program.
    while exists(first_pid) {
        std::thread::yield_now();
    }
    assert!(exists(second_pid), "the other conversation goes on");
    drop(spawner);
    assert!(!exists(second_pid), "programs end with their spawner");
    assert!(second.finish(LONG).is_ok_and(|ended| ended.how == How::Signalled(9)));
}

pub(crate) fn exists(pid: u32) -> bool {
    fs::exists(format!("/proc/{pid}")).expect("/proc can be asked")
}
