//! Alpha-beta against plain minimax, on random toy trees where sides need not alternate.

use rules::random::{Random, hash_words};
use rules::{Game, Outcome, Side};
use search::{
    ASK_EVERY, Bounded, Evaluate, Goal, Handler, HashTable, Limits, MoveValue, NeverStop, Problem, Score, SearchResult,
    StopWhen, best, move_values, outcome_score,
};

/// A tree grown from a seed: every node has its own turn, number of moves, and result.
struct Tree {
    seed: u64,
    longest: u32,
    /// The most moves of a node.
    widest: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    id: u64,
    depth: u32,
}

impl Tree {
    fn random(&self, node: &Node, what: u64) -> Random {
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
        let count = if self.outcome(node).is_some() { 0 } else { self.random(node, 1).between(1, self.widest) };
        0..count as u8
    }

    /// Numbers are taken modulo 9, so that different moves often lead to the same position.
    fn play(&self, node: &Node, mv: u8) -> Node {
        let id = hash_words([self.seed, node.id, u64::from(mv)]) % 9;
        Node { id, depth: node.depth + 1 }
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        let over = node.depth >= self.longest || self.random(node, 2).one_in(8);
        (over && node.depth > 0).then(|| Outcome { margin: self.random(node, 3).below(7) as i32 - 3 })
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    fn key(&self, node: &Node) -> u64 {
        hash_words([node.id, u64::from(node.depth)])
    }
}

struct Estimate<const POINTS: bool>;

impl<const POINTS: bool> Evaluate<Tree> for Estimate<POINTS> {
    const EVERY_POINT_COUNTS: bool = POINTS;

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        game.random(node, 4).below(200) as Score - 100
    }

    fn move_score(&self, game: &Tree, node: &Node, mv: u8) -> i32 {
        game.random(node, 5 + u64::from(mv)).below(10) as i32
    }
}

/// The score for `side` by the definition.
fn minimax(game: &Tree, node: &Node, side: Side, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = game.outcome(node) {
        return outcome_score(outcome, side, ply);
    }
    let mover = game.turn(node);
    let flip = if mover == side { 1 } else { -1 };
    if depth == 0 {
        return flip * Estimate::<true>.evaluate(game, node);
    }
    let children = game.moves(node).map(|mv| minimax(game, &game.play(node, mv), mover, depth - 1, ply + 1));
    flip * children.max().expect("an unfinished node has moves")
}

fn search<const POINTS: bool>(tree: &Tree, limits: Limits, bytes: usize) -> SearchResult<u8> {
    let mut table = HashTable::new(bytes);
    let start = tree.start();
    let problem = Problem::new(tree, &Estimate::<POINTS>, &start, limits);
    best(&problem, &mut table, &mut NeverStop).expect("the root has moves")
}

#[test]
fn a_search_to_the_end_finds_the_minimax_score_and_says_so() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), 9, 0);
        for bytes in [16, 1 << 16] {
            let result = search::<true>(&tree, Limits::NONE, bytes);
            assert_eq!(result.score, truth, "seed {seed}, table of {bytes} bytes");
            assert!(result.is_exact, "seed {seed}: nothing is left to search");
            let child = tree.play(&tree.start(), result.best_move());
            assert_eq!(minimax(&tree, &child, tree.turn(&tree.start()), 9, 1), truth, "seed {seed}: the move earns it");
        }
    }
}

#[test]
fn a_search_to_a_depth_finds_the_minimax_score_of_that_depth() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 30, widest: 4 };
        for depth in 1..=5 {
            // With one bucket little carries over from transpositions searched deeper, so the depth is exact.
            let result = search::<true>(&tree, Limits::depth(depth), 16);
            let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), result.depth, 0);
            assert_eq!(result.score, truth, "seed {seed}, depth {depth}");
        }
    }
}

