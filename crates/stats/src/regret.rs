//! Regret: what a player gave away in positions whose values are known.

use crate::{Interval, Range, mean_margin, share};

/// The losses of a player in some positions.
///
/// ```
/// use stats::Regret;
///
/// let regret: Regret = [0, 0, 4, 0].into_iter().collect();
/// assert_eq!((regret.positions, regret.optimal, regret.points), (4, 3, 4));
/// assert_eq!(regret.mean().map(|range| range.value), Some(1.0));
/// assert_eq!(regret.share().map(|range| range.value), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regret {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions in which nothing was lost.
    pub optimal: u64,
    /// The sum of all losses, in the game's own points.
    pub points: u64,
    /// The sum of the squares of all losses.
    squares: u64,
}

impl Regret {
    /// Adds the loss in a position.
    pub fn add(&mut self, loss: u32) {
        self.positions += 1;
        self.optimal += u64::from(loss == 0);
        self.points += u64::from(loss);
        self.squares += u64::from(loss).pow(2);
    }

    /// The share of the positions in which nothing was lost, between 0 and 1, with Wilson's range.
    /// `None` for fewer than two positions.
    #[must_use]
    pub fn share(&self) -> Option<Range> {
        share(&[self.positions - self.optimal, 0, 0, 0, self.optimal])
    }

    /// The mean loss with Student's range. `None` for fewer than two positions.
    #[must_use]
    pub fn mean(&self) -> Option<Range> {
        // A position counts as a pair of two games with the same loss.
        let doubled = i64::try_from(2 * self.points).ok()?;
        let Interval { mean, half_width, .. } =
            mean_margin(self.positions, doubled, 4 * self.squares)?;
        let low = (mean - half_width).max(0.0);
        Some(Range { value: mean, low, high: mean + half_width })
    }
}

impl FromIterator<u32> for Regret {
    fn from_iter<I: IntoIterator<Item = u32>>(losses: I) -> Regret {
        let mut regret = Regret::default();
        losses.into_iter().for_each(|loss| regret.add(loss));
        regret
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_wilsons_and_students_intervals() {
        // Newcombe's example of `share`, and Student's own of `mean_margin`.
        let regret: Regret = (0..263).map(|number| u32::from(number >= 81)).collect();
        let range = regret.share().expect("positions");
        assert!((range.low - 0.2553).abs() < 5e-4 && (range.high - 0.3662).abs() < 5e-4);
        let regret: Regret = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14].into_iter().collect();
        let mean = regret.mean().expect("positions");
        assert!(
            (mean.value - 15.8).abs() < 1e-9 && (mean.low - 7.001_142).abs() < 1e-4,
            "{mean:?}"
        );
        assert!((mean.high - 24.598_858).abs() < 1e-4, "{mean:?}");
        assert_eq!(Regret::default().share(), None);
    }
}
