//! Tells a program the parameters of a game. If the program knows the additional command for
//! parameters, that command is used. Otherwise the program is told only the board's size.

use std::collections::BTreeMap;

use rules::{Kind, Message, Parameter, Parameters, message};

use crate::foul_words::WORDS;
use crate::gtp::spelling;
use crate::gtp_options::KNOWS;

pub(super) const SET: &str = "ludoteka-set_parameter";
pub(super) const BOARDSIZE: &str = "boardsize";

/// The commands that tell a program the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// The program is sent no command: the game has the default values, and the program can play
    /// only with those.
    Nothing,
    /// The command that sets the size.
    Size(String),
    /// Commands that each set one parameter.
    ///
    /// Like the engine, a program may refuse a value that does not fit the present values of other
    /// parameters, and accept it later.
    Each {
        /// Commands that empty all parameters whose values are texts; a program may refuse these
        /// commands. These commands come before the values, because an old text may contain squares
        /// that are off the new board, or squares that a new text contains as well.
        first: Vec<String>,
        /// All values, to be set in any order that the program accepts.
        then: Vec<String>,
    },
}

/// Decides how the parameters are told to a program. `knows` says whether the program knows a
/// command, `size` names the parameters for rows and columns, and `own` has the parameters that the
/// program has by itself. The error says why the parameters cannot be told.
pub(super) fn telling(
    list: &[Parameter],
    size: Option<[&str; 2]>,
    parameters: &Parameters,
    own: &BTreeMap<String, String>,
    knows: impl Fn(&str) -> bool,
) -> Result<Telling, Message> {
    if knows(SET) {
        let is_text = |parameter: &&Parameter| matches!(parameter.kind, Kind::Text { .. });
        let first = list
            .iter()
            .filter(is_text)
            .map(|parameter| format!("{SET} {}", parameter.name))
            .collect();
        let then =
            parameters.all().map(|(name, value)| set(name, value)).collect::<Result<_, _>>()?;
        return Ok(Telling::Each { first, then });
    }
    if let Some((name, has)) = own.iter().find(|(name, has)| parameters.text(name) != **has) {
        let game = parameters.text(name);
        return Err(message!(WORDS, "has-by-itself", name = name, own = has, value = game));
    }
    let is_own = |name: &str| own.contains_key(name);
    let size = size.filter(|size| knows(BOARDSIZE) && !size.iter().all(|name| is_own(name)));
    let is_told = |name: &&str| size.is_some_and(|size| size.contains(name));
    let untold = parameters.changed().find(|(name, _)| !is_told(name) && !is_own(name));
    match (untold, size) {
        (Some((name, value)), _) => {
            let option = format!("gtp:{KNOWS} {name}={value} PROGRAM");
            Err(message!(
                WORDS,
                "not-told",
                name = name,
                value = value,
                command = SET,
                option = option
            ))
        }
        (None, None) => Ok(Telling::Nothing),
        (None, Some([rows, columns])) => {
            let [rows, columns] = [rows, columns].map(|name| parameters.text(name));
            let square =
                if rows == columns { rows.to_string() } else { format!("{rows} {columns}") };
            Ok(Telling::Size(format!("{BOARDSIZE} {square}")))
        }
    }
}

/// The command that sets a parameter.
fn set(name: &str, value: &str) -> Result<String, Message> {
    let told = spelling::written(value);
    let comes_back = spelling::read(&told) == value
        && value.trim() == value
        && !value.contains(char::is_control);
    let untellable = || message!(WORDS, "untellable", name = name, value = format!("{value:?}"));
    comes_back.then(|| format!("{SET} {name} {told}").trim_end().to_string()).ok_or_else(untellable)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Parameter] = &[
        Parameter::integer("rows", "", 1, 9, 5),
        Parameter::integer("columns", "", 1, 9, 5),
        Parameter::text("board", "", "ROW/ROW"),
    ];
    const SIZE: Option<[&str; 2]> = Some(["rows", "columns"]);

    fn told(
        values: &[(&str, &str)],
        size: Option<[&str; 2]>,
        known: &str,
    ) -> Result<Telling, Message> {
        let mut parameters = Parameters::new(LIST);
        for (name, value) in values {
            parameters.set(name, value).expect("the values are within their ranges");
        }
        telled(&parameters, &[], size, known)
    }

    fn telled(
        parameters: &Parameters,
        own: &[(&str, &str)],
        size: Option<[&str; 2]>,
        known: &str,
    ) -> Result<Telling, Message> {
        let own = own.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        telling(LIST, size, parameters, &own, |name| known.split(' ').any(|word| word == name))
    }

    #[test]
    fn a_program_that_knows_our_command_is_told_all() {
        let known = "boardsize ludoteka-set_parameter";
        let [first, rows, columns] =
            ["board", "rows 3", "columns 5"].map(|text| format!("ludoteka-set_parameter {text}"));
        let then =
            vec![rows.clone(), columns.clone(), "ludoteka-set_parameter board .%/@+".to_string()];
        let expected = Telling::Each { first: vec![first.clone()], then };
        assert_eq!(told(&[("rows", "3"), ("board", ".#/@+")], SIZE, known), Ok(expected));
        let expected =
            Telling::Each { first: vec![first.clone()], then: vec![rows, columns, first] };
        assert_eq!(told(&[("rows", "3")], SIZE, known), Ok(expected));
        for value in ["a%", " a", "a\nquit", "a\0"] {
            let why = told(&[("board", value)], SIZE, known).unwrap_err();
            assert_eq!(why.arguments["value"], format!("{value:?}").into());
        }
    }

    #[test]
    fn another_is_told_the_size() {
        let size = |arguments: &str| Ok(Telling::Size(format!("boardsize {arguments}")));
        assert_eq!(told(&[], SIZE, "boardsize"), size("5"));
        assert_eq!(told(&[("rows", "3")], SIZE, "boardsize"), size("3 5"));
        assert_eq!(told(&[], None, "boardsize"), Ok(Telling::Nothing));
        assert_eq!(told(&[], SIZE, ""), Ok(Telling::Nothing));
    }

    #[test]
    fn what_cannot_be_told_is_named() {
        let names = |told: Result<Telling, Message>, name: &str| {
            told.is_err_and(|why| why.to_string().contains(&format!(" told {name}: ")))
        };
        assert!(names(told(&[("board", "x")], SIZE, "boardsize"), "board=x"));
        assert!(names(told(&[("columns", "4")], SIZE, ""), "columns=4"));
        assert!(names(told(&[("columns", "4")], None, "boardsize"), "columns=4"));
    }

    #[test]
    fn what_a_program_has_by_itself_is_not_told() {
        let mut game = Parameters::new(LIST);
        game.set("rows", "3").and_then(|()| game.set("board", "x")).expect("values");
        let board = ("board", "x");
        let size = Telling::Size("boardsize 3 5".to_string());
        assert_eq!(telled(&game, &[board], SIZE, "boardsize"), Ok(size));
        let all = [board, ("rows", "3"), ("columns", "5")];
        assert_eq!(telled(&game, &all, SIZE, "boardsize"), Ok(Telling::Nothing));
        let other = telled(&game, &[board, ("rows", "4")], SIZE, "boardsize");
        assert!(other.is_err_and(|why| why.is(WORDS, "has-by-itself")));
        assert!(telled(&game, &[("rows", "3")], SIZE, "boardsize").is_err());
    }
}
