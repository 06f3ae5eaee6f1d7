//! Checks Flood Wars with the kit, and compares it with the examples in the game's rules.

mod contraction;

use std::cell::Cell;
use std::time::Duration;

use rules::{
    BadDiagram, Console, Game, Notation, Outcome, Parameters, Play, Refusal, Side, Table, kit,
};

use super::{Board, FloodWars, SPEC, Tally};

/// The first board in the game's rules, and the boards after `*`, `+` and `#`.
const SAMPLES: [&str; 4] = [
    "J\n.#+#.*.@.@\n@.+*@.+*#+\n**#++@**#@\n#@#@.@@+@#\n++@++@#.@.\n**##*@*#++\n#@@*.+*.*+\n",
    "S\n.#+#.*.@.@\n@.+*@.+*#+\n**#++@**#@\n#@#@.@@+@#\n++@++@#.@.\n**##*@*#++\n*@@*.+*.*+\n",
    "J\n.#+#.*.@.+\n@.+*@.+*#+\n**#++@**#@\n#@#@.@@+@#\n++@++@#.@.\n**##*@*#++\n*@@*.+*.*+\n",
    "S\n.#+#.*.@.+\n@.+*@.+*#+\n**#++@**#@\n#@#@.@@+@#\n++@++@#.@.\n####*@*#++\n#@@*.+*.*+\n",
];

/// The board in the game's rules on which J wins by 36 to 30 at the limit.
const SCORED: &str =
    "..........\n.@.....*..\n.+@@+..#..\n@@.@+.....\n@@@@@@@@@@\n@@*@@@##@@\n@@@@@@@@@@\n";

fn random_game<const W: usize>(rows: usize, columns: usize, seed: u64, limit: u32) -> FloodWars<W> {
    FloodWars::new(&Board::random(rows, columns, seed), Side::First, 0, limit)
}

fn at<const W: usize>(diagram: &str) -> FloodWars<W> {
    random_game(2, 2, 1, 150).at_diagram(diagram).unwrap()
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (rows, columns, limit) in
        [(2, 2, 150), (2, 9, 150), (7, 10, 150), (14, 18, 150), (16, 5, 1), (5, 50, 9)]
    {
        kit::check(&|| random_game::<16>(rows, columns, 3, limit));
    }
    kit::check(&|| random_game::<32>(32, 20, 2, 40));
    kit::check(&|| random_game::<50>(50, 50, 1, 20));
    kit::check(&|| at::<16>("S 7\n@@@@#\n.....\n.+++.\n.....\n*.@.*\n"));
}

#[test]
fn plays_the_moves_of_the_games_text() {
    let mut play = Play::new(at::<16>(SAMPLES[0]));
    for (colour, key) in [("#", "has-colour"), ("@", "opponent-has-colour")] {
        let refused = Table::play(&mut play, colour);
        assert!(matches!(refused, Err(Refusal::Illegal { objection, .. }) if objection.key == key));
    }
    for (i, colour) in ["*", "+", "#"].into_iter().enumerate() {
        Table::play(&mut play, colour).unwrap();
        let numbered = format!("{} {}\n", &SAMPLES[i + 1][..1], i + 1);
        assert_eq!(play.diagram(), SAMPLES[i + 1].replacen(&SAMPLES[i + 1][..2], &numbered, 1));
    }
    assert_eq!(play.legal(), ["@", ".", "*"]);
}

#[test]
fn counts_the_points_of_the_games_text() {
    let over = at::<16>(&format!("J 150\n{SCORED}"));
    assert_eq!(over.tally(&over.start()), Tally { points: [36, 30], open: 4 });
    assert_eq!(over.outcome(&over.start()), Some(Outcome { margin: 6 }));
    let last = at::<16>(&format!("S 149\n{SCORED}"));
    let start = last.start();
    assert_eq!(last.outcome(&start), None, "the region in the middle touches both");
    assert!(last.moves(&start).all(|colour| last.outcome(&last.play(&start, colour)).is_some()));
    assert_eq!(last.forfeit(Side::First), Outcome { margin: -70 });
}

#[test]
fn random_boards_never_change() {
    let text = |rows, columns, seed| {
        let game = random_game::<16>(rows, columns, seed, 150);
        game.diagram(&game.start())
    };
    // An independent program, written from README.md in another language, drew the same boards. On
    // the first board, both corners were drawn with the same colour.
    assert_eq!(text(4, 6, 1), "J\n+.*++.\n*+#.+.\n+++@.*\n@*@@+@\n");
    assert_eq!(text(2, 3, 0), "J\n*+@\n*@#\n");
    let corners_differ = |seed| Board::random(2, 2, seed).corners();
    assert!((0..2000).map(corners_differ).all(|[first, second]| first != second));
}

