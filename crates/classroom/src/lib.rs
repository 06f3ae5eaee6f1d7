//! Tries submitted programs: a version of a program is compiled, run on cases, and plays itself and
//! two training opponents. Everything that goes wrong is data of the trial.
//!
//! A [`Workshop`] holds versions and trials. An upload becomes a version, and each version gets a
//! [`Trial`] at once, whose steps can be watched while they run. A [`Class`] adds trainings, people
//! and their links:
//!
//! - `training`: what a program is tried in;
//! - `trial`: the steps of a trial and what they found;
//! - `quick_clock`: how long a game of a trial lasts;
//! - `watcher`: shows the game in progress;
//! - `steps`: runs the steps; `cases`: runs those on cases; `trial_pairs`: plays their games, with
//!   the settings and players of `contestants`; `cause_search`: what explains a foul;
//! - `reply`: what a version answers to a person who plays against it;
//! - `queue`: whose step comes next, by what each has used (`purse`); `caps`: how much a person may
//!   ask for;
//! - `desk`: what pages read and threads change;
//! - `storage`, `saved`, `kept`: what is kept on the disk;
//! - `workers`: the threads that run the steps, at a `place`;
//! - `workshop`: versions and trials, as pages ask for them;
//! - `register`: the ids of people, under which their versions are kept;
//! - `forget`: what stays of somebody who was forgotten;
//! - `class_file`, `roster`, `links`: a class, its people, and their links and codes;
//! - `contest`: a contest as its class has written it; `room`: one that is held, with its closing;
//!   `contests`: all of them, as time goes on;
//! - `ranking`: who stands where and who plays next; `standings_games` plays the pairs, and
//!   `pairs_played` keeps them;
//! - `attendance`: who does not take part; `seal`: what the closing tells about each
//!   program;
//! - `finale`: the final of a contest, and `places` its results; `program_name`: what tables call a
//!   program;
//! - `closing`, `entries`: until when programs come in, and which of them count;
//! - `assignment`: an assignment as its class has written it; `gradebook`: one that is held, with its
//!   closing, grades and `points_by_hand`; `assignments`: all of them, as time goes on;
//! - `marking` judges programs on `hidden_tests`, or `by_play`; `by_place`: points from a final;
//!   `judgement`: what was found; `from_site`: what comes from a course's site, with
//!   `moodle_time`; `moodle`: what goes back;
//! - `door`: people who type a name and wait until an organiser lets them in;
//! - `organisers`, `log`: who else organises the class, and what they have changed.
//!
//! This crate knows no game and no page. Uploaded text never reaches anything that reads shell
//! words or paths of this machine.

mod announcement;
mod appeals;
mod assignment;
mod assignments;
mod attendance;
mod by_place;
mod by_play;
mod caps;
mod cases;
mod cause_search;
mod class_file;
mod closing;
mod contest;
mod contestants;
mod contests;
mod desk;
mod door;
mod entries;
mod finale;
mod forget;
mod from_site;
mod gradebook;
mod grades;
mod handed_in;
mod hidden_tests;
mod judgement;
mod judgements;
mod kept;
mod kept_lines;
mod level_games;
mod links;
mod lists;
mod log;
mod marking;
mod moodle;
mod moodle_time;
mod organisers;
mod pair_player;
mod pairs_played;
mod place;
mod places;
mod points_by_hand;
mod program_name;
mod purse;
mod queue;
mod quick_clock;
mod random;
mod ranking;
mod reckoning;
mod register;
mod replayed;
mod reply;
mod room;
mod roster;
mod saved;
mod seal;
mod settings;
mod standings_games;
mod steps;
mod storage;
mod training;
mod trial;
mod trial_pairs;
mod trial_words;
mod uploads;
mod version;
mod watcher;
mod workers;
mod workshop;

pub use announcement::{Announced, Offered};
pub use appeals::{Answer, Appeal};
pub use assignment::{Assignment, AssignmentKeys, Grading, HandIn, LateDays, TestsShown};
pub use assignments::{Assignments, Progress};
pub use attendance::Absence;
pub use by_place::ByPlace;
pub use by_play::ByPlay;
pub use caps::{Caps, Refused};
pub use class_file::Class;
pub use closing::{Closing, Extension};
pub use contest::{Audience, Contest, ContestKeys, Names, Sources};
pub use contests::Contests;
pub use door::{Admit, Door, Reply};
pub use finale::FinalState;
pub use from_site::TakenIn;
pub use gradebook::Gradebook;
pub use grades::{Entry, Grade, Measure};
pub use judgement::{AgainstLevel, Judgement};
pub use links::new_token;
pub use log::Log;
pub use moodle::{ForMoodle, Told, feedback_archive, fill_worksheet};
pub use organisers::{Holder, Organiser, Right};
pub use pairs_played::{Entrant, GamePlace, PairPlayed};
pub use places::{HasLeft, Placed};
pub use points_by_hand::ByHand;
pub use ranking::{Row, Score, Standings};
pub use reckoning::Reckoning;
pub use register::Member;
pub use room::{Closed, ClosedEntry, Participant, Room};
pub use roster::Roster;
pub use seal::Seal;
pub use settings::{CASES, CaseMaker, Finals, Leaving, Reckoned, Settings};
pub use training::{Role, TimeKeys, Training, TrainingKeys};
pub use trial::{
    Complaint, Finding, FirstFoul, LongestMove, Plan, Step, StepKind, StepState, Trial, TrialState,
};
pub use trial_words::{CATALOGUES, WORDS};
pub use version::{BySite, Upload, Version};
pub use workshop::Workshop;
