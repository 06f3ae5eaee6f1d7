//! Games and positions: `ludoteka.Game` and `ludoteka.Position`. Each of them leads to the other.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ::games::GAMES;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyTuple};
use rules::random::Random;
use rules::{Kind, Language, Parameters, Refusal, State};

use crate::board_text::{board, status};
use crate::errors_in_python::{IllegalMove, refused};
use crate::opened::{Opened, find};
use crate::svg;

/// A game with fixed parameters. `ludoteka.game` makes it. Games with the same parameters and the
/// same start are equal.
#[pyclass(frozen, module = "ludoteka")]
pub(crate) struct Game(pub(crate) Arc<Opened>);

#[pymethods]
impl Game {
    /// The name, as `ludoteka.games()` lists it.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.spec.name
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.spec.title
    }

    /// The names of the two sides. Side 0 makes the first move.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        self.0.spec.sides.into()
    }

    /// The rules in words.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.spec.readme.of(Language::English)
    }

    /// The values of all parameters: whole numbers as int, everything else as str.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (parameter, (name, value)) in self.0.spec.parameters.iter().zip(self.0.parameters.all())
        {
            match parameter.kind {
                Kind::Integer { .. } => values.set_item(name, self.0.parameters.integer(name))?,
                _ => values.set_item(name, value)?,
            }
        }
        Ok(values)
    }

    /// The parameters that were set, by a call or by the game's name. A match and a draw leave them
    /// as they are.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = self.parameters(py)?;
        for (name, _) in self.0.parameters.all() {
            if !self.0.parameters.is_set(name) {
                settings.del_item(name)?;
            }
        }
        Ok(settings)
    }

    /// The diagram from which the game starts, or None for the usual start.
    #[getter]
    fn diagram(&self) -> Option<&str> {
        self.0.diagram.as_deref()
    }

    /// How many numbers of moves there are. Every move has a number from 0 to count - 1, which
    /// never changes.
    #[getter]
    fn count(&self) -> usize {
        self.0.start.count()
    }

    /// The shape of a position's planes: (planes, rows, columns).
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.0.shape()
    }

    /// The position from which the game starts.
    fn start(&self) -> Position {
        Position { game: self.0.clone(), state: self.0.start.clone() }
    }

    /// A position to start from, on a board that this seed draws: the same boards as in matches. A
    /// diagram and all settings stay as they are. With `opening`, so many random half-moves have been
    /// made.
    ///
    /// ValueError says that the opening is too long.
    #[pyo3(signature = (seed, *, opening = 0))]
    fn draw(&self, seed: u64, opening: usize) -> PyResult<Position> {
        let (game, state) = self.0.drawn(opening, &mut Random::new(seed))?;
        Ok(Position { game, state })
    }

    fn __repr__(&self) -> String {
        self.0.named()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.is_same(&other.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.spec.name.hash(&mut hasher);
        self.0.parameters.all().for_each(|parameter| parameter.hash(&mut hasher));
        hasher.finish()
    }

    /// A game is pickled as its parameters.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("ludoteka._ludoteka")?.getattr("restore")?;
        Ok((restore, self.recipe(py)?.into_pyobject(py)?))
    }
}

/// What [`restore`] needs for a game: its name, its settings and its diagram.
pub(crate) type Recipe<'py> = (&'static str, Bound<'py, PyDict>, Option<String>);

impl Game {
    pub(crate) fn recipe<'py>(&self, py: Python<'py>) -> PyResult<Recipe<'py>> {
        Ok((self.0.spec.name, self.settings(py)?, self.0.diagram.clone()))
    }
}

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.iter().map(|spec| spec.name).collect()
}

/// Open a game by its name, with these parameters; all others have their defaults.
///
/// diagram is the text of a position, as Position.diagram gives it, to start from.
/// ValueError says which game or parameter does not exist, and what is possible.
#[pyfunction]
#[pyo3(signature = (name, *, diagram = None, **parameters))]
pub(crate) fn game(
    name: &str,
    diagram: Option<String>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    let (spec, settings) = find(name).ok_or_else(|| {
        let known = games().join(", ");
        PyValueError::new_err(format!("there is no game {name:?}; there are: {known}"))
    })?;
    let mut values = Parameters::new(spec.parameters);
    let bad = |bad: rules::BadParameter| PyValueError::new_err(bad.to_string());
    for (name, value) in settings {
        values.set(name, value).map_err(bad)?;
    }
    for (name, value) in parameters.into_iter().flatten() {
        values.set(&name.extract::<String>()?, &value.str()?.to_string_lossy()).map_err(bad)?;
    }
    Ok(Game(Arc::new(Opened::new(spec, values, diagram)?)))
}

