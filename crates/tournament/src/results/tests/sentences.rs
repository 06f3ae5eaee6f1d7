//! Tests of the sentences about a tournament.

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
    assert_eq!(nothing.conclusions, ["No game has been played yet."]);
    let last = |reasons: &[String]| {
        let facts = Facts { void: reasons.to_vec(), ..sample.clone() };
        Tables::of(&facts).expect("of this tournament").conclusions.pop().expect("it is said last")
    };
    let reasons = ["A was late", "B was late"].map(String::from);
    assert_eq!(last(&reasons[..1]), "1 game was void, and was played again: A was late.");
    assert_eq!(
        last(&reasons),
        "2 games were void, and were played again. The first reason: A was late."
    );
    let doubtful = Facts { doubtful: 3, ..sample.clone() };
    let doubtful = Tables::of(&doubtful).expect("of this tournament");
    assert!(
        doubtful.progress.doubtful == 3 && doubtful.conclusions[0].contains("busy"),
        "it belongs to the headline"
    );
    let round_robin = conclusions(Format::RoundRobin { cycles: 1 }, 6, 99);
    assert!(
        round_robin[0].contains(" wins with ") || round_robin[0].contains(" wins: "),
        "{round_robin:?}"
    );
    assert!(
        round_robin[1].starts_with("Not decided yet: ")
            || round_robin[1].contains(" is stronger than ")
    );
    let duel = conclusions(Format::Duel, 2, 1);
    assert!(
        duel[0].starts_with("Not decided yet: at least 6 more games are needed, since "),
        "{duel:?}"
    );
    let gauntlet = conclusions(Format::Gauntlet { challengers: 2 }, 9, 99);
    assert!(gauntlet[0].contains(" against all who are not challengers: "), "{gauntlet:?}");
    let knockout = conclusions(Format::Knockout { third_place: false, extras: 0 }, 8, 99);
    assert!(knockout[0].ends_with(" wins the final."), "{knockout:?}");
    let semi_finals = conclusions(Format::Knockout { third_place: true, extras: 0 }, 8, 4);
    assert_eq!(semi_finals[0].matches(" & ").count(), 4, "{semi_finals:?}");
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
            .map(|rated| rated.games)
            .sum::<u64>()
    };
    assert_eq!((games(&tables), games(&fresh)), (2 * 48, 2 * 48), "those that the ratings are of");
    assert_eq!(tables.standings[0].mean_margin, fresh.standings[0].mean_margin);
    assert_eq!((tables.progress.games, tables.progress.repeated), (96, 48));
    let text = &tables.conclusions[2];
    assert!(
        text.starts_with("Only 48 of 96 games are evidence. ")
            && text.ends_with(" Change something."),
        "{text}"
    );
}

#[test]
fn a_test_that_was_given_up_says_so() {
    let test = Some(Test { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 });
    let text = |most| {
        let sample = played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, most, 3);
        let facts = Facts { test, ..sample };
        Tables::of(&facts).expect("of this tournament").conclusions.join(" ")
    };
    assert!(
        text(1).contains("The sequential test was given up after 6 games, undecided ("),
        "{}",
        text(1)
    );
    assert!(text(0).contains("The sequential test is not decided yet ("), "{}", text(0));
}

#[test]
fn a_test_that_is_decided_says_no_more_than_it_knows() {
    let test = Some(Test { elo0: -5.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let text_of = |pairs: [u64; 5], most| {
        let mut sample = played(Format::Duel, Points::ByGame { games: 2 * PAIRS as u32 }, 2, 1, 3);
        sample.matches[0] = MatchFacts {
            tally: Tally { pairs, wins: [1, 1], ..Tally::default() },
            pairs: most,
            ..sample.matches[0]
        };
        let facts = Facts { test, ..sample };
        Tables::of(&facts).expect("of this tournament").conclusions.join(" ")
    };
    let text = |pairs| text_of(pairs, 100);
    assert!(
        text([0, 0, 0, 0, 100]).contains(" is at least 50 Elo points stronger ("),
        "{}",
        text([0, 0, 0, 0, 100])
    );
    assert!(
        text([100, 0, 0, 0, 0]).contains(" is at most −5 Elo points stronger ("),
        "{}",
        text([100, 0, 0, 0, 0])
    );
    // If an unfinished pair comes before the deciding pair, the test is not decided.
    let open = text_of([0, 0, 0, 0, 100], 101);
    assert!(
        open.contains("The sequential test is not decided yet (") && !open.contains("accepts"),
        "{open}"
    );
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
            MatchFacts { pairing, pairs: 1, tally, repeated: Tally::default() }
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
    let text = &tables.conclusions[0];
    assert!(text.contains(" share the first place"), "{text}");
    assert_eq!(text.matches(" & ").count(), 3, "all three are named: {text}");
    let tables = Tables::of(&in_a_ring([4, 4, 9])).expect("of this tournament");
    assert_eq!(
        tables.standings.iter().map(|line| line.participant.0).collect::<Vec<_>>(),
        [2, 1, 0]
    );
    let text = &tables.conclusions[0];
    assert!(text.contains("the margin of all games decides"), "{text}");
}

#[test]
fn a_bye_alone_makes_no_leader() {
    let mut sample = played(Format::Swiss { rounds: 2 }, Points::ByMatch, 3, 0, 3);
    sample.matches[0].tally = Tally { draws: 2, pairs: [0, 0, 1, 0, 0], ..Tally::default() };
    let tables = Tables::of(&sample).expect("of this tournament");
    assert!(tables.standings[0].had_bye);
    let text = &tables.conclusions[0];
    assert!(
        !text.contains(" leads")
            && text.contains(" stands first with 3 points for a bye, and has not played"),
        "{text}"
    );
}

#[test]
fn a_final_that_only_the_seed_decided_is_no_win() {
    let knockout = Format::Knockout { third_place: false, extras: 1 };
    let level = with_margins(knockout, 2, |_| 0);
    let tables = Tables::of(&level).expect("of this tournament");
    assert!(tables.conclusions[0].starts_with("The final was tied: "), "{:?}", tables.conclusions);
    assert!(
        tables.conclusions[0].ends_with(" wins it as the better seed."),
        "{:?}",
        tables.conclusions
    );
    let page = files(&tables).into_iter().find(|file| file.path == "index.html").expect("the page");
    let page = String::from_utf8(page.bytes).expect("UTF-8");
    assert!(page.contains(" wins as the better seed") && !page.contains("class=\"winner\""));
    let won = Tables::of(&with_margins(knockout, 2, |_| 5)).expect("of this tournament");
    assert!(
        won.conclusions[0].ends_with(" wins the final.") && !won.bracket[0].by_seed,
        "{:?}",
        won.conclusions
    );
}
