//! Explains why an answer to a case is wrong: names the first wrong prompt, its missing moves, and
//! the moves that do not belong there.

use rules::{Explanation, Message, Notation, Parameters, Picture, Play, Side, Square, shown};

use super::board::{SIDE, flips, placements};
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
    if is_own_letter && (missing, extra) != (0, 0) {
        sentences.extend(flipped_otherwise(play, named));
    }
    let twice =
        read.iter().flatten().enumerate().find(|(at, mv)| {
            read.iter().take(*at).flatten().any(|before| before.set() == mv.set())
        });
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
    } else if let Some((_, mv)) = twice {
        sentences
            .push(Reversi::say("square-twice").name("square", name(mv.set())).name("right", right));
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

/// If the squares that the program names are the legal moves of a board on which the last move
/// flipped other discs, the message tells which discs. In each direction, the program may have
/// flipped all discs of the opponent that are in a row there, or none.
fn flipped_otherwise(play: &Play<Reversi>, named: u64) -> Option<Message> {
    let (mv, before) = (play.moves().last()?, play.positions().iter().rev().nth(1)?);
    let (own, other) = before.own_and_other();
    let (column, row) = mv.place()?;
    let right = flips(mv.set(), own, other);
    let rows: Vec<u64> = rows_of(column, row, other).filter(|&row| row != 0).collect();
    let union = |subset: usize| {
        let chosen = rows.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
        chosen.fold(0, |all, (_, row)| all | row)
    };
    let fits = |flipped: &u64| {
        *flipped != right && placements(other ^ flipped, own ^ flipped | mv.set()) == named
    };
    let candidates = (0..1 << rows.len()).map(union).filter(fits);
    let flipped = candidates.min_by_key(|flipped| (flipped ^ right).count_ones())?;
    let names = |set| singles(set).map(name).collect::<Vec<_>>().join(" ");
    let told = Reversi::say("flipped").name("square", name(mv.set()));
    let told = told.number("command", play.moves().len()).number("count", right.count_ones());
    let told = told.name("right", names(right)).number("number", flipped.count_ones());
    Some(told.name("found", if flipped == 0 { "-".to_string() } else { names(flipped) }))
}

/// In each of the eight directions from a square, the discs of `other` that are next in a row.
fn rows_of(column: usize, row: usize, other: u64) -> impl Iterator<Item = u64> {
    const STEPS: [(i8, i8); 8] =
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    STEPS.into_iter().map(move |(across, down)| {
        let step = move |&(column, row): &(usize, usize)| {
            let next =
                (column.checked_add_signed(across.into())?, row.checked_add_signed(down.into())?);
            let bit = (next.0 < SIDE && next.1 < SIDE).then(|| Move::at(next.0, next.1).set())?;
            (other & bit != 0).then_some(next)
        };
        let line = std::iter::successors(Some((column, row)), step).skip(1);
        line.fold(0, |all, (column, row)| all | Move::at(column, row).set())
    })
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
    Square { column: bit / SIDE, row: bit % SIDE }
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

    const START: &str = "C c4 d3 e6 f5\n";

    #[test]
    fn moves_that_are_missing_or_too_many_are_named_with_what_they_turn() {
        assert_eq!(of("=\n", START), None, "the right answer");
        assert_eq!(keys("=\n", "C c4 d3 e6\n"), ["after-commands", "missing"]);
        assert_eq!(keys("=\n", "C a1 c4 d3 e6 f5\n"), ["after-commands", "extra", "flips-nothing"]);
        assert_eq!(
            keys("=\n", "C c4 d3 d4 e6 f5\n"),
            ["after-commands", "extra", "other-disc-there"]
        );
        assert_eq!(keys("=\n", "B c4 d3 e6 f5\n"), ["after-commands", "other-letter"]);
        assert_eq!(keys("=\n", "C d3 c4 e6 f5\n"), ["after-commands", "other-order"]);
        assert_eq!(keys("=\n", "C  c4 d3 e6 f5\n"), ["after-commands", "other-form"]);
        assert_eq!(keys("=\n", "C c4 d3 e6 f5 f5\n"), ["after-commands", "square-twice"]);
        assert_eq!(keys("f5\n=\n", START), ["after-commands", "no-prompt"]);
        assert_eq!(keys("=\n", &format!("{START}B\n")), ["nothing-asked"]);
        let missing = of("=\n", "C c4 d3 e6\n").expect("it is wrong");
        assert_eq!(missing.squares, [Square { column: 5, row: 4 }]);
        assert!(missing.sentences[1].to_string().contains("e5"), "f5 turns e5 over");
    }

    /// A program that does not flip the discs of the last move, here `c6`, shows it in its next
    /// line.
    #[test]
    fn a_move_that_flipped_other_discs_is_named() {
        let mut play = Play::new(Reversi::new(Passing::Free));
        let mut prompts = String::new();
        for name in ["f5", "d6", "c6"] {
            prompts += &(prompt(play.position()) + "\n");
            play.play(parse_square(name).expect("a square"));
        }
        let before = &play.positions()[2];
        let (own, other) = before.own_and_other();
        let c6 = parse_square("c6").expect("a square").set();
        let right = flips(c6, own, other);
        for (flipped, is_told) in [(0, true), (right, false)] {
            let legal = placements(other ^ flipped, own ^ flipped | c6);
            let line = singles(legal).fold("B".to_string(), |line, disc| line + " " + &name(disc));
            let told = of("f5\nd6\nc6\n=\n", &format!("{prompts}{line}\n"));
            let key = told.map(|told| told.sentences[1].key);
            assert_eq!(key, is_told.then_some("flipped"), "{line}");
        }
    }
}
