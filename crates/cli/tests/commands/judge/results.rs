//! Tests the files of results, `--json`, `--junit` and `--csv`: each file is complete or absent, no
//! file overwrites another, and all use the same names.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::folders::{echo, echoes};
use super::{field, folder, judge, shell};

#[test]
fn a_file_that_cannot_be_written_is_noticed_first_and_no_other_is_left() {
    let folder = echoes(&[]);
    echo(&folder.path().join("echo"));
    let judged =
        judge(folder.path(), &["mnk", "echo", "--cases", "c", "--junit", "no/such/folder"]);
    assert_eq!((judged.code, judged.printed.as_str()), (Some(1), ""));
    assert!(judged.complaint.contains("cannot write no/such/folder"), "{}", judged.complaint);
    assert!(!folder.path().join("results.json").exists());
}

/// A reader would take a truncated file for a complete one, so on failure the old file is kept.
#[test]
fn a_result_is_written_whole_or_not_at_all() {
    let many: Vec<_> = (0..100).flat_map(|i| [format!("c/{i}.in"), format!("c/{i}.out")]).collect();
    let cases: Vec<_> = many.iter().map(|name| (name.as_str(), "1\n")).collect();
    let folder =
        folder(&[&cases[..], &[("r/results.json", "of before"), ("r/target", "")]].concat());
    echo(&folder.path().join("echo"));
    let path = |name: &str| folder.path().join("r").join(name);
    symlink("target", path("all.csv")).expect("a link can be made");
    fs::set_permissions(path("target"), fs::Permissions::from_mode(0o640)).expect("it is ours");
    let files = "--json r/results.json --junit r/all.xml --csv r/all.csv";
    // Writing beyond the size limit of a file fails in the same way as writing to a full disk. The
    // level is 0, since at other levels the judge would copy the program, and the copy would be
    // larger than the limit.
    let line = format!(
        "trap '' XFSZ; ulimit -f 2; exec ludoteka judge mnk echo --level 0 --cases c {files}"
    );
    let (said, well) = shell(&line, folder.path());
    assert!(!well && said.contains("ludoteka: cannot write r/results.json: "), "{said}");
    assert!(
        said.contains("; cannot write r/all.xml: ") && !said.contains("write r/all.csv"),
        "{said}"
    );
    let mut left: Vec<_> =
        fs::read_dir(folder.path().join("r")).expect("it is there").flatten().collect();
    left.sort_by_key(fs::DirEntry::file_name);
    let left: Vec<_> =
        left.iter().map(|item| item.file_name().into_string().expect("UTF-8")).collect();
    assert_eq!(left, ["all.csv", "results.json", "target"]);
    assert_eq!(fs::read_to_string(path("results.json")).expect("UTF-8"), "of before");
    assert!(
        fs::read_to_string(path("target")).expect("UTF-8").contains("\necho,100,100,100,100,0,"),
        "whole, where a link leads"
    );
    assert_eq!(fs::metadata(path("target")).expect("it is there").mode() & 0o777, 0o640);
}

#[test]
fn standard_output_has_the_table_and_no_file() {
    let folder = echoes(&[]);
    echo(&folder.path().join("echo"));
    for flag in ["--csv", "--junit"] {
        let judged = judge(folder.path(), &["mnk", "echo", "--cases", "c", flag, "-"]);
        assert!(
            judged.code == Some(2) && judged.complaint.contains(&format!("{flag} ")),
            "{}",
            judged.complaint
        );
        assert!(!folder.path().join("-").exists());
        let named = judge(folder.path(), &["mnk", "echo", "--cases", "c", flag, "./-"]);
        assert_eq!(named.code, Some(0), "{}", named.complaint);
        fs::remove_file(folder.path().join("-")).expect("it is there");
        let pipe = folder.path().join("pipe");
        let _ = std::process::Command::new("mkfifo").arg(&pipe).status().expect("it starts");
        let piped = judge(folder.path(), &["mnk", "echo", "--cases", "c", flag, "pipe"]);
        assert!(
            piped.code == Some(2) && piped.complaint.contains(&format!("{flag}: pipe ")),
            "{}",
            piped.complaint
        );
        fs::remove_file(pipe).expect("it is there");
    }
}

#[test]
fn no_two_results_are_written_to_one_file() {
    let folder = echoes(&[]);
    echo(&folder.path().join("echo"));
    symlink("results.json", folder.path().join("link")).expect("a link can be made");
    for (flag, file) in
        [("--csv", "results.json"), ("--csv", "./results.json"), ("--junit", "c/../link")]
    {
        let judged = judge(folder.path(), &["mnk", "echo", "--cases", "c", flag, file]);
        assert_eq!((judged.code, judged.printed.as_str()), (Some(2), ""));
        assert!(
            judged.complaint.contains(&format!("--json and {flag} both name {file}")),
            "{}",
            judged.complaint
        );
        assert!(!folder.path().join("results.json").exists());
    }
    let null = ["mnk", "echo", "--cases", "c", "--csv", "/dev/null", "--junit", "/dev/null"];
    assert_eq!(judge(folder.path(), &null).code, Some(0), "nothing is lost there");
    for read in ["echo", "c/1.out", "./c/1.in"] {
        let judged = judge(folder.path(), &["mnk", "echo", "--cases", "c", "--csv", read]);
        assert_eq!((judged.code, judged.printed.as_str()), (Some(2), ""));
        assert!(judged.complaint.contains(&format!("--csv: {read} ")), "{}", judged.complaint);
    }
}

#[test]
fn only_what_has_changed_is_judged_again() {
    let echo = "print(input())\n";
    let files = [
        ("class/anna.py", echo),
        ("class/jan.py", "print(1)\n"),
        ("cases/1.in", "1\n"),
        ("cases/1.out", "1\n"),
    ];
    let folder = folder(&files);
    let judged = |previous: &[&str]| {
        let usual = ["reversi", "class", "--cases", "cases"];
        let judgement = judge(folder.path(), &[&usual[..], previous].concat());
        let programs = judgement.json["programs"].as_array().cloned().unwrap_or_default();
        let names = programs.iter().map(|program| field(program, "program").to_string());
        fs::rename(folder.path().join("results.json"), folder.path().join("last.json")).ok();
        (names.collect::<Vec<_>>(), judgement.code)
    };
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    assert_eq!(judged(&[]), (vec!["anna.py".to_string(), "jan.py".to_string()], Some(0)));
    fs::copy(folder.path().join("last.json"), folder.path().join("first.json")).expect("a copy");
    assert_eq!(judged(&["--previous", "first.json"]), (vec![], Some(0)));
    write("class/jan.py", echo);
    write("class/ola.py", echo);
    let changed = (vec!["jan.py".to_string(), "ola.py".to_string()], Some(0));
    assert_eq!(judged(&["--previous", "first.json"]), changed);
    let both = ["--previous", "first.json", "--previous", "last.json"];
    assert_eq!(judged(&both), (vec![], Some(0)));
    write("cases/1.out", "2\n");
    assert_eq!(judged(&both).0.len(), 3, "the case has changed");
    write("first.json", "[]");
    let refused =
        judge(folder.path(), &["reversi", "class", "--cases", "cases", "--previous", "first.json"]);
    assert_eq!(refused.code, Some(1), "{}", refused.complaint);
}
