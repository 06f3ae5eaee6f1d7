//! What a person means by a typed move. A name may be written with other capital letters, `pass`
//! stands for the move that needs no touch, and a colour may be called by its name. A line may have
//! several moves. A name of several words may be typed bit by bit; each bit is one touch of the
//! move's gesture.

use rules::{Choice, Language, Piece, Square, Table, Touch};

/// The meaning of a typed text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// These moves, in turn.
    Moves(Vec<String>),
    /// The beginning of the names of several moves.
    Beginning(String),
    /// Nothing that is legal. As a move, the text would have this name.
    Nothing(String),
}

/// Between moves in one line, and between the words of a name.
const BREAKS: [char; 4] = [' ', ',', ';', '\t'];

/// The name of a pass, in games that have one.
const PASS: &str = "-";

/// What `text` means at this table.
pub(crate) fn meaning(table: &dyn Table, text: &str) -> Meaning {
    if let Some(names) = moves(table, text) {
        return Meaning::Moves(names);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins =
        |name: &String| name.split_whitespace().zip(&words).filter(|(a, b)| a == *b).count();
    if !words.is_empty() && table.legal().iter().any(|name| begins(name) == words.len()) {
        return Meaning::Beginning(words.join(" "));
    }
    Meaning::Nothing(as_name(table, text))
}

/// The legal moves that a text names one after the other; `None` if any part of it names none.
fn moves(table: &dyn Table, text: &str) -> Option<Vec<String>> {
    let (mut table, mut names) = (table.clone_box(), Vec::new());
    let mut rest = text.trim_matches(BREAKS);
    while !rest.is_empty() {
        let (name, length) = first_move(&*table, rest)?;
        table.play(&name).ok()?;
        names.push(name);
        rest = rest[length..].trim_start_matches(BREAKS);
    }
    (!names.is_empty()).then_some(names)
}

/// The legal move that the longest possible beginning of the text names, and the length of this
/// beginning.
fn first_move(table: &dyn Table, text: &str) -> Option<(String, usize)> {
    let spellings = spellings(table);
    let longest = spellings.iter().map(|(spelling, _)| spelling.chars().count()).max()?;
    let ends = text.char_indices().skip(1).map(|(end, _)| end).chain([text.len()]);
    let ends: Vec<usize> = ends.take(longest).collect();
    ends.into_iter().rev().find_map(|end| Some((spelt(&spellings, &text[..end])?, end)))
}

/// The move with this spelling. Other capital letters will do, if they leave one move only.
fn spelt(spellings: &[(String, String)], text: &str) -> Option<String> {
    if let Some((_, name)) = spellings.iter().find(|(spelling, _)| spelling == text) {
        return Some(name.clone());
    }
    let text = text.to_lowercase();
    let mut alike = spellings.iter().filter(|(spelling, _)| spelling.to_lowercase() == text);
    let (_, name) = alike.next()?;
    alike.all(|(_, other)| other == name).then(|| name.clone())
}

/// The spellings of the legal moves, each with the move's own name.
fn spellings(table: &dyn Table) -> Vec<(String, String)> {
    let choices = table.choices();
    let pass = choices.iter().find(|choice| choice.touches.is_empty());
    let pass = pass.map(|choice| ("pass".to_string(), choice.name.clone()));
    let is_legal = |(_, name): &(String, String)| choices.iter().any(|one| one.name == *name);
    let colours = colours(table).into_iter().filter(is_legal);
    let own = choices.iter().map(|choice| (choice.name.clone(), choice.name.clone()));
    own.chain(pass).chain(colours).collect()
}

/// The names of the colours that players choose, in every language, each with its character.
fn colours(table: &dyn Table) -> Vec<(String, String)> {
    let legend = table.drawing().legend;
    let hues = legend.iter().filter(|(cell, _)| matches!(cell.piece, Piece::Hue(_)));
    hues.flat_map(|(cell, what)| {
        Language::ALL.map(|language| (what.told(language), cell.glyph.to_string()))
    })
    .collect()
}

/// A text that names no legal move, in the spelling of the game, so that the game can object to it.
fn as_name(table: &dyn Table, text: &str) -> String {
    let text = text.trim();
    let colour = colours(table).into_iter().find(|(name, _)| *name == text.to_lowercase());
    let small = text.to_lowercase();
    match colour {
        Some((_, name)) => name,
        None if small == "pass" && table.names_move(PASS) => PASS.to_string(),
        None if !table.names_move(text) && table.names_move(&small) => small,
        None => text.to_string(),
    }
}

/// One way in which a move can go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The words to type.
    pub(super) words: String,
    /// The square to which they lead.
    pub(super) square: Option<Square>,
}

