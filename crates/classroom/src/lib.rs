//! Tries submitted programs: a version of a program is compiled, run on cases, and plays itself and
//! two training opponents. Everything that goes wrong is data of the trial.
//!
//! A [`Workshop`] holds versions and trials. An upload becomes a version, and each version gets a
//! [`Trial`] at once, whose steps can be watched while they run:
//!
//! - `training`: what a program is tried in;
//! - `trial`: the steps of a trial and what they found;
//! - `quick_clock`: how long a game of a trial lasts;
//! - `watcher`: shows the game in progress;
//! - `steps`: runs the steps;
//! - `keeping`: writes versions and games to a folder;
//! - `workshop`: versions, the queue, and the thread that runs trials.
//!
//! This crate knows no game and no page. Uploaded text never reaches anything that reads shell
//! words or paths of this machine.

mod desk;
mod keeping;
mod quick_clock;
mod settings;
mod steps;
mod training;
mod trial;
mod version;
mod watcher;
mod workshop;

pub use settings::{CASES, CaseMaker, Settings};
pub use training::{Role, Training};
pub use trial::{CaseResults, Finding, Plan, Step, StepKind, StepState, Trial, TrialState};
pub use version::{Upload, Version};
pub use workshop::Workshop;
