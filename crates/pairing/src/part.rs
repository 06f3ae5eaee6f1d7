//! What a schedule knows of its stages.

use crate::format::Format;

/// A stage after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Following {
    pub(crate) format: Format,
    /// How many enter it.
    pub(crate) advance: usize,
}

/// The place of a stage in its tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Who plays, in the order of seeds.
    pub(crate) entrants: Vec<usize>,
    pub(crate) first_round: usize,
    /// The first round of the next stage; `usize::MAX` in the last stage.
    pub(crate) end: usize,
}

impl Part {
    /// The participant with this seed in the stage, from 0.
    pub(crate) fn entrant(&self, seed: usize) -> usize {
        self.entrants[seed]
    }

    /// The seed of a participant; `None` if it did not enter.
    pub(crate) fn seed_of(&self, participant: usize) -> Option<usize> {
        self.entrants.iter().position(|&entrant| entrant == participant)
    }
}
