//! Many games at the same time: `ludoteka.Batch`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use rules::State;
use rules::random::{Random, hash_words};
use search::Handler;

use crate::errors_in_python::IllegalMove;
use crate::opened::Opened;
use crate::patience::Patience;
use crate::positions::Game;

/// Many games of one kind, which are stepped together. Every array has a row for each game.
///
/// The games start on different boards, as Game.draw draws them, after `opening` random half-moves.
/// The seed decides the boards and the moves of play_at_random. The work is done without the
/// interpreter's lock. The games have no history.
#[pyclass(frozen, module = "ludoteka")]
pub(crate) struct Batch {
    game: Arc<Opened>,
    size: usize,
    games: Mutex<Games>,
}

/// The current states, and the random numbers for their moves.
struct Games {
    states: Vec<Box<dyn State>>,
    random: Random,
    boards: Boards,
}

/// Where games start.
struct Boards {
    opening: usize,
    random: Random,
}

impl Boards {
    fn draw(&mut self, game: &Arc<Opened>) -> PyResult<Box<dyn State>> {
        let (_, state) = game.drawn(self.opening, &mut self.random)?;
        Ok(state.without_history())
    }
}

/// The greatest number of games in a batch.
const MOST: usize = 1 << 20;

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, size, *, seed = 1, opening = 0))]
    fn new(game: &Game, size: i64, seed: u64, opening: usize) -> PyResult<Batch> {
        let wanted = usize::try_from(size).ok().filter(|size| (1..=MOST).contains(size));
        let bad = || PyValueError::new_err(format!("a batch has 1 to {MOST} games, not {size}"));
        let size = wanted.ok_or_else(bad)?;
        let game = game.0.clone();
        let mut boards = Boards { opening, random: Random::new(hash_words([seed, 1])) };
        let states = (0..size).map(|_| boards.draw(&game)).collect::<PyResult<_>>()?;
        let games = Mutex::new(Games { states, random: Random::new(seed), boards });
        Ok(Batch { game, size, games })
    }

    /// The game that all of them play.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    fn __len__(&self) -> usize {
        self.size
    }

    /// The side to move in each game, 0 or 1, and 2 in finished games. Bytes, shape (size,).
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let turn = |state: &dyn State| match state.outcome() {
            None => state.turn().index() as u8,
            Some(_) => 2,
        };
        let turns: Vec<u8> = self.all(py, |states| states.iter().map(|s| turn(&**s)).collect());
        PyMemoryView::from(&PyBytes::new(py, &turns))
    }

    /// The margin of side 0 in each game, and None while the game goes on.
    fn outcomes(&self, py: Python<'_>) -> Vec<Option<i32>> {
        let margin = |state: &dyn State| state.outcome().map(|outcome| outcome.margin);
        self.all(py, |states| states.iter().map(|state| margin(&**state)).collect())
    }

    /// The legal moves of each game, as Position.mask. Bytes, shape (size, Game.count).
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.game.start.count();
        let masks = self.all(py, |states| {
            let mut masks = vec![0; count * states.len()];
            for (mask, state) in masks.chunks_mut(count).zip(states) {
                state.numbers().into_iter().for_each(|number| mask[number] = 1);
            }
            masks
        });
        shaped(py, &masks, (self.size, count))
    }

    /// The boards, as Position.planes. Bytes, shape (size, planes, rows, columns).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (planes, rows, columns) = self.game.shape();
        let bytes = self.all(py, |states| {
            let mut bytes = Vec::with_capacity(states.len() * planes * rows * columns);
            states.iter().for_each(|state| self.game.add_planes(&state.setup(), &mut bytes));
            bytes
        });
        shaped(py, &bytes, (self.size, planes, rows, columns))
    }

    /// Plays a move in each game, given by the numbers of the moves: a list or an array with an
    /// entry for each game. Entries of finished games are ignored.
    ///
    /// IllegalMove names the first game whose entry is not legal; then no move is played.
    fn play(&self, py: Python<'_>, numbers: Vec<i64>) -> PyResult<()> {
        if numbers.len() != self.size {
            let (given, size) = (numbers.len(), self.size);
            let sentence = format!("there are {given} numbers for {size} games");
            return Err(PyValueError::new_err(sentence));
        }
        let wrong = self.all(py, move |states| {
            let number = |index: usize| usize::try_from(numbers[index]).unwrap_or(usize::MAX);
            let is_wrong = |index: &usize| {
                let legal = states[*index].numbers();
                !legal.is_empty() && !legal.contains(&number(*index))
            };
            let wrong = (0..states.len()).find(is_wrong);
            if wrong.is_none() {
                for (index, state) in states.iter_mut().enumerate() {
                    state.advance(number(index));
                }
            }
            wrong.map(|index| (index, numbers[index]))
        });
        wrong.map_or(Ok(()), |(index, number)| {
            Err(IllegalMove::new_err(format!("game {index} has no legal move {number}")))
        })
    }

    /// Plays random legal moves: up to this many in each game. Returns how many were played.
    /// Ctrl-C stops between two games.
    #[pyo3(signature = (moves = 1))]
    fn play_at_random(&self, py: Python<'_>, moves: i64) -> PyResult<usize> {
        let mut patience = Patience::new(None);
        let played = py.detach(|| {
            let Games { states, random, .. } = &mut *self.lock();
            let mut played = 0;
            for state in states {
                if patience.stop(0) {
                    break;
                }
                played += (0..moves).take_while(|_| state.advance_at_random(random)).count();
            }
            played
        });
        patience.done().map(|()| played)
    }

    /// Begins all finished games again, on other boards. Returns how many there were.
    fn restart(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| {
            let Games { states, boards, .. } = &mut *self.lock();
            let finished = states.iter_mut().filter(|state| state.outcome().is_some());
            finished
                .map(|state| boards.draw(&self.game).map(|new| *state = new))
                .try_fold(0, |count, begun| begun.map(|()| count + 1))
        })
    }
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on all states without the interpreter's lock.
    fn all<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut [Box<dyn State>]) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.lock().states))
    }
}

fn shaped<'py>(
    py: Python<'py>,
    bytes: &[u8],
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    PyMemoryView::from(&PyBytes::new(py, bytes))?.call_method1("cast", ("B", shape))
}
