//! Pairing strategies: proofs that a side cannot win, found without search.
//!
//! Choose pairs of free squares, no square in two pairs, so that every line that the attacker could still complete holds
//! both squares of a pair. Whenever the attacker takes one of a pair, the defender takes the other, so that every line
//! gets a stone of the defender's: the attacker cannot win, even if it moves first (Hales and Jewett, "Regularity and
//! positional games", 1963).
//!
//! To give every line a pair of its own is a matching of lines with squares, two to a line, and is found by augmenting
//! paths where there is one. Lines may also share a pair; such pairs are looked for greedily.

use rules::bits::Bits;

/// Whether pairs were found for all lines, each given by its free squares; `in_a_row` is the length of a line.
pub(super) fn every_line_has_a_pair<const W: usize>(lines: &[Bits<W>], in_a_row: usize) -> bool {
    let free = lines.iter().fold(Bits::EMPTY, |all, &line| all | line).count();
    // Two squares lie on at most K - 1 common lines, and there are half as many pairs as squares.
    if 2 * lines.len() > free * in_a_row.saturating_sub(1) {
        return false;
    }
    (2 * lines.len() <= free && match_pairs(lines)) || share_pairs(lines)
}

/// Whether each line can have two squares to itself.
fn match_pairs<const W: usize>(lines: &[Bits<W>]) -> bool {
    let mut matching = Matching { lines, owner: vec![None; 64 * W] };
    (0..lines.len()).all(|line| matching.take(line) && matching.take(line))
}

/// Whether the pairs that serve the most lines, taken one after the other, serve all: `false` proves nothing.
fn share_pairs<const W: usize>(lines: &[Bits<W>]) -> bool {
    let mut unserved = lines.to_vec();
    let mut used = Bits::EMPTY;
    while let Some(&line) = unserved.iter().min_by_key(|line| line.without(used).count()) {
        let Some(pair) = best_pair(line.without(used), &unserved) else { return false };
        used |= pair;
        unserved.retain(|line| *line & pair != pair);
    }
    true
}

/// The two of these squares that lie on the most lines together.
fn best_pair<const W: usize>(squares: Bits<W>, lines: &[Bits<W>]) -> Option<Bits<W>> {
    let pairs = squares.into_iter().flat_map(|a| squares.into_iter().filter(move |&b| a < b).map(move |b| (a, b)));
    let pairs = pairs.map(|(a, b)| Bits::one(a) | Bits::one(b));
    pairs.max_by_key(|&pair| lines.iter().filter(|&&line| line & pair == pair).count())
}

/// Which line each square belongs to so far.
struct Matching<'a, const W: usize> {
    lines: &'a [Bits<W>],
    owner: Vec<Option<usize>>,
}

impl<const W: usize> Matching<'_, W> {
    /// Gives `line` one more square, moving other lines to other squares where that helps.
    fn take(&mut self, line: usize) -> bool {
        let mut untried = self.lines.iter().fold(Bits::EMPTY, |all, &line| all | line);
        self.augment(line, &mut untried)
    }

    fn augment(&mut self, line: usize, untried: &mut Bits<W>) -> bool {
        let squares = self.lines[line];
        while let Some(square) = (squares & *untried).lowest() {
            untried.remove(square);
            let freed = match self.owner[square] {
                None => true,
                Some(owner) => owner != line && self.augment(owner, untried),
            };
            if freed {
                self.owner[square] = Some(line);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&[usize]]) -> Vec<Bits<1>> {
        lines.iter().map(|line| line.iter().fold(Bits::EMPTY, |all, &square| all | Bits::one(square))).collect()
    }

    #[test]
    fn pairs_are_found_exactly_when_lines_can_have_their_own() {
        assert!(match_pairs(&lines(&[])));
        assert!(match_pairs(&lines(&[&[0, 1], &[2, 3]])));
        assert!(!match_pairs(&lines(&[&[0, 1], &[1, 2, 3], &[3, 4]])));
        // The second line must give way to the third for all to have two.
        assert!(match_pairs(&lines(&[&[0, 1, 2], &[0, 1, 3, 4], &[1, 2, 5]])));
        assert!(!match_pairs(&lines(&[&[0], &[1, 2, 3, 4, 5, 6, 7]])));
    }

    #[test]
    fn lines_share_pairs() {
        // Three in a row on a strip: pairs of neighbours serve two lines each.
        let strip: Vec<_> = (0..18).map(|start| Bits::<1>([7 << start])).collect();
        assert!(!match_pairs(&strip) && every_line_has_a_pair(&strip, 3));
        // Two in a row on a strip of three cannot be held: the middle square would be in both pairs.
        assert!(!every_line_has_a_pair(&lines(&[&[0, 1], &[1, 2]]), 2));
        assert!(!every_line_has_a_pair(&lines(&[&[0], &[1, 2]]), 3));
    }
}
