//! Tests of folders that are written, interrupted and changed.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::*;
use crate::results::File;

fn file(path: &str, text: &str) -> File {
    File { path: path.to_string(), bytes: text.as_bytes().to_vec() }
}

/// A folder with three files.
fn written(root: &Path) -> Manifest {
    let mut folder = Folder::open(root).expect("a folder");
    for (path, text) in [("index.html", "<p>"), ("players/1.html", "one"), ("empty.csv", "")] {
        folder.put(&file(path, text)).expect("it can be written");
    }
    folder.close().expect("it can be written")
}

fn checked(root: &Path) -> Option<String> {
    check(&OnDisk::from(root), |path| path == "store.sqlite")
        .expect("it can be read")
        .map(|misfit| misfit.to_string())
}

#[test]
fn a_written_folder_is_whole_and_sha256sum_says_so_too() {
    let root = tempfile::tempdir().expect("a folder");
    let manifest = written(root.path());
    assert_eq!(checked(root.path()), None);
    fs::write(root.path().join("store.sqlite"), "anything").expect("it can be written");
    assert_eq!(checked(root.path()), None);
    let text = fs::read_to_string(root.path().join(MANIFEST)).expect("text");
    assert_eq!(Manifest::read(&text), Ok(manifest.clone()));
    // The SHA-256 of an empty file, by FIPS 180-4.
    assert_eq!(
        manifest.files["empty.csv"].sha256,
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    let status = Command::new("sha256sum")
        .args(["--quiet", "-c", MANIFEST])
        .current_dir(root.path())
        .status();
    match status {
        Ok(status) => assert!(status.success()),
        Err(_) => testing::skipped("sha256sum"),
    }
}

#[test]
fn the_first_thing_that_does_not_fit_is_named() {
    let found = |tamper: fn(&Path)| {
        let root = tempfile::tempdir().expect("a folder");
        written(root.path());
        tamper(root.path());
        checked(root.path())
    };
    type Tamper = fn(&Path);
    let changes: [(&str, &str, Tamper); 8] = [
        ("index.html", "its checksum", |root| {
            fs::write(root.join("index.html"), "<q>").expect("written");
        }),
        ("index.html", "4 bytes, not 3", |root| {
            fs::write(root.join("index.html"), "<p>.").expect("written");
        }),
        ("players/1.html", "missing", |root| {
            fs::remove_file(root.join("players/1.html")).expect("removed");
        }),
        ("players/2.html", "not listed", |root| {
            fs::write(root.join("players/2.html"), "").expect("written");
        }),
        (MANIFEST, "missing", |root| fs::remove_file(root.join(MANIFEST)).expect("removed")),
        (MANIFEST, "line 2", |root| {
            fs::write(root.join(MANIFEST), "# 3 bytes\n").expect("written");
        }),
        ("hello/empty", "not listed", |root| {
            fs::create_dir_all(root.join("hello/empty")).expect("made");
        }),
        // Two files are not listed; the error names the path that comes first.
        ("a.csv", "not listed", |root| {
            ["a.csv", "index.html"]
                .iter()
                .for_each(|name| fs::write(root.join(name), "").expect("written"));
        }),
    ];
    for (path, why, tamper) in changes {
        let said = found(tamper).expect("it does not fit");
        assert!(said.starts_with(path) && said.contains(why), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_no_file() {
    let root = tempfile::tempdir().expect("a folder");
    written(root.path());
    fs::rename(root.path().join("index.html"), root.path().join("store.sqlite")).expect("renamed");
    std::os::unix::fs::symlink("store.sqlite", root.path().join("index.html")).expect("linked");
    assert_eq!(
        checked(root.path()).as_deref(),
        Some("index.html is not listed in MANIFEST.sha256 as a file")
    );
    // The link is replaced, and its target stays unchanged.
    let mut folder = Folder::open(root.path()).expect("a folder");
    folder.put(&file("index.html", "<p>")).expect("written");
    folder.write("players/1.html", |out| out.write_all(b"other")).expect("written");
    folder.close().expect("written");
    assert!(fs::symlink_metadata(root.path().join("index.html")).expect("there").is_file());
    assert_eq!(checked(root.path()), None);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_read_or_removed_through_a_link_to_a_folder() {
    use std::os::unix::fs::symlink;
    let (root, others) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let their = |path: &str| others.path().join(path);
    for (name, text) in [("1.html", "one"), ("2.html", "theirs"), ("7.html", "theirs")] {
        fs::write(their(name), text).expect("it can be written");
    }
    written(root.path());
    let mut folder = Folder::open(root.path()).expect("a folder");
    ["players/1.html", "players/7.html"]
        .iter()
        .for_each(|path| folder.put(&file(path, "one")).expect("written"));
    folder.close().expect("written");
    fs::remove_dir_all(root.path().join("players")).expect("removed");
    symlink(others.path(), root.path().join("players")).expect("linked");
    let mut folder = Folder::open(root.path()).expect("a folder");
    // The next results have the same text in `1.html`, another text in `2.html`, and no `7.html`.
    for (path, text) in [("players/1.html", "one"), ("players/2.html", "two")] {
        folder.put(&file(path, text)).expect("written");
    }
    folder.close().expect("written");
    assert_eq!(checked(root.path()), None);
    // A manifest whose files lie behind a link cannot come from an interrupted run, so `finish`
    // ignores it.
    let mut manifest = Manifest::default();
    let listed = Listed { size: 6, sha256: matches::record::checksum(b"theirs") };
    manifest.files.insert("players/2.html".to_string(), listed);
    fs::create_dir(root.path().join(NEXT)).expect("made");
    fs::write(root.path().join(NEXT).join(MANIFEST), manifest.to_string()).expect("written");
    symlink(others.path(), root.path().join(NEXT).join("players")).expect("linked");
    finish(root.path()).expect("tidied");
    fs::write(their(MANIFEST), "").expect("written");
    symlink(others.path(), root.path().join(NEXT)).expect("linked");
    finish(root.path()).expect("tidied");
    assert_eq!(checked(root.path()), None);
    for (name, text) in [("1.html", "one"), ("2.html", "theirs"), ("7.html", "theirs")] {
        assert_eq!(fs::read_to_string(their(name)).expect("it is theirs"), text);
    }
}

#[test]
fn what_cannot_be_replaced_is_found_before_anything_is() {
    for (folder_there, refused) in [
        ("index.html", "index.html: there is a folder where a file has to be"),
        ("players/2.html", "players/2.html: there is a folder where a file has to be"),
        ("empty.csv", "empty.csv: there is a folder where a file has to be"),
    ] {
        let root = tempfile::tempdir().expect("a folder");
        written(root.path());
        let before = fs::read(root.path().join(MANIFEST)).expect("a manifest");
        let _ = fs::remove_file(root.path().join(folder_there));
        fs::create_dir_all(root.path().join(folder_there)).expect("made");
        let mut folder = Folder::open(root.path()).expect("a folder");
        for path in ["games.jsonl", "index.html", "players/1.html", "players/2.html"] {
            folder.put(&file(path, "new")).expect("written");
        }
        let said = folder.close().expect_err("something is in the way").to_string();
        assert!(said.contains(refused), "{said}");
        assert_eq!(fs::read(root.path().join(MANIFEST)).expect("it is there"), before);
        assert!(!root.path().join("games.jsonl").exists() && !root.path().join(NEXT).exists());
        assert_eq!(
            fs::read_to_string(root.path().join("players/1.html")).expect("as before"),
            "one"
        );
    }
}

#[test]
fn a_run_that_was_cut_off_changes_nothing_and_the_next_one_tidies_up() {
    let root = tempfile::tempdir().expect("a folder");
    let before = written(root.path());
    let mut folder = Folder::open(root.path()).expect("a folder");
    folder.put(&file("index.html", "<p>new")).expect("written");
    folder.write("games.jsonl", |out| out.write_all(b"half")).expect("written");
    assert_eq!(fs::read_to_string(root.path().join("index.html")).expect("whole"), "<p>");
    drop(folder);
    assert_eq!(checked(root.path()), None);
    // If a run is killed, the files that it wrote remain.
    fs::create_dir_all(root.path().join(NEXT).join("players")).expect("made");
    fs::write(root.path().join(NEXT).join("players/7.html"), "hal").expect("written");
    finish(root.path()).expect("tidied");
    assert_eq!(checked(root.path()), None);
    assert_eq!(written(root.path()), before);
    let mut folder = Folder::open(root.path()).expect("a folder");
    folder.put(&file("index.html", "<p>")).expect("written");
    assert_eq!(folder.close().expect("written").files.len(), 1);
    assert_eq!(checked(root.path()), None, "files that are no longer written are gone");
}

#[test]
fn what_is_whole_is_put_in_its_place_wherever_a_run_was_cut_off() {
    for cut in 0..4 {
        let root = tempfile::tempdir().expect("a folder");
        let path = |name: &str| root.path().join(name);
        written(root.path());
        let mut manifest = Manifest::default();
        for (name, text) in [("index.html", "<p>new"), ("players/2.html", "two")] {
            let whole = path(NEXT).join(name);
            fs::create_dir_all(whole.parent().expect("a folder")).expect("made");
            fs::write(&whole, text).expect("written");
            let listed = Listed {
                size: text.len() as u64,
                sha256: matches::record::checksum(text.as_bytes()),
            };
            manifest.files.insert(name.to_string(), listed);
        }
        fs::write(path(NEXT).join(MANIFEST), manifest.to_string()).expect("written");
        // The steps of `commit`, up to the interruption.
        if cut > 0 {
            fs::remove_file(path("players/1.html")).expect("removed");
        }
        if cut > 1 {
            fs::remove_file(path("empty.csv")).expect("removed");
            fs::remove_file(path(MANIFEST)).expect("removed");
        }
        if cut > 2 {
            fs::rename(path(NEXT).join("index.html"), path("index.html")).expect("renamed");
        }
        finish(root.path()).expect("it is ended");
        assert_eq!(checked(root.path()), None, "{cut}");
        assert_eq!(fs::read_to_string(path("index.html")).expect("text"), "<p>new");
        assert!(
            path("players/2.html").exists()
                && !path("players/1.html").exists()
                && !path(NEXT).exists()
        );
    }
}

#[test]
fn what_fails_is_said_and_leaves_the_file_as_it_was() {
    let root = tempfile::tempdir().expect("a folder");
    written(root.path());
    let mut folder = Folder::open(root.path()).expect("a folder");
    let full = |out: &mut dyn io::Write| {
        out.write_all(b"half")?;
        Err(io::Error::from(io::ErrorKind::StorageFull))
    };
    let refused = folder.write("index.html", full).expect_err("the disk is full").to_string();
    assert_eq!(
        refused,
        format!("cannot write {}: the disk is full", root.path().join("index.html").display())
    );
    assert_eq!(fs::read_to_string(root.path().join("index.html")).expect("as before"), "<p>");
    drop(folder);
    assert!(!root.path().join(NEXT).exists());
    assert_eq!(checked(root.path()), None);
    let below = root.path().join("index.html").join("results");
    let refused = Folder::open(&below).expect_err("below a file").to_string();
    assert_eq!(
        refused,
        format!(
            "cannot make the folder {}: there is a file where a folder has to be",
            below.display()
        )
    );
    for (kind, why) in [
        (io::ErrorKind::FileTooLarge, "the file would be larger than `ulimit -f` allows"),
        (io::ErrorKind::ReadOnlyFilesystem, "its disk can only be read"),
        (io::ErrorKind::PermissionDenied, "that is not allowed"),
    ] {
        let sentence = cannot("write", Path::new("a"), &io::Error::from(kind)).to_string();
        assert_eq!(sentence, format!("cannot write a: {why}"));
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let mut folder = Folder::open(root.path()).expect("a folder");
    for path in ["../a", "/a", "a//b", "", ".", "a/..", "a\nb", "a\\b", ".next/a", MANIFEST] {
        assert!(folder.put(&file(path, "x")).is_err(), "{path:?}");
        let text = format!("# 1 bytes\n{}  {path}\n", "0".repeat(64));
        assert!(
            [MANIFEST, ".next/a"].contains(&path) || Manifest::read(&text).is_err(),
            "{path:?}"
        );
    }
    for text in ["x", "# 1 bytes\n", "# 01 bytes\n", "# 1 bytes\nAB  a\n", "# 1 bytes"] {
        assert!(Manifest::read(text).is_err(), "{text:?}");
    }
    let twice = format!("# 1 bytes\n{0}  a\n# 1 bytes\n{0}  a\n", "0".repeat(64));
    assert_eq!(Manifest::read(&twice), Err((4, "expected paths in their order")));
}
