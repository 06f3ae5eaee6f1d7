//! Random toy trees, an evaluation for them, and their minimax scores.

use rules::random::{Random, hash_words};
use rules::{Game, Outcome, Side};
use search::{
    Evaluate, HashTable, Limits, NeverStop, Problem, Score, SearchResult, best, outcome_score,
};

/// A tree that a seed determines: the side to move, the number of moves and the result of each node
/// are random.
pub(crate) struct Tree {
    pub(crate) seed: u64,
    pub(crate) longest: u32,
    /// The greatest number of moves at a node.
    pub(crate) widest: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) id: u64,
    pub(crate) depth: u32,
}

impl Tree {
    pub(crate) fn random(&self, node: &Node, what: u64) -> Random {
        Random::new(hash_words([self.seed, node.id, what]))
    }
}

impl Game for Tree {
    type Position = Node;
    type Move = u8;

    fn start(&self) -> Node {
        Node { id: 1, depth: 0 }
    }

    fn turn(&self, node: &Node) -> Side {
        Side::BOTH[self.random(node, 0).below(2)]
    }

    fn moves(&self, node: &Node) -> impl Iterator<Item = u8> {
        let count = if self.outcome(node).is_some() {
            0
        } else {
            self.random(node, 1).between(1, self.widest)
        };
        0..count as u8
    }

    /// There are only nine nodes at each depth, so different moves often lead to the same node.
    fn play(&self, node: &Node, mv: u8) -> Node {
        let id = hash_words([self.seed, node.id, u64::from(mv)]) % 9;
        Node { id, depth: node.depth + 1 }
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        let over = node.depth >= self.longest || self.random(node, 2).one_in(8);
        (over && node.depth > 0)
            .then(|| Outcome { margin: self.random(node, 3).below(7) as i32 - 3 })
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    fn key(&self, node: &Node) -> u64 {
        hash_words([node.id, u64::from(node.depth)])
    }
}

pub(crate) struct Estimate<const POINTS: bool>;

impl<const POINTS: bool> Evaluate<Tree> for Estimate<POINTS> {
    const EVERY_POINT_COUNTS: bool = POINTS;

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        game.random(node, 4).below(200) as Score - 100
    }

    fn move_score(&self, game: &Tree, node: &Node, mv: u8) -> i32 {
        game.random(node, 5 + u64::from(mv)).below(10) as i32
    }
}

/// The score for `side` by plain minimax.
pub(crate) fn minimax(game: &Tree, node: &Node, side: Side, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = game.outcome(node) {
        return outcome_score(outcome, side, ply);
    }
    let mover = game.turn(node);
    let flip = if mover == side { 1 } else { -1 };
    if depth == 0 {
        return flip * Estimate::<true>.evaluate(game, node);
    }
    let children =
        game.moves(node).map(|mv| minimax(game, &game.play(node, mv), mover, depth - 1, ply + 1));
    flip * children.max().expect("an unfinished node has moves")
}

/// The result of a search with a hash table of `bytes`.
pub(crate) fn search<const POINTS: bool>(
    tree: &Tree,
    limits: Limits,
    bytes: usize,
) -> SearchResult<u8> {
    let mut table = HashTable::new(bytes);
    let start = tree.start();
    let problem = Problem::new(tree, &Estimate::<POINTS>, &start, limits);
    best(&problem, &mut table, &mut NeverStop).expect("the root has moves")
}
