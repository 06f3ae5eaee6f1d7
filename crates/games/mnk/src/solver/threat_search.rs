//! A search for a win in which every move of the attacker makes a threat. It is a depth-first
//! proof-number search like the one in `proof.rs`. It tries so few moves that it sees further, and
//! it needs no normal form, no pairs and no mirror images.
//!
//! CITE: Thomsen, "Lambda-search in game trees - with application to Go", ICGA Journal 23, 2000
//! (trees of threats of one order); Yoshizoe, Kishimoto, Müller, "Lambda depth-first proof number
//! search and its application to Go", 2007 (proof-number search in such trees).

use rules::bits::Bits;

use super::keys::{Keys, Place};
use super::lines::Lines;
use super::numbers::{Child, Numbers, add_open, enter, sum};
use super::state::State;
use super::table::Table;
use super::threats::{Plan, Threats};

/// The numbers of all moves are added in full: a share of the sum, as in `proof.rs`, makes the
/// search go on for too long where the opponent has many answers.
const SHARE: u32 = 1;

/// The greatest number of steps in which a plan is collected from its proof. Each step is a
/// position with the attacker to move.
const MOST_STEPS: u32 = 2000;

/// A search with its stored results.
pub(super) struct ThreatSearch<'a, const W: usize> {
    pub(super) lines: &'a Lines<W>,
    pub(super) keys: &'a Keys,
    pub(super) table: &'a mut Table,
    /// Asked at every position; once it is `true`, it must stay so.
    pub(super) stop: &'a mut dyn FnMut() -> bool,
}

