//! The program: transcripts, error messages, and whole games against itself.

use std::cell::Cell;
use std::time::Duration;

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Console, Outcome, Parameters, Play, ProgramError, Side, Table};

use crate::cases::random_game;
use crate::contest::opening;
use crate::opening::read_opening;
use crate::program::{OPTIONS, run};
use crate::{Gangsters, Square, Squares};

fn thousand_nodes() -> Parameters {
    Parameters::new(OPTIONS).with("nodes", "1000").unwrap()
}

/// The program's output for an input, and how it ended.
fn answer(input: &str) -> (String, Result<(), ProgramError>) {
    let mut output = Vec::new();
    let result = run(
        &thousand_nodes(),
        &mut Console::new(&mut input.as_bytes(), &mut output, &|| Duration::ZERO),
    );
    (String::from_utf8(output).unwrap(), result)
}

fn complaint(input: &str) -> String {
    answer(input).1.expect_err("the input makes no sense").to_string()
}

/// A board of 3 by 3 on which red wins at once, since green has no turn left.
const RED: &str = "60000\n3 3\n1\n2 2\n0\n0\n";

#[test]
fn red_moves_first_and_ends_with_the_game() {
    let (moves, result) = answer(RED);
    assert!(result.is_ok());
    let game = Gangsters::new(3, 3, &Squares::NONE, Square { column: 2, row: 2 });
    let mut play = Play::new(game);
    Table::play(&mut play, moves.strip_suffix('\n').unwrap()).unwrap();
    assert_eq!(play.outcome(), Some(Outcome::won_by(Side::First, 1)));
}

/// The conversation in README: lines that begin with a space are written by the program.
#[test]
fn the_conversation_in_the_rules_is_a_whole_game() {
    let readme = include_str!("../../README.md");
    let (_, block) = readme.split_once("reads     writes\n").expect("a conversation");
    let (block, _) = block.split_once("```").expect("its end");
    let said = |line: &str| line.split("  ").find(|part| !part.is_empty()).map(str::to_string);
    let lines: Vec<_> = block.lines().map(|line| said(line).expect("words")).collect();
    let opening = lines[..7].join("\n") + "\n";
    let clock = || Duration::ZERO;
    let (mut input, mut sink) = (opening.as_bytes(), Vec::new());
    let opening = read_opening(&mut Console::new(&mut input, &mut sink, &clock)).unwrap();
    assert_eq!(opening.side, Side::First);
    let mut play = Play::new(opening.game);
    let is_written = |line: &str| line.starts_with(' ');
    // Of the two lines that are read each time, the first is the time left.
    let moves: Vec<_> = (7..lines.len())
        .filter(|&i| is_written(block.lines().nth(i).unwrap()) || i >= 8 && (i - 8) % 3 == 1)
        .collect();
    for i in moves {
        Table::play(&mut play, lines[i].trim()).unwrap();
    }
    assert_eq!(play.outcome(), Some(Outcome::won_by(Side::First, 1)));
}

/// If red's car park has a free square, green may park the box there and lose. A tournament does
/// not forward such a move.
#[test]
fn an_opponent_who_parks_ends_the_game() {
    let mut parked = 0;
    for column in 1..=9 {
        let opening = format!("60000\n9 5\n1\n{column} 3\n0\n0\n");
        let (first, result) = answer(&opening);
        assert!(result.is_ok(), "the input may end between two turns");
        let game = Gangsters::new(9, 5, &Squares::NONE, Square { column, row: 3 });
        let mut play = Play::new(game);
        Table::play(&mut play, first.trim_end()).unwrap();
        for name in play.legal().iter().filter(|name| name.len() == 1) {
            let (moves, result) = answer(&format!("{opening}59000\n{name}\n"));
            assert!(result.is_ok() && moves == first, "{name}: no further answer is expected");
            parked += 1;
        }
    }
    assert!(parked > 0);
}

#[test]
fn green_answers() {
    let (moves, result) = answer("60000\r\n5 5\r\n2\r\n3 3\r\n0\r\n1\r\n2 3\r\n59000\r\n0  1 1 0");
    assert!(result.is_ok());
    assert_eq!(moves.split_whitespace().count(), 4);
    assert_eq!(answer("60000\n5 5\n2\n3 3\n0\n0\n").0, "", "green waits for red");
}

#[test]
fn after_the_limit_nobody_moves() {
    let (moves, result) = answer("60000\n5 5\n2\n3 3\n1\n0\n59000\n0 1 1 0\nthis is never read\n");
    assert!(result.is_ok());
    assert_eq!(moves.lines().count(), 1);
}

