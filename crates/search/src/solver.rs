//! The value of a position with best play, as far as it can be proven.

use rules::{Game, Notation, Play};

use crate::engine::{Naming, Seen};
use crate::{
    Evaluate, Goal, Handler, HashTable, Limits, Model, Problem, SearchEngine, SearchResult, best,
    proven_end,
};

/// Proves the values of one game's positions. It knows moves by their names, as an
/// [`Engine`](crate::Engine) does.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, NeverStop, Score, SearchEngine, Solver};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let mut solver: Box<dyn Solver> = Box::new(SearchEngine::new(Nim::heap(7), Even, 1 << 16));
/// let solution = solver.solve(&[], &mut NeverStop);
/// assert_eq!((solution.value(), solution.best_moves), (Some(1), vec!["3".to_string()]));
/// ```
pub trait Solver: Send {
    /// The value of the position after these moves, from the start of its game. The handler says
    /// when to give up.
    ///
    /// # Panics
    /// If a name is not that of a legal move, which is a mistake of the caller, since tables accept
    /// only legal moves.
    fn solve(&mut self, moves: &[String], handler: &mut dyn Handler) -> Solution;
}

/// The proven facts about a position, possibly incomplete for lack of time.
///
/// Margins are those of the side to move: positive if it wins; +1, 0 and -1 if the game has no
/// points.
///
/// ```
/// use search::Solution;
///
/// assert_eq!(Solution::over(-2).value(), Some(-2));
/// assert_eq!(Solution { at_least: None, ..Solution::over(1) }.value(), None, "one bound is no value");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The side to move gets at least this margin; `None` if nothing is known.
    pub at_least: Option<i32>,
    /// It gets at most this margin; `None` if nothing is known.
    pub at_most: Option<i32>,
    /// Moves that achieve the value. There is at least one if the game is not over and the value,
    /// or a win, is known; there may be others.
    pub best_moves: Vec<String>,
    /// The number of positions searched.
    pub nodes: u64,
    /// What shows it.
    pub proof: Proof,
}

/// What proves the value; if several things were needed, the weightiest.
///
/// ```
/// use search::Proof;
///
/// assert!(Proof::Rules < Proof::Search, "the weightier comes later");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// The rules: the game is over, or nothing is left to play for.
    Rules,
    /// Patterns on the board, recognised without a search.
    Sight,
    /// A player without an enemy stone on the board cannot lose, since he could use the opponent's
    /// strategy.
    StrategyStealing,
    /// Pairs of squares: the defender takes one whenever the attacker takes the other.
    Pairing,
    /// A theorem that the program has not checked; the game's solver cites it.
    Theorem,
    /// A search.
    Search,
}

impl Solution {
    /// The margin of the side to move, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }

    /// Of a finished game.
    #[must_use]
    pub fn over(margin: i32) -> Solution {
        Solution {
            at_least: Some(margin),
            at_most: Some(margin),
            best_moves: Vec::new(),
            nodes: 0,
            proof: Proof::Rules,
        }
    }
}

impl<G: Notation + Clone, M: Model<G>, E: Evaluate<M::Inner>> Solver for SearchEngine<G, E, M> {
    /// Searches deeper and deeper until the score contains no evaluation.
    fn solve(&mut self, moves: &[String], handler: &mut dyn Handler) -> Solution {
        let play = Play::after(self.game.clone(), moves);
        let position = play.position();
        if let Some(outcome) = self.game.outcome(position) {
            return Solution::over(outcome.margin_for(self.game.turn(position)));
        }
        let table = self.table.get_or_insert_with(|| HashTable::new(self.most_table_bytes));
        let seen = Seen { game: &self.game, model: &self.model, position };
        let (inner, inner_position) = seen.enter();
        let mut shown = Shown { handler: Naming { seen, handler }, at_least: None, at_most: None };
        // Every win has the largest margin.
        let goal = if E::EVERY_POINT_COUNTS { Goal::Best } else { Goal::Winner };
        let problem = Problem::new(inner, &self.evaluate, &inner_position, Limits::NONE);
        let problem = problem.with_goal(goal).exhaustive();
        let found = best(&problem, table, &mut shown);
        let result = found.expect("a game that is not over has moves");
        let Shown { mut at_least, mut at_most, .. } = shown;
        let margin = proven_end(result.score).map(|(margin, _)| margin);
        // The stopped iteration may have found a win, but for a loss it would have to know all
        // moves.
        at_least = at_least.max(margin.filter(|&margin| margin > 0));
        if result.is_exact {
            (at_least, at_most) = (margin.or(Some(0)), margin.or(Some(0)));
        } else if !E::EVERY_POINT_COUNTS {
            // Every win has the largest margin.
            (at_least, at_most) = (at_least.or(at_most), at_most.or(at_least));
        }
        let knows_move =
            at_least.is_some_and(|margin| margin > 0) || at_least.is_some() && at_least == at_most;
        let best_moves = knows_move.then(|| seen.name(result.best_move())).into_iter().collect();
        Solution { at_least, at_most, best_moves, nodes: result.nodes, proof: Proof::Search }
    }
}

/// Gets each iteration, and keeps what it has proven.
struct Shown<'a, G: Game, M> {
    handler: Naming<'a, G, M>,
    at_least: Option<i32>,
    at_most: Option<i32>,
}

impl<G: Notation, M: Model<G>> Handler<<M::Inner as Game>::Move> for Shown<'_, G, M> {
    fn stop(&mut self, nodes: u64) -> bool {
        self.handler.stop(nodes)
    }

    fn report(&mut self, info: &SearchResult<<M::Inner as Game>::Move>) {
        match proven_end(info.score) {
            Some((margin, _)) if margin > 0 => self.at_least = self.at_least.max(Some(margin)),
            Some((margin, _)) => {
                self.at_most = Some(self.at_most.map_or(margin, |known| known.min(margin)));
            }
            None => {}
        }
        self.handler.report(info);
    }
}
