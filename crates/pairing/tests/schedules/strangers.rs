//! Tests with results that do not belong to the tournament, and with impossible tournaments.

use fastrand::Rng;
use pairing::{
    Error, Finished, Format, MOST_MATCHES, MOST_PARTICIPANTS, Next, Pairing, Points, Schedule,
};
use proptest::prelude::*;

use crate::play::{play_out, schedule, shuffle, won_by};

fn formats(n: usize) -> Vec<Format> {
    let all = [
        Format::RoundRobin { cycles: n },
        Format::Gauntlet { challengers: n },
        Format::Swiss { rounds: n },
        Format::Knockout { third_place: n.is_multiple_of(2), extras: n },
        Format::Duel,
    ];
    all.to_vec()
}

fn number() -> impl Strategy<Value = usize> {
    prop_oneof![4 => 0_usize..8, 1 => any::<usize>()]
}

fn any_result() -> impl Strategy<Value = Finished> {
    let pairing = (number(), number(), number(), number(), number());
    let pairing = pairing.prop_map(|(round, table, extra, first, second)| Pairing {
        round,
        table,
        extra,
        first,
        second,
    });
    (pairing, any::<[u32; 2]>(), any::<u32>(), any::<i64>())
        .prop_map(|(pairing, wins, draws, margin)| Finished { pairing, wins, draws, margin })
}

proptest! {
    #[test]
    fn no_numbers_break_it(
        participants in number(),
        n in number(),
        results in prop::collection::vec(any_result(), 0..6),
    ) {
        for format in formats(n) {
            for points in [Points::ByMatch, Points::ByGame { games: u32::MAX }] {
                if let Ok(schedule) = Schedule::new(format, points, participants, n as u64) {
                    let is_next = schedule.next(&results).is_ok();
                    prop_assert_eq!(is_next, schedule.standings(&results).is_ok());
                }
            }
        }
    }

    #[test]
    fn a_changed_result_is_not_of_the_tournament(
        participants in 2_usize..20,
        which in 0_usize..5,
        seed: u64,
    ) {
        let format = formats(1)[which];
        let participants = if format == Format::Duel { 2 } else { participants };
        let schedule = schedule(format, participants, seed);
        let mut random = Rng::with_seed(seed);
        let (mut results, _) =
            play_out(&schedule, &mut random, |pairing, _| won_by(pairing, pairing.first));
        shuffle(&mut results, &mut random);
        let last = results.len() - 1;
        let mut twice = results.clone();
        twice.push(results[last]);
        prop_assert!(schedule.next(&twice).is_err(), "a result counts once");
        for change in [
            |pairing: &mut Pairing| pairing.table += 1000,
            |pairing: &mut Pairing| pairing.round += 1000,
            |pairing: &mut Pairing| pairing.extra += 1000,
            |pairing: &mut Pairing| pairing.second = pairing.first,
            |pairing: &mut Pairing| pairing.first += 1000,
        ] {
            let mut changed = results.clone();
            change(&mut changed[last].pairing);
            prop_assert!(schedule.next(&changed).is_err(), "{:?}", changed[last]);
        }
    }
}

#[test]
fn scores_may_be_as_great_as_their_types_hold() {
    for format in formats(1) {
        for points in [Points::ByMatch, Points::ByGame { games: u32::MAX }] {
            let participants = if format == Format::Duel { 2 } else { 9 };
            let schedule = Schedule::new(format, points, participants, 0).expect("a tournament");
            let most = |pairing, _: &mut Rng| Finished {
                pairing,
                wins: [u32::MAX; 2],
                draws: u32::MAX,
                margin: i64::MIN,
            };
            let (results, _) = play_out(&schedule, &mut Rng::with_seed(0), most);
            assert!(schedule.standings(&results).is_ok());
        }
    }
}

#[test]
fn strangers_are_named() {
    let schedule = schedule(Format::Duel, 2, 0);
    let Ok(Next::Play(open)) = schedule.next(&[]) else { panic!("one match is open") };
    let played = won_by(open[0], 0);
    let stranger = Pairing { round: 4, ..open[0] };
    let refused = |results: &[Finished]| schedule.next(results).expect_err("a stranger");
    assert_eq!(refused(&[won_by(stranger, 0)]), Error::Foreign(stranger));
    assert_eq!(refused(&[played, played]), Error::Twice(open[0]));
    assert!(refused(&[played, played]).is_about_results());
    let (first, second) = (open[0].first + 1, open[0].second + 1);
    let sentence = format!(
        "match 1 of round 5, participant {first} against {second}, does not belong to this \
        tournament"
    );
    assert_eq!(Error::Foreign(stranger).to_string(), sentence);
}

#[test]
fn tournaments_that_cannot_be_are_refused() {
    let refused = |format, participants| {
        let schedule = Schedule::new(format, Points::ByMatch, participants, 0);
        let error = schedule.expect_err("no tournament");
        assert!(!error.is_about_results(), "{error}");
        error
    };
    let out_of = |format, participants, least, most| {
        assert_eq!(
            refused(format, participants),
            Error::Format { format, participants, least, most }
        );
    };
    assert_eq!(refused(Format::Swiss { rounds: 1 }, 1), Error::Participants(1));
    assert_eq!(
        refused(Format::Duel, MOST_PARTICIPANTS + 1),
        Error::Participants(MOST_PARTICIPANTS + 1)
    );
    let cycles = MOST_MATCHES / 45;
    out_of(Format::Duel, 3, 2, 2);
    out_of(Format::RoundRobin { cycles: cycles + 1 }, 10, 1, cycles);
    out_of(Format::Gauntlet { challengers: 5 }, 5, 1, 4);
    out_of(Format::Knockout { third_place: false, extras: 101 }, 5, 0, 100);
}
