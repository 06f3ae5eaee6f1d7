//! Depth-first proof-number search: does the side to move succeed? The attacker wants to complete a
//! line, and the defender to prevent that for ever.
//!
//! CITE: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002. The search
//! turns from one move to the second-best move only if the latter is better by a quarter: Pawlewicz
//! and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007.

use rules::bits::Bits;

use super::keys::{Key, Keys};
use super::lines::Lines;
use super::numbers::{Child, Numbers, enter, sum};
use super::pairing::{every_line_has_a_pair, tile_serves};
use super::state::{State, Survey, WHOLE};
use super::table::Table;
use super::threats::{Plan, Threats};

/// The greatest number of steps in the search for a pairing: in a position of the search, and in
/// the first position.
const PAIRING_STEPS: u32 = 50;
const FIRST_PAIRING_STEPS: u32 = 20_000;
/// The number of threats tried for each free square when looking for a plan.
const PLAN: u32 = 2;
/// With a smaller winning length, the search solves a position sooner than it finds a plan.
const SHORTEST_PLANNED: usize = 4;
/// How many positions without a plan are remembered.
const PLANLESS: usize = 1 << 16;
/// After `LARGE` positions, a search looks for a plan in a position only if it has searched
/// `PLAN_EFFORT` positions below that one. A plan costs as much as hundreds of positions, and the
/// search leaves most positions at once.
const LARGE: u64 = 1500;
const PLAN_EFFORT: u32 = 20;
/// From this winning length on, the effort for all moves except the hardest counts only in part
/// (see [`sum`]).
const LONG: usize = 5;
const SHARE: u32 = 6;

/// A position in normal form where a search may begin. It is the last one surveyed.
pub(super) struct Start<const W: usize> {
    pub(super) state: State<W>,
    key: Key,
    pub(super) attacking: bool,
}

/// A search with its stored results.
pub(super) struct ProofSearch<const W: usize> {
    pub(super) lines: Lines<W>,
    /// Rows and columns.
    size: (usize, usize),
    pub(super) keys: Keys,
    table: Table,
    survey: Survey<W>,
    /// The free squares of each line that the attacker can still complete, while pairs are looked
    /// for.
    open: Vec<Bits<W>>,
    /// Keys of positions in which no plan was found; places are reused.
    planless: Vec<u64>,
    /// The number of positions searched so far.
    pub(super) nodes: u64,
    /// The number of positions searched before this question.
    before: u64,
}

impl<const W: usize> ProofSearch<W> {
    pub(super) fn new(lines: Lines<W>, rows: usize, columns: usize) -> ProofSearch<W> {
        ProofSearch {
            lines,
            size: (rows, columns),
            keys: Keys::new(rows, columns),
            table: Table::new(),
            survey: Survey::new(rows * columns),
            open: Vec::new(),
            planless: vec![0; PLANLESS],
            nodes: 0,
            before: 0,
        }
    }

