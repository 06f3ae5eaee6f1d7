//! Checks Poziomka with the test kit, `rules::kit`, and compares it with known results.

mod program;

use rules::random::Random;
use rules::{Edges, Game, Notation, Outcome, Picture, Piece, Play, Side, Table, kit};

use super::engine::known_outcome;
use super::{LONGEST, Move, PackingSolver, Position, Poziomka, SPEC};

/// Sizes of every kind: boards of one square, blocks as long as an edge of the board or longer, and
/// the largest boards. The first number of each is POLA.
const SIZES: [(usize, usize, usize); 12] = [
    (1, 1, 1),
    (1, 3, 4),
    (2, 1, 1),
    (2, 2, 2),
    (2, 5, 4),
    (3, 7, 11),
    (4, 10, 7),
    (5, 3, 9),
    (5, 9, 3),
    (7, 7, 7),
    (13, 26, 26),
    (26, 26, 26),
];

/// The board in the README, where POLA is 3.
fn seeds_drawing() -> &'static str {
    let (_, drawing) =
        SPEC.readme.of(::rules::Language::English).split_once("```text\nR\n").unwrap();
    drawing.split_once("```").unwrap().0
}

fn seeds_board(turn: &str) -> Poziomka {
    Poziomka::new(3, 1, 1).at_diagram(&format!("{turn}\n{}", seeds_drawing())).unwrap()
}

/// Random games on boards of all sizes.
fn plays() -> impl Iterator<Item = Play<Poziomka>> {
    let seeded = SIZES.iter().flat_map(|&size| (0..6).map(move |seed| (size, seed)));
    seeded.map(|((length, rows, columns), seed)| {
        let mut random = Random::new(seed);
        let mut play = Play::new(Poziomka::new(length, rows, columns));
        loop {
            let moves: Vec<_> = play.game().moves(play.position()).collect();
            let Some(&mv) = random.pick(&moves) else { return play };
            play.play(mv);
        }
    })
}

#[test]
fn the_winner_has_the_blocks_left_that_it_could_still_place() {
    let mut play = Play::new(Poziomka::new(2, 2, 3));
    assert_eq!(play.moves_left(), None, "nobody has won");
    play.play(Move::Block { lane: 1, first: 0 });
    assert_eq!((play.outcome(), play.moves_left()), (Some(Outcome { margin: 1 }), Some(2)));
    for (loser, all) in [(Side::Second, 3), (Side::First, 2)] {
        let mut play = Play::new(Poziomka::new(2, 2, 3));
        play.play(Move::Block { lane: 0, first: 0 });
        play.forfeit(loser);
        assert_eq!(play.moves_left(), Some(all), "those of the start");
    }
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (length, rows, columns) in SIZES {
        kit::check(&|| Poziomka::new(length, rows, columns));
    }
    for turn in ["L-", "L", "R"] {
        kit::check(&|| seeds_board(turn));
    }
}

#[test]
fn a_gain_is_the_difference_of_two_evaluations() {
    for play in plays() {
        for position in play.positions().iter().step_by(3) {
            let balance = |position: &Position, side| play.game().balance(position, side);
            for mv in play.game().moves(position) {
                let after = play.game().play(position, mv);
                let difference = balance(&after, position.turn) - balance(position, position.turn);
                assert_eq!(
                    play.game().gain(position, mv),
                    difference,
                    "{mv:?}\n{}",
                    play.game().diagram(position)
                );
            }
        }
    }
}

#[test]
fn the_seeds_board_is_evaluated_as_the_seed_says() {
    let game = seeds_board("L");
    let start = game.start();
    assert_eq!(Side::BOTH.map(|side| game.alone(&start, side)), [6, 9]);
    assert_eq!(game.balance(&start, Side::Second), 3);
    let drawing = Poziomka::draw(&Play::new(game));
    let room = Poziomka::say("room");
    assert_eq!(
        drawing.caption,
        Some(room.number("left", 6_u64).number("right", 9_u64).number("length", 3_u64))
    );
}

