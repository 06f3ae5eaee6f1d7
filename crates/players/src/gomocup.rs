//! The referee's side of the Gomocup protocol, which programs for five in a row speak
//! (<https://plastovicka.github.io/protocl2en.htm>).

use std::cell::Cell;
use std::fmt::Write;
use std::time::Duration;

use rules::{Answer, BadInput, Dialogue, FiveInARow, Refusal, Side, SquareNames, message};

use crate::foul_words::WORDS;
use crate::player::Place;
use crate::time_management::USUAL_MOVES;

/// What a program may print beside its moves: the answer to the first command, and remarks.
const ASIDES: [&str; 4] = ["OK", "MESSAGE", "DEBUG", "UNKNOWN"];

/// What a program is told before its first move.
#[derive(Clone, Debug)]
struct GameSettings {
    /// Columns and rows of the board.
    size: (usize, usize),
    /// The time for each move, and for all moves of the game.
    move_time: Option<Duration>,
    game_time: Option<Duration>,
    /// The memory that the program may use, in bytes.
    memory: u64,
}

/// A conversation with one program during one game.
pub(crate) struct Gomocup {
    settings: GameSettings,
    names: SquareNames,
    side: Side,
    /// The squares of the moves so far, by both sides in turn.
    moves: Vec<(usize, usize)>,
    is_started: bool,
}

impl Gomocup {
    /// The conversation of a game of five in a row; `None` if these parameters make another game.
    pub(crate) fn new(
        board: FiveInARow,
        names: SquareNames,
        place: &Place<'_>,
        memory: u64,
    ) -> Option<Gomocup> {
        let (size, time) = (board(place.parameters)?, place.time);
        let settings =
            GameSettings { size, move_time: time.each_move, game_time: time.game, memory };
        Some(Gomocup { settings, names, side: place.side, moves: Vec::new(), is_started: false })
    }

    /// The commands that begin a game. A time of 0 means as fast as possible for a move, and no limit
    /// for a game.
    fn start(&self, left: Option<Duration>) -> String {
        let GameSettings { size: (columns, rows), move_time, game_time, memory } = self.settings;
        let mut text = match columns == rows {
            true => format!("START {rows}\n"),
            false => format!("RECTSTART {columns},{rows}\n"),
        };
        let ms = |time: Option<Duration>| time.map_or(0, |time| time.as_millis());
        // Many programs heed only the time for a move, so they are told a share of a game's time.
        let turn = ms(move_time.or(game_time.map(|time| time / USUAL_MOVES)).or(Some(FREE)));
        let told = [
            ("rule", 0),
            ("game_type", 1),
            ("timeout_turn", turn),
            ("timeout_match", ms(game_time)),
            ("max_memory", memory.into()),
        ];
        for (key, value) in told {
            let _ = writeln!(text, "INFO {key} {value}");
        }
        text + &self.time_left(left)
    }

    fn time_left(&self, left: Option<Duration>) -> String {
        let left = left.filter(|_| self.settings.game_time.is_some());
        left.map_or(String::new(), |left| format!("INFO time_left {}\n", left.as_millis()))
    }

    /// The whole position, with the program's own moves as 1.
    fn board(&self) -> String {
        let owner = |number: usize| if number % 2 == self.side.index() { 1 } else { 2 };
        let lines = self.moves.iter().enumerate();
        let lines = lines.map(|(number, (x, y))| format!("{x},{y},{}\n", owner(number)));
        format!("BOARD\n{}DONE\n", lines.collect::<String>())
    }
}

/// The time for a move of a program that has no limit: most programs use what they are given.
const FREE: Duration = Duration::from_secs(5);

impl Dialogue for Gomocup {
    fn hear(&mut self, name: &str) {
        let found = Cell::new((0, 1));
        (self.names.renamed)(name, &|square| {
            found.set(square);
            None
        });
        let (column, row) = found.get();
        self.moves.push((column, row.saturating_sub(1)));
    }

    fn prompt(&mut self, left: Option<Duration>) -> String {
        let is_started = std::mem::replace(&mut self.is_started, true);
        let before = if is_started { self.time_left(left) } else { self.start(left) };
        before
            + &match &self.moves[..] {
                [] => "BEGIN\n".to_string(),
                [.., (x, y)] if is_started || self.moves.len() == 1 => format!("TURN {x},{y}\n"),
                _ => self.board(),
            }
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        let bad = || {
            let expected = message!(WORDS, "gomocup-move");
            Refusal::Garbled(BadInput::new(1, format!("`{answer}`"), expected))
        };
        let (x, y) = answer.split_once(',').ok_or_else(bad)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
        let square = (number(x)?, number(y)?.saturating_add(1));
        let name = (self.names.renamed)("a1", &|_| Some(square)).ok_or_else(bad)?;
        Ok(Answer::Move(name))
    }

    fn is_aside(&self, line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| ASIDES.contains(&word))
    }

    fn has_asides(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use rules::{Parameter, Parameters, TimeControl, renamed_square};

    use super::*;

    const LIST: &[Parameter] = &[Parameter::integer("n", "", 1, 30, 15)];

    fn conversation(side: Side, each_move: Option<Duration>) -> Gomocup {
        let names = SquareNames { rows: |_| None, renamed: renamed_square };
        let board = |parameters: &Parameters| Some((15, parameters.size("n")));
        let time = TimeControl { each_move, ..TimeControl::game(Duration::from_secs(60)) };
        let place = Place { parameters: &Parameters::new(LIST), side, time, seed: 1 };
        Gomocup::new(board, names, &place, 1 << 20).expect("five in a row")
    }

    #[test]
    fn a_program_hears_of_the_game_and_then_the_opponents_moves() {
        let mut first = conversation(Side::First, Some(Duration::from_secs(2)));
        let left = Some(Duration::from_secs(9));
        assert_eq!(
            first.prompt(left),
            "START 15\nINFO rule 0\nINFO game_type 1\nINFO timeout_turn 2000\n\
             INFO timeout_match 60000\nINFO max_memory 1048576\nINFO time_left 9000\nBEGIN\n"
        );
        assert_eq!(first.reply(" 7,11"), Ok(Answer::Move("h12".to_string())));
        first.hear("h12");
        first.hear("a15");
        assert_eq!(first.prompt(left), "INFO time_left 9000\nTURN 0,14\n");
        let mut second = conversation(Side::Second, None);
        second.hear("b1");
        let told = second.prompt(left);
        assert!(
            told.contains("INFO timeout_turn 2400\n") && told.ends_with("TURN 1,0\n"),
            "{told}"
        );
    }

    #[test]
    fn an_opening_is_a_board() {
        let mut first = conversation(Side::First, None);
        first.hear("a1");
        first.hear("b3");
        let told = first.prompt(None);
        assert!(told.starts_with("START 15\n"), "{told}");
        assert!(told.ends_with("BOARD\n0,0,1\n1,2,2\nDONE\n"), "{told}");
    }

    #[test]
    fn remarks_are_no_moves() {
        let conversation = conversation(Side::First, None);
        for line in ["OK", "OK - all right", "MESSAGE depth 3", "DEBUG x", "UNKNOWN info"] {
            assert!(conversation.is_aside(line), "{line}");
        }
        assert!(!conversation.is_aside("7,7") && !conversation.is_aside("ERROR unsupported size"));
        for line in ["ERROR unsupported size", "7", "-1,2", "7;7", "a,b", ""] {
            assert!(matches!(conversation.reply(line), Err(Refusal::Garbled(_))), "{line}");
        }
    }
}
