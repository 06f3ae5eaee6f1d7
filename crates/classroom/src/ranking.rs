//! The standings of a contest: who stands where by the pairs that were played so far, and which
//! pair is played next.

use errors::Error;
use stats::{Meeting, Range, rate};

use crate::pairs_played::{Entrant, Key, PairPlayed, PairsPlayed};

/// The points for a pair that an entrant wins by the sum of its margins, and for a drawn one.
const WON: u64 = 3;
const DRAWN: u64 = 1;

/// An entrant that commits a foul in so many pairs running rests.
const RESTS_AFTER: usize = 3;

/// Where everybody stands.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The entrants, from the first place.
    pub rows: Vec<Row>,
    /// How many pairs were played, and how many there are.
    pub pairs: [u64; 2],
}

/// An entrant in the standings.
#[derive(Clone, Debug)]
pub struct Row {
    /// Who it is.
    pub entrant: Entrant,
    /// The place, from 1; `None` for whoever is out of competition.
    pub place: Option<usize>,
    /// The rating with its 95 % interval, in Elo points above the mean.
    pub elo: Option<Range>,
    /// All pairs together.
    pub sum: Score,
    /// The score against each other entrant.
    pub against: Vec<(Entrant, Score)>,
    /// Whether it plays no further pairs, since it committed fouls in the last ones.
    pub rests: bool,
}

/// What pairs came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The numbers of pairs that were won, drawn and lost.
    pub pairs: [u64; 3],
    /// The sum of the margins.
    pub margin: i64,
    /// The number of fouls.
    pub fouls: u64,
}

impl Score {
    /// The points.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.pairs[0] * WON + self.pairs[1] * DRAWN
    }

    /// The number of pairs.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The score of an entrant in these pairs, which it has played.
    pub(crate) fn of<'a>(entrant: Entrant, pairs: impl Iterator<Item = &'a PairPlayed>) -> Score {
        let mut score = Score::default();
        for pair in pairs {
            if let Some(index) = pair.entrants.iter().position(|one| *one == entrant) {
                score.add(pair, index);
            }
        }
        score
    }

    /// The part of the pairs that it has won, in percent; a drawn one counts half.
    #[must_use]
    pub fn percent(&self) -> u64 {
        let [won, drawn, _] = self.pairs;
        (200 * won + 100 * drawn).checked_div(2 * self.played()).unwrap_or(0)
    }

    fn add(&mut self, pair: &PairPlayed, index: usize) {
        let sum: i64 = pair.margins.iter().copied().map(i64::from).sum();
        let margin = if index == 0 { sum } else { -sum };
        self.pairs[match margin.signum() {
            1 => 0,
            0 => 1,
            _ => 2,
        }] += 1;
        self.margin += margin;
        self.fouls += pair.fouls.iter().flatten().filter(|(who, _)| *who == index).count() as u64;
    }
}

