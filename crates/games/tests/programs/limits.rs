//! Cases are what the rules' texts say, and reach their limits.

use rules::{CaseScope, Program};

use crate::case::{Case, ENOUGH};
use crate::twins;

/// Checks that all cases of the scope `Text` keep what the rules' text promises. Some cases of the
/// scope `BeyondText` must break such a promise.
fn keep_to_text(name: &str, keeps: impl Fn(&Case) -> bool) {
    let spec = games::find(name).expect("the game exists");
    let count = |scope| {
        (1..=ENOUGH).filter(|&number| keeps(&Case::new(spec, number, scope))).count() as u64
    };
    assert_eq!(count(CaseScope::Text), ENOUGH, "{name}: cases that keep to the rules' text");
    assert!(count(CaseScope::BeyondText) < ENOUGH, "{name}: some cases go beyond the rules' text");
}

/// The numbers in a line.
fn numbers(line: &str) -> Vec<usize> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_game_of_poziomka_or_reversi_is_ended_as_the_text_says() {
    let gives_up = |text: &str| text.lines().last() == Some(".");
    keep_to_text("poziomka", |case| gives_up(&case.input) != gives_up(&case.output));
    keep_to_text("reversi", |case| case.input.lines().any(|line| line == "="));
}

#[test]
fn a_board_of_flood_wars_is_in_play_and_as_large_as_the_text_says() {
    use twins::Twin;
    keep_to_text("flood-wars", |case| {
        let rows: Vec<_> = case.input.lines().skip(1).collect();
        let in_play = twins::flood_wars::FloodWars::new(&rows, 150).outcome().is_none();
        in_play && [rows.len(), rows[0].len()].iter().all(|side| (10..=50).contains(side))
    });
}

/// Every ten cases have a smallest board, a largest one and an oblong one. Students' programs fail
/// most often on these.
#[test]
fn every_ten_cases_have_boards_at_the_limits() {
    let board_of = |name: &str, input: &str| {
        let lines: Vec<_> = input.lines().collect();
        match name {
            "flood-wars" => [lines.len() - 1, lines[1].len()],
            "gangsters" => [numbers(lines[1])[1], numbers(lines[1])[0]],
            _ => [numbers(lines[0])[0], numbers(lines[0])[1]],
        }
    };
    for (name, smallest, largest) in [("flood-wars", 10, 50), ("gangsters", 3, 26), ("mnk", 2, 20)]
    {
        for first in [1, 11, 91] {
            let boards: Vec<_> = (first..first + Program::SET)
                .map(|number| {
                    let spec = games::find(name).expect("the game exists");
                    board_of(name, &Case::new(spec, number, CaseScope::Text).input)
                })
                .collect();
            let is_oblong = |[rows, columns]: &[usize; 2]| rows.abs_diff(*columns) >= 15;
            assert!(boards.contains(&[smallest; 2]), "{name}: {boards:?}");
            assert!(boards.contains(&[largest; 2]), "{name}: {boards:?}");
            assert!(boards.iter().any(is_oblong), "{name}: {boards:?}");
        }
    }
}

/// The board of every case could come from a real game. Only the player who moved last may have a
/// line. The numbers of stones agree with the player to move. There is room for a line of K stones
/// in every direction.
#[test]
fn a_board_of_mnk_is_one_of_a_game() {
    use twins::mnk::has_line;
    keep_to_text("mnk", |case| {
        let commands = case.input.split('_').filter(|part| part.contains(' '));
        commands.map(numbers).all(|numbers| {
            let [rows, columns, in_a_row, player, ref squares @ ..] = numbers[..] else {
                return false;
            };
            let board: Vec<Vec<u8>> = squares
                .chunks(columns)
                .map(|row| row.iter().map(|&stone| stone as u8).collect())
                .collect();
            let count = |stone| squares.iter().filter(|&&square| square == stone).count();
            let fits = (2..=rows.min(columns)).contains(&in_a_row);
            fits && count(1) + 1 == count(2) + player && !has_line(&board, in_a_row, player as u8)
        })
    });
}

/// In each case, the program has made a move, and no pillar stands in a car park. If the opponent
/// ends the game, the referee does not send this last move to the program. So at the end of a case,
/// the game is over, or the opponent can end it with one move.
#[test]
fn a_conversation_of_gangsters_is_whole() {
    use twins::Twin;
    use twins::gangsters::replay;
    keep_to_text("gangsters", |Case { input, output, .. }| {
        let lines: Vec<_> = input.lines().map(numbers).collect();
        let (rows, pillars) = (lines[1][1], &lines[6..6 + lines[5][0]]);
        let (game, _) = replay(input, output.lines(), None).expect("the conversation is legal");
        let ends = game.outcome().is_some() || game.legal().iter().any(|mv| mv.len() == 1);
        ends && !output.is_empty() && pillars.iter().all(|pillar| (2..rows).contains(&pillar[1]))
    });
}