/// A position of a game, with the moves that led to it. Positions never change: play returns a new
/// one. Positions of the same game are equal if the boards and the sides to move are.
#[pyclass(frozen, module = "ludoteka")]
pub(crate) struct Position {
    pub(crate) game: Arc<Opened>,
    pub(crate) state: Arc<dyn State>,
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// The side to move, 0 or 1; None once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state.outcome().is_none().then(|| self.state.turn().index())
    }

    /// The margin of side 0, once the game is over, and None before. A positive margin is a win for
    /// side 0, and 0 is a draw. Games without points have the margins 1, 0 and -1.
    #[getter]
    pub(crate) fn outcome(&self) -> Option<i32> {
        self.state.outcome().map(|outcome| outcome.margin)
    }

    /// The names of the moves from the start of the game.
    #[getter]
    pub(crate) fn history(&self) -> Vec<String> {
        self.state.table().moves()
    }

    /// The position as text, from which ludoteka.game can start.
    #[getter]
    fn diagram(&self) -> String {
        self.state.table().diagram()
    }

    /// The names of the legal moves, in the order of the game's rules.
    fn moves(&self) -> Vec<String> {
        self.state.names()
    }

    /// The numbers of the legal moves, in the order of moves().
    fn numbers(&self) -> Vec<usize> {
        self.state.numbers()
    }

    /// The position after a legal move, given by its name or by its number.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let number = self.number_of(r#move)?;
        let state = usize::try_from(number).ok().and_then(|n| self.state.clone().after(n));
        let state = state.ok_or_else(|| self.no_such(number))?;
        Ok(Position { game: self.game.clone(), state })
    }

    /// The number of the legal move with this name.
    pub(crate) fn number(&self, name: &str) -> PyResult<usize> {
        self.state.number(name).map_err(|refusal| refused(&refusal))
    }

    /// The name of the legal move with this number.
    fn name(&self, number: i64) -> PyResult<String> {
        let place = self.state.numbers().into_iter().position(|its| its as i64 == number);
        let place = place.ok_or_else(|| self.no_such(number))?;
        Ok(self.state.names().swap_remove(place))
    }

    /// One byte for each number of a move: 1 if the move is legal here. Shape (count,).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let mut mask = vec![0; self.state.count()];
        self.state.numbers().into_iter().for_each(|number| mask[number] = 1);
        PyMemoryView::from(&PyBytes::new(py, &mask))
    }

    /// The board as planes of bytes, 0 or 1, for numpy.asarray. Shape Game.shape: a plane for each
    /// kind of piece (the empty square first, if the game has empty squares), then a plane that is
    /// 1 everywhere if side 1 is to move. Rows are counted from the top.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut planes = Vec::new();
        self.game.add_planes(&self.state.setup(), &mut planes);
        let view = PyMemoryView::from(&PyBytes::new(py, &planes))?;
        view.call_method1("cast", ("B", self.game.shape()))
    }

    fn __str__(&self) -> String {
        let table = self.state.table();
        format!("{}{}\n", board(&table.drawing()), status(self.game.spec, &*table))
    }

    fn __repr__(&self) -> String {
        format!("<Position of {} after {:?}>", self.game.spec.name, self.history())
    }

    /// The board as a picture, which notebooks show.
    fn _repr_svg_(&self) -> String {
        let table = self.state.table();
        svg::board(&table.drawing(), &table.last_changes(), &status(self.game.spec, &*table))
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.game.has_rules_of(&other.game) && self.state.setup() == other.state.setup()
    }

    fn __hash__(&self) -> u64 {
        let (mut hasher, setup) = (DefaultHasher::new(), self.state.setup());
        (setup.squares, setup.turn, setup.number).hash(&mut hasher);
        hasher.finish()
    }

    /// A position is pickled as its game and its moves.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("ludoteka._ludoteka")?.getattr("restore")?;
        let (name, parameters, diagram) = self.game().recipe(py)?;
        let arguments = (name, parameters, diagram, self.history());
        Ok((restore, arguments.into_pyobject(py)?))
    }
}

impl Position {
    /// The position of a game after these moves.
    pub(crate) fn after(game: Arc<Opened>, moves: &[String]) -> PyResult<Position> {
        let mut state = game.start.clone();
        for name in moves {
            let number = state.number(name).map_err(|refusal| refused(&refusal))?;
            state = state.after(number).expect("the move is legal");
        }
        Ok(Position { game, state })
    }

    /// The name of the legal move that is given by its name or its number.
    pub(crate) fn name_of(&self, made: &Bound<'_, PyAny>) -> PyResult<String> {
        self.name(self.number_of(made)?)
    }

    /// The number of a move that is given by its name or its number.
    fn number_of(&self, made: &Bound<'_, PyAny>) -> PyResult<i64> {
        match made.extract::<i64>() {
            Ok(number) => Ok(number),
            Err(_) => Ok(self.number(&name_of(made)?)? as i64),
        }
    }

    fn no_such(&self, number: i64) -> PyErr {
        if self.state.outcome().is_some() {
            return refused(&Refusal::Over);
        }
        let side = self.game.spec.sides[self.state.turn().index()];
        IllegalMove::new_err(format!(
            "{side} has no legal move with the number {number}; numbers() lists those that it has"
        ))
    }
}

fn name_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| {
        PyTypeError::new_err("a move is its name, as in moves(), or its number, as in numbers()")
    })
}

/// What pickle calls: the game with these parameters or, if there are moves, the position after
/// them.
#[pyfunction]
#[pyo3(signature = (name, parameters, diagram, moves = None))]
pub(crate) fn restore<'py>(
    py: Python<'py>,
    name: &str,
    parameters: &Bound<'py, PyDict>,
    diagram: Option<String>,
    moves: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game(name, diagram, Some(parameters))?;
    let Some(moves) = moves else { return Ok(Bound::new(py, game)?.into_any()) };
    Ok(Bound::new(py, Position::after(game.0, &moves)?)?.into_any())
}
