//! Tests which calls a handler gets, and what a search returns if the handler stops it.

use rules::Game;
use search::{
    ASK_EVERY, Handler, HashTable, Limits, MoveValue, Problem, SearchResult, StopWhen, best,
    move_values,
};

use crate::tree::{Estimate, Tree};

/// A handler that keeps everything that the search tells it. It stops the search when it has been
/// asked more than `patience` times.
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
        assert!(
            listener.reports.iter().rev().skip(1).all(|info| !info.is_exact),
            "seed {seed}: the search ends once the score is exact"
        );
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
    assert_eq!(
        result.depth as usize,
        listener.reports.len(),
        "the iteration that was stopped is not reported"
    );
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
    assert!(
        values.iter().zip(last).all(|(value, before)| value == before || settled(value)),
        "{values:?} {last:?}"
    );
    assert!(!values.iter().all(settled) && listener.asked.len() == 4);
    let stop = &mut StopWhen(|_| true);
    let none = move_values(&problem, &mut HashTable::new(16), stop);
    assert!(none.len() <= tree.moves(&start).count());
}
