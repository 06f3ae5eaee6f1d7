//! Tests of the sentences about a tournament.

use rules::{Argument, Message};

use super::*;

#[test]
fn what_a_tournament_proves_is_said() {
    let conclusions = |format, participants, most| {
        let sample = played(format, Points::ByMatch, participants, most, 3);
        Tables::of(&sample).expect("of this tournament").conclusions
    };
    let sample = played(Format::Swiss { rounds: 2 }, Points::ByMatch, 5, 0, 3);
    let nothing = Facts { matches: Vec::new(), ..sample.clone() };
    let nothing = Tables::of(&nothing).expect("of this tournament");
    assert_eq!(keys(&nothing.conclusions), ["no-game"]);
    let last = |reasons: &[Message]| {
        let facts = Facts { void: reasons.to_vec(), ..sample.clone() };
        let tables = Tables::of(&facts).expect("of this tournament");
        tables.conclusions.last().expect("it is said last").says.clone()
    };
    let reasons = ["A was late", "B was late"].map(Message::plain);
    assert_eq!(last(&reasons[..1]), text!("void-one", why = reasons[0].clone()));
    assert_eq!(last(&reasons), text!("void-many", n = 2_u64, why = reasons[0].clone()));
    let doubtful = Facts { doubtful: 3, ..sample.clone() };
    let doubtful = Tables::of(&doubtful).expect("of this tournament");
    assert!(
        doubtful.progress.doubtful == 3 && keys(&doubtful.conclusions)[0] == "with-doubt",
        "it belongs to the headline"
    );
    let round_robin = conclusions(Format::RoundRobin { cycles: 1 }, 6, 99);
    let [winner, proof, ..] = keys(&round_robin)[..] else { panic!("{round_robin:?}") };
    assert!(["wins", "wins-tied"].contains(&winner), "{round_robin:?}");
    assert!(["not-proved", "not-ahead", "stronger-by-all"].contains(&proof), "{round_robin:?}");
    let duel = conclusions(Format::Duel, 2, 1);
    assert_eq!((keys(&duel)[0], gap(&duel[0], "n")), ("more-needed", Argument::Number(6)));
    let gauntlet = conclusions(Format::Gauntlet { challengers: 2 }, 9, 99);
    assert_eq!(keys(&gauntlet)[0], "challenges");
    let knockout = conclusions(Format::Knockout { third_place: false, extras: 0 }, 8, 99);
    assert_eq!(keys(&knockout)[0], "final-won");
    let semi_finals = conclusions(Format::Knockout { third_place: true, extras: 0 }, 8, 4);
    let Argument::List(left) = gap(&semi_finals[0], "names") else { panic!("{semi_finals:?}") };
    assert_eq!((keys(&semi_finals)[0], left.len()), ("still-in", 4));
}

/// The keys of all conclusions.
fn keys(conclusions: &[Conclusion]) -> Vec<&'static str> {
    conclusions.iter().map(|conclusion| conclusion.says.key).collect()
}

/// A value of a conclusion's sentence.
fn gap(conclusion: &Conclusion, gap: &str) -> Argument {
    conclusion.says.arguments[gap].clone()
}

#[test]
fn pairs_that_repeat_others_count_for_no_interval() {
    let points = Points::ByGame { games: 2 * PAIRS as u32 };
    let mut sample = played(Format::RoundRobin { cycles: 8 }, points, 2, 99, 3);
    let fresh = Tables::of(&sample).expect("of this tournament");
    // The tournament has the same matches twice: all pairs of its second half are copies.
    sample.schedule = Schedule::new(Format::RoundRobin { cycles: 16 }, points, 2, 3).expect("one");
    let matches = sample.matches.clone();
    sample.matches.extend(matches.iter().map(|totals| {
        let pairing = Pairing { round: totals.pairing.round + 8, ..totals.pairing };
        MatchFacts { pairing, repeated: Tally { fouls: [0; 2], ..totals.tally }, ..*totals }
    }));
    let tables = Tables::of(&sample).expect("of this tournament");
    let [duel, before] = [&tables.duels[0], &fresh.duels[0]];
    assert_eq!((duel.share, duel.mean_margin), (before.share, before.mean_margin));
    assert_eq!(
        (duel.verdict.key, &duel.verdict.arguments["verdict"]),
        ("copies-too", &Argument::from(before.verdict.clone()))
    );
    assert_eq!(duel.verdict.arguments["copies"], Argument::Number(48));
    assert_eq!(
        duel.seen_by(Ordinal(1)).expect("one of them").1.share,
        before.seen_by(Ordinal(1)).expect("too").1.share
    );
    let elo = |tables: &Tables| tables.ratings.as_ref().expect("ratings").participants[0].elo;
    assert_eq!(elo(&tables), elo(&fresh));
    let games = |tables: &Tables| {
        tables
            .ratings
            .as_ref()
            .expect("ratings")
            .participants
            .iter()
            .map(|rated| rated.games)
            .sum::<u64>()
    };
    assert_eq!((games(&tables), games(&fresh)), (2 * 48, 2 * 48), "those that the ratings are of");
    assert_eq!(tables.standings[0].mean_margin, fresh.standings[0].mean_margin);
    assert_eq!((tables.progress.games, tables.progress.repeated), (96, 48));
    let evidence =
        text!("evidence", n = 48_u64, all = 96_u64, advice = Message::plain("Change something."));
    assert_eq!(tables.conclusions[2].says, evidence);
}

