//! Tests of the tables and files that are made from tournaments with random results.

mod departures;
mod sentences;
mod stages;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use rules::random::Random;
use rules::{Argument, Catalogue, Language, Message};

use super::*;
use crate::plan::{Departures, Test};
use crate::results::published::{ANNOUNCEMENT, GAMES};
use crate::tally::Tally;
use pairing::{Format, Next, Pairing, Points, Schedule};

const PAIRS: u64 = 3;

/// The files of these tables, as a list.
fn files(tables: &Tables) -> Vec<File> {
    super::files(tables).collect()
}

/// Plays up to `most` matches to the end. If there are more matches, the next one is left
/// unfinished. The results are random, but better seeds win more often.
fn played(format: Format, points: Points, participants: usize, most: usize, seed: u64) -> Facts {
    let schedule = Schedule::new(format, points, participants, seed).expect("a tournament");
    played_by(schedule, most, seed)
}

/// As [`played`], for any schedule.
fn played_by(schedule: Schedule, most: usize, seed: u64) -> Facts {
    let participants = schedule.participants();
    let mut random = Random::new(seed);
    let mut matches: Vec<MatchFacts> = Vec::new();
    let mut facts = |pairing: Pairing, pairs: u64| MatchFacts {
        pairing,
        pairs: PAIRS,
        tally: by_lot(pairing, pairs, &mut random),
        repeated: Tally::default(),
        by_default: false,
    };
    loop {
        let results: Vec<_> = matches.iter().map(MatchFacts::finished).collect();
        let Next::Play(open) = schedule.next(&results).expect("of this tournament") else {
            break;
        };
        let left = most - matches.len();
        matches.extend(open.iter().take(left).map(|&pairing| facts(pairing, PAIRS)));
        if let Some(&pairing) = open.get(left) {
            matches.push(facts(pairing, PAIRS - 1));
            break;
        }
    }
    let fouls: Vec<_> =
        matches.iter().filter(|totals| totals.tally.fouls[0] > 0).map(foul).collect();
    let mut foul_kinds = BTreeMap::new();
    for foul in &fouls {
        let against: &mut BTreeMap<_, _> =
            foul_kinds.entry((foul.participant.0, foul.kind)).or_default();
        *against.entry(foul.opponent.0).or_default() += 1;
    }
    let mut places = Places::default();
    let games = |totals: &MatchFacts| 2 * totals.played() as usize;
    matches.iter().fold(1, |line, totals| {
        if games(totals) > 0 {
            places.see(line, totals.pairing);
        }
        line + games(totals)
    });
    let mut list = GameList::default();
    for game in matches.iter().flat_map(|totals| 0..games(totals)) {
        let foul = (game == 1).then_some("late");
        let result = GameResult { first: game % 2, margin: [3, -1][game % 2], moves: game, foul };
        list.see(result);
    }
    Facts {
        title: "The <Cup>".to_string(),
        game: "A game of 5 by 5".to_string(),
        language: Language::English,
        words: Catalogue::new(&["first = black"]),
        places,
        games: list,
        participants: (0..participants).map(participant).collect(),
        schedule,
        pairs: PAIRS,
        matches,
        departures: Departures::default(),
        struck: BTreeSet::new(),
        struck_games: 0,
        settings: vec![Setting { label: text!("organiser"), value: "Time".into() }],
        has_margins: true,
        fouls,
        foul_kinds,
        unfit: Vec::new(),
        void: Vec::new(),
        doubtful: 0,
        given_away: BTreeMap::new(),
        advice: Message::plain("Change something."),
        test: None,
    }
}

fn participant(number: usize) -> Participant {
    let name = ["=Anna", "Ży\u{202e}ta", "Jan \"the\" O'Neill"][number % 3];
    let author = if number % 4 == 1 { "" } else { &format!("A. Author {number}") };
    let (name, what) = (format!("{name} & <i>{number}</i>"), format!("program-{number}.c"));
    let file = number.is_multiple_of(2).then(|| format!("programs/{number}.c"));
    Participant { file, ..Participant::new(number, &name, author, what.into()) }
}

fn foul(totals: &MatchFacts) -> LostGame {
    let Pairing { round, table, extra, first, second } = totals.pairing;
    LostGame {
        participant: Ordinal(first),
        opponent: Ordinal(second),
        round: Ordinal(round),
        table: Ordinal(table),
        extra,
        game: 2,
        line: 2,
        kind: "late",
        what: Message::plain("took too long"),
        reproduce: Some("ludoteka match nim 'program <1>' engine:1".to_string()),
        unconfined: Some("printf '1 2\\n' | ./program <board".to_string()),
    }
}

