//! Compares every game's solver with plain minimax over the names of moves.

mod common;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use common::with_parameters;
use rules::random::Random;
use rules::{Side, Table};
use search::{
    Certainty, Fork, Goal, Instance, Limits, Loss, MadeMove, NeverStop, Score, Solution, StopWhen,
    SuiteSource, Worth, learn, proven_end,
};

/// Boards that are small enough for minimax, and the number of random moves to make first.
const BOARDS: &[(&str, &str, usize)] = &[
    ("poziomka", "pola=2 wiersze=4 kolumny=5", 3),
    ("poziomka", "pola=3 wiersze=4 kolumny=5", 2),
    ("reversi", "", 50),
    ("flood-wars", "rows=4 columns=4", 1),
    ("mnk", "n=4 m=3 k=3", 3),
    ("mnk", "n=9 m=8 k=4", 66),
    ("gangsters", "n=3 m=3 limit=3", 2),
    ("gangsters", "n=4 m=4 limit=3", 1),
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

/// The numbers of positions within which the values of one position after another are asked for.
const BUDGETS: [u64; 3] = [60_000, 500, 5000];

/// Whatever [`Instance::values`] claims to be proved about a move is what minimax finds, however
/// soon it ends. The same holds for what the answers to a move prove, and for what it is proved to
/// give away. Each game is played to its end.
#[test]
fn values_that_are_proved_agree_with_minimax() {
    let mut proved: BTreeMap<String, usize> = BTreeMap::new();
    each_position(|board, mut instance| {
        let (mut known, mut random) = (HashMap::new(), Random::new(7));
        let mut last: Option<(Worth, i32, Side)> = None;
        for nodes in BUDGETS.into_iter().cycle() {
            let names = instance.table.legal();
            let margins: Vec<i32> =
                names.iter().map(|name| after(&mut *instance.table, name, &mut known)).collect();
            let worths = instance.values(Limits::nodes(nodes), &mut NeverStop);
            instance.engine.forget();
            if let Some((mut made, margin, side)) = last {
                learn(&mut made, instance.table.turn() == side, &worths);
                assert!(is_true(&made, margin), "{board}, {nodes}: {margin}, {made:?}, {worths:?}");
            }
            let said = format!("{board}, {nodes}: {margins:?}\n{}", instance.table.diagram());
            check_claims(&worths, &margins, instance.engine.point(), &said);
            let count = worths.iter().filter(|worth| worth.margin().is_some()).count();
            let game = board.split(' ').next().expect("a name");
            *proved.entry(game.to_string()).or_default() += count;
            let Some(index) = random.pick(&(0..worths.len()).collect::<Vec<_>>()).copied() else {
                break;
            };
            last = Some((worths[index].clone(), margins[index], instance.table.turn()));
            instance.table.play(&names[index]).expect("legal");
        }
    });
    assert!(proved.len() == 5 && proved.values().all(|&count| count >= 300), "{proved:?}");
}

/// Whether the bounds of a move are true for this margin.
fn is_true(worth: &Worth, margin: i32) -> bool {
    worth.at_least.is_none_or(|least| least <= margin)
        && worth.at_most.is_none_or(|most| margin <= most)
}

/// Compares what is claimed about all moves of a position with their margins.
fn check_claims(worths: &[Worth], margins: &[i32], point: Score, said: &str) {
    assert_eq!(worths.len(), margins.len(), "{said}");
    let most = margins.iter().copied().max().unwrap_or(0);
    for (worth, &margin) in worths.iter().zip(margins) {
        assert!(is_true(worth, margin), "{worth:?}; {said}");
        let is_proved = worth.margin().is_some();
        assert_eq!(is_proved, worth.certainty == Certainty::Proved, "{worth:?}; {said}");
        let judged = MadeMove::new(&worth.value.mv, worths, point);
        let is_right = match judged.loss {
            Loss::None => most == margin,
            Loss::Points(points) => f64::from(most - margin) >= points,
            Loss::Result => most.signum() > margin.signum(),
            Loss::Unsure | Loss::Unknown => false,
        };
        assert!(is_right || !judged.is_proved, "{judged:?}; {said}");
    }
}

/// Within the same number of positions, the engine of Flood Wars proves no value on this board.
#[test]
fn what_only_the_solver_knows_is_proved() {
    let spec = games::find("flood-wars").expect("the game exists");
    let parameters = with_parameters(spec, "rows=8 columns=8 seed=3");
    let mut instance = (spec.open)(&parameters, None).expect("the board is valid");
    let limits = Limits::nodes(100_000);
    let estimates = instance.engine.values(&[], limits, &mut NeverStop);
    assert!(estimates.iter().all(|value| !value.is_exact && proven_end(value.score).is_none()));
    let worths = instance.values(limits, &mut NeverStop);
    assert_eq!(worths.len(), 3);
    assert!(worths.iter().all(|worth| worth.certainty == Certainty::Proved), "{worths:?}");
}

/// Boards for suites that minimax can check. The last number is the least number of half-moves
/// after which it does so.
const SUITES: &[(&str, &str, usize)] = &[
    ("poziomka", "pola=2 wiersze=4 kolumny=5", 0),
    ("reversi", "", 52),
    ("flood-wars", "rows=3 columns=4", 0),
    ("mnk", "n=4 m=3 k=3", 2),
    ("gangsters", "n=4 m=4 limit=2", 2),
];

/// The margins in suites are those of minimax; so the best moves lose nothing, and the worst ones
/// lose most. The same seed draws the same suite.
#[test]
fn suites_have_the_margins_of_minimax() {
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    for &(name, parameters, least) in SUITES {
        let spec = games::find(name).expect("the game exists");
        let set = with_parameters(spec, parameters);
        let set = Some(&set).filter(|_| !parameters.is_empty());
        let draw = |seed, count| {
            let source = SuiteSource::new(spec, set, seed).expect("the parameters fit together");
            let mut batch =
                |_, games: Range<u64>| Some(games.map(|game| source.game(game)).collect());
            source.suite(count, &mut batch).expect("there are enough positions")
        };
        let suite = draw(5, 24);
        assert_eq!(format!("{:?}", draw(5, 9)), format!("{:?}", &suite[..9]), "{name}");
        assert_ne!(format!("{:?}", draw(6, 9)), format!("{:?}", &suite[..9]), "{name}");
        for position in suite.iter().filter(|position| position.moves.len() >= least) {
            let mut instance = (spec.open)(&position.parameters, None).expect("the board is valid");
            instance.go_to(&position.moves);
            // A limit of moves makes equal boards different.
            let mut known = HashMap::new();
            let margins: Vec<(String, i32)> = instance
                .table
                .legal()
                .into_iter()
                .map(|name| (name.clone(), after(&mut *instance.table, &name, &mut known)))
                .collect();
            assert_eq!(position.margins, margins, "{name}\n{}", instance.table.diagram());
            let most = margins.iter().map(|(_, margin)| *margin).max().expect("a move");
            let losses = margins.iter().map(|(_, margin)| Some(most.abs_diff(*margin)));
            assert!(losses.clone().eq(margins.iter().map(|(name, _)| position.loss(name))));
            assert!(losses.max() == Some(Some(position.worst())) && position.worst() > 0);
            *checked.entry(name).or_default() += margins.len();
        }
    }
    assert!(checked.len() == 5 && checked.values().all(|&count| count >= 20), "{checked:?}");
}

/// In a fork the best moves at sight and after a search differ. The same seed draws the same forks.
#[test]
fn forks_have_no_move_that_everybody_takes() {
    for spec in games::GAMES {
        let source = SuiteSource::new(spec, None, 5).expect("the boards are valid");
        let source = source.at_any_half_move();
        let draw = |count| {
            let mut batch =
                |_, games: Range<u64>| Some(games.map(|game| source.fork(game)).collect());
            source.suite(count, &mut batch).expect("there are enough positions")
        };
        let forks: Vec<Fork> = draw(6);
        assert_eq!(format!("{:?}", draw(3)), format!("{:?}", &forks[..3]), "{}", spec.name);
        for fork in forks {
            let mut instance = (spec.open)(&fork.parameters, None).expect("the board is valid");
            instance.go_to(&fork.moves);
            assert_eq!(fork.legal, instance.table.legal());
            assert!(
                fork.legal.len() >= 3
                    && fork.obvious.iter().flatten().all(|&at| at < fork.legal.len())
            );
            // A plain look at each move: the best value for the side that moves.
            let found = instance.engine.choose(&fork.moves, Limits::depth(1), &mut NeverStop);
            let at_sight = &found.expect("the game goes on").pv[0];
            let is_in = |set: &Vec<usize>| set.iter().any(|&at| fork.legal[at] == *at_sight);
            let [ends, looks] = [&fork.obvious[..2], &fork.obvious[2..]];
            assert_eq!((ends, looks.len()), (&[vec![0], vec![fork.legal.len() - 1]][..], 9));
            assert!(is_in(&looks[0]) && !is_in(&looks[6]), "{} {fork:?}", spec.name);
            assert!(looks[0].iter().all(|at| looks[2].contains(at)), "the best are in the quarter");
        }
    }
}
