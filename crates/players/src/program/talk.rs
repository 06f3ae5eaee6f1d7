//! A conversation in which each question begins with the moves that the program does not know yet.

use rules::{Answer, Dialogue, Refusal};

use crate::player::Turn;

/// A program's conversation during one game, and how much of the game the program knows.
pub(super) struct Talk {
    dialogue: Box<dyn Dialogue>,
    /// The number of moves that the program knows.
    heard: usize,
}

impl Talk {
    pub(super) fn new(dialogue: Box<dyn Dialogue>) -> Talk {
        Talk { dialogue, heard: 0 }
    }

    /// The text for the program: everything that has happened since it was last asked, and the
    /// question.
    pub(super) fn prompt(&mut self, turn: &Turn<'_>) -> String {
        for name in &turn.moves[self.heard..] {
            self.dialogue.hear(name);
        }
        self.heard = turn.moves.len();
        self.dialogue.prompt(turn.reported_time())
    }

    /// Whether a line of the program is a remark, and no answer.
    pub(super) fn is_aside(&self, line: &[u8]) -> bool {
        self.has_asides() && str::from_utf8(line).is_ok_and(|line| self.dialogue.is_aside(line))
    }

    /// Whether the program may print lines that are no answers.
    pub(super) fn has_asides(&self) -> bool {
        self.dialogue.has_asides()
    }

    /// The meaning of the program's answer.
    pub(super) fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        self.dialogue.reply(answer)
    }
}
