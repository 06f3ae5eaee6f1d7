//! The likeliest way for pairs to end, under a condition.
//!
//! Both conditions are solved by Lagrange's multiplier: with the shares found `q` and a condition that the mean of `f`
//! is 0, the likeliest shares are `q / (1 + m f)` (Owen: "Empirical Likelihood Ratio Confidence Intervals for a Single
//! Functional", Biometrika 75, 1988).

use crate::statistics::student::bisect;

/// In how many ways a pair can end.
pub(super) const COUNT: usize = 5;

/// What a way that never occurred counts, so that no hypothesis is impossible: fishtest's and fastchess's number.
const SELDOM: f64 = 1e-3;

/// The shares of the points, for each way in which a pair can end.
const VALUES: [f64; COUNT] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A number for each way: the share of pairs that end so, or what it adds to a condition.
type Shares = [f64; COUNT];

/// How often pairs ended in each way.
pub(super) struct Likeliest {
    counts: [f64; COUNT],
}

impl Likeliest {
    pub(super) fn new(pairs: &[u64; COUNT]) -> Likeliest {
        Likeliest { counts: pairs.map(|number| (number as f64).max(SELDOM)) }
    }

    /// The log-likelihood of the likeliest shares with this mean, above that of the shares found.
    pub(super) fn with_mean(&self, mean: f64) -> f64 {
        self.tilted(&VALUES.map(|value| value - mean)).map_or(f64::NEG_INFINITY, |shares| self.likelihood(&shares))
    }

    /// The log-likelihood of the likeliest shares whose mean is so many standard deviations above one half, above that
    /// of the shares found.
    pub(super) fn with_signal(&self, signal: f64) -> f64 {
        match signal {
            0.0 => self.with_mean(0.5),
            _ if signal < 0.0 => self.mirrored().with_signal(-signal),
            _ => self.candidates(signal).iter().map(|shares| self.likelihood(shares)).fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// As the other player sees it.
    fn mirrored(&self) -> Likeliest {
        let mut counts = self.counts;
        counts.reverse();
        Likeliest { counts }
    }

    /// The shares, among them the likeliest, whose mean is so many standard deviations above one half.
    ///
    /// That condition is not linear, but where it holds its tangent may stand for it, which depends on the shares by
    /// their standard deviation alone. So these are the shares whose standard deviation is the one they were found
    /// with. There may be several, since not all shares between two that keep the condition keep it.
    fn candidates(&self, signal: f64) -> Vec<Shares> {
        let excess = |deviation: f64| self.excess(signal, deviation);
        // The variance is at least that of shares on one half and the next value, and at most that of shares on 0 and
        // 1.
        let least = signal / (4.0 * (1.0 + signal * signal));
        let most = 0.5 / (1.0 + signal * signal).sqrt();
        let grid: Vec<f64> =
            (0..=GRID).map(|step| least * (most / least).powf(f64::from(step) / f64::from(GRID))).collect();
        let is_low: Vec<bool> =
            (0..=GRID).map(|step| step == 0 || step < GRID && excess(grid[step as usize]) > 0.0).collect();
        let turns = (1..grid.len()).filter(|&step| is_low[step - 1] && !is_low[step]);
        let deviations = turns.map(|step| bisect(grid[step - 1], grid[step], |deviation| excess(deviation) > 0.0));
        deviations.filter_map(|deviation| self.tilted(&tangent(signal, deviation))).collect()
    }

    /// How much greater the variance of the shares is that are found with this standard deviation than its square.
    fn excess(&self, signal: f64, deviation: f64) -> f64 {
        let mean = 0.5 + signal * deviation;
        // Where the tangent is below 0 everywhere, the variance that it allows is too small for shares on five values.
        self.tilted(&tangent(signal, deviation)).map_or(f64::INFINITY, |shares| {
            let squares = shares.iter().zip(VALUES).map(|(share, value)| share * (value - mean).powi(2));
            squares.sum::<f64>() - deviation * deviation
        })
    }

    /// The likeliest shares under which the mean of `condition` is 0; `None` where there are none.
    fn tilted(&self, condition: &Shares) -> Option<Shares> {
        let total: f64 = self.counts.iter().sum();
        let shares = self.counts.map(|count| count / total);
        let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
        let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least < 0.0 && most > 0.0).then(|| {
            let multiplier = multiplier(&shares, condition, [-1.0 / most, -1.0 / least]);
            std::array::from_fn(|way| shares[way] / (1.0 + multiplier * condition[way]))
        })
    }

    /// The log-likelihood of some shares, above that of the shares found.
    fn likelihood(&self, shares: &Shares) -> f64 {
        let total: f64 = self.counts.iter().sum();
        self.counts.iter().zip(shares).map(|(count, share)| count * (share * total / count).ln()).sum()
    }
}

/// So finely standard deviations are tried; neighbours differ by an eighth for the Elo of a usual test.
const GRID: u32 = 64;

/// What the mean above one half, less `signal` standard deviations, grows by with each share, where it is 0.
fn tangent(signal: f64, deviation: f64) -> Shares {
    let mean = 0.5 + signal * deviation;
    VALUES.map(|value| value - 0.5 - signal * (deviation + (value - mean).powi(2) / deviation) / 2.0)
}

/// Lagrange's multiplier, between its bounds: where the mean of the condition is 0. It falls from plus to minus
/// infinity between them, so Newton's steps are taken where they stay inside, and halves otherwise.
fn multiplier(shares: &Shares, condition: &Shares, [mut low, mut high]: [f64; 2]) -> f64 {
    let mut multiplier = 0.0;
    loop {
        let terms = || shares.iter().zip(condition).map(|(share, f)| (share, f / (1.0 + multiplier * f)));
        let mean: f64 = terms().map(|(share, tilted)| share * tilted).sum();
        let slope: f64 = terms().map(|(share, tilted)| share * tilted * tilted).sum();
        *(if mean > 0.0 { &mut low } else { &mut high }) = multiplier;
        let newton = multiplier + mean / slope;
        let next = if low < newton && newton < high { newton } else { low + (high - low) / 2.0 };
        if (next - multiplier).abs() <= 4.0 * f64::EPSILON * multiplier.abs() || next <= low || next >= high {
            return next;
        }
        multiplier = next;
    }
}

#[cfg(test)]
mod tests {
    use rules::random::Random;