    /// The memory that stored results take, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// The number of squares of the board.
    pub(super) fn squares(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// The start of a search. If the result is stored or clear at once, the error says whether the
    /// attacker wins.
    pub(super) fn begin(&mut self, state: State<W>, attacking: bool) -> Result<Start<W>, bool> {
        let wins = |success| success == attacking;
        let forced = self.sight(&state, attacking).map_err(wins)?;
        let state = self.survey.normalise(&self.lines, state);
        let key = self.keys.key(&state, u64::from(attacking));
        let numbers = self.stored_or(key, |search| search.estimate(&state, attacking, forced));
        let start = Start { state, key, attacking };
        numbers.solved().map_or(Ok(start), |success| Err(wins(success)))
    }

    /// Whether a pairing shows that the attacker cannot win the position where a search would
    /// begin, no matter who moves first. It may take more steps than within a search.
    pub(super) fn is_held_by_pairs(&mut self, start: &Start<W>) -> bool {
        self.list_open(&start.state);
        let (open, (rows, columns)) = (&mut self.open, self.size);
        (self.lines.length > 8 && tile_serves(open, rows, columns))
            || every_line_has_a_pair(open, self.lines.length, FIRST_PAIRING_STEPS)
    }

    /// Lists the lines that the attacker can still complete.
    fn list_open(&mut self, state: &State<W>) {
        let open = &mut self.open;
        open.clear();
        self.lines.each_within(state.attacker | state.empty, |line| open.push(line & state.empty));
    }

    /// The normal form of a position.
    pub(super) fn normalised(&mut self, state: State<W>) -> State<W> {
        self.survey.normalise(&self.lines, state)
    }

    /// A new question begins. The positions searched for it are counted from here.
    pub(super) fn ask(&mut self) {
        self.before = self.nodes;
    }

    /// Whether the attacker wins; `None` if the search was stopped.
    pub(super) fn solve(
        &mut self,
        &Start { state, key, attacking }: &Start<W>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let before = self.nodes;
        let numbers = self.search(&state, key, attacking, Numbers::ENDLESS, stop);
        self.table.put(key, numbers, self.nodes - before);
        numbers.solved().map(|success| success == attacking)
    }

    /// The first move of a short win by threats, if one is found. Nobody may be able to complete a
    /// line at once.
    pub(super) fn first_of_plan(&mut self, state: State<W>) -> Option<usize> {
        let state = self.survey.survey(&self.lines, state);
        let order = self.in_order(&state);
        let stones = [state.attacker, state.defender, state.empty];
        let plan = Threats::new(&self.lines).plan(stones, PLAN * order.len() as u32, &order);
        plan.map(|plan| plan.first)
    }

    /// The free squares, ordered by the weight of the attacker's lines through them, the heaviest
    /// first. This position must be the last one surveyed.
    fn in_order(&self, state: &State<W>) -> Vec<u16> {
        let mut order: Vec<u16> = state.empty.into_iter().map(|square| square as u16).collect();
        order.sort_by_key(|&square| std::cmp::Reverse(self.survey.weight[usize::from(square)]));
        order
    }

    /// Searches a position in normal form until one of its numbers reaches the limit.
    fn search(
        &mut self,
        state: &State<W>,
        key: Key,
        attacking: bool,
        most: Numbers,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Numbers {
        self.nodes += 1;
        let mut children = match self.expand(state, key, attacking) {
            Ok(children) => children,
            Err(solved) => return solved,
        };
        let share = if self.lines.length < LONG { 1 } else { SHARE };
        loop {
            let (numbers, best, second) = sum(&children, share);
            let enough = numbers.succeed >= most.succeed || numbers.fail >= most.fail;
            if enough || stop(self.nodes) {
                return numbers;
            }
            let square = usize::from(children[best].square);
            let found = match children[best].key {
                None => {
                    let (key, numbers) = self.look(state, attacking, square);
                    let twin = children.iter().any(|child| child.key == Some(key));
                    children[best].key = Some(key);
                    // Another move leads to the same position, so this move is dropped.
                    if twin { Numbers::SUCCESS } else { numbers }
                }
                Some(key) => {
                    let next = self.after(state, attacking, square);
                    let most = most.for_child(numbers, children[best].numbers, second);
                    let before = self.nodes;
                    let found = self.search(&next, key, !attacking, most, stop);
                    self.table.put(key, found, self.nodes - before);
                    found
                }
            };
            if let Some(solved) = enter(&mut children, best, found) {
                return solved;
            }
        }
    }

    /// The moves whose result is open. The error is the position's solution.
    fn expand(
        &mut self,
        state: &State<W>,
        key: Key,
        attacking: bool,
    ) -> Result<Vec<Child>, Numbers> {
        let moves = self.moves(state, key, attacking)?;
        // The attacker's moves without a threat are searched only when the others look no better.
        let now = if attacking && moves.len() > 1 {
            self.near(state.attacker, state.empty)
        } else {
            state.empty
        };
        let later = Numbers { succeed: self.prospect(), fail: replies(state.empty) };
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        for square in moves {
            if !now.has(usize::from(square)) {
                children.push(Child { square, key: None, numbers: later });
                continue;
            }
            let (key, numbers) = self.look(state, attacking, usize::from(square));
            match numbers.solved() {
                Some(false) => return Err(Numbers::SUCCESS),
                None if children.iter().all(|child| child.key != Some(key)) => {
                    children.push(Child { square, key: Some(key), numbers });
                }
                _ => {}
            }
        }
        if children.is_empty() { Err(Numbers::FAILURE) } else { Ok(children) }
    }

    /// The squares of lines that lack two or three stones.
    fn near(&self, stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
        self.lines.threatening(stones, empty) | self.lines.short_by::<3>(stones, empty)
    }

    /// The moves that may succeed, the most promising first. If the position is solved already, the
    /// error is its solution.
    fn moves(&mut self, state: &State<W>, key: Key, attacking: bool) -> Result<Vec<u16>, Numbers> {
        let (own, other) = state.seen_by(attacking);
        if let Some(forced) = self.forced(state, attacking).lowest() {
            return Ok(vec![forced as u16]);
        }
        self.survey.survey(&self.lines, *state);
        let mut order = self.in_order(state);
        let mut worthwhile = self.survey.worthwhile(state.empty);
        // If the attacker is to move and has a plan, it wins. If the defender is to move, it must
        // spoil the plan. If the opponent has a winning sequence, the side to move must spoil that
        // sequence.
        let plan = self.plan(state, key, &order);
        if attacking && plan.is_some() {
            return Err(Numbers::SUCCESS);
        }
        let mut threats = Threats::new(&self.lines);
        if let Some(passed) = plan.or_else(|| threats.sequence(other, own, state.empty)) {
            worthwhile &= threats.spoiling(&passed, own, state.empty);
        }
        order.retain(|&square| worthwhile.has(usize::from(square)));
        Ok(order)
    }

    /// The attacker's plan, as if the attacker were to move; `None` if an earlier search found no
    /// plan, or if a search for one would cost too much.
    fn plan(&mut self, state: &State<W>, key: Key, order: &[u16]) -> Option<Plan<W>> {
        let place = key.0 as usize % PLANLESS;
        let large = self.nodes - self.before > LARGE;
        let is_dear =
            self.lines.length < SHORTEST_PLANNED || (large && self.table.effort(key) < PLAN_EFFORT);
        if is_dear || self.planless[place] == key.0 {
            return None;
        }
        let stones = [state.attacker, state.defender, state.empty];
        let plan = Threats::new(&self.lines).plan(stones, PLAN * order.len() as u32, order);
        if plan.is_none() {
            self.planless[place] = key.0;
        }
        plan
    }

    /// The squares where the other side would complete a line.
    fn forced(&self, state: &State<W>, attacking: bool) -> Bits<W> {
        self.lines.completing(state.seen_by(attacking).1, state.empty)
    }

    /// The normal form of the position after a move.
    fn after(&mut self, state: &State<W>, attacking: bool, square: usize) -> State<W> {
        let mut next = *state;
        next.empty.remove(square);
        if attacking {
            next.attacker.insert(square);
        } else {
            next.defender.insert(square);
        }
        self.survey.normalise(&self.lines, next)
    }

    /// The key and the numbers of the position after a move.
    fn look(&mut self, state: &State<W>, attacking: bool, square: usize) -> (Key, Numbers) {
        let next = self.after(state, attacking, square);
        self.look_at(&next, !attacking)
    }

    /// The key and the numbers of the last position surveyed.
    fn look_at(&mut self, state: &State<W>, attacking: bool) -> (Key, Numbers) {
        let key = self.keys.key(state, u64::from(attacking));
        let numbers = self.stored_or(key, |search| search.evaluate(state, attacking));
        (key, numbers)
    }

    /// The stored numbers of a position; if none are stored, new numbers are computed and stored.
    fn stored_or(&mut self, key: Key, evaluate: impl FnOnce(&mut Self) -> Numbers) -> Numbers {
        self.table.get(key).unwrap_or_else(|| {
            let numbers = evaluate(self);
            self.table.put(key, numbers, 0);
            numbers
        })
    }

    /// Estimates the numbers of a position without a search. This position must be the last one
    /// surveyed.
    fn evaluate(&mut self, state: &State<W>, attacking: bool) -> Numbers {
        match self.sight(state, attacking) {
            Err(true) => Numbers::SUCCESS,
            Err(false) => Numbers::FAILURE,
            Ok(forced) => self.estimate(state, attacking, forced),
        }
    }

    /// Whether the side to move must take a certain square. If the stones show the result at once,
    /// the error says whether the side to move succeeds.
    fn sight(&self, state: &State<W>, attacking: bool) -> Result<bool, bool> {
        let (own, other) = state.seen_by(attacking);
        if !self.lines.completing(own, state.empty).is_empty() {
            return Err(true);
        }
        match self.lines.completing(other, state.empty).count() {
            0 => {
                let sequence = Threats::new(&self.lines).sequence(own, other, state.empty);
                if sequence.is_some() { Err(true) } else { Ok(false) }
            }
            1 => Ok(true),
            _ => Err(false),
        }
    }

    /// Estimates the numbers of a position that is not decided at once. This position must be the
    /// last one surveyed.
    fn estimate(&mut self, state: &State<W>, attacking: bool, forced: bool) -> Numbers {
        if self.survey.potential == 0 {
            return if attacking { Numbers::FAILURE } else { Numbers::SUCCESS };
        }
        if attacking {
            if self.may_be_held(state) {
                self.list_open(state);
                if every_line_has_a_pair(&mut self.open, self.lines.length, PAIRING_STEPS) {
                    return Numbers::FAILURE;
                }
            }
            return Numbers { succeed: 1, fail: cubed(2 * self.survey.potential) };
        }
        if forced {
            return Numbers { succeed: 1, fail: 1 };
        }
        let mut threats = Threats::new(&self.lines);
        let mut moves = state.empty;
        if let Some(plan) = threats.sequence(state.attacker, state.defender, state.empty) {
            moves &= threats.spoiling(&plan, state.defender, state.empty);
        }
        Numbers { succeed: self.prospect(), fail: replies(moves) }
    }

    /// Whether pairs are worth looking for. In some 500,000 positions of 5,5,4, 7,7,5, 8,6,5, 8,8,5
    /// and 10,10,5, pairs were found only where this holds.
    fn may_be_held(&self, state: &State<W>) -> bool {
        let lines = self.lines.count_within(state.attacker | state.empty);
        5 * lines <= state.empty.count() * self.lines.length
    }

    /// The estimated effort to prove that the attacker cannot win the last position surveyed, with
    /// the defender to move.
    fn prospect(&self) -> u32 {
        cubed(self.survey.potential)
    }
}

/// Estimates a number from the weight of the attacker's lines. The number of positions grows much
/// faster than this weight, so the estimate grows with its cube.
fn cubed(weight: u64) -> u32 {
    let weight = weight as f64 / WHOLE as f64;
    (2.0 * weight.powi(3)).min(1e6) as u32 + 1
}

/// The estimated effort to refute all of the defender's moves: 1 for each move.
fn replies<const W: usize>(moves: Bits<W>) -> u32 {
    moves.count().max(1) as u32
}
