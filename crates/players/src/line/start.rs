//! The first line: the game, its parameters, the player's side, and the time.

use std::fmt;
use std::time::Duration;

use rules::{BadInput, Parameter, Parameters, Side};

/// The facts that a player is told before the game.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game.
    pub game: String,
    /// The values of the game's parameters.
    pub parameters: Parameters,
    /// The side that the player plays.
    pub side: Side,
    /// The time that the player has left for all its moves; `None` for no limit.
    pub game_time: Option<Duration>,
    /// The time that the player has for each move; `None` for no limit.
    pub move_time: Option<Duration>,
    /// The number of moves made so far. These moves follow the line.
    pub moves: usize,
}

/// Stands for an empty value in the line.
const EMPTY: &str = "-";

impl Start {
    /// The line, with its line feed: `GAME VALUE... SIDE GAME_MS MOVE_MS MOVES`.
    ///
    /// # Errors
    /// Fails if a value contains a space, or is a dash.
    pub fn line(&self) -> Result<String, Untellable> {
        let mut words = vec![self.game.clone()];
        for (name, value) in self.parameters.all() {
            if value.contains(char::is_whitespace) || value == EMPTY {
                return Err(Untellable { parameter: name });
            }
            words.push(if value.is_empty() { EMPTY } else { value }.to_string());
        }
        words.push((self.side.index() + 1).to_string());
        words.extend(
            [self.game_time, self.move_time]
                .map(|time| time.map_or(0, |time| time.as_millis().max(1)).to_string()),
        );
        words.push(self.moves.to_string());
        Ok(words.join(" ") + "\n")
    }

    /// Reads the line of a game with these parameters.
    ///
    /// # Errors
    /// Fails if the line has another form. The error says which form was expected.
    pub fn read(line: &str, game: &str, list: &'static [Parameter]) -> Result<Start, BadInput> {
        let words: Vec<_> = line.split_whitespace().collect();
        let [name, values @ .., side, game_ms, move_ms, moves] = words.as_slice() else {
            return Err(bad(line, &form(game, list)));
        };
        if *name != game || values.len() != list.len() {
            return Err(bad(line, &form(game, list)));
        }
        let mut parameters = Parameters::new(list);
        for (parameter, &value) in list.iter().zip(values) {
            let value = if value == EMPTY { "" } else { value };
            parameters.set(parameter.name, value).map_err(|_| {
                bad(&format!("{}={value}", parameter.name), &parameter.range_text())
            })?;
        }
        let side = match *side {
            "1" => Side::First,
            "2" => Side::Second,
            other => return Err(bad(other, "1 for the side that moves first, or 2")),
        };
        let (game_time, move_time) = (read_time(game_ms)?, read_time(move_ms)?);
        let moves = moves.parse().map_err(|_| bad(moves, "the number of moves that follow"))?;
        Ok(Start { game: game.to_string(), parameters, side, game_time, move_time, moves })
    }
}

fn read_time(text: &str) -> Result<Option<Duration>, BadInput> {
    let ms: u64 = text.parse().map_err(|_| bad(text, "milliseconds, 0 for no limit"))?;
    Ok((ms > 0).then(|| Duration::from_millis(ms)))
}

/// The form of the line, for error messages.
fn form(game: &str, list: &[Parameter]) -> String {
    let names: String =
        list.iter().map(|parameter| format!("{} ", parameter.name.to_uppercase())).collect();
    format!("`{game} {names}SIDE GAME_MS MOVE_MS MOVES`")
}

pub(super) fn bad(found: &str, expected: &str) -> BadInput {
    let start: String = found.chars().take(40).flat_map(char::escape_debug).collect();
    BadInput::new(1, format!("`{start}`"), expected)
}

/// A parameter has a value that the line cannot contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untellable {
    parameter: &'static str,
}

impl fmt::Display for Untellable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the line protocol cannot express the value of {}: it contains a space, or is a dash",
            self.parameter
        )
    }
}

impl std::error::Error for Untellable {}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Parameter] =
        &[Parameter::integer("rows", "", 1, 9, 3), Parameter::text("pillars", "", "C,R")];

    fn start(pillars: &str) -> Start {
        let parameters = Parameters::new(LIST).with("pillars", pillars).expect("any text will do");
        let game_time = Some(Duration::from_secs(2));
        Start {
            game: "toy".to_string(),
            parameters,
            side: Side::Second,
            game_time,
            move_time: None,
            moves: 3,
        }
    }

    #[test]
    fn what_is_told_is_understood() {
        for (pillars, line) in [("2,3", "toy 3 2,3 2 2000 0 3\n"), ("", "toy 3 - 2 2000 0 3\n")] {
            assert_eq!(start(pillars).line().as_deref(), Ok(line));
            let read = Start::read(line, "toy", LIST).unwrap();
            assert_eq!(read.line().as_deref(), Ok(line));
            assert_eq!((read.side, read.parameters.text("pillars")), (Side::Second, pillars));
            assert_eq!((read.game_time, read.move_time), (start("").game_time, None));
        }
        assert_eq!(
            Start::read("toy 3 - 1 0 5 0\r", "toy", LIST).unwrap().move_time,
            Some(Duration::from_millis(5))
        );
        let refused = start("2, 3").line().unwrap_err().to_string();
        assert!(refused.contains("pillars"), "{refused}");
    }

    #[test]
    fn a_line_that_makes_no_sense_is_explained() {
        let refused = |line| Start::read(line, "toy", LIST).unwrap_err().to_string();
        let form = "expected `toy ROWS PILLARS SIDE GAME_MS MOVE_MS MOVES`";
        for line in ["", "toy", "toy 3 1 0 0 0", "ludo 3 - 1 0 0 0", "toy 3 - 1 0 0 0 0"] {
            assert_eq!(refused(line), format!("line 1: `{line}`; {form}"));
        }
        assert_eq!(
            refused("toy 3 - 3 0 0 0"),
            "line 1: `3`; expected 1 for the side that moves first, or 2"
        );
        assert_eq!(
            refused("toy 3 - 1 -1 0 0"),
            "line 1: `-1`; expected milliseconds, 0 for no limit"
        );
        assert_eq!(refused("toy 12 - 1 0 0 0"), "line 1: `rows=12`; expected 1..9");
    }
}
