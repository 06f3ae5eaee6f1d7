//! Tests of what counts when participants have left.

use super::*;
use crate::plan::Departure;
use crate::results::facts::mirrored;
use crate::results::matches::Stage as MatchStage;

/// A participant who leaves.
fn left(facts: &mut Facts, participant: usize, is_disqualified: bool, absent_from: usize) {
    let reason = is_disqualified.then(|| "a copied program".to_string());
    let order = facts.departures.all().count();
    facts.departures.add(participant, Departure { is_disqualified, reason, absent_from, order });
    facts.depart().expect("of this tournament");
}

/// A round robin of which only the first few matches of a participant are played.
fn begun(participants: usize, participant: usize, own: usize) -> Facts {
    let format = Format::RoundRobin { cycles: 1 };
    let mut facts = played(format, Points::ByMatch, participants, 1000, 5);
    let mut seen = 0;
    facts.matches.retain(|totals| {
        let is_own = totals.pairing.players().contains(&participant);
        seen += usize::from(is_own);
        !is_own || seen <= own
    });
    facts
}

fn tables(facts: &Facts) -> Tables {
    Tables::of(facts).expect("of this tournament")
}

/// What a line says, except for ratings that depend on the order of the rounds.
fn essence(line: &Line) -> String {
    let line = Line { running_rating: None, running_deviation: None, ..line.clone() };
    format!("{line:?}")
}

#[test]
fn a_round_robin_without_the_disqualified_is_the_round_robin_of_the_others() {
    let format = Format::RoundRobin { cycles: 1 };
    for seed in 0..20 {
        for points in [Points::ByMatch, Points::ByGame { games: 2 * PAIRS as u32 }] {
            let mut four = played(format, points, 4, 1000, seed);
            let mut three = played(format, points, 3, 1000, seed);
            for totals in &mut three.matches {
                let [first, second] = totals.pairing.players();
                let find = |one, other| {
                    let met = |totals: &&MatchFacts| totals.pairing.players() == [one, other];
                    four.matches.iter().find(met).map(|totals| totals.tally)
                };
                let turned = || find(second, first).map(|tally| mirrored(&tally));
                totals.tally = find(first, second).or_else(turned).expect("they met");
            }
            left(&mut four, 3, true, usize::MAX);
            let [four, three] = [&four, &three].map(tables);
            let lines = |tables: &Tables| tables.standings.iter().map(essence).collect::<Vec<_>>();
            assert_eq!(lines(&four), lines(&three));
            let names = |tables: &Tables| {
                tables.duels.iter().map(|duel| duel.participants).collect::<Vec<_>>()
            };
            assert_eq!(names(&four), names(&three));
            assert_eq!(four.conclusions[0], three.conclusions[0]);
            assert_eq!(four.progress.games, 2 * three.progress.games, "all were played");
            let [leaver] = &four.left[..] else { panic!("{:?}", four.left) };
            assert_eq!(
                (leaver.participant.0, leaver.is_disqualified, leaver.counts, leaver.has_place),
                (3, true, false, false)
            );
            assert!(four.ratings.is_some_and(|table| table.participants.len() == 3));
            assert!(four.conclusions.iter().any(|conclusion| conclusion.says.key == "none-counts"));
        }
    }
}

#[test]
fn who_withdraws_after_half_of_its_matches_keeps_them_and_loses_the_others() {
    for own in 0..=4 {
        let mut facts = begun(5, 2, own);
        left(&mut facts, 2, false, usize::MAX);
        let tables = tables(&facts);
        assert_eq!(tables.stage, Stage::Over, "nobody waits");
        let place = tables.standings.iter().find(|line| line.participant.0 == 2);
        let by_default =
            tables.matches.iter().filter(|played| played.stage == MatchStage::ByDefault);
        assert_eq!(
            (by_default.clone().count(), place.is_some()),
            if own < 2 { (0, false) } else { (4 - own, true) }
        );
        for lost in by_default {
            let winner = lost.participants.into_iter().find(|one| one.0 != 2);
            assert_eq!(lost.winner, winner);
        }
        if let Some(line) = place {
            assert_eq!(line.matches.total(), 4);
            let duels = tables.duels.iter().filter_map(|duel| duel.seen_by(Ordinal(2)));
            let pairs: u64 = duels.flat_map(|(_, duel)| duel.fresh_pairs()).sum();
            assert_eq!(pairs, PAIRS * own as u64, "games that nobody played prove nothing");
        }
        let games = facts.struck_games + facts.matches.iter().map(MatchFacts::games).sum::<u64>();
        assert_eq!(games, 2 * PAIRS * (6 + own as u64));
    }
}

