//! Tests of the clocks, boards and points that a tournament's file announces.

use std::time::Duration;

use crate::plan::{Announcement, Boards, Following, Scoring, System};
use rules::TimeControl;

use super::{announced, refused};

fn of(game: &str, rest: &str) -> Announcement {
    let players = "[[player]]\nengine = 1\n[[player]]\nengine = 2\n[[player]]\nengine = 3\n";
    announced(&format!("title = \"t\"\ngame = \"{game}\"\n{rest}\n{players}"))
}

const ROUND: &str = "format.kind = \"round-robin\"";

#[test]
fn clocks_are_the_games_own_unless_set() {
    let ms = Duration::from_millis;
    let time = |game: &str, time: &str| of(game, &format!("{ROUND}\n[time]\n{time}")).time;
    assert_eq!(time("reversi", ""), TimeControl::game(ms(60_000)));
    assert_eq!(time("flood-wars", "nodes = 5"), TimeControl::each_move(ms(1000)));
    assert_eq!(time("flood-wars", "game = \"5ms\""), TimeControl::game(ms(5)));
    assert_eq!(
        time("reversi", "increment = \"5ms\""),
        TimeControl { increment: ms(5), ..TimeControl::game(ms(60_000)) }
    );
    let bank = |total: u64| {
        time(
            "gangsters",
            &format!("bank = \"inverse-square\"\ntotal = \"{total}ms\"\nmove = \"70ms\""),
        )
    };
    assert_eq!(
        bank(540_000),
        TimeControl { each_move: Some(ms(70)), ..TimeControl::game(ms(60_000)) }
    );
    assert_eq!(bank(899).game, Some(ms(100)));
    let announcement = of(
        "gangsters",
        &format!("{ROUND}\ntime = {{ bank = \"inverse-square\", total = \"9m\" }}"),
    );
    assert_eq!(
        announcement.remarks(),
        ["a player has 1m for a game: 9m divided by the square of 3 participants"]
    );
}

#[test]
fn points_are_those_of_the_match_unless_a_test_counts_games() {
    assert_eq!(of("reversi", ROUND).points, Scoring::Match);
    let duel = r#"title = "t"
game = "reversi"
format = { kind = "sprt", elo0 = -5, elo1 = 5, most-games = 300 }
player = [{ engine = 1 }, { engine = 2 }]
"#;
    let duel = announced(duel);
    assert_eq!((duel.points, duel.games, duel.pairs()), (Scoring::Game, 300, 150));
    assert!(
        matches!(duel.system, System::Sprt(test) if test.elo0 == -5.0) && duel.sprt().is_some()
    );
}

#[test]
fn stages_are_stored_only_if_there_are_several() {
    let stages = "[[stage]]\nkind = \"swiss\"\nrounds = 2\n[[stage]]\nadvance = 2\n\
        kind = \"knockout\"";
    let announcement = of("reversi", stages);
    assert_eq!(announcement.system, System::Swiss { rounds: 2 });
    let knockout = System::Knockout { third_place: false, extras: 4 };
    assert_eq!(announcement.then, [Following { advance: 2, system: knockout }]);
    let again = Announcement::from_json(&announcement.json()).expect("it can be read");
    assert_eq!(again, Announcement { notes: announcement.notes.clone(), ..announcement.clone() });
    assert_eq!(again.schedule().expect("possible").rounds(), 3);
    assert!(!of("reversi", ROUND).json().contains("then"));
    // A store of a stranger cannot announce what a file cannot.
    let bad = announcement.json().replace("\"advance\":2", "\"advance\":9");
    assert!(Announcement::from_json(&bad).is_err());
}

#[test]
fn boards_that_are_given_are_complete_and_the_same_for_ever() {
    let boards = r#"[[board]]
parameters = { rows = 12 }
[[board]]
parameters.board = "@#/+."
opening = ["*"]
"#;
    let announcement =
        of("flood-wars", &format!("seed = 3\n{ROUND}\n[parameters]\ncolumns = 11\n{boards}"));
    let spec = games::GAMES.iter().find(|spec| spec.name == "flood-wars").expect("the game");
    let Boards::Given(given) = &announcement.boards else { panic!("boards are given") };
    let value = |board: usize, name: &str| given[board].parameters[name].as_str();
    assert_eq!((value(0, "rows"), value(0, "columns"), value(1, "board")), ("12", "11", "@#/+."));
    assert_eq!(given[0].parameters.len(), spec.parameters.len());
    assert_eq!(given[1].opening, ["*"]);
    assert_ne!(value(0, "seed"), "1", "the board is drawn");
    let places: Vec<_> =
        (0..4).map(|pair| announcement.boards.given(pair).expect("a board")).collect();
    assert_eq!(places, [&given[0], &given[1], &given[0], &given[1]]);
    let again =
        of("flood-wars", &format!("seed = 3\n{ROUND}\n[parameters]\ncolumns = 11\n{boards}"));
    assert_eq!(again.digest(), announcement.digest());
}

#[test]
fn when_and_where_it_is_played_stands_at_the_head_of_its_page() {
    let file = |head: &str| {
        format!("title = \"t\"\ngame = \"mnk\"\n{head}\n[format]\nkind = \"round-robin\"\n{TWO}")
    };
    let told = |head: &str| {
        let its = announced(&file(head));
        [its.date, its.place, its.organiser].map(Option::unwrap_or_default)
    };
    assert_eq!(told(""), [""; 3]);
    assert_eq!(
        told("date = 2026-11-23\nplace = \"Iași\"\norganiser = \"the class\""),
        ["2026-11-23", "Iași", "the class"]
    );
    assert_eq!(told("date = \"23 and  24 November\"")[0], "23 and 24 November");
    let why = refused(file("date = 7"));
    assert!(why.contains("expected a date, such as 2026-11-23, or a text in quotes"), "{why}");
    let why = refused(file("organiser = \"anna@example.org\""));
    assert!(why.contains("it is an e-mail address"), "{why}");
    let why = refused(file(&format!("place = \"{}\"", "x".repeat(101))));
    assert!(why.contains("longer than 100 characters"), "{why}");
    let without = announced(&file(""));
    assert!(
        !without.json().contains("organiser"),
        "a key that is not set is not stored, so it does not change the checksum"
    );
}

const TWO: &str = "[[player]]\nengine = 1\n[[player]]\nengine = 2\n";
