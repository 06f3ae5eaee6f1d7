//! Mistakes in `[[player]]`.

use super::check;

#[test]
fn in_what_a_player_is() {
    check(&[
        ("engine = 2", "engine = 6\n", &["10, column 10: engine is 6: expected a whole number from 1 to 5"]),
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
    ]);
}

#[test]
fn in_names_and_authors() {
    check(&[
        (
            "engine = 2",
            "engine = 1\n",
            &["10, column 10: there is another player called \"engine:1\": set `name` for one of them"],
        ),
        (
            "engine = 2",
            "engine = 2\nname = \"a  b\"\n[[player]]\nengine = 3\nname = \"a b\"\n",
            &["13, column 10: there is another player called \"a b\": set `name` for one of them"],
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
    ]);
}

#[test]
fn in_programs() {
    check(&[
        (
            "engine = 2",
            "program = \"\"\n",
            &[
                "10, column 11: program is empty: expected the path of an executable, or a source ending in .c, .cpp, .pas, \
                 .rs, .py, .js or .java",
            ],
        ),
        (
            "engine = 2",
            "program = \".\"\n",
            &[
                "10, column 11: . is a folder, whose programs are named by `folder` instead of `program`: expected an executable, \
                 or a source ending in .c, .cpp, .pas, .rs, .py, .js or .java",
            ],
        ),
        (
            "engine = 2",
            "engine = 2\nprotocol = \"gtp\"\n",
            &["11, column 1: there is no key `protocol` for an engine; there are: author, engine, name"],
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
