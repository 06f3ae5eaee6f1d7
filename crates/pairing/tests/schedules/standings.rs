//! Standings whose numbers were added up by hand.

use fastrand::Rng;
use pairing::{Finished, Format, Pairing, Points, Schedule, Standing};

use crate::play::{play_out, won_by};

fn table(schedule: &Schedule, results: &[Finished]) -> Vec<(usize, u64, u128, u64)> {
    let row = |line: &Standing| (line.participant, line.halves, line.tie_break, line.head_to_head);
    schedule.standings(results).expect("of this tournament").iter().map(row).collect()
}

/// Plays all matches. In each of the pairs `won`, the first beats the second; all other matches are
/// drawn.
fn play(schedule: &Schedule, won: &[(usize, usize)]) -> Vec<Finished> {
    let result = |pairing: Pairing, _: &mut Rng| {
        let [one, other] = pairing.players();
        let winner = won
            .iter()
            .find(|&&(a, b)| (a, b) == (one, other) || (b, a) == (one, other))
            .map(|&(a, _)| a);
        winner.map_or(Finished { pairing, wins: [1, 1], draws: 2, margin: 0 }, |winner| {
            won_by(pairing, winner)
        })
    };
    play_out(schedule, &mut Rng::with_seed(1), result).0
}

#[test]
fn whoever_beat_the_stronger_is_ahead() {
    let schedule =
        Schedule::new(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 4, 0).expect("four");
    // 0 beats 1, 1 beats 2, 2 beats 0; 3 beats 0 and draws with 1 and 2. So 3 has 5 points, 1 and 2
    // have 4 points each, and 0 has 3 points.
    let results = play(&schedule, &[(0, 1), (1, 2), (2, 0), (3, 0)]);
    // Sonneborn–Berger in quarters: 1 has 2·8 + 10 = 26, 2 has 2·6 + 10 = 22, 3 has 2·6 + 8 + 8 =
    // 28, and 0 has 2·8 = 16.
    assert_eq!(
        table(&schedule, &results),
        [(3, 10, 28, 0), (1, 8, 26, 0), (2, 8, 22, 0), (0, 6, 16, 0)]
    );
}

#[test]
fn those_who_are_level_are_ordered_by_the_matches_among_them() {
    // Everybody meets everybody, so each Buchholz is the sum of all scores, 36, less the
    // participant's own score.
    let schedule = Schedule::new(Format::Swiss { rounds: 3 }, Points::ByMatch, 4, 0).expect("four");
    let results = play(&schedule, &[(1, 0), (0, 2), (0, 3), (1, 3), (2, 1), (3, 2)]);
    assert_eq!(
        table(&schedule, &results),
        [(1, 12, 24, 6), (0, 12, 24, 0), (3, 6, 30, 6), (2, 6, 30, 0)]
    );
}

#[test]
fn those_who_have_not_all_met_are_ordered_by_seed() {
    let schedule = Schedule::new(Format::Swiss { rounds: 1 }, Points::ByMatch, 4, 0).expect("four");
    assert_eq!(
        table(&schedule, &play(&schedule, &[])),
        [(0, 2, 2, 0), (1, 2, 2, 0), (2, 2, 2, 0), (3, 2, 2, 0)]
    );
}

#[test]
fn a_bye_is_worth_a_match_won_against_an_equal() {
    let schedule = Schedule::new(Format::Swiss { rounds: 1 }, Points::ByGame { games: 4 }, 3, 0)
        .expect("three");
    assert_eq!(
        table(&schedule, &play(&schedule, &[(0, 1)])),
        [(2, 8, 8, 0), (0, 8, 0, 0), (1, 0, 8, 0)]
    );
}

#[test]
fn the_margin_of_all_games_comes_before_the_seed() {
    let schedule =
        Schedule::new(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 3, 0).expect("three");
    let mut results = play(&schedule, &[(0, 1), (1, 2), (2, 0)]);
    let places = |results: &[Finished]| {
        let standings = schedule.standings(results).expect("of this tournament");
        standings.iter().map(|line| (line.participant, line.place, line.margin)).collect::<Vec<_>>()
    };
    assert_eq!(places(&results), [(0, 0, 0), (1, 0, 0), (2, 0, 0)]);
    let last = results
        .iter_mut()
        .find(|finished| !finished.pairing.players().contains(&0))
        .expect("1 against 2");
    last.margin *= 2;
    assert_eq!(places(&results), [(1, 0, 4), (0, 1, 0), (2, 2, -4)]);
}

#[test]
fn challengers_come_first() {
    let schedule =
        Schedule::new(Format::Gauntlet { challengers: 1 }, Points::ByMatch, 3, 0).expect("three");
    let order: Vec<usize> =
        table(&schedule, &play(&schedule, &[(1, 0), (2, 0)])).iter().map(|row| row.0).collect();
    assert_eq!(order, [0, 1, 2]);
}
