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

    /// The meaning of the program's answer.
    pub(super) fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        self.dialogue.reply(answer)
    }
}
