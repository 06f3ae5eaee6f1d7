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
        // On a narrower board, Right never has a move, and a program that cannot move at all passes.
        set("kolumny", columns.max(length));
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

/// Draws a block length and a board size for which Left never has a move.
fn blocked(random: &mut Random) -> (usize, usize, usize) {
    let length = random.between(2, LONGEST);
    (length, random.between(1, length - 1), random.between(length, LONGEST))
}

/// The lines that Left writes in a random game. The game ends when Right cannot move, or when Left
/// gives up. Left gives up at a random turn, or when it cannot move. In cases beyond the rules'
/// text, the `.` with which Left gives up may be missing. Left leaves the first move to Right if
/// Right had none otherwise, except on the smallest board and on the largest.
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
        CaseBoard::Any if random.one_in(2) => random.between(1, 7),
        _ => usize::MAX,
    };
    let (mut position, mut lines) = (game.start(), String::new());
    let begins = board != CaseBoard::Largest;
    let can_answer =
        |position: &Position, mv| game.moves(&game.play(position, mv)).next().is_some();
    while turns > 0 {
        let chosen = left.choose(random, &game, &position);
        let is_first = begins && position.may_pass;
        let chosen = chosen.filter(|&mv| !is_first || can_answer(&position, mv));
        let Some(mv) = chosen.or_else(|| is_first.then_some(Move::Pass)) else { break };
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

#[cfg(test)]
mod tests {
    use rules::Program;

    use super::super::SPEC;
    use super::*;

    /// A program that answers `.` to every move must not pass ten cases.
    #[test]
    fn right_has_a_move_in_most_cases() {
        let program = SPEC.program.as_ref().expect("the game has a program");
        for seed in 0..300 {
            let options = program.set_options(seed, 0);
            let moves = (1..=Program::SET).filter(|&number| {
                let input = program.case_input(seed, number, &options, CaseScope::Text);
                let (mut bytes, mut output) = (input.as_bytes(), Vec::new());
                let clock = || std::time::Duration::ZERO;
                (program.run)(&options, &mut rules::Console::new(&mut bytes, &mut output, &clock))
                    .expect("the case is valid");
                output.first().is_some_and(u8::is_ascii_alphabetic)
            });
            assert!(moves.count() >= 8, "seed {seed}");
        }
    }
}
