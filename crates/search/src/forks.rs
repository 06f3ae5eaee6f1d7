//! Positions in which the obvious choices differ, so that what a player chooses there is its own.

use rules::Parameters;

use crate::suite::Reached;
use crate::{Drawn, Instance, Limits, MoveValue, NeverStop, SuiteSource};

/// A position in which the best moves at first sight and after a search differ.
///
/// If most players choose one move anyway, equal choices say nothing. Where a look at each move and
/// a search find the same move best, most players choose it: a capture, a corner, a threat that has
/// to be stopped. Such positions are left out, and those with hardly a choice. What is obvious in
/// the others is listed, so that it can be told how often players agree by chance.
#[derive(Clone, Debug)]
pub struct Fork {
    /// The parameters of the game.
    pub parameters: Parameters,
    /// The names of the moves from the start of the game to the position.
    pub moves: Vec<String>,
    /// The names of the legal moves, in the table's order.
    pub legal: Vec<String>,
    /// Sets of legal moves, by their places in `legal`: what players choose who know nothing of
    /// each other. The sets are the first and the last move; and for a look at each move, for two
    /// plies and for a search, the best moves, the first of these, and the best quarter.
    pub obvious: Vec<Vec<usize>>,
}

/// With fewer moves, two players agree too often by chance. A position of Flood Wars has three.
const FEWEST_MOVES: usize = 3;

/// A search of a program in a course.
const SEARCH: Limits = Limits::nodes(10_000);

impl SuiteSource {
    /// Plays the game of this number and takes a position of it. `None` if the obvious choices do
    /// not differ there.
    #[must_use]
    pub fn fork(&self, number: u64) -> Drawn<Fork> {
        let mut reached = self.reached(number)?;
        let key = reached.key();
        let Reached { parameters, moves, instance, .. } = &mut reached;
        let legal = instance.table.legal();
        if legal.len() < FEWEST_MOVES {
            return None;
        }
        let looks = [Limits::depth(1), Limits::depth(2).and(SEARCH), SEARCH];
        let looks = looks.map(|limits| ranked(instance, &legal, limits));
        let [at_sight, _, searched] = [0, 1, 2].map(|look: usize| best(&looks[look], 1));
        if at_sight.iter().any(|place| searched.contains(place)) {
            return None;
        }
        let sets = looks.iter().flat_map(|ranked| {
            let best_ones = best(ranked, 1);
            let first = best_ones.iter().copied().min().into_iter().collect();
            [best_ones, first, best(ranked, legal.len().div_ceil(4))]
        });
        let obvious = [vec![0], vec![legal.len() - 1]].into_iter().chain(sets).collect();
        Some((Fork { parameters: parameters.clone(), moves: moves.clone(), legal, obvious }, key))
    }
}

/// The places of the legal moves with their scores, the best first.
fn ranked(instance: &mut Instance, legal: &[String], limits: Limits) -> Vec<(usize, i32)> {
    instance.engine.forget();
    let values = instance.engine.values(&instance.table.moves(), limits, &mut NeverStop);
    let place = |value: &MoveValue| legal.iter().position(|name| *name == value.mv);
    let places = values.iter().filter_map(|value| Some((place(value)?, value.score)));
    let mut ranked: Vec<_> = places.collect();
    ranked.sort_by_key(|&(place, score)| (std::cmp::Reverse(score), place));
    ranked
}

/// The first so many moves, and those that are as good as the last of them.
fn best(ranked: &[(usize, i32)], count: usize) -> Vec<usize> {
    let least = ranked.get(count - 1).map(|&(_, score)| score);
    let best = ranked.iter().filter(|&&(_, score)| Some(score) >= least);
    best.map(|&(place, _)| place).collect()
}
