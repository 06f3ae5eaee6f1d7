//! The cost of a pairing as one number, in which each criterion outweighs all lower ones.

use super::field::Field;

/// Computes the costs of pairings between ranks, which are counted from 0. The number after the
/// last rank stands for the bye.
pub(super) struct Costs<'a> {
    field: &'a Field,
    ranking: &'a [usize],
    /// For each rank: its score group, its place in the group, and the size of the group. Groups
    /// and places are counted from 0.
    groups: Vec<Standing>,
    /// The weight of a criterion relative to the next lower one. A round's cost in one criterion is
    /// always below this weight.
    unit: i128,
}

#[derive(Clone, Copy)]
struct Standing {
    group: usize,
    place: usize,
    size: usize,
}

impl Costs<'_> {
    pub(super) fn new<'a>(field: &'a Field, ranking: &'a [usize]) -> Costs<'a> {
        let same = |&one: &usize, &other: &usize| field.points[one] == field.points[other];
        let standings = |(group, members): (usize, &[usize])| {
            let size = members.len();
            (0..size).map(move |place| Standing { group, place, size })
        };
        let groups = ranking.chunk_by(same).enumerate().flat_map(standings).collect();
        // In each criterion, a pairing costs at most 2 n^2. A round has at most n / 2 pairings, so
        // it costs at most n^3, which is below 2^31.
        let unit = (ranking.len() as i128 + 1).pow(3);
        Costs { field, ranking, groups, unit }
    }

    /// The cost of a pairing, or `None` if the two must not meet. The cost is below `unit`^3, and
    /// so below 2^93.
    pub(super) fn of(&self, high: usize, low: usize) -> Option<i128> {
        if low == self.ranking.len() {
            let had_one = self.field.byes[self.ranking[high]];
            return (!had_one).then(|| (low - 1 - high) as i128 * self.unit.pow(2));
        }
        let (one, other) = (self.ranking[high], self.ranking[low]);
        if self.field.have_met(one, other) {
            return None;
        }
        let (above, below) = (self.groups[high], self.groups[low]);
        Some(square(below.group - above.group) * self.unit + fold(above, below))
    }
}

/// The distance of a pairing from the Dutch system, squared; 0 if that system would pair the two.
fn fold(above: Standing, below: Standing) -> i128 {
    if above.group == below.group {
        return square((below.place - above.place).abs_diff(above.size / 2));
    }
    square(above.size - 1 - above.place) + square(below.place)
}

fn square(number: usize) -> i128 {
    (number as i128).pow(2)
}
