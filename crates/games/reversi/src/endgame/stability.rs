//! Discs that no later move can flip.

use super::super::board::Discs;

/// For each of the four directions of lines: the distance between the bits of neighbouring squares,
/// the squares where such a line ends, and whether a step to a higher bit leads to a higher row.
const LINES: [(u32, u64, bool); 4] = [
    (1, 0x8181_8181_8181_8181, true),
    (7, 0xff81_8181_8181_81ff, false),
    (8, 0xff00_0000_0000_00ff, true),
    (9, 0xff81_8181_8181_81ff, true),
];

/// Discs of the other side that no later move can flip. Not all such discs are found.
///
/// A disc is safe along a line if the line has no empty square or ends with the disc, or if a
/// neighbour there is a safe disc of the same side. A disc that is safe along all four lines can
/// never be flipped.
// CITE: G. Andersson, "Writing an Othello program", 2003, on stability.
pub(super) fn safe(discs: Discs) -> u64 {
    let empty = discs.empty();
    let at_once = LINES.map(|line| !lines_through(empty, line) | line.1);
    let mut safe = 0;
    loop {
        let grown = LINES.iter().zip(at_once).fold(discs.other, |all, (&(step, ..), at_once)| {
            // A shift over the end of a line leads to the end of another, which is safe anyway.
            all & (at_once | safe << step | safe >> step)
        });
        if grown == safe {
            return safe;
        }
        safe = grown;
    }
}

/// All squares of the lines of one direction that contain a square of the set.
fn lines_through(set: u64, (step, _, rises): (u32, u64, bool)) -> u64 {
    /// The squares without the first one, two and four rows, and without the last ones.
    const WITHOUT_FIRST: [u64; 3] =
        [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
    const WITHOUT_LAST: [u64; 3] =
        [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
    let (up_limits, down_limits) = match (step, rises) {
        (8, _) => ([!0; 3], [!0; 3]),
        (_, true) => (WITHOUT_FIRST, WITHOUT_LAST),
        (_, false) => (WITHOUT_LAST, WITHOUT_FIRST),
    };
    let (mut up, mut down) = (set, set);
    for doubling in 0..3 {
        up |= up << (step << doubling) & up_limits[doubling];
        down |= down >> (step << doubling) & down_limits[doubling];
    }
    up | down
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_and_end_at_the_edges() {
        let through_c4 = LINES.map(|line| lines_through(1 << 19, line));
        let expected = [
            0xff_0000,                                                          // column c
            1 << 5 | 1 << 12 | 1 << 19 | 1 << 26 | 1 << 33 | 1 << 40,           // a6 to f1
            0x0808_0808_0808_0808,                                              // row 4
            1 << 1 | 1 << 10 | 1 << 19 | 1 << 28 | 1 << 37 | 1 << 46 | 1 << 55, // a2 to g8
        ];
        assert_eq!(through_c4, expected);
    }
}