#[test]
fn where_a_win_is_a_win_the_winner_is_right() {
    for seed in 0..2000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let truth = minimax(&tree, &tree.start(), tree.turn(&tree.start()), 9, 0);
        let result = search::<false>(&tree, Limits::NONE, 1 << 16);
        assert_eq!(result.score.signum(), truth.signum(), "seed {seed}");
    }
}

#[test]
fn a_goal_is_reached_and_what_is_proven_is_true() {
    let mut nodes = [0; 2];
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let start = tree.start();
        let truth = minimax(&tree, &start, tree.turn(&start), 9, 0);
        let ask = |goal| {
            let problem = Problem::new(&tree, &Estimate::<true>, &start, Limits::NONE).with_goal(goal);
            best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("the root has moves")
        };
        let winner = ask(Goal::Winner);
        assert_eq!(winner.score.signum(), truth.signum(), "seed {seed}");
        let lower = winner.score <= truth;
        assert!(truth == 0 || lower == (truth > 0) || winner.score == truth, "seed {seed}: a bound");
        assert!(!winner.is_exact || winner.score == truth, "seed {seed}");
        nodes[0] += winner.nodes;
        nodes[1] += ask(Goal::Best).nodes;
        for (alpha, beta) in [(truth - 1, truth + 1), (truth, truth + 1), (truth - 1, truth)] {
            let score = ask(Goal::Window(alpha, beta)).score;
            assert_eq!((score <= alpha, score >= beta), (truth <= alpha, truth >= beta), "seed {seed}");
        }
    }
    assert!(nodes[0] < nodes[1], "who wins is found sooner than by how much: {nodes:?}");
}

/// The values of all moves at the root, from a table of so many bytes.
fn values(tree: &Tree, limits: Limits, bytes: usize) -> Vec<MoveValue<u8>> {
    let start = tree.start();
    let problem = Problem::new(tree, &Estimate::<true>, &start, limits);
    move_values(&problem, &mut HashTable::new(bytes), &mut NeverStop)
}

#[test]
fn every_move_has_its_minimax_score_and_says_that_it_is_exact() {
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 7, widest: 4 };
        for bytes in [16, 1 << 16] {
            let values = values(&tree, Limits::NONE, bytes);
            assert_eq!(values.len(), tree.moves(&tree.start()).count(), "seed {seed}");
            for (value, mv) in values.iter().zip(tree.moves(&tree.start())) {
                let truth = minimax(&tree, &tree.play(&tree.start(), mv), tree.turn(&tree.start()), 8, 1);
                assert_eq!((value.mv, value.score, value.is_exact), (mv, truth, true), "seed {seed}");
            }
        }
    }
}

#[test]
fn moves_searched_to_a_depth_have_the_minimax_score_of_that_depth() {
    for seed in 0..1000 {
        let tree = Tree { seed, longest: 30, widest: 4 };
        for depth in 1..=4 {
            for value in values(&tree, Limits::depth(depth), 16) {
                let child = tree.play(&tree.start(), value.mv);
                let truth = minimax(&tree, &child, tree.turn(&tree.start()), value.depth - 1, 1);
                assert_eq!(value.score, truth, "seed {seed}, depth {depth}");
                assert!(value.depth == depth || value.is_exact, "seed {seed}: estimates are of one depth");
            }
        }
    }
}

#[test]
fn values_that_are_stopped_keep_the_last_whole_iteration() {
    let tree = Tree { seed: 3, longest: 200, widest: 4 };
    let mut listener = Listener::patient(3);
    let mut table = HashTable::new(1 << 16);
    let start = tree.start();
    let problem = Problem::new(&tree, &Estimate::<true>, &start, Limits::NONE);
    let values = move_values(&problem, &mut table, &mut listener);
    let last = listener.values.last().expect("an iteration was finished");
    let settled = |value: &MoveValue<u8>| value.is_exact;
    assert!(values.iter().zip(last).all(|(value, before)| value == before || settled(value)), "{values:?} {last:?}");
    assert!(!values.iter().all(settled) && listener.asked.len() == 4);
    let stop = &mut StopWhen(|_| true);
    let none = move_values(&problem, &mut HashTable::new(16), stop);
    assert!(none.len() <= tree.moves(&start).count());
}

