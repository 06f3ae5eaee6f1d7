//! Tests against simulations whose true values are known.

use fastrand::Rng;

use super::*;
use crate::elo::expected_score;

/// A model of pairs of games between two players. The result of a game depends on luck, on who
/// starts, and on a board that may favour one player in both games. Some games are drawn. The first
/// player's expected share of the points is `score`, exactly.
#[derive(Clone, Copy)]
struct Rivals {
    score: f64,
    /// The advantage of the player who starts: 0 means no advantage, and 1 means the greatest
    /// advantage that `score` allows.
    start: f64,
    /// The probability that the board decides: the second game then ends like the first.
    board: f64,
    /// The share of drawn games: 0 means that no game is drawn, and 1 means the greatest share that
    /// `score` allows.
    draws: f64,
}

impl Rivals {
    /// Simulates a pair and returns the first player's half points.
    fn pair(self, random: &mut Rng) -> usize {
        let possible = self.score.min(1.0 - self.score);
        if uniform(random) < self.board {
            return 2 * self.game(self.score, random);
        }
        let edge = self.start * possible;
        self.game(self.score + edge, random) + self.game(self.score - edge, random)
    }

    fn game(self, score: f64, random: &mut Rng) -> usize {
        let draw = self.draws * 2.0 * score.min(1.0 - score);
        let drawn = uniform(random) < draw;
        // The points that do not come from drawn games come from won games.
        let win = (score - draw / 2.0) / (1.0 - draw).max(1e-12);
        let won = uniform(random) < win;
        if drawn { 1 } else { 2 * usize::from(won) }
    }

    fn pairs(self, number: usize, random: &mut Rng) -> [u64; 5] {
        let mut pairs = [0; 5];
        (0..number).for_each(|_| pairs[self.pair(random)] += 1);
        pairs
    }
}

fn uniform(random: &mut Rng) -> f64 {
    random.f64()
}

const FAIR: Rivals = Rivals { score: 0.5, start: 0.0, board: 0.0, draws: 0.0 };

/// Three kinds of games: games without draws on fair boards; games with as many draws as in chess;
/// games on boards that favour one player.
const KINDS: [Rivals; 3] =
    [FAIR, Rivals { start: 0.3, draws: 0.5, ..FAIR }, Rivals { board: 0.5, draws: 0.1, ..FAIR }];

/// Whether the range holds this number, to within rounding.
fn holds(range: &Range, truth: f64) -> bool {
    (range.low - 1e-9..=range.high + 1e-9).contains(&truth)
}

#[test]
fn a_share_lies_within_its_range() {
    for (kind, what) in KINDS.into_iter().zip(["independent", "as in chess", "boards that favour"])
    {
        for number in [4, 15, 50, 200] {
            for score in [0.5, 0.6, 0.8, 0.95] {
                let mut random = Rng::with_seed(12);
                let (mut held, mut told) = (0, 0);
                for _ in 0..1000 {
                    let range =
                        share(&Rivals { score, ..kind }.pairs(number, &mut random)).expect("pairs");
                    held += u32::from(holds(&range, score));
                    told += u32::from(!holds(&range, 0.5));
                }
                assert!(
                    held > 930,
                    "{number} pairs, {what}: the range holds {score} in {held} of 1000 cases"
                );
                assert!(
                    score > 0.5 || told < 70,
                    "{number} pairs, {what}: equal players are told apart {told} times"
                );
            }
        }
    }
}

/// Whoever plays on until the sequential test decides may look after every pair: of equal players,
/// one is called stronger no more often than the test promises.
#[test]
fn a_sequential_test_of_equal_players_rarely_finds_a_difference() {
    let test = Sprt::new(0.0, 30.0, 0.05, 0.05).expect("a test");
    for kind in KINDS {
        let mut random = Rng::with_seed(13);
        let mut different = 0;
        for _ in 0..1000 {
            let mut trial = Trial::new(test.clone());
            while trial.decision().is_none() {
                trial.see(kind.pair(&mut random));
            }
            different += u32::from(trial.decision() == Some(Decision::AcceptH1));
        }
        assert!(different <= 65, "draws {}: {different} of 1000", kind.draws);
    }
}

/// A table in which all players have met each other in this many pairs.
fn rated(truth: &[f64], pairs: usize, kind: Rivals, random: &mut Rng) -> Ratings {
    let mut meetings = Vec::new();
    for a in 0..truth.len() {
        for b in 0..a {
            let rivals = Rivals { score: expected_score(truth[a] - truth[b]), ..kind };
            meetings.push(Meeting {
                players: [a, b],
                pairs: rivals.pairs(pairs, random),
                games: [0; 3],
            });
        }
    }
    rate(truth.len(), &meetings).expect("players")
}

#[test]
fn ratings_lie_within_their_bars() {
    let close: &[f64] = &[-160.0, -60.0, -20.0, 0.0, 70.0, 170.0];
    // The strongest and the weakest player of a wide field win or lose nearly every game.
    let wide: &[f64] = &[-700.0, -500.0, -300.0, -100.0, 100.0, 300.0, 500.0, 700.0];
    for (truth, pairs) in [(close, 4), (close, 10), (close, 40), (wide, 3), (wide, 10)] {
        for kind in KINDS {
            let mut random = Rng::with_seed(11);
            let mut held = vec![0; truth.len()];
            let mut misranked = 0;
            for _ in 0..500 {
                let ratings = rated(truth, pairs, kind, &mut random);
                for ((standing, elo), held) in ratings.standings.iter().zip(truth).zip(&mut held) {
                    *held += u32::from(holds(&standing.elo.expect("linked"), *elo));
                }
                misranked += u32::from(ratings.superiority(2, 3).expect("linked") > 0.975);
            }
            let what = format!(
                "{} players, {pairs} pairs, draws {}, boards {}",
                truth.len(),
                kind.draws,
                kind.board
            );
            assert!(held.iter().all(|&held| held > 460), "{what}: {held:?} of 500");
            assert!(
                misranked < 20,
                "{what}: the weaker player is rated stronger in {misranked} of 500 cases"
            );
        }
    }
}
