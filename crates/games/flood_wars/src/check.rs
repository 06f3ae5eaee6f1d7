//! Checks an answer to a case. Any legal move is right.

use rules::{AnswerScript, Checker, Game, Legal, Notation};

use super::LONGEST;
use super::board::{Colour, Reader};
use super::difference::{Difference, alike, unmoved};
use super::notation::{board_text, letter, side};
use super::rules::FloodWars;
use rules::quoted;

pub(super) const CHECKER: Checker = Checker {
    input: |input| legal_answers(input).map(drop),
    answer: check,
    script: AnswerScript::Validator(include_str!("../validators/output.py")),
};

/// Checks that `answer` is the other player's letter and the board after one legal move.
fn check(input: &str, answer: &str) -> Result<Legal, String> {
    let legal = legal_answers(input)?;
    // A `\r` before the end of a line is ignored.
    if legal.iter().any(|(_, right)| right.lines().eq(answer.lines())) {
        return Ok(Legal::Wholly);
    }
    // If several boards are equally similar to the answer, the first of them counts as the nearest.
    // `max_by_key` would return the last of them, so the order is reversed.
    let nearest = legal.iter().rev().max_by_key(|(_, right)| alike(right, answer));
    let (Some((colour, right)), Some(found)) = (nearest, answer.lines().next()) else {
        return Err("there is no answer".to_string());
    };
    let player = right.lines().next().unwrap_or_default();
    if player != found {
        return Err(format!(
            "line 1 is {} instead of `{player}`, the player to move next",
            quoted(found)
        ));
    }
    if let Some(objection) = not_to_choose(input, answer) {
        return Err(objection);
    }
    Err(match Difference::first(right, answer) {
        Some(square @ Difference::Square { .. }) => {
            format!(
                "no legal move gives this board; the move `{}` comes nearest, but {}",
                colour.glyph(),
                square.message()
            )
        }
        other => other.map_or_else(String::new, |difference| difference.message().to_string()),
    })
}

/// The objection to the colour in the mover's corner, if the answer is a board, and this colour has
/// not changed or may not be chosen.
fn not_to_choose(input: &str, answer: &str) -> Option<String> {
    let game = game(input).ok()?;
    let start = game.start();
    let found = Reader::of(answer.lines().skip(1)).and_then(Reader::any_corners).ok()?;
    let colour = found.corners()[start.turn.index()];
    let is_same_size = (found.rows(), found.columns()) == (game.rows, game.columns);
    is_same_size.then_some(())?;
    if let Some(unmoved) = unmoved(&game, &start, &found) {
        return Some(unmoved.to_string());
    }
    let told = || {
        let objection = game.objection(&start, colour);
        format!("`{}` may not be chosen: {objection}", colour.glyph())
    };
    start.colours.contains(&colour).then(told)
}

/// The game that begins at an input's board.
fn game(input: &str) -> Result<FloodWars<LONGEST>, String> {
    let mut lines = input.lines();
    let first = lines.next().unwrap_or_default();
    let turn = side(first).ok_or_else(|| {
        format!("line 1: expected `J` or `S`, the player to move; found {}", quoted(first))
    })?;
    let board = Reader::read(lines).map_err(|bad| format!("the board: {bad}"))?;
    Ok(FloodWars::<LONGEST>::new(&board, turn, 0, u32::MAX))
}

/// Every legal move, with the right answer for it.
fn legal_answers(input: &str) -> Result<Vec<(Colour, String)>, String> {
    let game = game(input)?;
    let start = game.start();
    // The program also answers on a decided board, where `moves` is empty.
    let colours = Colour::ALL.into_iter().filter(|colour| !start.colours.contains(colour));
    let answer = |colour| {
        let next = game.play(&start, colour);
        (colour, format!("{}\n{}", letter(next.turn), board_text(&game, &next)))
    };
    Ok(colours.map(answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "J\n@#+\n.*@\n#@+\n";

    #[test]
    fn every_legal_move_is_right_and_nothing_else() {
        // J has `#` bottom left, and S has `+` top right, so `@`, `.` and `*` are legal.
        for board in ["@#+\n.*@\n@@+\n", "@#+\n.*@\n.@+", "@#+\r\n.*@\r\n*@+\r\n"] {
            assert_eq!(check(INPUT, &format!("S\n{board}")), Ok(Legal::Wholly), "{board}");
        }
        let complaint = |answer: &str| check(INPUT, answer).expect_err("it is wrong");
        assert_eq!(complaint(""), "there is no answer");
        assert_eq!(
            complaint("J\n@#+\n.*@\n@@+\n"),
            "line 1 is `J` instead of `S`, the player to move next"
        );
        let opponents = complaint("S\n@#+\n.*@\n+@+\n");
        assert!(opponents.starts_with("`+` may not"), "{opponents}");
        assert!(opponents.ends_with("choose @ . *"), "{opponents}");
        assert_eq!(complaint("S\n@#+\n.*@\n#@+\n"), "the board is the same as before");
        assert_eq!(
            complaint("S\n*#+\n**@\n#@+\n"),
            "the corner of J has not changed, although 2 other squares have"
        );
        let nearest = "no legal move gives this board; the move `@` comes nearest, but line ";
        assert_eq!(
            complaint("S\n@.+\n.*@\n*@+\n"),
            format!("{nearest}2, column 2 should be `#` instead of `.`")
                .replace("move `@`", "move `*`")
        );
        assert_eq!(complaint("S\n@#+ \n.*@ \n@@+ \n"), "line 2 has white space at its end");
        assert_eq!(complaint("S\n@#+\n.*\n@@+\n"), "line 3 has 2 squares instead of 3");
        assert_eq!(complaint("S\n@#+\n.*@\n"), "line 4 is missing");
        assert_eq!(complaint("S\n@#+\n.*@\n@@+\n\nS\n"), "line 5 is one too many");
        assert_eq!(complaint("S \n"), "line 1 is `S ` instead of `S`, the player to move next");
        for (senseless, why) in [
            ("?", "line 1: expected `J` or `S`, the player to move; found `?`"),
            ("J\n", "the board: line "),
        ] {
            let refused = (CHECKER.input)(senseless).expect_err("it makes no sense");
            assert!(refused.starts_with(why), "{refused}");
        }
        assert_eq!((CHECKER.input)(INPUT), Ok(()));
    }
}
