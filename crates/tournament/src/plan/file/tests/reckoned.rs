//! Tests of what is said before the start about the length of a tournament.

use std::time::Duration;

use super::announced;
use crate::plan::{Announcement, Reckoning};

fn of(format: &str, more: &str, players: usize) -> Announcement {
    let player = |number| format!("[[player]]\nengine = 1\nname = \"P{number}\"\n");
    let players: String = (0..players).map(player).collect();
    announced(&format!("title = \"t\"\ngame = \"mnk\"\n{more}\n{format}\n{players}"))
}

fn of_games(announcement: &Announcement, processors: u64) -> Reckoning {
    Reckoning::of(announcement, games::find("mnk").expect("a game"), processors)
}

const TEN_SECONDS: &str = "time.game = \"10s\"";
const ROUND: &str = "format.kind = \"round-robin\"";

#[test]
fn games_and_their_longest_time_are_known_before_the_start() {
    let seconds = |all: u64| Some(Duration::from_secs(all));
    let robin = of(ROUND, &format!("games = 4\n{TEN_SECONDS}"), 10);
    // 45 matches of two pairs, and a pair of games takes 40 seconds at most.
    let one = of_games(&robin, 1);
    assert_eq!((one.games, one.most_games, one.longest), (180, 180, seconds(90 * 40)));
    let four = of_games(&robin, 4);
    assert_eq!(four.longest, seconds(93 * 40 / 4));
    assert_eq!(of_games(&robin, 0).longest, None);
    let knockout = of("format = { kind = \"knockout\", extras = 1 }", TEN_SECONDS, 8);
    let knockout = of_games(&knockout, 1);
    assert_eq!((knockout.games, knockout.most_games, knockout.longest), (14, 28, seconds(14 * 40)));
    let swiss = of("format = { kind = \"swiss\", rounds = 3 }", TEN_SECONDS, 8);
    // With a processor for each match, each round takes the time of a match.
    assert!(of_games(&swiss, 4).longest >= seconds(3 * 40));
    // A game on nine squares has nine half-moves.
    for (clock, game) in [
        ("time.move = \"1s\"", 9),
        ("time = { game = \"1s\", increment = \"1s\" }", 2 + 9),
        ("time = { game = \"1s\", move = \"1s\" }", 2),
        ("time = { game = \"9s\", move = \"1s\" }", 9),
    ] {
        assert_eq!(of_games(&of(ROUND, clock, 3), 1).longest, seconds(6 * game), "{clock}");
    }
    let stages =
        "[[stage]]\nkind = \"round-robin\"\n[[stage]]\nkind = \"round-robin\"\nadvance = 3";
    assert_eq!(of_games(&of(stages, TEN_SECONDS, 4), 1).longest, seconds((6 + 3) * 40));
}

#[test]
fn a_tournament_that_may_be_too_long_is_refused_and_smaller_ones_are_named() {
    let robin = |within: &str, games: u64| {
        of(ROUND, &format!("games = {games}\nwithin = \"{within}\"\n{TEN_SECONDS}"), 10)
    };
    let check = |announcement: &Announcement| of_games(announcement, 1).check(announcement);
    assert!(check(&robin("60m", 4)).is_ok());
    let refused = check(&robin("59m", 4)).expect_err("it may take an hour").to_string();
    assert!(refused.contains("games = 2;") || refused.contains("games = 2, or"), "{refused}");
    // What is named fits, and nothing greater does.
    assert!(check(&robin("59m", 2)).is_ok());
    let refused = check(&robin("10m", 4)).expect_err("it may take an hour").to_string();
    assert!(refused.contains("a shorter clock"), "five pairs a round: three rounds, not four");
    let refused = check(&robin("14m", 4)).expect_err("it may take an hour").to_string();
    assert!(!refused.contains("fits games =,") && refused.contains("rounds = 4"), "{refused}");
    assert!(check(&robin("1m", 4)).is_err());
    let idle = of_games(&robin("60m", 4), 0);
    assert!(idle.check(&robin("60m", 4)).is_err(), "who plays nothing never ends");
    // The limit is about a machine, and is no term of the tournament.
    assert_eq!(robin("60m", 4).digest(), robin("59m", 4).digest());
}