#[test]
fn the_seeds_moves_make_the_seeds_board() {
    let mut play = Play::new(Poziomka::new(3, 7, 11));
    for name in ["Fc", "cH", "Ce", "eI", "Da", "cA", "Ga", "fG"] {
        Table::play(&mut play, name).unwrap();
    }
    assert_eq!(Table::diagram(&play), format!("L\n{}", seeds_drawing()));
    let drawing = play.drawing();
    let rows = drawing
        .cells
        .chunks(11)
        .map(|row| row.iter().map(|cell| cell.glyph).collect::<String>() + "\n");
    let expected = "\
...|..|....
...|..|....
---|.||---.
.....|.....
..|..|..---
..|...---..
..|........
";
    assert_eq!(rows.collect::<String>(), expected);
}

/// The winner on an empty board: Left, Right, the player who moves first (`1`), or the player who
/// moves second (`2`).
fn class(length: usize, rows: usize, columns: usize) -> char {
    let game = Poziomka::new(length, rows, columns);
    let winners = Side::BOTH.map(|turn| {
        let mut start = game.start();
        (start.turn, start.may_pass) = (turn, false);
        let (found, _) = PackingSolver::new(game.clone()).winning_move(&start, &mut |_| false);
        if found.unwrap().is_some() { turn } else { turn.other() }
    });
    match winners {
        [Side::First, Side::Second] => '1',
        [Side::Second, Side::First] => '2',
        [Side::First, Side::First] => 'L',
        [Side::Second, Side::Second] => 'R',
    }
}

/// The results for Domineering come from D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik,
/// "Solving 8x8 Domineering", Theoretical Computer Science 230, 2000, and from M. Lachmann,
/// C. Moore, I. Rapaport, "Who Wins Domineering on Rectangular Boards?", 2002. The results for
/// Triomineering come from a program that shares no code with this one.
#[test]
fn solves_boards_as_the_literature_does() {
    let table: [(usize, usize, &str); 9] = [
        (2, 1, "2RRRRRRR"),
        (2, 2, "L11RL11R"),
        (2, 3, "L11RRRR"),
        (2, 4, "LLL1L1L"),
        (2, 5, "LRLR2R"),
        (2, 6, "L1L1L"),
        (3, 3, "LL111R1L"),
        (3, 4, "LL111RR"),
        (3, 5, "LL111R"),
    ];
    for (length, rows, expected) in table {
        let solved: String =
            (1..=expected.len()).map(|columns| class(length, rows, columns)).collect();
        assert_eq!(solved, expected, "POLA {length}, {rows} rows");
    }
}

/// The classes in the file, by POLA, rows and columns.
fn classes() -> impl Iterator<Item = ([usize; 3], char)> {
    let lines = include_str!("../data/winners.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (sizes, class) = line.rsplit_once(' ').unwrap();
        let mut sizes = sizes.split(' ').map(|size| size.parse().unwrap());
        (std::array::from_fn(|_| sizes.next().unwrap()), class.parse().unwrap())
    })
}

/// The smaller boards of the file, and some larger ones, are solved again, also lying on their
/// side.
#[test]
fn the_file_of_winners_is_true() {
    let mut count = 0;
    for ([length, rows, columns], known) in classes() {
        count += 1;
        let is_sample = rows * columns <= 14 * length || [length, rows, columns] == [2, 7, 7];
        if is_sample {
            let turned = match known {
                'L' => 'R',
                'R' => 'L',
                same => same,
            };
            assert_eq!(class(length, rows, columns), known, "{length}, {rows} by {columns}");
            assert_eq!(class(length, columns, rows), turned, "{length}, {columns} by {rows}");
        }
    }
    assert_eq!(count, [8, 10, 11, 12].map(|size| size * (size + 1) / 2).iter().sum::<usize>());
}

/// The winner of a position, found by trying all moves.
fn plain_winner(game: &Poziomka, position: &Position) -> Option<Side> {
    let wins = |mv| plain_winner(game, &game.play(position, mv)) == Some(position.turn);
    let winner = if game.moves(position).any(wins) { position.turn } else { position.turn.other() };
    Some(winner)
}

#[test]
fn a_known_outcome_is_the_outcome() {
    let mut known = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let game = Poziomka::new(random.between(2, 3), random.between(3, 5), random.between(3, 5));
        let mut play = Play::new(game);
        while play.outcome().is_none() {
            if let Some(outcome) = known_outcome(play.game(), play.position()) {
                known += 1;
                assert_eq!(
                    plain_winner(play.game(), play.position()),
                    outcome.winner(),
                    "\n{}",
                    Table::diagram(&play)
                );
            }
            let moves: Vec<_> = play.game().moves(play.position()).collect();
            play.play(*random.pick(&moves).unwrap());
        }
    }
    assert!(known > 300, "{known}");
}

