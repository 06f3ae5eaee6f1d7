//! Every mistake is reported with line and column, and with a hint.

use proptest::prelude::*;

use super::{announced, folder, read, refused};
use crate::plan::Announcement;
use errors::ErrorKind;

/// A file without mistakes. Each case replaces one of its lines.
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

/// Each case has four parts: the line that is replaced, the new lines with ¶ between them, the
/// position of the mistake, and a part of the message.
const CASES: &str = r#"
level = 1 => level = "1 => 4:11 => invalid basic string
level = 1 => level = 1¶level = 2 => 5:1 => there is a `level` already
level = 1 => level = 1¶[player]¶engine = 1 => 9:3 => [[player]]
title = "Ł" => title = "" => 1:9 => it is empty
title = "Ł" => title = "a\u0007b" => 1:9 => more than one line
title = "Ł" => seed = 1 => 1:1 => missing field `title`
game = "reversi" => game = "revresi" => 2:8 => did you mean reversi? there are poziomka, reversi
game = "reversi" =>   game = "go" => 2:10 => there is no game go: there are
games = 2 => games = 3 => 3:9 => an even number of games from 2 to 1000000
games = 2 => gmaes = 2 => 3:1 => did you mean `games`?
level = 1 => level = 4 => 4:9 => `4`, expected a whole number from 0 to 3
level = 1 => time.mvoe = "5s" => 4:6 => did you mean `move`?
level = 1 => time.move-ms = 5 => 4:6 => expected one of `move`
level = 1 => time = { move = 500 } => 4:17 => write "500ms" or "500s"
level = 1 => time = { move = "500" } => 4:17 => write 500ms or 500s
level = 1 => time = { move = 0.5 } => 4:17 => such as "500ms"
level = 1 => time = { move = "0s" } => 4:17 => from 1ms to 24h
level = 1 => time = { move = "5s", increment = "5s" } => 4:35 => set `game` as well
level = 1 => time = 5 => 4:8 => expected a table
level = 1 => time = { bank = "square", total = "5s" } => 4:17 => expected `inverse-square`
level = 1 => time = { bank = "inverse-square" } => 4:17 => `total` as well
level = 1 => time = { bank = "inverse-square", total = "9s", game = "5s" } => 4:56 => and not both
level = 1 => time.total = "5s" => 4:14 => set `bank
level = 1 => time = { bank = "inverse-square", total = "24000h" } => 4:43 => 6000h: expected
level = 1 => parameters.level = 1 => 4:20 => above all tables
level = 1 => parameters.pass = "often" => 4:19 => expected one of forced, free
game = "reversi" => game = "mnk"¶parameters = { n = 30, m = 30 } => 3:14 => at most 400 squares
level = 1 => opening = 70 => 4:11 => try a shorter one
level = 1 => opening = 2¶board = [{ opening = ["f5"] }] => 4:11 => expected no `opening` above
level = 1 => board = [] => 4:9 => expected 1 to 1000
engine = 2 => engine = 2¶[[board]]¶opening = ["f5", "a1"] => 12:18 => `a1` is not legal
game = "reversi" => game = "mnk"¶board = [{ opening = ["a1","b1","a2","b2","a3"] }] => 3:22 => over
kind = "round-robin" => kind = "round-robin"¶rounds = 2 => 7:1 => expected `cycles`
kind = "round-robin" => kind = "round-robin"¶seed = 1 => 7:1 => above all tables
kind = "round-robin" => kind = "swiss" => 5:1 => missing field `rounds`
kind = "round-robin" => kind = "swiss"¶rounds = 2 => 7:10 => nobody meets anybody twice
[format] => [[stage]]¶kind = "swiss"¶rounds = 1¶[format] => 5:1 => and not both
[format] => [[stage]] => 5:1 => one stage
kind = "round-robin" => kind = "groups"¶groups = 2 => 6:8 => first of several stages
[format] => [[stage]]¶kind = "groups"¶groups = 2¶[[stage]]¶advance = 2 => 7:10 => 2 to 1 groups
kind = "round-robin" => kind = "swiss"¶advance = 2 => 7:1 => unknown field `advance`
[format] => [[stage]]¶kind = "round-robin"¶[[stage]] => 7:1 => expected `advance`
[format] => [[stage]]¶kind = "round-robin"¶advance = 2¶[[stage]]¶advance = 2 => 7:11 => no `advance`
[format] => [[stage]]¶kind = "round-robin"¶[[stage]]¶advance = 3 => 8:11 => 2 to 2 participants
[format] => [[stage]]¶kind = "gauntlet"¶[[stage]]¶advance = 2 => 6:8 => a stage is a round robin
[format] => [[stage]]¶kind = "swiss"¶rounds = 1¶[[stage]]¶advance = 2¶rounds = 7 => 10:1 => expected `cycles`
[format] => [[stage]]¶kind = "swiss"¶rounds = 2¶[[stage]]¶advance = 2 => 7:10 => nobody meets anybody
[format] => [[stage]]¶advance = 2¶[[stage]]¶advance = 2 => 5:1 => has a `kind`
kind = "round-robin" => kind = "gauntlet"¶challengers = 2 => 7:15 => 1 to 1 can be challengers
kind = "round-robin" => kind = "sprt"¶elo0 = 0¶elo1 = 5 => 3:9 => set `most-games`
engine = 2 => engine = 11 => 10:10 => from 1 to 10
engine = 2 => engine = 2¶program = "noe.c" => 9:1 => expected one of `engine = LEVEL`
engine = 2 =>  => 9:1 => expected one of `engine = LEVEL`
engine = 2 => human = true => 10:1 => expected one of `engine`, `program`, `folder`
engine = 2 => engine = 1 => 10:10 => another player called "engine:1"
engine = 2 => engine = 2¶name = "a  b"¶[[player]]¶engine = 3¶name = "A b" => 13:10 => called "A b"
engine = 2 => engine = 2¶name = "Ana\u0007" => 11:8 => cannot be seen
engine = 2 => engine = 2¶name = "12345678901234567890123456789012345678901" => 11:8 => longer than
engine = 2 => engine = 2¶author = "Ana ana@school.example" => 11:10 => an e-mail address
engine = 2 => engine = 2¶protocol = "gtp" => 11:12 => beside `engine`
engine = 2 => folder = "."¶name = "x" => 11:8 => beside `folder`
engine = 2 => engine = 2¶memory-mib = 9 => 11:14 => beside `engine`
engine = 2 => program = "noe.c"¶time.nodes = 9 => 11:14 => beside `program`
engine = 2 => engine = 2¶time.increment = "1s" => 11:18 => set `game` as well
engine = 2 => engine = 2¶time.total = "1s" => 11:14 => to all players alike
engine = 2 => program = "noe.c"¶data = "nowhere" => 11:8 => not a folder on this machine
engine = 2 => program = "" => 10:11 => expected a path
engine = 2 => program = "t.toml" => 10:11 => expected an executable, or a source ending in .c
engine = 2 => program = "noe.c"¶protocol = "lines" => 11:12 => expected one of `own`, `line`, `gtp`, `gomocup`
engine = 2 => program = "noe.c"¶arguments = ["a", "\u0000"] => 11:13 => without a zero byte
"#;

#[test]
fn each_is_told_with_its_place_and_what_was_expected() {
    let wrong = CASES.trim().lines().filter_map(|case| {
        let [line, by, place, part] = case.split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let text = GOOD.replacen(&format!("{line}\n"), &format!("{by}\n").replace('¶', "\n"), 1);
        assert_ne!(text, GOOD, "{case}");
        let (line, column) = place.split_once(':').expect("a place");
        let said = refused(&text);
        let is_right =
            said.starts_with(&format!("line {line}, column {column}: ")) && said.contains(part);
        (!is_right).then(|| format!("{case}\n    {said}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sequential_tests_leave_no_room_for_others() {
    let rest = "title = \"t\"\ngame = \"reversi\"\nplayer = [{ engine = 1 }, { engine = 2 }]\n";
    for (text, place, part) in [
        (
            "format = { kind = \"sprt\", elo0 = 5, elo1 = 0 }\n",
            "line 1, column 44: ",
            "the greater one for elo1",
        ),
        (
            "points = \"match\"\nformat = { kind = \"sprt\", elo0 = 0, elo1 = 5 }\n",
            "line 1, column 10: ",
            "\"game\"",
        ),
        ("format = { kind = \"sprt\", elo0 = 0 }\n", "line 1, column 10: ", "`elo1`"),
        (
            "format = { kind = \"sprt\", elo0 = 0, elo1 = 5, beta = 0.7 }\n",
            "line 1, column 44: ",
            "0.7",
        ),
        (
            "format = { kind = \"sprt\", elo0 = 0, elo1 = 5, most-games = 3 }\n",
            "line 1, column 60: ",
            "even",
        ),
    ] {
        let said = refused(format!("{text}{rest}"));
        assert!(said.starts_with(place) && said.contains(part), "{text}: {said}");
    }
}

#[test]
fn a_protocol_cannot_tell_everything() {
    for (text, place, part) in [
        (
            "game = \"gangsters\"\nopening = 2\n",
            "line 3, column 11: ",
            "cannot tell noe the opening",
        ),
        (
            r#"game = "gangsters"
board = [{ opening = ["2 3 1 1"], parameters.box = "3,3" }]
"#,
            "line 3, column 22: ",
            "cannot tell noe the opening",
        ),
        (
            "game = \"gangsters\"\nparameters.step = \"one\"\n",
            "line 3, column 1: ",
            "expected slide",
        ),
        (
            "game = \"poziomka\"\nparameters.pola = 3\nboard = [{}, { parameters.wiersze = 7 }]\n",
            "line 4, column 14: ",
            "the constants POLA, WIERSZE, KOLUMNY",
        ),
    ] {
        let players = "player = [{ program = \"noe.c\" }, { engine = 1 }]\n";
        let said =
            refused(format!("{players}{text}title = \"t\"\nformat.kind = \"round-robin\"\n"));
        assert!(said.starts_with(place) && said.contains(part), "{text}: {said}");
    }
}

#[test]
fn what_is_no_toml_is_refused() {
    let no_text = refused(b"title = \"\xff\"\n");
    assert!(no_text.starts_with("line 1, column 10: ") && no_text.contains("UTF-8"), "{no_text}");
    let columns_are_characters = refused("# ż\r\n\"ł\" = \"ś\" x\n");
    assert!(columns_are_characters.starts_with("line 2, column 11: "), "{columns_are_characters}");
    let deep = "a = ".to_string() + &"[".repeat(100_000);
    for text in [
        "",
        "\0",
        "[[[[",
        "a = {{{",
        "player = 1\nformat = 2\ntime = 3",
        "format = \"swiss\"",
        &deep,
    ] {
        let said = refused(text);
        assert!(said.starts_with("line "), "{text}: {said}");
    }
    let many = GOOD.replace("games = 2", "games = 20").replace("kind", "cycles = 1000000\nkind");
    assert!(
        refused(many).starts_with(
            "line 3, column 9: 1000000 matches of 20 games are more than 10000000 games"
        )
    );
    let one = GOOD.replace("[[player]]\nengine = 1\n", "");
    assert!(refused(one).contains("a tournament has 2 to 1000 participants, not 1"));
    let nowhere = tempfile::tempdir().expect("a folder").path().join("t.toml");
    assert_eq!(read(&nowhere).expect_err("it is not there").kind(), ErrorKind::NotFound);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&folder(&bytes).path().join("t.toml"));
        let _ = Announcement::from_json(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn so_is_a_good_file_after_an_accident(
        at in any::<prop::sample::Index>(),
        gone in 0..30_usize,
        put in "[\\[\\]{}=\"\\n.a-z0-9 -]{0,6}",
    ) {
        let mut text = GOOD.to_string();
        let at = text.floor_char_boundary(at.index(GOOD.len()));
        text.replace_range(at..text.floor_char_boundary(at + gone), &put);
        let _ = read(&folder(&text).path().join("t.toml"));
    }

    #[test]
    fn so_is_a_stored_one(at in any::<prop::sample::Index>(), put in "[\\[\\]{},:\"a-z0-9-]{0,3}") {
        let text = announced(GOOD).json();
        let at = at.index(text.len());
        let parts = text.get(..at).zip(text.get(at + 1..));
        let text = parts.map_or(String::new(), |(a, b)| format!("{a}{put}{b}"));
        let _ = Announcement::from_json(&text);
    }
}