/// An evaluation that knows the winner of every third position.
struct Oracle;

impl Evaluate<Tree> for Oracle {
    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        Estimate::<false>.evaluate(game, node)
    }

    fn finish(
        &self,
        game: &Tree,
        node: &Node,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        _budget: u64,
    ) -> Option<Bounded> {
        let left = game.longest.saturating_sub(node.depth);
        let side = game.turn(node);
        let margin = minimax(game, node, side, left, node.depth).signum() * side.sign();
        game.random(node, 20).one_in(3).then(|| Bounded::by(Outcome { margin }, side))
    }
}

#[test]
fn a_known_outcome_is_not_searched_and_changes_no_winner() {
    let mut nodes = [0; 2];
    for seed in 0..500 {
        let tree = Tree { seed, longest: 7, widest: 4 };
        let plain = search::<false>(&tree, Limits::NONE, 1 << 16);
        let mut table = HashTable::new(1 << 16);
        let start = tree.start();
        let problem = Problem::new(&tree, &Oracle, &start, Limits::NONE);
        let result = best(&problem, &mut table, &mut NeverStop).unwrap();
        assert_eq!(result.score.signum(), plain.score.signum(), "seed {seed}");
        nodes[0] += plain.nodes;
        nodes[1] += result.nodes;
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

/// An evaluation by which late moves are reduced.
struct Reducing;

impl Evaluate<Tree> for Reducing {
    const EVERY_POINT_COUNTS: bool = true;
    const ORDERS_WELL: bool = true;

    fn evaluate(&self, game: &Tree, node: &Node) -> Score {
        Estimate::<true>.evaluate(game, node)
    }
}

#[test]
fn reductions_save_nodes_and_change_nothing_that_is_exact() {
    let mut nodes = [0; 2];
    for seed in 0..300 {
        let tree = Tree { seed, longest: 6, widest: 12 };
        let start = tree.start();
        let truth = minimax(&tree, &start, tree.turn(&start), 6, 0);
        let problem = Problem::new(&tree, &Reducing, &start, Limits::NONE);
        let result = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves");
        assert_eq!((result.score, result.is_exact), (truth, true), "seed {seed}");
        let ask = |problem: Problem<'_, Tree, Reducing>| {
            best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves").nodes
        };
        nodes[0] += ask(Problem::new(&tree, &Reducing, &start, Limits::depth(5)));
        nodes[1] += ask(Problem::new(&tree, &Reducing, &start, Limits::depth(5)).exhaustive());
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}

/// A stone that goes to and fro between six squares in a row, without end.
struct Shuttle;

impl Game for Shuttle {
    type Position = (u8, Side);
    type Move = bool;

    const REPEATS: bool = true;

    fn start(&self) -> (u8, Side) {
        (0, Side::First)
    }
    fn turn(&self, position: &(u8, Side)) -> Side {
        position.1
    }
    fn moves(&self, &(square, _): &(u8, Side)) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |&up| if up { square < 5 } else { square > 0 })
    }
    fn play(&self, &(square, side): &(u8, Side), up: bool) -> (u8, Side) {
        (if up { square + 1 } else { square - 1 }, side.other())
    }
    fn outcome(&self, _position: &(u8, Side)) -> Option<Outcome> {
        None
    }
    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }
    fn key(&self, &(square, side): &(u8, Side)) -> u64 {
        hash_words([u64::from(square), side as u64])
    }
}

/// Whoever is to move likes it the better the further up the stone is.
struct Up;

impl Evaluate<Shuttle> for Up {
    fn evaluate(&self, _game: &Shuttle, position: &(u8, Side)) -> Score {
        10 + Score::from(position.0)
    }
}

