//! Interpreters, virtual machines and tools work at level 1, and cannot do more than their work
//! requires.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sandbox::{Breach, Ended, How, Job, Level, Limits, Profile, find};

use crate::{badbot, confined, patient, spawner, untested};

/// The tool's path, if it is installed and the machine has level 1.
pub(crate) fn tool(name: &str) -> Option<PathBuf> {
    let found = find(name).filter(|_| confined());
    if found.is_none() {
        untested(name);
    }
    found
}

/// A job at level 1 with enough memory for a virtual machine.
pub(crate) fn job(program: &Path, profile: Profile, arguments: &[&str]) -> Job {
    let mut job = Job::new(program, profile).arguments(arguments.iter().copied());
    job.limits = Limits { memory: 1 << 30, ..patient() };
    job.level = Some(Level::Confined);
    job
}

pub(crate) fn printed(job: &Job, input: &str) -> String {
    let ended = spawner().run(job, input.as_bytes()).expect("the job makes sense");
    assert!(ended.is_success(), "{:?} {:?} {}", ended.how, ended.breach, complaint(&ended));
    String::from_utf8(ended.stdout).expect("plain text")
}

pub(crate) fn complaint(ended: &Ended) -> String {
    String::from_utf8_lossy(&ended.stderr).into_owned()
}

pub(crate) fn denied(job: &Job) -> String {
    let ended = spawner().run(job, b"").expect("the job makes sense");
    match &ended.breach {
        Some(Breach::Denied(call)) => call.clone(),
        other => panic!(
            "{:?} {other:?} {} {}",
            ended.how,
            String::from_utf8_lossy(&ended.stdout),
            complaint(&ended)
        ),
    }
}

#[test]
fn python_computes_and_opens_no_socket() {
    let Some(python) = tool("python3") else { return };
    let job = |code: &str| job(&python, Profile::Python, &["-c", code]);
    assert_eq!(
        printed(&job("import random, json, collections; print(int(input()) * 2)"), "21\n"),
        "42\n"
    );
    assert_eq!(denied(&job("import socket; socket.socket()")), "socket");
    assert_eq!(denied(&job("import socket; socket.socket(socket.AF_UNIX)")), "socket");
    let event_loop = r"import asyncio
async def f(): await asyncio.sleep(0.001); print('slept')
asyncio.run(f())";
    assert_eq!(printed(&job(event_loop), ""), "slept\n");
    assert_eq!(denied(&job("import os; os.fork()")), "clone (a process)");
    let system = denied(&job("import os; os.system('ls')"));
    assert!(system.ends_with(" (to start another program)"), "{system}");
    assert_eq!(denied(&job("open('/tmp/python-was-here', 'w')")), "to write /tmp/python-was-here");
    let secret = tempfile::NamedTempFile::new().expect("a file");
    let ask = format!(
        "import os\ntry: os.stat('{}')\nexcept PermissionError: print('refused')",
        secret.path().display()
    );
    assert_eq!(printed(&job(&ask), ""), "refused\n");
}

#[test]
fn java_starts() {
    let Some(java) = tool("java") else { return };
    // With two dashes, Java prints its version on standard output.
    let text = printed(
        &job(&java, Profile::Node, &["-XX:-UsePerfData", "-Xmx128m", "-Xshare:auto", "--version"]),
        "",
    );
    assert!(text.contains("Runtime"), "{text}");
}

/// The tool that valgrind's launcher would execute, and the environment variables that the launcher
/// sets for it.
fn memcheck() -> Option<(std::path::PathBuf, [(std::ffi::OsString, std::ffi::OsString); 2])> {
    tool("valgrind")?;
    let launcher = sandbox::find("valgrind").or_else(|| sandbox::find("valgrind.bin"))?;
    let output = std::process::Command::new(&launcher)
        .args(["-d", "--version"])
        .output()
        .expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let tool =
        said.lines().find_map(|line| line.split_once("launcher launching ")).expect("it says so").1;
    let tool = std::path::PathBuf::from(tool);
    let library = tool.parent().expect("a folder").into();
    Some((tool, [("VALGRIND_LAUNCHER".into(), launcher.into()), ("VALGRIND_LIB".into(), library)]))
}