#[test]
fn says_what_is_wrong_with_a_board() {
    let complaint =
        |text: &str| random_game::<16>(2, 2, 1, 150).at_diagram(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "line 1: the text ends here; expected `J` or `S`, or `S 3` after 3 half-moves"),
        ("J 0\n@#\n.+\n", "line 1: `J 0`; expected `J` or `S`, or `S 3` after 3 half-moves"),
        ("J 151\n@#\n.+\n", "151 half-moves made; expected at most 150, the limit of the game"),
        ("J\n@#\n", "line 3: the board ends here; expected 2 to 50 rows"),
        ("J\n@#\n.+#\n", "line 3: a row of 3; expected 2 squares as in the first row"),
        ("J\n@#\n.x\n", "line 3: `x`; expected one of `@ # + . *` for a square"),
        ("J\n@\n.\n", "line 2: a row of 1; expected 2 to 50 squares in a row"),
        ("J\n@#\n\n.+\n", "line 4: a row after an empty line; expected a board without gaps"),
    ] {
        assert_eq!(complaint(text), expected);
    }
    let same_corners = random_game::<16>(2, 2, 1, 150).at_diagram("S\n@#\n#+\n");
    assert!(matches!(same_corners, Err(BadDiagram::Illegal(why)) if why.key == "equal-corners"));
    let tall = format!("J\n.#\n{}", "@+\n".repeat(50));
    assert_eq!(complaint(&tall), "line 52: row 51 of the board; expected at most 50 rows");
}

#[test]
fn takes_a_board_as_a_parameter() {
    let with = |board: &str| Parameters::new(SPEC.parameters).with("board", board).unwrap();
    let game: FloodWars<16> = Notation::new(&with("@#./++*")).unwrap();
    assert_eq!(game.diagram(&game.start()), "J\n@#.\n++*\n");
    let bad = <FloodWars<16> as Notation>::new(&with("@#/.x")).unwrap_err().to_string();
    assert_eq!(
        bad,
        "board=@#/.x: expected one of `@ # + . *` for a square instead of `x` in row 2"
    );
    let instance = (SPEC.open)(&with(&["@+"; 39].join("/")), None);
    assert_eq!(
        instance.unwrap().table.drawing().rows.len(),
        39,
        "a board with many rows gets an instance"
    );
}

/// The program's output with these options, or its error message. The program's clock shows
/// `elapsed`.
fn ask(
    options: &[(&str, &str)],
    input: &str,
    elapsed: &dyn Fn() -> Duration,
) -> Result<String, String> {
    let mut parameters =
        Parameters::new(SPEC.program.as_ref().expect("the game has a program").options);
    options.iter().for_each(|(name, value)| parameters.set(name, value).unwrap());
    let (mut input, mut output) = (input.as_bytes(), Vec::new());
    let result = (SPEC.program.as_ref().expect("the game has a program").run)(
        &parameters,
        &mut Console::new(&mut input, &mut output, elapsed),
    );
    let text = String::from_utf8(output).unwrap();
    result.map(|()| text).map_err(|bad| bad.to_string())
}

/// Whether `answer` is the other player's letter and the board after a legal move.
fn is_legal_answer(input: &str, answer: &str) -> bool {
    let game = at::<50>(input);
    let start = game.start();
    let after = |colour| game.diagram(&game.play(&start, colour));
    game.moves(&start).any(|colour| after(colour).replacen(" 1\n", "\n", 1) == answer)
}

#[test]
fn the_program_answers_with_a_legal_move() {
    let nodes = |input: &str| ask(&[("nodes", "3000")], input, &|| Duration::MAX).unwrap();
    for sample in SAMPLES {
        assert!(is_legal_answer(sample, &nodes(sample)));
        assert_eq!(
            nodes(sample),
            nodes(&sample.trim_end().replace('\n', "\r\n")),
            "CRLF and a missing last newline are accepted"
        );
    }
    assert_eq!(nodes("S\n.#\n.#\n"), "J\n.@\n.@\n", "the program answers on a decided board too");
}

#[test]
fn the_program_stops_in_time() {
    for (time_ms, step_us) in
        [(10, 0), (10, 100), (10, 20_000), (20, 300), (900, 1000), (900, 90_000), (900, 1_000_000)]
    {
        let now = Cell::new(Duration::ZERO);
        let elapsed = || {
            // With a clock that stands still, the program would search for ever.
            now.set(now.get() + Duration::from_micros(step_us.max(1)));
            now.get()
        };
        let limit = Duration::from_millis(time_ms);
        let answer = ask(&[("time", &format!("{time_ms}ms"))], SAMPLES[0], &elapsed).unwrap();
        assert!(is_legal_answer(SAMPLES[0], &answer));
        assert!(
            now.get() < limit || step_us >= time_ms * 1000,
            "{time_ms} ms, {step_us} us at a time"
        );
    }
}

#[test]
fn the_program_says_what_is_wrong() {
    let complaint = |input: &str| ask(&[("nodes", "1")], input, &|| Duration::MAX).unwrap_err();
    for (input, expected) in [
        ("", "line 1: the input ends here; expected `J` or `S`, the player to move"),
        ("J 3\n@#\n.+\n", "line 1: `J 3`; expected `J` or `S`, the player to move"),
        ("J\n", "line 2: the board ends here; expected 2 to 50 rows"),
        ("S\n@#\n.\n", "line 3: a row of 1; expected 2 to 50 squares in a row"),
        ("S\n@# \n.+ \n", "line 2: ` `; expected one of `@ # + . *` for a square"),
        ("S\n@#\n.\0\n", "line 3: `\\0`; expected one of `@ # + . *` for a square"),
        ("S\n@#\n.+\n\n@\n", "line 5: a row after an empty line; expected a board without gaps"),
    ] {
        assert_eq!(complaint(input), expected);
    }
}
