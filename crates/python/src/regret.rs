//! `ludoteka.regret`: what a function gives away in positions in which all moves are proved.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Handler, ProvedPosition, SuiteSource};
use stats::Regret;

use crate::errors_in_python::not_opened;
use crate::opened::Opened;
use crate::patience::Patience;
use crate::positions::{Game, Position, game as open_game};

/// The greatest number of positions.
const MOST: usize = 20_000;

/// Measure what a function gives away, in positions in which the value of every move is proved.
///
/// choose gets a Position, and returns the name or the number of a move. game is a name, for which
/// the positions are on the boards of the command `ludoteka suite`, or a Game. The same seed gives
/// the same positions on every machine.
///
/// The dict has the number of "positions" and of "best_moves", their "share" with its 95 % range
/// "share_95", the mean "loss" in points with its range "loss_95" (in a game without points, a win
/// is +1, a draw 0 and a loss -1), what a random move does ("random_share", "random_loss"), and
/// "answers": for each position a dict with "position", "move", "loss", and the "best" moves.
/// IllegalMove says what is wrong with a move.
#[pyfunction]
#[pyo3(signature = (choose, game, *, positions = 200, seed = 1))]
pub(crate) fn regret<'py>(
    py: Python<'py>,
    choose: &Bound<'py, PyAny>,
    game: &Bound<'py, PyAny>,
    positions: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    if !(2..=MOST).contains(&positions) {
        return Err(PyValueError::new_err(format!("a suite has 2 to {MOST} positions")));
    }
    let suite = suite(py, game, positions, seed)?;
    let (mut regret, mut random, mut answers) = (Regret::default(), (0.0, 0.0), Vec::new());
    for (position, proved) in suite {
        let position = Bound::new(py, position)?;
        let made = choose.call1((position.clone(),))?;
        let name = position.get().name_of(&made)?;
        let loss = proved.loss(&name).expect("the move is legal");
        regret.add(loss);
        let (share, lost) = proved.at_random();
        random = (random.0 + share, random.1 + lost);
        let answer = PyDict::new(py);
        answer.set_item("position", position)?;
        answer.set_item("move", name)?;
        answer.set_item("loss", loss)?;
        answer.set_item("best", proved.best().collect::<Vec<_>>())?;
        answers.push(answer);
    }
    let (share, mean) = (regret.share(), regret.mean());
    let (share, mean) = share.zip(mean).expect("there are at least two positions");
    let dict = PyDict::new(py);
    dict.set_item("positions", regret.positions)?;
    dict.set_item("best_moves", regret.optimal)?;
    dict.set_item("share", share.value)?;
    dict.set_item("share_95", (share.low, share.high))?;
    dict.set_item("loss", mean.value)?;
    dict.set_item("loss_95", (mean.low, mean.high))?;
    dict.set_item("random_share", random.0 / positions as f64)?;
    dict.set_item("random_loss", random.1 / positions as f64)?;
    dict.set_item("answers", answers)?;
    Ok(dict)
}

/// The positions, each with its proved margins.
fn suite(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    count: usize,
    seed: u64,
) -> PyResult<Vec<(Position, ProvedPosition)>> {
    let (opened, is_whole) = match game.cast::<Game>() {
        Ok(game) => (game.get().0.clone(), true),
        Err(_) => (open_game(&game.extract::<String>()?, None, None)?.0, false),
    };
    if opened.diagram.is_some() {
        let why = "a suite is drawn from games from the usual start, not from a diagram";
        return Err(PyValueError::new_err(why));
    }
    let (spec, parameters) = (opened.spec, &opened.parameters);
    // Another name of a game, such as `tic-tac-toe`, sets parameters.
    let is_set = is_whole || parameters.all().any(|(name, _)| parameters.is_set(name));
    let set = Some(parameters).filter(|_| is_set);
    let source = SuiteSource::new(spec, set, seed).map_err(|error| not_opened(&error))?;
    let mut patience = Patience::new(None);
    let mut batch = |_, games: Range<u64>| {
        let all = thread::scope(|scope| {
            let source = &source;
            let games: Vec<_> = games.map(|game| scope.spawn(move || source.game(game))).collect();
            games.into_iter().map(|game| game.join().expect("no game panics")).collect()
        });
        (!patience.stop(0)).then_some(all)
    };
    let drawn = py.detach(|| source.suite(count, &mut batch));
    patience.done()?;
    let drawn = drawn.map_err(|why| PyValueError::new_err(why.to_string()))?;
    let position = |proved: ProvedPosition| {
        let game = Arc::new(Opened::new(spec, proved.parameters.clone(), None)?);
        Ok((Position::after(game, &proved.moves)?, proved))
    };
    drawn.into_iter().map(position).collect()
}
