use std::fs;

use super::*;

/// Makes a folder of empty files.
fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("files lie in folders"))
            .expect("a folder can be made");
        fs::write(path, "").expect("a file can be written");
    }
    folder
}

fn names(found: &Found) -> Vec<(&str, Language)> {
    found.entries.iter().map(|entry| (entry.name.as_str(), entry.language)).collect()
}

#[test]
fn programs_are_told_from_other_files() {
    let folder = folder(&["10.C", "9.Py", "=1.c", "notes.txt", "params", "anna/a.PAS"]);
    let found = find_programs(folder.path(), &Languages::default()).expect("there are programs");
    assert_eq!(
        names(&found),
        [
            ("./=1.c", Language::C),
            ("9.Py", Language::Python),
            ("10.C", Language::C),
            ("anna/a.PAS", Language::Pascal)
        ],
        "a spreadsheet would take `=` for a formula"
    );
    assert_eq!(found.passed_over(), None);
    let refusal = |name: &str| {
        find_programs(&folder.path().join(name), &Languages::default())
            .expect_err("no program")
            .to_string()
    };
    assert!(refusal("notes.txt").contains("no program: expected an executable, or a source"));
    assert!(refusal("nosuch").contains("does not exist"));
}

#[test]
fn what_may_be_meant_as_a_program_is_named() {
    let folder = folder(&[
        "a.c",
        "b.go",
        "README.md",
        "anna/deep/b.rs",
        "anna/deep/1.in",
        "anna/x.hs",
        "jan/a.pdf",
        "x.docx",
    ]);
    let found = find_programs(folder.path(), &Languages::default()).expect("there is a program");
    let rows: Vec<_> =
        found.entries.iter().map(|entry| (&*entry.name, entry.refused.is_some())).collect();
    let expected = [("a.c", false), ("anna", false), ("b.go", true), ("jan", true)];
    assert_eq!(rows, expected);
    let passed_over = found.passed_over().expect("documents").to_string();
    assert!(passed_over.contains("jan/a.pdf") && passed_over.contains("x.docx"));
}

#[test]
fn what_editors_and_systems_leave_behind_is_no_program() {
    let left = [
        "._anna.c",
        ".hidden.py",
        ".git/x.c",
        "__MACOSX/anna.c",
        "jan/.x.rs",
        "jan/__MACOSX/._x.rs",
    ];
    let folder = folder(&[&left[..], &["anna.c", "jan/x.rs"]].concat());
    let found = find_programs(folder.path(), &Languages::default()).expect("there are programs");
    assert_eq!(names(&found), [("anna.c", Language::C), ("jan/x.rs", Language::Rust)]);
    assert_eq!(found.passed_over(), None);
}

#[test]
fn who_gives_a_source_the_wrong_ending_is_told_the_right_one() {
    let class = folder(&["anna/main.c", "task.c.txt"]);
    let found = find_programs(class.path(), &Languages::default()).expect("a program");
    let misnamed = found.named("task.c.txt").and_then(|entry| entry.refused.clone());
    let told = misnamed.expect("it is refused").to_string();
    assert_eq!(told, "is passed over: rename it to task.c");
}

#[test]
fn a_folder_beside_a_program_is_no_submission() {
    let left = ["x64/Debug/Task.exe", "Task.sln", "lib/a.jar", "docs/a.txt", "bin/old.py"];
    let beside = folder(&[&left[..], &["Task/main.c", "Task/Debug/main.obj"]].concat());
    let found = find_programs(beside.path(), &Languages::default()).expect("a program");
    assert_eq!(names(&found), [("Task/main.c", Language::C)]);
    let alone = folder(&left);
    let found = find_programs(alone.path(), &Languages::default()).expect("a program");
    assert_eq!(found.entries.iter().filter(|entry| entry.refused.is_none()).count(), 1);
    // Another folder may be a student's who handed in nothing, and keeps its row.
    let class = folder(&["anna/main.c", "jan/notes.txt"]);
    let found = find_programs(class.path(), &Languages::default()).expect("a program");
    assert_eq!(found.entries.len(), 2);
}

#[test]
fn the_line_is_bounded_and_steers_no_terminal() {
    let many: Vec<_> = (1..=27).map(|number| format!("{number}\u{1b}.go")).collect();
    let folder = folder(&many.iter().map(String::as_str).collect::<Vec<_>>());
    let refusal =
        find_programs(folder.path(), &Languages::default()).expect_err("no program").to_string();
    assert!(
        refusal.contains("passed over: 1\u{241b}.go (") && refusal.ends_with(" and 17 more"),
        "{refusal}"
    );
}

/// Makes a zip of these files.
fn zip(path: &Path, files: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).expect("a file"));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file is begun");
        std::io::Write::write_all(&mut zip, bytes).expect("a file is written");
    }
    zip.finish().expect("it is whole");
}

const MAIN: &[u8] = b"int main(void) { return 0; }";

