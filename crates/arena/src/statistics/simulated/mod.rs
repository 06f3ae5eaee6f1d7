//! Against simulations whose truth is known.

mod ratings;
mod shares;

use rules::random::Random;

use super::elo::expected_score;
use super::*;

/// How pairs between two players end: games are decided by luck, by who starts, and by a board that favours one of the
/// players in both games; some are drawn. The first player's expected share of the points is `score`, exactly.
#[derive(Clone, Copy)]
struct Rivals {
    score: f64,
    /// How much more than `score` is expected of whoever starts, as a part of what is possible.
    start: f64,
    /// How often the second game ends as the first.
    board: f64,
    /// How often games are drawn, as a part of what is possible.
    draws: f64,
}

impl Rivals {
    /// Half points of the first player's in a pair.
    fn pair(self, random: &mut Random) -> usize {
        let possible = self.score.min(1.0 - self.score);
        if uniform(random) < self.board {
            return 2 * self.game(self.score, random);
        }
        let edge = self.start * possible;
        self.game(self.score + edge, random) + self.game(self.score - edge, random)
    }

    fn game(self, score: f64, random: &mut Random) -> usize {
        let draw = self.draws * 2.0 * score.min(1.0 - score);
        let drawn = uniform(random) < draw;
        // Without draws the rest of the points is shared among the rest of the games.
        let win = (score - draw / 2.0) / (1.0 - draw).max(1e-12);
        let won = uniform(random) < win;
        if drawn { 1 } else { 2 * usize::from(won) }
    }

    /// How probably a pair brings 0, 1, .. 4 half points.
    fn ends(self) -> [f64; 5] {
        let game = |score: f64| {
            let draw = self.draws * 2.0 * score.min(1.0 - score);
            [1.0 - score - draw / 2.0, draw, score - draw / 2.0]
        };
        let edge = self.start * self.score.min(1.0 - self.score);
        let [alike, one, other] = [self.score, self.score + edge, self.score - edge].map(game);
        let mut ends = [0.0; 5];
        for first in 0..3 {
            ends[2 * first] += self.board * alike[first];
            (0..3).for_each(|second| ends[first + second] += (1.0 - self.board) * one[first] * other[second]);
        }
        ends
    }

    /// The normalized Elo that is expected: by the definition.
    fn normalized_elo(self) -> f64 {
        let squares = self
            .ends()
            .into_iter()
            .zip(0..)
            .map(|(end, half_points)| end * (f64::from(half_points) / 4.0 - self.score).powi(2));
        (self.score - 0.5) / (2.0 * squares.sum::<f64>()).sqrt() * 800.0 / std::f64::consts::LN_10
    }

    fn pairs(self, number: usize, random: &mut Random) -> [u64; 5] {
        let mut pairs = [0; 5];
        (0..number).for_each(|_| pairs[self.pair(random)] += 1);
        pairs
    }
}

fn uniform(random: &mut Random) -> f64 {
    (random.next() >> 11) as f64 / (1_u64 << 53) as f64
}

const FAIR: Rivals = Rivals { score: 0.5, start: 0.0, board: 0.0, draws: 0.0 };

/// Three ways for games to go: without draws or any dependence; as chess does; on boards that favour somebody.
const KINDS: [Rivals; 3] = [FAIR, Rivals { start: 0.3, draws: 0.5, ..FAIR }, Rivals { board: 0.5, draws: 0.1, ..FAIR }];

fn assert_covers(hits: u32, of: u32, what: &str) {
    let rate = f64::from(hits) / f64::from(of);
    println!("{what}: {:.2} % of {of}", 100.0 * rate);
    assert!((0.93..=0.97).contains(&rate), "{what}: the interval holds the truth in {rate} of {of} cases");
}

/// Whether a range holds this number, to within rounding.
fn holds(range: &Range, truth: f64) -> bool {
    (range.low - 1e-9..=range.high + 1e-9).contains(&truth)
}

