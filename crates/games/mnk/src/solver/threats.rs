//! Wins by threats. In a sequence, every move but the last leaves the opponent a single answer. In
//! a plan, every move at least threatens such a sequence.
//!
//! CITE: Allis, "Searching for solutions in games and artificial intelligence", 1994, chapter 5
//! (threat sequences); Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010 (what
//! a threat leaves the opponent).

use rules::bits::Bits;

use super::lines::{Lines, Near};

/// The greatest number of stones that a search for a sequence may try.
const MOST_STONES: u32 = 200;
/// The greatest number of moves of a plan that [`Threats::plan`] finds, without the sequence at its
/// end.
const LONGEST_PLAN: u32 = 5;

/// A win of the side to move, whatever the opponent answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<const W: usize> {
    /// The squares that must be free for the plan: its stones, the answers and its end.
    squares: Bits<W>,
    /// The squares where the opponent may get stones.
    answers: Bits<W>,
    /// The first move of the plan.
    pub(super) first: usize,
    /// Whether the plan leaves the opponent time for a move besides `answers`.
    leisure: bool,
}

/// Looks for wins.
pub(super) struct Threats<'a, const W: usize> {
    lines: &'a Lines<W>,
    /// The number of stones used in looking for a sequence.
    stones: u32,
    /// The number of threats that a plan may still try, and the squares in the order in which they
    /// are tried.
    budget: u32,
    order: &'a [u16],
}

