//! How often two players choose the same, and how often they would by chance.
//!
//! Each player is described by a mixture: with some weight each, it answers anything, something
//! obvious, or what the others answer. The weights are those that explain its own answers best
//! (Dempster, Laird and Rubin, "Maximum Likelihood from Incomplete Data via the EM Algorithm",
//! Journal of the Royal Statistical Society B 39, 1977). So two strong players are expected to agree
//! on strong moves, and two random ones on few. If `p` and `q` are the mixtures of two players, they
//! give the same answer to a question with the probability `sum of p(m) q(m) over all answers m`.
//! The sum of these over all questions is the agreement by chance.
//!
//! Honest players agree more often than that, and not all by the same factor, since they share
//! ideas that no list of obvious answers has. So the excess of a pair, the difference between the
//! log odds of the same answers and those of the agreement by chance, is compared with the excess
//! of all pairs: with its median, and with its spread by the quartiles, which a few pairs that are
//! alike do not change (Efron, "Large-Scale Simultaneous Hypothesis Testing: The Choice of a Null
//! Hypothesis", Journal of the American Statistical Association 99, 2004).

use crate::normal::normal_below;

/// A question with a few possible answers, which are numbered from 0.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number of possible answers, at least 1.
    pub answers: usize,
    /// Sets of answers that are obvious, each in its own way. All questions have the same ways in
    /// the same order; a set may be empty.
    pub obvious: Vec<Vec<usize>>,
}

/// How often two players gave the same answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// The number of questions that both have answered.
    pub questions: usize,
    /// The number of questions to which they gave the same answer.
    pub same: usize,
    /// The number of these that is expected of independent players.
    pub by_chance: f64,
    /// The probability that a pair of these players has at least this excess, if no two are alike.
    pub tail: f64,
    /// The question with the same answer that was least to be expected.
    pub rarest: Option<usize>,
}

/// Pairs that have answered fewer questions in common are not compared: their excess has a standard
/// error of a half and more.
pub const FEWEST_QUESTIONS: usize = 30;

/// Compares all players with each other that have answered [`FEWEST_QUESTIONS`] in common. `answers`
/// has for each player its answer to each question; `None` stands for no answer. The pairs are
/// sorted, the least likely first.
///
/// ```
/// use stats::{Question, agreements};
///
/// let questions = vec![Question { answers: 10, obvious: Vec::new() }; 40];
/// let one: Vec<_> = (0..40).map(|number| Some(number * 7 % 10)).collect();
/// let other = (0..40).map(|number| Some(number * 3 % 10)).collect();
/// let pairs = agreements(&questions, &[one.clone(), other, one]);
/// assert_eq!((pairs[0].players, pairs[0].same), ([0, 2], 40));
/// assert!(pairs[0].tail < 1e-4 && pairs[1].tail > 0.01);
/// ```
///
/// # Panics
/// Panics if an answer is not one of its question's.
#[must_use]
pub fn agreements(questions: &[Question], answers: &[Vec<Option<usize>>]) -> Vec<Agreement> {
    let class = Class { questions, answers };
    let pairs = (0..answers.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let mut pairs: Vec<_> = pairs.map(|players| class.compare(players)).collect();
    pairs.retain(|pair| pair.questions >= FEWEST_QUESTIONS);
    let usual = Usual::of(pairs.iter().map(Agreement::excess).collect());
    pairs.iter_mut().for_each(|pair| pair.tail = usual.tail(pair));
    pairs.sort_by(|a, b| a.tail.total_cmp(&b.tail));
    pairs
}

impl Agreement {
    /// By how much the log odds of the same answers exceed those of the agreement by chance.
    fn excess(&self) -> f64 {
        let log_odds = |same: f64| ((same + 0.5) / (self.questions as f64 - same + 0.5)).ln();
        log_odds(self.same as f64) - log_odds(self.by_chance)
    }

    /// The standard error of the excess of two independent players.
    fn error(&self) -> f64 {
        let (same, other) = (self.by_chance + 0.5, self.questions as f64 - self.by_chance + 0.5);
        (1.0 / same + 1.0 / other).sqrt()
    }
}

/// The excess that pairs of a class have.
struct Usual {
    middle: f64,
    spread: f64,
}

/// The least and the greatest middle and spread that are believed. In classes of programs with
/// different ideas, of three games, the middle was 0.2 to 0.4 and the spread 0.6 to 0.8. A small
/// class shows less than there is, and a class with many alike shows more.
const MIDDLES: [f64; 2] = [0.0, 1.0];
const SPREADS: [f64; 2] = [0.7, 1.0];

/// The distance between the quartiles of a normal distribution, in standard deviations.
const QUARTILES_APART: f64 = 1.349;

impl Usual {
    fn of(mut excesses: Vec<f64>) -> Usual {
        excesses.sort_by(f64::total_cmp);
        let quartile = |number| excesses.get(number * excesses.len() / 4).copied().unwrap_or(0.0);
        let spread = (quartile(3) - quartile(1)) / QUARTILES_APART;
        Usual {
            middle: quartile(2).clamp(MIDDLES[0], MIDDLES[1]),
            spread: spread.clamp(SPREADS[0], SPREADS[1]),
        }
    }

    /// The probability of at least this excess.
    fn tail(&self, pair: &Agreement) -> f64 {
        normal_below((self.middle - pair.excess()) / self.spread.max(pair.error()))
    }
}

struct Class<'a> {
    questions: &'a [Question],
    answers: &'a [Vec<Option<usize>>],
}

