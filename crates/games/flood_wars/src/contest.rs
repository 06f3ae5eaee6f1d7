//! How programs play each other: for each move, a new process reads a board and writes the next
//! board.

use std::time::Duration;

use rules::random::Random;
use rules::{
    Answer, BadInput, BadParameter, Contest, Dialogue, Game, Lifetime, Notation, Parameters,
    Protocol, Refusal, Side, TimeControl,
};

use super::LONGEST;
use super::board::{Colour, Reader};
use super::difference::{Difference, differs, unmoved};
use super::notation::{board_text, is_board_beside, letter};
use super::rules::{FloodWars, Position};

/// The rules give programs one second for a move. A case of the task is a move.
pub(super) const MOVE_TIME: Duration = Duration::from_secs(1);

/// The rules give programs [`MOVE_TIME`] and 128 MB of memory. The stack may use all of
/// this memory.
pub(super) const CONTEST: Contest = Contest {
    protocol: Some(Protocol {
        lifetime: Lifetime::Move,
        any_start: true,
        dialogue,
        constants: |_, _| Vec::new(),
    }),
    board,
    half_moves: Some(|parameters| parameters.integer("limit")),
    squares: None,
    gomocup: None,
    opening: 0,
    time: TimeControl::each_move(MOVE_TIME),
    memory: 128 << 20,
    stack: 128 << 20,
};

/// If no board has been set, writes the squares of the random board into the parameter `board`,
/// since players cannot compute them from the seed. If no seed has been set either, draws one
/// first.
fn board(random: &mut Random, parameters: &Parameters) -> Parameters {
    let mut board = parameters.clone();
    if !board.text("board").is_empty() {
        return board;
    }
    if !board.is_set("seed") {
        board.set("seed", &(random.next() >> 32).to_string()).expect("any number is accepted");
    }
    if let Ok(game) = <FloodWars<LONGEST> as Notation>::new(&board) {
        let rows = board_text(&game, &game.start());
        board.set("board", &rows.trim_end().replace('\n', "/")).expect("any text is accepted");
    }
    board
}

fn dialogue(parameters: &Parameters, _: Side) -> Result<Box<dyn Dialogue>, BadParameter> {
    let game = <FloodWars<LONGEST> as Notation>::new(parameters)?;
    let position = game.start();
    Ok(Box::new(Conversation { game, position }))
}

struct Conversation {
    game: FloodWars<LONGEST>,
    position: Position<LONGEST>,
}

impl Conversation {
    fn board_after(&self, colour: Colour) -> String {
        board_text(&self.game, &self.game.play(&self.position, colour))
    }

    /// The colour whose move gives this board.
    fn colour_of(&self, board: &str) -> Result<Colour, Refusal> {
        let legal: Vec<_> = self.game.moves(&self.position).collect();
        let leads_here = |colour: &&Colour| self.board_after(**colour).lines().eq(board.lines());
        legal.iter().find(leads_here).copied().ok_or_else(|| self.refusal(board))
    }

    /// Why no legal move gives this board. Line numbers are counted from the first line of the
    /// answer.
    fn refusal(&self, board: &str) -> Refusal {
        let say = FloodWars::<LONGEST>::say;
        let ends_in_blanks = |line: &str| !line.trim().is_empty() && line.trim_end() != line;
        if let Some(line) = board.lines().position(ends_in_blanks) {
            return garbled(Difference::Blanks { line: line + HEADER + 1 });
        }
        let read = match Reader::of(board.lines()).and_then(Reader::any_corners) {
            Ok(read) => read,
            Err(bad) => {
                let (line, found) = (bad.line + HEADER, bad.found);
                let found = say("in-line").with("found", *found).number("line", line);
                return Refusal::Garbled(BadInput::new(line, found, *bad.expected));
            }
        };
        if (read.rows(), read.columns()) != (self.game.rows, self.game.columns) {
            let sized =
                |key, rows, columns| say(key).number("rows", rows).number("columns", columns);
            let found = sized("board-of", read.rows(), read.columns());
            let expected = sized("board-by", self.game.rows, self.game.columns);
            return Refusal::Garbled(BadInput::new(2, found, expected));
        }
        if let Some(unmoved) = unmoved(&self.game, &self.position, &read) {
            let legal = self.game.moves(&self.position).map(|colour| colour.glyph().to_string());
            let expected = say("board-after").name("colours", legal.collect::<Vec<_>>().join(" "));
            return Refusal::Garbled(BadInput::new(2, unmoved, expected));
        }
        let colour = read.corners()[self.position.turn.index()];
        let name = colour.glyph().to_string();
        if self.position.colours.contains(&colour) {
            return Refusal::Illegal {
                name,
                objection: self.game.objection(&self.position, colour),
            };
        }
        match Difference::first(&self.board_after(colour), board)
            .map(|difference| difference.below(HEADER))
        {
            Some(Difference::Square { line, column, right, found }) => {
                Refusal::Illegal { name, objection: differs(line, column, right, found) }
            }
            Some(other) => garbled(other),
            None => Refusal::Illegal { name, objection: FloodWars::<LONGEST>::say("over") },
        }
    }
}

