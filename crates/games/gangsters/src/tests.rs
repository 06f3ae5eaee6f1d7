//! Checks Gangsters with the kit, and compares it with known results.

mod program;

use rules::random::Random;
use rules::{
    BadDiagram, Game, Notation, Outcome, Parameters, Picture, Play, Refusal, Side, Table, kit,
};
use search::{
    Evaluate, HashTable, Limits, NeverStop, Problem, SearchResult, WON, best, proven_end,
};

use super::{Gangsters, Move, SPEC, Weighted};

type Settings = [(&'static str, &'static str)];

pub(super) fn game(settings: &Settings) -> Gangsters {
    let mut parameters = Parameters::new(SPEC.parameters);
    settings.iter().for_each(|(name, value)| parameters.set(name, value).unwrap());
    <Gangsters as Notation>::new(&parameters).unwrap()
}

fn refusal(settings: &Settings) -> String {
    let mut parameters = Parameters::new(SPEC.parameters);
    settings.iter().for_each(|(name, value)| parameters.set(name, value).unwrap());
    <Gangsters as Notation>::new(&parameters).unwrap_err().to_string()
}

fn play(game: &Gangsters, moves: &[&str]) -> Play<Gangsters> {
    let mut play = Play::new(game.clone());
    moves.iter().for_each(|name| Table::play(&mut play, name).unwrap());
    play
}

const FIVE: &Settings = &[("n", "5"), ("m", "5")];
const HIGH: &Settings = &[("n", "4"), ("m", "6"), ("box", "2,3")];
pub(super) const PILLARS: &Settings = &[("pillars", "2,3;6,5")];

#[test]
fn keeps_the_promises_of_a_game() {
    kit::check(&|| game(FIVE));
    kit::check(&|| game(HIGH));
    kit::check(&|| game(&[("n", "3"), ("m", "3"), ("limit", "3")]));
    kit::check(&|| {
        game(&[("n", "6"), ("m", "4"), ("pillars", "1,1;2,1;6,4;3,2"), ("limit", "20")])
    });
}

#[test]
fn keeps_them_on_larger_boards_and_with_a_box_that_steps() {
    kit::check(&|| game(PILLARS));
    kit::check(&|| game(&[("n", "5"), ("m", "5"), ("step", "one")]));
    kit::check(&|| game(&[("n", "3"), ("m", "26"), ("step", "one"), ("limit", "40")]));
}

fn search(game: &Gangsters, depth: u32) -> SearchResult<Move> {
    let mut table = HashTable::new(1 << 22);
    let start = game.start();
    best(
        &Problem::new(game, &Weighted::TUNED, &start, Limits::depth(depth)),
        &mut table,
        &mut NeverStop,
    )
    .unwrap()
}

/// The engine knows that the side to move wins if the box can stop in its car park, and nothing
/// else.
#[test]
fn a_win_is_known_if_the_box_can_be_parked() {
    let mut known = [0; 2];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut play = Play::new(game(if seed % 2 == 0 { FIVE } else { PILLARS }));
        while play.outcome().is_none() && play.moves().len() < 40 {
            let (game, position) = (play.game(), play.position());
            let moves: Vec<Move> = game.moves(position).collect();
            let wins = moves.iter().any(|&mv| {
                let next = game.play(position, mv);
                game.parking(next.cash_box) == Some(position.turn)
            });
            let found = Weighted::TUNED.finish(game, position, 0, -WON, WON, 0);
            assert_eq!(found.map(|found| proven_end(found.lower)), wins.then_some(Some((1, 1))));
            assert!(found.is_none_or(|found| found.lower == found.upper));
            known[usize::from(wins)] += 1;
            play.play(*random.pick(&moves).unwrap());
        }
    }
    assert!(known.iter().all(|&positions| positions > 50), "{known:?}");
}

