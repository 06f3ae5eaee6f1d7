//! A position reduced to the stones and squares that matter for the question "can the attacker
//! complete a line?".

use rules::bits::Bits;

use super::lines::Lines;

/// The relevant stones and free squares; every other square is blocked for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const W: usize> {
    pub(super) attacker: Bits<W>,
    pub(super) defender: Bits<W>,
    pub(super) empty: Bits<W>,
}

impl<const W: usize> State<W> {
    /// The stones of the side to move, and the stones of the other side.
    pub(super) fn seen_by(&self, attacking: bool) -> (Bits<W>, Bits<W>) {
        if attacking { (self.attacker, self.defender) } else { (self.defender, self.attacker) }
    }

    /// The position without the stones and free squares that lie on no open line. The arguments are
    /// the squares on the attacker's open lines and on the defender's open lines.
    fn on_lines(&self, attackers: Bits<W>, defenders: Bits<W>) -> State<W> {
        State {
            attacker: self.attacker & attackers,
            defender: self.defender & defenders,
            empty: self.empty & (attackers | defenders),
        }
    }
}

/// Facts about a position that are found on the way to its normal form.
pub(super) struct Survey<const W: usize> {
    /// For each free square, the free squares that lie on all open lines through it, of either
    /// side.
    meet: Vec<Bits<W>>,
    /// For each free square, the sum of 2^-(free squares of a line) over the attacker's lines
    /// through it.
    pub(super) weight: Vec<u64>,
    /// The sum of 2^-(free squares of a line) over all lines of the attacker.
    pub(super) potential: u64,
}

/// The weight of a complete line.
pub(super) const WHOLE: u64 = 1 << 40;

/// The weight of a line with so many free squares.
pub(super) fn weight(free: usize) -> u64 {
    WHOLE.checked_shr(free as u32).unwrap_or(0).max(1)
}

impl<const W: usize> Survey<W> {
    pub(super) fn new(squares: usize) -> Survey<W> {
        Survey { meet: vec![Bits::EMPTY; squares], weight: vec![0; squares], potential: 0 }
    }

    /// The normal form of a position. Stones and free squares on nobody's open line are blocked: it
    /// does not matter who takes them. Of the facts, only the potential is found.
    pub(super) fn normalise(&mut self, lines: &Lines<W>, state: State<W>) -> State<W> {
        let (attackers, potential) = lines.weigh(state.attacker, state.empty, weight);
        self.potential = potential;
        state.on_lines(attackers, lines.covered(state.defender | state.empty))
    }

    /// The normal form of a position, with facts about each of its lines.
    pub(super) fn survey(&mut self, lines: &Lines<W>, state: State<W>) -> State<W> {
        self.potential = 0;
        for square in state.empty {
            self.meet[square] = state.empty;
            self.weight[square] = 0;
        }
        let (mut attackers, mut defenders) = (Bits::EMPTY, Bits::EMPTY);
        lines.each_within(state.attacker | state.empty, |line| {
            let free = line & state.empty;
            let weight = weight(free.count());
            attackers |= line;
            self.potential += weight;
            for square in free {
                self.meet[square] &= free;
                self.weight[square] += weight;
            }
        });
        lines.each_within(state.defender | state.empty, |line| {
            defenders |= line;
            for square in line & state.empty {
                self.meet[square] &= line;
            }
        });
        state.on_lines(attackers, defenders)
    }

    /// The squares of this set that are worth a move. A square is left out if another free square
    /// lies on all its open lines: a stone there does everything that a stone here would.
    pub(super) fn worthwhile(&self, squares: Bits<W>) -> Bits<W> {
        let mut worthwhile = squares;
        for square in squares {
            let dominated = self.meet[square]
                .into_iter()
                .any(|other| other != square && (!self.meet[other].has(square) || other < square));
            if dominated {
                worthwhile.remove(square);
            }
        }
        worthwhile
    }
}
