//! Solvers prove the value of a position with best play.

use rules::{Game, Notation, Play};

use crate::engine::{Naming, Seen};
use crate::root::best_and_whether_settled;
use crate::{
    Evaluate, Goal, Handler, HashTable, Limits, Model, Problem, Score, SearchEngine, SearchResult,
    proven_end,
};

/// Proves the values of one game's positions. Moves are given by their names, as in an
/// [`Engine`](crate::Engine).
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Goal, NeverStop, Score, SearchEngine, Solver};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let mut solver: Box<dyn Solver> = Box::new(SearchEngine::new(Nim::heap(7), Even, 1 << 16));
/// let solution = solver.solve(&[], Goal::Best, &mut NeverStop);
/// assert_eq!((solution.value(), solution.best_moves), (Some(1), vec!["3".to_string()]));
/// ```
pub trait Solver: Send {
    /// The value of the position after these moves from the start of the game. The goal says how
    /// exact the value has to be. The handler says when the solver has to give up.
    ///
    /// # Panics
    /// Panics if a name is not the name of a legal move. This is a mistake of the caller, since a
    /// table accepts only legal moves.
    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution;

    /// Like [`Solver::solve`], but the list of best moves may be empty. The default solves.
    ///
    /// # Panics
    /// As [`Solver::solve`].
    fn bounds(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        self.solve(moves, goal, handler)
    }

    /// About how many positions an engine searches while this solver searches one. The default is
    /// one.
    fn node_cost(&self) -> u64 {
        1
    }

    /// Sets the greatest size in bytes of tables that are made from now on. Without a call, a table
    /// takes up to 1 GiB, since the user waits for an exact answer. The default does nothing.
    fn limit_memory(&mut self, _bytes: usize) {}
}

/// The proven facts about a position. The facts may be incomplete if the handler stopped the
/// solver.
///
/// The margins here are the margins of the side to move: a positive margin is a win for that side.
/// In a game without points a win is +1, a draw 0 and a loss -1. `M` is the game's own type of
/// moves, or the names of moves for a [`Solver`].
///
/// ```
/// use search::Solution;
///
/// let over: Solution = Solution::over(-2);
/// assert_eq!(over.value(), Some(-2));
/// let one_bound = Solution { at_least: None, ..over };
/// assert_eq!((one_bound.at_most, one_bound.value()), (Some(-2), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M = String> {
    /// A lower bound of the margin for the side to move; `None` if nothing is known.
    pub at_least: Option<i32>,
    /// An upper bound of the margin for the side to move; `None` if nothing is known.
    pub at_most: Option<i32>,
    /// Moves that achieve the value or, if only a win is known, moves that win. In an unfinished
    /// game there is at least one such move if the value or a win is known. The list need not be
    /// complete.
    pub best_moves: Vec<M>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The kind of proof.
    pub proof: Proof,
}

/// The kind of proof that shows a value. A proof that uses several kinds counts as the last of them
/// in the order below.
///
/// ```
/// use search::Proof;
///
/// assert!(Proof::Rules < Proof::Search, "a proof that used both is called a search");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// The rules: the game is over, or nothing is left to play for.
    Rules,
    /// Patterns on the board, recognised without a search.
    Sight,
    /// Strategy stealing: a player cannot lose if the opponent has no stone on the board, because a
    /// winning strategy of the opponent would also be open to the player.
    StrategyStealing,
    /// Pairs of squares: when the attacker takes one square of a pair, the defender takes the
    /// other.
    Pairing,
    /// A theorem that the program has not checked; the game's solver cites it.
    Theorem,
    /// A search.
    Search,
}

impl Proof {
    /// The proof's name in JSON and in Python.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Proof::Rules => "rules",
            Proof::Sight => "sight",
            Proof::StrategyStealing => "strategy-stealing",
            Proof::Pairing => "pairing",
            Proof::Theorem => "theorem",
            Proof::Search => "search",
        }
    }
}

impl Solution {
    /// The solution of the position after these moves from the start of the game. If the game is
    /// not over there, `prove` finds it, with moves of the game's own type. Of its best moves, none
    /// are kept unless the value or a win is known.
    ///
    /// # Panics
    /// As [`Solver::solve`].
    pub fn after<G: Notation>(
        game: G,
        moves: &[String],
        prove: impl FnOnce(&G, &G::Position) -> Solution<G::Move>,
    ) -> Solution {
        let play = Play::after(game, moves);
        let (game, position) = (play.game(), play.position());
        if let Some(outcome) = game.outcome(position) {
            return Solution::over(outcome.margin_for(game.turn(position)));
        }
        let found = prove(game, position);
        let is_known = found.value().is_some() || found.at_least.is_some_and(|margin| margin > 0);
        let best = found.best_moves.iter().filter(|_| is_known);
        let best_moves = best.map(|&mv| game.name(position, mv)).collect();
        let Solution { at_least, at_most, nodes, proof, .. } = found;
        Solution { at_least, at_most, best_moves, nodes, proof }
    }
}

