//! Search: alpha-beta with iterative deepening over any [`rules::Game`] that has an evaluation
//! ([`Evaluate`]).
//!
//! [`best`] searches a game with its own types; an [`Engine`] does the same with the names of
//! moves. Search has no clock and does no I/O. A [`Handler`], which is asked every [`ASK_EVERY`]
//! nodes, says when to stop, so the same limits give the same answer on every machine.
//!
//! ```
//! use rules::Game;
//! use rules::nim::Nim;
//! use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, best, proven_end};
//!
//! /// Says nothing of a position: the search has to see the end.
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
//! assert_eq!(result.best_move(), 2, "whoever has to move from a multiple of four loses");
//! assert_eq!(proven_end(result.score), Some((1, 5)), "won by a point, five moves from here");
//! ```
//!
//! # In the order in which one reads it
//!
//! 1. [`Evaluate`] values a position, [`Problem`] is the question, and [`best`] and [`move_values`]
//!    answer with a [`SearchResult`] and [`MoveValue`]s. A [`Score`] is an evaluation or a proven
//!    end.
//! 2. [`Limits`] bound a search in the same way on every machine. A [`Handler`] follows it and may
//!    stop it. A [`HashTable`] stores the results.
//! 3. [`Engine`] and [`Solver`] do the same with the names of moves; [`SearchEngine`] is both.
//!    [`EngineAtLevel`] plays weaker on purpose. A [`Model`] is another representation of a game
//!    for them to search.
//! 4. [`GameSpec`] is everything that other crates know about a game, and [`Instance`] is a table
//!    to play it on, with an engine and a solver.

mod alpha_beta;
mod bounds;
mod engine;
mod evaluate;
mod goal;
mod handler;
mod hash_table;
mod iterations;
mod level;
mod limits;
mod model;
mod ordering;
mod outlook;
mod problem;
mod result;
mod root;
mod score;
mod solver;
mod spec;
mod value;

pub use bounds::{Bounds, SOLVED};
pub use engine::{Engine, SearchEngine};
pub use evaluate::{Bounded, Evaluate};
pub use goal::Goal;
pub use handler::{Handler, NeverStop, StopWhen};
pub use hash_table::HashTable;
pub use level::{EngineAtLevel, SkillLevel};
pub use limits::{ASK_EVERY, Limits};
pub use model::{Itself, Model};
pub use outlook::Outlook;
pub use problem::Problem;
pub use result::{MoveValue, SearchResult};
pub use root::{best, move_values};
pub use score::{Score, UNBOUNDED, WON, outcome_score, proven_end};
pub use solver::{Proof, Solution, Solver};
pub use spec::{BenchPosition, Compiler, GameSpec, Instance, OpenError, game_at};
pub use value::Value;
