//! Tests of ratings against published fits.

use super::*;

use super::newton::Fit;

/// Fits a table without a prior: row `a` has the wins of player `a` over each player.
fn by_wins<const N: usize>(wins: &[[u64; N]; N]) -> (Vec<Duel>, Fit) {
    let cells = (0..N).flat_map(|a| (0..a).map(move |b| [a, b]));
    let meeting = |players @ [a, b]: [usize; 2]| {
        let games = [wins[b][a], 0, wins[a][b]];
        Meeting { players, games, ..Meeting::default() }
    };
    let meetings: Vec<Meeting> = cells.map(meeting).collect();
    let duels = merged(N, &meetings).expect("players");
    let fit = Fit::find(N, &duels, 0.0).expect("a maximum");
    (duels, fit)
}

/// Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto: the American League's East
/// in 1987, home and away. Agresti, "Categorical Data Analysis", 2nd edition, 2002, section 10.6.
const BASEBALL: [[u64; 7]; 7] = [
    [0, 1, 7, 4, 2, 3, 1],
    [12, 0, 7, 2, 6, 7, 6],
    [6, 6, 0, 4, 4, 6, 5],
    [9, 11, 9, 0, 6, 5, 7],
    [11, 7, 9, 7, 0, 7, 9],
    [10, 6, 7, 8, 6, 0, 6],
    [12, 7, 8, 6, 4, 7, 0],
];

#[test]
fn baseball_is_rated_as_by_agresti() {
    let (_, fit) = by_wins(&BASEBALL);
    // The ratings in table 10.11, and the standard errors that R's BradleyTerry2 prints. Both are
    // relative to Baltimore.
    let published = [
        (1.1077, 0.3339),
        (0.6839, 0.3319),
        (1.4364, 0.3396),
        (1.5814, 0.3433),
        (1.2476, 0.3359),
        (1.2945, 0.3367),
    ];
    for (team, (strength, error)) in (1..).zip(published) {
        assert!(
            (fit.strengths[team] - fit.strengths[0] - strength).abs() < 6e-5,
            "team {team}: {:?}",
            fit.strengths
        );
        assert!((fit.inverse.of_difference([team, 0]).sqrt() - error).abs() < 6e-5, "team {team}");
    }
}

#[test]
fn superiority_is_the_published_one() {
    // The values come from fastchess, app/tests/elo_test.cpp: the wins, losses and draws, or the
    // pairs, and then the likelihood of superiority in percent.
    let meetings = [
        (Meeting { players: [0, 1], games: [89, 123, 76], pairs: [0; 5] }, 15.53),
        (Meeting { players: [0, 1], games: [96, 111, 136], pairs: [0; 5] }, 99.60),
        (Meeting { players: [0, 1], games: [0; 3], pairs: [332, 433, 457 + 41, 333, 334] }, 5.05),
    ];
    for (meeting, published) in meetings {
        let ratings = rate(2, std::slice::from_ref(&meeting)).expect("players");
        let percent = 100.0 * ratings.superiority(0, 1).expect("linked");
        // The prior and the additional results move the percentage by no more than this difference.
        assert!((percent - published).abs() < 0.2, "{meeting:?}: {percent}, not {published}");
    }
}

#[test]
fn without_a_prior_an_unbeaten_player_has_no_rating() {
    let meeting = Meeting { players: [0, 1], pairs: [0, 0, 0, 0, 10], ..Meeting::default() };
    assert!(rate_with(0.0, 2, std::slice::from_ref(&meeting)).is_err());
    let ratings = rate(2, &[meeting]).expect("a prior");
    let elo = |player: usize| ratings.standings[player].elo.expect("a rating");
    let [unbeaten, beaten] = [elo(0), elo(1)];
    assert!(unbeaten.value > 200.0 && unbeaten.value < 1000.0, "{unbeaten:?}");
    // A rating 50 above the mean of the two is 100 above the opponent's, and predicts 64 % of the
    // points.
    assert!(
        unbeaten.low > 50.0 && unbeaten.low < unbeaten.value && unbeaten.high == f64::INFINITY,
        "{unbeaten:?}"
    );
    assert!(
        (beaten.high + unbeaten.low).abs() < 1e-6 && beaten.low == f64::NEG_INFINITY,
        "{beaten:?}"
    );
    assert!(ratings.superiority(0, 1).expect("linked") > 0.975, "{:?}", ratings.superiority(0, 1));
}