impl<const W: usize> ThreatSearch<'_, W> {
    /// Whether the attacker, who is to move, wins by threats alone; `None` if the search was
    /// stopped. The attacker must not be able to complete a line at once, nor the defender on two
    /// squares.
    pub(super) fn wins(&mut self, state: State<W>) -> Option<bool> {
        let place = self.keys.place(state);
        let mut numbers = self.numbers(&place);
        if numbers.solved().is_none() {
            numbers = self.search(&place, Numbers::ENDLESS);
        }
        numbers.solved()
    }

    /// The first move of a win that has been found.
    pub(super) fn first(&self, state: State<W>) -> Option<usize> {
        let place = self.keys.place(state);
        if self.table.get(place.key) != Some(Numbers::SUCCESS) {
            return None;
        }
        let sequence = self.sequence(&state, self.met(&state)).map(|sequence| sequence.first);
        sequence.or_else(|| self.winning(&place, state.empty))
    }

    /// A win that has been found, as a plan; `None` if a part of its proof has been forgotten, or
    /// if the proof is too long.
    pub(super) fn plan(&self, state: State<W>) -> Option<Plan<W>> {
        self.plan_from(&self.keys.place(state), self.met(&state), &mut { MOST_STEPS })
    }

    fn plan_from(&self, place: &Place<W>, met: Bits<W>, steps: &mut u32) -> Option<Plan<W>> {
        if let Some(plan) = self.sequence(&place.state, met) {
            return Some(plan);
        }
        *steps = steps.checked_sub(1)?;
        let first = self.winning(place, met)?;
        let next = self.keys.after(place, first);
        let State { attacker, defender, empty } = next.state;
        let mut threats = Threats::new(self.lines);
        let (answers, mut whole) = threats.answers_to(first, [attacker, defender, empty])?;
        for answer in answers {
            let place = self.keys.after(&next, answer);
            let met = threats.met(answer, place.state.defender, place.state.empty)?;
            whole.include(answer, self.plan_from(&place, met, steps)?);
        }
        Some(whole.after(first, Bits::EMPTY))
    }

    /// A move in `met` after which the defender is known to fail.
    fn winning(&self, place: &Place<W>, met: Bits<W>) -> Option<usize> {
        let fails = |&square: &usize| {
            self.table.get(self.keys.after(place, square).key) == Some(Numbers::FAILURE)
        };
        (self.threats(&place.state) & met).into_iter().find(fails)
    }

    /// The numbers of a position with the attacker to move, stored or new.
    pub(super) fn numbers(&mut self, place: &Place<W>) -> Numbers {
        self.table.get(place.key).unwrap_or_else(|| {
            let numbers = self.attacker_to_move(&place.state, self.met(&place.state));
            self.table.put(place.key, numbers, 0);
            numbers
        })
    }

    /// The moves that prevent the defender from completing a line: all moves if it cannot, none if
    /// it can on two squares.
    fn met(&self, state: &State<W>) -> Bits<W> {
        let forced = self.lines.completing(state.defender, state.empty);
        match forced.count() {
            0 => state.empty,
            1 => forced,
            _ => Bits::EMPTY,
        }
    }

    /// Searches a position until one of its numbers reaches the limit, and stores the numbers.
    pub(super) fn search(&mut self, place: &Place<W>, most: Numbers) -> Numbers {
        let numbers = self.search_children(place, most);
        self.table.put(place.key, numbers, 1);
        numbers
    }

    fn search_children(&mut self, place: &Place<W>, most: Numbers) -> Numbers {
        let mut children = match self.expand(place) {
            Ok(children) => children,
            Err(solved) => return solved,
        };
        loop {
            let (numbers, best, second) = sum(&children, SHARE);
            let enough = numbers.succeed >= most.succeed || numbers.fail >= most.fail;
            if enough || (self.stop)() {
                return numbers;
            }
            let next = self.keys.after(place, usize::from(children[best].square));
            let most = most.for_child(numbers, children[best].numbers, second);
            let found = self.search(&next, most);
            if let Some(solved) = enter(&mut children, best, found) {
                return solved;
            }
        }
    }

    /// The moves whose result is open. The error is the position's solution.
    fn expand(&mut self, place: &Place<W>) -> Result<Vec<Child>, Numbers> {
        let moves = if place.attacking {
            self.threats(&place.state)
        } else {
            self.answers(&place.state).unwrap_or(Bits::EMPTY)
        };
        let mut children = Vec::with_capacity(moves.count());
        for square in moves {
            let next = self.keys.after(place, square);
            let numbers = self.look(&next, square);
            let child = Child { square: square as u16, key: Some(next.key), numbers };
            add_open(&mut children, child)?;
        }
        if children.is_empty() { Err(Numbers::FAILURE) } else { Ok(children) }
    }

    /// The numbers of a position after a move, stored or new.
    fn look(&mut self, place: &Place<W>, last: usize) -> Numbers {
        if let Some(numbers) = self.table.get(place.key) {
            return numbers;
        }
        let state = &place.state;
        let numbers = if place.attacking {
            let met = Threats::new(self.lines).met(last, state.defender, state.empty);
            met.map_or(Numbers::FAILURE, |met| self.attacker_to_move(state, met))
        } else {
            self.defender_to_move(state)
        };
        self.table.put(place.key, numbers, 0);
        numbers
    }

    /// The first numbers of a position; the attacker's move must be in `met`.
    fn attacker_to_move(&self, state: &State<W>, met: Bits<W>) -> Numbers {
        if self.sequence(state, met).is_some() {
            return Numbers::SUCCESS;
        }
        match (self.promising(state) & met).count() as u32 {
            0 if met == state.empty => Numbers::FAILURE,
            moves => Numbers { succeed: 1, fail: 1 + moves / 4 },
        }
    }

    /// The first numbers of a position in which the defender must answer a threat; without a
    /// threat, the defender has succeeded.
    fn defender_to_move(&self, state: &State<W>) -> Numbers {
        self.answers(state).map_or(Numbers::SUCCESS, |answers| Numbers {
            succeed: 1,
            fail: answers.count().div_ceil(2) as u32,
        })
    }

    fn sequence(&self, state: &State<W>, met: Bits<W>) -> Option<Plan<W>> {
        let State { attacker, defender, empty } = *state;
        let threats = self.lines.threatening(attacker, empty);
        Threats::new(self.lines).go_on([attacker, defender, empty], threats, met)
    }

    /// The squares of lines that lack two or three stones.
    pub(super) fn promising(&self, State { attacker, empty, .. }: &State<W>) -> Bits<W> {
        self.lines.threatening(*attacker, *empty) | self.lines.short_by::<3>(*attacker, *empty)
    }

    /// The attacker's moves that may make a threat. If the defender can complete a line, the
    /// attacker must prevent it.
    fn threats(&self, state: &State<W>) -> Bits<W> {
        let forced = self.lines.completing(state.defender, state.empty);
        match forced.count() {
            0 => self.promising(state),
            1 => forced,
            _ => Bits::EMPTY,
        }
    }

    /// The defender's answers to a threat; `None` if there is no threat.
    fn answers(&self, state: &State<W>) -> Option<Bits<W>> {
        let completing = self.lines.completing(state.attacker, state.empty);
        if let Some(answer) = completing.lowest() {
            return Some(Bits::one(answer));
        }
        let threat = self.sequence(state, state.empty)?;
        Some(Threats::new(self.lines).spoiling(&threat, state.defender, state.empty))
    }
}

