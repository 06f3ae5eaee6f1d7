//! Versions and trials as they stand in files.

use std::collections::BTreeMap;

use errors::Error;
use rules::Message;
use search::GameSpec;
use serde::{Deserialize, Serialize};

use crate::training::{Training, TrainingKeys};
use crate::trial::{FirstFoul, LongestMove, Plan, Step, StepState, Trial, TrialState};
use crate::version::{BySite, Version};

/// A version without its number, which is the name of its file.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedVersion {
    person: String,
    training: TrainingKeys,
    name: String,
    #[serde(default)]
    is_named: bool,
    language: String,
    notes: Vec<Message>,
    size: u64,
    uploaded: u64,
    current_since: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by_site: Option<BySite>,
    #[serde(default)]
    is_forgotten: bool,
}

impl SavedVersion {
    pub(crate) fn of(version: &Version) -> SavedVersion {
        let Version { person, name, language, notes, by_site, .. } = version.clone();
        let Version { is_named, size, uploaded, current_since, is_forgotten, .. } = *version;
        let training = version.training.keys.clone();
        SavedVersion {
            person,
            training,
            name,
            is_named,
            language,
            notes,
            size,
            uploaded,
            current_since,
            by_site,
            is_forgotten,
        }
    }

    pub(crate) fn version(
        self,
        number: usize,
        games: &[&'static GameSpec],
    ) -> Result<Version, Error> {
        let SavedVersion { person, name, language, notes, size, by_site, .. } = self;
        let SavedVersion { is_named, uploaded, current_since, is_forgotten, .. } = self;
        let training = Training::open(self.training, games)?;
        Ok(Version {
            number,
            ordinal: 0,
            person,
            training,
            name,
            is_named,
            language,
            notes,
            size,
            uploaded,
            current_since,
            by_site,
            is_forgotten,
        })
    }
}

/// A trial without its number, which is the name of its file.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedTrial {
    pub(crate) version: usize,
    training: TrainingKeys,
    plan: Plan,
    seed: u64,
    state: TrialState,
    steps: Vec<Step>,
    games: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boards: Vec<[u64; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    longest: Vec<LongestMove>,
    foul: Option<FirstFoul>,
    wrong: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    causes: Vec<Message>,
    #[serde(default)]
    are_games_gone: bool,
}

impl SavedTrial {
    pub(crate) fn of(trial: &Trial) -> SavedTrial {
        let Trial { state, steps, boards, longest, foul, wrong, causes, .. } = trial.clone();
        let Trial { version, plan, seed, games, are_games_gone, .. } = *trial;
        let training = trial.training.keys.clone();
        SavedTrial {
            version,
            training,
            plan,
            seed,
            state,
            steps,
            games,
            boards,
            longest,
            foul,
            wrong,
            causes,
            are_games_gone,
        }
    }

    /// The trial as it goes on. A step that was being run is run again.
    pub(crate) fn trial(self, games: &[&'static GameSpec]) -> Result<Trial, Error> {
        let training = Training::open(self.training, games)?;
        let mut trial = Trial {
            games: self.games,
            boards: self.boards,
            longest: self.longest,
            state: self.state,
            steps: self.steps,
            foul: self.foul,
            wrong: self.wrong,
            causes: self.causes,
            are_games_gone: self.are_games_gone,
            ..Trial::new(self.version, training, self.plan, self.seed)
        };
        if let Some(step) = trial.steps.iter_mut().find(|step| step.state == StepState::Running) {
            trial.games = step.games.start;
            (step.state, step.games.end) = (StepState::Waiting, step.games.start);
        }
        trial.foul = trial.foul.filter(|foul| foul.game < trial.games);
        Ok(trial)
    }
}