/// The number of half-moves in which red wins each board with the box in the middle. An independent
/// solver found the same numbers.
#[test]
fn small_boards_are_won_by_red() {
    let table =
        [("3", "3", 1), ("4", "3", 1), ("3", "4", 3), ("4", "4", 3), ("4", "5", 3), ("5", "6", 5)];
    for (n, m, half_moves) in table {
        let game = game(&[("n", n), ("m", m)]);
        // A reduced move may hide the win from a search of just its depth.
        let won = proven_end(search(&game, half_moves + 2).score);
        assert_eq!(won, Some((1, half_moves)), "{n} by {m}: red wins within {half_moves}");
        // A search sees a win one half-move beyond its horizon.
        assert!(
            half_moves == 1 || search(&game, half_moves - 2).score < WON,
            "{n} by {m}: red does not win sooner"
        );
    }
}

/// Each car park has a free square, and the box stands between these two squares.
const DOORS: &str = "\nGG.GG\nG....\n..$..\n....R\nRR.RR\n";

#[test]
fn the_owner_of_the_row_wins_whoever_parks() {
    for turn in ["1", "2"] {
        let drawn = game(FIVE).at_diagram(&(turn.to_string() + DOORS)).unwrap();
        for (name, winner) in [("4", Side::First), ("0", Side::Second)] {
            let over = play(&drawn, &[name]);
            assert_eq!(
                over.outcome(),
                Some(Outcome::won_by(winner, 1)),
                "player {turn} plays {name}"
            );
        }
    }
}

#[test]
fn a_parked_box_leaves_no_second_half() {
    let drawn = game(FIVE).at_diagram(&("1".to_string() + DOORS)).unwrap();
    let objection = |name| match Table::play(&mut Play::new(drawn.clone()), name) {
        Err(Refusal::Illegal { objection, .. }) => objection,
        other => panic!("{other:?}"),
    };
    assert_eq!(objection("4 1 1 0"), Gangsters::say("parks").number("direction", 4_u64));
    assert_eq!(objection("2").key, "does-not-park");
}

#[test]
fn a_refused_turn_is_refused_for_its_first_fault() {
    let drawn = game(FIVE).at_diagram("1\nGGGGG\n.....\n$....\n#....\nRRRRR\n").unwrap();
    let reason = |name| Table::play(&mut Play::new(drawn.clone()), name).unwrap_err().to_string();
    for (name, objection) in [
        ("4 3 1 0", "the box cannot move in direction 4"),
        ("6 5 5 0", "the box cannot move in direction 6"),
        ("2 3 5 4", "red has no car on 3 5"),
        ("2 3 2 0", "red has no car on 3 2"),
        ("2 1 1 0", "the car on 1 1 cannot move in direction 0"),
        ("2 3 1 2", "the car on 3 1 cannot move in direction 2"),
        ("2 5 1 3", "the car on 5 1 cannot move in direction 3"),
    ] {
        assert_eq!(reason(name), format!("`{name}` is not legal: {objection}"));
    }
    let drawn = game(FIVE).at_diagram("1\nGGGGG\n.....\n..$..\n.....\nRRRRR\n").unwrap();
    let reason = Table::play(&mut Play::new(drawn), "4 2 1 1").unwrap_err().to_string();
    assert_eq!(reason, "`4 2 1 1` is not legal: the box would block the car on 2 1");
    let reason = Table::play(&mut Play::new(game(FIVE)), "0\u{b}1 1 4").unwrap_err().to_string();
    assert!(reason.starts_with("`0\\u{b}1 1 4` is not legal: "), "{reason}");
}

/// Red's only car can move if the box moves up, but not if the box moves down in front of it.
#[test]
fn a_box_direction_that_leaves_no_car_a_way_is_illegal() {
    let drawn = game(FIVE).at_diagram("1\nG#G\n...\n.$.\n#.#\n#R#\n").unwrap();
    let legal = Play::new(drawn).legal();
    assert!(legal.contains(&"0 2 1 0".to_string()), "{legal:?}");
    assert!(!legal.iter().any(|name| name.starts_with('4')), "{legal:?}");
}

/// The box can move in three directions, but green's only car cannot move.
const GREEN_IS_STUCK: &str = "\nG##\n##.\n.$.\nR#R\n";

#[test]
fn who_has_no_complete_turn_loses() {
    let winner = |diagram: &str| {
        let drawn = game(FIVE).at_diagram(diagram).unwrap();
        drawn.outcome(&drawn.start()).and_then(Outcome::winner)
    };
    assert_eq!(winner(&format!("2{GREEN_IS_STUCK}")), Some(Side::First));
    assert_eq!(winner(&format!("1{GREEN_IS_STUCK}")), None, "red can move");
    assert_eq!(winner("1\n#G#\n#$#\n#R#\n#.#\n"), Some(Side::Second), "the box cannot move");
}

