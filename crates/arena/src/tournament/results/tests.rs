//! Tables and files of tournaments played out by lot.

use std::collections::BTreeMap;

use rules::random::Random;

use super::*;
use crate::schedule::{Format, Next, Pairing, Points, Schedule};
use crate::statistics::{Scale, Sprt};
use crate::tournament::Tally;
use crate::tournament::export::{ANNOUNCEMENT, GAMES};

/// A tournament that can be shown.
pub(super) struct Sample {
    pub(super) schedule: Schedule,
    entrants: Vec<Named>,
    pub(super) matches: Vec<Met>,
    settings: Vec<(String, String)>,
    fouls: Vec<Misdeed>,
}

const PAIRS: u64 = 3;

impl Sample {
    /// Plays matches by lot, the better seeds winning more often, until so many are over; one more is left unfinished.
    pub(super) fn played(format: Format, points: Points, entrants: usize, most: usize, seed: u64) -> Sample {
        let schedule = Schedule::new(format, points, entrants, seed).expect("a tournament");
        let mut random = Random::new(seed);
        let mut matches: Vec<Met> = Vec::new();
        loop {
            let results: Vec<_> = matches.iter().map(Met::finished).collect();
            let Next::Play(open) = schedule.next(&results).expect("of this tournament") else { break };
            let left = most - matches.len();
            let met = |pairing: &Pairing| Met {
                pairing: *pairing,
                pairs: PAIRS,
                tally: by_lot(*pairing, PAIRS, &mut random),
                repeated: Tally::default(),
            };
            matches.extend(open.iter().take(left).map(met));
            if let Some(&pairing) = open.get(left) {
                let tally = by_lot(pairing, PAIRS - 1, &mut random);
                matches.push(Met { pairing, pairs: PAIRS, tally, repeated: Tally::default() });
                break;
            }
        }
        let named = |number: usize| Named {
            name: format!("{} & <i>{number}</i>", ["=Anna", "Ży\u{202e}ta", "Jan \"the\" O'Neill"][number % 3]),
            author: if number % 4 == 1 { String::new() } else { format!("A. Author {number}") },
            what: format!("program-{number}.c"),
        };
        let fouls = matches.iter().filter(|met| met.tally.fouls[0] > 0).map(misdeed).collect();
        let settings = vec![("Time".to_string(), "60 s + 0.1 s a move\n".to_string())];
        Sample { schedule, entrants: (0..entrants).map(named).collect(), matches, settings, fouls }
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        Facts {
            title: "The <Cup>",
            game: "A game of 5 by 5",
            entrants: &self.entrants,
            schedule: &self.schedule,
            pairs: PAIRS,
            matches: &self.matches,
            settings: &self.settings,
            has_margins: true,
            fouls: &self.fouls,
            set_aside: &[],
            advice: "Change something.",
            test: None,
            announced_test: None,
        }
    }
}

fn misdeed(met: &Met) -> Misdeed {
    let reproduce = Some("printf '1 2\\n' | ./program <board".to_string());
    Misdeed {
        entrant: met.pairing.first,
        pairing: met.pairing,
        game: 2,
        line: 2,
        what: "took too long".to_string(),
        reproduce,
    }
}

