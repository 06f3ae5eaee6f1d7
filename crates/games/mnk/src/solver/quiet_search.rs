//! A search for a win in which the attacker may also make quiet moves. A quiet move makes no threat
//! at once, but if the defender passed, the attacker would win by threats alone. Against such a
//! move the defender tries only the answers that may spoil that win.
//!
//! CITE: Thomsen, "Lambda-search in game trees - with application to Go", ICGA Journal 23, 2000 (a
//! threat of one order prepares a win by threats of the order below); Yoshizoe, Kishimoto, Müller,
//! "Lambda depth-first proof number search and its application to Go", 2007 (one proof-number
//! search for both orders); Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010
//! (answers from the win after a pass).

use std::collections::HashMap;

use rules::bits::Bits;

use super::keys::{Key, Keys, Place};
use super::lines::Lines;
use super::numbers::{Child, INFINITE, Numbers, add_open, enter, sum};
use super::state::State;
use super::table::Table;
use super::threat_search::ThreatSearch;
use super::threats::Threats;

/// The first estimate of how many positions must be searched to refute all answers to a quiet move,
/// and to a threat. With these numbers the search makes few quiet moves. With 8 and 4, the
/// second position of `--bench mnk_solver -- positions` on 10,10,5 takes six times as long.
const QUIET: u32 = 1000;
const THREAT: u32 = 100;
/// The first estimate of how many positions must be searched to show that the attacker has no win.
const NO_WIN: u32 = 20;
/// The `square` of the child that is not a move but the search by threats alone.
const THREATS_ALONE: u16 = u16::MAX;
/// The numbers of all moves are added in full, as in the search by threats.
const SHARE: u32 = 1;
/// The greatest number of positions for which the answers that may spoil a win are stored.
const MOST_ZONES: usize = 1 << 16;

/// The stored results of both searches.
pub(super) struct Stored<const W: usize> {
    threats: Table,
    quiet: Table,
    /// For positions with the defender to move, after which the attacker would win by threats: the
    /// answers that may spoil that win.
    zones: HashMap<Key, Bits<W>>,
}

impl<const W: usize> Stored<W> {
    pub(super) fn new() -> Stored<W> {
        Stored { threats: Table::new(), quiet: Table::new(), zones: HashMap::new() }
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let zone = size_of::<(Key, Bits<W>)>();
        self.threats.bytes() + self.quiet.bytes() + self.zones.capacity() * zone
    }
}

/// A search with its stored results.
pub(super) struct QuietSearch<'a, const W: usize> {
    pub(super) threats: ThreatSearch<'a, W>,
    lines: &'a Lines<W>,
    keys: &'a Keys,
    table: &'a mut Table,
    zones: &'a mut HashMap<Key, Bits<W>>,
}