#[test]
fn a_test_that_was_given_up_says_so() {
    let test = Some(Test { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 });
    let says = |most| {
        let sample = played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, most, 3);
        let facts = Facts { test, ..sample };
        Tables::of(&facts).expect("of this tournament").conclusions.remove(1)
    };
    let given_up = says(1);
    assert_eq!((given_up.says.key, gap(&given_up, "n")), ("test-given-up", Argument::Number(6)));
    assert!(["test-is-open", "test-needs-more"].contains(&says(0).says.key));
}

#[test]
fn a_test_that_is_decided_says_no_more_than_it_knows() {
    let test = Some(Test { elo0: -5.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let says = |pairs: [u64; 5], most| {
        let mut sample = played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, 1, 3);
        sample.matches[0] = MatchFacts {
            tally: Tally { pairs, wins: [1, 1], ..Tally::default() },
            pairs: most,
            ..sample.matches[0]
        };
        let facts = Facts { test, ..sample };
        Tables::of(&facts).expect("of this tournament").conclusions
    };
    for (pairs, key, elo) in
        [([0, 0, 0, 0, 100], "test-h1", "-5"), ([100, 0, 0, 0, 0], "test-h0", "50")]
    {
        let first = &says(pairs, 100)[0];
        assert_eq!((first.says.key, gap(first, "elo")), (key, Argument::Decimal(elo.to_string())));
    }
    // If an unfinished pair comes before the deciding pair, the test is not decided.
    assert_eq!(keys(&says([0, 0, 0, 0, 100], 101))[1], "test-waits-for-order");
}

/// Matches of two games each, with these margins for the participant named first.
fn with_margins(format: Format, participants: usize, margin: impl Fn(Pairing) -> i64) -> Facts {
    let mut sample = played(format, Points::ByMatch, participants, 0, 3);
    sample.matches.clear();
    while let Next::Play(open) = {
        let results: Vec<_> = sample.matches.iter().map(MatchFacts::finished).collect();
        sample.schedule.next(&results).expect("of this tournament")
    } {
        sample.matches.extend(open.into_iter().map(|pairing| {
            let margin = margin(pairing);
            let tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], margin, ..Tally::default() };
            MatchFacts { pairing, pairs: 1, tally, repeated: Tally::default(), by_default: false }
        }));
    }
    sample
}

/// A round robin of three participants. The margins belong to three matches: 0 against 1, 1 against
/// 2, and 2 against 0.
fn in_a_ring(margins: [i64; 3]) -> Facts {
    with_margins(Format::RoundRobin { cycles: 1 }, 3, |pairing| {
        let [one, other] = pairing.players();
        if (one + 1) % 3 == other { margins[one] } else { -margins[other] }
    })
}

#[test]
fn those_who_are_level_in_everything_share_a_place() {
    let tables = Tables::of(&in_a_ring([4, 4, 4])).expect("of this tournament");
    assert_eq!(
        tables.standings.iter().map(|line| line.place.to_string()).collect::<String>(),
        "111"
    );
    let shared = &tables.conclusions[0];
    let Argument::List(names) = gap(shared, "names") else { panic!("{shared:?}") };
    assert_eq!((shared.says.key, names.len()), ("shared", 3), "all three are named");
    let tables = Tables::of(&in_a_ring([4, 4, 9])).expect("of this tournament");
    assert_eq!(
        tables.standings.iter().map(|line| line.participant.0).collect::<Vec<_>>(),
        [2, 1, 0]
    );
    assert_eq!(gap(&tables.conclusions[0], "decides"), text!("margin-of-all").into());
}

#[test]
fn a_bye_alone_makes_no_leader() {
    let mut sample = played(Format::Swiss { rounds: 2 }, Points::ByMatch, 3, 0, 3);
    sample.matches[0].tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], ..Tally::default() };
    let tables = Tables::of(&sample).expect("of this tournament");
    assert!(tables.standings[0].had_bye);
    let says = &tables.conclusions[0].says;
    assert_eq!(
        (says.key, says.arguments["points"].told(Language::English).as_str()),
        ("bye-first-provided", "3")
    );
}

#[test]
fn a_final_that_only_the_seed_decided_is_no_win() {
    let knockout = Format::Knockout { third_place: false, extras: 1 };
    let level = with_margins(knockout, 2, |_| 0);
    let tables = Tables::of(&level).expect("of this tournament");
    assert_eq!(keys(&tables.conclusions)[0], "final-tied");
    let page = files(&tables).into_iter().find(|file| file.path == "index.html").expect("the page");
    let page = String::from_utf8(page.bytes).expect("UTF-8");
    assert!(page.contains(" wins as the better seed") && !page.contains("class=\"winner\""));
    let won = Tables::of(&with_margins(knockout, 2, |_| 5)).expect("of this tournament");
    assert!(keys(&won.conclusions)[0] == "final-won" && !won.bracket[0].by_seed);
}
