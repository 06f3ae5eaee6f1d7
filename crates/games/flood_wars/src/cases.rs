//! Draws random inputs for the program: undecided boards of all sizes and patterns, at the start of
//! a game or later.

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Game, Parameters, Side};

use super::LONGEST;
use super::board::{Colour, Reader};
use super::notation::{board_text, letter};
use super::program::OPTIONS;
use super::rules::FloodWars;

/// Limits the search to a number of nodes, so that the same input always gets the same answer.
pub(super) fn vary(random: &mut Random) -> Parameters {
    let nodes = random.between(1, 4) * 1000;
    Parameters::new(OPTIONS)
        .with("nodes", &nodes.to_string())
        .expect("a few thousand nodes are within the range")
}

/// Draws a player and an undecided board of 10 by 10 to 50 by 50, in a game that J began. In cases
/// beyond the rules' text, the board may be smaller, and S may have begun the game.
pub(super) fn case(
    random: &mut Random,
    _options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> String {
    loop {
        if let Some(case) = undecided(random, scope, board) {
            return case;
        }
    }
}

fn undecided(random: &mut Random, scope: CaseScope, board: CaseBoard) -> Option<String> {
    let picture = painted(random, scope, board);
    let lines: Vec<String> =
        picture.iter().map(|row| row.iter().map(|colour| colour.glyph()).collect()).collect();
    let board = Reader::read(lines.iter().map(String::as_str)).ok()?;
    let beginner = if scope == CaseScope::Text { Side::First } else { Side::BOTH[random.below(2)] };
    let game = FloodWars::<LONGEST>::new(&board, beginner, 0, u32::MAX);
    let mut position = game.start();
    let moves = if random.one_in(3) { 0 } else { random.below(3 + board.rows() + board.columns()) };
    for _ in 0..moves {
        let legal: Vec<_> = game.moves(&position).collect();
        let next = game.play(&position, *random.pick(&legal)?);
        if next.over {
            break;
        }
        position = next;
    }
    (!position.over).then(|| format!("{}\n{}", letter(position.turn), board_text(&game, &position)))
}

/// The shortest side of the boards in cases that follow the game's rules. Cases beyond the rules
/// ([`CaseScope::BeyondText`]) may have shorter sides.
const SHORTEST: usize = 10;

type Picture = Vec<Vec<Colour>>;

fn painted(random: &mut Random, scope: CaseScope, board: CaseBoard) -> Picture {
    let [rows, columns] = size(random, scope, board);
    let corners = [Colour::ALL[random.below(5)], Colour::ALL[random.below(5)]];
    // A board with fewer than five colours has moves that add no square, and large areas of one
    // colour. If all squares have the players' own colours, no move adds a square.
    let colours = match random.below(12) {
        0 => &corners[..],
        1..=4 => &Colour::ALL[random.below(4)..],
        _ => &Colour::ALL,
    };
    let any = |random: &mut Random| colours[random.below(colours.len())];
    let mut picture = vec![vec![any(random); columns]; rows];
    // One area of more than a thousand squares fills the stack of a program that floods by
    // recursion without a bound.
    let is_plain = board == CaseBoard::Largest;
    match random.below(4) {
        _ if is_plain => (0..rows).for_each(|row| {
            let column = random.below(columns);
            picture[row][column] = any(random);
        }),
        0 => (0..random.between(1, 12)).for_each(|_| patch(random, &mut picture, any)),
        1 => (0..random.between(1, 6)).for_each(|_| snake(random, &mut picture, any)),
        _ => picture.iter_mut().flatten().for_each(|square| *square = any(random)),
    }
    [picture[rows - 1][0], picture[0][columns - 1]] = corners;
    picture
}

/// The numbers of rows and columns. A side is usually short, but sometimes has any length.
fn size(random: &mut Random, scope: CaseScope, board: CaseBoard) -> [usize; 2] {
    let shortest = if scope == CaseScope::Text { SHORTEST } else { 2 };
    match board {
        CaseBoard::Smallest => [shortest; 2],
        CaseBoard::Largest => [LONGEST; 2],
        CaseBoard::Oblong if random.one_in(2) => [random.between(shortest, 14), LONGEST],
        CaseBoard::Oblong => [LONGEST, random.between(shortest, 14)],
        CaseBoard::Any => [(); 2].map(|()| {
            let longest = if random.one_in(6) { LONGEST } else { 14 };
            random.between(shortest, longest)
        }),
    }
}

/// Paints a rectangle of one colour.
fn patch(random: &mut Random, picture: &mut Picture, any: impl Fn(&mut Random) -> Colour) {
    let colour = any(random);
    let top = random.below(picture.len());
    let left = random.below(picture[0].len());
    let height = random.between(1, picture.len() - top);
    let width = random.between(1, picture[0].len() - left);
    for row in &mut picture[top..top + height] {
        row[left..left + width].fill(colour);
    }
}

/// Paints a long path of one colour. The path seldom turns.
fn snake(random: &mut Random, picture: &mut Picture, any: impl Fn(&mut Random) -> Colour) {
    let colour = any(random);
    let (rows, columns) = (picture.len(), picture[0].len());
    let (mut row, mut column) = (random.below(rows), random.below(columns));
    let mut direction = random.below(4);
    for _ in 0..rows * columns / 4 {
        picture[row][column] = colour;
        if random.one_in(4) {
            direction = random.below(4);
        }
        match direction {
            0 => row = (row + 1) % rows,
            1 => column = (column + 1) % columns,
            2 => row = (row + rows - 1) % rows,
            _ => column = (column + columns - 1) % columns,
        }
    }
}
