//! The moves of a game, and which of them a program still has to be told.

use rules::{Side, Table};

use crate::Error;
use crate::gtp::words;

/// A game as it is told to a program.
pub(super) struct Record {
    /// Follows the game, to know whose move each was: sides need not alternate.
    table: Box<dyn Table>,
    /// Moves that are on the table.
    heard: usize,
    /// Moves that the program knows, the answer that it has been asked for among them.
    told: usize,
}

impl Record {
    /// The record of a game that begins at this table.
    pub(super) fn new(table: Box<dyn Table>) -> Record {
        Record { table, heard: 0, told: 0 }
    }

    /// The commands that tell a program the moves that it does not know, before it is asked for one.
    pub(super) fn plays(&mut self, moves: &[String]) -> Result<Vec<String>, Error> {
        let mut plays = Vec::new();
        for (number, name) in moves.iter().enumerate().skip(self.heard) {
            let side = self.table.turn();
            let refused = |refusal| Error::bug(format!("a move that was made cannot be made again: {refusal}"));
            self.table.play(name).map_err(refused)?;
            if number >= self.told {
                plays.push(format!("play {} {}", colour(side), words::written_move(name)));
            }
        }
        self.heard = moves.len();
        self.told = moves.len() + 1;
        Ok(plays)
    }
}

/// What the protocol calls a side.
pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

#[cfg(test)]
mod tests {
    use rules::{Drawing, Outcome, Refusal, Square};

    use super::*;

    /// A side moves again after a move called `again`.
    struct Toy(Side);

    impl Table for Toy {
        fn turn(&self) -> Side {
            self.0
        }
        fn outcome(&self) -> Option<Outcome> {
            None
        }
        fn legal(&self) -> Vec<String> {
            Vec::new()
        }
        fn moves(&self) -> Vec<String> {
            Vec::new()
        }
        fn last(&self) -> Option<String> {
            None
        }
        fn names_move(&self, _: &str) -> bool {
            true
        }
        fn play(&mut self, name: &str) -> Result<(), Refusal> {
            match name {
                "illegal" => return Err(Refusal::Over),
                "again" => {}
                _ => self.0 = self.0.other(),
            }
            Ok(())
        }
        fn forfeit(&mut self, _: Side) {}
        fn undo(&mut self) -> bool {
            false
        }
        fn diagram(&self) -> String {
            String::new()
        }
        fn drawing(&self) -> Drawing {
            unreachable!("nobody looks")
        }
        fn last_touched(&self) -> Vec<Square> {
            Vec::new()
        }
        fn narrow(&self, _: &[Square]) -> Vec<String> {
            Vec::new()
        }
        fn perft(&self, _: u32) -> u64 {
            0
        }
    }

    fn moves(names: &str) -> Vec<String> {
        names.split(' ').filter(|name| !name.is_empty()).map(str::to_string).collect()
    }

    #[test]
    fn every_move_is_told_once_and_own_answers_never() {
        let mut record = Record::new(Box::new(Toy(Side::First)));
        let mut plays = |names: &str| record.plays(&moves(names)).expect("the moves are legal").join("; ");
        assert_eq!(plays("a1 # -"), "play b a1; play w %; play b pass");
        assert_eq!(plays("a1 # - c3 d4"), "play b d4");
        // Its own answer was `again`, so that it is asked once more, and has nothing to be told.
        assert_eq!(plays("a1 # - c3 d4 again"), "");
        assert_eq!(plays("a1 # - c3 d4 again e5 again f6"), "play b again; play b f6");
        let refused = record.plays(&moves("a1 # - c3 d4 again e5 again f6 own illegal")).unwrap_err().to_string();
        assert_eq!(refused, "a move that was made cannot be made again: the game is over");
    }
}
