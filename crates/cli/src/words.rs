//! Puts numbers, results, evaluations and lists of moves into words.

// These functions replace control characters in foreign text by visible symbols.
pub(crate) use errors::excerpt::{in_a_line, seen as printable, short};
use rules::Outcome;
use search::{GameSpec, Limits, Score, SearchResult, proven_end};

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The names of two players, shortened. If the short names are equal, they are numbered.
pub(crate) fn names(players: [&str; 2]) -> [String; 2] {
    let [a, b] = players.map(short);
    if a == b { [format!("{a} (1)"), format!("{b} (2)")] } else { [a, b] }
}

/// A number with its sign and two decimals; zero has no minus sign.
pub(crate) fn signed(number: f64) -> String {
    let text = format!("{number:+.2}");
    if text == "-0.00" { "+0.00".to_string() } else { text }
}

/// A number and its noun in the right form, as in `1 move` and `2 moves`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Why a program cannot take part, in a line. Of what a compiler says, the first error is enough.
pub(crate) fn first_error(why: &str) -> String {
    let mut lines = why.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let error = lines.find(|line| line.to_lowercase().contains("error"));
    [first].into_iter().chain(error).collect::<Vec<_>>().join(" ")
}

/// The result of a game.
pub(crate) fn result(spec: &GameSpec, outcome: Outcome) -> String {
    let Some(winner) = outcome.winner() else { return "a draw".to_string() };
    let name = spec.sides[winner.index()];
    match outcome.margin.unsigned_abs() {
        1 => format!("{name} wins"),
        margin => format!("{name} wins by {margin} points"),
    }
}

/// An engine's evaluation of a position, from the view of the side to move.
pub(crate) fn evaluation(result: &SearchResult) -> String {
    if result.depth == 0 {
        return "at random".to_string();
    }
    let depth = counted(result.depth.into(), "half-move");
    let worth = if result.is_exact && result.score == 0 {
        "a draw".to_string()
    } else {
        worth(result.score)
    };
    // A weak level does not say how many positions it has searched.
    let nodes = match result.nodes {
        0 => String::new(),
        nodes => format!(", {}", counted(nodes, "position")),
    };
    format!("{worth}; {depth} deep{nodes}")
}

/// No search looks this many half-moves ahead. If a search knows the outcome but not the length of
/// the game, its score stands for an end about a thousand half-moves away. The exact distance
/// depends on the depth of the node.
const FARTHEST_END: u32 = 2 * Limits::NONE.depth;

fn worth(score: Score) -> String {
    let Some((margin, plies)) = proven_end(score) else {
        return if score == 0 { "even".to_string() } else { format!("score {score:+}") };
    };
    let verb = if margin > 0 { "wins" } else { "loses" };
    let points = if margin.abs() > 1 { format!(" by {}", margin.abs()) } else { String::new() };
    let when = if plies < FARTHEST_END {
        format!(" in {}", counted(plies.into(), "half-move"))
    } else {
        String::new()
    };
    format!("{verb}{points}{when}")
}

/// The names of moves, in lines of at most `width` columns, indented by two; commas separate names
/// that contain spaces.
pub(crate) fn moves(names: &[String], width: usize) -> String {
    let comma = if names.iter().any(|name| name.contains(' ')) { "," } else { "" };
    let last = names.len().saturating_sub(1);
    let words = names
        .iter()
        .enumerate()
        .map(|(i, name)| format!("{name}{}", if i < last { comma } else { "" }));
    filled(words, width, [2, 2])
}

/// A text in lines of at most `width` columns. The first indent is for the first line, and the
/// second indent is for all other lines.
pub(crate) fn wrapped(text: &str, width: usize, indents: [usize; 2]) -> String {
    filled(text.split_whitespace(), width, indents)
}

/// Fills lines with words. Each line ends with a newline, and a word that is longer than a line
/// gets its own line.
fn filled(
    words: impl IntoIterator<Item = impl AsRef<str>>,
    width: usize,
    indents: [usize; 2],
) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let (word, length) = (word.as_ref(), word.as_ref().chars().count());
        let indent = if column == 0 { indents[0] } else { indents[1] };
        if column > 0 && column + 1 + length <= width {
            text.push(' ');
            column += 1 + length;
        } else {
            text.push_str(if column > 0 { "\n" } else { "" });
            text.push_str(&" ".repeat(indent));
            column = indent + length;
        }
        text.push_str(word);
    }
    if column > 0 { text + "\n" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let words = [0, 999, 1000, 12_345, 123_456, 1_000_000].map(grouped);
        assert_eq!(words, ["0", "999", "1,000", "12,345", "123,456", "1,000,000"]);
        assert_eq!(counted(1, "move") + &counted(2, "move"), "1 move2 moves");
    }

    #[test]
    fn nothing_has_no_minus() {
        let words = [-0.0, -0.004, 0.0, -0.006, 1.5].map(signed);
        assert_eq!(words, ["+0.00", "+0.00", "+0.00", "-0.01", "+1.50"]);
    }

    #[test]
    fn players_of_one_name_are_numbered() {
        assert_eq!(names(["anna", "jan"]), ["anna", "jan"]);
        assert_eq!(names(["engine", "engine"]), ["engine (1)", "engine (2)"]);
        let long = "x".repeat(100);
        let [a, b] = names([&(long.clone() + "1"), &(long + "2")]);
        assert!(a != b && a.ends_with("... (1)"), "{a} {b}");
    }

    #[test]
    fn proven_scores_are_told_as_results() {
        let words =
            |margin, ply| worth(search::outcome_score(Outcome { margin }, rules::Side::First, ply));
        assert_eq!(words(1, 3), "wins in 3 half-moves");
        assert_eq!(words(-12, 1), "loses by 12 in 1 half-move");
        assert_eq!(
            [words(1, 1000), words(-3, 990)],
            ["wins", "loses by 3"],
            "known, but not how far away"
        );
        assert_eq!((worth(0), worth(-7)), ("even".to_string(), "score -7".to_string()));
        let even = |is_exact| SearchResult {
            pv: vec!["b2".to_string()],
            score: 0,
            depth: 3,
            nodes: 70,
            is_exact,
        };
        assert!(
            evaluation(&even(true)).starts_with("a draw;")
                && evaluation(&even(false)).starts_with("even;")
        );
    }

    #[test]
    fn lists_of_moves_are_wrapped() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        assert_eq!(moves(&names(&["a1", "b2", "c3"]), 8), "  a1 b2\n  c3\n");
        assert_eq!(
            wrapped(" a  longer text\n in lines ", 8, [0, 1]),
            "a longer\n text in\n lines\n"
        );
        assert_eq!(wrapped("  ", 8, [2, 1]), "");
        assert_eq!(moves(&names(&["1 2", "3 4"]), 80), "  1 2, 3 4\n");
    }
}
