//! Tests of programs in a tournament's file, one by one or in a folder: their names, authors and
//! files.

use std::fs;
use std::path::{Path, PathBuf};

use players::{Kind, ProtocolName};
use submission::{Bundle, Language};

use super::{folder, read};

const HEAD: &str = "title = \"t\"\ngame = \"flood-wars\"\nformat.kind = \"round-robin\"\n";
const NOE: &str = r"/*
 Nume program   : noe.c
 Nume concurent : Cristian Francu
 E-mail : cristian@francu.com
*/
";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

#[test]
fn a_folder_is_read_by_name() {
    let folder = folder(format!(
        "{HEAD}[[player]]\nfolder = \"entries\"\nprotocol = \"line\"\n[[player]]\nengine = 1\n"
    ));
    for (name, text) in [
        ("10.c", NOE),
        ("9.py", "# Author: Ana ana@school.example\n"),
        ("b.rs", "// Program: a name that is far too long for any column of a table\n"),
        (".hidden.c", ""),
        ("notes.txt", ""),
        ("below/c.c", ""),
    ] {
        write(&folder.path().join("entries"), name, text);
    }
    let announcement =
        read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    let participants: Vec<_> = announcement
        .participants
        .iter()
        .map(|participant| (&*participant.name, participant.author.as_deref()))
        .collect();
    assert_eq!(
        participants,
        [
            ("9", Some("Ana")),
            ("noe", Some("Cristian Francu")),
            ("b", None),
            ("below", None),
            ("engine:1", None)
        ]
    );
    assert!(!announcement.json().contains('@') && !announcement.json().contains("entries"));
    let program = announcement.participants[1].program().expect("a program");
    assert_eq!((program.protocol, program.language), (ProtocolName::Lines, Language::C));
    assert_eq!(program.path.as_deref(), Some(&*folder.path().join("entries").join("10.c")));
    let contestant = announcement.participants[1].contestant(PathBuf::from("/store/noe.c"), None);
    let Kind::Program { entry, .. } = contestant.kind else { panic!("a program") };
    assert_eq!(
        (contestant.name.as_str(), entry.path.as_path()),
        ("noe", Path::new("/store/noe.c"))
    );
}

#[test]
fn what_the_file_says_goes_before_the_header() {
    let text = r#"[[player]]
program = "noe.c"
name = "ark"
author = "Noe"
[[player]]
engine = 1
"#;
    let folder = folder(format!("{HEAD}{text}"));
    write(folder.path(), "noe.c", NOE);
    let announcement =
        read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(
        (&*announcement.participants[0].name, announcement.participants[0].author.as_deref()),
        ("ark", Some("Noe"))
    );
}

/// A game's rules name compiler options for the judge. A tournament does not use these options.
#[test]
fn warnings_refuse_no_program_unless_options_are_set() {
    let spec = games::find("reversi").expect("Reversi exists");
    let players = "[[player]]\nengine = 1\n[[player]]\nengine = 2\n";
    let head = HEAD.replace("flood-wars", "reversi");
    for (keys, is_strict) in [("", false), ("compiler-options = \"-Wall -Werror\"\n", true)] {
        let folder = folder(format!("{keys}{head}{players}"));
        let announcement = read(&folder.path().join("t.toml")).expect("a tournament");
        let compilers = announcement.compilers(spec).expect("known compilers");
        let is_error = compilers.options(Language::C).iter().any(|option| option == "-Werror");
        assert_eq!(is_error, is_strict, "{compilers:?}");
    }
}