#[test]
fn who_leaves_first_loses_to_who_leaves_later() {
    for other_leaves in [true, false] {
        let mut facts = begun(5, 2, 3);
        left(&mut facts, 2, false, usize::MAX);
        let is_lost = |played: &&Match| played.stage == MatchStage::ByDefault;
        let lost = tables(&facts).matches.into_iter().find(|played| is_lost(&played));
        let winner = lost.and_then(|lost| lost.winner).expect("a winner");
        assert_ne!(winner.0, 2);
        if other_leaves {
            left(&mut facts, winner.0, false, usize::MAX);
        }
        let tables = tables(&facts);
        let lost: Vec<_> = tables.matches.iter().filter(is_lost).collect();
        assert_eq!((lost.len(), lost[0].winner), (1, Some(winner)));
    }
}

/// Plays a Swiss tournament to its end; participant 1 leaves in the second round, which was played
/// in part, or before it.
fn swiss(is_disqualified: bool, absent_from: usize) -> Facts {
    let mut facts = played(Format::Swiss { rounds: 4 }, Points::ByMatch, 9, 4, 3);
    facts.matches.truncate(4);
    left(&mut facts, 1, is_disqualified, absent_from);
    let mut random = Random::new(9);
    loop {
        let open: Vec<_> = facts
            .known()
            .expect("of this tournament")
            .0
            .into_iter()
            .filter(|totals| totals.played() == 0)
            .collect();
        if open.is_empty() {
            return facts;
        }
        facts.matches.extend(open.into_iter().map(|totals| MatchFacts {
            tally: by_lot(totals.pairing, PAIRS, &mut random),
            ..totals
        }));
        facts.depart().expect("of this tournament");
    }
}

#[test]
fn a_swiss_tournament_goes_on_without_those_who_left() {
    for is_disqualified in [true, false] {
        for absent_from in [1, 2] {
            let tables = tables(&swiss(is_disqualified, absent_from));
            assert_eq!(tables.stage, Stage::Over);
            let rounds = |of: usize| {
                let own = tables
                    .matches
                    .iter()
                    .filter(move |one| one.participants.contains(&Ordinal(of)));
                let byes = tables.byes.iter().filter(move |bye| bye.participant.0 == of);
                own.map(|one| one.round.0).chain(byes.map(|bye| bye.round.0)).collect::<Vec<_>>()
            };
            assert_eq!(rounds(1).len(), absent_from, "one match or bye in each round before");
            assert!((0..9).filter(|&one| one != 1).all(|one| rounds(one).len() == 4));
            let place = tables.standings.iter().find(|line| line.participant.0 == 1);
            assert_eq!(place.is_none(), is_disqualified);
            let places: Vec<_> = tables.standings.iter().map(|line| line.place.0).collect();
            assert_eq!((places[0], places.len()), (0, 9 - usize::from(is_disqualified)));
            let winner = tables.conclusions[0].says.arguments.get("name").expect("a name");
            assert_ne!(*winner, Argument::from(tables.name(Ordinal(1))));
        }
    }
}

#[test]
fn the_place_of_a_disqualified_champion_goes_to_the_loser_of_the_final() {
    let format = Format::Knockout { third_place: true, extras: 1 };
    let mut facts = played(format, Points::ByMatch, 8, 1000, 3);
    let before = tables(&facts);
    let champion = before.standings[0].participant;
    left(&mut facts, champion.0, true, usize::MAX);
    let after = tables(&facts);
    let order = |tables: &Tables| {
        tables.standings.iter().map(|line| (line.place.0, line.participant)).collect::<Vec<_>>()
    };
    let moved: Vec<_> =
        order(&before).into_iter().skip(1).map(|(place, one)| (place - 1, one)).collect();
    assert_eq!(order(&after), moved);
    assert_eq!((after.bracket, after.matches), (before.bracket, before.matches));
    assert_eq!(after.conclusions[0].says.key, "moved-up");
    assert!(
        after
            .ratings
            .is_some_and(|table| table.participants.iter().all(|one| one.participant != champion))
    );
}

#[test]
fn in_a_knockout_the_opponent_of_a_leaver_goes_on() {
    let format = Format::Knockout { third_place: false, extras: 0 };
    // The first match of the second round is played in part.
    let mut facts = played(format, Points::ByMatch, 8, 4, 3);
    let pairing = facts.matches[4].pairing;
    left(&mut facts, pairing.first, false, usize::MAX);
    let tables = tables(&facts);
    let of = |meeting: &&Meeting| meeting.round.0 == 1 && meeting.table.0 == pairing.table;
    let meeting = tables.bracket.iter().find(of).expect("a semi-final");
    assert_eq!(meeting.winner, Some(Ordinal(pairing.second)));
    assert_eq!(facts.struck_games, 2 * (PAIRS - 1), "a match in part does not count");
    assert_eq!(tables.stage, Stage::Running);
}
