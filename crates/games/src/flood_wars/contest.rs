//! How programs play each other: a process for each move, which reads a board and writes the next.

use std::time::Duration;

use rules::random::Random;
use rules::{
    Answer, BadInput, BadParameter, Contest, Dialogue, Game, Lifetime, Notation, Parameters, Protocol, Refusal, Side,
    TimeControl,
};

use super::LONGEST;
use super::board::{Colour, Reader};
use super::notation::{board_text, letter};
use super::rules::{FloodWars, Position};

/// The text gives programs a second for a move and 128 MB, all of which may be stack.
pub(super) const CONTEST: Contest = Contest {
    protocol: Some(Protocol { lifetime: Lifetime::Move, any_start: true, dialogue, constants: |_, _| Vec::new() }),
    board,
    opening: 0,
    time: TimeControl::each_move(Duration::from_secs(1)),
    memory: 128 << 20,
    stack: 128 << 20,
};

/// Another random board, where neither a board nor its number has been set.
fn board(random: &mut Random, parameters: &Parameters) -> Parameters {
    let mut board = parameters.clone();
    if board.text("board").is_empty() && !board.is_set("seed") {
        board.set("seed", &(random.next() >> 32).to_string()).expect("any number will do");
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

    /// The colour that leads to this board.
    fn colour_of(&self, board: &str) -> Result<Colour, Refusal> {
        let legal: Vec<_> = self.game.moves(&self.position).collect();
        let leads_here = |colour: &&Colour| self.board_after(**colour).lines().eq(board.lines());
        legal.iter().find(leads_here).copied().ok_or_else(|| self.refusal(board))
    }

    /// Why no legal move leads to this board.
    fn refusal(&self, board: &str) -> Refusal {
        let read = match Reader::read(board.lines()) {
            Ok(read) => read,
            Err(bad) => return Refusal::Garbled(bad.below(2)),
        };
        if (read.rows(), read.columns()) != (self.game.rows, self.game.columns) {
            let found = format!("a board of {} by {}", read.rows(), read.columns());
            let expected = format!("{} by {}", self.game.rows, self.game.columns);
            return Refusal::Garbled(BadInput::new(2, found, expected));
        }
        let colour = read.corners()[self.position.turn.index()];
        let objection = if self.position.colours.contains(&colour) {
            self.game.objection(&self.position, colour)
        } else {
            self.first_wrong_square(board, colour)
        };
        Refusal::Illegal { name: colour.glyph().to_string(), objection }
    }

    fn first_wrong_square(&self, board: &str, colour: Colour) -> String {
        let right = self.board_after(colour);
        let mut rows = right.lines().zip(board.lines()).enumerate();
        let wrong = rows.find_map(|(row, (right, found))| {
            let mut squares = right.chars().zip(found.chars()).enumerate();
            squares.find_map(|(column, (right, found))| (right != found).then_some((row + 1, column + 1, right, found)))
        });
        wrong.map_or_else(
            || "it leads to another board".to_string(),
            |(row, column, right, found)| format!("row {row}, column {column} would be `{right}` and not `{found}`"),
        )
    }
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
            let expected = format!("`{next}`, the player to move next");
            return Err(Refusal::Garbled(BadInput::new(1, format!("`{}`", start.escape_debug()), expected)));
        }
        Ok(Answer::Move(self.colour_of(board)?.glyph().to_string()))
    }
}
