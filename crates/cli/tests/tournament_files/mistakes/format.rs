//! Mistakes in `[format]`.

use super::check;

#[test]
fn in_the_kind_of_format() {
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
            "knd = \"swiss\"\nrounds = 2\n",
            &["6, column 1: there is no key `knd` in [format]: did you mean `kind`?"],
        ),
        ("[[player]]\nengine = 1", "", &["7, column 3: a tournament has 2 to 1000 entrants, not 1"]),
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
    ]);
}

#[test]
fn in_rounds_and_matches() {
    check(&[
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\n",
            &["5, column 1: there is no `rounds` in a [format] of kind \"swiss\": expected how many rounds there are"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\nrounds = 2\n",
            &["7, column 10: 2 entrants can play 1 to 1 rounds in which nobody meets anybody twice, not 2"],
        ),
        (
            "kind = \"round-robin\"",
            "kind = \"gauntlet\"\nchallengers = 2\n",
            &["7, column 15: of 2 entrants, 1 to 1 can be challengers, not 2"],
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
    ]);
}

#[test]
fn in_sequential_tests() {
    check(&[
        (
            "kind = \"round-robin\"",
            "kind = \"sprt\"\nelo0 = 5\nelo1 = 0\n",
            &[
                "3, column 1: a sequential test goes on until it is decided: set `most-games` in [format], and not `games`",
                "8, column 8: no test of elo0 = 5 against elo1 = 0: expected two numbers from -1000 to 1000, the greater one for elo1",
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