#[test]
fn signals_and_margins_lie_within_their_intervals() {
    for (kind, what) in KINDS.into_iter().zip(["independent", "as in chess", "boards that favour"]) {
        for number in [20, 100] {
            let mut random = Random::new(12);
            let rivals = Rivals { score: 0.6, ..kind };
            let (mut margins, mut signals) = (0, 0);
            let signal = rivals.normalized_elo();
            for _ in 0..4000 {
                let pairs = rivals.pairs(number, &mut random);
                let interval = normalized_elo(&pairs).expect("pairs");
                signals += u32::from((interval.mean - signal).abs() < interval.half_width);
                // A board's own advantage, for both games of its pair, and luck; the mean is 3 / 2.
                let pairs: Vec<[i64; 2]> = (0..number)
                    .map(|_| {
                        let board = random.between(0, 20) as i64 - 10;
                        [0, 3].map(|start| board + start + random.between(0, 8) as i64 - 4)
                    })
                    .collect();
                let sums = || pairs.iter().map(|[first, second]| first + second);
                let squares = sums().map(|sum| sum.unsigned_abs().pow(2)).sum();
                let interval = mean_margin_of_sums(number as u64, sums().sum(), squares).expect("pairs");
                margins += u32::from((interval.mean - 1.5).abs() < interval.half_width);
            }
            assert_covers(signals, 4000, &format!("normalized Elo of {number} pairs, {what}"));
            assert_covers(margins, 4000, &format!("margins of {number} pairs"));
        }
    }
}

/// In how many of so many tests H1 is accepted, and the mean number of pairs.
fn accepted(test: &Sprt, rivals: Rivals, tests: u32, random: &mut Random) -> (u32, f64) {
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..tests {
        let mut pairs = [0; 5];
        let decision = loop {
            pairs[rivals.pair(random)] += 1;
            played += 1;
            match test.decide(&pairs) {
                Decision::Undecided { .. } => {}
                decision => break decision,
            }
        };
        accepted += u32::from(decision == Decision::AcceptH1);
    }
    (accepted, f64::from(played) / f64::from(tests))
}

/// Three standard errors above 5 %.
fn assert_seldom(errors: u32, tests: u32, what: &str) {
    let most = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(tests)).sqrt();
    println!("{what}: {errors} of {tests}");
    assert!(f64::from(errors) < most * f64::from(tests), "{what}: {errors} of {tests}");
}

#[test]
fn tests_err_as_seldom_as_asked() {
    let mut random = Random::new(13);
    for (kind, what) in KINDS.into_iter().zip(["independent", "as in chess", "boards that favour"]) {
        for elo in [40.0, 100.0] {
            let test = Sprt::new(Scale::Logistic, 0.0, elo, 0.05, 0.05).expect("a test");
            let (false_h1, _) = accepted(&test, kind, 1000, &mut random);
            assert_seldom(false_h1, 1000, &format!("{what}, H1 of {elo} Elo though H0 is true"));
            let (true_h1, _) = accepted(&test, Rivals { score: expected_score(elo), ..kind }, 1000, &mut random);
            assert_seldom(1000 - true_h1, 1000, &format!("{what}, H0 though H1 of {elo} Elo is true"));
        }
    }
}

#[test]
fn normalized_tests_take_equally_many_pairs_and_err_as_seldom() {
    let mut random = Random::new(14);
    let elo = 100.0;
    let test = Sprt::new(Scale::Normalized, 0.0, elo, 0.05, 0.05).expect("a test");
    let mut played = Vec::new();
    for (kind, what) in KINDS.into_iter().zip(["independent", "as in chess", "boards that favour"]) {
        let (false_h1, pairs) = accepted(&test, kind, 300, &mut random);
        assert_seldom(false_h1, 300, &format!("{what}, normalized H1 though H0 is true"));
        played.push(pairs);
    }
    // Without draws and dependence a game deviates by the root of s (1 - s).
    let signal = elo * std::f64::consts::LN_10 / 800.0;
    let score = 0.5 + signal / 2.0 / (1.0 + signal * signal).sqrt();
    let (true_h1, _) = accepted(&test, Rivals { score, ..FAIR }, 300, &mut random);
    assert_seldom(300 - true_h1, 300, "normalized H0 though H1 is true");
    let (least, most) = played.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &n| (low.min(n), high.max(n)));
    assert!(most < 1.2 * least, "{played:?}");
}
