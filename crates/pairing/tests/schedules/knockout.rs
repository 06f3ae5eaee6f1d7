//! Brackets.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use pairing::{Contender, Finished, Format, Next, Pairing, Points, Schedule, Tie};
use proptest::prelude::*;

use crate::play::{assert_one_match_a_round, balances, by_lot, pair, play_out, schedule, won_by};

fn order(schedule: &Schedule, results: &[Finished]) -> Vec<usize> {
    schedule
        .standings(results)
        .expect("of this tournament")
        .iter()
        .map(|line| line.participant)
        .collect()
}

/// A number of participants; often a power of two, so that there are no byes.
fn fields() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 2_usize..=200, 1 => (1_u32..=7).prop_map(|rounds| 1_usize << rounds)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_better_seed_wins_where_it_always_wins(
        participants in fields(),
        third_place: bool,
        seed: u64,
    ) {
        let schedule = schedule(Format::Knockout { third_place, extras: 2 }, participants, seed);
        let better =
            |pairing: Pairing, _: &mut Rng| won_by(pairing, pairing.first.min(pairing.second));
        let (results, next) = play_out(&schedule, &mut Rng::with_seed(seed), better);
        prop_assert_eq!(next, Next::Over);
        let third = usize::from(third_place && participants > 3);
        prop_assert_eq!(results.len(), participants - 1 + third);
        assert_one_match_a_round(&results);
        // After a bye, or in the match for the third place, two participants with balance 1, or two
        // with balance -1, may meet. After their match, one of the two has balance 2 or -2.
        let most = if participants.is_power_of_two() && !third_place { 1 } else { 2 };
        let balances = balances(&results, participants);
        prop_assert!(balances.into_iter().all(|balance| balance.abs() <= most), "out of balance");
        let order = order(&schedule, &results);
        prop_assert_eq!(order, (0..participants).collect::<Vec<_>>());
        let rounds = results.iter().map(|finished| finished.pairing.round);
        let last = rounds.max().expect("there are matches");
        let is_final = |finished: &&Finished| {
            finished.pairing.round == last && finished.pairing.table == 0
        };
        prop_assert_eq!(results.iter().find(is_final).map(pair), Some((0, 1)));
    }

    #[test]
    fn whoever_loses_is_out_and_the_last_one_has_won(
        participants in 2_usize..=200,
        third_place: bool,
        seed: u64,
    ) {
        let schedule = schedule(Format::Knockout { third_place, extras: 2 }, participants, seed);
        let (results, next) = play_out(&schedule, &mut Rng::with_seed(seed), by_lot);
        prop_assert_eq!(next, Next::Over);
        let mut decided: BTreeMap<_, Finished> = BTreeMap::new();
        for &finished in &results {
            let last = decided.entry((finished.pairing.round, pair(&finished))).or_insert(finished);
            *last = if finished.pairing.extra > last.pairing.extra { finished } else { *last };
        }
        let third = usize::from(third_place && participants > 3);
        prop_assert_eq!(decided.len(), participants - 1 + third);
        let last_round = participants.next_power_of_two().ilog2() as usize - 1;
        let mut losses = vec![0; participants];
        let is_third =
            |f: &&Finished| (f.pairing.round, f.pairing.table) == (last_round, 1);
        for finished in decided.values().filter(|f| !is_third(f)) {
            let (better, worse) = pair(finished);
            let [first, second] = schedule.points().halves(finished);
            let Pairing { first: one, second: other, .. } = finished.pairing;
            losses[if first == second { worse } else if first > second { other } else { one }] += 1;
            prop_assert!(losses[better] + losses[worse] == 1, "one of the two has lost, once");
        }
        prop_assert_eq!(losses.iter().sum::<usize>(), participants - 1);
        let champion = order(&schedule, &results)[0];
        prop_assert_eq!(losses[champion], 0, "the champion has lost to nobody");
        let ties = schedule.bracket(&results).expect("of this tournament");
        assert_balance_decides(&results, participants);
        assert_leads_to(&ties, Contender::Participant(champion));
        let in_first = decided.keys().filter(|(round, _)| *round == 0).count();
        let byes = participants.next_power_of_two() - participants;
        prop_assert_eq!(2 * in_first + byes, participants, "all others have byes");
    }
}

/// Asserts that the participant with the lower balance is named first, and that nobody meets
/// anybody twice.
fn assert_balance_decides(results: &[Finished], participants: usize) {
    let mut ties: Vec<&Finished> =
        results.iter().filter(|finished| finished.pairing.extra == 0).collect();
    ties.sort_by_key(|finished| finished.pairing);
    let met: BTreeSet<_> = ties.iter().map(|finished| pair(finished)).collect();
    assert_eq!(met.len(), ties.len(), "somebody meets somebody twice");
    for finished in ties {
        let Pairing { round, first, second, .. } = finished.pairing;
        let before: Vec<Finished> =
            results.iter().copied().filter(|earlier| earlier.pairing.round < round).collect();
        let balances = balances(&before, participants);
        assert!(
            balances[first] <= balances[second],
            "{:?}: {} and {}",
            finished.pairing,
            balances[first],
            balances[second]
        );
    }
}

