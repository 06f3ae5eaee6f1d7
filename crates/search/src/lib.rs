//! How to think: alpha-beta with iterative deepening over any [`rules::Game`] that somebody can [`Evaluate`].
//!
//! [`best`] searches a game as its own types, [`Engine`] is the same for those who know moves by their names only. Search
//! owns no clock and does no I/O: a [`Handler`] that it asks every [`ASK_EVERY`] nodes says when to stop, so the same
//! limits give the same answer on every machine.
//!
//! ```
//! use rules::random::mix;
//! use rules::{Game, Outcome, Side};
//! use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, best, proven_end};
//!
//! /// A heap of stones, from which the players take one, two or three in turn. Whoever takes the last one wins.
//! struct Heap(u64);
//!
//! impl Game for Heap {
//!     type Position = (u64, Side);
//!     type Move = u64;
//!
//!     fn start(&self) -> (u64, Side) {
//!         (self.0, Side::First)
//!     }
//!     fn turn(&self, &(_, side): &(u64, Side)) -> Side {
//!         side
//!     }
//!     fn moves(&self, &(stones, _): &(u64, Side)) -> impl Iterator<Item = u64> {
//!         1..=stones.min(3)
//!     }
//!     fn play(&self, &(stones, side): &(u64, Side), taken: u64) -> (u64, Side) {
//!         (stones - taken, side.other())
//!     }
//!     fn outcome(&self, &(stones, side): &(u64, Side)) -> Option<Outcome> {
//!         (stones == 0).then(|| self.forfeit(side))
//!     }
//!     fn forfeit(&self, loser: Side) -> Outcome {
//!         Outcome::won_by(loser.other(), 1)
//!     }
//!     fn key(&self, &(stones, side): &(u64, Side)) -> u64 {
//!         mix(2 * stones + side.index() as u64)
//!     }
//! }
//!
//! struct Even;
//!
//! impl Evaluate<Heap> for Even {
//!     fn evaluate(&self, _game: &Heap, _position: &(u64, Side)) -> Score {
//!         0
//!     }
//! }
//!
//! let (heap, mut table) = (Heap(10), HashTable::new(1 << 16));
//! let start = heap.start();
//! let problem = Problem::new(&heap, &Even, &start, Limits::NONE);
//! let result = best(&problem, &mut table, &mut NeverStop).expect("stones are left");
//! assert_eq!(result.best_move(), 2, "eight are left, and any number of them up to three leaves one to three of four");
//! assert_eq!(proven_end(result.score), Some((1, 5)), "won by a point, five moves from here");
//! ```

mod alpha_beta;
mod bounds;
mod engine;
mod evaluate;
mod handler;
mod hash_table;
mod level;
mod limits;
mod ordering;
mod outlook;
mod problem;
mod result;
mod root;
mod score;
mod solver;
mod spec;

pub use bounds::{Bounds, SOLVED, UNBOUNDED};
pub use engine::{Engine, SearchEngine};
pub use evaluate::{Bounded, Evaluate};
pub use handler::{Handler, NeverStop, StopWhen};
pub use hash_table::{HashTable, Value};
pub use level::{EngineAtLevel, SkillLevel};
pub use limits::{ASK_EVERY, Limits};
pub use outlook::Outlook;
pub use problem::{Goal, Problem};
pub use result::{MoveValue, SearchResult};
pub use root::{best, move_values};
pub use score::{Score, WON, outcome_score, proven_end};
pub use solver::{Proof, Solution, Solver};
pub use spec::{BenchPosition, Compiler, GameSpec, Instance, OpenError, game_at};