    use super::*;

    fn mean(shares: &Shares, of: impl Fn(f64) -> f64) -> f64 {
        shares.iter().zip(VALUES).map(|(share, value)| share * of(value)).sum()
    }

    /// Counts of every size, many of them 0.
    fn any_pairs(random: &mut Random) -> [u64; COUNT] {
        std::array::from_fn(
            |_| if random.one_in(3) { 0 } else { 10_f64.powf(random.below(1000) as f64 / 200.0) as u64 },
        )
    }

    /// The best of shares with three ways at a time and this mean of a condition: a slow twin, exact in none of its
    /// shares.
    fn sampled(pairs: &Likeliest, random: &mut Random, keep: impl Fn(&Shares) -> Option<Shares>) -> f64 {
        let any = |random: &mut Random| {
            let weights: Shares =
                std::array::from_fn(|way| pairs.counts[way] * 30_f64.powf(random.below(2001) as f64 / 1000.0 - 1.0));
            weights.map(|weight| weight / weights.iter().sum::<f64>())
        };
        (0..300)
            .filter_map(|_| keep(&any(random)))
            .map(|shares| pairs.likelihood(&shares))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Shares between some and all pairs won, or lost, that keep a condition.
    fn moved(shares: &Shares, above: impl Fn(&Shares) -> f64) -> Option<Shares> {
        let end = if above(shares) < 0.0 { COUNT - 1 } else { 0 };
        let towards = |part: f64| -> Shares {
            std::array::from_fn(|way| shares[way] * (1.0 - part) + if way == end { part } else { 0.0 })
        };
        let part = bisect(0.0, 1.0 - 1e-12, |part| (above(&towards(part)) < 0.0) == (end > 0));
        (above(&towards(part)).abs() < 1e-9).then(|| towards(part))
    }

    #[test]
    fn no_shares_that_keep_the_condition_are_likelier() {
        let mut random = Random::new(3);
        for limit in [5, 50, 200, 1000] {
            for _ in 0..50 {
                let pairs = Likeliest::new(&any_pairs(&mut random));
                let signal = (random.below(2 * limit + 1) as f64 - limit as f64) / 245.0;
                let above = |shares: &Shares| {
                    let center = mean(shares, |value| value);
                    center - 0.5 - signal * mean(shares, |value| (value - center).powi(2)).sqrt()
                };
                let likeliest = pairs.with_signal(signal);
                let rival = sampled(&pairs, &mut random, |shares| moved(shares, above));
                assert!(
                    likeliest <= 1e-9 && likeliest >= rival - 1e-6 * rival.abs(),
                    "{:?} {signal}: {likeliest}, {rival}",
                    pairs.counts
                );
                let score = 0.5 + signal / 9.0;
                let likeliest = pairs.with_mean(score);
                let rival =
                    sampled(&pairs, &mut random, |shares| moved(shares, |shares| mean(shares, |value| value) - score));
                assert!(
                    likeliest <= 1e-9 && likeliest >= rival - 1e-6 * rival.abs(),
                    "{:?} {score}: {likeliest}, {rival}",
                    pairs.counts
                );
            }
        }
    }

    #[test]
    fn candidates_keep_the_condition() {
        let mut random = Random::new(4);
        for limit in [5, 50, 200, 1000] {
            for _ in 0..200 {
                let pairs = Likeliest::new(&any_pairs(&mut random));
                let signal = (1 + random.below(limit)) as f64 / 245.0;
                let candidates = pairs.candidates(signal);
                assert!(!candidates.is_empty(), "{:?} {signal}", pairs.counts);
                for shares in candidates {
                    let center = mean(&shares, |value| value);
                    let deviation = mean(&shares, |value| (value - center).powi(2)).sqrt();
                    let off = center - 0.5 - signal * deviation;
                    assert!(off.abs() < 1e-6, "{:?} {signal}: off by {off:e}, {shares:?}", pairs.counts);
                    assert!((mean(&shares, |_| 1.0) - 1.0).abs() < 1e-6, "{:?} {signal}", pairs.counts);
                }
            }
        }
    }
}
