//! Explains why an answer to a case is wrong: names the rule that a move breaks, and shows the
//! board before the move.

use std::time::Duration;

use rules::{Console, Explanation, Game, Notation, Parameters, Picture, Play, Square, shown};

use super::check::opponents_move;
use super::opening::{Opening, read_opening};
use super::position::Gangsters;

pub(super) fn explain(_: &Parameters, input: &str, _: &str, answer: &str) -> Option<Explanation> {
    let (mut bytes, mut sink, clock) = (input.as_bytes(), std::io::sink(), || Duration::ZERO);
    let mut console = Console::new(&mut bytes, &mut sink, &clock);
    let Opening { side, game, .. } = read_opening(&mut console).ok()?;
    let mut play = Play::new(game);
    let mut answers = answer.lines();
    while play.outcome().is_none() {
        if play.turn() != side {
            // The opponent's turn has two lines: the time left to the program, and the opponent's
            // move.
            let Ok(Some(_)) = console.line() else { break };
            let mv = opponents_move(play.game(), play.position(), &mut console)?;
            play.play(mv);
            continue;
        }
        let line = answers.next();
        let read = line.map(|line| play.game().parse(play.position(), line));
        match read {
            Some(Ok(mv)) if play.game().moves(play.position()).any(|legal| legal == mv) => {
                play.play(mv);
            }
            read => return Some(told(&play, line, read.and_then(Result::ok))),
        }
    }
    let rest = answers.next()?;
    let sentences = vec![Gangsters::say("nothing-asked").name("found", shown(rest))];
    Some(Explanation { sentences, board: Some(Gangsters::draw(&play)), squares: Vec::new() })
}

/// Explains the error in a line. `mv` is the move that the line names, if it names one.
fn told(play: &Play<Gangsters>, line: Option<&str>, mv: Option<super::Move>) -> Explanation {
    let (game, position) = (play.game(), play.position());
    let positions = (play.positions(), position);
    let objection = |mv| game.objection_after(positions, play.moves(), mv);
    let say = |key| Gangsters::say(key).name("found", line.map_or(String::new(), shown));
    let mut sentences = match (line, mv) {
        (None, _) => vec![say("no-answer").side("side", play.turn())],
        (Some(line), None) => vec![game.outside(line).unwrap_or_else(|| say("no-move"))],
        (Some(_), Some(mv)) => vec![say("breaks-rule"), objection(mv)],
    };
    let legal: Vec<_> = game.moves(position).collect();
    if let Some(&first) = legal.first() {
        sentences.push(
            say("legal").number("count", legal.len()).name("first", game.name(position, first)),
        );
    }
    let car = mv.and_then(|mv| mv.car).map(|(car, _)| car);
    let drawn = |square: super::Square| {
        let row = game.rows.checked_sub(usize::from(square.row))?;
        Some(Square { column: usize::from(square.column).checked_sub(1)?, row })
    };
    let squares = line
        .into_iter()
        .flat_map(|_| [Some(position.cash_box), car])
        .flatten()
        .filter_map(drawn)
        .collect();
    Explanation { sentences, board: Some(Gangsters::draw(play)), squares }
}

#[cfg(test)]
mod tests {
    use super::super::SPEC;
    use super::*;

    /// The program plays red on 3 by 3 squares, with the box in the middle.
    const OPENING: &str = "1000\n3 3\n1\n2 2\n0\n0\n";

    fn keys(answer: &str) -> Vec<&'static str> {
        let program = SPEC.program.as_ref().expect("it has a program");
        let told =
            explain(&Parameters::new(program.options), OPENING, "", answer).expect("it is wrong");
        assert_eq!(told.board.expect("there is a board").cells.len(), 9);
        told.sentences.iter().map(|message| message.key).collect()
    }

    #[test]
    fn the_rule_that_a_move_breaks_is_named() {
        assert_eq!(keys(""), ["no-answer", "legal"]);
        assert_eq!(keys("\u{1b}\n"), ["no-move", "legal"]);
        assert_eq!(keys("2 4 1 0\n"), ["no-column", "legal"]);
        assert_eq!(keys("2 1 0 0\n"), ["no-row", "legal"]);
        assert_eq!(keys("0\n"), ["breaks-rule", "box-cannot", "legal"]);
        assert_eq!(keys("2 1 1 4\n"), ["breaks-rule", "car-cannot", "legal"]);
        assert_eq!(keys("2 1 3 0\n"), ["breaks-rule", "no-car", "legal"]);
        assert_eq!(keys("2\n"), ["breaks-rule", "does-not-park", "legal"]);
    }

    /// The car from 1 1 slides to 1 4. A program with another board may believe that it is on 1 3.
    #[test]
    fn a_car_that_slid_elsewhere_is_named_with_its_move() {
        let mut play = Play::after(game_of(OPENING_5), &["2 1 1 0".to_string()]);
        let reply = play.game().moves(play.position()).find(|mv| mv.car.is_some());
        let reply = reply.expect("green can move");
        let input = format!("{OPENING_5}900\n{}\n", play.game().name(play.position(), reply));
        play.play(reply);
        let direction = (0..8).find(|&direction| {
            let landing = play.game().box_lands(
                &play.game().free(play.position()),
                play.position().cash_box,
                direction,
            );
            landing != play.position().cash_box && play.game().parking(landing).is_none()
        });
        let direction = direction.expect("the box can move");
        let key = |car: &str| {
            let program = SPEC.program.as_ref().expect("it has a program");
            let answer = format!("2 1 1 0\n{direction} {car} 2\n");
            let told = explain(&Parameters::new(program.options), &input, "", &answer);
            told.expect("it is wrong").sentences[1].key
        };
        assert_eq!(key("1 3"), "slid");
        assert_eq!(key("2 3"), "no-car", "no car moved along this line");
    }

    const OPENING_5: &str = "1000\n5 5\n1\n3 3\n0\n0\n";

    fn game_of(opening: &str) -> Gangsters {
        let (mut bytes, mut sink, clock) = (opening.as_bytes(), std::io::sink(), || Duration::ZERO);
        let opening = read_opening(&mut Console::new(&mut bytes, &mut sink, &clock));
        opening.expect("six lines").game
    }
}
