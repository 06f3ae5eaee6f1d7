//! Tests of the sentences about a tournament.

use super::*;

#[test]
fn what_a_tournament_proves_is_said() {
    let said = |format, participants, most| {
        let sample = Sample::played(format, Points::ByMatch, participants, most, 3);
        Tables::of(&sample.facts()).expect("of this tournament").conclusions
    };
    let sample = Sample::played(Format::Swiss { rounds: 2 }, Points::ByMatch, 5, 0, 3);
    let nothing =
        Tables::of(&Facts { matches: &[], ..sample.facts() }).expect("of this tournament");
    assert_eq!(nothing.conclusions, ["No game has been played yet."]);
    let last = |reasons: &[String]| {
        let facts = Facts { void: reasons, ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").conclusions.pop().expect("it is said last")
    };
    let reasons = ["A was late", "B was late"].map(String::from);
    assert_eq!(last(&reasons[..1]), "1 game was void, and was played again: A was late.");
    assert_eq!(
        last(&reasons),
        "2 games were void, and were played again. The first reason: A was late."
    );
    let doubtful =
        Tables::of(&Facts { doubtful: 3, ..sample.facts() }).expect("of this tournament");
    assert!(
        doubtful.progress.doubtful == 3 && doubtful.conclusions[0].contains("busy"),
        "it belongs to the headline"
    );
    let round_robin = said(Format::RoundRobin { cycles: 1 }, 6, 99);
    assert!(
        round_robin[0].contains(" wins with ") || round_robin[0].contains(" wins: "),
        "{round_robin:?}"
    );
    assert!(
        round_robin[1].starts_with("Not decided yet: ")
            || round_robin[1].contains(" is stronger than ")
    );
    let duel = said(Format::Duel, 2, 1);
    assert!(
        duel[0].starts_with("Not decided yet: at least 6 more games are needed, since "),
        "{duel:?}"
    );
    let gauntlet = said(Format::Gauntlet { challengers: 2 }, 9, 99);
    assert!(gauntlet[0].contains(" against all who are not challengers: "), "{gauntlet:?}");
    let knockout = said(Format::Knockout { third_place: false, extras: 0 }, 8, 99);
    assert!(knockout[0].ends_with(" wins the final."), "{knockout:?}");
    let semi_finals = said(Format::Knockout { third_place: true, extras: 0 }, 8, 4);
    assert_eq!(semi_finals[0].matches(" & ").count(), 4, "{semi_finals:?}");
}

#[test]
fn pairs_that_repeat_others_count_for_no_interval() {
    let points = Points::ByGame { games: 2 * PAIRS as u32 };
    let mut sample = Sample::played(Format::RoundRobin { cycles: 8 }, points, 2, 99, 3);
    let fresh = Tables::of(&sample.facts()).expect("of this tournament");
    // The tournament has the same matches twice: all pairs of its second half are copies.
    let again = Sample {
        schedule: Schedule::new(Format::RoundRobin { cycles: 16 }, points, 2, 3).expect("one"),
        ..sample
    };
    sample = again;
    let matches = sample.matches.clone();
    sample.matches.extend(matches.iter().map(|met| {
        let pairing = Pairing { round: met.pairing.round + 8, ..met.pairing };
        MatchFacts { pairing, repeated: Tally { fouls: [0; 2], ..met.tally }, ..*met }
    }));
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    let [duel, before] = [&tables.duels[0], &fresh.duels[0]];
    assert_eq!((duel.share, duel.mean_margin), (before.share, before.mean_margin));
    assert_eq!(
        duel.verdict,
        format!(
            "{}; 48 other games are copies of these 48, and prove nothing more",
            before.verdict
        )
    );
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
            .map(|its| its.games)
            .sum::<u64>()
    };
    assert_eq!((games(&tables), games(&fresh)), (2 * 48, 2 * 48), "those that the ratings are of");
    assert_eq!(tables.standings[0].mean_margin, fresh.standings[0].mean_margin);
    assert_eq!((tables.progress.games, tables.progress.repeated), (96, 48));
    let said = &tables.conclusions[2];
    assert!(
        said.starts_with("Only 48 of 96 games are evidence. ")
            && said.ends_with(" Change something."),
        "{said}"
    );
}

#[test]
fn a_test_that_was_given_up_says_so() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
    let said = |most| {
        let sample =
            Sample::played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, most, 3);
        let facts = Facts { test: Some(&test), ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").conclusions.join(" ")
    };
    assert!(
        said(1).contains("The sequential test was given up after 6 games, undecided ("),
        "{}",
        said(1)
    );
    assert!(said(0).contains("The sequential test is not decided yet ("), "{}", said(0));
}