/// Asserts that winners meet in the next round, and that the winner of the last round is the
/// champion.
fn assert_leads_to(ties: &[Tie], champion: Contender) {
    let last = ties.last().expect("there are matches").round;
    for tie in ties.iter().filter(|tie| (tie.round, tie.table) != (last, 1)) {
        assert!(tie.winner != Contender::Open && tie.places.contains(&tie.winner), "{tie:?}");
        let next =
            ties.iter().find(|next| (next.round, next.table) == (tie.round + 1, tie.table / 2));
        let goes_on = next.map_or(champion, |next| next.places[tie.table % 2]);
        assert_eq!(tie.winner, goes_on, "{tie:?}");
    }
}

/// Checks the share of balanced participants that `docs/tournaments.md` states.
#[test]
fn nearly_all_start_about_as_often_as_not() {
    let (mut all, mut within_one) = (0, 0);
    for (participants, seed) in
        (2_usize..=64).flat_map(|participants| [0, 1, 2, 3].map(|seed| (participants, seed)))
    {
        let schedule =
            schedule(Format::Knockout { third_place: seed > 1, extras: 2 }, participants, seed);
        let (results, _) = play_out(&schedule, &mut Rng::with_seed(seed), by_lot);
        let balances = balances(&results, participants);
        all += participants;
        within_one += balances.iter().filter(|balance| balance.abs() <= 1).count();
        let rounds = participants.next_power_of_two().ilog2() as i32;
        assert!(
            balances.iter().all(|balance| balance.abs() <= rounds),
            "{participants} participants, seed {seed}"
        );
    }
    assert!(within_one * 100 >= 94 * all, "{within_one} of {all}");
}

#[test]
fn an_open_bracket_says_what_is_known() {
    let schedule = schedule(Format::Knockout { third_place: true, extras: 0 }, 3, 0);
    let ties = schedule.bracket(&[]).expect("no results");
    let seen: Vec<_> =
        ties.iter().map(|tie| (tie.round, tie.table, tie.places, tie.winner)).collect();
    let [first, second, third] = [0, 1, 2].map(Contender::Participant);
    assert_eq!(seen[0], (0, 0, [first, Contender::Nobody], first));
    assert_eq!(seen[1], (0, 1, [second, third], Contender::Open));
    assert_eq!(seen[2], (1, 0, [first, Contender::Open], Contender::Open));
}

/// A match that nobody has won.
fn tied(pairing: Pairing) -> Finished {
    Finished { pairing, wins: [1, 1], draws: 2, margin: 0 }
}

#[test]
fn a_tie_is_played_on_and_then_the_better_seed_goes_on() {
    let schedule = schedule(Format::Knockout { third_place: false, extras: 2 }, 2, 0);
    let (results, next) = play_out(&schedule, &mut Rng::with_seed(0), |pairing, _| tied(pairing));
    assert_eq!((results.len(), next), (3, Next::Over));
    let mut by_extra = results.clone();
    by_extra.sort_by_key(|finished| finished.pairing.extra);
    let first: Vec<usize> = by_extra.iter().map(|finished| finished.pairing.first).collect();
    assert_eq!((first[0], first[1]), (first[2], 1 - first[2]), "they take turns");
    assert_eq!(order(&schedule, &results), [0, 1]);
    by_extra.truncate(2);
    by_extra[1] = won_by(by_extra[1].pairing, 1);
    assert_eq!(schedule.next(&by_extra).expect("of this tournament"), Next::Over);
    assert_eq!(order(&schedule, &by_extra), [1, 0]);
}

#[test]
fn of_two_who_cannot_take_part_the_better_seed_goes_on_without_points_or_extra_matches() {
    let unplayed = |pairing| Finished { pairing, wins: [0; 2], draws: 0, margin: 0 };
    for seed in [0, 1] {
        let schedule = schedule(Format::Knockout { third_place: false, extras: 2 }, 2, seed);
        let play = |pairing, _: &mut Rng| unplayed(pairing);
        let (results, next) = play_out(&schedule, &mut Rng::with_seed(0), play);
        assert_eq!((results.len(), next), (1, Next::Over));
        assert_eq!(order(&schedule, &results), [0, 1]);
        assert_eq!(schedule.points().halves(&results[0]), [0, 0]);
    }
}

#[test]
fn the_third_place_is_played_for() {
    let schedule = schedule(Format::Knockout { third_place: true, extras: 0 }, 4, 0);
    let upset = |pairing: Pairing, _: &mut Rng| won_by(pairing, pairing.first.max(pairing.second));
    let (results, _) = play_out(&schedule, &mut Rng::with_seed(0), upset);
    // 3 beats 0, 2 beats 1; then 3 beats 2, and 1 beats 0.
    assert_eq!(order(&schedule, &results), [3, 2, 1, 0]);
    let without =
        Schedule::new(Format::Knockout { third_place: false, extras: 0 }, Points::ByMatch, 4, 0)
            .expect("four");
    let three: Vec<Finished> = results
        .iter()
        .copied()
        .filter(|finished| finished.pairing.table + finished.pairing.round < 2)
        .collect();
    assert_eq!(order(&without, &three), [3, 2, 0, 1]);
}