#[test]
fn a_download_of_a_class_has_its_students_programs() {
    let folder = folder(&[]);
    let inner = folder.path().join("inner.zip");
    zip(&inner, &[("project/main.c", MAIN), ("project/a.h", b"")]);
    let inner = fs::read(inner).expect("it is there");
    let class = folder.path().join("class.zip");
    let of = |name: &str, file: &str| format!("{name}_assignsubmission_file_/{file}");
    let files = [
        (of("Anna Żak_1", "main.c"), MAIN),
        (of("Anna Żak_1", "a.c"), b"int a;"),
        (of("Bo_2", "bo.py"), b""),
        (of("Cy_3", "cy.zip"), &inner),
        (of("Di_4", "report.pdf"), b""),
        (of("Ed_5", "broken.zip"), b"no archive"),
        (of("Fi_6", "a.c"), MAIN),
        (of("Fi_6", "b.c"), MAIN),
        (of("Gi_7", "a.zip"), &inner),
        (of("Gi_7", "b.zip"), &inner),
    ];
    let named: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    zip(&class, &named);
    let check = |path: &Path| {
        let found = find_programs(path, &Languages::default()).expect("there are programs");
        let expected = ["Anna Żak", "Bo", "Cy", "Di", "Ed", "Fi", "Gi"];
        assert_eq!(found.entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(), expected);
        let refused: Vec<_> = found
            .entries
            .iter()
            .filter(|entry| entry.refused.is_some())
            .map(|entry| &*entry.name)
            .collect();
        // The two programs of Fi were written in the same second, and so were the archives of Gi.
        assert_eq!(refused, ["Di", "Ed", "Fi", "Gi"]);
        let older = found.named("Gi/b.zip").and_then(|entry| entry.handed_in_by.as_deref());
        assert_eq!(older, Some("Gi"));
        assert!(found.named("Fi/b.c").is_some_and(|entry| entry.refused.is_none()));
        let said = found.entries[3].refused.as_ref().expect("it is refused").to_string();
        assert!(said.starts_with("has no program in it, only report.pdf: expected"), "{said}");
        assert_eq!(found.entries[0].handed_in_by.as_deref(), Some("Anna Żak"));
        assert_eq!(found.entries[0].number.as_deref(), Some("1"));
        assert!(found.is_class);
        found
    };
    let found = check(&class);
    let unpack = &found.entries[2].unpack;
    assert!(
        unpack[0].starts_with("unzip ") && unpack[1].contains("Cy_3_assignsubmission_file_/cy.zip"),
        "{unpack:?}"
    );
    // The same class, unpacked.
    let unpacked = folder.path().join("class");
    for (name, bytes) in &files {
        let path = unpacked.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    check(&unpacked);
}

#[test]
fn a_folder_or_an_archive_that_is_named_is_one_program() {
    let folder = folder(&["ola/a.h", "several/a.c", "several/b.c", "none/notes.txt"]);
    for name in ["ola/x.c", "several/a.c", "several/b.c"] {
        fs::write(folder.path().join(name), MAIN).expect("a file");
    }
    zip(&folder.path().join("ola.zip"), &[("a.c", MAIN), ("b/b.c", b"int b;"), (".git/x.c", MAIN)]);
    for (name, files) in [("ola", 1), ("ola.zip", 2)] {
        let found = find_program(&folder.path().join(name)).expect("a program");
        let [entry] = &found.entries[..] else { panic!("{name}") };
        assert_eq!(entry.bundle.as_ref().map(|bundle| bundle.files.len()), Some(files), "{name}");
    }
    for (name, why) in [
        ("several", "several programs"),
        ("none", "has no program in it"),
        ("gone", "does not exist"),
    ] {
        let said = find_program(&folder.path().join(name)).expect_err("none").to_string();
        assert!(said.contains(why), "{said}");
    }
    let found = find_programs(folder.path(), &Languages::default()).expect("there are programs");
    assert_eq!(
        found.entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(),
        ["none", "ola", "ola.zip", "several/a.c", "several/b.c"]
    );
}

#[cfg(unix)]
#[test]
fn links_to_a_program_are_no_other_program() {
    use std::os::unix::fs::symlink;
    let folder = folder(&["jan/x.c"]);
    for (target, link) in
        [("jan/x.c", "a.c"), ("jan", "b"), (".", "round"), ("nowhere", "dangling.c")]
    {
        symlink(target, folder.path().join(link)).expect("a link can be made");
    }
    let outside = tempfile::tempdir().expect("a temporary folder");
    fs::write(outside.path().join("e.c"), "").expect("a file can be written");
    symlink(outside.path().join("e.c"), folder.path().join("e.c")).expect("a link can be made");
    let pipe = folder.path().join("f.c");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
    let found = find_programs(folder.path(), &Languages::default()).expect("there is a program");
    assert_eq!(names(&found), [("jan/x.c", Language::C)]);
    let said = found.passed_over().expect("links are named").to_string();
    assert!(
        said.starts_with(
            "a.c (the same as jan/x.c), b/x.c (the same as jan/x.c), dangling.c (leads \
             nowhere), e.c (a link that leads out of the folder), f.c (no regular file)"
        ),
        "{said}"
    );
}

/// A pipe without a writer has the name of an archive, and names that Moodle gives.
#[cfg(unix)]
#[test]
fn nothing_waits_for_a_pipe() {
    let folder = folder(&["anna/main.c"]);
    for name in ["a.zip", "Bo_1_assignsubmission_file_", "Cy_2_assignsubmission_file_c.c"] {
        let pipe = folder.path().join(name);
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
    }
    let found = find_programs(folder.path(), &Languages::default()).expect("there is a program");
    let rows: Vec<_> =
        found.entries.iter().map(|entry| (&*entry.name, entry.refused.is_some())).collect();
    assert_eq!(rows, [("a.zip", true), ("anna/main.c", false)]);
    let said = found.passed_over().expect("pipes are named").to_string();
    assert_eq!(said.matches("no regular file").count(), 2, "{said}");
}
