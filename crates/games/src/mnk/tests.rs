//! m,n,k against the kit and against known results.

use rules::{Game, Notation, Play, Side, Table, kit};

use super::solver::Solver;
use super::{Mnk, WIDEST};

#[test]
fn keeps_the_promises_of_a_game() {
    for (rows, columns, in_a_row) in [(3, 3, 3), (1, 1, 1), (1, 7, 2), (4, 4, 3), (2, 3, 9), (5, 4, 4), (8, 8, 5)] {
        kit::check(&|| Mnk::<1>::new(rows, columns, in_a_row));
    }
    kit::check(&|| Mnk::<2>::new(4, 30, 4));
    kit::check(&|| Mnk::<WIDEST>::new(19, 7, 5));
}

/// Who wins from the empty board; for most sizes the values stand in the literature on m,n,k-games.
#[test]
fn solves_small_boards_from_the_start() {
    let solved = |rows, columns, in_a_row| {
        let game = Mnk::<1>::new(rows, columns, in_a_row);
        let start = game.start();
        Solver::new(game).winner(&start)
    };
    for (rows, columns, in_a_row) in [(3, 3, 3), (4, 4, 4), (2, 9, 3), (3, 3, 4), (3, 5, 4), (1, 60, 3), (5, 5, 4), (5, 5, 5), (6, 6, 5)] {
        assert_eq!(solved(rows, columns, in_a_row), None, "{rows},{columns},{in_a_row}");
    }
    for (rows, columns, in_a_row) in [(3, 4, 3), (4, 4, 3), (8, 8, 3), (1, 1, 1), (2, 2, 2), (1, 3, 2), (6, 5, 4), (6, 6, 4), (7, 7, 4)] {
        assert_eq!(solved(rows, columns, in_a_row), Some(Side::First), "{rows},{columns},{in_a_row}");
    }
}

#[test]
fn a_taken_square_is_refused_as_taken() {
    let mut play = Play::new(Mnk::<1>::new(3, 3, 3));
    Table::play(&mut play, "b2").unwrap();
    assert_eq!(Table::play(&mut play, "b2").unwrap_err().to_string(), "`b2` is not legal: the square is taken");
}

#[test]
fn boards_of_any_width_agree() {
    let diagram = "4 5 3 2\n0 1 0 0 0\n0 1 2 0 0\n0 0 0 2 0\n1 0 0 0 0\n";
    let narrow = Mnk::<1>::new(3, 3, 3).at_diagram(diagram).unwrap();
    let wide = Mnk::<WIDEST>::new(3, 3, 3).at_diagram(diagram).unwrap();
    let (mut narrow, mut wide) = (Play::new(narrow), Play::new(wide));
    for square in [7, 11, 0, 17, 16] {
        assert!(narrow.game().moves(narrow.position()).eq(wide.game().moves(wide.position())));
        assert_eq!(narrow.outcome(), wide.outcome());
        let winner = Solver::new(narrow.game().clone()).winner(narrow.position());
        assert_eq!(winner, Solver::new(wide.game().clone()).winner(wide.position()));
        narrow.play(square);
        wide.play(square);
    }
}
