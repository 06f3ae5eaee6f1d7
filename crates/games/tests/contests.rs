//! Plays the games' own programs against a referee, by the games' own protocols.

use std::time::Duration;

use games::GAMES;
use rules::random::Random;
use rules::{
    Answer, Console, Dialogue, Lifetime, Parameters, Program, Protocol, Refusal, Side, Table,
};
use search::GameSpec;

/// Games on boards of several sizes, all of them short.
const BOARDS: &[(&str, &[(&str, &str)])] = &[
    ("poziomka", &[("pola", "2"), ("wiersze", "5"), ("kolumny", "7")]),
    ("poziomka", &[("pola", "3"), ("wiersze", "9"), ("kolumny", "4")]),
    ("flood-wars", &[("rows", "7"), ("columns", "10")]),
    ("gangsters", &[("n", "6"), ("m", "5"), ("limit", "12")]),
    ("gangsters", &[("n", "5"), ("m", "7"), ("limit", "0")]),
];

/// The program's last answer after it has read `told`. If the program runs for one move, the answer
/// is its whole output. If the program runs for a game, the answer is the last line of its output.
fn answer(program: &Program, options: &Parameters, lifetime: Lifetime, told: &str) -> String {
    let (mut input, mut output) = (told.as_bytes(), Vec::new());
    let result =
        (program.run)(options, &mut Console::new(&mut input, &mut output, &|| Duration::ZERO));
    let text = String::from_utf8(output).expect("programs write text");
    assert!(result.is_ok(), "{result:?} after\n{told}");
    match lifetime {
        Lifetime::Move => text,
        Lifetime::Game => text.lines().last().expect("there is an answer").to_string(),
    }
}