#[test]
fn complaints_name_line_and_cause() {
    let complaints = [
        ("", "line 1: the input ends here; expected the time for the game in milliseconds"),
        ("1 2\n", "line 1: `1 2`; expected the time for the game in milliseconds"),
        ("9\n2 5\n", "line 2: a board of 2 by 5; expected 3 to 26 columns and rows"),
        ("9\n5 27\n", "line 2: a board of 5 by 27; expected 3 to 26 columns and rows"),
        ("9\n5\n", "line 2: `5`; expected the width n and the height m of the board, 3 to 26 each"),
        ("9\n5 5\n3\n", "line 3: colour 3; expected the colour to play, 1 (red) or 2 (green)"),
        ("9\n5 5\n1\n3 1\n", "line 4: the cash box in row 1; expected a row from 2 to 4"),
        (
            "9\n5 5\n1\n6 3\n",
            "line 4: square 6 3; expected a column from 1 to 5 and a row from 1 to 5",
        ),
        (
            "9\n5 5\n1\n3 3\n-1\n",
            "line 5: `-1`; expected the limit of moves of each player, 0 for none",
        ),
        (
            "9\n5 5\n1\n3 3\n2147483648\n",
            "line 5: a limit of 2147483648 moves; expected at most 2147483647",
        ),
        (
            "9\n5 5\n1\n3 3\n0\n25\n",
            "line 6: 25 pillars; expected fewer than the 25 squares of the board",
        ),
        (
            "9\n5 5\n1\n3 3\n0\n1\n3 3\n",
            "line 7: a pillar on the cash box; expected a pillar elsewhere",
        ),
        (
            "9\n5 5\n1\n3 3\n0\n2\n1 1\n",
            "line 8: the input ends here; expected the column and row of pillar 2 of 2",
        ),
        (
            "9\n5 5\n1\n3 3\n0\n3\n1 1\n2 2\n1 1\n",
            "line 9: a second pillar on 1 1; expected pillars on different squares",
        ),
        ("9\n5 5\n2\n3 3\n0\n0\nx\n", "line 7: `x`; expected the time left, in milliseconds"),
        (
            "1000000000001\n",
            "line 1: `1000000000001`; expected the time for the game in milliseconds, at most \
            1000000000000",
        ),
        (
            "9\n5 5\n2\n3 3\n0\n0\n99999999999999999999\n",
            "line 7: `99999999999999999999`; expected the time left, in milliseconds, at most \
            1000000000000",
        ),
    ];
    for (input, expected) in complaints {
        assert_eq!(complaint(input), expected, "{input:?}");
    }
    let green = "9\n5 5\n2\n3 3\n0\n0\n8\n";
    assert!(
        complaint(green)
            .starts_with("line 8: the input ends here; expected a direction of the box")
    );
    assert!(
        complaint(&format!("{green}0 1 1\n"))
            .starts_with("line 8: `0 1 1`; expected a direction of the box")
    );
    let illegal = complaint(&format!("{green}0 1 1 4\n"));
    let cause = "the car on 1 1 cannot move in direction 4";
    assert_eq!(
        illegal,
        format!("line 8: `0 1 1 4`: {cause}; expected a legal move, e.g. `0 1 1 0`")
    );
}

/// The clock advances by a millisecond whenever it is read.
#[test]
fn a_move_takes_a_share_of_the_time() {
    for (time_ms, most) in [(0, 5), (200, 12), (3000, 130), (60_000, 3000)] {
        let input = format!("{time_ms}\n5 5\n1\n3 3\n0\n0\n");
        let (now, mut output) = (Cell::new(0), Vec::new());
        let clock = || Duration::from_millis(now.replace(now.get() + 1));
        run(
            &Parameters::new(OPTIONS),
            &mut Console::new(&mut input.as_bytes(), &mut output, &clock),
        )
        .unwrap();
        assert!(output.ends_with(b"\n") && now.get() <= most, "{} of {time_ms} ms", now.get());
    }
}

/// Two programs play a whole game. Each move must be legal, and both programs must succeed. With a
/// fixed number of nodes, a program makes the same moves again in the same conversation. So in each
/// turn, the program to move runs on the whole conversation so far, and the last line of the output
/// is the program's next move.
fn referee(game: Gangsters) -> Option<Outcome> {
    let mut told = Side::BOTH.map(|side| opening(&game, 60_000, side));
    let mut play = Play::new(game);
    while play.outcome().is_none() && play.moves().len() < 60 {
        let mover = play.turn();
        let (moves, result) = answer(&told[mover.index()]);
        assert!(result.is_ok(), "{result:?} after\n{}", told[mover.index()]);
        assert_eq!(
            moves.lines().count(),
            play.moves().len() / 2 + 1,
            "a line for each move:\n{moves}"
        );
        let name = moves.lines().last().unwrap();
        assert!(
            play.legal().contains(&name.to_string()),
            "`{name}` is not legal:\n{}",
            play.diagram()
        );
        Table::play(&mut play, name).unwrap();
        told[mover.other().index()].push_str(&format!("50000\n{name}\n"));
    }
    play.outcome()
}

#[test]
fn two_programs_play_games_to_their_ends() {
    let mut random = Random::new(2);
    let outcomes: Vec<_> = (0..12)
        .map(|_| referee(random_game(&mut random, CaseScope::BeyondText, CaseBoard::Any)))
        .collect();
    assert!(outcomes.iter().flatten().count() >= 10, "{outcomes:?}");
}
