//! Engines and solvers: `ludoteka.Engine`, `ludoteka.values` and `ludoteka.solve`.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::Refusal;
use search::{EngineAtLevel, Goal, Limits, Score, SkillLevel, Solution, Worth, proven_end};

use crate::errors_in_python::refused;
use crate::opened::Opened;
use crate::patience::{Patience, Time};
use crate::positions::{Game, Position};

/// How many positions an engine searches if nothing limits it.
const USUAL_NODES: u64 = 100_000;

/// The limits of a search: those that are set, or the usual number of positions if none is.
fn limits(nodes: Option<i64>, depth: Option<i64>, time: Option<&Time>) -> PyResult<Limits> {
    if nodes.is_some_and(|nodes| nodes < 1) || depth.is_some_and(|depth| depth < 1) {
        return Err(PyValueError::new_err("nodes and depth are at least 1"));
    }
    let is_unlimited = nodes.is_none() && depth.is_none() && time.is_none();
    let nodes = nodes.map(i64::unsigned_abs).or(is_unlimited.then_some(USUAL_NODES));
    let most = |depth| u32::try_from(depth).unwrap_or(u32::MAX).min(Limits::NONE.depth);
    let depth = depth.map_or(Limits::NONE, |depth| Limits::depth(most(depth)));
    Ok(nodes.map_or(Limits::NONE, Limits::nodes).and(depth))
}

/// An engine for one game, at a level from 1 (for beginners) to the game's highest, which is the
/// default: 10 in Reversi, and 5 in the other games.
///
/// The seed decides how an engine below the highest level misjudges moves. Below it, a move depends
/// only on the seed and on the moves so far. The highest level remembers its earlier searches.
#[pyclass(frozen, module = "ludoteka")]
pub(crate) struct Engine {
    game: Arc<Opened>,
    level: SkillLevel,
    seed: u64,
    engine: Mutex<EngineAtLevel>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, level = None, *, seed = 1))]
    fn new(game: &Game, level: Option<u8>, seed: u64) -> PyResult<Engine> {
        let spec = game.0.spec;
        let most = spec.full().number();
        let number = level.unwrap_or(most);
        let level = spec.level(number).ok_or_else(|| {
            PyValueError::new_err(format!("there is no level {number}: levels are 1 to {most}"))
        })?;
        let engine = Mutex::new(EngineAtLevel::new(game.0.instance()?.engine, level, seed));
        Ok(Engine { game: game.0.clone(), level, seed, engine })
    }

    /// The engine's game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// The level, from 1.
    #[getter]
    fn level(&self) -> u8 {
        self.level.number()
    }

    /// The name of the move that the engine makes in this position of its game.
    ///
    /// nodes limits the positions that are searched, depth the half-moves, and time the seconds (a
    /// number, or a text such as "500ms"). If none is set, 100,000 positions are searched. Other
    /// threads run meanwhile, and Ctrl-C stops the search.
    #[pyo3(signature = (position, *, nodes = None, depth = None, time = None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<i64>,
        depth: Option<i64>,
        time: Option<Time>,
    ) -> PyResult<String> {
        if !position.game.is_same(&self.game) {
            return Err(PyValueError::new_err(format!(
                "this engine plays {}, but the position is of {}",
                self.game.named(),
                position.game.named()
            )));
        }
        let limits = limits(nodes, depth, time.as_ref())?;
        let mut patience = Patience::new(time);
        let found = py.detach(|| {
            let table = position.state.table();
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.choose(&*table, &table.moves(), limits, &mut patience)
        });
        patience.done()?;
        let mut found = found.ok_or_else(|| refused(&Refusal::Over))?;
        Ok(found.pv.swap_remove(0))
    }

    /// Forgets all earlier searches, so that the next move does not depend on them.
    fn forget(&self, py: Python<'_>) {
        py.detach(|| {
            self.engine.lock().unwrap_or_else(PoisonError::into_inner).start_over(self.seed);
        });
    }

    fn __repr__(&self) -> String {
        format!(
            "ludoteka.Engine({}, level={}, seed={})",
            self.game.named(),
            self.level(),
            self.seed
        )
    }
}

