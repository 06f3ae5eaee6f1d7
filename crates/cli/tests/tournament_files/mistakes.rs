//! Every mistake is told with line and column, and with what was meant.

use crate::refused;

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
fn at_the_top() {
    check(&[
        (
            "title = \"Ł\"",
            "",
            &[
                "1, column 1: there is no `title` at the top of the file: expected what the tournament is called, in quotes",
            ],
        ),
        (
            "title = \"Ł\"",
            "title = \"a\\nb\"\n",
            &["1, column 9: \"a\\nb\" is no title: it has more than one line, or characters that cannot be seen"],
        ),
        ("title = \"Ł\"", "title = 5\n", &["1, column 9: title is 5: expected a text in quotes"]),
        (
            "games = 2",
            "gmaes = 2\n",
            &["3, column 1: there is no key `gmaes` at the top of the file: did you mean `games`?"],
        ),
        (
            "games = 2",
            "games = 3\n",
            &["3, column 9: a match has an even number of games from 2 to 1000000, since each board is played twice"],
        ),
        (
            "games = 2",
            "games = \"two\"\n",
            &["3, column 9: games is \"two\": expected a whole number from 2 to 1000000"],
        ),
        (
            "games = 2",
            "games = 99999999999999999999\n",
            &["3, column 9: games is 99999999999999999999: expected a whole number from 2 to 1000000"],
        ),
        ("level = 1", "level = 4\n", &["4, column 9: level is 4: expected a whole number from 0 to 3"]),
        (
            "level = 1",
            "seed = -1\n",
            &["4, column 8: seed is -1: expected a whole number from 0 to 9223372036854775807"],
        ),
        (
            "level = 1",
            "memory-mib = 0\n",
            &["4, column 14: memory-mib is 0: expected a whole number from 1 to 1048576"],
        ),
        ("level = 1", "points = \"wins\"\n", &["4, column 10: points is \"wins\": expected \"match\" or \"game\""]),
        (
            "game = \"reversi\"",
            "",
            &[
                "1, column 1: there is no `game` at the top of the file: expected one of poziomka, reversi, flood-wars, mnk, gangsters",
            ],
        ),
        (
            "game = \"reversi\"",
            "game = \"revresi\"\n",
            &[
                "2, column 8: there is no game \"revresi\": did you mean reversi? there are poziomka, reversi, flood-wars, mnk, gangsters",
            ],
        ),
        (
            "game = \"reversi\"",
            "  game = \"go\"\n",
            &["2, column 10: there is no game \"go\": there are poziomka, reversi, flood-wars, mnk, gangsters"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"round-robin\"\nseed = 1\n",
            &[
                "7, column 1: there is no key `seed` in a [format] of kind \"round-robin\": it stands at the top of the file, above all tables",
            ],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"round-robin\"\n[fairnes]\n",
            &["7, column 2: there is no key `fairnes` at the top of the file: did you mean `fairness`?"],
        ),
    ]);
}

#[test]
fn in_the_form() {
    check(&[
        ("level = 1", "level = \"1\n", &["4, column 11: invalid basic string, expected `\"`"]),
        ("level = 1", "level = 1\nlevel = 2\n", &["5, column 1: duplicate key"]),
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
fn in_the_format() {
    check(&[
        (
            "kind = \"round-robin\"",
            "kind = \"league\"\n",
            &[
                "6, column 8: kind is \"league\": expected one of \"round-robin\", \"gauntlet\", \"swiss\", \"knockout\", \"sprt\"",
            ],
        ),
        (
            "kind = \"round-robin\"",
            "",
            &[
                "5, column 1: there is no `kind` in [format]: expected one of \"round-robin\", \"gauntlet\", \"swiss\", \"knockout\", \"sprt\"",
            ],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"round-robin\"\nrounds = 2\n",
            &["7, column 1: there is no key `rounds` in a [format] of kind \"round-robin\"; there are: cycles, kind"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\n",
            &["5, column 1: there is no `rounds` in a [format] of kind \"swiss\": expected how many rounds there are"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\nrounds = 2\n",
            &["6, column 8: 2 entrants can play 1 to 1 rounds in which nobody meets anybody twice, not 2"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"gauntlet\"\nchallengers = 2\n",
            &["6, column 8: of 2 entrants, 1 to 1 can be challengers, not 2"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"round-robin\"\ncycles = 0\n",
            &["7, column 10: cycles is 0: expected a whole number from 1 to 1000000"],
        ),
        (
            "games = 2\nlevel = 1\n[format]\nkind = \"round-robin\"",
            "games = 20\n[format]\nkind = \"round-robin\"\ncycles = 1000000\n",
            &["3, column 9: 1000000 matches of 20 games are more than 10000000 games"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"knockout\"\nthird-place = 1\n",
            &["7, column 15: third-place is 1: expected true or false"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"sprt\"\nelo0 = 5\nelo1 = 0\n",
            &[
                "3, column 1: a sequential test goes on until it is decided: set `most-games` in [format], and not `games`",
                "8, column 8: no test of 0 against 5 Elo points: expected two numbers from -1000 to 1000, the greater one for H1",
            ],
        ),
        (
            "games = 2\nlevel = 1\n[format]\nkind = \"round-robin\"",
            "[format]\nkind = \"sprt\"\nelo0 = 0\nelo1 = 5\nbeta = 0.7\n",
            &["7, column 8: no test errs with probability 0.7: expected a number between 0 and 0.5"],
        ),
        (
            "games = 2\nlevel = 1\n[format]\nkind = \"round-robin\"",
            "points = \"match\"\n[format]\nkind = \"sprt\"\nelo0 = 0\nscale = \"log\"\n",
            &[
                "3, column 10: a sequential test counts games: expected points = \"game\", or none",
                "4, column 1: there is no `elo1` in a [format] of kind \"sprt\": expected a number of Elo points, such as `elo0 = 0` and `elo1 = 20`",
                "7, column 9: scale is \"log\": expected \"logistic\" or \"normalized\"",
            ],
        ),
        (
            "games = 2\nlevel = 1\n[format]\nkind = \"round-robin\"",
            "[format]\nkind = \"sprt\"\nelo0 = 0\nelo1 = 5\n[[player]]\nengine = 3\n",
            &["4, column 8: a sequential test is between 2 players, and there are 3"],
        ),
    ]);
}

#[test]
fn in_players() {
    check(&[
        ("engine = 2", "engine = 6\n", &["10, column 10: engine is 6: expected a whole number from 1 to 5"]),
        (
            "engine = 2",
            "engine = 1\n",
            &["10, column 10: there is another player called \"engine:1\": set `name` for one of them"],
        ),
        (
            "engine = 2",
            "engine = 2\nname = \"Ana\\u0007\"\n",
            &["11, column 8: \"Ana\\u{7}\" is no name: it has more than one line, or characters that cannot be seen"],
        ),
        ("engine = 2", "engine = 2\nname = \" \"\n", &["11, column 8: \" \" is no name: it is empty"]),
        (
            "engine = 2",
            "engine = 2\nname = \"12345678901234567890123456789012345678901\"\n",
            &[
                "11, column 8: \"1234567890123456789012345678901234567890\"... is no name: it is longer than 40 characters",
            ],
        ),
        (
            "engine = 2",
            "engine = 2\nauthor = \"Ana ana@school.example\"\n",
            &["11, column 10: \"Ana ana@school.example\" is no author: it is an e-mail address"],
        ),
        (
            "engine = 2",
            "engine = 2\nprotocol = \"gtp\"\n",
            &["11, column 1: there is no key `protocol` for an engine; there are: author, engine, name"],
        ),
        (
            "engine = 2",
            "engine = 2\nprogram = \"noe.c\"\n",
            &[
                "11, column 1: this player is two things at once: expected one of `engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`",
            ],
        ),
        (
            "engine = 2",
            "",
            &[
                "9, column 1: this player is nothing: expected `engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`",
            ],
        ),
        ("engine = 2", "engin = 2\n", &["10, column 1: there is no key `engin` in [[player]]: did you mean `engine`?"]),
        (
            "engine = 2",
            "human = true\n",
            &[
                "10, column 1: people cannot take part in a tournament: expected `engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`",
            ],
        ),
        (
            "engine = 2",
            "program = \"noe.c\"\nprotocol = \"lines\"\n",
            &["11, column 12: protocol is \"lines\": expected one of \"own\", \"line\", \"gtp\""],
        ),
        (
            "engine = 2",
            "program = \"noe.c\"\narguments = [\"a\", 2]\n",
            &["11, column 13: arguments is a list of 2: expected a list of texts in quotes: [\"one\", \"two\"]"],
        ),
        (
            "engine = 2",
            "program = \"noe.c\"\narguments = [\"a\", \"\\u0000\"]\n",
            &["11, column 19: \"\\0\" is no argument: expected at most 4096 bytes without a zero"],
        ),
    ]);
}

#[test]
fn in_parameters_and_boards() {
    check(&[
        (
            "level = 1",
            "[parameters]\npas = \"free\"\nlevel = 1\n",
            &[
                "5, column 1: there is no parameter `pas`; there are: pass; did you mean `pass`?",
                "6, column 1: there is no parameter `level`; there are: pass; it stands at the top of the file, above all tables",
            ],
        ),
        ("level = 1", "parameters.pass = \"often\"\n", &["4, column 19: pass=often: expected one of forced, free"]),
        ("level = 1", "parameters.pass = 1.5\n", &["4, column 19: pass is 1.5: expected a whole number or a text"]),
        ("level = 1", "opening = 1001\n", &["4, column 11: opening is 1001: expected a whole number from 0 to 1000"]),
        (
            "level = 1",
            "opening = 70\n",
            &["4, column 11: every game is over after an opening of 70 half-moves: try a shorter one"],
        ),
        (
            "engine = 2",
            "engine = 2\n[[board]]\nopening = [\"f5\", \"a1\"]\n",
            &["12, column 18: `a1` is not legal: white flips nothing there"],
        ),
        (
            "engine = 2",
            "engine = 2\n[[board]]\nopenings = []\n",
            &["12, column 1: there is no key `openings` in [[board]]: did you mean `opening`?"],
        ),
        (
            "level = 1",
            "opening = 2\nboard = [{ opening = [\"f5\"] }]\n",
            &["4, column 1: boards are given, each with its own `opening`: expected none above the tables"],
        ),
        ("level = 1", "board = []\n", &["4, column 9: 0 boards are given: expected 1 to 1000"]),
        (
            "level = 1",
            "board = [1]\n",
            &["4, column 9: board is a list of 1: expected tables, each with [[board]] above it"],
        ),
        (
            "game = \"reversi\"",
            "game = \"mnk\"\nparameters = { n = 30, m = 30 }\n",
            &["3, column 14: n*m=900: expected at most 400 squares"],
        ),
        (
            "game = \"reversi\"",
            "game = \"mnk\"\nboard = [{ opening = [\"a1\", \"b1\", \"a2\", \"b2\", \"a3\"] }]\n",
            &["3, column 22: the game is over before anybody is asked: expected a shorter opening"],
        ),
    ]);
}

#[test]
fn what_a_protocol_cannot_tell() {
    let gangsters = "game = \"gangsters\"\nplayer = [{ program = \"noe.c\" }, { engine = 1 }]\n";
    let poziomka = gangsters.replace("gangsters", "poziomka");
    let rest = "title = \"t\"\nformat.kind = \"round-robin\"\n";
    for (text, expected) in [
        (
            format!("{gangsters}opening = 2\n"),
            "3, column 11: noe cannot be told of an opening by the game's own protocol: expected 0",
        ),
        (
            format!("{gangsters}board = [{{ opening = [\"2 3 1 1\"], parameters.box = \"3,3\" }}]\n"),
            "3, column 22: noe cannot be told of an opening by the game's own protocol: expected none",
        ),
        (
            format!("{gangsters}parameters.step = \"one\"\n"),
            "3, column 1: noe: step=one: expected slide: the programs' protocol cannot tell another",
        ),
        (
            format!("{poziomka}parameters = {{ pola = 3 }}\nboard = [{{}}, {{ parameters.wiersze = 7 }}]\n"),
            "4, column 14: noe is compiled once, with the constants POLA, WIERSZE, KOLUMNY: expected them to be the same on all boards",
        ),
    ] {
        assert_eq!(refused(format!("{text}{rest}").as_bytes()), [format!("t.toml, line {expected}")], "{text}");
    }
}

#[test]
fn in_the_other_tables() {
    check(&[
        (
            "level = 1",
            "time.move_ms = 5\n",
            &["4, column 6: there is no key `move_ms` in [time]: did you mean `move-ms`?"],
        ),
        (
            "level = 1",
            "time = { move-ms = 0 }\n",
            &["4, column 20: move-ms is 0: expected a whole number from 1 to 86400000"],
        ),
        (
            "level = 1",
            "time = { move-ms = 5, increment-ms = 5 }\n",
            &["4, column 23: increment-ms adds to the time for all moves of a game: set `game-ms` as well"],
        ),
        ("level = 1", "time = 5\n", &["4, column 8: time is 5: expected a table, [time]"]),
        (
            "level = 1",
            "time = { bank = \"square\", total-ms = 5 }\n",
            &["4, column 17: bank is \"square\": expected \"inverse-square\""],
        ),
        (
            "level = 1",
            "time = { bank = \"inverse-square\", game-ms = 5 }\n",
            &[
                "4, column 8: there is no `total-ms` in [time]: expected the milliseconds that are divided by the square of the number of players",
                "4, column 35: the bank sets the time for a game: expected `bank` or `game-ms`, and not both",
            ],
        ),
        (
            "level = 1",
            "time.total-ms = 5\n",
            &["4, column 6: total-ms is what a bank shares out: set `bank = \"inverse-square\"` as well"],
        ),
        (
            "level = 1",
            "time = { bank = \"inverse-square\", total-ms = 86400000000 }\n",
            &["4, column 46: a game's share of it is more than a day: expected less than 86400000 ms for a game"],
        ),
        (
            "level = 1",
            "fairness.overloaded = \"drop\"\n",
            &["4, column 23: overloaded is \"drop\": expected \"replay\" or \"keep\""],
        ),
        (
            "level = 1",
            "fairness = { waited-percent = 101 }\n",
            &["4, column 31: waited-percent is 101: expected a whole number from 0 to 100"],
        ),
        (
            "level = 1",
            "fairness = { overloaded = \"keep\", replays = 1 }\n",
            &["4, column 35: no game is played again with overloaded = \"keep\": expected no `replays`"],
        ),
        (
            "level = 1",
            "workers.speed = [2, 1]\n",
            &["4, column 17: speed is a list of 2: expected two numbers, the least and the greatest: [500, 2000]"],
        ),
        (
            "level = 1",
            "workers.scale-time = \"yes\"\n",
            &["4, column 22: scale-time is \"yes\": expected true or false"],
        ),
    ]);
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