/// A job that runs `badbot` under valgrind, which writes its notes to this folder.
pub(crate) fn supervised(folder: &Path, words: &[&str]) -> Option<Job> {
    let (memcheck, environment) = memcheck()?;
    let badbot = badbot();
    let path = badbot.to_str().expect("a plain name");
    let mut job = job(&memcheck, Profile::Valgrind, &["--vgdb=no", "--error-exitcode=9", path]);
    job.arguments.extend(words.iter().map(Into::into));
    job.readable.push(badbot.clone());
    job.writable.push(folder.to_path_buf());
    job.environment.extend(environment);
    job.environment.push(("TMPDIR".into(), folder.into()));
    Some(job)
}

#[test]
fn valgrind_watches_a_program_that_may_do_no_more_than_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(_) = supervised(folder.path(), &[]) else { return };
    let (secret, note) =
        (tempfile::NamedTempFile::new().expect("a file"), folder.path().join("note"));
    let name = |path: &Path| path.to_str().expect("a plain name").to_string();
    let supervised = |words: &[&str]| supervised(folder.path(), words).expect("it is here");
    assert_eq!(printed(&supervised(&["none"]), ""), "done\n");
    assert_eq!(denied(&supervised(&["udp"])), "socket");
    // Valgrind reads a file before it executes the file, but is not allowed to read this one.
    let ended = spawner().run(&supervised(&["exec-shell"]), b"").expect("the job makes sense");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.starts_with("refused: Permission denied"), "{:?} {said}", ended.how);
    for written in [&note, secret.path()] {
        assert_eq!(
            denied(&supervised(&["write-file", &name(written)])),
            format!("to write {}", written.display())
        );
    }
    let read = format!("to read {}", secret.path().display());
    assert_eq!(denied(&supervised(&["read-file", &name(secret.path())])), read);
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("it is ours").count(),
        0,
        "valgrind's notes are removed"
    );
    // Landlock alone would let any process read this command line.
    let other = format!("/proc/{}/cmdline", std::process::id());
    assert_eq!(denied(&supervised(&["read-file", &other])), format!("to read {other}"));
}

/// The kernel counts some memory as stack although it is not used as a stack. Under valgrind, the
/// program's stack is ordinary memory for the kernel.
#[test]
fn memory_that_is_no_data_is_refused_where_only_data_is_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let [grown, stretched] = ["memory-downwards", "memory-of-stack"];
    let Some(supervised) = supervised(folder.path(), &[grown]) else { return };
    let [threaded, other] = [grown, stretched].map(|name| job(&badbot(), Profile::Node, &[name]));
    for mut job in [threaded, other, supervised] {
        job.limits.memory = 448 << 20;
        let ended = spawner().run(&job, b"").expect("the job makes sense");
        assert!(
            ended.stdout.starts_with(b"refused: Cannot allocate memory"),
            "{:?}: {ended:?}",
            job.arguments
        );
        assert!(ended.peak_memory < 448 << 20, "{:?}: {}", job.arguments, ended.peak_memory);
        assert_done_without_limits(job);
    }
}

fn assert_done_without_limits(mut job: Job) {
    (job.level, job.limits.memory) = (Some(Level::Limits), 2 << 30);
    let ended = spawner().run(&job, b"").expect("the job makes sense");
    assert!(
        ended.stdout == b"done\n" && ended.peak_memory > 512 << 20,
        "{:?}: {ended:?}",
        job.arguments
    );
}

/// The kernel does not count memory as data after it has been made read-only.
#[test]
fn memory_that_is_no_longer_data_is_weighed() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(supervised) = supervised(folder.path(), &["memory-sealed"]) else { return };
    for mut job in [job(&badbot(), Profile::Node, &["memory-sealed"]), supervised] {
        job.limits.memory = 256 << 20;
        for level in [Level::Limits, Level::Confined] {
            job.level = Some(level);
            let ended = spawner().run(&job, b"").expect("the job makes sense");
            assert_eq!(
                (ended.how, &ended.breach),
                (How::Signalled(9), &Some(Breach::Memory)),
                "{level}: {ended:?}"
            );
            assert!(ended.stdout.is_empty(), "{level}: {ended:?}");
        }
        assert_done_without_limits(job);
    }
}

