//! Ratings of whole tables.

use super::shares::{SCORES, all, exactly, ways};
use super::*;

/// A table in which everybody has met everybody in so many pairs.
fn rated(truth: &[f64], pairs: usize, kinds: [Rivals; 3], random: &mut Random) -> Ratings {
    let mut meetings = Vec::new();
    for a in 0..truth.len() {
        for b in 0..a {
            let rivals = Rivals { score: expected_score(truth[a] - truth[b]), ..kinds[(a + b) % 3] };
            meetings.push(Meeting { players: [a, b], pairs: rivals.pairs(pairs, random), games: [0; 3] });
        }
    }
    rate(truth.len(), &meetings).expect("players")
}

#[test]
fn ratings_lie_within_their_bars() {
    let truth = [-160.0, -60.0, -20.0, 0.0, 70.0, 170.0];
    for (pairs, what, kinds) in [
        (10, "independent games", [0; 3]),
        (10, "games as in chess", [1; 3]),
        (10, "boards that favour", [2; 3]),
        (4, "few games of all kinds", [0, 1, 2]),
        (40, "games of all kinds", [0, 1, 2]),
    ] {
        let mut random = Random::new(11);
        let (mut ratings_hit, mut leads_hit, mut misranked) = (0, 0, 0);
        for _ in 0..1000 {
            let ratings = rated(&truth, pairs, kinds.map(|kind| KINDS[kind]), &mut random);
            for (standing, elo) in ratings.standings.iter().zip(truth) {
                ratings_hit += u32::from(holds(&standing.elo.expect("linked"), elo));
            }
            // Of two players who are near each other: their difference, and how sure the table is of the wrong one.
            let (lead, deviation) = ratings.difference([3, 2]).expect("linked");
            leads_hit += u32::from((lead - 20.0).abs() < 1.96 * deviation);
            misranked += u32::from(ratings.superiority(2, 3).expect("linked") > 0.975);
        }
        assert_covers(ratings_hit, 6000, what);
        assert_covers(leads_hit, 1000, &format!("{what}, a lead"));
        assert!(misranked < 40, "{what}: {misranked}");
    }
}

#[test]
fn equals_among_unequals_are_seldom_told_apart() {
    let truth = [-600.0, 0.0, 0.0, 60.0, 500.0, 500.0];
    for (pairs, tables) in [(1, 2000), (6, 2000), (30, 1000)] {
        for kind in KINDS {
            let mut random = Random::new(17);
            let mut told = [0; 2];
            for _ in 0..tables {
                let ratings = rated(&truth, pairs, [kind; 3], &mut random);
                for ([a, b], told) in [[1, 2], [4, 5]].into_iter().zip(&mut told) {
                    let superiority = ratings.superiority(a, b).expect("linked");
                    *told += u32::from(!(0.025..=0.975).contains(&superiority));
                }
            }
            println!("{pairs} pairs, draws {}, boards {}: {told:?} of {tables}", kind.draws, kind.board);
            assert!(told.iter().all(|&told| told < 65 * tables / 1000), "{pairs} pairs: {told:?} of {tables}");
        }
    }
}

#[test]
fn ratings_of_a_gauntlet_lie_within_their_bars() {
    let truth = [100.0, -300.0, -100.0, 0.0, 50.0, 350.0];
    let mean = truth.iter().sum::<f64>() / 6.0;
    for pairs in [2, 6, 20] {
        for kind in KINDS {
            let mut random = Random::new(18);
            let mut hits = [0; 6];
            for _ in 0..1000 {
                let meetings: Vec<Meeting> = (1..6)
                    .map(|other| {
                        let rivals = Rivals { score: expected_score(truth[0] - truth[other]), ..kind };
                        Meeting { players: [0, other], pairs: rivals.pairs(pairs, &mut random), games: [0; 3] }
                    })
                    .collect();
                let ratings = rate(6, &meetings).expect("players");
                for ((standing, elo), hits) in ratings.standings.iter().zip(truth).zip(&mut hits) {
                    *hits += u32::from(holds(&standing.elo.expect("linked"), elo - mean));
                }
            }
            println!("gauntlet of {pairs} pairs, draws {}, boards {}: {hits:?}", kind.draws, kind.board);
            assert!(hits.iter().all(|&hits| hits > 930), "{pairs} pairs: {hits:?} of 1000");
        }
    }
}

/// The strongest and the weakest of a wide field win or lose nearly everything.
const WIDE: [&[f64]; 4] = [
    &[-695.0, 0.0, 0.0, 52.0, 521.0],
    &[-700.0, -500.0, -300.0, -100.0, 100.0, 300.0, 500.0, 700.0],
    &[-700.0, -650.0, -100.0, 0.0, 100.0, 600.0, 700.0],
    &[-300.0, -300.0, -300.0, 300.0, 300.0, 300.0],
];

#[test]
fn ratings_of_a_wide_field_lie_within_their_bars() {
    let drawn = Rivals { draws: 0.6, ..FAIR };
    let decided = Rivals { board: 0.8, ..FAIR };
    for truth in WIDE {
        let mean = truth.iter().sum::<f64>() / truth.len() as f64;
        for (pairs, tables) in [(1, 1000), (3, 1000), (10, 600), (40, 600)] {
            for (kind, what) in [(FAIR, "independent games"), (drawn, "draws"), (decided, "boards that decide")] {
                let mut random = Random::new(16);
                let mut hits = vec![0; truth.len()];
                for _ in 0..tables {
                    let ratings = rated(truth, pairs, [kind; 3], &mut random);
                    for ((standing, elo), hits) in ratings.standings.iter().zip(truth).zip(&mut hits) {
                        *hits += u32::from(holds(&standing.elo.expect("linked"), elo - mean));
                    }
                }
                let rates: Vec<f64> = hits.iter().map(|&hits| f64::from(hits) / f64::from(tables)).collect();
                println!("{} players, {pairs} pairs, {what}: {rates:.3?}", truth.len());
                let least = rates.iter().fold(1.0_f64, |least, &rate| least.min(rate));
                assert!(least > 0.93, "{} players, {pairs} pairs, {what}: {rates:.3?}", truth.len());
            }
        }
    }
}

/// The range of the first of two players' ratings, as shares that it would bring him.
fn rated_share(pairs: &[u64; 5]) -> Range {
    let ratings = rate(2, &[Meeting { players: [0, 1], pairs: *pairs, games: [0; 3] }]).expect("players");
    let Range { value, low, high } = ratings.standings[0].elo.expect("linked");
    // Each is half the lead away from the mean of both.
    let [value, low, high] = [value, low, high].map(|elo| expected_score(2.0 * elo));
    Range { value, low, high }
}

/// Somebody who won everything, above all: by his games alone the two of a pair may well always go the same way.
#[test]
fn ratings_of_two_lie_within_their_bars() {
    for number in [6, 8, 10, 15] {
        let ranges = all(number, rated_share);
        for score in SCORES {
            for (rivals, what) in ways(score) {
                let [held, _] = exactly(number, rivals.ends(), score, &ranges);
                println!("two, {number} pairs, {what}, {score}: {held:.4}");
                assert!(held > 0.93, "{number} pairs, {what}: the range holds {score} in {held} of all cases");
            }
        }
    }
}
