//! The engine's evaluation: the territories, and the open areas that a side reaches first. The
//! evaluation uses the graph of areas instead of the board.

use rules::bits::Bits;
use search::{Evaluate, Score, Slip};

use super::board::Colour;
use super::contraction::{Graph, Node};

/// The evaluation: the expected margin. It counts the squares of each territory, the open squares
/// that one side can reach in fewer steps than the other, and a part of the squares that both reach
/// in equally many steps. A step leads from area to area.
#[derive(Clone, Copy, Debug)]
pub struct Reach;

/// The value of an owned square, and of a square that one side reaches first. At equal nodes, 200
/// pairs on boards of 12 by 12 and of 16 by 16: 0.6 of it for the latter loses 1.2 and 4.7 points a
/// pair, and 1.2 of it loses as much.
const OWNED: Score = 3;

/// How the weak levels misjudge moves.
pub(crate) const SLIPS: &[Slip] = &[
    Slip::within(120 * OWNED),
    Slip::within(45 * OWNED),
    Slip::within(25 * OWNED),
    Slip::deeper(10 * OWNED),
];

/// The value of a square that both sides reach in equally many steps, for the side to move, which
/// comes first. With more or less, estimates swing with the parity of the depth: over 200 positions
/// of 14 by 18, a ply more changes the mean estimate by 1.3 to 3.2 points if it is 0.6 of `OWNED`,
/// and by 3.1 to 4.3 points if it is 0.8.
const SHARED: Score = 2;

impl<const A: usize> Evaluate<Graph<A>> for Reach {
    const EVERY_POINT_COUNTS: bool = true;
    const ESTIMATES_MARGIN: bool = true;
    const ORDERS_WELL: bool = true;
    /// There are only three moves. If all but the first are reduced, a search of 4,000 positions
    /// looks 13 plies ahead instead of 11.
    const FULL_MOVES: Option<usize> = Some(1);
    const POINT: Score = OWNED;
    const SLIPS: &'static [Slip] = SLIPS;

    fn evaluate(&self, graph: &Graph<A>, node: &Node<A>) -> Score {
        let owned = node.squares.map(u32::cast_signed);
        let (reached, shared) = reached_first(graph, node);
        let reached = reached.map(u32::cast_signed);
        let lead = owned[0] + reached[0] - owned[1] - reached[1];
        node.turn.sign() * OWNED * lead + SHARED * shared.cast_signed()
    }

    /// At the start, the estimate is about half of the number of rows and columns together. In six
    /// games on boards of 14 by 18, the mean number of moves was 16, half of 14 + 18. A move gains
    /// more squares on a larger board, so the estimate grows with the sides and not with the area.
    /// The estimate shrinks with the number of open squares.
    fn moves_left(&self, graph: &Graph<A>, node: &Node<A>) -> u32 {
        let [open, all] = graph.open_squares(node);
        graph.sides() * open / all / 2 + 2
    }

    /// The number of squares that the move adds to the territory.
    fn move_score(&self, graph: &Graph<A>, node: &Node<A>, colour: Colour) -> i32 {
        graph.count(&graph.taken(node, colour)).cast_signed()
    }
}

/// How many open squares each side would reach in fewer moves than the opponent, and how many both
/// would reach in equally many, if each move took the neighbouring areas of all colours.
fn reached_first<const A: usize>(graph: &Graph<A>, node: &Node<A>) -> ([u32; 2], u32) {
    let mut open = graph.open(node);
    let mut near = node.beside;
    let (mut squares, mut contested) = ([0, 0], 0);
    while !(near[0].is_empty() && near[1].is_empty()) {
        open = open.without(near[0] | near[1]);
        let both = near[0] & near[1];
        let (equal, shared) = graph.spread(&both);
        contested += equal;
        for side in [0, 1] {
            let (more, beside): (u32, Bits<A>) = graph.spread(&near[side].without(both));
            squares[side] += more;
            near[side] = (beside | shared) & open;
        }
    }
    (squares, contested)
}

#[cfg(test)]
mod tests {
    use rules::{Game, Side};
    use search::{Engine, Limits, NeverStop, SearchEngine, proven_end};

    use super::super::board::Board;
    use super::super::rules::FloodWars;
    use super::super::solver::{ALL_MARGINS, MarginSolver};
    use super::*;

    /// With four half-moves left, what nobody reaches in time counts for nobody.
    #[test]
    fn the_last_half_moves_are_judged_by_the_limit() {
        for seed in 0..20 {
            let game = FloodWars::<16>::new(&Board::random(12, 12, seed), Side::Second, 146, 150);
            let graph = Graph::<4>::new(&game);
            let mut engine = SearchEngine::with_model(game.clone(), graph, Reach, 1 << 16);
            let found = engine.choose(&[], Limits::depth(12), &mut NeverStop).expect("not over");
            let margin =
                MarginSolver::new(game.clone()).margin(&game.start(), ALL_MARGINS, &mut |_| false);
            let judged = proven_end(found.score).map_or(0, |(margin, _)| margin);
            assert_eq!((found.is_exact, Some(judged)), (true, margin.value()), "{seed}");
        }
    }
}
