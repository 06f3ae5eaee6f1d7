//! Tournaments of several stages.

use fastrand::Rng;
use pairing::{Error, Finished, Format, Leaver, Next, Pairing, Schedule, group_of};
use proptest::prelude::*;

use crate::play::{assert_one_match_a_round, by_lot, play_out, schedule, won_by};

const KNOCKOUT: Format = Format::Knockout { third_place: true, extras: 1 };

fn order(schedule: &Schedule, results: &[Finished]) -> Vec<usize> {
    let table = schedule.standings(results).expect("of this tournament");
    table.iter().map(|line| line.participant).collect()
}

fn better(pairing: Pairing, _: &mut Rng) -> Finished {
    won_by(pairing, pairing.first.min(pairing.second))
}

fn first_stages() -> impl Strategy<Value = Format> {
    prop_oneof![
        (1_usize..=3).prop_map(|cycles| Format::RoundRobin { cycles }),
        (1_usize..=3).prop_map(|rounds| Format::Swiss { rounds }),
        Just(KNOCKOUT),
        (2_usize..=4).prop_map(|groups| Format::Groups { groups }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_first_of_each_stage_enter_the_next_and_stay_ahead(
        first in first_stages(),
        participants in 8_usize..=20,
        seed: u64,
    ) {
        let opening = schedule(first, participants, seed);
        let whole = opening.clone().then(Format::Swiss { rounds: 3 }, 7).expect("possible");
        let whole = whole.then(KNOCKOUT, 4).expect("possible");
        let (results, next) = play_out(&whole, &mut Rng::with_seed(seed), by_lot);
        prop_assert!(!matches!(next, Next::Play(_)));
        assert_one_match_a_round(&results);
        let stages = whole.stages(&results).expect("of this tournament");
        prop_assert_eq!(stages.len(), 3);
        let of = |stage: &Schedule| -> Vec<Finished> {
            let own = |finished: &&Finished| stage.has_round(finished.pairing.round);
            results.iter().filter(own).copied().collect()
        };
        // The first stage is the same tournament as if it were the only one.
        let seven = &order(&opening, &of(&stages[0]))[..7];
        prop_assert_eq!(stages[1].entrants(), seven.to_vec());
        let four = &order(&stages[1], &of(&stages[1]))[..4];
        prop_assert_eq!(stages[2].entrants(), four.to_vec());
        let end = order(&whole, &results);
        prop_assert_eq!(&end[..4], &order(&stages[2], &of(&stages[2]))[..]);
        let of_second = order(&stages[1], &of(&stages[1]));
        prop_assert_eq!(&end[4..7], &of_second[4..]);
        prop_assert_eq!(end.len(), participants);
    }
}

/// Four of six enter a knockout.
fn final_four() -> Schedule {
    let opening = schedule(Format::RoundRobin { cycles: 1 }, 6, 1);
    opening.then(Format::Knockout { third_place: false, extras: 0 }, 4).expect("possible")
}

fn leaver(participant: usize, absent_from: usize) -> Leaver {
    Leaver { participant, absent_from, is_ranked: false, counts: true }
}

#[test]
fn a_place_moves_up_only_before_the_next_stage_has_begun() {
    let (results, _) = play_out(&final_four(), &mut Rng::with_seed(1), better);
    let first: Vec<Finished> =
        results.iter().filter(|finished| finished.pairing.round < 5).copied().collect();
    let entrants = |absent_from: usize| {
        let schedule = final_four().without(vec![leaver(1, absent_from)]);
        schedule.stages(&first).expect("of this tournament")[1].entrants()
    };
    assert_eq!(final_four().end_of_first_stage(), 5);
    assert_eq!(entrants(usize::MAX), [0, 1, 2, 3]);
    assert_eq!(entrants(5), [0, 2, 3, 4]);
    assert_eq!(entrants(6), [0, 1, 2, 3]);
    // Results of the next stage that has begun stay valid, though the leaver has no place.
    let left = final_four().without(vec![leaver(1, 6)]);
    assert_eq!(order(&left, &results), [0, 2, 3, 4, 5]);
    let left = final_four().without(vec![leaver(1, 5)]);
    assert!(matches!(left.next(&results), Err(Error::Foreign(_))));
}

#[test]
fn matches_that_do_not_count_decide_no_place() {
    // The first seed loses to the last two.
    let winner = |pairing: Pairing, _: &mut Rng| {
        let [better, worse] = {
            let [one, other] = pairing.players();
            [one.min(other), one.max(other)]
        };
        won_by(pairing, if better == 0 && worse > 3 { worse } else { better })
    };
    let (results, _) = play_out(&final_four(), &mut Rng::with_seed(2), winner);
    let first: Vec<Finished> =
        results.iter().filter(|finished| finished.pairing.round < 5).copied().collect();
    let best = |counts: bool| {
        let left = Leaver { counts, ..leaver(5, 5) };
        let stages = final_four().without(vec![left]).stages(&first).expect("of this tournament");
        stages[1].entrants()
    };
    // Without the last seed, the first two have won three matches each.
    assert_eq!(best(true)[..2], [1, 0]);
    assert_eq!(best(false)[..2], [0, 1]);
}

#[test]
fn too_few_entrants_end_the_tournament() {
    let (results, _) = play_out(&final_four(), &mut Rng::with_seed(3), better);
    let first: Vec<Finished> =
        results.iter().filter(|finished| finished.pairing.round < 5).copied().collect();
    let left =
        |number: usize| final_four().without((0..number).map(|one| leaver(one, 5)).collect());
    assert!(matches!(left(4).next(&first), Ok(Next::Play(open)) if open.len() == 1));
    assert_eq!(left(5).next(&first), Ok(Next::Over));
}

/// The last seeds win, so that the second stage seeds them otherwise.
#[test]
fn whoever_has_left_is_paired_no_more() {
    let opening = schedule(Format::RoundRobin { cycles: 1 }, 6, 1);
    let whole = opening.then(Format::Swiss { rounds: 2 }, 4).expect("possible");
    let worse = |pairing: Pairing, _: &mut Rng| won_by(pairing, pairing.first.max(pairing.second));
    let (mut results, _) = play_out(&whole, &mut Rng::with_seed(4), worse);
    results.retain(|finished| finished.pairing.round < 6);
    for one in 2..6 {
        let left = whole.clone().without(vec![leaver(one, 6)]);
        let Ok(Next::Play(open)) = left.next(&results) else { panic!("{one} has left") };
        assert_eq!(open.len(), 1, "one of the other three has the bye");
        assert!(!open[0].players().contains(&one), "{open:?}");
    }
}

#[test]
fn rounds_are_counted_through_all_stages() {
    let (results, _) = play_out(&final_four(), &mut Rng::with_seed(1), better);
    let stages = final_four().stages(&results).expect("of this tournament");
    let own = |finished: &&Finished| stages[1].has_round(finished.pairing.round);
    let own: Vec<Finished> = results.iter().filter(own).copied().collect();
    let ties = stages[1].bracket(&own).expect("of this stage");
    assert_eq!(ties.iter().map(|tie| tie.round).collect::<Vec<_>>(), [5, 5, 6]);
    // Nearly as many rounds as opponents: some of these tournaments end early.
    let early = (0..40).filter(|&seed| {
        let opening = schedule(Format::Swiss { rounds: 2 }, 8, seed);
        let whole = opening.then(Format::Swiss { rounds: 5 }, 6).expect("possible");
        let (results, next) = play_out(&whole, &mut Rng::with_seed(seed), by_lot);
        let Next::OverEarly { rounds } = next else { return false };
        let last = results.iter().map(|finished| finished.pairing.round).max();
        assert_eq!(Some(rounds - 1), last);
        true
    });
    assert!(early.count() > 4);
}

#[test]
fn impossible_stages_and_early_results_are_refused() {
    let robin = || schedule(Format::RoundRobin { cycles: 1 }, 6, 1);
    assert_eq!(robin().then(KNOCKOUT, 1), Err(Error::Advance { advance: 1, most: 6 }));
    assert_eq!(robin().then(KNOCKOUT, 7), Err(Error::Advance { advance: 7, most: 6 }));
    let (gauntlet, swiss) = (Format::Gauntlet { challengers: 1 }, Format::Swiss { rounds: 4 });
    assert_eq!(robin().then(gauntlet, 4), Err(Error::Unstaged(gauntlet)));
    let groups = Format::Groups { groups: 2 };
    assert_eq!(robin().then(groups, 4), Err(Error::Unstaged(groups)));
    assert_eq!(schedule(gauntlet, 6, 1).then(KNOCKOUT, 4), Err(Error::Unstaged(gauntlet)));
    assert!(matches!(robin().then(swiss, 4), Err(Error::Format { participants: 4, .. })));
    let early = Pairing { round: 5, table: 0, extra: 0, first: 0, second: 3 };
    assert_eq!(final_four().next(&[won_by(early, 0)]), Err(Error::Foreign(early)));
}

#[test]
fn groups_are_round_robins_and_the_first_of_all_come_first() {
    for (participants, groups) in [(4, 2), (7, 3), (16, 4), (13, 2)] {
        let opening = schedule(Format::Groups { groups }, participants, 3);
        let whole = opening.then(KNOCKOUT, groups).expect("possible");
        let (results, _) = play_out(&whole, &mut Rng::with_seed(4), by_lot);
        let first: Vec<Finished> = results
            .iter()
            .filter(|finished| finished.pairing.round < whole.end_of_first_stage())
            .copied()
            .collect();
        assert_one_match_a_round(&first);
        let group = |participant| group_of(participant, groups);
        for finished in &first {
            let [one, other] = finished.pairing.players().map(group);
            assert_eq!(one, other);
        }
        for one in 0..groups {
            let seeds = (0..2 * groups).filter(|&seed| group(seed) == one);
            assert_eq!(seeds.sum::<usize>(), 2 * groups - 1, "groups are equally strong");
        }
        // Each group has one winner, who is the first of the group as a tournament of its own.
        let winners = whole.stages(&results).expect("of this tournament")[1].entrants();
        let mut of: Vec<usize> = winners.iter().copied().map(group).collect();
        of.sort_unstable();
        assert_eq!(of, (0..groups).collect::<Vec<_>>());
        for &winner in &winners {
            let members: Vec<usize> =
                (0..participants).filter(|&one| group(one) == group(winner)).collect();
            let seed = |one: usize| members.iter().position(|&member| member == one);
            let alone =
                Schedule::new(Format::RoundRobin { cycles: 1 }, whole.points(), members.len(), 3)
                    .expect("possible");
            let open = alone.next(&[]).expect("open");
            let Next::Play(open) = open else { panic!("it has matches") };
            let own: Vec<Finished> = open
                .iter()
                .map(|pairing| {
                    let is_it = |finished: &&Finished| {
                        finished.pairing.players().map(seed) == pairing.players().map(Some)
                    };
                    let found = first.iter().find(is_it).expect("the group plays it");
                    Finished { pairing: *pairing, ..*found }
                })
                .collect();
            assert_eq!(Some(order(&alone, &own)[0]), seed(winner));
        }
    }
}
