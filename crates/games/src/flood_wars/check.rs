//! Whether an answer to a case is right: any legal move is.

use rules::{Game, Legal};

use super::LONGEST;
use super::board::{Colour, Reader};
use super::notation::{board_text, letter, side};
use super::rules::FloodWars;

/// Checks that `answer` is the other player's letter and the board after one legal move.
pub(super) fn check(input: &str, answer: &str) -> Result<Legal, String> {
    let legal = legal_answers(input).ok_or("the input is no player and board")?;
    // A `\r` before the end of a line is as good as none.
    if legal.iter().any(|right| right.lines().eq(answer.lines())) {
        return Ok(Legal::Wholly);
    }
    let (right, found) = (legal.first().and_then(|right| right.lines().next()), answer.lines().next());
    let (Some(right), Some(found)) = (right, found) else { return Err("there is no answer".to_string()) };
    if right != found {
        return Err(format!("line 1 is not `{right}`, the player to move next"));
    }
    Err(match longest_agreement(&legal, answer) {
        line if line <= legal[0].lines().count() => format!("from line {line} on it is the board after no legal move"),
        line => format!("line {line} is one too many"),
    })
}

/// Every right answer; `None` when the input makes no sense.
fn legal_answers(input: &str) -> Option<Vec<String>> {
    let mut lines = input.lines();
    let turn = side(lines.next()?)?;
    let board = Reader::read(lines).ok()?;
    let game = FloodWars::<LONGEST>::new(&board, turn, 0, u32::MAX);
    let start = game.start();
    // Not `moves`, of which a decided board has none: the program answers there as well.
    let colours = Colour::ALL.into_iter().filter(|colour| !start.colours.contains(colour));
    let after = colours.map(|colour| game.play(&start, colour));
    Some(after.map(|next| format!("{}\n{}", letter(next.turn), board_text(&game, &next))).collect())
}

/// The first line at which the answer differs from every right one.
fn longest_agreement(legal: &[String], answer: &str) -> usize {
    let agree = |right: &String| right.lines().zip(answer.lines()).take_while(|(a, b)| a == b).count();
    1 + legal.iter().map(agree).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "J\n@#+\n.*@\n#@+\n";

    #[test]
    fn every_legal_move_is_right_and_nothing_else() {
        // J owns `#` bottom left, S `+` top right: `@`, `.` and `*` are legal.
        for board in ["@#+\n.*@\n@@+\n", "@#+\n.*@\n.@+", "@#+\r\n.*@\r\n*@+\r\n"] {
            assert_eq!(check(INPUT, &format!("S\n{board}")), Ok(Legal::Wholly), "{board}");
        }
        let complaint = |answer: &str| check(INPUT, answer).expect_err("it is wrong");
        assert_eq!(complaint(""), "there is no answer");
        assert_eq!(complaint("J\n@#+\n.*@\n@@+\n"), "line 1 is not `S`, the player to move next");
        assert_eq!(complaint("S\n@#+\n.*@\n+@+\n"), "from line 4 on it is the board after no legal move");
        assert_eq!(complaint("S\n@#+\n.*@\n"), "from line 4 on it is the board after no legal move");
        assert_eq!(complaint("S\n@#+\n.*@\n@@+\n\nS\n"), "line 5 is one too many");
        assert!(check("?", "S\n").is_err() && check("J\n", "S\n").is_err());
    }
}