#[test]
fn options_of_compilers_and_languages_are_read_or_refused() {
    let players = "[[player]]\nprogram = \"noe.c\"\n[[player]]\nengine = 1\n";
    let file = |keys: &str| {
        let folder =
            folder(HEAD.replace("format.", &format!("{keys}\nformat.")).replace("\n\n", "\n"));
        write(folder.path(), "noe.c", NOE);
        let path = folder.path().join("t.toml");
        let text = fs::read_to_string(&path).expect("it is there") + players;
        fs::write(&path, text).expect("a file can be written");
        read(&path).map(|announcement| announcement.json()).map_err(|refused| refused.to_string())
    };
    let plain = file("").expect("a tournament");
    assert!(!plain.contains("compilers"), "{plain}");
    let set = file("compiler-options = [\"-O3\", \"g++ -O1\"]\nlanguages = [\"c\"]")
        .expect("a tournament");
    assert!(set.contains(r#""compilers":{"g++":"-O1","gcc":"-O3"}"#), "{set}");
    for (keys, said) in [
        ("compiler-options = \"tcc -O3\"", "there is no compiler tcc"),
        ("compiler-options = [\"-O3\", \"gcc -O1\"]", "the options of gcc are set already"),
        ("languages = [\"cobol\"]", "there is no language \"cobol\""),
        ("languages = []", "no language is named"),
        (
            "languages = [\"pascal\"]",
            "noe.c is in C, but only these languages are accepted: pascal",
        ),
    ] {
        let refused = file(keys).expect_err(keys);
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn an_empty_folder_is_a_mistake() {
    let folder = folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\n"));
    write(&folder.path().join("entries"), ".hidden.c", "");
    let sentence = read(&folder.path().join("t.toml")).expect_err("it is empty").to_string();
    assert!(
        sentence.contains("t.toml, line 5, column 10: there are no programs in "),
        "{sentence}"
    );
}

#[cfg(unix)]
#[test]
fn what_a_folder_has_besides_programs_is_named_and_a_link_out_of_it_is_not_published() {
    use std::os::unix::fs::symlink;
    let folder =
        folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\n[[player]]\nengine = 1\n"));
    let entries = folder.path().join("entries");
    write(&entries, "a.py", "");
    write(&entries, "b.go", "");
    write(&entries, "c.zip", "no archive");
    symlink("a.py", entries.join("b.py")).expect("linked");
    write(folder.path(), "secret.txt", "a secret");
    symlink("../secret.txt", entries.join("evil.py")).expect("linked");
    let announcement =
        read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(
        announcement.participants.iter().map(|participant| &*participant.name).collect::<Vec<_>>(),
        ["a", "engine:1"]
    );
    let said = announcement.remarks().join("\n");
    for name in [
        "b.go",
        "b.py (the same as a.py)",
        "evil.py (a link that leads out of the folder)",
        "c.zip cannot be unpacked",
    ] {
        assert!(said.contains(name), "{name}: {said}");
    }
}

#[test]
fn programs_of_one_name_in_a_folder_are_called_as_their_files() {
    let folder = folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\n"));
    for name in ["a.c", "b.c", "b.py", "jan/main.c", "ola/main.c", "ola/x.h"] {
        write(&folder.path().join("entries"), name, if name == "b.py" { "" } else { NOE });
    }
    let announcement =
        read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    let names: Vec<_> =
        announcement.participants.iter().map(|participant| &*participant.name).collect();
    assert_eq!(names, ["noe", "b", "b.py", "jan", "ola"]);
    assert!(
        announcement.remarks().iter().any(|said| said.starts_with("jan was to be called noe, "))
    );
}

#[test]
fn a_program_of_several_files_is_the_same_tar_each_time() {
    let folder = folder(format!("{HEAD}[[player]]\nprogram = \"ola\"\n[[player]]\nengine = 1\n"));
    for (name, text) in [
        ("ola/z.h", "int z;"),
        ("ola/main.c", "int main(void) { return 0; }"),
        ("ola/sub/a.c", "int a;"),
    ] {
        write(folder.path(), name, text);
    }
    let read = || read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    let (one, other) = (read(), read());
    assert_eq!(one.json(), other.json());
    let program = one.participants[0].program().expect("a program");
    assert_eq!(
        (one.participants[0].file_name().as_str(), program.begins.as_deref()),
        ("ola.tar", Some("main.c"))
    );
    let bytes = program.bytes().expect("it is there").expect("it is known where");
    let (language, bundle) = Bundle::of_tar(&bytes, "main.c").expect("it was packed here");
    assert_eq!(
        (language, bundle.packed().expect("it can be packed")),
        (Language::C, bytes.clone())
    );
    assert!(
        Bundle::of_tar(&bytes, "other.c").is_err()
            && Bundle::of_tar(&bytes[..700], "main.c").is_err()
    );
}
