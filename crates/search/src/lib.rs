//! Search: alpha-beta with iterative deepening over any [`rules::Game`] that has an evaluation
//! ([`Evaluate`]).
//!
//! [`best`] searches a game with its own types; an [`Engine`] does the same with the names of
//! moves. A search has no clock and does no I/O, so the same limits give the same answer on every
//! machine. It asks a [`Handler`] every [`ASK_EVERY`] nodes whether to stop.
//!
//! ```
//! use rules::Game;
//! use rules::nim::Nim;
//! use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, best, proven_end};
//!
//! /// An evaluation without knowledge, so the search has to reach the end of the game.
//! struct Even;
//!
//! impl Evaluate<Nim> for Even {
//!     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
//!         0
//!     }
//! }
//!
//! let (heap, mut table) = (Nim::heap(10), HashTable::new(1 << 16));
//! let start = heap.start();
//! let problem = Problem::new(&heap, &Even, &start, Limits::NONE);
//! let result = best(&problem, &mut table, &mut NeverStop).expect("stones are left");
//! assert_eq!(result.best_move(), 2, "the side that has to move from a multiple of four loses");
//! assert_eq!(proven_end(result.score), Some((1, 5)), "a win by one point, five moves from here");
//! ```
//!
//! # Parts of a search
//!
//! A game has an [`Evaluate`], which gives each position a [`Score`]. A score is an estimate, or a
//! proven end with its distance ([`proven_end`]). A [`Bounded`] holds two bounds of a score, which
//! the game's own knowledge proves without a search.
//!
//! A [`Problem`] is the question: a position, a [`Goal`] and [`Limits`]. [`best`] answers with a
//! [`SearchResult`], and [`move_values`] with a [`MoveValue`] for each legal move. A [`Handler`]
//! follows the search. The handler [`NeverStop`] lets a search run to its limits, and [`StopWhen`]
//! asks a closure. An [`Outlook`] tells a handler with a clock whether the next iteration is worth
//! its time. [`Progress`] makes the
//! outlook from the iterations so far.
//!
//! A [`HashTable`] stores the results for positions as [`Bounds`]. A game's own solver may store
//! any other [`Value`]. A [`Model`] is another representation of a game for the search alone;
//! [`Itself`] is the usual model, which changes nothing.
//!
//! A solver counts its nodes with a [`Ticker`], whose error [`Stopped`] ends the search, and keeps
//! what it proved in a [`GrowingTable`].
//!
//! # Engines and solvers
//!
//! An [`Engine`] chooses a move and gives its name. An [`EngineAtLevel`] can play weaker on
//! purpose, at a given [`SkillLevel`]. A [`Solver`] finds a [`Solution`], which says what is
//! certain about a position. The solution also names the kind of [`Proof`]. A [`SearchEngine`] is
//! both an engine and a solver. An engine with a search of its own says moves by name through
//! [`Naming`] and [`Seen`], and a solver through [`Solution::after`]. In a [`Duel`] a function plays
//! against an engine.
//!
//! [`Instance::values`] asks both: each legal move gets a [`Worth`], with bounds and a word for how
//! sure it is ([`Certainty`]). [`learn`] takes what the answers to a move prove about it, and a
//! [`MadeMove`] says what it gave away, a [`Loss`]. A [`review()`] has a [`MoveReport`] on each move
//! of a game. A [`SuiteSource`] draws positions in
//! which all moves are proved ([`ProvedPosition`]), to measure what a player gives away.
//!
//! # What others know of a game
//!
//! A [`GameSpec`] is all that the command line, the page and tournaments know about a game: among
//! other things its [`Compiler`] for programs and its [`BenchPosition`]s. A [`GameSpec`] opens an
//! [`Instance`], which is a table with an engine and a solver. If this is not possible, an
//! [`OpenError`] says why.

mod alpha_beta;
mod bounds;
mod duel;
mod engine;
mod evaluate;
mod forks;
mod goal;
mod growing_table;
mod handler;
mod hash_table;
mod iterations;
mod level;
mod limits;
mod loss;
mod model;
mod ordering;
mod outlook;
mod problem;
mod result;
mod review;
mod root;
mod score;
mod slips;
mod solver;
mod spec;
mod suite;
mod ticker;
mod value;
mod values;
mod worth;

pub use bounds::{Bounds, SOLVED};
pub use duel::{Duel, DuelScore};
pub use engine::{Engine, Naming, SearchEngine, Seen};
pub use evaluate::{Bounded, Evaluate};
pub use forks::Fork;
pub use goal::Goal;
pub use growing_table::GrowingTable;
pub use handler::{Handler, NeverStop, StopWhen};
pub use hash_table::HashTable;
pub use iterations::Progress;
pub use level::{EngineAtLevel, SkillLevel};
pub use limits::{ASK_EVERY, Limits};
pub use loss::{Loss, LossKind, MadeMove};
pub use model::{Itself, Model};
pub use outlook::Outlook;
pub use problem::Problem;
pub use result::{MoveValue, SearchResult};
pub use review::{MoveReport, MoveWorth, review};
pub use root::{best, move_values};
pub use score::{Score, UNBOUNDED, WON, outcome_score, proven_end};
pub use slips::Slip;
pub use solver::{Proof, Solution, Solver};
pub use spec::{
    BenchPosition, Compiler, GameSpec, Instance, OpenError, Settings, SuiteBoard, game_at,
};
pub use suite::{Drawn, Phase, ProvedPosition, SuiteSource, TooFew, phases};
pub use ticker::{Stopped, Ticker};
pub use value::Value;
pub use values::learn;
pub use worth::{Certainty, Worth};