#[test]
fn a_test_that_is_decided_says_no_more_than_it_knows() {
    let test = Sprt::new(-5.0, 50.0, 0.05, 0.05).expect("a test");
    let said_of = |pairs: [u64; 5], most| {
        let mut sample =
            Sample::played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, 1, 3);
        sample.matches[0] = MatchFacts {
            tally: Tally { pairs, wins: [1, 1], ..Tally::default() },
            pairs: most,
            ..sample.matches[0]
        };
        let facts = Facts { test: Some(&test), ..sample.facts() };
        Tables::of(&facts).expect("of this tournament").conclusions.join(" ")
    };
    let said = |pairs| said_of(pairs, 100);
    assert!(
        said([0, 0, 0, 0, 100]).contains(" is at least 50 Elo points stronger ("),
        "{}",
        said([0, 0, 0, 0, 100])
    );
    assert!(
        said([100, 0, 0, 0, 0]).contains(" is at most −5 Elo points stronger ("),
        "{}",
        said([100, 0, 0, 0, 0])
    );
    // If an unfinished pair comes before the deciding pair, the test is not decided.
    let open = said_of([0, 0, 0, 0, 100], 101);
    assert!(
        open.contains("The sequential test is not decided yet (") && !open.contains("accepts"),
        "{open}"
    );
}

/// Matches of two games each, with these margins for the participant named first.
fn with_margins(format: Format, participants: usize, margin: impl Fn(Pairing) -> i64) -> Sample {
    let mut sample = Sample::played(format, Points::ByMatch, participants, 0, 3);
    sample.matches.clear();
    while let Next::Play(open) = {
        let results: Vec<_> = sample.matches.iter().map(MatchFacts::finished).collect();
        sample.schedule.next(&results).expect("of this tournament")
    } {
        sample.matches.extend(open.into_iter().map(|pairing| {
            let margin = margin(pairing);
            let tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], margin, ..Tally::default() };
            MatchFacts { pairing, pairs: 1, tally, repeated: Tally::default() }
        }));
    }
    sample
}

/// A round robin of three participants. The margins belong to three matches: 0 against 1, 1 against
/// 2, and 2 against 0.
fn in_a_ring(margins: [i64; 3]) -> Sample {
    with_margins(Format::RoundRobin { cycles: 1 }, 3, |pairing| {
        let [one, other] = pairing.players();
        if (one + 1) % 3 == other { margins[one] } else { -margins[other] }
    })
}

#[test]
fn those_who_are_level_in_everything_share_a_place() {
    let tables = Tables::of(&in_a_ring([4, 4, 4]).facts()).expect("of this tournament");
    assert_eq!(
        tables.standings.iter().map(|line| line.place.to_string()).collect::<String>(),
        "111"
    );
    let said = &tables.conclusions[0];
    assert!(said.contains(" share the first place"), "{said}");
    assert_eq!(said.matches(" & ").count(), 3, "all three are named: {said}");
    let tables = Tables::of(&in_a_ring([4, 4, 9]).facts()).expect("of this tournament");
    assert_eq!(
        tables.standings.iter().map(|line| line.participant.0).collect::<Vec<_>>(),
        [2, 1, 0]
    );
    let said = &tables.conclusions[0];
    assert!(said.contains("the margin of all games decides"), "{said}");
}

#[test]
fn a_bye_alone_makes_no_leader() {
    let mut sample = Sample::played(Format::Swiss { rounds: 2 }, Points::ByMatch, 3, 0, 3);
    sample.matches[0].tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], ..Tally::default() };
    let tables = Tables::of(&sample.facts()).expect("of this tournament");
    assert!(tables.standings[0].had_bye);
    let said = &tables.conclusions[0];
    assert!(
        !said.contains(" leads")
            && said.contains(" stands first with 3 points for a bye, and has not played"),
        "{said}"
    );
}

#[test]
fn a_final_that_only_the_seed_decided_is_no_win() {
    let knockout = Format::Knockout { third_place: false, extras: 1 };
    let level = with_margins(knockout, 2, |_| 0);
    let tables = Tables::of(&level.facts()).expect("of this tournament");
    assert!(tables.conclusions[0].starts_with("The final was tied: "), "{:?}", tables.conclusions);
    assert!(
        tables.conclusions[0].ends_with(" wins it as the better seed."),
        "{:?}",
        tables.conclusions
    );
    let page = files(&tables).into_iter().find(|file| file.path == "index.html").expect("the page");
    let page = String::from_utf8(page.bytes).expect("UTF-8");
    assert!(page.contains(" wins as the better seed") && !page.contains("class=\"winner\""));
    let won = Tables::of(&with_margins(knockout, 2, |_| 5).facts()).expect("of this tournament");
    assert!(
        won.conclusions[0].ends_with(" wins the final.") && !won.bracket[0].by_seed,
        "{:?}",
        won.conclusions
    );
}
