//! Compares every game's solver with plain minimax over the names of moves.

mod common;

use std::collections::HashMap;

use common::with_parameters;
use rules::Table;
use rules::random::Random;
use search::{Goal, Instance, NeverStop, Solution, StopWhen};

/// Boards that are small enough for minimax, and the number of random moves to make first.
const BOARDS: &[(&str, &str, usize)] = &[
    ("poziomka", "pola=2 wiersze=4 kolumny=5", 3),
    ("poziomka", "pola=3 wiersze=4 kolumny=5", 2),
    ("reversi", "", 50),
    ("flood-wars", "rows=4 columns=4", 1),
    ("mnk", "n=4 m=3 k=3", 3),
    ("mnk", "n=9 m=8 k=4", 66),
    ("gangsters", "n=3 m=3 limit=3", 2),
];

/// The number of random positions for each board.
const POSITIONS: u64 = 12;

/// The margin of the side to move, by plain minimax.
fn minimax(table: &mut dyn Table, known: &mut HashMap<String, i32>) -> i32 {
    let turn = table.turn();
    if let Some(outcome) = table.outcome() {
        return outcome.margin_for(turn);
    }
    let diagram = format!("{turn:?} {}", table.diagram());
    if let Some(&value) = known.get(&diagram) {
        return value;
    }
    let moves = table.legal();
    let value = moves
        .iter()
        .map(|name| after(table, name, known))
        .max()
        .expect("an unfinished game has moves");
    known.insert(diagram, value);
    value
}

/// The margin after a move, for the side that makes it.
fn after(table: &mut dyn Table, name: &str, known: &mut HashMap<String, i32>) -> i32 {
    let turn = table.turn();
    table.play(name).expect("legal");
    let sign = if table.turn() == turn { 1 } else { -1 };
    let value = sign * minimax(table, known);
    table.undo();
    value
}

/// Calls `check` with random positions of each board. Every position gets a new solver.
fn each_position(mut check: impl FnMut(&str, Instance)) {
    for &(name, parameters, moves) in BOARDS {
        let spec = games::find(name).expect("the game exists");
        for seed in 0..POSITIONS {
            let mut random = Random::new(seed);
            let mut instance =
                (spec.open)(&with_parameters(spec, parameters), None).expect("the board is valid");
            for _ in 0..moves {
                let legal = instance.table.legal();
                let Some(mv) = random.pick(&legal) else { break };
                instance.table.play(mv).expect("legal");
            }
            check(&format!("{name} {parameters} {seed}"), instance);
        }
    }
}

/// Goals of every kind for a position with this margin.
fn goals(name: &str, value: i32) -> Vec<Goal> {
    let windows = [(value - 1, value), (value - 1, value + 1), (value, value + 1)];
    let counts_points = name.starts_with("reversi") || name.starts_with("flood-wars");
    let windows =
        windows.into_iter().filter(|&(low, high)| counts_points || (-1 <= low && high <= 1));
    let windows = windows.map(|(low, high)| Goal::Window(low, high));
    [Goal::Winner].into_iter().chain(windows).chain([Goal::Best]).collect()
}

#[test]
fn solvers_agree_with_minimax() {
    each_position(|board, Instance { mut table, mut solver, .. }| {
        let mut known = HashMap::new();
        let value = minimax(&mut *table, &mut known);
        for goal in goals(board, value) {
            let solution = solver.solve(&table.moves(), goal, &mut NeverStop);
            let said = format!("{board}: {goal:?}, {value}, {solution:?}\n{}", table.diagram());
            assert!(solution.reaches(goal) && bounds(&solution, value), "{said}");
            if solution.value().is_some() || solution.at_least > Some(0) {
                assert_eq!(solution.best_moves.is_empty(), table.outcome().is_some(), "{said}");
            }
            for mv in &solution.best_moves {
                let margin = after(&mut *table, mv, &mut known);
                assert!(Some(margin) >= solution.at_least, "{mv} gives {margin}; {said}");
            }
        }
    });
}

/// Whether the bounds in a solution are true for this margin.
fn bounds(solution: &Solution, value: i32) -> bool {
    solution.at_least.is_none_or(|least| least <= value)
        && solution.at_most.is_none_or(|most| value <= most)
}

/// A solver that is stopped again and again gives true bounds each time. After each stop the solver
/// continues with the results in its hash table.
#[test]
fn a_solver_that_is_stopped_says_nothing_wrong() {
    each_position(|board, Instance { mut table, mut solver, .. }| {
        let mut known = HashMap::new();
        let value = minimax(&mut *table, &mut known);
        for goal in goals(board, value).into_iter().cycle().take(20) {
            let solution = solver.solve(&table.moves(), goal, &mut StopWhen(|_| true));
            let said = format!("{board}: {goal:?}, {value}, {solution:?}\n{}", table.diagram());
            assert!(bounds(&solution, value), "{said}");
            for mv in &solution.best_moves {
                let margin = after(&mut *table, mv, &mut known);
                assert!(Some(margin) >= solution.at_least, "{mv} gives {margin}; {said}");
            }
        }
    });
}