#[test]
fn two_players_have_the_interval_of_their_pairs() {
    let pairs = [300, 400, 457, 433, 332];
    let ratings =
        rate(2, &[Meeting { players: [1, 0], pairs, ..Meeting::default() }]).expect("players");
    let share = crate::share(&pairs).expect("pairs");
    let [low, high] = [share.low, share.high].map(crate::elo::elo_of);
    let [loser, winner] = [&ratings.standings[0], &ratings.standings[1]];
    // Each of two players is half the difference away from their mean.
    let [loser, winner] = [loser, winner].map(|standing| standing.elo.expect("a rating"));
    assert!(
        (2.0 * winner.value / crate::elo::elo_of(share.value) - 1.0).abs() < 0.002,
        "{winner:?}"
    );
    assert!((loser.value + winner.value).abs() < 1e-9);
    assert!((2.0 * (winner.high - winner.low) / (high - low) - 1.0).abs() < 0.003, "{winner:?}");
    assert!(
        (2.0 * winner.low - low).abs() < 0.1 && (2.0 * loser.low + high).abs() < 0.1,
        "{winner:?}, {low}, {high}"
    );
}

#[test]
fn how_a_table_is_written_down_does_not_matter() {
    let whole = [Meeting { players: [0, 1], pairs: [3, 1, 4, 1, 5], games: [9, 2, 6] }];
    let parts = [
        Meeting { players: [1, 0], pairs: [4, 1, 3, 1, 3], games: [5, 1, 4] },
        Meeting { players: [0, 1], pairs: [0, 0, 1, 0, 1], games: [5, 1, 1] },
    ];
    assert_eq!(rate(2, &whole).expect("players"), rate(2, &parts).expect("players"));
}

#[test]
fn groups_that_never_met_are_not_compared() {
    let meeting = |players, pairs| Meeting { players, pairs, games: [0; 3] };
    let table = [
        meeting([0, 3], [2, 3, 4, 5, 6]),
        meeting([2, 4], [9, 0, 5, 0, 1]),
        meeting([1, 1 + 4], [0; 5]),
    ];
    let ratings = rate(6, &table).expect("players");
    let groups: Vec<usize> = ratings.standings.iter().map(|standing| standing.group).collect();
    assert_eq!(groups, [0, 1, 2, 0, 2, 3]);
    assert!(!ratings.is_connected());
    assert_eq!((ratings.standings[1].elo, ratings.standings[5].elo), (None, None));
    assert_eq!(
        (ratings.difference([0, 2]), ratings.superiority(1, 5), ratings.superiority(0, 9)),
        (None, None, None)
    );
    assert!(
        ratings.superiority(0, 3).expect("linked") > 0.5
            && ratings.superiority(2, 4).expect("linked") < 0.5
    );
    let superior = |a, b| ratings.superiority(a, b);
    assert!(
        (superior(0, 3).expect("linked") + superior(3, 0).expect("linked") - 1.0).abs() < 1e-12
    );
    assert_eq!((superior(0, 0), superior(1, 1)), (Some(0.5), None));
    let sum = [2, 4]
        .map(|player: usize| ratings.standings[player].elo.expect("a rating").value)
        .iter()
        .sum::<f64>();
    assert!(sum.abs() < 1e-9);
}

