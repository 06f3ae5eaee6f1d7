//! Points by place in a contest's final: `[assignment.grade]` with `contest` in `class.toml`.

use errors::Error;
use rules::{Language, message};
use serde::Deserialize;

use crate::judgement::Judgement;
use crate::trial_words::WORDS;

/// Points by place as `class.toml` writes them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByPlaceKeys {
    contest: String,
    places: Vec<(u64, f64)>,
}

/// Points by place whose keys have a meaning.
#[derive(Clone, Debug)]
pub struct ByPlace {
    /// The contest's word in addresses.
    pub contest: String,
    /// Places, and the points of whoever has this place or a better one. Places rise, points fall.
    pub places: Vec<(u64, f64)>,
}

/// A program of a final that was confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finisher {
    pub(crate) person: String,
    /// The number of the version.
    pub(crate) version: usize,
    /// From 1; equals share one. `None` if it was disqualified.
    pub(crate) place: Option<u64>,
}

/// The most points of a place.
const MOST: f64 = 1e6;

impl ByPlace {
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub(crate) fn open(keys: ByPlaceKeys) -> Result<ByPlace, Error> {
        let ByPlaceKeys { contest, places } = keys;
        let is_right = |(place, points): &(u64, f64)| *place > 0 && (0.0..=MOST).contains(points);
        let is_ordered = |pair: &[(u64, f64)]| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1;
        let first = places.first().is_some_and(|(_, points)| *points > 0.0);
        match first && places.iter().all(is_right) && places.windows(2).all(is_ordered) {
            true => Ok(ByPlace { contest, places }),
            false => Err(Error::input(
                "grade.places: expected places that rise and points that fall, as in \
                [[1, 10], [3, 8]]",
            )),
        }
    }

    /// The points of the first place.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.places.first().map_or(0.0, |(_, points)| *points)
    }

    fn points(&self, place: Option<u64>) -> f64 {
        let Some(place) = place else { return 0.0 };
        self.places.iter().find(|(last, _)| place <= *last).map_or(0.0, |(_, points)| *points)
    }

    /// What a place among so many says about a program.
    pub(crate) fn judgement(&self, place: Option<u64>, among: usize) -> Judgement {
        let told =
            |one: Language| (one.code().to_string(), message!(WORDS, "without-place").told(one));
        Judgement {
            points: self.points(place),
            of: self.most(),
            place: place.map(|place| (place, among as u64)),
            failure: Language::ALL.into_iter().filter(|_| place.is_none()).map(told).collect(),
            ..Judgement::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(places: &str) -> Result<ByPlace, Error> {
        let keys = format!("contest = 'cup'\nplaces = {places}");
        ByPlace::open(toml::from_str(&keys).expect("TOML"))
    }

    #[test]
    fn a_place_has_the_points_of_the_first_line_that_reaches_it() {
        let by = open("[[1, 10], [3, 7.5], [5, 0]]").expect("points by place");
        let points = [Some(1), Some(2), Some(3), Some(4), Some(6), None];
        let points = points.map(|place| by.judgement(place, 9).points);
        assert_eq!((points, by.most()), ([10.0, 7.5, 7.5, 0.0, 0.0, 0.0], 10.0));
        assert_eq!(by.judgement(Some(2), 9).place, Some((2, 9)));
        assert_eq!(by.judgement(Some(6), 9).failure(Language::English), "");
        assert_ne!(by.judgement(None, 9).failure(Language::Polish), "");
    }

    #[test]
    fn places_without_an_order_are_refused() {
        for places in ["[]", "[[0, 5]]", "[[1, 0]]", "[[1, 5], [1, 4]]", "[[1, 5], [2, 5]]"] {
            open(places).expect_err(places);
        }
    }
}
