//! Interpreters, machines and tools do their work at level 1, and no more than that.

use std::path::{Path, PathBuf};

use sandbox::{Breach, Ended, How, Job, Level, Limits, Profile, find};

use crate::{badbot, confined, spawner, untested};

/// The program, if it is here and the machine has level 1.
fn tool(name: &str) -> Option<PathBuf> {
    let found = find(name).filter(|_| confined());
    if found.is_none() {
        untested(name);
    }
    found
}

/// A job at level 1 whose memory suffices for a virtual machine.
fn job(program: &Path, profile: Profile, arguments: &[&str]) -> Job {
    let mut job = Job::new(program, profile).arguments(arguments.iter().copied());
    job.limits = Limits { memory: 1 << 30, wall: std::time::Duration::from_secs(60), ..Limits::default() };
    job.level = Some(Level::Confined);
    job
}

fn printed(job: &Job, input: &str) -> String {
    let ended = spawner().run(job, input.as_bytes()).expect("the job makes sense");
    assert!(ended.is_success(), "{:?} {:?} {}", ended.how, ended.breach, complaint(&ended));
    String::from_utf8(ended.stdout).expect("plain text")
}

fn complaint(ended: &Ended) -> String {
    String::from_utf8_lossy(&ended.stderr).into_owned()
}

fn denied(job: &Job) -> String {
    let ended = spawner().run(job, b"").expect("the job makes sense");
    match &ended.breach {
        Some(Breach::Denied(call)) => call.clone(),
        other => panic!("{:?} {other:?} {} {}", ended.how, String::from_utf8_lossy(&ended.stdout), complaint(&ended)),
    }
}

#[test]
fn python_computes_and_opens_no_socket() {
    let Some(python) = tool("python3") else { return };
    let job = |code| job(&python, Profile::Python, &["-c", code]);
    assert_eq!(printed(&job("import random, json, collections; print(int(input()) * 2)"), "21\n"), "42\n");
    assert_eq!(denied(&job("import socket; socket.socket()")), "socket");
    assert_eq!(denied(&job("import os; os.fork()")), "clone (a process)");
    assert_eq!(denied(&job("open('/tmp/python-was-here', 'w')")), "to write /tmp/python-was-here");
}

#[test]
fn node_computes_with_threads_and_opens_no_socket() {
    let Some(node) = tool("node") else { return };
    let job = |code| job(&node, Profile::Node, &["-e", code]);
    let double = "console.log(2 * Number(require('fs').readFileSync(0)))";
    assert_eq!(printed(&job(double), "21\n"), "42\n");
    let lines = "require('readline').createInterface({input: process.stdin}).on('line', l => console.log(l))";
    assert_eq!(printed(&job(lines), "a\nb\n"), "a\nb\n");
    assert_eq!(denied(&job("require('net').createServer().listen(0)")), "socket");
    let write = "try { require('fs').writeFileSync('/tmp/node-was-here', 'x') } catch { console.log('refused') }";
    assert_eq!(printed(&job(write), ""), "refused\n");
}

#[test]
fn java_starts() {
    let Some(java) = tool("java") else { return };
    // What it says of itself goes to standard output with two dashes.
    let text = printed(&job(&java, Profile::Node, &["-XX:-UsePerfData", "-Xmx128m", "-Xshare:auto", "--version"]), "");
    assert!(text.contains("Runtime"), "{text}");
}

#[test]
fn valgrind_watches_a_program() {
    let Some(valgrind) = tool("valgrind") else { return };
    let badbot = badbot();
    let path = badbot.to_str().expect("a plain name");
    let mut job = job(&valgrind, Profile::Valgrind, &["--vgdb=no", "--error-exitcode=9", path, "none"]);
    job.readable.push(badbot.clone());
    let folder = tempfile::tempdir().expect("a folder");
    job.writable.push(folder.path().to_path_buf());
    job.environment.push(("TMPDIR".into(), folder.path().into()));
    assert_eq!(printed(&job, ""), "done\n");
    job.arguments[3] = "udp".into();
    assert_eq!(denied(&job), "socket");
}

#[test]
fn a_compiler_writes_where_it_may_and_the_result_runs() {
    let Some(gcc) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"compiled\"); return 0; }\n").expect("ours");
    let name = |path: &Path| path.to_str().expect("a plain name").to_string();
    let mut compile = job(&gcc, Profile::Compiler, &["-O1", "-o", &name(&program), &name(&source)]);
    compile.environment.push(("TMPDIR".into(), folder.path().into()));
    compile.writable.push(folder.path().to_path_buf());
    assert_eq!(printed(&compile, ""), "");
    assert_eq!(printed(&job(&program, Profile::Native, &[]), ""), "compiled\n");
    let secret = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&source, format!("#include \"{}\"\n", secret.path().display())).expect("ours");
    let ended = spawner().run(&compile, b"").expect("the job makes sense");
    assert!(complaint(&ended).contains("Permission denied"), "{}", complaint(&ended));
}

/// How a program ends that fills global variables of so many MiB, where it may have 64.
fn filled(folder: &Path, mib: u64, options: &[&str]) -> (How, Option<Breach>) {
    let (source, program) = (folder.join("a.c"), folder.join("a"));
    let text = format!(
        "#include <string.h>\nstatic char a[{mib} << 20];\nint main(void) {{ return *(char *)memset(a, 0, sizeof a); }}\n"
    );
    std::fs::write(&source, text).expect("ours");
    let status = std::process::Command::new("gcc").args(options).arg("-o").arg(&program).arg(&source).status();
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
        // At 64 MiB there is no room beside it, be it for a library, be it for the program's first words; the stack's part is its own.
        for mib in [64, 70, 300] {
            let (how, breach) = filled(folder.path(), mib, options);
            assert!(how != How::Exited(0) && breach == Some(Breach::Memory), "{options:?} {mib}: {how:?} {breach:?}");
        }
    }
}