/// For each way to answer a question, the probability of each answer.
type Ways = Vec<Vec<f64>>;

impl Class<'_> {
    fn compare(&self, players: [usize; 2]) -> Agreement {
        let ways: Vec<Ways> =
            (0..self.questions.len()).map(|place| self.ways(place, players)).collect();
        let [a, b] = players.map(|player| &self.answers[player]);
        let weights = [a, b].map(|answers| weights(&ways, answers));
        let (mut questions, mut by_chance, mut same, mut rarest) = (0, 0.0, 0, None);
        for (place, ways) in ways.iter().enumerate() {
            let (Some(one), Some(other)) = (a[place], b[place]) else { continue };
            let [p, q] = [0, 1].map(|player| mixed(ways, &weights[player]));
            let both: Vec<f64> = p.iter().zip(&q).map(|(p, q)| p * q).collect();
            questions += 1;
            by_chance += both.iter().sum::<f64>();
            if one == other {
                same += 1;
                if rarest.is_none_or(|(_, least)| both[one] < least) {
                    rarest = Some((place, both[one]));
                }
            }
        }
        let rarest = rarest.map(|(place, _)| place);
        Agreement { players, questions, same, by_chance, tail: 1.0, rarest }
    }

    /// The ways to answer a question: anything, what is obvious, and as the players other than
    /// these two.
    fn ways(&self, place: usize, players: [usize; 2]) -> Ways {
        let Question { answers, obvious } = &self.questions[place];
        let others = (0..self.answers.len()).filter(|player| !players.contains(player));
        let others: Vec<usize> = others.filter_map(|player| self.answers[player][place]).collect();
        let anything: Vec<usize> = (0..*answers).collect();
        let any_or =
            |set: &Vec<usize>| shared(if set.is_empty() { &anything } else { set }, *answers);
        let own = [&anything].into_iter().chain(obvious).map(any_or);
        own.chain([popular(&others, *answers)]).collect()
    }
}

/// The probability of each of so many answers, if one of the chosen ones is drawn.
fn shared(chosen: &[usize], answers: usize) -> Vec<f64> {
    let mut chances = vec![0.0; answers];
    chosen.iter().for_each(|&answer| chances[answer] += 1.0 / chosen.len() as f64);
    chances
}

/// So many imaginary players answer anything. Thus one more program that is alike does not explain
/// why two are.
const IMAGINARY: f64 = 5.0;