impl Standings {
    /// The standings of these entrants, of whom each two play so many pairs. Until all are played,
    /// ratings decide about places, since not everybody has met the same opponents; then points
    /// do, then margins.
    ///
    /// # Errors
    /// Fails if the ratings cannot be computed.
    pub(crate) fn of(
        entrants: &[Entrant],
        each: u64,
        played: &PairsPlayed,
    ) -> Result<Standings, Error> {
        let mut rows: Vec<Row> = entrants.iter().map(|&entrant| Row::of(entrant, played)).collect();
        let mut meetings = Vec::new();
        let (mut done, mut all) = (0, 0);
        for (i, a) in entrants.iter().enumerate() {
            for (j, b) in entrants.iter().enumerate().skip(i + 1).filter(|(_, b)| meet(*a, **b)) {
                let mut points = [0; 5];
                let mut scores = [Score::default(); 2];
                for pair in (0..each).filter_map(|pair| played.get(&key(*a, *b, pair))) {
                    let first = usize::from(pair.entrants[0] != *a);
                    scores[0].add(pair, first);
                    scores[1].add(pair, 1 - first);
                    points[half_points(pair, first)] += 1;
                    done += 1;
                }
                if scores[0].played() > 0 {
                    meetings.push(Meeting { players: [i, j], pairs: points, games: [0; 3] });
                }
                let played = scores[0].played();
                all += played;
                match [rows[i].rests, rows[j].rests] {
                    [false, false] => all += each - played,
                    // Who rests plays no more. The pairs that are left are lost without a game, so
                    // that nobody stands worse for having met it late.
                    [true, false] => lose_left(&mut scores, each - played),
                    [false, true] => {
                        scores.reverse();
                        lose_left(&mut scores, each - played);
                        scores.reverse();
                    }
                    [true, true] => {}
                }
                if scores[0].played() > 0 {
                    rows[i].against.push((*b, scores[0]));
                    rows[j].against.push((*a, scores[1]));
                }
            }
        }
        let ratings = rate(entrants.len(), &meetings).map_err(|bad| Error::bug(bad.to_string()))?;
        for (row, rating) in rows.iter_mut().zip(ratings.standings) {
            row.elo = rating.elo;
            row.sum = row.against.iter().fold(Score::default(), |sum, (_, score)| Score {
                pairs: [0, 1, 2].map(|index| sum.pairs[index] + score.pairs[index]),
                margin: sum.margin + score.margin,
                fouls: sum.fouls + score.fouls,
            });
        }
        let is_complete = done == all;
        rows.sort_by(|a, b| {
            let by_points = (b.sum.points(), b.sum.margin).cmp(&(a.sum.points(), a.sum.margin));
            let elo = |row: &Row| row.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
            if is_complete { by_points } else { elo(b).total_cmp(&elo(a)).then(by_points) }
        });
        give_places(&mut rows, is_complete);
        Ok(Standings { rows, pairs: [done, all] })
    }

    /// The pair that is played next: whoever has played least comes first, the newest of them; its
    /// opponent is the one of nearest place, and of those the one that has played least.
    pub(crate) fn next(&self, each: u64, played: &PairsPlayed) -> Option<Key> {
        let mut by_need: Vec<usize> =
            (0..self.rows.len()).filter(|row| !self.rows[*row].rests).collect();
        // The number of a version says how new it is.
        by_need.sort_by_key(|row| {
            let row = &self.rows[*row];
            (row.sum.played(), std::cmp::Reverse(row.entrant))
        });
        for &own in &by_need {
            let a = self.rows[own].entrant;
            let open = by_need.iter().filter(|other| meet(a, self.rows[**other].entrant));
            let open = open.filter_map(|&other| {
                let b = self.rows[other].entrant;
                let pair = (0..each).find(|pair| played.get(&key(a, b, *pair)).is_none())?;
                Some(((own.abs_diff(other), self.rows[other].sum.played()), key(a, b, pair)))
            });
            if let Some((_, key)) = open.min_by_key(|(order, _)| *order) {
                return Some(key);
            }
        }
        None
    }
}

/// Counts pairs that are not played as lost by the first and won by the second.
fn lose_left(scores: &mut [Score; 2], left: u64) {
    scores[0].pairs[2] += left;
    scores[1].pairs[0] += left;
}

/// Gives places to those in competition. Once all pairs are played, equal points and margins share
/// one.
fn give_places(rows: &mut [Row], is_complete: bool) {
    let mut last: Option<((u64, i64), usize)> = None;
    let versions = rows.iter_mut().filter(|row| matches!(row.entrant, Entrant::Version(_)));
    for (index, row) in versions.enumerate() {
        let result = (row.sum.points(), row.sum.margin);
        let shared = last.filter(|(other, _)| is_complete && *other == result);
        let place = shared.map_or(index + 1, |(_, place)| place);
        row.place = Some(place);
        last = Some((result, place));
    }
}

impl Row {
    fn of(entrant: Entrant, played: &PairsPlayed) -> Row {
        let (against, sum) = (Vec::new(), Score::default());
        let rests = played.fouls_running(entrant) >= RESTS_AFTER;
        Row { entrant, place: None, elo: None, sum, against, rests }
    }
}

/// Whether two entrants play each other: two training opponents do not.
fn meet(a: Entrant, b: Entrant) -> bool {
    a != b && !matches!((a, b), (Entrant::Level(_), Entrant::Level(_)))
}

