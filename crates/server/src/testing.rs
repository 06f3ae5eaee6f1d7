//! Where programs are tested, and the programs to begin with.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::StatusCode;
use classroom::{
    Assignments, Class, Contests, Door, Log, Roster, Training, TrainingKeys, Workshop,
};
use search::GameSpec;

use crate::archive::OpenFinal;
use crate::owner::Owner;
use crate::refusal::Refusal;
use crate::tries::Tries;

/// A program to begin with, which visitors can download.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The name of its game.
    pub game: &'static str,
    /// The name of its file.
    pub name: &'static str,
    /// The source.
    pub text: &'static str,
}

/// Where programs are tested, and the programs to begin with.
pub(crate) struct Testing {
    pub(crate) workshop: Workshop,
    pub(crate) starters: &'static [Starter],
    /// The class whose people come by links. Without it, the owner of the server tests programs.
    pub(crate) class: Option<OpenClass>,
    /// Whoever started a server without a class.
    pub(crate) owner: Option<Owner>,
}

/// A class that is served, and its people.
pub(crate) struct OpenClass {
    pub(crate) class: Class,
    pub(crate) roster: Arc<Roster>,
    pub(crate) contests: Arc<Contests>,
    pub(crate) assignments: Arc<Assignments>,
    /// Opens the folder of a final.
    pub(crate) final_at: OpenFinal,
    /// The wrong codes that were typed of late.
    pub(crate) tries: Tries,
    pub(crate) log: Log,
    pub(crate) door: Door,
}

impl OpenClass {
    pub(crate) fn new(
        class: Class,
        roster: Arc<Roster>,
        (contests, final_at): (Arc<Contests>, OpenFinal),
        assignments: Arc<Assignments>,
    ) -> OpenClass {
        let (log, door) = (Log::in_store(&class.store()), Door::in_store(&class.store()));
        let tries = Tries::default();
        OpenClass { class, roster, contests, assignments, final_at, tries, log, door }
    }
}

impl OpenClass {
    /// Why contests or assignments of `class.toml` are not those that are held. A fault of the whole
    /// file is told once.
    pub(crate) fn complaints(&self) -> BTreeSet<String> {
        [self.contests.complaint(), self.assignments.complaint()].into_iter().flatten().collect()
    }
}

impl Testing {
    /// The trainings from which visitors choose: those of the class, or else one for each game.
    pub(crate) fn trainings(&self, games: &[&'static GameSpec]) -> Vec<Training> {
        match &self.class {
            Some(open) => open.class.trainings.clone(),
            None => games.iter().filter_map(|spec| usual(spec, games).ok()).collect(),
        }
    }

    /// The group of a person of the class; empty if there is none.
    pub(crate) fn group(&self, key: &str) -> String {
        self.class.as_ref().map(|open| open.roster.group(key)).unwrap_or_default()
    }

    /// The training with this name in addresses.
    pub(crate) fn training(
        &self,
        name: &str,
        games: &[&'static GameSpec],
    ) -> Result<Training, Refusal> {
        let mut all = self.trainings(games).into_iter();
        all.find(|training| training.name() == name)
            .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such training"))
    }
}

fn usual(spec: &GameSpec, games: &[&'static GameSpec]) -> Result<Training, errors::Error> {
    Training::open(TrainingKeys { game: spec.name.to_string(), ..TrainingKeys::default() }, games)
}