/// The probability of each answer, if one of the others is asked.
fn popular(others: &[usize], answers: usize) -> Vec<f64> {
    let mut counts = vec![IMAGINARY / answers as f64; answers];
    others.iter().for_each(|&answer| counts[answer] += 1.0);
    counts.iter().map(|count| count / (IMAGINARY + others.len() as f64)).collect()
}

/// More steps hardly change the weights.
const STEPS: usize = 100;

/// The weights of the ways that explain a player's answers best. One imaginary question, shared by
/// all ways, keeps weights above 0.
fn weights(ways: &[Ways], answers: &[Option<usize>]) -> Vec<f64> {
    let given = ways.iter().zip(answers).filter_map(|(ways, answer)| Some((ways, (*answer)?)));
    let given: Vec<Vec<f64>> =
        given.map(|(ways, answer)| ways.iter().map(|way| way[answer]).collect()).collect();
    let count = ways.first().map_or(1, Vec::len);
    let least = 1.0 / count as f64;
    let mut weights = vec![least; count];
    for _ in 0..STEPS {
        let mut next = vec![least; count];
        for chances in &given {
            let all: f64 =
                chances.iter().zip(&weights).map(|(chance, weight)| chance * weight).sum();
            for ((next, chance), weight) in next.iter_mut().zip(chances).zip(&weights) {
                *next += chance * weight / all;
            }
        }
        let questions = 1.0 + given.len() as f64;
        weights = next.into_iter().map(|weight| weight / questions).collect();
    }
    weights
}

