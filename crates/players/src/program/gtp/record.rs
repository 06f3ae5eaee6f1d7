//! The moves of a game, and which of them a program still has to be told.

use rules::{Side, Table};

use crate::gtp::spelling;
use errors::Error;

/// A game as it is told to a program.
pub(super) struct Record {
    /// A table on which all moves are made again. The table says which side makes each move, since
    /// sides need not alternate.
    table: Box<dyn Table>,
    /// The number of moves that were made on `table`.
    heard: usize,
    /// The number of moves that the program knows, including the answer that it was asked for.
    sent: usize,
    /// Whether the program names columns without the letter i.
    skips_i: bool,
}

/// A command, and whether the program can continue after refusing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) command: String,
    pub(super) may_be_refused: bool,
}

impl Order {
    /// An order that the program must obey.
    pub(super) fn strict(command: String) -> Order {
        Order { command, may_be_refused: false }
    }
}

impl Record {
    /// The record of a game that begins on this table.
    pub(super) fn new(table: Box<dyn Table>, skips_i: bool) -> Record {
        Record { table, heard: 0, sent: 0, skips_i }
    }

    /// The commands that tell a program all moves that are new to it, before it is asked for its
    /// own move. A program may refuse the command for a forced pass, because some programs make the
    /// pass without being told, and do not accept the command.
    pub(super) fn plays(&mut self, moves: &[String]) -> Result<Vec<Order>, Error> {
        let mut plays = Vec::new();
        for (number, name) in moves.iter().enumerate().skip(self.heard) {
            let (side, written) = (self.table.turn(), spelling::written_move(name));
            let written = if self.skips_i { spelling::without_i(&written) } else { written };
            let may_be_refused = spelling::is_pass(&written) && self.table.legal().len() == 1;
            let refused = |refusal| {
                Error::bug(format!("a move that was made cannot be made again: {refusal}"))
            };
            self.table.play(name).map_err(refused)?;
            if number >= self.sent {
                let command = format!("play {} {written}", colour(side));
                plays.push(Order { command, may_be_refused });
            }
        }
        self.heard = moves.len();
        self.sent = moves.len() + 1;
        Ok(plays)
    }
}

/// The protocol's name for a side.
pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

#[cfg(test)]
mod tests {
    use games::GAMES;
    use rules::Parameters;

    use super::*;

    #[test]
    fn every_move_is_told_once_and_own_answers_never() {
        for spec in GAMES {
            let open = || {
                (spec.open)(&Parameters::new(spec.parameters), None)
                    .expect("defaults are sound")
                    .table
            };
            let (mut table, mut moves, mut told) = (open(), Vec::new(), Vec::new());
            for _ in 0..5 {
                let goes_on = |name: &String| {
                    let mut next = table.clone();
                    next.play(name).is_ok() && next.outcome().is_none()
                };
                let name = table.legal().into_iter().find(goes_on).expect("it lasts longer");
                told.push(format!(
                    "play {} {}",
                    colour(table.turn()),
                    spelling::written_move(&name)
                ));
                table.play(&name).expect("legal");
                moves.push(name);
            }
            let mut record = Record::new(open(), false);
            let mut plays = |count: usize| {
                let plays = record.plays(&moves[..count]).expect("legal");
                assert!(plays.iter().all(|order| !order.may_be_refused));
                plays.into_iter().map(|order| order.command).collect::<Vec<_>>()
            };
            assert_eq!(plays(2), told[..2]);
            assert_eq!(plays(4), told[3..4], "the third move was its own");
            assert_eq!(plays(5), [""; 0], "the program made the fifth move itself");
            moves.push("no such move".to_string());
            assert_eq!(
                record.plays(&moves).expect_err("it is none").kind(),
                errors::ErrorKind::Bug
            );
        }
    }
    #[test]
    fn a_pass_that_the_rules_force_may_be_refused() {
        let spec = games::find("reversi").expect("it is a game");
        let play = |moves: &str| {
            let table = (spec.open)(&Parameters::new(spec.parameters), None)
                .expect("defaults are sound")
                .table;
            let moves: Vec<_> = moves.split(' ').map(str::to_string).collect();
            let plays = Record::new(table, false).plays(&moves).expect("legal");
            plays
                .into_iter()
                .filter(|order| order.may_be_refused)
                .map(|order| order.command)
                .collect::<Vec<_>>()
        };
        assert_eq!(play("c4 c3 c2 b2 e6 c1 a1 a3 -"), ["play b pass"]);
    }
}