#[test]
fn an_undecided_game_is_a_draw_after_the_limit() {
    let limited = game(&[("n", "5"), ("m", "5"), ("limit", "1")]);
    let over = play(&limited, &["0 1 1 0", "2 4 5 4"]);
    assert_eq!(over.outcome(), Some(Outcome::DRAW));
    assert_eq!(over.diagram().lines().next(), Some("1 2"));
    // When the limit of moves is reached, a player who cannot move does not lose, but a box in a
    // car park still wins.
    let stuck = limited.at_diagram(&format!("2 2{GREEN_IS_STUCK}")).unwrap();
    assert_eq!(stuck.outcome(&stuck.start()), Some(Outcome::DRAW));
    let parked = limited.at_diagram("1 2\n#G#\n...\n#R#\n#$#\n").unwrap();
    assert_eq!(parked.outcome(&parked.start()), Some(Outcome::won_by(Side::First, 1)));
}

#[test]
fn without_a_limit_a_position_is_the_same_whenever_it_is_reached() {
    let game = game(FIVE);
    let later = game.at_diagram("1 8\nGGGGG\n.....\n..$..\n.....\nRRRRR\n").unwrap();
    assert_eq!(later.start(), game.start());
}

#[test]
fn a_box_that_steps_goes_one_square() {
    let stepping = game(&[("step", "one")]);
    let after = play(&stepping, &["0 1 1 0"]);
    assert_eq!(
        after.diagram(),
        "2\nGGGGGGG\nR......\n...$...\n.......\n.......\n.......\n.RRRRRR\n"
    );
    let sliding = play(&game(&[]), &["0 1 1 0"]);
    assert_eq!(
        sliding.diagram(),
        "2\nGGGGGGG\nR..$...\n.......\n.......\n.......\n.......\n.RRRRRR\n"
    );
}

#[test]
fn the_box_starts_near_the_middle_unless_told() {
    let start = |settings: &Settings| game(settings).start().cash_box;
    let at = |column, row| super::Square { column, row };
    assert_eq!(start(&[]), at(4, 4));
    assert_eq!(start(&[("n", "4"), ("m", "6")]), at(2, 3));
    assert_eq!(start(&[("n", "3"), ("m", "3"), ("pillars", "2,2")]), at(1, 2));
    assert_eq!(start(&[("box", "7,2")]), at(7, 2));
}

#[test]
fn parameters_that_do_not_go_together_are_refused() {
    let free = "C,R: a square without a pillar, column 1 to 7, row 2 to 6";
    assert_eq!(refusal(&[("box", "3,1")]), format!("box=3,1: expected {free}"));
    assert_eq!(refusal(&[("box", "3,3"), ("pillars", "3,3")]), format!("box=3,3: expected {free}"));
    let squares = "squares C,R;C,R of a board of 7 by 7";
    assert_eq!(refusal(&[("pillars", "2,3;8,1")]), format!("pillars=2,3;8,1: expected {squares}"));
    let twice = "pillars=2,3;5,1;2,3: expected different squares, but 2,3 is there twice";
    assert_eq!(refusal(&[("pillars", "2,3;5,1;2,3")]), twice);
    for junk in ["2", "2,", ",", "2,3,4", "2;3", ";", "-1,2", "+1,2", "2 2,3", "x"] {
        assert!(refusal(&[("pillars", junk)]).starts_with("pillars="), "{junk}");
    }
    assert!(refusal(&[("n", "3"), ("m", "3"), ("pillars", "1,2;2,2;3,2")]).starts_with("box="));
}

#[test]
fn names_are_numbers_with_blanks_between() {
    let game = game(FIVE);
    let start = game.start();
    assert_eq!(game.parse(&start, " 0\t1  1 0 "), game.parse(&start, "0 1 1 0"));
    for junk in [
        "8",
        "0 1 1",
        "0 1 1 8",
        "0 6 1 0",
        "0 1 6 0",
        "0 0 1 0",
        "0 1 1 0 0",
        "0,1,1,0",
        "+0 1 1 0",
        "a",
    ] {
        assert!(game.parse(&start, junk).is_err(), "{junk}");
    }
}