/// The program's options: the given constants, and a small number of nodes if the program has an
/// option for the number of nodes.
fn options(program: &Program, constants: &[(&'static str, String)]) -> Parameters {
    let mut options = Parameters::new(program.options);
    for (name, value) in constants {
        options.set(name, value).expect("the program has this constant");
    }
    if program.options.iter().any(|option| option.name == "nodes") {
        options.set("nodes", "300").expect("the number is in range");
    }
    options
}

struct Seat {
    dialogue: Box<dyn Dialogue>,
    options: Parameters,
    told: String,
}

fn seat(protocol: &Protocol, program: &Program, board: &Parameters, side: Side) -> Seat {
    let dialogue = (protocol.dialogue)(board, side).expect("the protocol can describe this board");
    Seat {
        dialogue,
        options: options(program, &(protocol.constants)(board, side)),
        told: String::new(),
    }
}

/// The number of moves of a game at random.
fn random_moves(spec: &GameSpec, board: &Parameters, random: &mut Random) -> u64 {
    let mut table: Box<dyn Table> = (spec.open)(board, None).expect("the board exists").table;
    for made in 0.. {
        let Some(name) = random.pick(&table.legal()).cloned() else { return made };
        table.play(&name).expect("it is legal");
    }
    unreachable!("games end")
}

#[test]
fn no_game_has_more_moves_than_is_said() {
    let mut random = Random::new(7);
    let default = GAMES.iter().map(|spec| (spec.name, &[][..]));
    for (name, values) in BOARDS.iter().copied().chain(default) {
        let spec = games::find(name).expect("the game exists");
        let mut parameters = Parameters::new(spec.parameters);
        values.iter().for_each(|(name, value)| parameters.set(name, value).expect("a value"));
        let most = spec.contest.half_moves.expect("the rules bound it")(&parameters);
        let games = (0..20).map(|_| {
            let board = (spec.contest.board)(&mut random, &parameters);
            random_moves(spec, &board, &mut random)
        });
        let longest = games.max().expect("games");
        assert!((most / 4..=most).contains(&longest), "{name}: {longest} of {most}");
    }
}

/// Plays a game in which the program plays the sides in `programs`, and random moves are made for
/// any other side. Returns the number of the program's moves.
fn game(spec: &GameSpec, board: &Parameters, programs: &[Side], random: &mut Random) -> usize {
    let (protocol, program) =
        (spec.contest.protocol.expect("a protocol"), spec.program.as_ref().expect("a program"));
    let mut table: Box<dyn Table> = (spec.open)(board, None).expect("the board exists").table;
    let mut seats = Side::BOTH.map(|side| seat(&protocol, program, board, side));
    let mut answered = 0;
    while table.outcome().is_none() {
        let side = table.turn();
        let name = if programs.contains(&side) {
            let seat = &mut seats[side.index()];
            if protocol.lifetime == Lifetime::Move {
                seat.told.clear();
            }
            seat.told += &seat.dialogue.prompt(Some(Duration::from_secs(9)));
            let text = answer(program, &seat.options, protocol.lifetime, &seat.told);
            answered += 1;
            match seat.dialogue.reply(&text) {
                Ok(Answer::Move(name)) => name,
                other => panic!("{other:?} for {text:?} after\n{}", seat.told),
            }
        } else {
            random.pick(&table.legal()).expect("an unfinished game has moves").clone()
        };
        table
            .play(&name)
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}\n{}", table.diagram()));
        for seat in &mut seats {
            seat.dialogue.hear(&name);
        }
    }
    answered
}

#[test]
fn programs_play_whole_games_on_either_side() {
    let mut random = Random::new(5);
    for (name, values) in BOARDS {
        let spec = games::find(name).expect("the game exists");
        let mut parameters = Parameters::new(spec.parameters);
        values.iter().for_each(|(name, value)| parameters.set(name, value).expect("a value"));
        for programs in [&[Side::First][..], &[Side::Second], &Side::BOTH] {
            let board = (spec.contest.board)(&mut random, &parameters);
            let answered: usize = (0..4).map(|_| game(spec, &board, programs, &mut random)).sum();
            assert!(answered >= 4, "{name}: {answered} moves of {programs:?}");
        }
    }
}

#[test]
fn a_board_is_drawn_only_where_nothing_is_set() {
    for spec in GAMES {
        let board = (spec.contest.board)(&mut Random::new(1), &Parameters::new(spec.parameters));
        (spec.open)(&board, None).unwrap_or_else(|error| panic!("{}: {error}", spec.name));
        let again = (spec.contest.board)(&mut Random::new(2), &board);
        let values = |parameters: &Parameters| {
            parameters.all().map(|(_, v)| v.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            values(&board),
            values(&again),
            "{}: a board that is already set is kept",
            spec.name
        );
    }
}

/// A Poziomka program that plays Left sees the transposed board, and error messages name the
/// squares of that board.
#[test]
fn mistakes_are_told_as_the_program_sees_the_board() {
    let spec = games::find("poziomka").expect("the game exists");
    let board = Parameters::new(spec.parameters)
        .with("pola", "2")
        .and_then(|board| board.with("wiersze", "5"));
    let board = board.and_then(|board| board.with("kolumny", "9")).expect("a board");
    let protocol = spec.contest.protocol.expect("a protocol");
    let mut dialogue = (protocol.dialogue)(&board, Side::First).expect("a conversation");
    let refused = |dialogue: &dyn Dialogue, answer: &str| {
        dialogue.reply(answer).expect_err("it is wrong").to_string()
    };
    assert_eq!(refused(&*dialogue, "zz"), "`zz`; expected a row a..i and a column A..E, e.g. `aA`");
    assert_eq!(
        dialogue.reply("-"),
        Ok(Answer::Move("-".to_string())),
        "Left may pass, although Right may not"
    );
    assert_eq!(dialogue.reply("iA"), Ok(Answer::Move("Ia".to_string())));
    dialogue.hear("Ia");
    dialogue.hear("aA");
    assert_eq!(
        refused(&*dialogue, "aA"),
        "`aA` is not legal: the block of 2 would cover Aa, which is taken"
    );
    assert_eq!(dialogue.reply("."), Ok(Answer::Resign));
}

/// Error messages about boards of Flood Wars name the first mistake.
#[test]
fn a_wrong_board_is_explained() {
    let spec = games::find("flood-wars").expect("the game exists");
    let board = Parameters::new(spec.parameters).with("board", ".@*+/+.*./#@+*").expect("a board");
    let protocol = spec.contest.protocol.expect("a protocol");
    let mut dialogue = (protocol.dialogue)(&board, Side::First).expect("a conversation");
    assert_eq!(dialogue.prompt(None), "J\n.@*+\n+.*.\n#@+*\n");
    let refused = |answer: &str| dialogue.reply(answer).expect_err("it is wrong").to_string();
    assert_eq!(dialogue.reply("S\n.@*+\n+.*.\n@@+*\n"), Ok(Answer::Move("@".to_string())));
    assert_eq!(dialogue.reply("S\r\n.@*+\r\n+.*.\r\n@@+*"), Ok(Answer::Move("@".to_string())));
    assert_eq!(refused(""), "``; expected `S`, the player to move next");
    assert_eq!(refused("J\n.@*+\n+.*.\n@@+*\n"), "`J`; expected `S`, the player to move next");
    let illegal = |answer: &str| match dialogue.reply(answer) {
        Err(Refusal::Illegal { name, objection }) => (name, objection.key),
        other => panic!("{other:?}"),
    };
    let taken = ("+".to_string(), "opponent-has-colour");
    assert_eq!(illegal("S\n.@*+\n+.*.\n+@+*\n"), taken);
    match dialogue.reply("S\n.@*+\n+.*.\n#@+*\n") {
        Err(Refusal::Garbled(bad)) => assert_eq!(bad.found.key, "board-unchanged"),
        other => panic!("{other:?}"),
    }
    assert_eq!(illegal("S\n.@*+\n+.*.\n@#+*\n"), ("@".to_string(), "differs"));
    assert_eq!(refused("S\n.@*+\n@@+*\n"), "a board of 2 by 4; expected 3 by 4");
    assert_eq!(refused("S\n.@*x\n"), "`x` in line 2; expected one of `@ # + . *` for a square");
    assert!(matches!(dialogue.reply("S\n\n"), Err(Refusal::Garbled(_))));
}

#[test]
fn a_name_with_rows_and_columns_exchanged_names_another_square() {
    for (game, name, other) in [
        ("mnk", "c4", Some("d3")),
        ("reversi", "f5", Some("e6")),
        ("poziomka", "cH", Some("hC")),
        ("poziomka", "Fc", Some("Cf")),
        ("gangsters", "6 3 1 1", Some("6 1 3 1")),
        ("gangsters", "6", None),
        ("gangsters", "5 5", None),
        ("poziomka", "-", None),
    ] {
        let contest = games::find(game).expect("the game exists").contest;
        let names = contest.squares.expect("its moves name squares");
        let exchanged = |(column, row): (usize, usize)| Some((row - 1, column + 1));
        assert_eq!((names.renamed)(name, &exchanged).as_deref(), other, "{game}: {name}");
    }
}