/// A program may name any file as its loader, and the kernel executes that file. That file could be
/// the model solution.
#[test]
fn what_is_no_loader_is_none() {
    let Some(_) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("ours");
    for (loader, why) in [
        (badbot().display().to_string(), "Exec format error"),
        ("/lib/ld-linux-of-nobody.so.1".to_string(), "No such file or directory"),
    ] {
        let mut gcc = std::process::Command::new("gcc");
        gcc.arg(format!("-Wl,--dynamic-linker={loader}")).arg("-o").arg(&program).arg(&source);
        assert!(gcc.status().expect("gcc runs").success());
        let error =
            spawner().run(&job(&program, Profile::Native, &[]), b"").expect_err("it is no program");
        assert!(error.is_no_program() && error.to_string().contains(why), "{error}");
    }
}

#[test]
fn a_compiler_writes_where_it_may_and_the_result_runs() {
    let Some(gcc) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(
        &source,
        "#include <stdio.h>\nint main(void) { puts(\"compiled\"); return 0; }\n",
    )
    .expect("ours");
    let name = |path: &Path| path.to_str().expect("a plain name").to_string();
    let mut compile = job(&gcc, Profile::Compiler, &["-O1", "-o", &name(&program), &name(&source)]);
    compile.environment.push(("TMPDIR".into(), folder.path().into()));
    compile.writable.push(folder.path().to_path_buf());
    assert_eq!(printed(&compile, ""), "");
    // A compiler may not set a mode, not even that of its result.
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).expect("ours");
    assert_eq!(printed(&job(&program, Profile::Native, &[]), ""), "compiled\n");
    let secret = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&source, format!("#include \"{}\"\n", secret.path().display())).expect("ours");
    let ended = spawner().run(&compile, b"").expect("the job makes sense");
    assert!(complaint(&ended).contains("Permission denied"), "{}", complaint(&ended));
    // The command line of another process may name the folder of the test cases.
    std::fs::write(&source, format!("#include \"/proc/{}/cmdline\"\n", std::process::id()))
        .expect("ours");
    let ended = spawner().run(&compile, b"").expect("the job makes sense");
    assert!(complaint(&ended).contains("Permission denied"), "{}", complaint(&ended));
}

/// Runs a program under a limit of 64 MiB, and returns how it ended. The program fills global
/// variables of this many MiB.
fn filled(folder: &Path, mib: u64, options: &[&str]) -> (How, Option<Breach>) {
    let (source, program) = (folder.join("a.c"), folder.join("a"));
    let text = format!(
        r"#include <string.h>
static char a[{mib} << 20];
int main(void) {{ return *(char *)memset(a, 0, sizeof a); }}
"
    );
    std::fs::write(&source, text).expect("ours");
    let status = std::process::Command::new("gcc")
        .args(options)
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .status();
    assert!(status.expect("gcc runs").success());
    let mut job = job(&program, Profile::Native, &[]);
    job.limits.memory = 64 << 20;
    let ended = spawner().run(&job, b"").expect("the job makes sense");
    (ended.how, ended.breach)
}

#[test]
fn variables_that_leave_no_room_are_known_by_the_executable() {
    let Some(_) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for options in [&["-O0"][..], &["-O0", "-static"]] {
        assert_eq!(filled(folder.path(), 48, options), (How::Exited(0), None), "{options:?}");
        // With 64 MiB of variables, there is no memory left for a library or for the program's
        // first output. The stack has its own limit.
        for mib in [64, 70, 300] {
            let (how, breach) = filled(folder.path(), mib, options);
            assert!(
                how != How::Exited(0) && breach == Some(Breach::Memory),
                "{options:?} {mib}: {how:?} {breach:?}"
            );
        }
    }
}
