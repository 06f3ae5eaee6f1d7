//! Bands: the points for a share of the games' points.

use matches::Score;
use stats::Range;

/// From this share on, a program has these points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Band {
    /// Between 0 and 1.
    from: f64,
    points: f64,
}

impl Band {
    /// Reads `25:2`: 2 points from 25 % on.
    pub(super) fn read(text: &str) -> Result<Band, String> {
        let number = |text: &str, most: f64| {
            text.trim().parse().ok().filter(|number| (0.0..=most).contains(number))
        };
        let band = text.split_once(':').and_then(|(percent, points)| {
            Some(Band { from: number(percent, 100.0)? / 100.0, points: number(points, 1e6)? })
        });
        band.ok_or_else(|| "expected PERCENT:POINTS, as in 50:4".to_string())
    }
}

/// The bands, if both their shares and their points rise.
pub(super) fn rising(bands: Vec<Band>) -> Result<Vec<Band>, String> {
    let rise = |pair: &[Band]| pair[0].from < pair[1].from && pair[0].points < pair[1].points;
    match bands.windows(2).all(rise) {
        true => Ok(bands),
        false => Err("--bands: expected percents and points that rise, as in 25:2,50:4".into()),
    }
}

/// The points of the highest band.
pub(super) fn most(bands: &[Band]) -> f64 {
    bands.last().map_or(0.0, |band| band.points)
}

/// The games of a program against a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    pub(super) fouls: u64,
    /// The share of the points, and its range; `None` if no game was played.
    pub(super) share: Option<Range>,
    /// The first foul, or why no game was played.
    pub(super) why: Option<String>,
}

impl Played {
    pub(super) fn of(score: &Score, foul: Option<String>) -> Played {
        Played {
            won: score.wins[0],
            drawn: score.draws,
            lost: score.wins[1],
            fouls: score.fouls[0],
            share: stats::share(&score.pairs),
            why: foul,
        }
    }

    /// A program that plays no games, for this reason. Of what a compiler says, the first error is
    /// enough.
    pub(super) fn not_at_all(why: &str) -> Played {
        let mut lines = why.lines().map(str::trim);
        let first = lines.next().unwrap_or_default();
        let error = lines.find(|line| line.to_lowercase().contains("error"));
        let why = [first].into_iter().chain(error).collect::<Vec<_>>().join(" ");
        Played { why: Some(why), ..Played::default() }
    }

    /// The points: those of the highest band that the range reaches. A program that won nothing has
    /// none, however few games there were.
    pub(super) fn points(&self, bands: &[Band]) -> f64 {
        let Some(share) = self.share.filter(|share| share.value > 0.0) else { return 0.0 };
        let reached = bands.iter().rev().find(|band| share.high >= band.from);
        reached.map_or(0.0, |band| band.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(pairs: [u64; 5]) -> Played {
        let mut score = Score::default();
        score.pairs = pairs;
        Played::of(&score, None)
    }

    #[test]
    fn the_highest_band_that_the_range_reaches_counts() {
        let bands = ["25:2", "50:4", "80:5"].map(|text| Band::read(text).expect("a band"));
        let bands = rising(bands.to_vec()).expect("they rise");
        assert_eq!((played([10, 0, 0, 0, 0]).points(&bands), most(&bands)), (0.0, 5.0));
        assert_eq!(played([0, 0, 0, 0, 10]).points(&bands), 5.0);
        // The share is 45 %, and its range reaches half; that of a tenth of it does not.
        assert_eq!(played([4, 0, 3, 0, 3]).points(&bands), 4.0);
        assert_eq!(played([40, 0, 10, 0, 0]).points(&bands), 0.0);
        assert_eq!(Played::not_at_all("").points(&bands), 0.0);
    }

    #[test]
    fn bands_without_a_meaning_are_refused() {
        for text in ["25", "x:1", "101:2", "5:-1", "nan:1"] {
            Band::read(text).expect_err(text);
        }
        for falling in [["50:2", "25:4"], ["25:4", "50:2"]] {
            let bands = falling.map(|text| Band::read(text).expect("a band"));
            assert!(rising(bands.to_vec()).is_err(), "{falling:?}");
        }
    }
}
