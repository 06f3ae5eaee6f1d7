//! Tests m,n,k-games with the kit, and compares solutions with known results.

use std::cell::Cell;
use std::time::Duration;

use rules::{Console, Game, Parameters, Picture, Play, ProgramError, Side, Table, kit};

use super::program::{OPTIONS, run};
use super::solver::Solver;
use super::{Mnk, WIDEST};

#[test]
fn keeps_the_promises_of_a_game() {
    for (rows, columns, in_a_row) in
        [(3, 3, 3), (1, 1, 1), (1, 7, 2), (4, 4, 3), (2, 3, 9), (5, 4, 4), (8, 8, 5)]
    {
        kit::check(&|| Mnk::<1>::new(rows, columns, in_a_row));
    }
    kit::check(&|| Mnk::<2>::new(4, 30, 4));
    kit::check(&|| Mnk::<WIDEST>::new(19, 7, 5));
}

/// The winner of a game from the empty board. For most sizes, the values come from the literature
/// on m,n,k-games.
#[test]
fn solves_small_boards_from_the_start() {
    let solved = |rows, columns, in_a_row| {
        let game = Mnk::<1>::new(rows, columns, in_a_row);
        let start = game.start();
        Solver::new(game).winner(&start)
    };
    for (rows, columns, in_a_row) in [
        (3, 3, 3),
        (4, 4, 4),
        (2, 9, 3),
        (3, 3, 4),
        (3, 5, 4),
        (1, 60, 3),
        (5, 5, 4),
        (5, 5, 5),
        (6, 6, 5),
    ] {
        assert_eq!(solved(rows, columns, in_a_row), None, "{rows},{columns},{in_a_row}");
    }
    for (rows, columns, in_a_row) in [
        (3, 4, 3),
        (4, 4, 3),
        (8, 8, 3),
        (1, 1, 1),
        (2, 2, 2),
        (1, 3, 2),
        (6, 5, 4),
        (6, 6, 4),
        (7, 7, 4),
    ] {
        assert_eq!(
            solved(rows, columns, in_a_row),
            Some(Side::First),
            "{rows},{columns},{in_a_row}"
        );
    }
}

#[test]
fn a_taken_square_is_refused_with_whose_stone_it_is() {
    let mut play = Play::new(Mnk::<1>::new(3, 3, 3));
    Table::play(&mut play, "b2").unwrap();
    assert_eq!(
        Table::play(&mut play, "b2").unwrap_err().to_string(),
        "`b2` is not legal: the square already has a stone of the opponent"
    );
}

/// A board that takes minutes to solve stands between two boards that take no time. The clock
/// advances by 10 ms each time it is read.
#[test]
fn the_program_gives_up_at_its_limit_and_says_so_while_it_waits() {
    let input = format!(
        "SOLVE_GAME_STATE 1 1 1 1 0\nSOLVE_GAME_STATE 9 9 5 1\n{}SOLVE_GAME_STATE 1 1 1 1 0",
        "0 ".repeat(81)
    );
    let mut options = Parameters::new(OPTIONS);
    options.set("limit", "13s").expect("a time");
    let (now, mut output, mut notes) = (Cell::new(0), Vec::new(), Vec::new());
    let clock = || Duration::from_millis(now.replace(now.get() + 10));
    let mut input = input.as_bytes();
    let mut console = Console::new(&mut input, &mut output, &clock).with_notes(&mut notes);
    let end = run(&options, &mut console);
    console.flush().expect("memory takes everything");
    let Err(ProgramError::OutOfTime { line, limit, known }) = end else {
        panic!("the program answered: {end:?}")
    };
    assert_eq!((line, limit.as_str()), (3, "13s"));
    assert_eq!(known.as_deref(), Some("the second player does not win"));
    assert_eq!(output, b"FIRST_PLAYER_WINS\n");
    assert_eq!(notes.split(|&byte| byte == b'\n').count(), 3, "after 2 s and after 12 s");
}

#[test]
fn the_drawing_shows_the_lines_that_won() {
    let decided = |play: &mut Play<Mnk<1>>, moves: &str| {
        moves.split(' ').for_each(|name| Table::play(play, name).expect("legal"));
        let drawing = Mnk::draw(play);
        let squares = drawing.decided.iter();
        let names =
            squares.map(|at| format!("{}{}", drawing.columns[at.column], drawing.rows[at.row]));
        (names.collect::<Vec<_>>().join(" "), drawing.caption.expect("a caption").key)
    };
    let mut play = Play::new(Mnk::<1>::new(3, 5, 3));
    assert_eq!(decided(&mut play, "a1 d1 b2 e2 c1 a3 c2 e1"), (String::new(), "in-a-row"));
    // The last stone completes a column and a diagonal.
    assert_eq!(decided(&mut play, "c3"), ("a1 c1 b2 c2 c3".to_string(), "won"));
    let mut full = Play::new(Mnk::<1>::new(2, 2, 3));
    assert_eq!(decided(&mut full, "a1 b1 a2 b2"), (String::new(), "full"));
}
