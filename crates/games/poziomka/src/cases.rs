//! Draws random inputs for the program: Left's moves in games against the program.

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Game, Notation, Parameters};

use super::program::OPTIONS;
use super::rules::{LONGEST, Move, Position, Poziomka};

/// The largest value of WYBOR, which is an `int` in C.
const MOST: usize = i32::MAX as usize;

pub(super) fn vary(random: &mut Random) -> Parameters {
    let mut options = Parameters::new(OPTIONS);
    let sizes = match random.below(10) {
        0 => None,
        1 => Some((1, random.between(1, 6), random.between(1, 6))),
        2 => Some(blocked(random)),
        3 => Some((random.between(2, 9), LONGEST, LONGEST)),
        4 => Some((4, 10, 7)),
        5 | 6 => Some(limits(random)),
        7 => Some((random.between(1, 5), random.between(1, LONGEST), random.between(1, LONGEST))),
        _ => Some((random.between(2, 4), random.between(3, 9), random.between(3, 9))),
    };
    let mut set = |name, value: usize| {
        options.set(name, &value.to_string()).expect("values lie within their ranges");
    };
    if let Some((length, rows, columns)) = sizes {
        set("pola", length);
        set("wiersze", rows);
        set("kolumny", columns);
    }
    match random.below(8) {
        0 => {}
        1 => set("wybor", MOST),
        2 => set("wybor", 0),
        3 => set("wybor", random.below(MOST)),
        _ => set("wybor", random.below(300)),
    }
    options
}

/// Draws a block length and a board size that are each the smallest or the largest, or nearly so.
fn limits(random: &mut Random) -> (usize, usize, usize) {
    let mut limit = || [1, 2, LONGEST - 1, LONGEST][random.below(4)];
    (limit(), limit(), limit())
}

/// Draws a block length and a board size for which at least one side never has a move.
fn blocked(random: &mut Random) -> (usize, usize, usize) {
    let length = random.between(2, LONGEST);
    let short = random.between(1, length - 1);
    match random.below(3) {
        0 => (length, short, random.between(length, LONGEST)),
        1 => (length, random.between(length, LONGEST), short),
        _ => (length, short, random.between(1, length - 1)),
    }
}

/// The lines that Left writes in a random game. The game ends when Right cannot move, or when Left
/// gives up. Left gives up at a random turn, or when it cannot move. In cases beyond the rules'
/// text, the `.` with which Left gives up may be missing.
pub(super) fn case(
    random: &mut Random,
    options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> String {
    let game =
        Poziomka::new(options.size("pola"), options.size("wiersze"), options.size("kolumny"));
    let choice = match random.below(8) {
        0 => Choice::First,
        1 => Choice::Last,
        2..=5 => Choice::Clever,
        _ => Choice::Any,
    };
    let mut left = Left { choice, passes: random.one_in(3) };
    let mut turns = match board {
        CaseBoard::Smallest => 0,
        CaseBoard::Any if random.one_in(2) => random.below(8),
        _ => usize::MAX,
    };
    let (mut position, mut lines) = (game.start(), String::new());
    while let Some(mv) = left.choose(random, &game, &position).filter(|_| turns > 0) {
        lines.push_str(&game.name(&position, mv));
        lines.push('\n');
        position = game.play(&position, mv);
        let Some(answer) = game.chosen(&position, options.integer("wybor")) else { return lines };
        position = game.play(&position, answer);
        turns -= 1;
    }
    if scope == CaseScope::Text || random.one_in(2) {
        lines.push_str(".\n");
    }
    lines
}

/// How Left plays a game.
struct Left {
    choice: Choice,
    /// Whether Left leaves the first move to Right.
    passes: bool,
}

/// Which of its moves Left chooses.
#[derive(Clone, Copy)]
enum Choice {
    First,
    Last,
    /// As the program would, so that Right often loses.
    Clever,
    Any,
}

impl Left {
    fn choose(
        &mut self,
        random: &mut Random,
        game: &Poziomka,
        position: &Position,
    ) -> Option<Move> {
        if std::mem::take(&mut self.passes) {
            return Some(Move::Pass);
        }
        let position = Position { may_pass: false, ..*position };
        let moves: Vec<_> = game.moves(&position).collect();
        match self.choice {
            Choice::First => moves.first().copied(),
            Choice::Last => moves.last().copied(),
            Choice::Clever => game.chosen(&position, random.next()),
            Choice::Any => random.pick(&moves).copied(),
        }
    }
}