fn key(a: Entrant, b: Entrant, pair: u64) -> Key {
    ([a.min(b), a.max(b)], pair)
}

/// The half points of the entrant with this index in a pair: 2 for a game won, 1 for a drawn one.
fn half_points(pair: &PairPlayed, index: usize) -> usize {
    let points = |margin: &i32| {
        let margin = if index == 0 { *margin } else { -margin };
        (margin.signum() + 1) as usize
    };
    pair.margins.iter().map(points).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::random::Random;

    use super::*;
    use crate::pairs_played::GamePlace;

    const EACH: u64 = 2;

    fn version(number: usize) -> Entrant {
        Entrant::Version(number)
    }

    /// Plays pairs by these margins of the first entrant until nobody is left to play.
    fn play(
        entrants: &[Entrant],
        foul: Option<Entrant>,
        margin: impl Fn(Entrant, Entrant) -> i32,
    ) -> (Vec<Key>, Standings) {
        let place = tempfile::tempdir().expect("a folder");
        let mut played = PairsPlayed::open(place.path(), "", 1 << 20).expect("it is read");
        let mut order = Vec::new();
        loop {
            let now = Standings::of(entrants, EACH, &played).expect("standings");
            let Some((both, pair)) = now.next(EACH, &played) else { return (order, now) };
            let [a, b] = both;
            let guilty = both.iter().position(|one| Some(*one) == foul);
            let what = || (guilty.unwrap_or(0), rules::Message::plain("late"));
            played.put(PairPlayed {
                entrants: both,
                pair,
                terms: String::new(),
                margins: [margin(a, b), margin(a, b)],
                fouls: [guilty.map(|_| what()), None],
                games: [GamePlace { file: 0, byte: 0 }; 2],
                lasted_ms: [0; 2],
            });
            order.push((both, pair));
        }
    }

    #[test]
    fn each_two_play_all_their_pairs_once_and_one_of_each_comes_first() {
        let all = [version(1), version(4), version(9), Entrant::Level(1), Entrant::Level(2)];
        let stronger = |a: Entrant, b: Entrant| match (a, b) {
            (Entrant::Version(a), Entrant::Version(b)) => {
                if a > b {
                    3
                } else {
                    -3
                }
            }
            _ => 1,
        };
        let (order, end) = play(&all, None, stronger);
        assert_eq!(order.len(), 9 * EACH as usize, "two levels do not meet");
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
        assert!(order[0].0.contains(&version(9)), "the newest begins");
        let met: BTreeSet<Entrant> = order[..3].iter().flat_map(|(both, _)| *both).collect();
        assert_eq!(met.len(), 5, "everybody plays before anybody plays much");
        let places = end.rows.iter().filter_map(|row| Some((row.place?, row.entrant)));
        let places: Vec<_> = places.collect();
        assert_eq!(places, [(1, version(9)), (2, version(4)), (3, version(1))]);
        let sums: Vec<u64> =
            [0, 1, 2].map(|index| end.rows.iter().map(|row| row.sum.pairs[index]).sum()).to_vec();
        assert_eq!((sums[0], sums[1]), (sums[2], 0));
        assert_eq!(end.rows.iter().map(|row| row.sum.margin).sum::<i64>(), 0);
    }

    #[test]
    fn who_always_fouls_rests_and_the_others_go_on() {
        let all = [version(1), version(2), version(3), version(4), version(5)];
        let (order, end) = play(&all, Some(version(3)), |_, _| 0);
        let of_foul = order.iter().filter(|(both, _)| both.contains(&version(3))).count();
        assert_eq!(of_foul, RESTS_AFTER);
        assert_eq!(order.len(), RESTS_AFTER + 6 * EACH as usize);
        assert!(end.rows.iter().all(|row| row.rests == (row.entrant == version(3))));
    }

    #[test]
    fn nobody_stands_worse_for_having_met_late_who_rests() {
        let all = [version(1), version(2), version(3), version(4), version(5)];
        // The one that fouls loses, and all others draw.
        let margin = |a, b| i32::from(b == version(3)) - i32::from(a == version(3));
        let (_, end) = play(&all, Some(version(3)), margin);
        let others = end.rows.iter().filter(|row| !row.rests);
        let points: Vec<u64> = others.map(|row| row.sum.points()).collect();
        assert_eq!(points, [EACH * (WON + 3 * DRAWN); 4]);
        let rests = end.rows.last().expect("a row");
        assert_eq!((rests.entrant, rests.sum.pairs), (version(3), [0, 0, 4 * EACH]));
    }

    #[test]
    fn points_follow_the_sum_of_both_games() {
        let (_, end) = play(&[version(1), version(2)], None, |_, _| 2);
        let score = Score { pairs: [2, 0, 0], margin: 8, fouls: 0 };
        assert_eq!((end.rows[0].entrant, end.rows[0].sum), (version(1), score));
        let (_, drawn) = play(&[version(1), version(2)], None, |_, _| 0);
        assert!(drawn.rows.iter().all(|row| row.place == Some(1)), "equals share a place");
        assert_eq!((score.points(), end.rows[1].sum.pairs), (6, [0, 0, 2]));
    }

    /// A pair in which the stronger of two entrants wins more often: one game each by chance.
    fn by_strength(random: &mut Random, [a, b]: [Entrant; 2], strength: &[f64]) -> PairPlayed {
        let of = |entrant| match entrant {
            Entrant::Version(number) => strength[number],
            Entrant::Level(_) => 0.0,
        };
        let chance = 1.0 / (1.0 + (of(b) - of(a)).exp());
        let mut game = || if random.below(1000) < (1000.0 * chance) as usize { 1 } else { -1 };
        PairPlayed {
            entrants: [a, b],
            pair: 0,
            terms: String::new(),
            margins: [game(), game()],
            fouls: [None, None],
            games: [GamePlace { file: 0, byte: 0 }; 2],
            lasted_ms: [0; 2],
        }
    }

    /// How far the place of a new version is from that of its strength, after ten pairs against
    /// opponents of near place, and after ten against random ones: the mean of many contests.
    fn distances(contests: u64) -> [f64; 2] {
        const OTHERS: usize = 24;
        const PAIRS: usize = 10;
        let mut sums = [0; 2];
        for contest in 0..contests {
            for (way, sum) in sums.iter_mut().enumerate() {
                let mut random = Random::new(contest);
                let mut strength: Vec<f64> =
                    (0..=OTHERS).map(|place| 4.0 * place as f64 / OTHERS as f64 - 2.0).collect();
                let own = random.below(OTHERS + 1);
                strength.swap(own, OTHERS);
                let all: Vec<Entrant> = (0..=OTHERS).map(version).collect();
                let place = tempfile::tempdir().expect("a folder");
                let mut played = PairsPlayed::open(place.path(), "", 1 << 20).expect("it is read");
                for (one, two) in (0..OTHERS).flat_map(|a| (a + 1..OTHERS).map(move |b| (a, b))) {
                    played.put(by_strength(&mut random, [all[one], all[two]], &strength));
                }
                let mut others = all[..OTHERS].to_vec();
                for _ in 0..PAIRS {
                    let now = Standings::of(&all, 1, &played).expect("standings");
                    let at = random.below(others.len());
                    let near = now.next(1, &played).expect("a pair").0;
                    let met = if way == 0 { near } else { [others.swap_remove(at), all[OTHERS]] };
                    assert_eq!(met[1], all[OTHERS], "whoever has played least is next");
                    played.put(by_strength(&mut random, met, &strength));
                }
                let end = Standings::of(&all, 1, &played).expect("standings");
                let row = end.rows.iter().find(|row| row.entrant == all[OTHERS]);
                let place = row.and_then(|row| row.place).expect("a place");
                *sum += place.abs_diff(OTHERS + 1 - own);
            }
        }
        sums.map(|sum| sum as f64 / contests as f64)
    }

    #[test]
    fn ten_pairs_against_opponents_of_near_place_say_no_less_than_against_random_ones() {
        let [near, random] = distances(24);
        println!("places away: {near:.1} of near opponents, {random:.1} of random ones");
        assert!(near <= random + 0.5, "{near} {random}");
        assert!(near < 4.5, "a guess is 8 places away on average: {near}");
    }
}
