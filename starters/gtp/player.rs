//! A player for m,n,k-games by GTP, the Go Text Protocol, version 2.
//!
//! Compile:  rustc --edition 2024 -O player.rs
//! Run:      printf 'boardsize 3\nplay b a1\n7 genmove w\n' | ./player
//!
//! Each line is a command, perhaps with a number before it. The answer begins with `=`, or with `?`
//! for an error. The number, a text and an empty line follow.
//!
//! `choose` and `value` select a legal move in a simple way. Replace them with your own.

use std::collections::HashMap;
use std::io::{self, Write};

/// Column and row, both from 1.
type Square = (i32, i32);

/// The value of a square that wins, which is greater than that of any other square.
const WIN: i32 = 100_000_000;

const COMMANDS: [&str; 14] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "time_settings",
    "time_left",
    "ludoteka-set_parameter",
];

struct Game {
    rows: i32,
    columns: i32,
    k: i32,
    /// The side that has a stone on a square: 1 for black, or 2 for white.
    board: HashMap<Square, i32>,
}

impl Game {
    /// The number of this side's stones in an unbroken line beside a square, in one direction.
    fn beside(&self, (column, row): Square, across: i32, down: i32, side: i32) -> i32 {
        let stones = (1..)
            .take_while(|i| self.board.get(&(column + i * across, row + i * down)) == Some(&side));
        stones.count() as i32
    }

    /// The value of a square for a side: the sum of the squared lengths of all lines through it, or
    /// `WIN`.
    fn value(&self, square: Square, side: i32) -> i32 {
        let lengths = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(across, down)| {
            1 + self.beside(square, across, down, side) + self.beside(square, -across, -down, side)
        });
        if lengths.iter().any(|&length| length >= self.k) {
            return WIN;
        }
        lengths.iter().map(|length| length * length).sum()
    }

    /// Chooses a free square. The best choice is a square that wins. The next best is a square that
    /// stops the other side from winning. Otherwise it is the square with the greatest value for
    /// both sides together. Among equal squares, the first is taken. `None` if the board is full.
    fn choose(&self, side: i32) -> Option<Square> {
        let squares =
            (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |column| (column, row)));
        let free = squares.filter(|square| !self.board.contains_key(square));
        free.min_by_key(|&square| -2 * self.value(square, side) - self.value(square, 3 - side))
    }

    /// The text of the answer to a command, or the reason why the command is refused.
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, &'static str> {
        match (command, arguments) {
            ("protocol_version", _) => return Ok("2".to_string()),
            ("name", _) => return Ok("Starter".to_string()),
            ("version", _) => return Ok("1".to_string()),
            ("known_command", [name]) => return Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => return Ok(COMMANDS.join("\n")),
            ("quit" | "komi" | "time_settings" | "time_left", _) => {}
            ("clear_board", _) => self.board.clear(),
            ("boardsize", [size]) => self.set_size(size, size)?,
            ("boardsize", [rows, columns]) => self.set_size(rows, columns)?,
            ("ludoteka-set_parameter", [name, value]) => self.set_parameter(name, value)?,
            ("play", [colour, name]) => self.play(side_of(colour)?, name)?,
            ("genmove", [colour]) => return self.genmove(side_of(colour)?),
            _ if COMMANDS.contains(&command) => return Err("syntax error"),
            _ => return Err("unknown command"),
        }
        Ok(String::new())
    }

    fn set_size(&mut self, rows: &str, columns: &str) -> Result<(), &'static str> {
        let (rows, columns) = (number(rows), number(columns));
        (self.rows, self.columns) = rows.zip(columns).ok_or("unacceptable size")?;
        self.board.clear();
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), &'static str> {
        let parameter = match name {
            "n" => &mut self.rows,
            "m" => &mut self.columns,
            "k" => &mut self.k,
            _ => return Err("unacceptable parameter"),
        };
        *parameter = number(value).ok_or("unacceptable parameter")?;
        self.board.clear();
        Ok(())
    }

    fn play(&mut self, side: i32, name: &str) -> Result<(), &'static str> {
        if name == "resign" {
            return Ok(());
        }
        let on_board =
            |&(column, row): &Square| column <= self.columns && (1..=self.rows).contains(&row);
        let at = square(name)
            .filter(on_board)
            .filter(|at| !self.board.contains_key(at))
            .ok_or("illegal move")?;
        self.board.insert(at, side);
        Ok(())
    }

    fn genmove(&mut self, side: i32) -> Result<String, &'static str> {
        let at = self.choose(side).ok_or("the board is full")?;
        self.board.insert(at, side);
        Ok(name(at))
    }
}

fn side_of(colour: &str) -> Result<i32, &'static str> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(1),
        "w" | "white" => Ok(2),
        _ => Err("syntax error"),
    }
}

/// A number from 1 to 400, which is the range of every parameter.
fn number(text: &str) -> Option<i32> {
    text.parse().ok().filter(|number| (1..=400).contains(number))
}

/// The square of this name: its column, from a to z, then aa, ab and so on, and its row.
fn square(name: &str) -> Option<Square> {
    let (letters, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let column = match *letters.as_bytes() {
        [one @ b'a'..=b'z'] => i32::from(one - b'a') + 1,
        [one @ b'a'..=b'z', two @ b'a'..=b'z'] => {
            26 * (i32::from(one - b'a') + 1) + i32::from(two - b'a') + 1
        }
        _ => return None,
    };
    Some((column, digits.parse().ok()?))
}

fn name((column, row): Square) -> String {
    let letter = |number: i32| char::from(b'a' + number as u8);
    match (column - 1) / 26 {
        0 => format!("{}{row}", letter(column - 1)),
        first => format!("{}{}{row}", letter(first - 1), letter((column - 1) % 26)),
    }
}

fn main() -> io::Result<()> {
    let mut game = Game { rows: 3, columns: 3, k: 3, board: HashMap::new() };
    let mut output = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        if words.peek().is_none() {
            continue;
        }
        let number =
            words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default();
        let command = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let (sign, text) = match game.obey(command, &arguments) {
            Ok(text) => ('=', text),
            Err(why) => ('?', why.to_string()),
        };
        writeln!(output, "{}\n", format!("{sign}{number} {text}").trim_end())?;
        output.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}
