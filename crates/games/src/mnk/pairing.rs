//! Pairing strategies: proofs that a side cannot win, found without search.
//!
//! Give every line that the attacker could still complete two free squares of its own. Whenever the attacker takes
//! one of a pair, the defender takes the other, so that every line gets a stone of the defender's: the attacker cannot
//! win, even if it moves first (Hales and Jewett, "Regularity and positional games", 1963). Such pairs are a matching
//! of lines with squares, two to a line, and are found by augmenting paths.

use rules::bits::Bits;

/// Whether every line, given by its free squares, can have two of them to itself.
pub(super) fn every_line_has_a_pair<const W: usize>(lines: &[Bits<W>]) -> bool {
    let free = lines.iter().fold(Bits::EMPTY, |all, &line| all | line);
    if 2 * lines.len() > free.count() {
        return false;
    }
    let mut matching = Matching { lines, owner: vec![None; 64 * W] };
    (0..lines.len()).all(|line| matching.take(line) && matching.take(line))
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
    fn pairs_are_found_exactly_when_there_are_any() {
        assert!(every_line_has_a_pair(&lines(&[])));
        assert!(every_line_has_a_pair(&lines(&[&[0, 1], &[2, 3]])));
        assert!(!every_line_has_a_pair(&lines(&[&[0, 1], &[1, 2, 3], &[3, 4]])));
        // The second line must give way to the third for all to have two.
        assert!(every_line_has_a_pair(&lines(&[&[0, 1, 2], &[0, 1, 3, 4], &[1, 2, 5]])));
        assert!(!every_line_has_a_pair(&lines(&[&[0], &[1, 2, 3, 4, 5, 6, 7]])));
    }
}