/// Pairs with random results, in which the better seed wins more often.
fn by_lot(pairing: Pairing, pairs: u64, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..pairs {
        let edge = 2 * i64::from(pairing.first < pairing.second) - 1;
        let margins = [0, 0].map(|_| random.between(0, 12) as i64 - 6 + edge);
        let half_points: i64 = margins.iter().map(|margin| 1 + margin.signum()).sum();
        let mut pair = Tally::default();
        pair.wins =
            [1, -1].map(|sign| margins.iter().filter(|margin| **margin * sign > 0).count() as u64);
        pair.draws = 2 - pair.wins[0] - pair.wins[1];
        pair.pairs[half_points as usize] = 1;
        pair.margin = margins.iter().sum();
        pair.margin_squares = pair.margin.unsigned_abs().pow(2);
        pair.fouls = [u64::from(random.one_in(9)).min(pair.wins[1]), 0];
        tally.add(&pair);
    }
    tally
}

fn formats() -> Vec<(Format, usize)> {
    vec![
        (Format::RoundRobin { cycles: 2 }, 7),
        (Format::Gauntlet { challengers: 2 }, 8),
        (Format::Swiss { rounds: 5 }, 11),
        (Format::Knockout { third_place: true, extras: 1 }, 11),
        (Format::Duel, 2),
    ]
}

fn samples() -> Vec<Facts> {
    let mut samples = Vec::new();
    for (format, participants) in formats() {
        for points in [Points::ByMatch, Points::ByGame { games: 2 * PAIRS as u32 }] {
            for most in [0, 1, 9, 1000] {
                samples.push(played(format, points, participants, most, 7 + most as u64));
            }
        }
    }
    samples
}

#[test]
fn every_number_adds_up() {
    for sample in samples() {
        let tables = Tables::of(&sample).expect("of this tournament");
        let games: u64 = sample.matches.iter().map(|totals| totals.tally.games()).sum();
        assert_eq!(tables.progress.games, games);
        assert_eq!(tables.standings.iter().map(|line| line.games.total()).sum::<u64>(), 2 * games);
        assert_eq!(tables.duels.iter().map(|duel| duel.games.total()).sum::<u64>(), games);
        assert_eq!(tables.matches.iter().map(Match::games).sum::<u64>(), games);
        assert_eq!(tables.standings.iter().map(|line| line.margin).sum::<i64>(), 0);
        let rated = &tables.ratings.as_ref().expect("ratings fit").participants;
        assert_eq!(rated.iter().map(|rated| rated.games).sum::<u64>(), 2 * games);
        let over = sample.matches.iter().filter(|totals| totals.is_over()).count();
        let won: u64 = tables.standings.iter().map(|line| line.matches.total()).sum();
        assert_eq!((tables.progress.matches_over, won), (over, 2 * over as u64));
        assert_eq!(standings(&sample).expect("of this tournament"), tables.standings);
        for line in &tables.standings {
            let duels: Vec<Duel> = tables
                .duels
                .iter()
                .filter_map(|duel| duel.seen_by(line.participant))
                .map(|(_, duel)| duel)
                .collect();
            let sum = |of: fn(&Duel) -> u64| duels.iter().map(of).sum::<u64>();
            let games = [
                sum(|duel| duel.games.won),
                sum(|duel| duel.games.drawn),
                sum(|duel| duel.games.lost),
            ];
            assert_eq!([line.games.won, line.games.drawn, line.games.lost], games);
            assert_eq!(line.margin, duels.iter().map(|duel| duel.margin).sum::<i64>());
            assert_eq!(line.fouls, sum(|duel| duel.fouls[0]));
            let half_points = |duel: &Duel| {
                (0..).zip(duel.pairs).map(|(half_points, pairs)| half_points * pairs).sum::<u64>()
            };
            assert_eq!(
                2 * line.games.won + line.games.drawn,
                duels.iter().map(half_points).sum::<u64>()
            );
        }
        if !matches!(sample.schedule.format(), Format::Knockout { .. }) {
            for line in &tables.standings {
                let duels = tables.duels.iter().filter_map(|duel| duel.seen_by(line.participant));
                let points: u128 = duels.map(|(_, duel)| duel.points[0].0).sum();
                let byes =
                    if line.had_bye { 2 * u128::from(sample.schedule.points().bye()) } else { 0 };
                assert_eq!(
                    line.points,
                    Quarters(points + byes),
                    "the points are the sum of those in the crosstable and those of byes"
                );
            }
        }
    }
}

#[test]
fn the_same_facts_give_the_same_bytes_in_any_order() {
    for sample in samples() {
        let before = files(&Tables::of(&sample).expect("of this tournament"));
        let mut shuffled = sample;
        shuffled.matches.reverse();
        assert!(before == files(&Tables::of(&shuffled).expect("of this tournament")));
        assert!(before.is_sorted_by(|one, other| one.path < other.path));
    }
}

#[test]
fn what_is_not_of_the_tournament_is_refused() {
    let sample = played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 6, 4, 1);
    let is_refused = |change: fn(&mut Facts)| {
        let mut facts = sample.clone();
        change(&mut facts);
        Tables::of(&facts).is_err()
    };
    assert!(!is_refused(|_| {}));
    assert!(
        is_refused(|facts| facts.matches[4].pairing.table = 77),
        "an unfinished match of elsewhere"
    );
    assert!(is_refused(|facts| facts.matches[4] = facts.matches[0]), "a match twice");
    assert!(is_refused(|facts| _ = facts.participants.pop()), "a name is missing");
}