#[test]
fn a_position_that_comes_again_is_worth_nothing_and_proves_nothing() {
    let start = Shuttle.start();
    let problem = Problem::new(&Shuttle, &Up, &start, Limits::depth(60));
    let result = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves");
    assert_eq!((result.score, result.depth, result.is_exact), (0, 60, false));
}

/// Keeps all that it hears, and stops once it has been asked so often.
struct Listener {
    asked: Vec<u64>,
    reports: Vec<SearchResult<u8>>,
    values: Vec<Vec<MoveValue<u8>>>,
    patience: usize,
}

impl Listener {
    fn patient(patience: usize) -> Listener {
        Listener { asked: Vec::new(), reports: Vec::new(), values: Vec::new(), patience }
    }
}

impl Handler<u8> for Listener {
    fn stop(&mut self, nodes: u64) -> bool {
        self.asked.push(nodes);
        self.asked.len() > self.patience
    }

    fn report(&mut self, info: &SearchResult<u8>) {
        self.reports.push(info.clone());
    }

    fn values(&mut self, values: &[MoveValue<u8>]) {
        self.values.push(values.to_vec());
    }
}

fn search_heard(tree: &Tree, limits: Limits, listener: &mut Listener) -> SearchResult<u8> {
    let mut table = HashTable::new(1 << 16);
    let start = tree.start();
    let problem = Problem::new(tree, &Estimate::<true>, &start, limits);
    best(&problem, &mut table, listener).expect("the root has moves")
}

#[test]
fn a_handler_hears_each_iteration_and_the_last_one_is_the_result() {
    for seed in 0..200 {
        let tree = Tree { seed, longest: 9, widest: 4 };
        let mut listener = Listener::patient(usize::MAX);
        let result = search_heard(&tree, Limits::depth(6), &mut listener);
        let depths: Vec<_> = listener.reports.iter().map(|info| info.depth).collect();
        assert_eq!(depths, (1..=result.depth).collect::<Vec<_>>(), "seed {seed}");
        assert_eq!(listener.reports.last(), Some(&result), "seed {seed}");
        assert!(listener.reports.iter().rev().skip(1).all(|info| !info.is_exact), "seed {seed}: exact is the end");
        assert!(listener.reports.is_sorted_by(|a, b| a.nodes < b.nodes), "seed {seed}");
        for info in &listener.reports {
            let end = info.pv.iter().fold(tree.start(), |node, &mv| {
                assert!(tree.moves(&node).any(|legal| legal == mv), "seed {seed}: {:?}", info.pv);
                tree.play(&node, mv)
            });
            assert!(end.depth <= info.depth, "seed {seed}");
        }
    }
}

#[test]
fn a_handler_is_asked_at_fixed_nodes_until_it_stops_the_search() {
    let tree = Tree { seed: 3, longest: 200, widest: 4 };
    let mut listener = Listener::patient(3);
    let result = search_heard(&tree, Limits::NONE, &mut listener);
    assert_eq!(listener.asked, [1, 2, 3, 4].map(|times| times * ASK_EVERY));
    assert_eq!(result.nodes, 4 * ASK_EVERY);
    assert_eq!(result.depth as usize, listener.reports.len(), "the iteration that was stopped is not reported");
    assert!(!result.is_exact);
}

#[test]
fn a_search_stopped_at_once_still_names_a_legal_move() {
    let tree = Tree { seed: 3, longest: 200, widest: 4 };
    let mut table = HashTable::new(1 << 10);
    let stop = &mut StopWhen(|_| true);
    let start = tree.start();
    let problem = Problem::new(&tree, &Estimate::<true>, &start, Limits::NONE);
    let result = best(&problem, &mut table, stop);
    let result = result.expect("the root has moves");
    assert_eq!(result.nodes, ASK_EVERY);
    assert!(tree.moves(&tree.start()).any(|mv| mv == result.best_move()));
}
