//! Replays and judges the conversation of a Gangsters program with a referee.
use super::super::{Twin, lines};
use super::{Fault, Gangsters};

/// The start position, the program's colour and the opponent's moves.
struct Conversation<'a> {
    game: Gangsters,
    colour: usize,
    theirs: Vec<&'a str>,
}

/// Reads a conversation: time, `n m`, colour, box, limit and pillars, and then pairs of lines with
/// the time left and the opponent's move.
fn read(input: &str, fault: Option<Fault>) -> Conversation<'_> {
    let lines: Vec<&str> = lines(input).map(str::trim).collect();
    let pillars = one_number(lines[5]);
    let (start, rest) = lines[6..].split_at(pillars);
    let pillars: Vec<(usize, usize)> = start.iter().map(|line| two_numbers(line)).collect();
    let (n, m) = two_numbers(lines[1]);
    let limit = one_number(lines[4]) as u32;
    let game = Gangsters::mistaken(n, m, &pillars, two_numbers(lines[3]), limit, false, fault);
    Conversation {
        game,
        colour: one_number(lines[2]),
        theirs: rest.iter().skip(1).step_by(2).copied().collect(),
    }
}

fn numbers(line: &str) -> Vec<usize> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn one_number(line: &str) -> usize {
    numbers(line)[0]
}

fn two_numbers(line: &str) -> (usize, usize) {
    let numbers = numbers(line);
    (numbers[0], numbers[1])
}

/// The position in which the conversation stops, and whether the program has to move there.
pub fn replay<'a>(
    input: &'a str,
    mut ours: impl Iterator<Item = &'a str>,
    fault: Option<Fault>,
) -> Result<(Gangsters, bool), String> {
    let Conversation { mut game, colour, theirs } = read(input, fault);
    let mut theirs = theirs.into_iter();
    while game.outcome().is_none() {
        let is_ours = game.first_to_move() == (colour == 1);
        let Some(mv) = (if is_ours { ours.next() } else { theirs.next() }) else {
            // The referee does not forward a move that parks the box, so the input lacks that move.
            return Ok((game, is_ours));
        };
        let is_unknown = !is_ours && fault == Some(Fault::ForgetsTheirMoves);
        if !is_unknown && !game.legal().iter().any(|name| name == mv) {
            return Err(format!("`{mv}` is not legal in\n{}", game.diagram()));
        }
        let forgotten = if is_ours { Fault::ForgetsOwnMoves } else { Fault::ForgetsTheirMoves };
        if fault == Some(forgotten) { game = game.with_turn_over() } else { game.play(mv) }
    }
    Ok((game, false))
}

/// Replays a whole conversation, and checks that every move of the output is legal and expected.
pub fn check(input: &str, output: &str, fault: Option<Fault>) -> Result<(), String> {
    let mut ours = lines(output);
    let (game, is_called_for) = replay(input, &mut ours, fault)?;
    match ours.next() {
        _ if is_called_for => Err(format!("no move in\n{}", game.diagram())),
        Some(mv) => Err(format!("`{mv}` is not expected in\n{}", game.diagram())),
        None => Ok(()),
    }
}

/// The moves that the program may write next after it has written `output`. There are none if no
/// move is expected.
pub fn answers(input: &str, output: &str, fault: Option<Fault>) -> Result<Vec<String>, String> {
    let (game, is_called_for) = replay(input, lines(output), fault)?;
    Ok(if is_called_for { game.legal() } else { vec![] })
}
