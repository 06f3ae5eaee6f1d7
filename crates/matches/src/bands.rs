//! Bands: the points for a share of the games' points.

use stats::Range;

/// Points for play: each band gives points from a share of the games' points on.
///
/// ```
/// use matches::Bands;
///
/// let bands = Bands::new(&[(25.0, 2.0), (50.0, 4.0)]).expect("they rise");
/// let share = stats::share(&[2, 2, 2, 2, 2]).expect("some pairs");
/// assert_eq!((bands.points(Some(share)), bands.most()), (4.0, 4.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bands(Vec<(f64, f64)>);

/// The most points of a band.
const MOST: f64 = 1e6;

impl Bands {
    /// Bands from pairs of a share in percent and points.
    ///
    /// # Errors
    /// Fails if there are none, one is out of range, or shares or points do not rise; the sentence
    /// says what is expected.
    pub fn new(bands: &[(f64, f64)]) -> Result<Bands, String> {
        let is_right = |(percent, points): &(f64, f64)| {
            (0.0..=100.0).contains(percent) && (0.0..=MOST).contains(points)
        };
        let rise = |pair: &[(f64, f64)]| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1;
        match !bands.is_empty() && bands.iter().all(is_right) && bands.windows(2).all(rise) {
            true => Ok(Bands(bands.to_vec())),
            false => {
                Err("expected percents from 0 to 100 and points, both of which rise".to_string())
            }
        }
    }

    /// The bands, each a share in percent and its points.
    #[must_use]
    pub fn all(&self) -> &[(f64, f64)] {
        &self.0
    }

    /// The points of the highest band.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, points)| *points)
    }

    /// The points for a share: those of the highest band that its range reaches. Who won nothing has
    /// none, however few games there were.
    #[must_use]
    pub fn points(&self, share: Option<Range>) -> f64 {
        let Some(share) = share.filter(|share| share.value > 0.0) else { return 0.0 };
        let reached = self.0.iter().rev().find(|(percent, _)| 100.0 * share.high >= *percent);
        reached.map_or(0.0, |(_, points)| *points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_band_that_the_range_reaches_counts() {
        let bands = Bands::new(&[(25.0, 2.0), (50.0, 4.0), (80.0, 5.0)]).expect("they rise");
        let points = |pairs| bands.points(stats::share(&pairs));
        assert_eq!((points([10, 0, 0, 0, 0]), bands.most()), (0.0, 5.0));
        assert_eq!(points([0, 0, 0, 0, 10]), 5.0);
        // The share is 45 %, and its range reaches half; that of a tenth of it does not.
        assert_eq!(points([4, 0, 3, 0, 3]), 4.0);
        assert_eq!(points([40, 0, 10, 0, 0]), 0.0);
        assert_eq!(bands.points(None), 0.0);
    }

    #[test]
    fn bands_without_a_meaning_are_refused() {
        for bad in [
            &[][..],
            &[(101.0, 1.0)],
            &[(5.0, -1.0)],
            &[(f64::NAN, 1.0)],
            &[(50.0, 2.0), (25.0, 4.0)],
            &[(25.0, 4.0), (50.0, 2.0)],
        ] {
            assert!(Bands::new(bad).is_err(), "{bad:?}");
        }
    }
}