/// The probability of each answer of a player that mixes the ways with these weights.
fn mixed(ways: &Ways, weights: &[f64]) -> Vec<f64> {
    let answers = ways.first().map_or(0, Vec::len);
    let chance = |answer| ways.iter().zip(weights).map(|(way, weight)| way[answer] * weight).sum();
    (0..answers).map(chance).collect()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn pair(same: usize, questions: usize, by_chance: f64) -> Agreement {
        Agreement { players: [0, 1], questions, same, by_chance, tail: 1.0, rarest: None }
    }

    #[test]
    fn an_excess_is_a_difference_of_log_odds() {
        // 45 of 60 have the odds 3, 15 of 60 the odds 1/3: a ninefold ratio, apart from the halves.
        let excess = pair(45, 60, 15.0).excess();
        assert!(
            (excess - 2.0 * (45.5_f64 / 15.5).ln()).abs() < 1e-12
                && (excess - 9_f64.ln()).abs() < 0.1
        );
        assert!(pair(20, 60, 20.0).excess().abs() < 1e-12);
        // Woolf's standard error of log odds.
        assert!((pair(0, 59, 29.5).error() - (2.0_f64 / 30.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_pair_is_compared_with_the_usual_excess() {
        let excesses = (-50..=50).map(|number| 0.3 + f64::from(number) / 25.0).collect();
        let usual = Usual::of(excesses);
        assert!((usual.middle - 0.3).abs() < 0.05, "{}", usual.middle);
        // The quartiles lie at -0.7 and 1.3, 2 apart.
        assert!((usual.spread - 1.0).abs() < 1e-12, "{}", usual.spread);
        let usual = Usual { middle: 0.5, spread: 1.0 };
        let odd = pair(59, 60, 7.0);
        let z = odd.excess() - 0.5;
        assert!((usual.tail(&odd) - normal_below(-z)).abs() < 1e-15);
        // Four questions prove little, however narrow the spread is.
        let few = pair(3, 4, 1.0);
        let usual = Usual { middle: 0.0, spread: 0.1 };
        assert!((usual.tail(&few) - normal_below(-few.excess() / few.error())).abs() < 1e-15);
    }

    #[test]
    fn weights_say_how_a_player_answers() {
        // Of 400 answers, 300 are the obvious one, and each of the 4 others comes 25 times.
        let question = Question { answers: 5, obvious: vec![vec![0]] };
        let answers: Vec<_> =
            (0..400).map(|number| Some(if number < 300 { 0 } else { 1 + number % 4 })).collect();
        let alone = [vec![None; 400], answers.clone()];
        let class = Class { questions: &vec![question; 400], answers: &alone };
        let ways: Vec<_> = (0..400).map(|place| class.ways(place, [0, 1])).collect();
        let found = weights(&ways, &answers);
        // The share of the obvious answer is w + (1 - w) / 5.
        assert!((found[1] - (0.75 - 0.2) / 0.8).abs() < 0.01, "{found:?}");
        let [p, q] = [mixed(&ways[0], &found), vec![0.75, 0.0625, 0.0625, 0.0625, 0.0625]];
        assert!(p.iter().zip(&q).all(|(p, q)| (p - q).abs() < 0.01), "{p:?}");
    }

    /// A class whose players take the obvious answer with these probabilities, and else any.
    fn class(obvious: &[f64], random: &mut Rng) -> (Vec<Question>, Vec<Vec<Option<usize>>>) {
        let mut questions = Vec::new();
        let mut answers = vec![Vec::new(); obvious.len()];
        for _ in 0..60 {
            let count = random.usize(4..20);
            let best = random.usize(..count);
            questions.push(Question { answers: count, obvious: vec![vec![best]] });
            for (answers, share) in answers.iter_mut().zip(obvious) {
                let any = random.usize(..count);
                answers.push(Some(if random.f64() < *share { best } else { any }));
            }
        }
        (questions, answers)
    }

    #[test]
    fn independent_players_agree_as_often_as_by_chance() {
        let mut random = Rng::with_seed(5);
        let (mut same, mut expected, mut unlikely, mut pairs) = (0.0, 0.0, 0, 0);
        for _ in 0..40 {
            let (questions, answers) = class(&[0.0, 0.3, 0.5, 0.8, 0.95, 0.95], &mut random);
            let all = agreements(&questions, &answers);
            same += all.iter().map(|pair| pair.same as f64).sum::<f64>();
            expected += all.iter().map(|pair| pair.by_chance).sum::<f64>();
            unlikely += all.iter().filter(|pair| pair.tail < 0.01).count();
            pairs += all.len();
        }
        assert!((same / expected - 1.0).abs() < 0.03, "{same} {expected}");
        assert!(unlikely * 100 <= 2 * pairs, "{unlikely} of {pairs}");
    }

    #[test]
    fn a_copy_comes_first_even_if_part_of_its_answers_is_its_own() {
        let mut random = Rng::with_seed(6);
        for _ in 0..10 {
            let (questions, mut answers) = class(&[0.0, 0.5, 0.5, 0.8, 0.8], &mut random);
            let copied = answers[1].clone();
            for (place, answer) in copied.into_iter().enumerate() {
                if place % 4 != 0 {
                    answers[4][place] = answer;
                }
            }
            let all = agreements(&questions, &answers);
            assert_eq!(all[0].players, [1, 4]);
            assert!(all[0].tail * 20.0 < all[1].tail, "{:?}", &all[..2]);
        }
    }

    #[test]
    fn a_whole_class_that_is_alike_is_seen() {
        let mut random = Rng::with_seed(7);
        let (questions, answers) = class(&[0.0], &mut random);
        let all = agreements(&questions, &[&answers[0]; 8].map(Vec::clone));
        assert!(all.iter().all(|pair| pair.same == 60 && pair.tail < 0.001), "{:?}", all[0]);
    }

    #[test]
    fn what_is_not_answered_is_not_compared() {
        let questions = vec![Question { answers: 2, obvious: vec![vec![], vec![1]] }; 40];
        let answers = |from: usize, to: usize| {
            (0..40).map(|place| (from..to).contains(&place).then_some(place % 2)).collect()
        };
        let all = agreements(
            &questions,
            &[answers(0, 35), answers(5, 40), answers(7, 36), vec![None; 40]],
        );
        let counts = |pair: &Agreement| (pair.players, pair.questions, pair.same);
        assert_eq!(all.iter().map(counts).collect::<Vec<_>>(), [([0, 1], 30, 30)]);
        assert!(all[0].rarest.is_some_and(|place| (5..35).contains(&place) && place % 2 == 0));
    }
}
