//! All results of two participants against each other: the cells of the crosstable.

use std::collections::BTreeMap;

use rules::Message;
use serde::Serialize;

use super::facts::{Facts, mirrored};
use super::number::{Mean, Ordinal, Quarters, Range};
use super::ranking::{Line, Results};
use crate::tally::Tally;
use ::matches::proof;
use stats::{mean_margin, share};

/// All results of two participants against each other, in any number of matches. `results.json` has
/// the sums only in its matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The numbers of the two participants, from 1, the lower number first.
    pub participants: [Ordinal; 2],
    /// The number of matches, including unfinished ones.
    #[serde(skip)]
    pub matches: u64,
    /// The points of both participants from the matches so far.
    #[serde(skip)]
    pub points: [Quarters; 2],
    /// The games that the first participant won, drew and lost.
    #[serde(skip)]
    pub games: Results,
    /// The number of pairs in which the first participant scored 0, 1, 2, 3 and 4 half points,
    /// without pairs that were lost by default.
    #[serde(skip)]
    pub pairs: [u64; 5],
    /// How many of these pairs copy an earlier pair, move by move. The means and the verdict use
    /// only the other pairs.
    pub repeated: [u64; 5],
    /// The number of games that each of the two participants lost by a foul.
    #[serde(skip)]
    pub fouls: [u64; 2],
    /// The sum of the first participant's margins.
    #[serde(skip)]
    pub margin: i64,
    /// The first participant's mean margin in a game, with an interval computed from pairs.
    pub mean_margin: Option<Mean<2>>,
    /// The first participant's share of the points of games, in percent, with a range computed from
    /// pairs.
    pub share: Option<Range<1>>,
    /// A sentence about what these games prove.
    pub verdict: Message,
}

impl Duel {
    /// The opponent's number, and the duel as this participant sees it; `None` if the participant
    /// is neither of the two. The verdict is the same for both participants.
    #[must_use]
    pub fn seen_by(&self, participant: Ordinal) -> Option<(Ordinal, Duel)> {
        let [first, second] = self.participants;
        if participant == first {
            return Some((second, self.clone()));
        }
        if participant != second {
            return None;
        }
        let mut other = self.clone();
        other.participants.reverse();
        other.points.reverse();
        other.fouls.reverse();
        other.pairs.reverse();
        other.repeated.reverse();
        other.games = Results { won: self.games.lost, lost: self.games.won, ..self.games };
        other.margin = self.margin.saturating_neg();
        other.mean_margin = self.mean_margin.map(Mean::negated);
        other.share = share_of(&other.fresh_pairs());
        Some((first, other))
    }

    /// The pairs that are not copies of earlier ones.
    #[must_use]
    pub fn fresh_pairs(&self) -> [u64; 5] {
        std::array::from_fn(|index| self.pairs[index].saturating_sub(self.repeated[index]))
    }
}

fn share_of(pairs: &[u64; 5]) -> Option<Range<1>> {
    Range::of(share(pairs)?, 100.0)
}

/// The totals of two participants' matches.
#[derive(Default)]
struct Sum {
    tally: Tally,
    /// The totals of the pairs that copy no earlier pair.
    fresh: Tally,
    /// The pairs that were played, as in [`Duel::pairs`].
    pairs: [u64; 5],
    matches: u64,
    /// The half points of the two participants.
    halves: [u64; 2],
}

/// The points of each participant against every other, in the order of `standings`; `None` if the
/// two have not met.
#[must_use]
pub fn crosstable(facts: &Facts, standings: &[Line]) -> Vec<Vec<Option<Quarters>>> {
    let mut points: BTreeMap<[usize; 2], u64> = BTreeMap::new();
    for totals in facts.matches.iter().filter(|totals| totals.played() > 0) {
        let halves = facts.schedule.points().halves(&totals.finished());
        let [first, second] = totals.pairing.players();
        *points.entry([first, second]).or_default() += halves[0];
        *points.entry([second, first]).or_default() += halves[1];
    }
    let cell = |own: &Line, other: &Line| {
        points.get(&[own.participant.0, other.participant.0]).copied().map(Quarters::of_halves)
    };
    standings.iter().map(|own| standings.iter().map(|other| cell(own, other)).collect()).collect()
}

/// All duels with at least one game, in the order of the participants.
pub(super) fn duels(facts: &Facts) -> Vec<Duel> {
    let mut sums: BTreeMap<[usize; 2], Sum> = BTreeMap::new();
    for totals in facts.matches.iter().filter(|totals| totals.played() > 0) {
        let pairing = &totals.pairing;
        let mut halves = facts.schedule.points().halves(&totals.finished());
        let is_turned = pairing.first > pairing.second;
        let [tally, fresh] = [totals.tally.played(), totals.fresh()]
            .map(|tally| if is_turned { mirrored(&tally) } else { tally });
        if is_turned {
            halves.reverse();
        }
        let key = [pairing.first.min(pairing.second), pairing.first.max(pairing.second)];
        let sum = sums.entry(key).or_default();
        sum.tally.add(&tally);
        sum.fresh.add(&fresh);
        if !totals.by_default {
            sum.pairs.iter_mut().zip(tally.pairs).for_each(|(sum, pairs)| *sum += pairs);
        }
        sum.matches += 1;
        sum.halves.iter_mut().zip(halves).for_each(|(points, halves)| *points += halves);
    }
    sums.into_iter().map(|(participants, sum)| duel(facts, participants, &sum)).collect()
}

fn duel(facts: &Facts, participants: [usize; 2], sum: &Sum) -> Duel {
    let Sum { tally, fresh, pairs, matches, halves } = sum;
    let repeated = std::array::from_fn(|index| pairs[index].saturating_sub(fresh.pairs[index]));
    let names = participants.map(|participant| facts.name(participant));
    let mean = || mean_margin(fresh.pairs.iter().sum(), fresh.margin, fresh.margin_squares);
    Duel {
        participants: participants.map(Ordinal),
        matches: *matches,
        points: halves.map(Quarters::of_halves),
        games: Results::of(tally),
        pairs: *pairs,
        repeated,
        fouls: tally.fouls,
        margin: tally.margin,
        mean_margin: facts.has_margins.then(mean).and_then(|mean| Mean::of(mean, 1.0)),
        share: share_of(&fresh.pairs),
        verdict: match tally.games() {
            0 => text!("not-played"),
            _ => proof::verdict(names, &fresh.pairs, &repeated),
        },
    }
}