#[cfg(test)]
mod tests {
    use rules::random::Random;

    use super::*;
    use crate::rules::Mnk;

    /// Stones on random squares, the same number for each side.
    fn state<const W: usize>(game: &Mnk<W>, stones: usize, random: &mut Random) -> State<W> {
        let mut state = State { attacker: Bits::EMPTY, defender: Bits::EMPTY, empty: game.board };
        for stone in 0..2 * stones {
            let free: Vec<usize> = state.empty.into_iter().collect();
            let square = *random.pick(&free).expect("a board with free squares");
            state.empty.remove(square);
            if stone % 2 == 0 { &mut state.attacker } else { &mut state.defender }.insert(square);
        }
        state
    }

    /// The number of the defender's moves that were checked, in positions with a win that is more
    /// than one sequence.
    fn check<const W: usize>(game: &Mnk<W>, stones: usize, random: &mut Random) -> usize {
        let (lines, keys) = (Lines::new(game), Keys::new(game.rows, game.columns));
        let (mut table, mut checked) = (Table::new(), 0);
        for _ in 0..100 {
            let state = state(game, stones, random);
            let completing = |stones| lines.completing(stones, state.empty);
            if !completing(state.attacker).is_empty() || !completing(state.defender).is_empty() {
                continue;
            }
            let mut never = || false;
            let mut most = 2000;
            let mut stop = || {
                most -= 1;
                most < 1
            };
            let mut search =
                ThreatSearch { lines: &lines, keys: &keys, table: &mut table, stop: &mut stop };
            let is_long = search.sequence(&state, state.empty).is_none();
            if !is_long || search.wins(state) != Some(true) {
                continue;
            }
            let Some(plan) = search.plan(state) else { continue };
            let zone = Threats::new(&lines).spoiling(&plan, state.defender, state.empty);
            search.stop = &mut never;
            for square in state.empty.without(zone) {
                let mut next = state;
                next.empty.remove(square);
                next.defender.insert(square);
                assert_eq!(search.wins(next), Some(true), "{square} spoils {state:?}");
                checked += 1;
            }
        }
        checked
    }

    #[test]
    fn a_move_outside_the_zone_does_not_spoil_a_win() {
        let mut random = Random::new(5);
        let checked = check::<1>(&Mnk::new(6, 6, 4), 2, &mut random)
            + check::<1>(&Mnk::new(8, 8, 5), 7, &mut random)
            + check::<2>(&Mnk::new(10, 10, 5), 9, &mut random);
        assert!(checked > 100, "{checked} moves");
    }
}
