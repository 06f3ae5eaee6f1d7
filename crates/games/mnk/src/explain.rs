//! Explains why an answer to a case is wrong. Names the first command with a wrong answer, and then
//! the missing or superfluous move, or the line that wins.

use std::time::Duration;

use rules::{
    Console, Explanation, Game, Message, Notation, Parameters, Picture, Play, Square, shown,
};

use super::WIDEST;
use super::program::{Command, Header, cut, read_board, read_command, read_header};
use super::rules::{Mnk, Position};

pub(super) fn explain(
    _: &Parameters,
    input: &str,
    expected: &str,
    answer: &str,
) -> Option<Explanation> {
    let (mut bytes, mut sink, clock) = (input.as_bytes(), std::io::sink(), || Duration::ZERO);
    let mut console = Console::new(&mut bytes, &mut sink, &clock);
    let (mut expected, mut answer) = (expected.split_whitespace(), answer.split_whitespace());
    let mut number = 0;
    while let Some(command) = read_command(&mut console).ok()? {
        number += 1;
        let header = read_header(&mut console).ok()?;
        let stones = read_board::<WIDEST>(&header, &mut console).ok()?;
        let game =
            Mnk::new(header.rows, header.columns, header.in_a_row).from_stones(stones, header.turn);
        let before = answer.clone();
        let count = expected.next()?;
        let boards = if command == Command::Solve { 0 } else { count.parse::<usize>().ok()? };
        let words = boards.checked_mul(header.rows * header.columns)?;
        let right = std::iter::once(count).chain(expected.by_ref().take(words));
        if !right.eq(answer.by_ref().take(1 + words)) {
            return Some(
                Fault { game: &game, header: &header, number }.told(command, count, before),
            );
        }
    }
    let rest = answer.next()?;
    let sentences = vec![Mnk::<WIDEST>::say("nothing-asked").name("found", shown(rest))];
    Some(Explanation { sentences, board: None, squares: Vec::new() })
}

/// A command whose answer is wrong.
struct Fault<'a> {
    game: &'a Mnk<WIDEST>,
    header: &'a Header,
    /// The number of the command, counted from 1.
    number: usize,
}

impl Fault<'_> {
    fn told<'b>(
        &self,
        command: Command,
        right: &str,
        mut answer: impl Iterator<Item = &'b str>,
    ) -> Explanation {
        let mut sentences =
            vec![say("command").number("number", self.number).side("side", self.header.turn)];
        let found = answer.next();
        let mut squares = Vec::new();
        match (found, command) {
            (None, _) => sentences.push(say("no-answer").name("right", right)),
            (Some(found), Command::Solve) => {
                sentences.push(say("other-value").name("found", shown(found)).name("right", right));
                squares = self.line_told(&mut sentences);
            }
            (Some(found), _) => {
                let legal = self.legal(command, &mut sentences, &mut squares);
                if found != right {
                    sentences
                        .push(say("other-count").name("found", shown(found)).name("right", right));
                }
                let marked = self.boards_told(&legal, answer, &mut sentences);
                squares.extend(marked);
            }
        }
        squares.sort_unstable();
        squares.dedup();
        let squares = squares.into_iter().map(|square| self.at(square)).collect();
        Explanation { sentences, board: Some(Mnk::draw(&Play::new(self.game.clone()))), squares }
    }

    /// The moves that should be written. If the command keeps only one of the moves, the reason is
    /// added to `sentences`.
    fn legal(
        &self,
        command: Command,
        sentences: &mut Vec<Message>,
        squares: &mut Vec<usize>,
    ) -> Vec<usize> {
        let start = self.game.start();
        if start.winner.is_some() {
            *squares = self.line_told(sentences);
        }
        if command == Command::Generate {
            return self.game.moves(&start).collect();
        }
        let legal = cut(self.game, &start);
        if let &[only] = &legal[..] {
            let next = self.game.play(&start, only);
            let key = if next.winner.is_some() { "cut-wins" } else { "cut-fills" };
            sentences
                .push(say(key).name("square", self.name(only)).number("k", self.game.in_a_row));
            squares.extend(self.line(&next));
        }
        legal
    }

    /// Names the first missing board, and the first board in the answer that belongs to no right
    /// move.
    fn boards_told<'b>(
        &self,
        legal: &[usize],
        answer: impl Iterator<Item = &'b str>,
        sentences: &mut Vec<Message>,
    ) -> Vec<usize> {
        let start = self.game.start();
        let own = ["1", "2"][start.turn.index()];
        let bare: Vec<&str> = (0..self.header.rows * self.header.columns)
            .map(|square| digit(&start, square))
            .collect();
        let words: Vec<&str> = answer.take(bare.len() * (legal.len() + 1)).collect();
        let played = |board: &[&str]| {
            let mut changed = (0..bare.len()).filter(|&square| board[square] != bare[square]);
            let only = changed.next().filter(|&square| board[square] == own && bare[square] == "0");
            only.filter(|_| changed.next().is_none())
        };
        let found: Vec<Option<usize>> = words.chunks_exact(bare.len()).map(played).collect();
        let missing = legal.iter().copied().find(|square| !found.contains(&Some(*square)));
        let odd = found
            .iter()
            .take(legal.len())
            .position(|square| square.is_none_or(|square| !legal.contains(&square)));
        if let Some(square) = missing {
            sentences.push(say("missing").name("square", self.name(square)));
        }
        match odd.map(|board| (board, found[board])) {
            Some((board, Some(square))) => {
                sentences.push(
                    say("not-asked").number("board", board + 1).name("square", self.name(square)),
                );
            }
            Some((board, None)) => sentences.push(say("no-child").number("board", board + 1)),
            None if is_reordered(legal, &found) => sentences.push(say("other-order")),
            None => {}
        }
        missing.into_iter().chain(odd.and_then(|board| found[board])).collect()
    }

    /// Names the line that a side has, or that the side to move can complete.
    fn line_told(&self, sentences: &mut Vec<Message>) -> Vec<usize> {
        let start = self.game.start();
        if let Some(winner) = start.winner {
            sentences.push(say("has-line").side("side", winner).number("k", self.game.in_a_row));
            return self.line(&start);
        }
        let wins = |&square: &usize| self.game.play(&start, square).winner.is_some();
        let Some(square) = self.game.moves(&start).find(wins) else { return Vec::new() };
        let told = say("wins-by").side("side", start.turn).number("k", self.game.in_a_row);
        sentences.push(told.name("square", self.name(square)));
        self.line(&self.game.play(&start, square))
    }

    /// The squares of the first complete line; none if neither side has a line.
    fn line(&self, position: &Position<WIDEST>) -> Vec<usize> {
        let Some(winner) = position.winner else { return Vec::new() };
        let mut lines = self.game.directions.iter().flat_map(|direction| {
            let starts = direction.starts_within(position.stones[winner.index()]);
            starts.into_iter().map(|start| direction.line_from(start))
        });
        lines.next().into_iter().flatten().collect()
    }

    fn name(&self, square: usize) -> String {
        self.game.name(&self.game.start(), square)
    }

    fn at(&self, square: usize) -> Square {
        Square { column: square % self.header.columns, row: square / self.header.columns }
    }
}

