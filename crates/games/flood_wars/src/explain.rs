//! Explains why an answer to a case is wrong: names a colour that may not be chosen, or the squares
//! that were flooded wrongly.

use rules::{Explanation, Game, Message, Notation, Parameters, Picture, Play, Square};

use super::LONGEST;
use super::board::{Board, Colour, Reader};
use super::difference::unmoved;
use super::notation::{is_board_beside, letter, side};
use super::rules::FloodWars;

type Flood = FloodWars<LONGEST>;

pub(super) fn explain(_: &Parameters, input: &str, _: &str, answer: &str) -> Option<Explanation> {
    let mut lines = input.lines();
    let turn = side(lines.next()?)?;
    let board = Reader::read(lines).ok()?;
    let play = Play::new(Flood::new(&board, turn, 0, u32::MAX));
    let mut answers = answer.lines();
    let mut sentences = Vec::new();
    let next = letter(turn.other()).to_string();
    let header = answers.next();
    if header.is_some_and(|header| is_board_beside(header, &next)) {
        sentences.push(Flood::say("letter-alone").name("letter", next));
    } else if header != Some(&next) {
        sentences.push(Flood::say("first-line").name("right", next).side("side", turn.other()));
    }
    let found = Reader::of(answers)
        .and_then(Reader::any_corners)
        .ok()
        .filter(|found| found.columns() == board.columns() && found.rows() == board.rows());
    let squares = found.map_or(Vec::new(), |found| board_told(&play, &found, &mut sentences));
    if sentences.is_empty() {
        sentences.push(
            Flood::say("no-board").number("rows", board.rows()).number("columns", board.columns()),
        );
    }
    if !sentences.iter().any(|sentence| sentence.key.ends_with("has-colour")) {
        sentences.push(legal_told(&play));
    }
    Some(Explanation { sentences, board: Some(Flood::draw(&play)), squares })
}

/// Adds sentences about what is wrong with a board of the right size, and returns the wrong
/// squares. The colour in the mover's corner counts as the colour that the mover chose.
fn board_told(play: &Play<Flood>, found: &Board, sentences: &mut Vec<Message>) -> Vec<Square> {
    let (game, position) = (play.game(), play.position());
    let colour = found.corners()[position.turn.index()];
    let name = |message: Message| message.name("colour", colour.glyph().to_string());
    if let Some(unmoved) = unmoved(game, position, found) {
        sentences.push(unmoved);
        return Vec::new();
    }
    if position.colours.contains(&colour) {
        sentences.extend([name(Flood::say("not-to-choose")), game.objection(position, colour)]);
        return Vec::new();
    }
    let right = game.play(position, colour);
    let squares = (0..game.rows * game.columns).map(|i| (i / game.columns, i % game.columns));
    let differ =
        squares.filter(|&(row, column)| game.colour(&right, row, column) != found.at(row, column));
    let differ: Vec<_> = differ.map(|(row, column)| Square { column, row }).collect();
    if let Some(first) = differ.first() {
        let told = name(Flood::say("floods-otherwise")).number("count", differ.len());
        let should = game.colour(&right, first.row, first.column);
        let told = told.number("row", first.row + 1).number("column", first.column + 1);
        let is = found.at(first.row, first.column);
        sentences.push(
            told.name("right", should.glyph().to_string()).name("found", is.glyph().to_string()),
        );
    }
    differ
}

fn legal_told(play: &Play<Flood>) -> Message {
    let legal = Colour::ALL.into_iter().filter(|colour| !play.position().colours.contains(colour));
    let names = legal.map(|colour| colour.glyph().to_string()).collect::<Vec<_>>().join(" ");
    Flood::say("legal").side("side", play.turn()).name("colours", names)
}

#[cfg(test)]
mod tests {
    use super::super::SPEC;
    use super::*;

    const INPUT: &str = "J\n@#+\n.*@\n#@+\n";

    fn of(answer: &str) -> Explanation {
        let program = SPEC.program.as_ref().expect("it has a program");
        explain(&Parameters::new(program.options), INPUT, "", answer).expect("a board can be shown")
    }

    fn keys(answer: &str) -> Vec<&'static str> {
        of(answer).sentences.iter().map(|message| message.key).collect()
    }

    #[test]
    fn the_colour_and_the_squares_that_are_wrong_are_told() {
        assert_eq!(keys("S\n@#+\n.*@\n#@+\n"), ["board-unchanged", "legal"]);
        let elsewhere = of("S\n.#+\n.*@\n#@+\n");
        assert_eq!(
            elsewhere.sentences[0].to_string(),
            "the corner of J has not changed, although 1 other square has"
        );
        let of_opponent = keys("S\n@#+\n.*@\n+@+\n");
        assert_eq!(of_opponent, ["not-to-choose", "opponent-has-colour"]);
        assert_eq!(keys("J\n@#+\n.*@\n@@+\n"), ["first-line", "legal"]);
        assert_eq!(keys(""), ["first-line", "legal"]);
        assert_eq!(keys("S\n@#\n"), ["no-board", "legal"]);
        let flooded = of("S\n@#+\n@*@\n@@+\n");
        assert_eq!(flooded.sentences[0].key, "floods-otherwise");
        assert_eq!(flooded.squares, [Square { column: 0, row: 1 }]);
    }
}
