//! The engine's evaluation: the territories, and the open areas that a side reaches first. The
//! evaluation uses the graph of areas instead of the board.

use rules::bits::Bits;
use search::{Evaluate, Score};

use super::board::Colour;
use super::contraction::{Graph, Node};

/// The evaluation. It counts the squares of each territory, and the open squares that one side can
/// reach in fewer steps than the other. A step leads from area to area.
#[derive(Clone, Copy, Debug)]
pub struct Reach;

/// The value of an owned square.
const OWNED: Score = 10;

/// The value of a square that one side reaches first. The side may still lose it.
const REACHED: Score = 6;

impl<const A: usize> Evaluate<Graph<A>> for Reach {
    const EVERY_POINT_COUNTS: bool = true;
    const ORDERS_WELL: bool = true;
    const POINT: Score = OWNED;

    fn evaluate(&self, graph: &Graph<A>, node: &Node<A>) -> Score {
        let owned = node.squares.map(u32::cast_signed);
        let reached = reached_first(graph, node).map(u32::cast_signed);
        node.turn.sign() * (OWNED * (owned[0] - owned[1]) + REACHED * (reached[0] - reached[1]))
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

/// How many open squares each side would reach in fewer moves than the opponent, if each move took
/// the neighbouring areas of all colours.
fn reached_first<const A: usize>(graph: &Graph<A>, node: &Node<A>) -> [u32; 2] {
    let mut open = graph.open(node);
    let mut near = node.beside;
    let mut squares = [0, 0];
    while !(near[0].is_empty() && near[1].is_empty()) {
        open = open.without(near[0] | near[1]);
        let both = near[0] & near[1];
        let (_, shared) = graph.spread(&both);
        for side in [0, 1] {
            let (more, beside): (u32, Bits<A>) = graph.spread(&near[side].without(both));
            squares[side] += more;
            near[side] = (beside | shared) & open;
        }
    }
    squares
}
