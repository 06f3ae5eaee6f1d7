//! The values of all legal moves of a position: proofs first, and estimates where there is none.

use crate::{ASK_EVERY, Goal, Handler, Instance, Limits, MoveValue, Outlook, StopWhen, Worth};

/// The engine may first look at this many positions. Its opinion is told at once, and decides which
/// moves the solver tries first.
const FIRST_LOOK: u64 = 8 * ASK_EVERY;

/// The solver may search one part in this many of all positions or of the time.
const SOLVERS_SHARE: u32 = 3;

/// The solver searches at most this many positions if nothing else limits it.
const MOST_PROVING: u64 = 1 << 24;

/// The positions that the solver may first search for a move. If it proves nothing, it may search
/// [`MORE`] times as many in the next round.
const FIRST_TRY: u64 = ASK_EVERY;
const MORE: u64 = 4;

/// A solver's question costs at least as much as this many positions.
const QUESTION: u64 = 16;

/// The greatest size of the solver's tables in bytes, since many positions may be valued at once.
const TABLE_BYTES: usize = 64 << 20;

impl Instance {
    /// The value of each legal move at the table, in the table's order, with how far it is proved.
    ///
    /// The engine looks first, shortly. Then the solver has a third of the positions or of the time
    /// ([`Handler::is_over`]), and tries the moves that seem best first. What is left is the
    /// engine's. If the limits set a depth, the solver is not asked. [`Handler::values`] gets what
    /// is known whenever more is known.
    ///
    /// ```
    /// use rules::nim::Nim;
    /// # use rules::Game;
    /// # use search::{Evaluate, Score};
    /// use search::{Certainty, Instance, Limits, NeverStop};
    ///
    /// # #[derive(Clone, Copy)]
    /// # struct Even;
    /// # impl Evaluate<Nim> for Even {
    /// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
    /// #         0
    /// #     }
    /// # }
    /// #
    /// let mut instance = Instance::of(Nim::heap(7), Even);
    /// let worths = instance.values(Limits::nodes(10_000), &mut NeverStop);
    /// let margins: Vec<_> = worths.iter().map(|worth| worth.margin()).collect();
    /// assert_eq!(margins, [Some(-1), Some(-1), Some(1)], "three leave a multiple of four");
    /// ```
    pub fn values(&mut self, limits: Limits, handler: &mut dyn Handler) -> Vec<Worth> {
        let moves = self.table.moves();
        let legal = self.table.legal();
        let mut values = Values {
            worths: legal.into_iter().map(Worth::unknown).collect(),
            every_point_counts: self.engine.every_point_counts(),
            handler,
            before: 0,
            is_stopped: false,
        };
        if values.worths.is_empty() {
            return values.worths;
        }
        if limits.depth == Limits::NONE.depth {
            let look = limits.and(Limits::nodes(FIRST_LOOK.min(limits.nodes / 8)));
            let found = self.engine.values(&moves, look, &mut values);
            values.take(&found);
            values.before += look.nodes;
            self.prove(&mut values, (limits.nodes / u64::from(SOLVERS_SHARE)).min(MOST_PROVING));
        }
        if !values.is_settled() && !values.is_stopped {
            let left = limits.nodes.saturating_sub(values.before).max(ASK_EVERY);
            let found = self.engine.values(&moves, limits.and(Limits::nodes(left)), &mut values);
            values.take(&found);
        }
        let estimates = values.worths.iter().filter(|worth| worth.is_estimate());
        let depth = estimates.map(|worth| worth.value.depth).max().unwrap_or(0);
        values.worths.iter_mut().for_each(|worth| worth.compare(depth));
        values.worths
    }

    /// Puts the table at the position after these moves from the start of the game.
    ///
    /// # Panics
    /// Panics if a name is not the name of a legal move.
    pub fn go_to(&mut self, moves: &[String]) {
        while self.table.undo() {}
        for name in moves {
            self.table.play(name).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        }
    }

    /// Lets the solver prove the values of moves, in rounds in which it may search further and
    /// further, up to `most` positions.
    fn prove(&mut self, values: &mut Values<'_>, most: u64) {
        self.solver.limit_memory(TABLE_BYTES);
        let last = values.before + most;
        let mut each = FIRST_TRY;
        while values.before < last && !values.is_settled() {
            let mut open: Vec<usize> = (0..values.worths.len())
                .filter(|&index| values.worths[index].margin().is_none())
                .collect();
            open.sort_by_key(|&index| std::cmp::Reverse(values.worths[index].value.score));
            let mut has_learned = false;
            for index in open {
                if values.before >= last || values.is_over() {
                    return;
                }
                let most = each.min(last - values.before);
                has_learned |= self.prove_one(values, index, most);
            }
            if has_learned {
                values.tell();
            }
            each *= MORE;
        }
    }

