//! Round robins and gauntlets.

use std::collections::BTreeMap;

use fastrand::Rng;
use pairing::{Finished, Format, Next};
use proptest::prelude::*;

use crate::play::{assert_one_match_a_round, balances, by_lot, pair, play_out, schedule};

fn counts(results: &[Finished]) -> BTreeMap<(usize, usize), usize> {
    let mut counts = BTreeMap::new();
    for finished in results {
        *counts.entry(pair(finished)).or_default() += 1;
    }
    counts
}

fn round_robin(participants: usize, cycles: usize, seed: u64) {
    let schedule = schedule(Format::RoundRobin { cycles }, participants, seed);
    let (results, next) = play_out(&schedule, &mut Rng::with_seed(seed), by_lot);
    assert_eq!(next, Next::Over);
    let counts = counts(&results);
    assert_eq!(schedule.participants(), participants);
    assert_eq!(counts.len(), participants * (participants - 1) / 2, "everybody meets everybody");
    assert!(counts.values().all(|&count| count == cycles), "as often as there are cycles");
    assert_one_match_a_round(&results);
    let rounds =
        1 + results.iter().map(|finished| finished.pairing.round).max().expect("there are matches");
    assert_eq!(
        rounds,
        cycles * (participants.next_multiple_of(2) - 1),
        "in as few rounds as can be"
    );
    let most = i32::from(cycles % 2 == 1 && participants.is_multiple_of(2));
    assert!(
        balances(&results, participants).iter().all(|balance| balance.abs() <= most),
        "first as often as second"
    );
}

#[test]
fn small_round_robins_are_complete_and_balanced() {
    for participants in 2..40 {
        round_robin(participants, 1 + participants % 3, participants as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn round_robins_are_complete_and_balanced(
        participants in 2_usize..=200,
        cycles in 1_usize..=3,
        seed: u64,
    ) {
        round_robin(participants, cycles, seed);
    }

    #[test]
    fn challengers_meet_everybody_else(
        participants in 2_usize..=200,
        share in 1_usize..=200,
        seed: u64,
    ) {
        let challengers = 1 + share % (participants - 1);
        let schedule = schedule(Format::Gauntlet { challengers }, participants, seed);
        let (results, next) = play_out(&schedule, &mut Rng::with_seed(seed), by_lot);
        prop_assert_eq!(next, Next::Over);
        let counts = counts(&results);
        prop_assert_eq!(counts.len(), challengers * (participants - challengers));
        let is_challenge =
            |&(one, other): &(usize, usize)| one < challengers && other >= challengers;
        prop_assert!(counts.keys().all(is_challenge));
        prop_assert!(counts.values().all(|&count| count == 1));
        assert_one_match_a_round(&results);
        prop_assert!(balances(&results, participants).iter().all(|balance| balance.abs() <= 1));
    }
}

#[test]
fn a_duel_is_one_match() {
    let schedule = schedule(Format::Duel, 2, 3);
    let (results, next) = play_out(&schedule, &mut Rng::with_seed(0), by_lot);
    assert_eq!((results.len(), next), (1, Next::Over));
}
