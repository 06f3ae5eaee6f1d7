//! How programs play each other. By the game's rules a program always plays Right. So if a program
//! has Left's side, it is shown the transposed board, and plays Right there.
//!
//! Transposing the board turns rows into columns, and Left into Right. The letters in the name of a
//! move keep their order and change their case: Left's `Fc`, in column F from row c, becomes
//! Right's `fC`.

use rules::{
    Another, Answer, BadParameter, Contest, Dialogue, Lifetime, Notation, Parameters, Play,
    Protocol, Refusal, Side, SquareNames, Table,
};
use std::time::Duration;

use super::notation::{column_letter, row_letter};
use super::rules::{LONGEST, Move, Poziomka};

pub(super) const CONTEST: Contest = Contest {
    protocol: Some(Protocol { lifetime: Lifetime::Game, any_start: false, dialogue, constants }),
    half_moves: Some(half_moves),
    // To count rows from the last one is to take a named square for the last one of a block.
    squares: Some(SquareNames { rows: |_| None, renamed }),
    ..Contest::PLAIN
};

/// No two blocks share a square, and only Left passes, at most once.
fn half_moves(parameters: &Parameters) -> u64 {
    let [length, rows, columns] =
        ["pola", "wiersze", "kolumny"].map(|name| parameters.integer(name));
    rows * columns / length + 1
}

fn dialogue(parameters: &Parameters, side: Side) -> Result<Box<dyn Dialogue>, BadParameter> {
    let mut game = <Poziomka as Notation>::new(parameters)?;
    if side == Side::First {
        game = Poziomka::new(game.length, game.columns, game.rows);
    }
    let mut own = Play::new(game);
    if side == Side::First {
        // On its own board, the program plays Right. Its opponent, Left, passes, so that Right
        // begins.
        own.play(Move::Pass);
    }
    Ok(Box::new(Conversation { side, last: None, own }))
}

/// The constants of a program. Transposing the board exchanges the numbers of rows and columns.
fn constants(parameters: &Parameters, side: Side) -> Vec<(&'static str, String)> {
    let [rows, columns] = match side {
        Side::First => ["kolumny", "wiersze"],
        Side::Second => ["wiersze", "kolumny"],
    };
    let constants = [("POLA", "pola"), ("WIERSZE", rows), ("KOLUMNY", columns)];
    constants.map(|(constant, name)| (constant, parameters.text(name).to_string())).to_vec()
}

/// A block's name with another square. Right names the row first, in a small letter.
fn renamed(name: &str, another: Another<'_>) -> Option<String> {
    let &[first, second] = name.trim().as_bytes() else { return None };
    let is_rights = first.is_ascii_lowercase();
    let [row, column] = if is_rights { [first, second] } else { [second, first] };
    let is_square = row.is_ascii_lowercase() && column.is_ascii_uppercase();
    let square = ((column.checked_sub(b'A')?).into(), usize::from(row.checked_sub(b'a')?) + 1);
    let (column, row) = another(square).filter(|_| is_square)?;
    let row = row.checked_sub(1).filter(|row| column.max(*row) < LONGEST)?;
    let [row, column] = [row_letter(row), column_letter(column)];
    Some(String::from_iter(if is_rights { [row, column] } else { [column, row] }))
}

const PASS: &str = "-";

struct Conversation {
    /// The program's side on the real board.
    side: Side,
    /// The last move, on the real board.
    last: Option<String>,
    /// The game on the program's own board. Error messages name the squares of this board.
    own: Play<Poziomka>,
}

impl Conversation {
    /// Translates a move's name between the real board and the program's board, in either
    /// direction.
    fn turned(&self, name: &str) -> String {
        let is_block = name.len() == 2 && name.bytes().all(|letter| letter.is_ascii_alphabetic());
        if self.side == Side::Second || !is_block {
            return name.to_string();
        }
        other_case(name)
    }
}

/// A move's name on the transposed board.
pub(super) fn other_case(name: &str) -> String {
    let other = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    name.chars().map(other).collect()
}

impl Dialogue for Conversation {
    fn hear(&mut self, name: &str) {
        self.last = Some(name.to_string());
        if self.side == Side::First && name == PASS {
            // The program leaves the first move to the opponent. On the program's own board, the
            // opponent is Left and began with a pass. Undoing this pass lets the opponent make the
            // first move.
            self.own.undo();
        } else {
            let name = self.turned(name);
            let heard = Table::play(&mut self.own, &name);
            debug_assert_eq!(heard, Ok(()), "moves that are made are legal");
        }
    }

    /// The prompt is the opponent's last move, or, before the first move, the pass that lets Right
    /// begin.
    fn prompt(&mut self, _: Option<Duration>) -> String {
        format!("{}\n", self.last.as_deref().map_or(PASS.to_string(), |last| self.turned(last)))
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        if answer == "." {
            return Ok(Answer::Resign);
        }
        // A program that plays Left may pass, although Right may never pass on the program's own
        // board.
        if self.side == Side::First && answer == PASS {
            return Ok(Answer::Move(PASS.to_string()));
        }
        Table::play(&mut self.own.clone(), answer)?;
        Ok(Answer::Move(self.turned(answer)))
    }
}