/// The number of lines before the board in an answer.
const HEADER: usize = 1;

/// The error for lines that are not a board of the right size.
fn garbled(difference: Difference) -> Refusal {
    let line = difference.line();
    let expected = FloodWars::<LONGEST>::say("expected-board");
    Refusal::Garbled(BadInput::new(line, difference.message(), expected))
}

impl Dialogue for Conversation {
    fn hear(&mut self, name: &str) {
        if let Ok(colour) = self.game.parse(&self.position, name) {
            self.position = self.game.play(&self.position, colour);
        }
    }

    fn prompt(&mut self, _: Option<Duration>) -> String {
        format!("{}\n{}", letter(self.position.turn), board_text(&self.game, &self.position))
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        let next = letter(self.position.turn.other()).to_string();
        let (header, board) = answer.split_once('\n').unwrap_or((answer, ""));
        let header = header.strip_suffix('\r').unwrap_or(header);
        if header != next {
            let start: String = header.chars().take(40).collect();
            let key =
                if is_board_beside(header, &next) { "expected-alone" } else { "expected-letter" };
            let expected = FloodWars::<LONGEST>::say(key).name("letter", next);
            return Err(Refusal::Garbled(BadInput::new(
                1,
                format!("`{}`", start.escape_debug()),
                expected,
            )));
        }
        Ok(Answer::Move(self.colour_of(board)?.glyph().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players get the squares of a board, and need not compute them from a seed.
    #[test]
    fn a_drawn_board_is_written_out() {
        let text = |parameters: &Parameters| {
            let game = <FloodWars<LONGEST> as Notation>::new(parameters).expect("a board");
            board_text(&game, &game.start())
        };
        let parameters = Parameters::new(super::super::SPEC.parameters);
        let parameters = parameters
            .with("rows", "3")
            .and_then(|small| small.with("columns", "4"))
            .expect("a size");
        for number in 0..20 {
            let drawn = board(&mut Random::new(number), &parameters);
            assert_eq!(drawn.text("board").split('/').map(str::len).collect::<Vec<_>>(), [4; 3]);
            let numbered = parameters.clone().with("seed", drawn.text("seed")).expect("a number");
            assert_eq!(text(&drawn), text(&numbered));
            assert_eq!(board(&mut Random::new(7), &numbered).text("board"), drawn.text("board"));
        }
    }

    #[test]
    fn what_is_wrong_with_a_board_is_told_precisely() {
        let parameters = Parameters::new(super::super::SPEC.parameters)
            .with("board", "@#+/.*@/#@+")
            .expect("a board");
        let mut conversation = dialogue(&parameters, Side::First).expect("any board can be told");
        assert_eq!(conversation.prompt(None), "J\n@#+\n.*@\n#@+\n");
        let answer = |text: &str| conversation.reply(text).map_err(|refusal| refusal.to_string());
        assert_eq!(answer("S\n@#+\n.*@\n.@+\n"), Ok(Answer::Move(".".to_string())));
        for (text, why) in [
            ("S\n@#+\n.*@\n.@+\n\n", "line 5 is one too many; expected the board and nothing else"),
            (
                "S\n@#+ \n.*@ \n.@+ \n",
                "line 2 has white space at its end; expected the board and nothing else",
            ),
            ("S\n@#+\n.*@\n.@\n", "a row of 2 in line 4; expected 3 squares as in the first row"),
            ("S\n@#+\n.x@\n.@+\n", "`x` in line 3; expected one of `@ # + . *` for a square"),
            (
                "S\n@#+\n.*@\n..+\n",
                "`.` is not legal: line 4, column 2 should be `@` instead of `.`",
            ),
            (
                "S\n@#+\n.*@\n#@+\n",
                "the board is the same as before; expected the board after a choice of @ . *",
            ),
            (
                "S\n*#+\n**@\n#@+\n",
                "the corner of J has not changed, although 2 other squares have; \
                 expected the board after a choice of @ . *",
            ),
            (
                "S\n@#+\n.*@\n+@+\n",
                "`+` is not legal: S, the opponent, has this colour; J may choose @ . *",
            ),
        ] {
            assert_eq!(answer(text), Err(why.to_string()), "{text}");
        }
    }
}
