//! How programs play each other: by the tournament protocol in the game's rules.

use std::fmt::Write;
use std::time::Duration;

use rules::random::Random;
use rules::{
    Another, Answer, BadParameter, Contest, Dialogue, Game, Lifetime, Notation, Parameters,
    Protocol, Refusal, Side, SquareNames, TimeControl,
};

use super::board::{Square, Squares};
use super::position::{Gangsters, Step};

/// The rules give programs about a minute for a game. A case of the task is a game.
pub(super) const GAME_TIME: Duration = Duration::from_secs(60);

/// The rules give programs [`GAME_TIME`], 40 MB for data and 8 MB for the stack.
pub(super) const CONTEST: Contest = Contest {
    protocol: Some(Protocol {
        lifetime: Lifetime::Game,
        any_start: false,
        dialogue,
        constants: |_, _| Vec::new(),
    }),
    board,
    half_moves: Some(half_moves),
    squares: Some(SquareNames { rows: |parameters| Some(parameters.size("m")), renamed }),
    gomocup: None,
    opening: 0,
    time: TimeControl::game(GAME_TIME),
    memory: 40 << 20,
    stack: 8 << 20,
};

/// If a game has no limit of moves, the referee sets this limit for each player.
const LIMIT: u64 = 200;

fn half_moves(parameters: &Parameters) -> u64 {
    2 * Some(parameters.integer("limit")).filter(|limit| *limit > 0).unwrap_or(LIMIT)
}

/// On a random board, about one in `PILLARS` squares between the car parks has a pillar.
const PILLARS: usize = 12;

/// Draws the square of the box and a few pillars, if neither has been set.
fn board(random: &mut Random, parameters: &Parameters) -> Parameters {
    let mut board = parameters.clone();
    if board.integer("limit") == 0 {
        board.set("limit", &LIMIT.to_string()).expect("the limit is within its range");
    }
    if board.text("box").is_empty() && board.text("pillars").is_empty() {
        let [cash_box, pillars] = layout(random, board.size("n"), board.size("m"));
        board.set("box", &cash_box).expect("any text is accepted");
        board.set("pillars", &pillars).expect("any text is accepted");
    }
    board
}

/// Values of the parameters `box` and `pillars`.
fn layout(random: &mut Random, columns: usize, rows: usize) -> [String; 2] {
    let room: Vec<_> = Gangsters::room(columns, rows, &Squares::NONE).into_iter().collect();
    let cash_box = room[random.below(room.len())];
    let pillars = room.into_iter().filter(|&square| square != cash_box && random.one_in(PILLARS));
    let named = |Square { column, row }| format!("{column},{row}");
    [named(cash_box), pillars.map(named).collect::<Vec<_>>().join(";")]
}

/// A turn's name with another square of the car.
fn renamed(name: &str, another: Another<'_>) -> Option<String> {
    let numbers: Option<Vec<usize>> =
        name.split_whitespace().map(|word| word.parse().ok()).collect();
    let [cash_box, column, row, direction] = numbers?[..] else { return None };
    let (column, row) = another((column.checked_sub(1)?, row))?;
    Some(format!("{cash_box} {} {row} {direction}", column + 1))
}

fn dialogue(parameters: &Parameters, side: Side) -> Result<Box<dyn Dialogue>, BadParameter> {
    let game = <Gangsters as Notation>::new(parameters)?;
    if game.step == Step::One {
        let expected = "slide, the only step that the game's own protocol has";
        return Err(BadParameter::value("step", parameters.text("step"), expected));
    }
    Ok(Box::new(Conversation { game, side, is_asked: false, last: None }))
}

struct Conversation {
    game: Gangsters,
    side: Side,
    /// Whether the program has been told the board.
    is_asked: bool,
    last: Option<String>,
}

/// The time that a program is told if the game has no time limit: 24 days. A 32-bit number still
/// holds this number of milliseconds.
const NO_LIMIT: Duration = Duration::from_millis(i32::MAX as u64);

impl Dialogue for Conversation {
    fn hear(&mut self, name: &str) {
        self.last = Some(name.to_string());
    }

    /// Before the program's first move, the text begins with the opening lines. If the opponent has
    /// moved, the text ends with the time left and the opponent's move.
    fn prompt(&mut self, left: Option<Duration>) -> String {
        let ms = left.unwrap_or(NO_LIMIT).as_millis() as usize;
        let mut text =
            if self.is_asked { String::new() } else { opening(&self.game, ms, self.side) };
        self.is_asked = true;
        if let Some(last) = &self.last {
            writeln!(text, "{ms}\n{last}").expect("a string takes all");
        }
        text
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        Ok(Answer::Move(answer.to_string()))
    }
}

/// The opening lines of a conversation. Pillars are listed in the order of their columns and rows.
pub(super) fn opening(game: &Gangsters, ms: usize, program: Side) -> String {
    let Square { column, row } = game.start().cash_box;
    let colour = program.index() + 1;
    let head =
        format!("{ms}\n{} {}\n{colour}\n{column} {row}\n{}\n", game.columns, game.rows, game.limit);
    let pillars = Squares::all(game.columns, game.rows).without(&[game.ground, Squares::NONE]);
    let pillars: Vec<_> =
        pillars.into_iter().map(|pillar| format!("{} {}\n", pillar.column, pillar.row)).collect();
    format!("{head}{}\n{}", pillars.len(), pillars.concat())
}
