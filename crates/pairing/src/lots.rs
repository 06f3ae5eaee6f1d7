//! Random draws that never change: the same seed draws the same tournament in every version.
//!
//! No library is used here, since a library may change its draws. The generator is SplitMix64
//! (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).

/// One random bit from a seed.
pub(crate) fn lot(seed: u64) -> usize {
    (mix(seed) & 1) as usize
}

/// Puts the items into a random order that depends on the seed (R. Durstenfeld, "Random
/// permutation", CACM 7, 1964).
pub(crate) fn shuffle<T>(items: &mut [T], mut seed: u64) {
    for last in (1..items.len()).rev() {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        // A number from 0 to `last`. The bias of the multiply-shift is below `last / 2^64`.
        let drawn = (u128::from(mix(seed)) * (last as u128 + 1)) >> 64;
        items.swap(last, drawn as usize);
    }
}

/// Spreads the bits of a number: SplitMix64's finaliser.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_stay_as_they_are() {
        // These are SplitMix64's first outputs from the seed 0, as its authors published them.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        assert_eq!(mix(golden), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(golden.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        shuffle(&mut items, 1);
        // The first version of these functions drew this order, and these bits.
        assert_eq!(items, [0, 3, 7, 1, 2, 6, 5, 4]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(lot), [0, 1, 0, 0, 0, 0, 0, 0]);
    }
}