impl<'a, const W: usize> Threats<'a, W> {
    pub(super) fn new(lines: &'a Lines<W>) -> Threats<'a, W> {
        Threats { lines, stones: 0, budget: 0, order: &[] }
    }

    /// Finds a sequence of the side to move with the stones `own`; nobody may be able to complete a
    /// line at once.
    pub(super) fn sequence(
        &mut self,
        own: Bits<W>,
        other: Bits<W>,
        empty: Bits<W>,
    ) -> Option<Plan<W>> {
        self.stones = 0;
        self.go_on([own, other, empty], self.lines.threatening(own, empty), empty)
    }

    /// Like `sequence`, but tries only the squares in `threats`, which must include every threat.
    /// The first move must also be in `met`.
    pub(super) fn go_on(
        &mut self,
        [own, other, empty]: [Bits<W>; 3],
        threats: Bits<W>,
        met: Bits<W>,
    ) -> Option<Plan<W>> {
        // A threat that failed is not tried again after a later threat: both orders lead to the
        // same position.
        let mut tried = Bits::EMPTY;
        for first in threats & met {
            let inherited = threats.without(tried);
            tried.insert(first);
            let own = own | Bits::one(first);
            let empty = empty.without(Bits::one(first));
            let Near { completing, threatening } = self.lines.near(first, own, empty);
            let Some(answer) = completing.lowest() else { continue };
            self.stones += 1;
            if self.stones > MOST_STONES {
                return None;
            }
            let rest = completing.without(Bits::one(answer));
            if let Some(second) = rest.lowest() {
                let answers = Bits::one(answer) | Bits::one(second);
                return Some(Plan {
                    squares: answers | Bits::one(first),
                    answers,
                    first,
                    leisure: false,
                });
            }
            let other = other | Bits::one(answer);
            let empty = empty.without(Bits::one(answer));
            let Some(met) = self.met(answer, other, empty) else { continue };
            // If an answer has spoilt the threat of a square, the square is still in the set, but a
            // stone there threatens nothing.
            let next = (inherited | threatening) & empty;
            if let Some(rest) = self.go_on([own, other, empty], next, met) {
                return Some(rest.after(first, Bits::one(answer)));
            }
        }
        None
    }

    /// Finds a win in which every move makes a threat; tries the shortest wins first. It tries at
    /// most `budget` threats, on the squares in the order of `order`. Nobody may be able to
    /// complete a line at once.
    pub(super) fn plan(
        mut self,
        [own, other, empty]: [Bits<W>; 3],
        budget: u32,
        order: &'a [u16],
    ) -> Option<Plan<W>> {
        (self.budget, self.order) = (budget, order);
        for depth in 1..=LONGEST_PLAN {
            let before = self.budget;
            let plan = self.plan_among([own, other, empty], empty, depth);
            if plan.is_some() || self.budget == 0 || self.budget == before {
                return plan;
            }
        }
        None
    }

    /// Like `plan`, but finds only plans with at most `depth` moves before the last sequence, and
    /// with the first move in `met`.
    fn plan_among(
        &mut self,
        [own, other, empty]: [Bits<W>; 3],
        met: Bits<W>,
        depth: u32,
    ) -> Option<Plan<W>> {
        self.stones = 0;
        let threats = self.lines.threatening(own, empty);
        let sequence = self.go_on([own, other, empty], threats, met);
        if depth == 0 || sequence.is_some() {
            return sequence;
        }
        let threats = (threats | self.lines.short_by::<3>(own, empty)) & met;
        for first in self
            .order
            .iter()
            .map(|&square| usize::from(square))
            .filter(|&square| threats.has(square))
        {
            self.budget = self.budget.checked_sub(1)?;
            let stone = Bits::one(first);
            if let Some(plan) =
                self.plan_from(first, [own | stone, other, empty.without(stone)], depth)
            {
                return Some(plan.after(first, Bits::EMPTY));
            }
        }
        None
    }

    /// A plan after its first move. The plan has an answer to each of the opponent's moves that may
    /// spoil the threat.
    fn plan_from(
        &mut self,
        first: usize,
        [own, other, empty]: [Bits<W>; 3],
        depth: u32,
    ) -> Option<Plan<W>> {
        let (answers, mut whole) = self.answers_to(first, [own, other, empty])?;
        for answer in answers {
            let stone = Bits::one(answer);
            let (other, empty) = (other | stone, empty.without(stone));
            let met = self.met(answer, other, empty)?;
            let plan = self.plan_among([own, other, empty], met, depth - 1)?;
            whole.include(answer, plan);
        }
        Some(whole)
    }

    /// The opponent's moves that may spoil the threat of the last stone, and the win that this
    /// stone threatens; `None` if it threatens none.
    pub(super) fn answers_to(
        &mut self,
        last: usize,
        [own, other, empty]: [Bits<W>; 3],
    ) -> Option<(Bits<W>, Plan<W>)> {
        let completing = self.lines.completing_near(last, own, empty);
        if let Some(answer) = completing.lowest() {
            let answers = Bits::one(answer);
            let plan = Plan { squares: answers, answers, first: answer, leisure: false };
            return Some((answers, plan));
        }
        let threat = self.sequence(own, other, empty)?;
        Some((self.spoiling(&threat, other, empty), Plan { leisure: true, ..threat }))
    }

    /// The opponent's moves that could spoil the plan if they are made before it. Any other move
    /// leaves the plan unchanged.
    ///
    /// A stone elsewhere takes no square of the plan. It can only help the opponent to complete a
    /// line, together with the answers, and with one more stone if the plan leaves time for it. If
    /// the line then still lacks two stones, the line is not yet a threat.
    pub(super) fn spoiling(&self, plan: &Plan<W>, other: Bits<W>, empty: Bits<W>) -> Bits<W> {
        let (stones, free) = (other | plan.answers, empty.without(plan.answers));
        let near = self.lines.completing(stones, free) | self.lines.threatening(stones, free);
        let far = if plan.leisure { self.lines.short_by::<3>(stones, free) } else { Bits::EMPTY };
        (plan.squares | near | far) & empty
    }

    /// The moves that answer the threat of the opponent's last stone: all if there is no threat,
    /// and none if two squares complete a line.
    pub(super) fn met(&self, last: usize, other: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
        let threat = self.lines.completing_near(last, other, empty);
        match threat.count() {
            0 => Some(empty),
            1 => Some(threat),
            _ => None,
        }
    }
}

impl<const W: usize> Plan<W> {
    /// The plan that begins with this move and its answers.
    pub(super) fn after(self, first: usize, answers: Bits<W>) -> Plan<W> {
        let squares = self.squares | answers | Bits::one(first);
        Plan { squares, answers: self.answers | answers, first, ..self }
    }
    /// Adds a win after one of the opponent's answers.
    pub(super) fn include(&mut self, answer: usize, rest: Plan<W>) {
        let answer = Bits::one(answer);
        self.squares |= rest.squares | answer;
        self.answers |= rest.answers | answer;
        self.leisure |= rest.leisure;
    }
}