    /// Lets the solver prove the value of one move. Returns whether it has found anything new.
    fn prove_one(&mut self, values: &mut Values<'_>, index: usize, most: u64) -> bool {
        let turn = self.table.turn();
        let name = values.worths[index].value.mv.clone();
        self.table.play(&name).expect("the move is legal");
        let is_same = self.table.turn() == turn;
        let (at_least, at_most) = if let Some(outcome) = self.table.outcome() {
            (Some(outcome.margin_for(turn)), Some(outcome.margin_for(turn)))
        } else {
            let (moves, cost) = (self.table.moves(), self.solver.node_cost());
            let mut stop =
                StopWhen(|nodes| nodes * cost >= most || values.stop_proving(nodes * cost));
            let found = self.solver.bounds(&moves, Goal::Best, &mut stop);
            values.before += (found.nodes * cost).max(QUESTION);
            turned(is_same, found.at_least, found.at_most)
        };
        self.table.undo();
        let worth = &mut values.worths[index];
        let before = worth.clone();
        worth.prove(at_least, at_most);
        *worth != before
    }
}

/// Bounds for the side that made a move, from the bounds for the side that moves next.
fn turned(
    is_same: bool,
    at_least: Option<i32>,
    at_most: Option<i32>,
) -> (Option<i32>, Option<i32>) {
    if is_same { (at_least, at_most) } else { (at_most.map(|m| -m), at_least.map(|m| -m)) }
}

/// Takes what the values of the answers to a move prove about the move. `answers` are all legal
/// moves after it, and `is_same` says whether the same side makes them.
///
/// ```
/// use search::{Worth, learn};
///
/// let worth = |name: &str, margin| {
///     let mut worth = Worth::unknown(name.to_string());
///     worth.prove(Some(margin), Some(margin));
///     worth
/// };
/// let mut made = Worth::unknown("d3".to_string());
/// learn(&mut made, false, &[worth("c3", -2), worth("c5", 4)]);
/// assert_eq!(made.margin(), Some(-4), "c5 wins by 4 for the other side");
/// ```
pub fn learn(made: &mut Worth, is_same: bool, answers: &[Worth]) {
    // One answer shows what its side can reach; that it cannot reach more takes all answers.
    let at_least = answers.iter().filter_map(|answer| answer.at_least).max();
    let bounds: Option<Vec<i32>> = answers.iter().map(|answer| answer.at_most).collect();
    let at_most = bounds.and_then(|bounds| bounds.into_iter().max());
    let (at_least, at_most) = turned(is_same, at_least, at_most);
    made.prove(at_least, at_most);
}

/// What is known so far, and who is told.
struct Values<'a> {
    worths: Vec<Worth>,
    every_point_counts: bool,
    handler: &'a mut dyn Handler,
    /// The positions that were searched before the search that runs now.
    before: u64,
    is_stopped: bool,
}

impl Values<'_> {
    /// Takes what the engine has found. An iteration that is less deep than an earlier one gives no
    /// new estimates.
    fn take(&mut self, found: &[MoveValue]) {
        let mut found = found.iter();
        for worth in &mut self.worths {
            // The engine leaves out what it has not reached, and keeps the order.
            let rest = found.clone();
            match found.find(|value| value.mv == worth.value.mv) {
                Some(value) => worth.hear(value, self.every_point_counts),
                None => found = rest,
            }
        }
    }

    fn tell(&mut self) {
        let known = self.worths.iter().filter(|worth| worth.is_known());
        let values: Vec<MoveValue> = known.map(|worth| worth.value.clone()).collect();
        self.handler.values(&values);
    }

    fn is_settled(&self) -> bool {
        self.worths.iter().all(|worth| worth.margin().is_some())
    }

    /// Whether the solver's share of the time is over, or all of it.
    fn is_over(&mut self) -> bool {
        self.stop_proving(0)
    }

    fn stop_proving(&mut self, nodes: u64) -> bool {
        self.stop(nodes) || self.handler.is_over(1.0 / f64::from(SOLVERS_SHARE))
    }
}

impl Handler for Values<'_> {
    fn stop(&mut self, nodes: u64) -> bool {
        self.is_stopped = self.is_stopped || self.handler.stop(self.before + nodes);
        self.is_stopped
    }

    fn go_on(&mut self, outlook: &Outlook) -> bool {
        self.handler.go_on(outlook)
    }

    fn values(&mut self, values: &[MoveValue]) {
        let before = self.worths.clone();
        self.take(values);
        if self.worths != before {
            self.tell();
        }
    }
}
