//! The answers that a program of Flood Wars may write, and its possible mistakes.
use super::super::lines;
use super::{
    Board, COLOURS, Square, at, colour, colours_for, corner, opponent, paint, squares, step,
    territory,
};
use std::collections::BTreeSet;

faults! {
    /// Spreads to the diagonal neighbours too.
    SpreadsDiagonally,
    /// Does not spread up.
    NeverSpreadsUp,
    /// Does not spread to the right.
    NeverSpreadsRight,
    /// Does not spread down.
    NeverSpreadsDown,
    /// Does not spread to the left.
    NeverSpreadsLeft,
    /// Spreads only away from the player's corner: up and to the right for player J, down and to
    /// the left for player S.
    NeverTurnsBack,
    /// Spreads from the end of a row to the start of the next row.
    SpreadsRoundEdge,
    /// Spreads only to the neighbours of the player's corner.
    SpreadsOneStep,
    /// Paints only the player's corner.
    PaintsCornerOnly,
    /// Paints all squares of the colour, wherever they are.
    PaintsWholeBoard,
    /// Also paints all neighbours of the absorbed squares, even those of another colour.
    PaintsNeighbours,
    /// Plays from the other player's corner.
    SwapsCorners,
    /// Lets player J start from the top left, and player S from the bottom right, and compares their
    /// colours.
    MirrorsCorners,
    /// Always plays for player J.
    PlaysForJ,
    /// Always plays for player S.
    PlaysForS,
    /// Writes the letter of the player who moved instead of the next player's letter.
    KeepsLetter,
    /// Writes no letter.
    ForgetsLetter,
    /// Lets the player keep the colour.
    AllowsOwnColour,
    /// Lets the player take the opponent's colour.
    AllowsOpponentsColour,
    /// Refuses a colour that absorbs nothing.
    RefusesEmptyMoves,
    /// Writes the rows from the bottom up.
    WritesBottomUp,
}

impl Fault {
    /// Cases that follow the rules' text show all mistakes, so no mistake is listed here.
    pub const BEYOND_TEXT: &[Fault] = &[];
}

/// Whether `output` is a correct answer to `input`. The lines of `output` may end
/// with `\n` or `\r\n`.
pub fn check(input: &str, output: &str, fault: Option<Fault>) -> Result<(), String> {
    let written: String = lines(output).map(|line| format!("{line}\n")).collect();
    let answers = answers(input, fault);
    match answers.contains(&written) {
        true => Ok(()),
        false => {
            Err(format!("the output\n{written}is none of the answers\n{}", answers.join("or\n")))
        }
    }
}

/// Every output that the rules allow, in the order of the colours. If a fault is given, these are
/// all outputs that the mistaken program may write.
pub fn answers(input: &str, fault: Option<Fault>) -> Vec<String> {
    let mut input = lines(input);
    let player = input.next().and_then(|line| line.chars().next()).expect("J or S");
    let position =
        Position { board: input.map(|line| line.chars().collect()).collect(), player, fault };
    position.colours().into_iter().map(|colour| position.answer(colour)).collect()
}

struct Position {
    board: Board,
    player: char,
    fault: Option<Fault>,
}

impl Position {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// The player for whom the colour is chosen and painted.
    fn mover(&self) -> char {
        match self.fault {
            Some(Fault::SwapsCorners) => opponent(self.player),
            Some(Fault::PlaysForJ) => 'J',
            Some(Fault::PlaysForS) => 'S',
            _ => self.player,
        }
    }

    fn colours(&self) -> Vec<char> {
        let mover = self.mover();
        if self.has(Fault::MirrorsCorners) {
            let corners =
                ['J', 'S'].map(|player| mirrored(&self.board, corner(&self.board, player)));
            let forbidden = corners.map(|corner| at(&self.board, corner));
            return COLOURS.into_iter().filter(|colour| !forbidden.contains(colour)).collect();
        }
        let own = colour(&self.board, mover);
        let legal = colours_for(&self.board, mover);
        match self.fault {
            Some(Fault::AllowsOwnColour) => with(&legal, own),
            Some(Fault::AllowsOpponentsColour) => {
                with(&legal, colour(&self.board, opponent(mover)))
            }
            Some(Fault::RefusesEmptyMoves) => {
                legal.into_iter().filter(|&colour| self.absorbs(colour)).collect()
            }
            _ => legal,
        }
    }

