//! Iterative deepening: one ply deeper each time, until nothing new can be found.
//!
//! CITE: D. J. Slate, L. R. Atkin, "CHESS 4.5: the Northwestern University chess program", 1977.

use std::ops::RangeInclusive;

use rules::Game;

use crate::alpha_beta::Search;
use crate::iterations::Progress;
use crate::{Evaluate, Handler, HashTable, Limits, MoveValue, Problem, SOLVED, SearchResult};

/// Searches for the best move of a position, one ply deeper in each iteration, until it reaches the
/// goal or a limit, or the handler stops it. Returns `None` if the game is over.
///
/// The hash table may hold results from earlier searches of the same game. Such results may change
/// the depth of a search and its number of nodes. The returned move is legal, however soon the
/// search ends.
pub fn best<G: Game, E: Evaluate<G>>(
    problem: &Problem<'_, G, E>,
    table: &mut HashTable,
    handler: &mut dyn Handler<G::Move>,
) -> Option<SearchResult<G::Move>> {
    best_and_whether_settled(problem, table, handler).map(|(result, _)| result)
}

/// The result of [`best`], and whether the goal is reached. If the goal is reached, a score that is
/// not exact is a bound.
pub(crate) fn best_and_whether_settled<G: Game, E: Evaluate<G>>(
    problem: &Problem<'_, G, E>,
    table: &mut HashTable,
    handler: &mut dyn Handler<G::Move>,
) -> Option<(SearchResult<G::Move>, bool)> {
    let Problem { game, position, goal, .. } = *problem;
    let any = game.moves(position).next()?;
    let mut result = SearchResult { pv: vec![any], score: 0, depth: 0, nodes: 0, is_exact: false };
    let mut progress = Progress::new(game.moves(position).nth(1).is_none());
    let mut is_settled = false;
    let (alpha, beta) = goal.window::<G, E>();
    let mut search = Search::new(problem, table, handler);
    for depth in depths(problem.limits) {
        search.begin_iteration();
        let score = search.node(position, depth, 0, alpha, beta);
        if let Some(root) = &search.root {
            result.score = if search.stopped { root.score } else { score };
            result.pv = search.pv(position, root.mv, depth);
            progress.hear(root.mv, root.nodes, search.nodes);
        }
        result.nodes = search.nodes;
        if search.stopped {
            break;
        }
        result.depth = depth;
        result.is_exact = !search.horizon && alpha < score && score < beta;
        result.score = search.result_score(score, result.is_exact);
        search.handler.report(&result);
        is_settled = goal.is_settled::<G, E>(score, !search.horizon);
        if is_settled || !search.handler.go_on(&progress.outlook()) {
            break;
        }
    }
    Some((result, is_settled))
}

/// Searches every legal move of a position, one ply deeper in each iteration, until nothing new can
/// be found, a limit is reached, or the handler stops it. The moves are in the order of
/// [`Game::moves`]; there are none if the game is over.
///
/// All estimates have the same depth. An unfinished iteration adds only settled values: exact
/// scores, and proven winners if [`Evaluate::EVERY_POINT_COUNTS`] is false. A move that no
/// iteration has reached is left out.
pub fn move_values<G: Game, E: Evaluate<G>>(
    problem: &Problem<'_, G, E>,
    table: &mut HashTable,
    handler: &mut dyn Handler<G::Move>,
) -> Vec<MoveValue<G::Move>> {
    let Problem { game, position, goal, .. } = *problem;
    let settled = |value: &Option<MoveValue<_>>| {
        let settled = |value: &MoveValue<_>| goal.is_settled::<G, E>(value.score, value.is_exact);
        value.as_ref().is_some_and(settled)
    };
    let moves: Vec<_> = game.moves(position).collect();
    let mut values: Vec<Option<MoveValue<G::Move>>> = vec![None; moves.len()];
    let mut search = Search::new(problem, table, handler);
    for depth in depths(problem.limits) {
        let mut next = values.clone();
        search.begin_iteration();
        for (value, &mv) in next.iter_mut().zip(&moves).filter(|(value, _)| !settled(value)) {
            *value = search.move_value(problem, mv, depth).or(value.take());
            if search.stopped {
                break;
            }
        }
        if search.stopped {
            let found = values.iter_mut().zip(next).filter(|(_, next)| settled(next));
            found.for_each(|(value, next)| *value = next);
            break;
        }
        values = next;
        search.handler.values(&values.iter().flatten().cloned().collect::<Vec<_>>());
        if values.iter().all(settled) {
            break;
        }
    }
    values.into_iter().flatten().collect()
}

/// The depths of the iterations.
fn depths(limits: Limits) -> RangeInclusive<u32> {
    1..=limits.depth.clamp(1, u32::from(SOLVED) - 1)
}
