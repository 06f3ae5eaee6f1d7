//! The engine as people see it: where few squares are contested, the values of moves are proofs.

use rules::{Game, Notation, Outcome, Play, Side};
use search::{
    Bounded, Engine, Handler, Limits, MoveValue, NeverStop, Score, SearchEngine, SearchResult,
    Slips,
};

use super::contraction::Graph;
use super::engine::Reach;
use super::rules::{FloodWars, Position};
use super::solver::{ALL_MARGINS, MarginSolver, usual_positions};

/// The engine, which asks the solver for the values of moves.
pub(super) struct ProvingEngine<const W: usize, const A: usize> {
    pub(super) game: FloodWars<W>,
    pub(super) engine: SearchEngine<FloodWars<W>, Reach, Graph<A>>,
}

/// The solver may search this many positions: about a tenth of a second.
const MOST_POSITIONS: u64 = 200_000;

/// The greatest size of the solver's table in bytes.
const TABLE_BYTES: usize = 8 << 20;

impl<const W: usize, const A: usize> ProvingEngine<W, A> {
    /// The proven values of all moves, if the solver finds them within this number of positions.
    fn proven(
        &self,
        position: &Position<W>,
        most: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<MoveValue>> {
        let game = &self.game;
        let moves: Vec<_> = game.moves(position).map(|mv| (mv, game.play(position, mv))).collect();
        let usual: u64 = moves.iter().map(|(_, next)| usual_positions(game, next)).sum();
        if usual > most {
            return None;
        }
        let solver = MarginSolver::with_table(game.clone(), TABLE_BYTES);
        let mut before = 0;
        let values = moves.into_iter().map(|(mv, next)| {
            let margin = match game.outcome(&next) {
                Some(outcome) => outcome.margin_for(position.turn),
                None => {
                    let mut stop = |now: u64| before + now >= most || stop(before + now);
                    let found = solver.margin(&next, ALL_MARGINS, &mut stop);
                    before += found.positions;
                    -found.value()?
                }
            };
            let depth = (game.limit - position.half_moves).min(Limits::NONE.depth);
            // The margin is that of the mover, whoever this is.
            let score = Bounded::by(Outcome { margin }, Side::First).lower;
            Some(MoveValue { mv: game.name(position, mv), score, depth, is_exact: true })
        });
        values.collect()
    }
}

impl<const W: usize, const A: usize> Engine for ProvingEngine<W, A> {
    fn choose(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        self.engine.choose(moves, limits, handler)
    }

    /// The solver comes first, unless the depth is limited.
    fn values(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Vec<MoveValue> {
        if limits.depth < Limits::NONE.depth {
            return self.engine.values(moves, limits, handler);
        }
        let play = Play::after(self.game.clone(), moves);
        let most = MOST_POSITIONS.min(limits.nodes / 2);
        let mut is_stopped = false;
        let mut stop = |positions| {
            is_stopped |= handler.stop(positions);
            is_stopped
        };
        if let Some(values) = self.proven(play.position(), most, &mut stop) {
            handler.values(&values);
            return values;
        }
        if is_stopped {
            return self.engine.values(moves, Limits::depth(1), &mut NeverStop);
        }
        self.engine.values(moves, limits, handler)
    }

    fn moves_left(&self, moves: &[String]) -> u32 {
        self.engine.moves_left(moves)
    }

    fn point(&self) -> Score {
        self.engine.point()
    }

    fn slips(&self) -> Slips {
        self.engine.slips()
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

#[cfg(test)]
mod tests {
    use search::{StopWhen, WON, proven_end};

    use super::super::board::Board;
    use super::*;

    fn engine(size: usize) -> ProvingEngine<16, 4> {
        engine_of(FloodWars::new(&Board::random(size, size, 5), Side::First, 0, 150))
    }

    fn engine_of(game: FloodWars<16>) -> ProvingEngine<16, 4> {
        let graph = Graph::new(&game);
        let engine = SearchEngine::with_model(game.clone(), graph, Reach, 1 << 16);
        ProvingEngine { game, engine }
    }

    #[test]
    fn values_on_a_small_board_are_proofs() {
        let mut engine = engine(6);
        let values = engine.values(&[], Limits::nodes(100_000), &mut NeverStop);
        let solver = MarginSolver::new(engine.game.clone());
        let margin = solver.margin(&engine.game.start(), ALL_MARGINS, &mut |_| false);
        assert_eq!(values.len(), 3);
        assert!(values.iter().all(|value| value.is_exact));
        let best = values.iter().map(|value| value.score).max().map(proven_end);
        assert_eq!(best.flatten().map(|(margin, _)| margin), margin.value());
    }

    /// With four half-moves left, what nobody reaches in time counts for nobody.
    #[test]
    fn the_last_half_moves_are_judged_by_the_limit() {
        for seed in 0..20 {
            let game = FloodWars::<16>::new(&Board::random(12, 12, seed), Side::Second, 146, 150);
            let mut engine = engine_of(game.clone());
            let found = engine.choose(&[], Limits::depth(12), &mut NeverStop).expect("not over");
            let margin =
                MarginSolver::new(game.clone()).margin(&game.start(), ALL_MARGINS, &mut |_| false);
            let judged = proven_end(found.score).map_or(0, |(margin, _)| margin);
            assert_eq!((found.is_exact, Some(judged)), (true, margin.value()), "{seed}");
        }
    }

    #[test]
    fn without_a_proof_values_are_estimates() {
        let shallow = engine(6).values(&[], Limits::depth(2), &mut NeverStop);
        let large = engine(14).values(&[], Limits::nodes(4000), &mut NeverStop);
        let stopped = engine(8).values(&[], Limits::NONE, &mut StopWhen(|_| true));
        for values in [shallow, large, stopped] {
            assert_eq!(values.len(), 3);
            assert!(values.iter().all(|value| !value.is_exact && value.score.abs() < WON));
        }
    }
}