/// Pairs in which the better seed has the upper hand.
fn by_lot(pairing: Pairing, pairs: u64, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..pairs {
        let edge = 2 * i64::from(pairing.first < pairing.second) - 1;
        let margins = [0, 0].map(|_| random.between(0, 12) as i64 - 6 + edge);
        let half_points: i64 = margins.iter().map(|margin| 1 + margin.signum()).sum();
        let mut pair = Tally::default();
        pair.wins = [1, -1].map(|sign| margins.iter().filter(|margin| **margin * sign > 0).count() as u64);
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
    for (format, entrants) in formats() {
        for points in [Points::ByMatch, Points::ByGame { games: 2 * PAIRS as u32 }] {
            for most in [0, 1, 9, 1000] {
                samples.push(Sample::played(format, points, entrants, most, 7 + most as u64));
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
        let rated = &tables.ratings.as_ref().expect("ratings fit").entrants;
        assert_eq!(rated.iter().map(|rated| rated.games).sum::<u64>(), 2 * games);
        let over = sample.matches.iter().filter(|met| met.is_over()).count();
        let won: u64 = tables.standings.iter().map(|line| line.matches.total()).sum();
        assert_eq!((tables.progress.matches_over, won), (over, 2 * over as u64));
        assert_eq!(standings(&facts).expect("of this tournament"), tables.standings);
        for line in &tables.standings {
            let met: Vec<Duel> =
                tables.duels.iter().filter_map(|duel| duel.seen_by(line.entrant)).map(|(_, duel)| duel).collect();
            let sum = |of: fn(&Duel) -> u64| met.iter().map(of).sum::<u64>();
            let games = [sum(|duel| duel.games.won), sum(|duel| duel.games.drawn), sum(|duel| duel.games.lost)];
            assert_eq!([line.games.won, line.games.drawn, line.games.lost], games);
            assert_eq!(line.margin, met.iter().map(|duel| duel.margin).sum::<i64>());
            assert_eq!(line.fouls, sum(|duel| duel.fouls[0]));
            let half_points =
                |duel: &Duel| (0..).zip(duel.pairs).map(|(half_points, pairs)| half_points * pairs).sum::<u64>();
            assert_eq!(2 * line.games.won + line.games.drawn, met.iter().map(half_points).sum::<u64>());
        }
        if !matches!(sample.schedule.format(), Format::Knockout { .. }) {
            for line in &tables.standings {
                let duels = tables.duels.iter().filter_map(|duel| duel.seen_by(line.entrant));
                let met: u128 = duels.map(|(_, duel)| duel.points[0].0).sum();
                let byes = if line.had_bye { 2 * u128::from(sample.schedule.points().bye()) } else { 0 };
                assert_eq!(line.points, Quarters(met + byes), "points are those of the crosstable, and of byes");
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
fn pages_are_well_formed_and_escaped_and_lead_somewhere() {
    for sample in samples() {
        let files = files(&Tables::of(&sample.facts()).expect("of this tournament"));
        let named: BTreeMap<&str, &File> = files.iter().map(|file| (file.path.as_str(), file)).collect();
        for file in files.iter().filter(|file| file.path.ends_with(".html")) {
            let text = std::str::from_utf8(&file.bytes).expect("UTF-8");
            assert!(!text.contains("<i>") && !text.contains("<Cup>") && !text.contains('\u{202e}'), "{}", file.path);
            assert!(!text.contains("<script") && !text.contains("http"), "nothing from elsewhere");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{}", file.path);
            for path in links(text) {
                let root = if file.path.contains('/') { path.strip_prefix("../").unwrap_or("?") } else { path };
                let is_beside = [ANNOUNCEMENT, GAMES].contains(&root);
                assert!(is_beside || named.contains_key(root), "{} leads to {path}", file.path);
            }
            assert_balanced(text);
        }
    }
}

fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    targets.filter(|target| !target.starts_with('#'))
}

/// That elements end in the reverse order of their beginnings.
fn assert_balanced(page: &str) {
    let mut open = vec!["html".to_string()];
    let body = page.split_once("</head>").expect("a head").1;
    for tag in body.split('<').skip(1) {
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} do not end");
}

#[test]
fn spreadsheets_take_no_formula_and_every_row_is_whole() {
    let sample = &samples()[3];
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    for file in files(&tables).iter().filter(|file| file.path.ends_with(".csv")) {
        let mut reader = ::csv::Reader::from_reader(&file.bytes[..]);
        let columns = reader.headers().expect("a head").len();
        for row in reader.records() {
            let row = row.expect("as long as the head");
            assert_eq!(row.len(), columns);
            assert!(row.iter().all(|cell| !cell.starts_with('=')), "{}: {row:?}", file.path);
        }
    }
    let text = |path: &str| {
        let file = files(&tables).into_iter().find(|file| file.path == path).expect("the file");
        String::from_utf8(file.bytes).expect("UTF-8")
    };
    let rows: Vec<usize> =
        ["standings.csv", "crosstable.csv", "duels.csv", "matches.csv", "ratings.csv", "superiority.csv"]
            .map(|path| text(path).lines().count() - 1)
            .to_vec();
    assert_eq!(rows, [7, 7, 42, 42, 7, 7]);
}

#[test]
fn the_json_has_its_stable_names() {
    let sample = &samples()[3];
    let all = files(&Tables::of(&sample.facts()).expect("of this tournament"));
    let json = all.iter().find(|file| file.path == "results.json").expect("the file");
    let value: serde_json::Value = serde_json::from_slice(&json.bytes).expect("JSON");
    let names = |value: &serde_json::Value| {
        let names = value.as_object().expect("an object").keys();
        names.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        names(&value),
        "bracket byes duels entrants findings format fouls game has_margins matches points progress ratings schedule \
         settings stage standings test title"
    );
    assert_eq!(
        names(&value["standings"][0]),
        "entrant fouls games had_bye head_to_head margin matches mean_margin name place points running_deviation \
         running_rating tie_break"
    );
    assert_eq!(
        names(&value["matches"][0]),
        "draws entrants extra fouls margin mean_margin pairs pairs_by_half_points points round stage table winner wins"
    );
    assert_eq!(names(&value["ratings"]), "covariance entrants is_connected superiority");
    assert_eq!((value["format"].as_u64(), value["stage"].as_str()), (Some(1), Some("over")));
    assert_eq!(value["ratings"]["covariance"].as_array().map(Vec::len), Some(7));
}

#[test]
fn what_a_tournament_proves_is_said() {
    let said = |format, entrants, most| {
        let sample = Sample::played(format, Points::ByMatch, entrants, most, 3);
        Tables::of(&sample.facts()).expect("of this tournament").findings
    };
    let sample = Sample::played(Format::Swiss { rounds: 2 }, Points::ByMatch, 5, 0, 3);
    let nothing = Tables::of(&Facts { matches: &[], ..sample.facts() }).expect("of this tournament");
    assert_eq!(nothing.findings, ["No game has been played yet."]);
    let last = |reasons: &[String]| {
        let facts = Facts { set_aside: reasons, ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").findings.pop().expect("it is said last")
    };
    let reasons = ["A was late", "B was late"].map(String::from);
    assert_eq!(last(&reasons[..1]), "1 game does not count, and was played again: A was late.");
    assert_eq!(last(&reasons), "2 games do not count, and were played again; of the first: A was late.");
    let round_robin = said(Format::RoundRobin { cycles: 1 }, 6, 99);
    assert!(round_robin[0].contains(" wins with ") || round_robin[0].contains(" wins: "), "{round_robin:?}");
    assert!(round_robin[1].starts_with("Not decided yet: ") || round_robin[1].contains(" is stronger than "));
    let duel = said(Format::Duel, 2, 1);
    assert!(duel[0].starts_with("Not decided yet: at least 6 more games are needed, since "), "{duel:?}");
    let gauntlet = said(Format::Gauntlet { challengers: 2 }, 9, 99);
    assert!(gauntlet[0].contains(" against all who are not challengers: "), "{gauntlet:?}");
    let knockout = said(Format::Knockout { third_place: false, extras: 0 }, 8, 99);
    assert!(knockout[0].ends_with(" wins the final."), "{knockout:?}");
    let semi_finals = said(Format::Knockout { third_place: true, extras: 0 }, 8, 4);
    assert_eq!(semi_finals[0].matches(" & ").count(), 4, "{semi_finals:?}");
}

#[test]
fn a_tournament_of_two_has_one_verdict() {
    let points = Points::ByGame { games: 2 * PAIRS as u32 };
    for format in [Format::RoundRobin { cycles: 1 }, Format::RoundRobin { cycles: 9 }, Format::Swiss { rounds: 1 }] {
        let sample = Sample::played(format, points, 2, 99, 3);
        let tables = Tables::of(&sample.facts()).expect("of this tournament");
        let verdict = tables.duels[0].verdict.trim_start_matches("not decided");
        assert!(tables.findings[1].contains(verdict), "{:?}, but {verdict}", tables.findings);
    }
}

#[test]
fn pairs_that_repeat_others_count_for_no_interval() {
    let points = Points::ByGame { games: 2 * PAIRS as u32 };
    let mut sample = Sample::played(Format::RoundRobin { cycles: 8 }, points, 2, 99, 3);
    let fresh = Tables::of(&sample.facts()).expect("of this tournament");
    // The same matches once more, in which every pair repeats one.
    let again =
        Sample { schedule: Schedule::new(Format::RoundRobin { cycles: 16 }, points, 2, 3).expect("one"), ..sample };
    sample = again;
    let matches = sample.matches.clone();
    sample.matches.extend(matches.iter().map(|met| {
        let pairing = Pairing { round: met.pairing.round + 8, ..met.pairing };
        Met { pairing, repeated: Tally { fouls: [0; 2], ..met.tally }, ..*met }
    }));
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    let [duel, before] = [&tables.duels[0], &fresh.duels[0]];
    assert_eq!((duel.share, duel.mean_margin), (before.share, before.mean_margin));
    assert_eq!(duel.verdict, format!("{}; 48 other games repeat these 48, and prove nothing more", before.verdict));
    assert_eq!(
        duel.seen_by(Ordinal(1)).expect("one of them").1.share,
        before.seen_by(Ordinal(1)).expect("too").1.share
    );
    let elo = |tables: &Tables| tables.ratings.as_ref().expect("ratings").entrants[0].elo;
    assert_eq!(elo(&tables), elo(&fresh));
    assert_eq!(tables.standings[0].mean_margin, fresh.standings[0].mean_margin);
    assert_eq!((tables.progress.games, tables.progress.repeated), (96, 48));
    let said = &tables.findings[2];
    assert!(said.starts_with("Only 48 of 96 games are different: ") && said.ends_with(" Change something."), "{said}");
}

#[test]
fn a_test_that_was_given_up_says_so() {
    let test = Sprt::new(Scale::Logistic, 0.0, 5.0, 0.05, 0.05).expect("a test");
    let said = |most| {
        let sample = Sample::played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, most, 3);
        let facts = Facts { test: Some(&test), ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").findings.join(" ")
    };
    assert!(said(1).contains("The sequential test was given up after 6 games, undecided ("), "{}", said(1));
    assert!(said(0).contains("The sequential test is not decided yet ("), "{}", said(0));
}

#[test]
fn a_test_that_is_decided_says_no_more_than_it_knows() {
    let test = Sprt::new(Scale::Logistic, -5.0, 50.0, 0.05, 0.05).expect("a test");
    let said_of = |pairs: [u64; 5], most| {
        let mut sample = Sample::played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, 1, 3);
        sample.matches[0] =
            Met { tally: Tally { pairs, wins: [1, 1], ..Tally::default() }, pairs: most, ..sample.matches[0] };
        let facts = Facts { test: Some(&test), ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").findings.join(" ")
    };
    let said = |pairs| said_of(pairs, 100);
    assert!(said([0, 0, 0, 0, 100]).contains(" is at least 50 Elo points stronger ("), "{}", said([0, 0, 0, 0, 100]));
    assert!(said([100, 0, 0, 0, 0]).contains(" is at most −5 Elo points stronger ("), "{}", said([100, 0, 0, 0, 0]));
    // It goes on all the same while a pair is missing before others.
    let open = said_of([0, 0, 0, 0, 100], 101);
    assert!(open.contains("The sequential test is not decided yet (") && !open.contains("accepts"), "{open}");
}

#[test]
fn the_bar_of_somebody_unbeaten_has_no_end() {
    let mut sample = Sample::played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 2, 1, 3);
    let pairs = if sample.matches[0].pairing.first == 0 { [0, 0, 0, 0, 10] } else { [10, 0, 0, 0, 0] };
    sample.matches[0] = Met { tally: Tally { pairs, ..Tally::default() }, pairs: 10, ..sample.matches[0] };
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    let elo = tables.ratings.as_ref().expect("ratings").entrants[0].elo.expect("a rating");
    let low = elo.low.expect("points were made");
    assert!(low < elo.value && elo.high.is_none(), "{elo:?}");
    let all = files(&tables);
    let text = |path: &str| {
        let file = all.iter().find(|file| file.path == path).expect("the file");
        String::from_utf8(file.bytes.clone()).expect("UTF-8")
    };
    let index = text("index.html");
    assert!(index.contains(&format!("at least {low}")) && index.contains(&format!("at most \u{2212}{low}")), "{index}");
    assert_eq!(index.matches("<polyline").count(), 2, "an arrow each");
    assert!(text("players/1.html").contains(&format!("at least {low}")));
    let rows = text("ratings.csv");
    assert!(rows.contains(&format!(",{},{low},,", elo.value)) && rows.contains(&format!(",,-{low},")), "{rows}");
    let json: serde_json::Value = serde_json::from_str(&text("results.json")).expect("JSON");
    let elo = &json["ratings"]["entrants"][0]["elo"];
    assert!(elo["high"].is_null() && elo["low"].as_f64() == Some(low.value()), "{elo}");
}

/// Matches of two games each, with these margins for whoever is named first.
fn with_margins(format: Format, entrants: usize, margin: impl Fn(Pairing) -> i64) -> Sample {
    let mut sample = Sample::played(format, Points::ByMatch, entrants, 0, 3);
    sample.matches.clear();
    while let Next::Play(open) = {
        let results: Vec<_> = sample.matches.iter().map(Met::finished).collect();
        sample.schedule.next(&results).expect("of this tournament")
    } {
        sample.matches.extend(open.into_iter().map(|pairing| {
            let margin = margin(pairing);
            let tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], margin, ..Tally::default() };
            Met { pairing, pairs: 1, tally, repeated: Tally::default() }
        }));
    }
    sample
}

/// What 0 has against 1, 1 against 2 and 2 against 0.
fn in_a_ring(margins: [i64; 3]) -> Sample {
    with_margins(Format::RoundRobin { cycles: 1 }, 3, |pairing| {
        let [one, other] = pairing.players();
        if (one + 1) % 3 == other { margins[one] } else { -margins[other] }
    })
}

#[test]
fn those_who_are_level_in_everything_share_a_place() {
    let tables = Tables::of(&in_a_ring([4, 4, 4]).facts()).expect("of this tournament");
    assert_eq!(tables.standings.iter().map(|line| line.place.to_string()).collect::<String>(), "111");
    let page = files(&tables).into_iter().find(|file| file.path == "index.html").expect("the page");
    let page = String::from_utf8(page.bytes).expect("UTF-8");
    let cross = page.split("aria-label=\"Crosstable\"").nth(1).and_then(|rest| rest.split("</thead>").next());
    let heads: Vec<_> =
        cross.expect("a crosstable").split("</abbr>").filter_map(|cell| cell.rsplit('>').next()).collect();
    assert_eq!(heads[..3], ["1", "2", "3"], "columns are told apart");
    let said = &tables.findings[0];
    assert!(said.ends_with(" share the first place: they are level in points and all tie-breaks."), "{said}");
    assert_eq!(said.matches(" & ").count(), 3, "all three are named: {said}");
    let tables = Tables::of(&in_a_ring([4, 4, 9]).facts()).expect("of this tournament");
    assert_eq!(tables.standings.iter().map(|line| line.entrant.0).collect::<Vec<_>>(), [2, 1, 0]);
    let said = &tables.findings[0];
    assert!(said.ends_with(" wins: 3 have 3 points, and the margin of all games decides."), "{said}");
}

#[test]
fn a_match_that_goes_on_makes_a_lead_provisional() {
    let mut sample = in_a_ring([4, 3, -5]);
    sample.matches[0].pairs = 2;
    let said = &Tables::of(&sample.facts()).expect("of this tournament").findings[0];
    assert!(said.contains(" leads ") && said.ends_with(", if the matches that go on ended now."), "{said}");
}

#[test]
fn a_bye_alone_makes_no_leader() {
    let mut sample = Sample::played(Format::Swiss { rounds: 2 }, Points::ByMatch, 3, 0, 3);
    sample.matches[0].tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], ..Tally::default() };
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    assert!(tables.standings[0].had_bye);
    let said = &tables.findings[0];
    assert!(
        !said.contains(" leads") && said.contains(" stands first with 3 points for a bye, and has not played"),
        "{said}"
    );
}

#[test]
fn a_final_that_only_the_seed_decided_is_no_win() {
    let knockout = Format::Knockout { third_place: false, extras: 1 };
    let level = with_margins(knockout, 2, |_| 0);
    let tables = Tables::of(&level.facts()).expect("of this tournament");
    assert!(tables.findings[0].starts_with("The final was level: "), "{:?}", tables.findings);
    assert!(tables.findings[0].ends_with(" wins it as the better seed."), "{:?}", tables.findings);
    let page = files(&tables).into_iter().find(|file| file.path == "index.html").expect("the page");
    let page = String::from_utf8(page.bytes).expect("UTF-8");
    assert!(page.contains(" wins as the better seed") && !page.contains("class=\"winner\""));
    let won = Tables::of(&with_margins(knockout, 2, |_| 5).facts()).expect("of this tournament");
    assert!(won.findings[0].ends_with(" wins the final.") && !won.bracket[0].by_seed, "{:?}", won.findings);
}

#[test]
fn nobody_is_singled_out_of_those_who_commit_as_many_fouls() {
    let mut sample = in_a_ring([4, 4, 9]);
    for met in &mut sample.matches {
        met.tally.fouls = [1, 1];
    }
    let said = Tables::of(&sample.facts()).expect("of this tournament").findings;
    assert_eq!(said.last().map(String::as_str), Some("6 games were lost by a foul."));
}

#[test]
fn what_is_not_of_the_tournament_is_refused() {
    let sample = Sample::played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 6, 4, 1);
    let mut matches = sample.matches.clone();
    let last = matches.len() - 1;
    matches[last].pairing.table = 77;
    assert!(Tables::of(&Facts { matches: &matches, ..sample.facts() }).is_err(), "an unfinished match of elsewhere");
    matches[last] = matches[0];
    assert!(Tables::of(&Facts { matches: &matches, ..sample.facts() }).is_err(), "a match twice");
    assert!(Tables::of(&Facts { entrants: &sample.entrants[1..], ..sample.facts() }).is_err(), "a name is missing");
}