#[test]
fn a_block_that_does_not_fit_is_refused_with_the_cause() {
    let mut play = Play::new(Poziomka::new(2, 3, 4));
    let mut reason = |name, legal| {
        let refusal = Table::play(&mut play, name).unwrap_err().to_string();
        Table::play(&mut play, legal).unwrap();
        refusal
    };
    assert_eq!(
        reason("Cc", "Bb"),
        "`Cc` is not legal: the block of 2 would stick out at the bottom"
    );
    assert_eq!(
        reason("aD", "aA"),
        "`aD` is not legal: the block of 2 would stick out at the right"
    );
    assert_eq!(
        reason("Aa", "Db"),
        "`Aa` is not legal: the block of 2 would cover Aa, which is taken"
    );
    assert_eq!(
        reason("bC", "aC"),
        "`bC` is not legal: the block of 2 would cover Db, which is taken"
    );
}

#[test]
fn two_blocks_in_a_column_are_two_pieces() {
    let mut play = Play::new(Poziomka::new(2, 4, 3));
    for name in ["Aa", "aB", "Ac"] {
        Table::play(&mut play, name).unwrap();
    }
    let block = |side, edges| Piece::Block(Some(side), edges);
    let [up, down] = [Edges::UP, Edges::DOWN].map(|edges| block(Side::First, edges));
    let drawing = play.drawing();
    let column: Vec<_> = drawing.cells.iter().step_by(3).map(|cell| cell.piece).collect();
    assert_eq!(column, [down, up, down, up]);
    let along = [Edges::RIGHT, Edges::LEFT].map(|edges| block(Side::Second, edges));
    assert_eq!([drawing.cells[1].piece, drawing.cells[2].piece], along);
    assert_eq!(play.last_changes().len(), 2, "a block changes all of its squares");
}

#[test]
fn passing_is_for_left_before_the_first_move() {
    let mut play = Play::new(Poziomka::new(2, 2, 2));
    assert_eq!(Table::legal(&play), ["Aa", "Ba", "-"]);
    Table::play(&mut play, "-").unwrap();
    assert_eq!(Table::legal(&play), ["aA", "bA"]);
    let pass = Table::play(&mut play, "-").unwrap_err().to_string();
    assert_eq!(pass, "`-` is not legal: only Left may pass, and only before the first move");

    let mut play = Play::new(Poziomka::new(LONGEST, 2, 2));
    assert_eq!((play.outcome(), Table::legal(&play)), (None, vec!["-".to_string()]));
    play.play(Move::Pass);
    assert_eq!(play.outcome().and_then(Outcome::winner), Some(Side::First));
}

#[test]
fn bad_diagrams_are_refused_with_the_line_at_fault() {
    let game = Poziomka::new(2, 2, 2);
    for (text, complaint) in [
        ("", "line 1: the text ends here; expected `L-`, `L` or `R`: whose turn it is"),
        ("R-\n", "line 1: `R-`; expected `L-`, `L` or `R`: whose turn it is"),
        ("R\n  B|\n", "line 2: `  B|`; expected the columns from A to at most Z, e.g. `  A B C|`"),
        ("R\n |\n", "line 2: ` |`; expected the columns from A to at most Z, e.g. `  A B C|`"),
        (
            "R\n  A B|\n-----+\n",
            "line 3: `-----+`; expected row a of 2 squares, each `.` or `#`, then `|`",
        ),
        (
            "R\n  A|\na x|\n",
            "line 3: `a x|`; expected row a of 1 squares, each `.` or `#`, then `|`",
        ),
        (
            "R\n  A|\na .|\nc .|\n",
            "line 4: `c .|`; expected row b of 1 squares, each `.` or `#`, then `|`; or `---+`",
        ),
        ("R\n  A|\na .|\n---+\nL\n", "line 5: `L`; expected the end of the diagram"),
    ] {
        assert_eq!(game.at_diagram(text).unwrap_err().to_string(), complaint);
    }
    let rows: String = ('a'..='{').map(|row| format!("{row} .|\n")).collect();
    let tall = game.at_diagram(&format!("R\n  A|\n{rows}---+\n")).unwrap_err().to_string();
    assert_eq!(tall, "line 29: `{ .|`; expected `---+`");
}