/// The value of every legal move, for the side to move: a list of dicts, the best move first.
///
/// "move" and "number" name the move. "value" is in points of the game or, in a game without
/// points, in the engine's unit, where 1 is the worth of a small advantage. "margin" is None for an
/// estimate, and the margin with which the game ends if it is proven. "exact" says that no deeper
/// search would change the value, and "depth" is the searched depth in half-moves. "at_least" and
/// "at_most" are bounds of the margin (None if nothing is known). "certainty" is "proved", "likely"
/// for an estimate that can be compared with others, or "unsure". The limits are those of
/// Engine.choose; with a depth, only the engine searches, and otherwise also the solver. A move that
/// was not reached within the limits is left out.
#[pyfunction]
#[pyo3(signature = (position, *, depth = None, nodes = None, time = None))]
pub(crate) fn values<'py>(
    py: Python<'py>,
    position: &Position,
    depth: Option<i64>,
    nodes: Option<i64>,
    time: Option<Time>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let limits = limits(nodes, depth, time.as_ref())?;
    let (mut instance, mut patience) = (position.game.instance()?, Patience::new(time));
    if position.outcome().is_some() {
        return Ok(Vec::new());
    }
    instance.go_to(&position.history());
    let mut worths = py.detach(|| instance.values(limits, &mut patience));
    patience.done()?;
    worths.retain(Worth::is_known);
    worths.sort_by_key(|worth| std::cmp::Reverse(worth.value.score));
    worths.iter().map(|worth| told(py, position, worth, instance.engine.point())).collect()
}

fn told<'py>(
    py: Python<'py>,
    position: &Position,
    worth: &Worth,
    point: Score,
) -> PyResult<Bound<'py, PyDict>> {
    let value = &worth.value;
    let margin = worth.margin().or(proven_end(value.score).map(|(margin, _)| margin));
    let estimate = f64::from(value.score) / f64::from(point);
    let dict = PyDict::new(py);
    dict.set_item("move", &value.mv)?;
    dict.set_item("number", position.number(&value.mv)?)?;
    dict.set_item("value", margin.map_or(estimate, f64::from))?;
    dict.set_item("margin", margin)?;
    dict.set_item("exact", worth.margin().is_some())?;
    dict.set_item("depth", value.depth)?;
    dict.set_item("at_least", worth.at_least)?;
    dict.set_item("at_most", worth.at_most)?;
    dict.set_item("certainty", worth.certainty.name())?;
    Ok(dict)
}

/// Prove what a position is worth when both sides play their best.
///
/// The dict has the bounds "at_least" and "at_most" of the margin for the side to move (None if
/// nothing is known), "value" if they are equal, some "best_moves", the searched "positions", and
/// the kind of "proof". goal is "margin", or "winner", which is faster. limit is the time after
/// which the solver gives up: a number of seconds, or a text such as "10s".
#[pyfunction]
#[pyo3(signature = (position, *, goal = "margin", limit = None))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    goal: &str,
    limit: Option<Time>,
) -> PyResult<Bound<'py, PyDict>> {
    let goal = match goal {
        "margin" => Goal::Best,
        "winner" => Goal::Winner,
        other => {
            let sentence = format!("there is no goal {other:?}; there are: margin, winner");
            return Err(PyValueError::new_err(sentence));
        }
    };
    let (mut solver, mut patience) = (position.game.instance()?.solver, Patience::new(limit));
    let moves = position.history();
    let solution: Solution = py.detach(|| solver.solve(&moves, goal, &mut patience));
    patience.done()?;
    let dict = PyDict::new(py);
    dict.set_item("value", solution.value())?;
    dict.set_item("at_least", solution.at_least)?;
    dict.set_item("at_most", solution.at_most)?;
    dict.set_item("best_moves", &solution.best_moves)?;
    dict.set_item("positions", solution.nodes)?;
    dict.set_item("proof", solution.reaches(goal).then(|| solution.proof.name()))?;
    Ok(dict)
}
