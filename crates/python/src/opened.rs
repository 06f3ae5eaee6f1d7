//! A game that has been opened: its rules, its parameters and its start.

use std::sync::Arc;

use ::games::GAMES;
use pyo3::PyResult;
use rules::{Parameters, Setup, State};
use search::{GameSpec, Instance, Settings};

use crate::errors_in_python::not_opened;

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
