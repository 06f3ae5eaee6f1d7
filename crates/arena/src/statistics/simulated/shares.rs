//! Ranges of shares: all that can happen in few pairs, each with its probability, and many pairs by chance.

use super::*;

/// Ways for pairs to end that the true share alone does not tell: independent games; games of which half are drawn, or
/// more; boards that favour one of the players in half of all pairs, or in all of them.
pub(super) fn ways(score: f64) -> [(Rivals, &'static str); 6] {
    let fair = Rivals { score, ..FAIR };
    [
        (fair, "independent games"),
        (Rivals { start: 0.3, draws: 0.5, ..fair }, "games as in chess"),
        (Rivals { draws: 0.9, ..fair }, "games that are drawn"),
        (Rivals { start: 0.9, ..fair }, "games that whoever starts wins"),
        (Rivals { board: 0.5, draws: 0.1, ..fair }, "boards that favour"),
        (Rivals { board: 1.0, ..fair }, "boards that decide"),
    ]
}

pub(super) const SCORES: [f64; 7] = [0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 0.95];

/// How often, of all that so many pairs can come to: the range holds this share, and leaves out one half.
pub(super) fn exactly(number: u64, ends: [f64; 5], score: f64, ranges: &[([u64; 5], Range)]) -> [f64; 2] {
    let logarithms: Vec<f64> = (0..=number).map(|n| (1..=n).map(|k| (k as f64).ln()).sum()).collect();
    let weight = |pairs: &[u64; 5]| {
        let ways = |(&count, end): (&u64, f64)| {
            if count == 0 { 0.0 } else { count as f64 * end.ln() - logarithms[count as usize] }
        };
        (logarithms[number as usize] + pairs.iter().zip(ends).map(ways).sum::<f64>()).exp()
    };
    let sum = |is_so: fn(&Range, f64) -> bool| -> f64 {
        ranges.iter().filter(|(_, range)| is_so(range, score)).map(|(pairs, _)| weight(pairs)).sum()
    };
    [sum(holds), sum(|range, _| !holds(range, 0.5))]
}

/// All that so many pairs can come to, and the range of each.
pub(super) fn all(number: u64, range: fn(&[u64; 5]) -> Range) -> Vec<([u64; 5], Range)> {
    let mut all = Vec::new();
    for a in 0..=number {
        for b in 0..=number - a {
            for c in 0..=number - a - b {
                for d in 0..=number - a - b - c {
                    let pairs = [a, b, c, d, number - a - b - c - d];
                    all.push((pairs, range(&pairs)));
                }
            }
        }
    }
    all
}

#[test]
fn a_share_of_few_pairs_lies_within_its_range() {
    for number in [2, 4, 6, 8, 10, 12, 15, 20, 25] {
        let ranges = all(number, |pairs| share(pairs).expect("pairs"));
        for score in SCORES {
            for (rivals, what) in ways(score) {
                let [held, told] = exactly(number, rivals.ends(), score, &ranges);
                println!("{number} pairs, {what}, {score}: {held:.4}, {told:.4}");
                assert!(held > 0.93, "{number} pairs, {what}: the range holds {score} in {held} of all cases");
                assert!(
                    score > 0.5 || told < 0.05,
                    "{number} pairs, {what}: equals are told apart in {told} of all cases"
                );
            }
        }
    }
}

#[test]
fn a_share_of_many_pairs_lies_within_its_range() {
    for number in [50, 200] {
        for score in SCORES {
            for (rivals, what) in ways(score) {
                let mut random = Random::new(12);
                let (mut held, mut told, mut width) = (0, 0, 0.0);
                for _ in 0..1000 {
                    let range = share(&rivals.pairs(number, &mut random)).expect("pairs");
                    held += u32::from(holds(&range, score));
                    told += u32::from(!holds(&range, 0.5));
                    width += (range.high - range.low) / 1000.0;
                }
                println!("{number} pairs, {what}, {score}: {held}, {told}, {width:.4}");
                assert!(held > 930, "{number} pairs, {what}: the range holds {score} in {held} of 1000 cases");
                assert!(score > 0.5 || told < 70, "{number} pairs, {what}: equals are told apart {told} times");
            }
        }
    }
}

#[test]
fn ranges_of_many_pairs_are_no_wider_than_they_must_be() {
    // One that holds the mean of so many pairs of known variance in 95 of 100 cases is as wide.
    for score in SCORES {
        for (rivals, what) in ways(score).into_iter().filter(|(rivals, _)| rivals.draws < 0.9 && rivals.start < 0.9) {
            let ends = rivals.ends().into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
            let deviation = ends.map(|(end, value)| end * (value - score).powi(2)).sum::<f64>().sqrt();
            let mut random = Random::new(15);
            let width = |pairs| share(&pairs).map_or(f64::NAN, |range| range.high - range.low);
            let mean = (0..300).map(|_| width(rivals.pairs(100, &mut random))).sum::<f64>() / 300.0;
            let known = 2.0 * 1.96 * deviation / 10.0;
            assert!((mean / known - 1.0).abs() < 0.13, "{what}, {score}: {mean}, not {known}");
        }
    }
}