/// How the moves whose names begin with `beginning` go on. The choices have only the touches that
/// are still to come.
pub(super) fn steps(table: &dyn Table, beginning: &str) -> (Vec<Step>, Vec<Choice>) {
    let typed: Vec<&str> = beginning.split_whitespace().collect();
    let mut choices = table.choices();
    choices.retain(|choice| {
        choice.name.split_whitespace().take(typed.len()).eq(typed.iter().copied())
    });
    let Some(first) = choices.first().map(|choice| choice.touches.clone()) else {
        return (Vec::new(), Vec::new());
    };
    // If nothing is typed, nothing is touched, even if all moves begin with the same touch.
    let is_made = |&i: &usize| choices.iter().all(|choice| choice.touches.get(i) == first.get(i));
    let made = if typed.is_empty() { 0 } else { (0..first.len()).take_while(is_made).count() };
    for choice in &mut choices {
        choice.touches.drain(..made.min(choice.touches.len()));
    }
    let mut steps: Vec<Step> = Vec::new();
    for group in by_touch(&choices) {
        let words = common_words(&group).split_off(typed.len()).join(" ");
        let square = match group[0].touches.first() {
            Some(Touch::At(square)) => Some(*square),
            _ => None,
        };
        steps.push(Step { words, square });
    }
    (steps, choices)
}

/// The choices in groups with the same next touch.
fn by_touch(choices: &[Choice]) -> Vec<Vec<&Choice>> {
    let mut groups: Vec<Vec<&Choice>> = Vec::new();
    for choice in choices {
        let touch = choice.touches.first();
        match groups.iter_mut().find(|group| group[0].touches.first() == touch) {
            Some(group) => group.push(choice),
            None => groups.push(vec![choice]),
        }
    }
    groups
}

/// The words with which all names in a group begin.
fn common_words<'a>(group: &[&'a Choice]) -> Vec<&'a str> {
    let mut common: Vec<&str> = group[0].name.split_whitespace().collect();
    for choice in group {
        let same = common.iter().zip(choice.name.split_whitespace()).take_while(|(a, b)| **a == *b);
        let same = same.count();
        common.truncate(same);
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(game: &str, set: &[(&str, &str)]) -> Box<dyn Table> {
        let spec = games::find(game).expect("a game");
        let parameters =
            set.iter().fold(rules::Parameters::new(spec.parameters), |all, (name, value)| {
                all.with(name, value).expect("in range")
            });
        (spec.open)(&parameters, None).expect("sound").table
    }

    fn names(table: &dyn Table, text: &str) -> Option<Vec<String>> {
        match meaning(table, text) {
            Meaning::Moves(names) => Some(names),
            _ => None,
        }
    }

    #[test]
    fn a_move_is_read_however_people_write_it() {
        let reversi = table("reversi", &[]);
        for text in ["f5d6c3", "F5 D6 C3", "f5,d6, c3", "f5;d6;c3"] {
            assert_eq!(names(&*reversi, text).expect("three moves"), ["f5", "d6", "c3"], "{text}");
        }
        for text in ["f5d7", "f5x", "a1", "pass", ""] {
            assert_eq!(names(&*reversi, text), None, "{text}: all of a line is legal, or nothing");
        }
        let mnk = table("mnk", &[("n", "12"), ("m", "12"), ("k", "5")]);
        assert_eq!(names(&*mnk, "A11a1"), Some(vec!["a11".to_string(), "a1".to_string()]));
        let poziomka = table("poziomka", &[]);
        assert_eq!(names(&*poziomka, "PASS cH"), Some(vec!["-".to_string(), "cH".to_string()]));
        assert_eq!(names(&*poziomka, "fc"), Some(vec!["Fc".to_string()]));
    }

    #[test]
    fn a_colour_has_a_name() {
        let flood = table("flood-wars", &[("board", "@#+/.*@/#+.")]);
        let legal = flood.legal();
        let mut found = 0;
        for (name, glyph) in colours(&*flood) {
            let meaning = meaning(&*flood, &name);
            if legal.contains(&glyph) {
                found += 1;
                assert_eq!(meaning, Meaning::Moves(vec![glyph]), "{name}");
            } else {
                assert_eq!(meaning, Meaning::Nothing(glyph), "{name}: the game says why");
            }
        }
        assert_eq!(found, 3 * Language::ALL.len());
    }

    #[test]
    fn a_move_of_several_touches_is_typed_bit_by_bit() {
        let gangsters = table("gangsters", &[("n", "5"), ("m", "5")]);
        let whole = gangsters.legal().into_iter().find(|name| name.contains(' ')).expect("a move");
        let mut typed = String::new();
        // The box, a car, and where the car goes.
        for touches in (1..=3).rev() {
            let (steps, choices) = steps(&*gangsters, &typed);
            assert!(choices.iter().all(|choice| choice.touches.len() <= touches));
            let fits = |step: &&Step| {
                let so_far = format!("{typed} {}", step.words);
                whole == so_far.trim() || whole.starts_with(&format!("{} ", so_far.trim()))
            };
            let step = steps.iter().find(fits).expect("the move goes on");
            typed = format!("{typed} {}", step.words).trim().to_string();
            if touches > 1 {
                assert_eq!(meaning(&*gangsters, &typed), Meaning::Beginning(typed.clone()));
            }
        }
        assert_eq!(meaning(&*gangsters, &typed), Meaning::Moves(vec![whole]));
    }
}
