//! Checks an answer to a case. Every legal move is right.
//!
//! A case contains the opponent's moves from a game against the reference program. A program that
//! plays differently soon gets moves that no longer fit its game. Its answers are checked up to
//! that point.

use std::time::Duration;

use rules::{AnswerScript, Checker, Console, Game, Legal, Notation};

use super::moves::Move;
use super::opening::{Opening, read_opening};
use super::position::{Gangsters, Position};
use rules::quoted;

pub(super) const CHECKER: Checker = Checker {
    input: check_input,
    answer: check,
    script: AnswerScript::Interactor {
        script: include_str!("../validators/interactor.py"),
        recorded: include_str!("../validators/recorded.py"),
    },
};

fn check_input(input: &str) -> Result<(), String> {
    let (mut bytes, mut sink, clock) = (input.as_bytes(), std::io::sink(), || Duration::ZERO);
    read_opening(&mut Console::new(&mut bytes, &mut sink, &clock))
        .map(drop)
        .map_err(|bad| bad.to_string())
}

/// Replays the conversation. The opponent's lines are in `input`, and the program's lines are in
/// `answer`.
fn check(input: &str, answer: &str) -> Result<Legal, String> {
    let mut bytes = input.as_bytes();
    let mut sink = std::io::sink();
    let clock = || Duration::ZERO;
    let mut console = Console::new(&mut bytes, &mut sink, &clock);
    let Opening { side, game, .. } = read_opening(&mut console).map_err(|bad| bad.to_string())?;
    let mut answers = answer.lines().enumerate();
    let mut position = game.start();
    while game.outcome(&position).is_none() {
        if position.turn == side {
            let (number, line) = answers.next().ok_or("the program's next move is missing")?;
            position = play(&game, &position, line)
                .map_err(|why| format!("line {}: {why}", number + 1))?;
        } else {
            // The opponent's turn has two lines: the time left to the program, and the opponent's
            // move.
            let Ok(Some(_)) = console.line() else { break };
            let Ok(Some(line)) = console.line() else { return Ok(Legal::Partly) };
            let Ok(next) = play(&game, &position, &line) else { return Ok(Legal::Partly) };
            position = next;
        }
    }
    match answers.next() {
        None => Ok(Legal::Wholly),
        Some((number, line)) => {
            Err(format!("line {}: {}; no move was asked for", number + 1, quoted(line)))
        }
    }
}

/// The opponent's move in the next line, if it is legal.
pub(super) fn opponents_move(
    game: &Gangsters,
    position: &Position,
    console: &mut Console<'_>,
) -> Option<Move> {
    let line = console.line().ok()??;
    let mv = game.parse(position, &line).ok()?;
    game.moves(position).any(|legal| legal == mv).then_some(mv)
}

/// The position after the move that a line names.
fn play(game: &Gangsters, position: &Position, line: &str) -> Result<Position, String> {
    let mv = game
        .parse(position, line)
        .map_err(|bad| format!("{}; expected {}", bad.found, bad.expected))?;
    let is_legal = game.moves(position).any(|legal| legal == mv);
    is_legal
        .then(|| game.play(position, mv))
        .ok_or_else(|| format!("{} is against the rules", quoted(line)))
}

#[cfg(test)]
mod tests {
    use rules::random::Random;
    use rules::{CaseBoard, CaseScope};

    use super::super::cases::{case, vary};
    use super::super::program::run;
    use super::*;

    /// The program plays red on 3 by 3 squares, with the box in the middle.
    const OPENING: &str = "1000\n3 3\n1\n2 2\n0\n0\n";

    fn first_moves() -> Vec<String> {
        let game = Gangsters::new(
            3,
            3,
            &std::iter::empty().collect(),
            super::super::Square { column: 2, row: 2 },
        );
        let start = game.start();
        game.moves(&start).map(|mv| game.name(&start, mv)).collect()
    }

    #[test]
    fn every_legal_move_is_right_and_nothing_else() {
        let moves = first_moves();
        assert!(!moves.is_empty());
        for mv in &moves {
            assert_eq!(check(OPENING, &format!("{mv}\n")), Ok(Legal::Wholly), "{mv}");
        }
        let complaint = |answer: &str| check(OPENING, answer).expect_err("it is wrong");
        assert_eq!(complaint(""), "the program's next move is missing");
        assert!(complaint("0 1 1 0\n").starts_with("line 1: `0 1 1 0` is against the rules"));
        assert!(complaint("hello\n").starts_with("line 1: `hello`; expected a direction"));
        assert!(complaint(&format!("{}\n{0}\n", moves[0])).contains("no move was asked for"));
        assert_eq!((CHECKER.input)(OPENING), Ok(()));
        assert!(
            (CHECKER.input)("?")
                .is_err_and(|why| why.starts_with("line 1: `?`; expected the time")),
            "no case"
        );
    }

    #[test]
    fn who_plays_otherwise_is_judged_up_to_where_the_input_no_longer_fits() {
        let unfitting = format!("{OPENING}900\n7 1 1 0\n");
        assert_eq!(
            check(&unfitting, &format!("{}\nwhatever\n", first_moves()[0])),
            Ok(Legal::Partly)
        );
    }

    #[test]
    fn our_own_answers_are_right() {
        for seed in 0..40 {
            let options = vary(&mut Random::new(seed));
            let (scope, board) = (CaseScope::BeyondText, CaseBoard::of(seed));
            let input = case(&mut Random::new(seed), &options, scope, board);
            let mut output = Vec::new();
            run(
                &options,
                &mut Console::new(&mut input.as_bytes(), &mut output, &|| Duration::ZERO),
            )
            .expect("a legal case");
            let answer = String::from_utf8(output).expect("programs write text");
            assert_eq!(check(&input, &answer), Ok(Legal::Wholly), "{input}{answer}");
        }
    }
}
