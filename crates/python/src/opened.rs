//! A game that has been opened: its rules, its parameters and its start.

use std::sync::Arc;

use ::games::GAMES;
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use rules::random::Random;
use rules::{Parameters, Setup, State};
use search::{GameSpec, Instance, Settings};

use crate::errors_in_python::not_opened;

/// The most boards that are drawn for one game, until one is found on which the opening does not end
/// it.
const TRIES: usize = 1000;

/// A game that has been opened.
pub(crate) struct Opened {
    pub(crate) spec: &'static GameSpec,
    pub(crate) parameters: Parameters,
    /// The diagram of the start, if it is not the usual one.
    pub(crate) diagram: Option<String>,
    pub(crate) start: Arc<dyn State>,
    /// The number of pieces that a square can hold, the empty square included.
    kinds: usize,
}

impl Opened {
    pub(crate) fn new(
        spec: &'static GameSpec,
        parameters: Parameters,
        diagram: Option<String>,
    ) -> PyResult<Opened> {
        let Instance { table, start, .. } = open(spec, &parameters, diagram.as_deref())?;
        let kinds = table.placeable().len();
        Ok(Opened { spec, parameters, diagram, start, kinds })
    }

    /// Another instance of the game, for its engine or its solver.
    pub(crate) fn instance(&self) -> PyResult<Instance> {
        open(self.spec, &self.parameters, self.diagram.as_deref())
    }

    /// A start for a game: a board that is drawn as those of matches are, after so many random
    /// half-moves. What is set for the game stays as it is, and so does a diagram.
    pub(crate) fn drawn(
        self: &Arc<Opened>,
        opening: usize,
        random: &mut Random,
    ) -> PyResult<(Arc<Opened>, Arc<dyn State>)> {
        for _ in 0..TRIES {
            let board = (self.spec.contest.board)(random, &self.parameters);
            let is_same = self.diagram.is_some() || board.all().eq(self.parameters.all());
            let game = match is_same {
                true => self.clone(),
                false => Arc::new(Opened::new(self.spec, board, None)?),
            };
            let opened = (0..opening).try_fold(game.start.clone(), |state, _| {
                let number = *random.pick(&state.numbers())?;
                state.after(number)
            });
            if let Some(state) = opened.filter(|state| state.outcome().is_none()) {
                return Ok((game, state));
            }
        }
        Err(PyValueError::new_err(format!(
            "every game is over after {opening} random half-moves: try a shorter opening"
        )))
    }

    /// Whether the rules are the same, wherever the games start.
    pub(crate) fn has_rules_of(&self, other: &Opened) -> bool {
        self.spec.name == other.spec.name && self.parameters.all().eq(other.parameters.all())
    }

    pub(crate) fn is_same(&self, other: &Opened) -> bool {
        self.has_rules_of(other) && self.diagram == other.diagram
    }

    /// The game as Python makes it.
    pub(crate) fn named(&self) -> String {
        let mut text = format!("ludoteka.game('{}'", self.spec.name);
        for (name, value) in self.parameters.changed() {
            text += &match value.parse::<u64>() {
                Ok(number) => format!(", {name}={number}"),
                Err(_) => format!(", {name}={value:?}"),
            };
        }
        if let Some(diagram) = &self.diagram {
            text += &format!(", diagram={diagram:?}");
        }
        text + ")"
    }

    /// The shape of [`Opened::add_planes`]: planes, rows, columns.
    pub(crate) fn shape(&self) -> (usize, usize, usize) {
        let setup = self.start.setup();
        (self.kinds + 1, setup.rows(), setup.columns)
    }

    /// Appends the planes of a position: one for each kind of piece, and one that is 1 everywhere
    /// if the second side is to move.
    pub(crate) fn add_planes(&self, setup: &Setup, planes: &mut Vec<u8>) {
        for kind in 0..self.kinds {
            planes.extend(setup.squares.iter().map(|&its| u8::from(usize::from(its) == kind)));
        }
        planes.extend(setup.squares.iter().map(|_| setup.turn.index() as u8));
    }
}

fn open(spec: &GameSpec, parameters: &Parameters, diagram: Option<&str>) -> PyResult<Instance> {
    (spec.open)(parameters, diagram).map_err(|error| not_opened(&error))
}

/// The game with this name or another name of it, and the values that the name means.
pub(crate) fn find(name: &str) -> Option<(&'static GameSpec, Settings)> {
    let other = |spec: &&'static GameSpec| {
        let (_, settings) = spec.also_called.iter().find(|(other, _)| *other == name)?;
        Some((*spec, *settings))
    };
    let own = ::games::find(name).map(|spec| (spec, [].as_slice()));
    own.or_else(|| GAMES.iter().find_map(other))
}
