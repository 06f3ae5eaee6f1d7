//! Programs: one by one, or a folder of them; their names, authors and files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::entry::Language;
use crate::series::{Kind, Speech};

use super::{folder, read};

const HEAD: &str = "title = \"t\"\ngame = \"flood-wars\"\nformat.kind = \"round-robin\"\n";
const NOE: &str = "/*\n Nume program   : noe.c\n Nume concurent : Cristian Francu\n E-mail : cristian@francu.com\n*/\n";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

#[test]
fn a_folder_is_read_by_name() {
    let folder =
        folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\nprotocol = \"line\"\n[[player]]\nengine = 1\n"));
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
    let announcement = read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    let entrants: Vec<_> =
        announcement.entrants.iter().map(|entrant| (&*entrant.name, entrant.author.as_deref())).collect();
    assert_eq!(entrants, [("9", Some("Ana")), ("noe", Some("Cristian Francu")), ("b", None), ("engine:1", None)]);
    assert!(!announcement.json().contains('@') && !announcement.json().contains("entries"));
    let program = announcement.entrants[1].program().expect("a program");
    assert_eq!((program.speech, program.language), (Speech::Lines, Language::C));
    assert_eq!(program.path.as_deref(), Some(&*folder.path().join("entries").join("10.c")));
    let contestant = announcement.entrants[1].contestant(PathBuf::from("/store/noe.c"));
    let Kind::Program { entry, .. } = contestant.kind else { panic!("a program") };
    assert_eq!((contestant.name.as_str(), entry.path.as_path()), ("noe", Path::new("/store/noe.c")));
}

#[test]
fn what_the_file_says_goes_before_the_header() {
    let text = "[[player]]\nprogram = \"noe.c\"\nname = \"ark\"\nauthor = \"Noe\"\n[[player]]\nengine = 1\n";
    let folder = folder(format!("{HEAD}{text}"));
    write(folder.path(), "noe.c", NOE);
    let announcement = read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!((&*announcement.entrants[0].name, announcement.entrants[0].author.as_deref()), ("ark", Some("Noe")));
}

#[test]
fn options_of_compilers_and_languages_are_read_or_refused() {
    let players = "[[player]]\nprogram = \"noe.c\"\n[[player]]\nengine = 1\n";
    let file = |keys: &str| {
        let folder = folder(HEAD.replace("format.", &format!("{keys}\nformat.")).replace("\n\n", "\n"));
        write(folder.path(), "noe.c", NOE);
        let path = folder.path().join("t.toml");
        let text = fs::read_to_string(&path).expect("it is there") + players;
        fs::write(&path, text).expect("a file can be written");
        read(&path).map(|announcement| announcement.json()).map_err(|refused| refused.to_string())
    };
    let plain = file("").expect("a tournament");
    assert!(!plain.contains("compilers"), "{plain}");
    let set = file("compiler-options = [\"-O3\", \"g++ -O1\"]\nlanguages = [\"c\"]").expect("a tournament");
    assert!(set.contains(r#""compilers":{"g++":"-O1","gcc":"-O3"}"#), "{set}");
    for (keys, said) in [
        ("compiler-options = \"tcc -O3\"", "there is no compiler tcc"),
        ("compiler-options = [\"-O3\", \"gcc -O1\"]", "the options of gcc are set already"),
        ("languages = [\"cobol\"]", "there is no language \"cobol\""),
        ("languages = []", "no language is named"),
        ("languages = [\"pascal\"]", "noe.c is in C, and taken are: pascal"),
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
    assert!(sentence.contains("t.toml, line 5, column 10: there are no programs in "), "{sentence}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_a_folder_is_refused_before_anything_of_it_is_published() {
    use std::os::unix::fs::symlink;
    let folder = folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\n[[player]]\nengine = 1\n"));
    let entries = folder.path().join("entries");
    write(&entries, "a.py", "");
    symlink("a.py", entries.join("b.py")).expect("linked");
    read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    write(folder.path(), "secret.txt", "a secret");
    symlink("../secret.txt", entries.join("evil.py")).expect("linked");
    let sentence = read(&folder.path().join("t.toml")).expect_err("it leads out").to_string();
    let link = entries.join("evil.py");
    let expected = format!("line 5, column 10: {} is a link that leads out of its folder", link.display());
    assert!(sentence.contains(&expected), "{sentence}");
}

#[test]
fn two_programs_of_one_folder_and_one_name_are_both_named() {
    let folder = folder(format!("{HEAD}[[player]]\nfolder = \"entries\"\n"));
    let entries = folder.path().join("entries");
    write(&entries, "a.c", NOE);
    write(&entries, "b.c", NOE);
    let sentence = read(&folder.path().join("t.toml")).expect_err("both are noe").to_string();
    for part in [&entries.join("a.c").display().to_string(), &entries.join("b.c").display().to_string(), "at the head"]
    {
        assert!(sentence.contains(part), "{sentence}");
    }
    assert!(!sentence.contains("set `name`"), "{sentence}");
}
