//! A search for a win in which every move of the attacker makes a threat. It is a depth-first
//! proof-number search like the one in `proof.rs`. It tries so few moves that it sees further, and
//! it needs no normal form, no pairs and no mirror images.
//!
//! CITE: Thomsen, "Lambda-search in game trees - with application to Go", ICGA Journal 23, 2000
//! (trees of threats of one order); Yoshizoe, Kishimoto, Müller, "Lambda depth-first proof number
//! search and its application to Go", 2007 (proof-number search in such trees).

use rules::bits::Bits;

use super::keys::{Key, Keys};
use super::lines::Lines;
use super::numbers::{Child, Numbers, enter, sum};
use super::state::State;
use super::table::Table;
use super::threats::{Plan, Threats};

/// The numbers of all moves are added in full: a share of the sum, as in `proof.rs`, makes the
/// search go on for too long where the opponent has many answers.
const SHARE: u32 = 1;

/// A position with its key, which depends on the side to move.
#[derive(Clone, Copy)]
struct Place<const W: usize> {
    state: State<W>,
    key: Key,
    attacking: bool,
}

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
        let place = self.root(state);
        let forced = self.lines.completing(state.defender, state.empty);
        let met = if forced.is_empty() { state.empty } else { forced };
        let stored = self.table.get(place.key);
        let numbers = stored.unwrap_or_else(|| self.attacker_to_move(&state, met));
        let is_open = numbers.solved().is_none();
        let numbers = if is_open { self.search(&place, Numbers::ENDLESS) } else { numbers };
        self.table.put(place.key, numbers, 0);
        numbers.solved()
    }

    /// The first move of a win that `wins` has found.
    pub(super) fn first(&self, state: State<W>) -> Option<usize> {
        let place = self.root(state);
        if self.table.get(place.key) != Some(Numbers::SUCCESS) {
            return None;
        }
        let is_lost = |key| self.table.get(key) == Some(Numbers::FAILURE);
        let sequence = self.sequence(&state, state.empty).map(|sequence| sequence.first);
        sequence.or_else(|| {
            self.threats(&state).into_iter().find(|&square| is_lost(self.after(&place, square).key))
        })
    }

    fn root(&self, state: State<W>) -> Place<W> {
        Place { state, key: self.keys.plain(&state), attacking: true }
    }

    /// Searches a position until one of its numbers reaches the limit.
    fn search(&mut self, place: &Place<W>, most: Numbers) -> Numbers {
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
            let next = self.after(place, usize::from(children[best].square));
            let most = most.for_child(numbers, children[best].numbers, second);
            let found = self.search(&next, most);
            self.table.put(next.key, found, 1);
            if let Some(solved) = enter(&mut children, best, found) {
                return solved;
            }
        }
    }

    /// The moves whose result is open, or the solution.
    fn expand(&mut self, place: &Place<W>) -> Result<Vec<Child>, Numbers> {
        let moves = if place.attacking {
            self.threats(&place.state)
        } else {
            self.answers(&place.state).unwrap_or(Bits::EMPTY)
        };
        let mut children = Vec::with_capacity(moves.count());
        for square in moves {
            let next = self.after(place, square);
            let numbers = self.look(&next, square);
            match numbers.solved() {
                Some(false) => return Err(Numbers::SUCCESS),
                Some(true) => {}
                None => {
                    children.push(Child { square: square as u16, key: Some(next.key), numbers });
                }
            }
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
    fn promising(&self, State { attacker, empty, .. }: &State<W>) -> Bits<W> {
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

    fn after(&self, place: &Place<W>, square: usize) -> Place<W> {
        let mut next = *place;
        next.state.empty.remove(square);
        if place.attacking {
            next.state.attacker.insert(square);
        } else {
            next.state.defender.insert(square);
        }
        next.key = self.keys.moved(place.key, square, place.attacking);
        next.attacking = !place.attacking;
        next
    }
}
