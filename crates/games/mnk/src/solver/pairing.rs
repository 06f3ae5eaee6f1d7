//! Pairing strategies: proofs without a search that a side cannot win.
//!
//! The strategy chooses pairs of free squares. No square is in two pairs, and every line that the
//! attacker could still complete contains both squares of a pair. When the attacker takes one
//! square of a pair, the defender takes the other. So every line gets a defender's stone, and the
//! attacker cannot win, even by moving first.
//!
//! CITE: Hales and Jewett, "Regularity and positional games", 1963; pairs that several lines share,
//! found with backtracking: Hsu, Ko, Chen, Wei, Hsueh, Wu, "On solving the 7,7,5-game and the
//! 8,8,5-game", 2020.

use rules::bits::Bits;

/// Whether all lines can get pairs. Each line is given by its free squares, at most `in_a_row` of
/// them. The result `false` may also mean that `steps` was too small.
pub(super) fn every_line_has_a_pair<const W: usize>(
    lines: &mut [Bits<W>],
    in_a_row: usize,
    steps: u32,
) -> bool {
    let free = lines.iter().fold(Bits::EMPTY, |all, &line| all | line).count();
    // A pair serves at most K - 1 lines, and there are at most half as many pairs as squares.
    if 2 * lines.len() > free * in_a_row.saturating_sub(1) {
        return false;
    }
    serve(lines, Bits::EMPTY, &mut { steps })
}

/// Whether each line can get a pair that uses no square in `used`. The line with the fewest squares
/// gets its pair first, and the pair that serves the most lines is tried first.
fn serve<const W: usize>(lines: &mut [Bits<W>], used: Bits<W>, steps: &mut u32) -> bool {
    let Some(&narrowest) = lines.iter().min_by_key(|line| line.without(used).count()) else {
        return true;
    };
    let mut pairs: Vec<_> =
        pairs_of(narrowest.without(used)).map(|pair| (served(lines, pair), pair)).collect();
    pairs.sort_by_key(|&(served, _)| std::cmp::Reverse(served));
    for (_, pair) in pairs {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        let unserved = unserved_first(lines, pair);
        if serve(&mut lines[..unserved], used | pair, steps) {
            return true;
        }
    }
    false
}

fn pairs_of<const W: usize>(squares: Bits<W>) -> impl Iterator<Item = Bits<W>> {
    let pairs = squares
        .into_iter()
        .flat_map(move |a| squares.into_iter().filter(move |&b| a < b).map(move |b| (a, b)));
    pairs.map(|(a, b)| Bits::one(a) | Bits::one(b))
}

fn served<const W: usize>(lines: &[Bits<W>], pair: Bits<W>) -> usize {
    lines.iter().filter(|&&line| line & pair == pair).count()
}

/// Moves the lines without this pair to the front, and counts them.
fn unserved_first<const W: usize>(lines: &mut [Bits<W>], pair: Bits<W>) -> usize {
    let mut unserved = 0;
    for i in 0..lines.len() {
        if lines[i] & pair != pair {
            lines.swap(i, unserved);
            unserved += 1;
        }
    }
    unserved
}

/// Pairs that repeat for ever, in blocks of eight by eight squares: `>` is paired with the square
/// to its right, `v` with the square below, and `\` and `/` with the next square on their
/// diagonals. Each row, column and diagonal of the repeated block has one pair of neighbours along
/// it, so any nine squares in a line contain a pair.
const TILE: [&[u8; 8]; 8] = [
    br"\/..>...",
    br"..\>.\/\",
    br".>..v..v",
    br"v>.v.v\.",
    br".>../.v.",
    br"/v\.>..\",
    br"..v.>./.",
    br">..//.\/",
];

/// Whether the repeated pairs, shifted if necessary, serve all these lines of a board.
pub(super) fn tile_serves<const W: usize>(lines: &[Bits<W>], rows: usize, columns: usize) -> bool {
    (0..64).any(|moved| {
        let pairs = tile_pairs(rows, columns, moved);
        lines.iter().all(|&line| pairs.iter().any(|&pair| line & pair == pair))
    })
}

fn tile_pairs<const W: usize>(rows: usize, columns: usize, moved: usize) -> Vec<Bits<W>> {
    let pair = |square: usize| {
        let (row, column) = (square / columns, square % columns);
        let (down, right): (usize, isize) = match TILE[(row + moved / 8) % 8][(column + moved) % 8]
        {
            b'>' => (0, 1),
            b'v' => (1, 0),
            b'\\' => (1, 1),
            b'/' => (1, -1),
            _ => return None,
        };
        let column = column.checked_add_signed(right).filter(|&column| column < columns)?;
        let partner = (row + down < rows).then(|| (row + down) * columns + column)?;
        Some(Bits::one(square) | Bits::one(partner))
    };
    (0..rows * columns).filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&[usize]]) -> Vec<Bits<1>> {
        lines.iter().map(|line| line.iter().copied().collect()).collect()
    }

    fn paired(mut lines: Vec<Bits<1>>, in_a_row: usize) -> bool {
        every_line_has_a_pair(&mut lines, in_a_row, 1000)
    }

    #[test]
    fn pairs_are_found_exactly_when_lines_can_have_them() {
        assert!(paired(lines(&[]), 3));
        assert!(paired(lines(&[&[0, 1], &[2, 3]]), 3));
        assert!(!paired(lines(&[&[0, 1], &[1, 2, 3], &[3, 4]]), 3));
        // Two lines may share a pair: the first and the second share 0 and 1, and the first and the
        // third share 1 and 2.
        assert!(paired(lines(&[&[0, 1, 2], &[0, 1, 3, 4], &[1, 2, 5]]), 4));
        assert!(!paired(lines(&[&[0], &[1, 2, 3, 4, 5, 6, 7]]), 7));
    }

    #[test]
    fn lines_share_pairs() {
        // For three in a row on a strip, each pair of neighbours serves two lines.
        assert!(paired((0..18).map(|start| Bits([7 << start])).collect(), 3));
        // If two in a row win, a strip of three squares has no pairing: the middle square would be
        // in two pairs.
        assert!(!paired(lines(&[&[0, 1], &[1, 2]]), 2));
    }

    #[test]
    fn a_step_too_few_finds_nothing() {
        let mut strip: Vec<_> = (0..18).map(|start| Bits::<1>([7 << start])).collect();
        assert!(!every_line_has_a_pair(&mut strip, 3, 3));
    }
}
