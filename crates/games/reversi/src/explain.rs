//! Explains why an answer to a case is wrong: names the first wrong prompt, its missing moves, and
//! the moves that do not belong there.

use rules::{Explanation, Message, Notation, Parameters, Picture, Play, Side, Square, shown};

use super::board::flips;
use super::notation::{parse_square, square_name};
use super::rules::{Move, Passing, Position, Reversi};

/// An explanation names at most this many missing moves and this many extra moves.
const MOST_TOLD: usize = 3;

pub(super) fn explain(_: &Parameters, input: &str, _: &str, answer: &str) -> Option<Explanation> {
    let mut play = Play::new(Reversi::new(Passing::Free));
    let mut prompts = answer.lines();
    let mut commands = input.lines();
    loop {
        let right = prompt(play.position());
        let found = prompts.next();
        if found != Some(&right) {
            return Some(told(&play, &right, found));
        }
        let mv = match commands.next() {
            None | Some("=") => break,
            Some("-") => Move::PASS,
            Some(name) => {
                parse_square(name).filter(|mv| play.position().placements() & mv.set() != 0)?
            }
        };
        play.play(mv);
    }
    let rest = prompts.next()?;
    let sentences = vec![Reversi::say("nothing-asked").name("found", shown(rest))];
    Some(Explanation { sentences, board: Some(Reversi::draw(&play)), squares: Vec::new() })
}

/// The right prompt: the letter of the side to move, and the squares of its moves.
fn prompt(position: &Position) -> String {
    let squares = Vec::from_iter(singles(position.placements()).map(name));
    [letter(position.turn)]
        .into_iter()
        .chain(squares.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ")
}

fn letter(side: Side) -> &'static str {
    ["C", "B"][side.index()]
}

fn told(play: &Play<Reversi>, right: &str, found: Option<&str>) -> Explanation {
    let position = play.position();
    let mut words = found.unwrap_or_default().split_whitespace();
    let is_own_letter = words.next() == Some(letter(position.turn));
    let read: Vec<_> = words.map(parse_square).collect();
    let named = read.iter().flatten().fold(0, |all, mv| all | mv.set());
    let legal = position.placements();
    let [missing, extra] = [legal & !named, named & !legal];
    let mut sentences = vec![
        Reversi::say("after-commands")
            .number("commands", play.moves().len())
            .side("side", play.turn()),
    ];
    let mut squares = Vec::new();
    if found.is_none() {
        sentences.push(Reversi::say("no-prompt").name("right", right));
    } else if !is_own_letter {
        sentences.push(
            Reversi::say("other-letter")
                .name("right", letter(position.turn))
                .side("side", position.turn),
        );
    } else if is_reordered(right, found) {
        sentences.push(Reversi::say("other-order").name("right", right));
    } else if (missing, extra) == (0, 0) || read.contains(&None) {
        sentences.push(Reversi::say("other-form").name("right", right));
    } else {
        sentences.extend(singles(missing).take(MOST_TOLD).map(|disc| missing_told(position, disc)));
        sentences
            .extend(singles(extra).take(MOST_TOLD).flat_map(|disc| extra_told(position, disc)));
        squares.extend(singles(missing | extra).map(at));
    }
    Explanation { sentences, board: Some(Reversi::draw(play)), squares }
}

/// Whether the line has the right words in another order.
fn is_reordered(right: &str, found: Option<&str>) -> bool {
    let [mut right, mut found] =
        [right, found.unwrap_or_default()].map(|line| line.split_whitespace().collect::<Vec<_>>());
    if right == found {
        return false;
    }
    right.sort_unstable();
    found.sort_unstable();
    right == found
}

fn missing_told(position: &Position, disc: u64) -> Message {
    let (own, other) = position.own_and_other();
    let turned: Vec<_> = singles(flips(disc, own, other)).map(name).collect();
    Reversi::say("missing")
        .name("square", name(disc))
        .number("count", turned.len())
        .name("turned", turned.join(" "))
}

fn extra_told(position: &Position, disc: u64) -> [Message; 2] {
    let Square { column, row } = at(disc);
    let extra = Reversi::say("extra").name("square", name(disc));
    [extra, Reversi::new(Passing::Forced).objection(position, Move::at(column, row))]
}

/// The squares of a set one by one, in the order of their names.
fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

fn at(disc: u64) -> Square {
    let bit = disc.trailing_zeros() as usize;
    Square { column: bit / super::board::SIDE, row: bit % super::board::SIDE }
}

fn name(disc: u64) -> String {
    let Square { column, row } = at(disc);
    square_name(column, row).map(char::from).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::SPEC;
    use super::*;

    fn of(input: &str, answer: &str) -> Option<Explanation> {
        let program = SPEC.program.as_ref().expect("it has a program");
        explain(&Parameters::new(program.options), input, "", answer)
    }

    fn keys(input: &str, answer: &str) -> Vec<&'static str> {
        of(input, answer)
            .expect("it is wrong")
            .sentences
            .iter()
            .map(|message| message.key)
            .collect()
    }

    #[test]
    fn moves_that_are_missing_or_too_many_are_named_with_what_they_turn() {
        const START: &str = "C c4 d3 e6 f5\n";
        assert_eq!(of("=\n", START), None, "the right answer");
        assert_eq!(keys("=\n", "C c4 d3 e6\n"), ["after-commands", "missing"]);
        assert_eq!(keys("=\n", "C a1 c4 d3 e6 f5\n"), ["after-commands", "extra", "flips-nothing"]);
        assert_eq!(keys("=\n", "C c4 d3 d4 e6 f5\n"), ["after-commands", "extra", "disc-there"]);
        assert_eq!(keys("=\n", "B c4 d3 e6 f5\n"), ["after-commands", "other-letter"]);
        assert_eq!(keys("=\n", "C d3 c4 e6 f5\n"), ["after-commands", "other-order"]);
        assert_eq!(keys("=\n", "C  c4 d3 e6 f5\n"), ["after-commands", "other-form"]);
        assert_eq!(keys("=\n", "C c4 d3 e6 f5 f5\n"), ["after-commands", "other-form"]);
        assert_eq!(keys("f5\n=\n", START), ["after-commands", "no-prompt"]);
        assert_eq!(keys("=\n", &format!("{START}B\n")), ["nothing-asked"]);
        let missing = of("=\n", "C c4 d3 e6\n").expect("it is wrong");
        assert_eq!(missing.squares, [Square { column: 5, row: 4 }]);
        assert!(missing.sentences[1].to_string().contains("e5"), "f5 turns e5 over");
    }
}
