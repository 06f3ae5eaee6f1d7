//! Every mistake is told with line and column, and with what was meant.

mod boards;
mod format;
mod players;
mod terms;

use proptest::prelude::*;

use arena::tournament::Announcement;

use crate::{announced, refused, try_read};

/// A file without mistakes, of which a line is replaced by another text.
const GOOD: &str = r#"title = "Ł"
game = "reversi"
games = 2
level = 1
[format]
kind = "round-robin"
[[player]]
engine = 1
[[player]]
engine = 2
"#;

/// Which line is replaced, by what, and what is said then, after "t.toml, line ".
type Case = (&'static str, &'static str, &'static [&'static str]);

fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for (line, by, expected) in cases {
        let text = GOOD.replacen(&format!("{line}\n"), by, 1);
        assert_ne!(text, GOOD, "{line}");
        let sentences = refused(text.as_bytes());
        let said: Vec<_> = sentences.iter().map(|line| line.strip_prefix("t.toml, line ").unwrap_or(line)).collect();
        if said != *expected {
            wrong.push((by, said.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn in_the_form() {
    check(&[
        ("level = 1", "level = \"1\n", &["4, column 11: invalid basic string, expected `\"`"]),
        ("level = 1", "level = 1\nlevel = 2\n", &["5, column 1: duplicate key: there is a `level` already"]),
        (
            "level = 1",
            "level = 1\n[player]\nengine = 1\n",
            &[
                "9, column 3: duplicate key: there is a `player` already; each has [[player]] above it",
                "11, column 3: duplicate key: there is a `player` already; each has [[player]] above it",
            ],
        ),
    ]);
    assert_eq!(refused(b"title = \"\xff\"\n"), ["t.toml, line 1, column 10: there is a byte that is no text in UTF-8"]);
    let all = refused(b"");
    assert_eq!(all.len(), 4, "{all:?}");
    for bytes in [&b"\0"[..], b"[[[[", b"a = {{{", "player = 1\nformat = 2\ntime = 3\nboard = 4".as_bytes()] {
        assert!(!refused(bytes).is_empty());
    }
    let deep = "a = ".to_string() + &"[".repeat(100_000);
    assert!(!refused(deep.as_bytes()).is_empty());
}

#[test]
fn all_of_them_are_told_at_once_and_in_order() {
    let text = GOOD
        .replace("engine = 1", "engine = 9")
        .replace("level = 1", "level = 9\nlevle = 1\n")
        .replace("game = \"reversi\"", "game = \"x\"");
    let places: Vec<_> = refused(text.as_bytes()).iter().map(|line| line[..24].to_string()).collect();
    assert_eq!(
        places,
        [
            "t.toml, line 2, column 8",
            "t.toml, line 4, column 9",
            "t.toml, line 5, column 1",
            "t.toml, line 10, column "
        ]
    );
    let many: String = (0..50).map(|number| format!("key{number} = 1\n")).collect();
    let all = refused(format!("{many}{GOOD}").as_bytes());
    assert_eq!((all.len(), all.last().map(String::as_str)), (21, Some("... and 30 more mistakes")));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = try_read(&bytes);
        let _ = Announcement::from_json(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn so_is_a_good_file_after_an_accident(at in any::<prop::sample::Index>(), gone in 0..30_usize, put in "[\\[\\]{}=\"\\n.a-z0-9 -]{0,6}") {
        let mut text = GOOD.to_string();
        let at = (0..text.len()).rev().find(|&i| i <= at.index(GOOD.len()) && text.is_char_boundary(i)).unwrap_or(0);
        let end = (at + gone..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len());
        text.replace_range(at..end, &put);
        let _ = try_read(text.as_bytes());
    }

    #[test]
    fn so_is_a_stored_one(at in any::<prop::sample::Index>(), put in "[\\[\\]{},:\"a-z0-9-]{0,3}") {
        let text = announced(GOOD).json();
        let at = at.index(text.len());
        let _ = Announcement::from_json(&text.get(..at).zip(text.get(at + 1..)).map_or(String::new(), |(a, b)| format!("{a}{put}{b}")));
    }
}