impl<'a, const W: usize> QuietSearch<'a, W> {
    /// A search that goes on from the stored results. `stop` is asked at every position; once it is
    /// `true`, it must stay so.
    pub(super) fn new(
        lines: &'a Lines<W>,
        keys: &'a Keys,
        stored: &'a mut Stored<W>,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> QuietSearch<'a, W> {
        let Stored { threats, quiet, zones } = stored;
        let threats = ThreatSearch { lines, keys, table: threats, stop };
        QuietSearch { threats, lines, keys, table: quiet, zones }
    }

    /// Whether the attacker, who is to move, wins by threats and quiet moves; `None` if the search
    /// was stopped. The attacker must not be able to complete a line at once, nor the defender on
    /// two squares.
    pub(super) fn wins(&mut self, state: State<W>) -> Option<bool> {
        let place = self.keys.place(state);
        let stored = self.table.get(place.key).and_then(Numbers::solved);
        stored.or_else(|| self.search(&place, Numbers::ENDLESS).solved())
    }

    /// The first move of a win that `wins` has found, here or in the search by threats.
    pub(super) fn first(&self, state: State<W>) -> Option<usize> {
        let place = self.keys.place(state);
        let is_lost = |&square: &usize| {
            self.table.get(self.keys.after(&place, square).key) == Some(Numbers::FAILURE)
        };
        self.threats.first(state).or_else(|| state.empty.into_iter().find(is_lost))
    }

    /// Searches a position until one of its numbers reaches the limit, and stores the numbers.
    fn search(&mut self, place: &Place<W>, most: Numbers) -> Numbers {
        let numbers = self.search_children(place, most);
        self.table.put(place.key, numbers, 1);
        numbers
    }

    fn search_children(&mut self, place: &Place<W>, most: Numbers) -> Numbers {
        let expanded =
            if place.attacking { self.attacks(place) } else { self.answers(place, most) };
        let mut children = match expanded {
            Ok(children) => children,
            Err(numbers) => return numbers,
        };
        loop {
            let (numbers, best, second) = sum(&children, SHARE);
            let enough = numbers.succeed >= most.succeed || numbers.fail >= most.fail;
            if enough || (self.threats.stop)() {
                return numbers;
            }
            let most = most.for_child(numbers, children[best].numbers, second);
            let found = self.visit(place, &mut children[best], most);
            if let Some(solved) = enter(&mut children, best, found) {
                return solved;
            }
        }
    }

    /// Looks at the position after a move; from the second visit on, searches it.
    fn visit(&mut self, place: &Place<W>, child: &mut Child, most: Numbers) -> Numbers {
        if child.square == THREATS_ALONE {
            return self.threats.search(place, most.reversed()).reversed();
        }
        let next = self.keys.after(place, usize::from(child.square));
        if child.key.replace(next.key).is_none() {
            return self.look(&next, usize::from(child.square));
        }
        self.search(&next, most)
    }

    /// The attacker's moves whose result is open. The error is the position's solution.
    fn attacks(&mut self, place: &Place<W>) -> Result<Vec<Child>, Numbers> {
        let alone = self.threats.numbers(place);
        if alone == Numbers::SUCCESS {
            return Err(alone);
        }
        let mut children = Vec::new();
        if alone != Numbers::FAILURE {
            let numbers = alone.reversed();
            children.push(Child { square: THREATS_ALONE, key: None, numbers });
        }
        let now = self.threats.promising(&place.state);
        for square in self.moves(&place.state) {
            if now.has(square) {
                self.add(&mut children, place, square)?;
                continue;
            }
            // A move far from the attacker's other stones is looked at only when it is its turn.
            let stored = self.table.get(self.keys.after(place, square).key);
            let numbers = stored.unwrap_or(Numbers { succeed: 1, fail: QUIET + 1 });
            add_open(&mut children, Child { square: square as u16, key: None, numbers })?;
        }
        if children.is_empty() { Err(Numbers::FAILURE) } else { Ok(children) }
    }

    /// The attacker's moves that may succeed. If the defender would win by a sequence, only moves
    /// that may spoil it.
    fn moves(&self, state: &State<W>) -> Bits<W> {
        let &State { attacker, defender, empty } = state;
        let forced = self.lines.completing(defender, empty);
        match forced.count() {
            0 => {}
            1 => return forced,
            _ => return Bits::EMPTY,
        }
        let mut threats = Threats::new(self.lines);
        match threats.sequence(defender, attacker, empty) {
            Some(plan) => threats.spoiling(&plan, attacker, empty),
            None => self.threats.promising(state) | self.lines.short_by::<4>(attacker, empty),
        }
    }

    /// The defender's moves whose result is open. The error is the position's proof numbers:
    /// either the position is solved, or the limit came before the win after a pass was proven.
    fn answers(&mut self, place: &Place<W>, most: Numbers) -> Result<Vec<Child>, Numbers> {
        let completing = self.lines.completing(place.state.attacker, place.state.empty);
        let answers = match completing.lowest() {
            Some(answer) => Bits::one(answer),
            None => self.zone(place, most)?,
        };
        let mut children = Vec::with_capacity(answers.count());
        for square in answers {
            self.add(&mut children, place, square)?;
        }
        if children.is_empty() { Err(Numbers::FAILURE) } else { Ok(children) }
    }

    /// The answers that may spoil the attacker's win after a pass. The error is the position's
    /// numbers, if the attacker does not win after a pass or the limit comes before a proof.
    fn zone(&mut self, place: &Place<W>, most: Numbers) -> Result<Bits<W>, Numbers> {
        if let Some(&zone) = self.zones.get(&place.key) {
            return Ok(zone);
        }
        let passed = self.keys.place(place.state);
        let mut numbers = self.threats.numbers(&passed);
        while numbers.solved().is_none() {
            let own = after_pass(numbers);
            let enough = own.succeed >= most.succeed || own.fail >= most.fail;
            if enough || (self.threats.stop)() {
                return Err(own);
            }
            let succeed = most.fail.saturating_sub(QUIET).max(numbers.succeed + 1);
            numbers = self.threats.search(&passed, Numbers { succeed, fail: most.succeed });
        }
        // The proof of the win may have been forgotten, or be too long.
        let plan = self.threats.plan(place.state).ok_or(Numbers::SUCCESS)?;
        let State { defender, empty, .. } = place.state;
        let zone = Threats::new(self.lines).spoiling(&plan, defender, empty);
        if self.zones.len() == MOST_ZONES {
            self.zones.clear();
        }
        self.zones.insert(place.key, zone);
        Ok(zone)
    }

    /// Adds a move if its result is open. The error is the solution if the move succeeds.
    fn add(
        &mut self,
        children: &mut Vec<Child>,
        place: &Place<W>,
        square: usize,
    ) -> Result<(), Numbers> {
        let next = self.keys.after(place, square);
        let numbers = self.look(&next, square);
        add_open(children, Child { square: square as u16, key: Some(next.key), numbers })
    }

    /// The numbers of a position after a move, stored or new.
    fn look(&mut self, place: &Place<W>, last: usize) -> Numbers {
        self.table.get(place.key).unwrap_or_else(|| {
            let numbers = if place.attacking {
                self.attacker_to_move(place, last)
            } else {
                self.defender_to_move(&place.state)
            };
            self.table.put(place.key, numbers, 0);
            numbers
        })
    }

    fn attacker_to_move(&mut self, place: &Place<W>, last: usize) -> Numbers {
        let State { defender, empty, .. } = place.state;
        if Threats::new(self.lines).met(last, defender, empty).is_none() {
            return Numbers::FAILURE;
        }
        match self.threats.numbers(place) {
            Numbers::SUCCESS => Numbers::SUCCESS,
            _ => Numbers { succeed: 1, fail: NO_WIN },
        }
    }

    fn defender_to_move(&mut self, state: &State<W>) -> Numbers {
        let &State { attacker, defender, empty } = state;
        if !self.lines.completing(attacker, empty).is_empty() {
            return Numbers { succeed: 1, fail: 1 };
        }
        let completes = !self.lines.completing(defender, empty).is_empty();
        if completes || Threats::new(self.lines).sequence(defender, attacker, empty).is_some() {
            return Numbers::SUCCESS;
        }
        let passed = self.keys.place(*state);
        match self.threats.numbers(&passed) {
            Numbers::SUCCESS => Numbers { succeed: 1, fail: THREAT },
            numbers => after_pass(numbers),
        }
    }
}

/// The numbers of a position with the defender to move, from those of the position after a pass.
fn after_pass(passed: Numbers) -> Numbers {
    match passed {
        Numbers::FAILURE => Numbers::SUCCESS,
        Numbers { succeed, fail } => {
            Numbers { succeed: fail, fail: (succeed + QUIET).min(INFINITE - 1) }
        }
    }
}