impl<M> Solution<M> {
    /// The margin of the side to move, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }

    /// Whether this solution answers everything that the goal asks for.
    #[must_use]
    pub fn reaches(&self, goal: Goal) -> bool {
        goal.is_reached(self.at_least, self.at_most)
    }

    /// The solution of a finished game.
    #[must_use]
    pub fn over(margin: i32) -> Solution<M> {
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
    /// Searches deeper and deeper until the score contains no evaluation, or the goal is reached.
    fn limit_memory(&mut self, bytes: usize) {
        self.most_table_bytes = bytes;
    }

    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        let SearchEngine { game, model, evaluate, table, most_table_bytes } = self;
        // In a game without points every win has the same margin, so the search needs to find only
        // the winner.
        let goal = if goal == Goal::Best && !E::EVERY_POINT_COUNTS { Goal::Winner } else { goal };
        Solution::after(game.clone(), moves, |game, position| {
            let table = table.get_or_insert_with(|| HashTable::growing(*most_table_bytes));
            let seen = Seen { game, model: &*model, position };
            let (inner, inner_position) = seen.enter();
            let problem = Problem::new(inner, &*evaluate, &inner_position, Limits::NONE);
            let problem = problem.with_goal(goal).exhaustive();
            let window = goal.window::<M::Inner, E>();
            let proven = Proven { window, at_least: None, at_most: None };
            let mut shown = Shown { handler: Naming { seen, handler }, proven };
            let found = best_and_whether_settled(&problem, table, &mut shown);
            let (result, is_settled) = found.expect("a game that is not over has moves");
            let mut proven = shown.proven;
            // A stopped iteration may have found a win. But a loss is proven only if all moves have
            // been searched.
            if is_settled || proven_end(result.score).is_some_and(|(margin, _)| margin > 0) {
                proven.hear(result.score, is_settled);
            }
            let Proven { mut at_least, mut at_most, .. } = proven;
            if !E::EVERY_POINT_COUNTS {
                at_most = at_most.or(at_least.filter(|&margin| margin > 0));
                at_least = at_least.or(at_most.filter(|&margin| margin < 0));
            }
            let best_moves = vec![model.name_back(game, position, result.best_move())];
            Solution { at_least, at_most, best_moves, nodes: result.nodes, proof: Proof::Search }
        })
    }
}

/// What scores have proven so far: a lower and an upper bound of the margin.
struct Proven {
    /// The two scores between which the search is exact.
    window: (Score, Score),
    at_least: Option<i32>,
    at_most: Option<i32>,
}

impl Proven {
    /// Records what a score proves. The score of a win or a loss is a proof by itself; any other
    /// score proves something only if it is settled.
    fn hear(&mut self, score: Score, is_settled: bool) {
        let (alpha, beta) = self.window;
        let margin = proven_end(score).map_or(0, |(margin, _)| margin);
        if score > alpha && (is_settled || margin > 0) {
            self.at_least = self.at_least.max(Some(margin));
        }
        if score < beta && (is_settled || margin < 0) {
            self.at_most = Some(self.at_most.map_or(margin, |known| known.min(margin)));
        }
    }
}

/// A handler that records what each iteration has proven.
struct Shown<'a, G: Game, M> {
    handler: Naming<'a, G, M>,
    proven: Proven,
}

impl<G: Notation, M: Model<G>> Handler<<M::Inner as Game>::Move> for Shown<'_, G, M> {
    fn stop(&mut self, nodes: u64) -> bool {
        self.handler.stop(nodes)
    }

    fn report(&mut self, info: &SearchResult<<M::Inner as Game>::Move>) {
        self.proven.hear(info.score, false);
        self.handler.report(info);
    }
}

#[cfg(test)]
mod tests {
    use rules::nim::Nim;

    use super::*;

    #[test]
    fn best_moves_are_told_if_a_win_or_the_value_is_known() {
        let told = |at_least, at_most| {
            let prove = |_: &Nim, _: &<Nim as Game>::Position| Solution {
                at_least,
                at_most,
                best_moves: vec![3],
                nodes: 9,
                proof: Proof::Search,
            };
            let solution = Solution::after(Nim::heap(7), &["1".to_string()], prove);
            assert_eq!(
                (solution.at_least, solution.at_most, solution.nodes),
                (at_least, at_most, 9)
            );
            solution.best_moves
        };
        for (at_least, at_most) in [(Some(1), None), (Some(0), Some(0)), (Some(-1), Some(-1))] {
            assert_eq!(told(at_least, at_most), ["3"]);
        }
        for (at_least, at_most) in [(None, None), (Some(0), None), (None, Some(-1))] {
            assert!(told(at_least, at_most).is_empty());
        }
    }

    #[test]
    fn nothing_is_proved_about_a_finished_game() {
        let moves = ["3", "3", "1"].map(String::from);
        let solution = Solution::after(Nim::heap(7), &moves, |_, _| panic!("it is over"));
        assert_eq!(solution, Solution::over(-1));
    }
}
