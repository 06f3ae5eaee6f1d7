//! Plays a tournament to its end, and checks that no match is lost or doubled.

use std::collections::BTreeSet;

use fastrand::Rng;
use pairing::{Finished, Format, Next, Pairing, Points, Schedule};

/// A possible tournament.
pub(crate) fn schedule(format: Format, participants: usize, seed: u64) -> Schedule {
    let points = if seed.is_multiple_of(2) { Points::ByMatch } else { Points::ByGame { games: 4 } };
    Schedule::new(format, points, participants, seed).expect("the tournament is possible")
}

/// A match of four games with random results.
pub(crate) fn by_lot(pairing: Pairing, random: &mut Rng) -> Finished {
    let mut finished = Finished { pairing, wins: [0; 2], draws: 0, margin: 0 };
    for _ in 0..4 {
        match random.usize(..5) {
            0 => finished.draws += 1,
            n => finished.wins[n % 2] += 1,
        }
    }
    finished.margin = i64::from(finished.wins[0]) - i64::from(finished.wins[1]);
    finished
}

/// A match of four games that one of the two participants has won.
pub(crate) fn won_by(pairing: Pairing, winner: usize) -> Finished {
    let first_wins = pairing.first == winner;
    let wins = if first_wins { [4, 0] } else { [0, 4] };
    Finished { pairing, wins, draws: 0, margin: if first_wins { 4 } else { -4 } }
}

/// Plays a tournament to its end: plays some of the known matches in any order, and then asks for
/// the next matches.
pub(crate) fn play_out(
    schedule: &Schedule,
    random: &mut Rng,
    result: impl Fn(Pairing, &mut Rng) -> Finished,
) -> (Vec<Finished>, Next) {
    let mut results = Vec::new();
    let mut played = BTreeSet::new();
    let mut waiting: BTreeSet<Pairing> = BTreeSet::new();
    loop {
        let next = schedule.next(&results).expect("the results belong to this tournament");
        shuffle(&mut results, random);
        assert_eq!(
            schedule.next(&results).expect("in any order"),
            next,
            "the order of results does not matter"
        );
        let Next::Play(open) = next else {
            assert_eq!(waiting.len(), 0, "matches were lost");
            let planned =
                results.iter().filter(|finished: &&Finished| finished.pairing.extra == 0).count();
            assert!(
                planned == schedule.planned() || next != Next::Over,
                "{planned} matches, as planned"
            );
            return (results, next);
        };
        let known: BTreeSet<Pairing> = open.iter().copied().collect();
        assert!(
            !known.is_empty() && known.len() == open.len() && known.is_disjoint(&played),
            "matches were doubled"
        );
        assert!(waiting.is_subset(&known), "matches were lost");
        let mut open: Vec<Pairing> = open;
        shuffle(&mut open, random);
        let now = random.usize(1..=open.len());
        waiting = open.split_off(now).into_iter().collect();
        played.extend(open.iter().copied());
        results.extend(open.into_iter().map(|pairing| result(pairing, random)));
    }
}

pub(crate) fn shuffle<T>(items: &mut [T], random: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.usize(..last + 1));
    }
}

/// The balance of each participant: how often it was named first, minus how often it was named
/// second.
pub(crate) fn balances(results: &[Finished], participants: usize) -> Vec<i32> {
    let mut balances = vec![0; participants];
    for finished in results {
        balances[finished.pairing.first] += 1;
        balances[finished.pairing.second] -= 1;
    }
    balances
}

/// The two participants who met, the better seed before the other.
pub(crate) fn pair(finished: &Finished) -> (usize, usize) {
    let [one, other] = finished.pairing.players();
    (one.min(other), one.max(other))
}

/// Asserts that nobody sits at two tables in a round.
pub(crate) fn assert_one_match_a_round(results: &[Finished]) {
    let mut busy = BTreeSet::new();
    for Finished { pairing, .. } in results {
        for participant in pairing.players() {
            assert!(
                busy.insert((pairing.round, pairing.extra, participant)),
                "{participant} plays twice in a round"
            );
        }
    }
}