#[test]
fn whoever_wins_or_loses_everything_widens_no_other_bar() {
    let meeting = |players, pairs| Meeting { players, pairs, games: [0; 3] };
    let close = [
        meeting([0, 1], [3, 8, 24, 11, 5]),
        meeting([1, 2], [2, 8, 24, 8, 2]),
        meeting([0, 2], [4, 6, 20, 9, 4]),
    ];
    // Player 3 loses to all, player 4 loses to all others, and player 5 beats all.
    let lost = |opponent, loser| meeting([opponent, loser], [0, 0, 0, 0, 40]);
    let far = [lost(0, 3), lost(1, 3), lost(2, 3), lost(3, 4), lost(1, 4), lost(5, 0), lost(5, 3)];
    let alone = rate(3, &close).expect("players");
    let ratings = rate(6, &[&close[..], &far[..]].concat()).expect("players");
    assert_eq!(alone.standings, ratings.standings[..3]);
    assert_eq!(alone.difference([0, 2]), ratings.difference([0, 2]));
    let [last_but_one, last, first] =
        [3, 4, 5].map(|player: usize| ratings.standings[player].elo.expect("linked"));
    assert!(last.value < last_but_one.value && last_but_one.value < -200.0, "{last:?}");
    assert!(last.low == f64::NEG_INFINITY && first.high == f64::INFINITY, "{first:?}");
    assert!(first.low > 0.0 && first.value > 200.0, "{first:?}");
    assert!(ratings.superiority(5, 0).expect("linked") > 0.975);
}

#[test]
fn nonsense_is_refused() {
    let meeting = |players| [Meeting { players, ..Meeting::default() }];
    assert!(rate(2, &meeting([0, 2])).is_err() && rate(2, &meeting([1, 1])).is_err());
    assert_eq!(rate(0, &[]).expect("nobody").standings, []);
}

#[test]
fn any_table_has_finite_ratings() {
    let meeting = |players, pairs| Meeting { players, pairs, games: [0; 3] };
    for table in [
        vec![meeting([0, 1], [0, 0, 0, 0, 1_000_000_000]), meeting([1, 2], [1_000_000_000; 5])],
        vec![meeting([0, 1], [0, 0, 0, 0, 1_000_000]), meeting([1, 2], [0, 0, 0, 0, 1])],
        vec![meeting([0, 1], [0, 0, 1, 0, 0]), meeting([1, 2], [0, 0, 1, 0, 0])],
    ] {
        let ratings = rate(3, &table).expect("players");
        for standing in &ratings.standings {
            let elo = standing.elo.expect("linked");
            assert!(
                elo.value.is_finite() && elo.low < elo.value && elo.value < elo.high,
                "{standing:?} of {table:?}"
            );
        }
    }
    // The first meeting has so many games that the few games of the second meeting are lost in
    // rounding. The result may be an error or finite ratings.
    if let Ok(ratings) =
        rate(3, &[meeting([0, 1], [0, 0, 0, 0, u64::MAX]), meeting([1, 2], [1; 5])])
    {
        assert!(
            ratings.standings.iter().all(|standing| standing
                .elo
                .expect("linked")
                .value
                .is_finite())
        );
    }
}

#[test]
fn no_step_leads_too_far() {
    // Two tables from random searches. For the first table, Newton's method finds a maximum only if
    // steps that lower the likelihood are halved. For the second table, it finds a maximum only if
    // steps are bounded.
    let meeting = |(players, games)| Meeting { players, games, ..Meeting::default() };
    let halving = [
        ([1, 0], [464_158, 0, 38]),
        ([2, 0], [630, 0, 1_380]),
        ([3, 1], [0, 0, 584_341]),
        ([3, 2], [0, 0, 1_791_980]),
    ];
    let bounding = [
        ([2, 1], [0, 0, 165_958]),
        ([3, 0], [1_423_420, 0, 0]),
        ([3, 1], [1_258_925, 0, 0]),
        ([3, 2], [5, 0, 0]),
        ([4, 0], [212, 0, 0]),
        ([4, 1], [3, 0, 1_096]),
        ([4, 2], [0, 0, 2_670_955]),
        ([4, 3], [2, 0, 0]),
    ];
    assert!(rate(4, &halving.map(meeting)).is_ok() && rate(5, &bounding.map(meeting)).is_ok());
}
