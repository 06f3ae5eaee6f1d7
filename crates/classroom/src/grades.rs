//! Which version of a person counts in an assignment, and what stands in the gradebook about the
//! person.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::assignment::Assignment;
use crate::entries::{current, in_time};
use crate::judgement::Judgement;
use crate::place::Place;
use crate::points_by_hand::ByHand;
use crate::register::Member;
use crate::version::Version;

/// A version that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub(crate) person: String,
    /// The number of the version.
    pub version: usize,
    /// So many days after its author's closing it came.
    pub days: u32,
    /// Whether an organiser has admitted it. Then no day takes points.
    pub is_admitted: bool,
    /// Whether its author has chosen it.
    #[serde(default)]
    pub is_chosen: bool,
}

/// What stands in a gradebook about a person.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The person.
    pub member: Member,
    /// The version that counts.
    pub counted: Option<(Entry, Version)>,
    /// What the tests found about it.
    pub judgement: Option<Arc<Judgement>>,
    /// How points are counted.
    pub measure: Measure,
    /// What an organiser has given last.
    pub by_hand: Option<ByHand>,
    /// The points; `None` if they are not known yet.
    pub points: Option<f64>,
}

/// How points are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The points of a program without faults.
    pub most: f64,
    /// The grades, each from a percentage of these points on; empty if there are none.
    pub scale: Vec<(f64, String)>,
}

impl Measure {
    pub(crate) fn of(found: &Judgement) -> Measure {
        Measure { most: found.of, scale: found.scale.clone() }
    }
}

impl Grade {
    /// The grade for the points, if the tests have a scale and the points reach it.
    #[must_use]
    pub fn on_scale(&self) -> Option<&str> {
        judge::grade_on(&self.measure.scale, self.points?, self.measure.most)
    }
}

/// The version of a member that counts. In time is before the own closing; only who has nothing then
/// may be late. Of those in time the chosen one counts, else the current one, or the last one if none
/// ever became current.
pub(crate) fn counted(
    assignment: &Assignment,
    chosen: &BTreeMap<String, usize>,
    place: &Place,
    member: &Member,
) -> Option<(Entry, Version)> {
    let terms = assignment.terms();
    let own = in_time(terms, 0, place, member);
    let chosen = own.iter().find(|one| chosen.get(&member.id) == Some(&one.number));
    // A course's site has one submission of each, the last one.
    let is_here = terms.by_site.is_none();
    let usual = |all: &[Version]| {
        let current = current(all).filter(|_| is_here);
        current.or(all.last()).cloned()
    };
    let late = || usual(&in_time(terms, assignment.grace(), place, member));
    let is_chosen = chosen.is_some();
    let version = chosen.cloned().or_else(|| usual(&own)).or_else(late)?;
    let closes = assignment.closing.closes_for_member(member);
    let days = Assignment::days_late(version.uploaded, closes);
    let (person, number) = (member.id.clone(), version.number);
    Some((Entry { person, version: number, days, is_admitted: false, is_chosen }, version))
}