/// Whether the first boards are those of all moves, in another order.
fn is_reordered(legal: &[usize], found: &[Option<usize>]) -> bool {
    let right: Vec<_> = legal.iter().copied().map(Some).collect();
    let Some(first) = found.get(..right.len()).filter(|first| *first != right) else {
        return false;
    };
    let mut sorted = first.to_vec();
    sorted.sort_unstable();
    sorted == right
}

fn digit(position: &Position<WIDEST>, square: usize) -> &'static str {
    ["0", "1", "2"][usize::from(super::notation::stone(&position.stones, square))]
}

fn say(key: &'static str) -> Message {
    Mnk::<WIDEST>::say(key)
}

#[cfg(test)]
mod tests {
    use super::super::SPEC;
    use super::*;

    fn of(input: &str, expected: &str, answer: &str) -> Option<Explanation> {
        let program = SPEC.program.as_ref().expect("it has a program");
        explain(&Parameters::new(program.options), input, expected, answer)
    }

    fn keys(input: &str, expected: &str, answer: &str) -> Vec<&'static str> {
        of(input, expected, answer)
            .expect("it is wrong")
            .sentences
            .iter()
            .map(|message| message.key)
            .collect()
    }

    const GENERATE: &str = "GEN_ALL_POS_MOV 2 2 3 1\n1 2\n0 0\n";
    const RIGHT: &str = "2\n1 2\n1 0\n\n1 2\n0 1\n";

    #[test]
    fn a_move_that_is_missing_or_too_many_is_named() {
        assert_eq!(of(GENERATE, RIGHT, RIGHT), None);
        assert_eq!(keys(GENERATE, RIGHT, ""), ["command", "no-answer"]);
        assert_eq!(keys(GENERATE, RIGHT, "1\n1 2\n1 0\n"), ["command", "other-count", "missing"]);
        assert_eq!(keys(GENERATE, RIGHT, "2\n1 2\n0 1\n\n1 2\n1 0\n"), ["command", "other-order"]);
        let twice = [GENERATE, GENERATE].concat();
        let reordered = "2\n1 2\n0 1\n\n1 2\n1 0\n".to_string() + RIGHT;
        let right_twice = [RIGHT, RIGHT].concat();
        assert_eq!(keys(&twice, &right_twice, &reordered), ["command", "other-order"]);
        assert_eq!(
            keys(GENERATE, RIGHT, "2\n1 2\n2 0\n\n1 2\n0 1\n"),
            ["command", "missing", "no-child"]
        );
        assert_eq!(keys(GENERATE, RIGHT, &format!("{RIGHT}7")), ["nothing-asked"]);
        let missing = of(GENERATE, RIGHT, "1\n1 2\n1 0\n").expect("it is wrong");
        assert_eq!(missing.squares, [Square { column: 1, row: 1 }]);
    }

    #[test]
    fn the_line_that_wins_is_shown() {
        let cut = "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER 2 3 3 1\n1 1 0\n2 2 0\n";
        let right = "1\n1 1 1\n2 2 0\n";
        let all = "2\n1 1 1\n2 2 0\n\n1 1 0\n2 2 1\n";
        assert_eq!(keys(cut, right, all), ["command", "cut-wins", "other-count"]);
        let solve = "SOLVE_GAME_STATE 2 3 3 1\n1 1 0\n2 2 0\n";
        let told = of(solve, "FIRST_PLAYER_WINS\n", "BOTH_PLAYERS_TIE\n").expect("it is wrong");
        assert_eq!(
            told.sentences.iter().map(|message| message.key).collect::<Vec<_>>(),
            ["command", "other-value", "wins-by"]
        );
        assert_eq!(told.squares, [0, 1, 2].map(|column| Square { column, row: 0 }));
        let over = "SOLVE_GAME_STATE 2 3 3 2\n1 1 1\n2 2 0\n";
        assert_eq!(
            keys(over, "FIRST_PLAYER_WINS\n", "x\n"),
            ["command", "other-value", "has-line"]
        );
    }
}
