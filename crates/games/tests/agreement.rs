//! Compares the fast rules of every game with the game's twin, a second implementation in slow,
//! simple code. The two are compared move by move, in random games of random sizes.

mod twins;

use rules::random::Random;
use rules::{Parameters, Side};
use search::GameSpec;
use twins::Twin;

/// The number of random plays of each game.
const PLAYS: u64 = 2000;
/// The number of moves after which an undecided play is abandoned.
const LONGEST: usize = 300;

/// Plays a random game with the fast rules and with the twin. At every position it compares the
/// turn, the diagram, the legal moves in order, and the result.
fn agree(spec: &GameSpec, parameters: &[(&str, String)], twin: &mut dyn Twin, random: &mut Random) {
    let mut values = Parameters::new(spec.parameters);
    for (name, value) in parameters {
        values.set(name, value).unwrap_or_else(|bad| panic!("{}: {bad}", spec.name));
    }
    let mut table = (spec.open)(&values, None).expect("the parameters are valid").table;
    loop {
        let diagram = table.diagram();
        let shown = || format!("{} {parameters:?}\n{diagram}", spec.name);
        assert_eq!(diagram, twin.diagram(), "diagram of {}", shown());
        assert_eq!(table.legal(), twin.legal(), "legal moves of {}", shown());
        assert_eq!(
            table.outcome().map(|outcome| outcome.margin),
            twin.outcome(),
            "outcome of {}",
            shown()
        );
        if table.outcome().is_some() || table.moves().len() == LONGEST {
            return;
        }
        assert_eq!(table.turn() == Side::First, twin.first_to_move(), "turn of {}", shown());
        let legal = table.legal();
        let mv = random.pick(&legal).expect("an unfinished game has moves");
        table.play(mv).expect("legal");
        twin.play(mv);
    }
}

fn spec(name: &str) -> &'static GameSpec {
    games::find(name).expect("the game exists")
}

#[test]
fn poziomka_and_its_twin_agree() {
    for seed in 0..PLAYS {
        let mut random = Random::new(seed);
        let longest = if random.one_in(10) { 26 } else { 8 };
        let [rows, columns] = [1, 1].map(|min| random.between(min, longest));
        let pola = random.between(1, 5);
        let sizes = [("pola", pola), ("wiersze", rows), ("kolumny", columns)]
            .map(|(n, v)| (n, v.to_string()));
        agree(
            spec("poziomka"),
            &sizes,
            &mut twins::poziomka::Poziomka::new(pola, rows, columns),
            &mut random,
        );
    }
}

#[test]
fn reversi_and_its_twin_agree() {
    for seed in 0..PLAYS {
        let mut random = Random::new(seed);
        let free = random.one_in(4);
        let pass = [("pass", if free { "free" } else { "forced" }.to_string())];
        agree(spec("reversi"), &pass, &mut twins::reversi::Reversi::new(free), &mut random);
    }
}

#[test]
fn flood_wars_and_its_twin_agree() {
    for seed in 0..PLAYS / 4 {
        let mut random = Random::new(seed);
        let longest = if random.one_in(20) { 50 } else { 12 };
        let board = random_board(&mut random, longest);
        let limit = if random.one_in(3) { random.between(1, 12) } else { 150 };
        let rows: Vec<&str> = board.iter().map(String::as_str).collect();
        let parameters = [("board", board.join("/")), ("limit", limit.to_string())];
        let mut twin = twins::flood_wars::FloodWars::new(&rows, limit as u32);
        agree(spec("flood-wars"), &parameters, &mut twin, &mut random);
    }
}

/// The rows of a board with two to five random colours. The players' corners differ in colour.
fn random_board(random: &mut Random, longest: usize) -> Vec<String> {
    const COLOURS: [char; 5] = ['@', '#', '+', '.', '*'];
    let (rows, columns, colours) =
        (random.between(2, longest), random.between(2, longest), random.between(2, 5));
    let mut board: Vec<Vec<char>> =
        (0..rows).map(|_| (0..columns).map(|_| COLOURS[random.below(colours)]).collect()).collect();
    while board[0][columns - 1] == board[rows - 1][0] {
        board[0][columns - 1] = COLOURS[random.below(5)];
    }
    board.iter().map(|row| row.iter().collect()).collect()
}

#[test]
fn mnk_and_its_twin_agree() {
    for seed in 0..PLAYS {
        let mut random = Random::new(seed);
        let longest = if random.one_in(20) { 20 } else { 6 };
        let [n, m] = [1, 1].map(|min| random.between(min, longest));
        let k = random.between(1, 6);
        let sizes = [("n", n), ("m", m), ("k", k)].map(|(name, value)| (name, value.to_string()));
        agree(spec("mnk"), &sizes, &mut twins::mnk::Mnk::new(n, m, k), &mut random);
    }
}

#[test]
fn gangsters_and_its_twin_agree() {
    for seed in 0..PLAYS / 4 {
        let mut random = Random::new(seed);
        let longest = if random.one_in(20) { 12 } else { 7 };
        let [n, m] = [3, 3].map(|min| random.between(min, longest));
        let cash_box = (random.between(1, n), random.between(2, m - 1));
        let mut pillars: Vec<(usize, usize)> =
            (0..random.below(n)).map(|_| (random.between(1, n), random.between(1, m))).collect();
        pillars.sort_unstable();
        pillars.dedup();
        pillars.retain(|&pillar| pillar != cash_box);
        let (limit, one_step) =
            (if random.one_in(3) { random.between(1, 8) } else { 0 }, random.one_in(3));
        let pair = |(column, row): &(usize, usize)| format!("{column},{row}");
        let parameters = [
            ("n", n.to_string()),
            ("m", m.to_string()),
            ("box", pair(&cash_box)),
            ("pillars", pillars.iter().map(pair).collect::<Vec<_>>().join(";")),
            ("limit", limit.to_string()),
            ("step", if one_step { "one" } else { "slide" }.to_string()),
        ];
        let mut twin =
            twins::gangsters::Gangsters::new(n, m, &pillars, cash_box, limit as u32, one_step);
        agree(spec("gangsters"), &parameters, &mut twin, &mut random);
    }
}
