//! `ludoteka show`: a board after some moves.

use std::io::Write;

use clap::Args;
use rules::{Choice, Table};
use search::GameSpec;

use crate::arguments::{self, NamedGame, PositionArguments};
use crate::drawing::Board;
use crate::failure::Failure;
use crate::{terminal, words};

/// Draw the board after some moves from the start or from a diagram
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    #[command(flatten)]
    position: PositionArguments,
    /// Print the diagram instead: text that --diagram reads
    #[arg(long)]
    text: bool,
    /// Print the legal moves instead, one on each line
    #[arg(long, conflicts_with = "text")]
    legal: bool,
    /// Mark on the board where legal moves begin, or what they would gain
    #[arg(long = "moves", conflicts_with_all = ["text", "legal"])]
    marked: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka show mnk b2 a1                        # after two moves
  ludoteka show mnk --set n=4 --set m=5 --legal  # the legal moves at the start
  ludoteka show mnk b2 a1 --moves                # the same on the board
  ludoteka show mnk b2 a1 --text > board.txt     # the board as a diagram
  ludoteka show mnk --diagram board.txt c1       # the next move from there
  ludoteka show mnk a1 --text | ludoteka show mnk --diagram -";

impl Show {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let table = self.position.open(self.game)?.table;
        let text = match () {
            () if self.text => table.diagram(),
            () if self.legal => table.legal().iter().map(|name| format!("{name}\n")).collect(),
            () if self.marked => {
                picture_with_moves(&self.game, &*table) + &status(&self.game, &*table)
            }
            () => picture(&self.game, &*table) + &status(&self.game, &*table),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// Draws a table's board for this terminal.
pub(crate) fn picture(spec: &GameSpec, table: &dyn Table) -> String {
    drawn(spec, table, &[])
}

/// Draws a table's board for this terminal, with the legal moves marked.
pub(crate) fn picture_with_moves(spec: &GameSpec, table: &dyn Table) -> String {
    drawn(spec, table, &table.choices())
}

/// Draws a table's board for this terminal, with these moves marked.
pub(crate) fn drawn(spec: &GameSpec, table: &dyn Table, choices: &[Choice]) -> String {
    let (drawing, last) = (table.drawing(), table.last_changes());
    Board { drawing: &drawing, sides: spec.sides, last: &last, choices, marked: &[] }
        .text(terminal::columns())
}

fn status(spec: &GameSpec, table: &dyn Table) -> String {
    match table.outcome() {
        Some(outcome) => format!("  the game is over: {}\n", words::result(spec, outcome)),
        None => {
            let moves = words::counted(table.legal().len() as u64, "legal move");
            format!("  {} to move, {moves}\n", spec.sides[table.turn().index()])
        }
    }
}