    fn absorbs(&self, colour: char) -> bool {
        let before = territory(&self.board, self.player);
        let mut after = self.board.clone();
        paint(&mut after, &before, colour);
        territory(&after, self.player).len() > before.len()
    }

    fn corner(&self) -> Square {
        let corner = corner(&self.board, self.mover());
        if self.has(Fault::MirrorsCorners) { mirrored(&self.board, corner) } else { corner }
    }

    fn answer(&self, colour: char) -> String {
        let mut board = self.board.clone();
        paint(&mut board, &self.painted(colour), colour);
        if self.has(Fault::WritesBottomUp) {
            board.reverse();
        }
        let rows: String = board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        match self.fault {
            Some(Fault::ForgetsLetter) => rows,
            Some(Fault::KeepsLetter) => format!("{}\n{rows}", self.player),
            _ => format!("{}\n{rows}", opponent(self.player)),
        }
    }

    /// The squares that take the new colour.
    fn painted(&self, colour: char) -> BTreeSet<Square> {
        let old = at(&self.board, self.corner());
        match self.fault {
            Some(Fault::PaintsCornerOnly) => BTreeSet::from([self.corner()]),
            Some(Fault::PaintsWholeBoard) => self.only(squares(&self.board), old).collect(),
            Some(Fault::SpreadsOneStep) => {
                self.only(self.beside([self.corner()]), old).chain([self.corner()]).collect()
            }
            Some(Fault::PaintsNeighbours) => {
                let own = self.flood(old);
                let absorbed: Vec<Square> = self.only(self.beside(own.clone()), colour).collect();
                self.beside(absorbed).into_iter().chain(own).collect()
            }
            _ => self.flood(old),
        }
    }

    fn only(&self, squares: Vec<Square>, colour: char) -> impl Iterator<Item = Square> {
        squares.into_iter().filter(move |&square| at(&self.board, square) == colour)
    }

    fn beside(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
        squares.into_iter().flat_map(|square| self.neighbours(square)).collect()
    }

    /// The player's corner, and all squares of one colour that are connected to it.
    fn flood(&self, colour: char) -> BTreeSet<Square> {
        let mut reached = BTreeSet::from([self.corner()]);
        let mut waiting = vec![self.corner()];
        while let Some(square) = waiting.pop() {
            for near in self.neighbours(square) {
                if at(&self.board, near) == colour && reached.insert(near) {
                    waiting.push(near);
                }
            }
        }
        reached
    }

    fn neighbours(&self, square: Square) -> Vec<Square> {
        let near = self
            .directions()
            .into_iter()
            .filter_map(|direction| step(&self.board, square, direction));
        match self.fault {
            Some(Fault::SpreadsRoundEdge) => near.chain(self.round_edge(square)).collect(),
            _ => near.collect(),
        }
    }

    fn directions(&self) -> Vec<(i32, i32)> {
        let [up, right, down, left] = super::DIRECTIONS;
        match self.fault {
            Some(Fault::SpreadsDiagonally) => {
                vec![up, right, down, left, (-1, -1), (-1, 1), (1, 1), (1, -1)]
            }
            Some(Fault::NeverSpreadsUp) => vec![right, down, left],
            Some(Fault::NeverSpreadsRight) => vec![up, down, left],
            Some(Fault::NeverSpreadsDown) => vec![up, right, left],
            Some(Fault::NeverSpreadsLeft) => vec![up, right, down],
            Some(Fault::NeverTurnsBack) if self.player == 'J' => vec![up, right],
            Some(Fault::NeverTurnsBack) => vec![down, left],
            _ => vec![up, right, down, left],
        }
    }

    /// The neighbours of a square if the board is read as one long row.
    fn round_edge(&self, (row, col): Square) -> Vec<Square> {
        let last = self.board[0].len() - 1;
        let mut round = vec![];
        if col == last && row + 1 < self.board.len() {
            round.push((row + 1, 0));
        }
        if col == 0 && row > 0 {
            round.push((row - 1, last));
        }
        round
    }
}

/// The corner above or below this one.
fn mirrored(board: &Board, (row, col): Square) -> Square {
    (board.len() - 1 - row, col)
}

fn with(legal: &[char], extra: char) -> Vec<char> {
    COLOURS.into_iter().filter(|&colour| legal.contains(&colour) || colour == extra).collect()
}