/// The box moves from (4,4) down to (4,2), so the car on (1,2) stops at (3,2).
#[test]
fn three_clicks_make_a_move_and_one_parks() {
    let drawn = game(&[])
        .at_diagram("1\nGGGGGGG\n.......\n.......\n...$...\n.......\nR......\n.RRRRRR\n")
        .unwrap();
    let touches = |name: &str| {
        let choices = Play::new(drawn.clone()).choices();
        choices.into_iter().find(|choice| choice.name == name).expect("it is legal").touches
    };
    let at = |column: usize, row: usize| {
        rules::Touch::At(rules::Square { column: column - 1, row: 7 - row })
    };
    assert_eq!(touches("4 1 2 2"), [at(4, 2), at(1, 2), at(3, 2)]);
    assert_eq!(touches("5"), [at(1, 1)]);
}

#[test]
fn diagrams_are_refused_with_a_reason() {
    let reason = |text: &str| game(FIVE).at_diagram(text).unwrap_err().to_string();
    let rows = "\nGGGGG\n.....\n..$..\n.....\nRRRRR\n";
    assert!(
        reason(&format!("3{rows}")).starts_with("line 1: `3`; expected the player to move, 1 or 2")
    );
    assert_eq!(
        reason(&format!("1{}", rows.replace("$", "?"))),
        "line 4: `?`; expected a row of `.`, `R`, `G`, `#` and `$`"
    );
    assert_eq!(
        reason(&format!("1{}", rows.replace("..$..", "..$."))),
        "line 4: a row of 4 squares; expected 5 as above"
    );
    assert!(reason(&format!("1{}", rows.replace("$", "."))).contains("0 cash boxes"));
    let no_car = reason(&format!("1{}", rows.replace("RRRRR", "RRRR.")));
    assert!(
        no_car.ends_with(
            "4 `R` in the drawing; expected 5, one for each square without a pillar in row 1"
        ),
        "{no_car}"
    );
    assert!(
        reason("1\nGGG\nR$R\n")
            .starts_with("line 4: the drawing ends after 2 rows; expected 3 to 26 rows")
    );
    assert!(reason("1\nGG\n.$\nRR\n").starts_with("line 2: a row of 2 squares"));
    assert!(reason(&format!("1{rows}\nrest\n")).contains("expected the end of the diagram"));
    let BadDiagram::Illegal(limited) =
        game(&[("limit", "3")]).at_diagram(&format!("1 7{rows}")).unwrap_err()
    else {
        panic!("the diagram is well-formed")
    };
    let too_many = Gangsters::say("too-many-moves").number("made", 7_u64);
    assert_eq!(limited, too_many.number("all", 6_u64).number("limit", 3_u64));
    let other_size = game(FIVE).at_diagram("2\nGGG\n#.$\n...\nRRR\n").unwrap();
    assert_eq!((other_size.columns, other_size.rows), (3, 4));
}

#[test]
fn the_drawing_says_why_a_game_is_over() {
    let shown = |play: &Play<Gangsters>| {
        let drawing = Gangsters::draw(play);
        (drawing.caption.expect("a caption").to_string(), drawing.decided)
    };
    let parked = game(FIVE).at_diagram("1\nGGGGG\n.....\n..$..\nR....\n.RRRR\n").unwrap();
    let (caption, decided) = shown(&play(&parked, &["5"]));
    assert_eq!(caption, "the cash box is in red's car park");
    assert_eq!(decided, [rules::Square { column: 0, row: 4 }]);
    let limited = game(&[("n", "5"), ("m", "5"), ("limit", "1")]);
    let captions = [&["0 1 1 0"][..], &["0 1 1 0", "2 4 5 4"]].map(|m| shown(&play(&limited, m)));
    assert_eq!(captions[0].0, "1 move made, 1 left");
    assert!(captions[1].0.ends_with("the limit"), "{}", captions[1].0);
    let stuck = game(FIVE).at_diagram(&format!("2{GREEN_IS_STUCK}")).unwrap();
    assert_eq!(shown(&Play::new(stuck)), ("green has no complete turn".to_string(), Vec::new()));
}
