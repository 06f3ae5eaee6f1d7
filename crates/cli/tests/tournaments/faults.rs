//! Tests with full disks, read-only disks, and a folder that is in use. When the problem has been
//! solved, the same command continues the tournament.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use testing::{NOBODY, is_root};

use crate::aloud;
use crate::contest::{Contest, ended, said};
use crate::interrupt::interrupt;

/// A small disk that is mounted at a folder until this value is dropped.
struct Disk<'a>(&'a Path);

impl Disk<'_> {
    /// Returns `None` if this machine does not allow mounting.
    fn mount(at: &Path) -> Option<Disk<'_>> {
        Disk::mount_as("size=1m", at)
    }

    fn mount_as<'a>(options: &str, at: &'a Path) -> Option<Disk<'a>> {
        mount(options, at).then_some(Disk(at))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

fn mount(options: &str, at: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "none"]).arg(at);
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_full_disk_is_said_to_be_full() {
    let contest = Contest::new(60);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    let expected = contest.undisturbed();
    contest.hold("small disk").names(&["the disk is full", "small disk"]);
    contest.nothing_runs();
    assert!(mount("remount,size=64m", &at), "the disk grows");
    contest.ends_as(&expected, "small disk");
}

#[test]
fn a_disk_that_is_full_when_a_command_starts_is_said_to_be_full() {
    let contest = Contest::new(2);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    assert!(mount("remount,size=8m", &at), "the disk grows");
    contest.run(&["store", "init", "small disk/store.sqlite"]).goes_well();
    fs::write(at.join("filler"), vec![0; 8 << 20]).expect_err("the disk is smaller than that");
    let full = ["the disk full", "small disk/store.sqlite", "room on the disk"];
    let store = ["--store", "small disk/store.sqlite"];
    contest.hold("small disk").names(&full);
    contest.run(&[&["worker"], &store[..]].concat()).names(&full);
}

#[test]
fn a_full_disk_stops_no_export_for_ever() {
    let contest = Contest::new(30);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    let expected = contest.undisturbed();
    // The store lies on a disk with free space. The disk of the results is full.
    let command = ["tournament", "small.toml", "-o", "small disk", "--store", "elsewhere.sqlite"];
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    fs::write(at.join("filler"), vec![0; 2 << 20]).expect_err("the disk is smaller than that");
    let refused = contest.run(&command);
    refused.names(&["cannot write", "small disk/", "the disk is full"]);
    contest.run(&["verify", "small disk"]).names(&["MANIFEST.sha256 is missing"]);
    fs::remove_file(at.join("filler")).expect("it was there");
    contest.run(&command).goes_well();
    contest.is_as(&expected, "small disk");
}

/// Some administrators forbid execution in `/tmp`. A participant is not to blame for that.
#[test]
fn a_disk_on_which_nothing_may_be_executed_is_told_of() {
    let contest = Contest::new(2);
    let at = contest.path("tmp");
    let Some(_disk) = Disk::mount_as("size=64m,noexec", &at) else {
        return aloud(
            "nothing can be mounted here: a disk on which nothing may be executed is not tested",
        );
    };
    fs::create_dir(contest.path("cases")).expect("a folder");
    for file in ["cases/1.in", "cases/1.out"] {
        fs::write(contest.path(file), "1\n").expect("it can be written");
    }
    let refused = contest.run(&["judge", "mnk", "/bin/cat", "--cases", "cases"]);
    refused.names(&["noexec", "TMPDIR"]);
}

#[test]
fn a_folder_that_can_only_be_read_is_said_to_be_so() {
    let contest = Contest::new(2);
    let open = |mode: u32, path: &str| {
        fs::set_permissions(contest.path(path), fs::Permissions::from_mode(mode))
            .expect("it is ours");
    };
    fs::create_dir(contest.path("closed")).expect("a folder");
    if is_root() {
        for path in [".", "closed", "tmp"] {
            chown(contest.path(path), Some(NOBODY), None).expect("root gives folders away");
        }
    }
    let hold = || {
        let mut command = contest.command(&["tournament", "small.toml", "-o", "closed"]);
        if is_root() {
            command.uid(NOBODY);
        }
        said(&command.output().expect("ludoteka runs"))
    };
    open(0o555, "closed");
    hold().names(&["cannot write closed/", "Permission denied"]);
    open(0o755, "closed");
    hold().goes_well();
}

#[test]
fn two_do_not_work_in_one_folder() {
    // The second command waits two seconds for the end of the first command. So the first command
    // must take longer.
    let contest = Contest::new(2000);
    let first = contest.begin_to_play("results");
    contest.hold("results").names(&["another `ludoteka tournament`", "results"]);
    interrupt(&first);
    ended(first);
    contest.run(&["verify", "results"]).goes_well();
}

#[test]
fn what_is_not_there_is_named() {
    let contest = Contest::new(2);
    let hold = |file: &str, more: &[&str]| {
        contest.run(&[&["tournament", file, "-o", "results"], more].concat())
    };
    hold("nothing.toml", &[]).names(&["cannot read nothing.toml"]);
    for said in
        [hold("small.toml", &["--store", "no.db"]), contest.run(&["worker", "--store", "no.db"])]
    {
        said.names(&["there is no store at no.db", "`ludoteka store init`"]);
    }
    let unknown = hold("small.toml", &["--store", "mysql://host/base"]);
    assert!(
        unknown.code == Some(2) && unknown.complaint.contains("expected a path"),
        "{unknown:?}"
    );
    fs::write(contest.path("a file"), "").expect("it can be written");
    contest.run(&["tournament", "small.toml", "-o", "a file"]).names(&["a file"]);
    contest.run(&["verify", "nothing"]).names(&["nothing"]);
}
