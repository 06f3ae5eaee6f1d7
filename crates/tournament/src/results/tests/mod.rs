//! Tests of the tables and files that are made from tournaments with random results.

mod sentences;
mod written;

use std::collections::BTreeMap;

use rules::random::Random;

use super::*;
use crate::results::export::{ANNOUNCEMENT, GAMES};
use crate::store::Tally;
use pairing::{Format, Next, Pairing, Points, Schedule};
use stats::Sprt;

/// The data of a tournament, from which tests make tables and files.
pub(super) struct Sample {
    pub(super) schedule: Schedule,
    participants: Vec<Named>,
    pub(super) matches: Vec<MatchFacts>,
    settings: Vec<(String, String)>,
    fouls: Vec<FoulFacts>,
    foul_kinds: BTreeMap<(usize, &'static str), u64>,
    places: Places,
}

const PAIRS: u64 = 3;

/// The files of these tables, as a list.
fn files(tables: &Tables) -> Vec<File> {
    super::files(tables).collect()
}

impl Sample {
    /// Plays up to `most` matches to the end. If there are more matches, the next one is left
    /// unfinished. The results are random, but better seeds win more often.
    pub(super) fn played(
        format: Format,
        points: Points,
        participants: usize,
        most: usize,
        seed: u64,
    ) -> Sample {
        let schedule = Schedule::new(format, points, participants, seed).expect("a tournament");
        let mut random = Random::new(seed);
        let mut matches: Vec<MatchFacts> = Vec::new();
        loop {
            let results: Vec<_> = matches.iter().map(MatchFacts::finished).collect();
            let Next::Play(open) = schedule.next(&results).expect("of this tournament") else {
                break;
            };
            let left = most - matches.len();
            let met = |pairing: &Pairing| MatchFacts {
                pairing: *pairing,
                pairs: PAIRS,
                tally: by_lot(*pairing, PAIRS, &mut random),
                repeated: Tally::default(),
            };
            matches.extend(open.iter().take(left).map(met));
            if let Some(&pairing) = open.get(left) {
                let tally = by_lot(pairing, PAIRS - 1, &mut random);
                matches.push(MatchFacts {
                    pairing,
                    pairs: PAIRS,
                    tally,
                    repeated: Tally::default(),
                });
                break;
            }
        }
        let named = |number: usize| Named {
            name: format!(
                "{} & <i>{number}</i>",
                ["=Anna", "Ży\u{202e}ta", "Jan \"the\" O'Neill"][number % 3]
            ),
            author: if number % 4 == 1 { String::new() } else { format!("A. Author {number}") },
            what: format!("program-{number}.c"),
            file: number.is_multiple_of(2).then(|| format!("programs/{number}.c")),
        };
        let fouls: Vec<_> = matches.iter().filter(|met| met.tally.fouls[0] > 0).map(foul).collect();
        let mut foul_kinds = BTreeMap::new();
        for foul in &fouls {
            *foul_kinds.entry((foul.participant, foul.kind)).or_default() += 1;
        }
        let settings = vec![("Time".to_string(), "60 s + 0.1 s a move\n".to_string())];
        let mut places = Places::default();
        let games = |met: &MatchFacts| 2 * met.played() as usize;
        matches.iter().fold(1, |line, met| {
            if games(met) > 0 {
                places.see(line, met.pairing);
            }
            line + games(met)
        });
        Sample {
            schedule,
            participants: (0..participants).map(named).collect(),
            matches,
            settings,
            foul_kinds,
            fouls,
            places,
        }
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        Facts {
            title: "The <Cup>",
            game: "A game of 5 by 5",
            participants: &self.participants,
            schedule: &self.schedule,
            pairs: PAIRS,
            matches: &self.matches,
            settings: &self.settings,
            words: "first = black",
            places: &self.places,
            has_margins: true,
            fouls: &self.fouls,
            foul_kinds: &self.foul_kinds,
            unfit: &[],
            void: &[],
            doubtful: 0,
            advice: "Change something.",
            test: None,
            announced_test: None,
        }
    }
}

fn foul(met: &MatchFacts) -> FoulFacts {
    let reproduce = Some("ludoteka match nim 'program <1>' engine:1".to_string());
    let unconfined = Some("printf '1 2\\n' | ./program <board".to_string());
    FoulFacts {
        participant: met.pairing.first,
        pairing: met.pairing,
        game: 2,
        line: 2,
        kind: "out of time",
        what: "took too long".to_string(),
        reproduce,
        unconfined,
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

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (format, participants) in formats() {
        for points in [Points::ByMatch, Points::ByGame { games: 2 * PAIRS as u32 }] {
            for most in [0, 1, 9, 1000] {
                samples.push(Sample::played(format, points, participants, most, 7 + most as u64));
            }
        }
    }
    samples
}

#[test]
fn every_number_adds_up() {
    for sample in samples() {
        let facts = sample.facts();
        let tables = Tables::of(&facts).expect("of this tournament");
        let games: u64 = sample.matches.iter().map(|met| met.tally.games()).sum();
        assert_eq!(tables.progress.games, games);
        assert_eq!(tables.standings.iter().map(|line| line.games.total()).sum::<u64>(), 2 * games);
        assert_eq!(tables.duels.iter().map(|duel| duel.games.total()).sum::<u64>(), games);
        assert_eq!(tables.matches.iter().map(Match::games).sum::<u64>(), games);
        assert_eq!(tables.standings.iter().map(|line| line.margin).sum::<i64>(), 0);
        let rated = &tables.ratings.as_ref().expect("ratings fit").participants;
        assert_eq!(rated.iter().map(|rated| rated.games).sum::<u64>(), 2 * games);
        let over = sample.matches.iter().filter(|met| met.is_over()).count();
        let won: u64 = tables.standings.iter().map(|line| line.matches.total()).sum();
        assert_eq!((tables.progress.matches_over, won), (over, 2 * over as u64));
        assert_eq!(standings(&facts).expect("of this tournament"), tables.standings);
        for line in &tables.standings {
            let met: Vec<Duel> = tables
                .duels
                .iter()
                .filter_map(|duel| duel.seen_by(line.participant))
                .map(|(_, duel)| duel)
                .collect();
            let sum = |of: fn(&Duel) -> u64| met.iter().map(of).sum::<u64>();
            let games = [
                sum(|duel| duel.games.won),
                sum(|duel| duel.games.drawn),
                sum(|duel| duel.games.lost),
            ];
            assert_eq!([line.games.won, line.games.drawn, line.games.lost], games);
            assert_eq!(line.margin, met.iter().map(|duel| duel.margin).sum::<i64>());
            assert_eq!(line.fouls, sum(|duel| duel.fouls[0]));
            let half_points = |duel: &Duel| {
                (0..).zip(duel.pairs).map(|(half_points, pairs)| half_points * pairs).sum::<u64>()
            };
            assert_eq!(
                2 * line.games.won + line.games.drawn,
                met.iter().map(half_points).sum::<u64>()
            );
        }
        if !matches!(sample.schedule.format(), Format::Knockout { .. }) {
            for line in &tables.standings {
                let duels = tables.duels.iter().filter_map(|duel| duel.seen_by(line.participant));
                let met: u128 = duels.map(|(_, duel)| duel.points[0].0).sum();
                let byes =
                    if line.had_bye { 2 * u128::from(sample.schedule.points().bye()) } else { 0 };
                assert_eq!(
                    line.points,
                    Quarters(met + byes),
                    "the points are the sum of those in the crosstable and those of byes"
                );
            }
        }
    }
}

#[test]
fn the_same_facts_give_the_same_bytes_in_any_order() {
    for sample in samples() {
        let before = files(&Tables::of(&sample.facts()).expect("of this tournament"));
        let mut matches = sample.matches.clone();
        matches.reverse();
        let shuffled = Facts { matches: &matches, ..sample.facts() };
        assert!(before == files(&Tables::of(&shuffled).expect("of this tournament")));
        assert!(before.is_sorted_by(|one, other| one.path < other.path));
    }
}

#[test]
fn what_is_not_of_the_tournament_is_refused() {
    let sample = Sample::played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 6, 4, 1);
    let mut matches = sample.matches.clone();
    let last = matches.len() - 1;
    matches[last].pairing.table = 77;
    assert!(
        Tables::of(&Facts { matches: &matches, ..sample.facts() }).is_err(),
        "an unfinished match of elsewhere"
    );
    matches[last] = matches[0];
    assert!(Tables::of(&Facts { matches: &matches, ..sample.facts() }).is_err(), "a match twice");
    assert!(
        Tables::of(&Facts { participants: &sample.participants[1..], ..sample.facts() }).is_err(),
        "a name is missing"
    );
}
