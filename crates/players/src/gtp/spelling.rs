//! Colours and moves in the protocol's spelling.

use rules::{Side, Table};

use super::request::word;

/// The protocol's word for a pass. Every game that has a pass calls it `-`.
pub(super) const PASS: &str = "pass";
const DASH: &str = "-";

/// The protocol's word for resigning.
pub(crate) const RESIGN: &str = "resign";

/// Stands for `#` in a game's text, since a `#` would begin a comment.
const SHARP: &str = "%";

/// Reads the side at the start of the arguments, and returns the rest, too. A side is `b`, `black`,
/// `w`, `white`, or the game's own name for a side.
pub(super) fn side<'a>(arguments: &'a str, names: [&str; 2]) -> Result<(Side, &'a str), String> {
    let own = Side::BOTH.into_iter().find_map(|side| {
        let (start, rest) = arguments.split_at_checked(names[side.index()].len())?;
        let whole = rest.is_empty() || rest.starts_with(' ');
        (start.eq_ignore_ascii_case(names[side.index()]) && whole)
            .then_some((side, rest.trim_start()))
    });
    own.or_else(|| colour(arguments)).ok_or_else(|| {
        let [first, second] = names;
        format!("syntax error: expected b or w, or {first} or {second}")
    })
}

fn colour(arguments: &str) -> Option<(Side, &str)> {
    let (first, rest) = word(arguments)?;
    match first.to_ascii_lowercase().as_str() {
        "b" | "black" => Some((Side::First, rest)),
        "w" | "white" => Some((Side::Second, rest)),
        _ => None,
    }
}

/// Whether a controller's move is a pass.
pub(crate) fn is_pass(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case(PASS)
}

/// The game's own name for this move.
fn read_move(text: &str) -> String {
    let spaced: Vec<_> = text.split_whitespace().collect();
    let name = spaced.join(" ");
    if name.eq_ignore_ascii_case(PASS) { DASH.to_string() } else { read(&name) }
}

/// The game's own name for the move that a text means. The protocol ignores case, so the text means
/// the legal move that differs from it only in case. If there are two such moves, the text must be
/// exact. If there is none, the text is kept, so that it is reported as illegal.
pub(crate) fn meant(text: &str, table: &dyn Table) -> String {
    let name = read_move(text);
    if name == DASH && !table.names_move(DASH) {
        // The game has no pass, and the error message should quote the text as it was written.
        return text.trim().to_string();
    }
    if table.names_move(&name) || !name.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return name;
    }
    let legal = table.legal();
    let mut alike = legal.into_iter().filter(|legal| legal.eq_ignore_ascii_case(&name));
    match (alike.next(), alike.next()) {
        (Some(only), None) => only,
        _ => name,
    }
}

/// A square such as `i5` in the spelling of Go, which skips the column i: `j5`. Other texts stay as
/// they are.
pub(crate) fn without_i(text: &str) -> String {
    match column(text) {
        Some((letter @ b'i'..=b'y' | letter @ b'I'..=b'Y', row)) => {
            format!("{}{row}", (letter + 1) as char)
        }
        _ => text.to_string(),
    }
}

/// The opposite of [`without_i`]. `None` if the text names the column i, which the spelling of Go
/// lacks.
pub(crate) fn with_i(text: &str) -> Option<String> {
    match column(text) {
        Some((b'i' | b'I', _)) => None,
        Some((letter @ b'j'..=b'z' | letter @ b'J'..=b'Z', row)) => {
            Some(format!("{}{row}", (letter - 1) as char))
        }
        _ => Some(text.to_string()),
    }
}

/// The letter and the number of a square.
fn column(text: &str) -> Option<(u8, &str)> {
    let (&letter, row) = text.as_bytes().first().zip(text.get(1..))?;
    let is_square = letter.is_ascii_alphabetic()
        && !row.is_empty()
        && row.bytes().all(|digit| digit.is_ascii_digit());
    is_square.then_some((letter, row))
}

/// A move in a form that a controller can read.
pub(crate) fn written_move(name: &str) -> String {
    if name == DASH { PASS.to_string() } else { written(name) }
}

/// A game's text in a form that fits into a command.
pub(crate) fn written(text: &str) -> String {
    text.replace('#', SHARP)
}

/// A game's text from a command.
pub(crate) fn read(text: &str) -> String {
    text.replace(SHARP, "#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_go_by_colour_and_by_their_own_names() {
        let names = ["first player", "second player"];
        for text in ["b a1", "BLACK  a1", "first player a1", "First Player  a1"] {
            assert_eq!(side(text, names), Ok((Side::First, "a1")), "{text}");
        }
        assert_eq!(side("w", names), Ok((Side::Second, "")));
        assert_eq!(side("S *", ["J", "S"]), Ok((Side::Second, "*")));
        for text in ["", "x a1", "bl a1", "first", "first playera1", "ł", "fírst player"] {
            let refused = side(text, names).unwrap_err();
            assert_eq!(
                refused, "syntax error: expected b or w, or first player or second player",
                "{text}"
            );
        }
    }

    #[test]
    fn the_column_i_is_skipped_both_ways() {
        for (ours, theirs) in [("h8", "h8"), ("i9", "j9"), ("O15", "P15"), ("pass", "pass")] {
            assert_eq!(without_i(ours), theirs);
            assert_eq!(with_i(theirs).as_deref(), Some(ours));
        }
        assert_eq!((with_i("I9"), with_i("i1 j1").as_deref()), (None, Some("i1 j1")));
    }

    #[test]
    fn moves_are_spelled_so_that_no_comment_swallows_them() {
        assert_eq!(read_move("6   3 1 1 "), "6 3 1 1");
        assert_eq!((read_move("PASS"), written_move("-")), ("-".to_string(), "pass".to_string()));
        assert_eq!((read_move("%"), written_move("#")), ("#".to_string(), "%".to_string()));
    }
}
