//! Mistakes at the top of the file and in the smaller tables.

use super::check;

#[test]
fn in_the_title_and_the_game() {
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
    ]);
}

#[test]
fn in_the_numbers_at_the_top() {
    check(&[
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
    ]);
}

#[test]
fn in_the_names_of_keys() {
    check(&[
        (
            "games = 2",
            "gmaes = 2\n",
            &["3, column 1: there is no key `gmaes` at the top of the file: did you mean `games`?"],
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
fn in_the_time() {
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
    ]);
}

#[test]
fn in_fairness() {
    check(&[
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
    ]);
}

#[test]
fn in_workers() {
    check(&[(
        "level = 1",
        "workers.speed = [2, 1]\n",
        &[
            "4, column 17: speed is a list of 2: expected two numbers, first the least and then the greatest: [500, 2000]",
        ],
    )]);
}
