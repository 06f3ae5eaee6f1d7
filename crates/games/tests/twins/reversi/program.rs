//! The program of Reversi for two players at one table, and its possible mistakes.
use super::super::lines;
use super::{
    Board, DIRECTIONS, Square, at, name, other, ray, set, square, squares, start, turned_along,
};

faults! {
    /// Flips no discs in lines that go up.
    ForgetsUp,
    /// Flips no discs in lines that go up and to the right.
    ForgetsUpRight,
    /// Flips no discs in lines that go to the right.
    ForgetsRight,
    /// Flips no discs in lines that go down and to the right.
    ForgetsDownRight,
    /// Flips no discs in lines that go down.
    ForgetsDown,
    /// Flips no discs in lines that go down and to the left.
    ForgetsDownLeft,
    /// Flips no discs in lines that go to the left.
    ForgetsLeft,
    /// Flips no discs in lines that go up and to the left.
    ForgetsUpLeft,
    /// Flips only the first line in which discs can be flipped.
    TurnsFirstLineOnly,
    /// Flips only lines of a single disc.
    TurnsSingleDiscsOnly,
    /// Flips discs up to the last own disc in the line instead of the nearest own disc.
    TurnsToLastOwnDisc,
    /// Lets flipped discs flip further lines.
    TurnedDiscsTurnOthers,
    /// Treats the edge of the board as an own disc.
    EdgeEndsLine,
    /// Treats an empty square as an own disc.
    EmptySquareEndsLine,
    /// Skips empty squares in a line, as if they were not there.
    LinesPassEmptySquares,
    /// If a line leaves the board, continues it at the opposite edge, one row further.
    LinesWrapRound,
    /// Offers every empty square beside an opponent's disc.
    OffersAllNeighbours,
    /// Orders the squares by row, then column.
    OrdersByRow,
    /// Ends every prompt with a space.
    EndsWithSpace,
    /// Puts no space between the player's letter and the first square.
    NoFirstSpace,
    /// Writes no prompt for the command that ends the game.
    NoPromptBeforeEnd,
    /// Writes no prompt when there is no legal move.
    NoPromptWithoutMoves,
    /// Writes `-` in the prompt when there is no legal move.
    PromptsForPass,
    /// Continues to read after `=`.
    ReadsOnAfterEnd,
    /// Ends when neither player can move.
    EndsByItself,
    /// Refuses a pass if there is a legal move: the turn does not change.
    RefusesFreePass,
    /// Passes without a command if the player to move cannot move and the opponent can.
    PassesByItself,
    /// Lets White start.
    WhiteStarts,
    /// Starts with the colours of the four discs swapped.
    StartsWithColoursSwapped,
    /// Writes `B` for Black and `C` for White.
    SwapsLetters,
    /// Flips discs but does not place the new disc.
    ForgetsPlacedDisc,
    /// Flips no discs on diagonals.
    ForgetsDiagonals,
    /// Places discs but flips none.
    FlipsNothing,
    /// Leaves the board as it is.
    KeepsBoard,
    /// Offers the squares of the player who is not to move.
    OffersOpponentsSquares,
    /// Lets the same player move again after a move.
    KeepsTurn,
    /// Writes the row of a square before its column.
    WritesRowFirst,
    /// Reads the letter of a square as its row, and the number as its column.
    ReadsRowFirst,
    /// Writes rows counted from 0.
    WritesRowsFromZero,
}

const FORGOTTEN: [Fault; 8] = [
    Fault::ForgetsUp,
    Fault::ForgetsUpRight,
    Fault::ForgetsRight,
    Fault::ForgetsDownRight,
    Fault::ForgetsDown,
    Fault::ForgetsDownLeft,
    Fault::ForgetsLeft,
    Fault::ForgetsUpLeft,
];

impl Fault {
    /// Cases that follow the rules' text show all mistakes, so no mistake is listed here.
    pub const BEYOND_TEXT: &[Fault] = &[];
}

/// The program: reads the commands of both players and writes a prompt before each. The program
/// ends at `=` or at the end of its input.
pub fn program(input: &str, fault: Option<Fault>) -> String {
    let mut table = Table { board: start(), to_move: 'X', output: String::new(), fault };
    if table.has(Fault::WhiteStarts) {
        table.to_move = 'O';
    }
    if table.has(Fault::StartsWithColoursSwapped) {
        table.swap_colours();
    }
    table.prompt();
    for command in lines(input) {
        if table.is_ended_by_itself() {
            return table.output;
        }
        match command {
            "=" if table.has(Fault::ReadsOnAfterEnd) => {}
            "=" if table.has(Fault::NoPromptBeforeEnd) => return table.without_last_prompt(),
            "=" => return table.output,
            "-" => table.pass(),
            mv => table.play(mv),
        }
        table.prompt();
    }
    table.output
}

struct Table {
    board: Board,
    to_move: char,
    output: String,
    fault: Option<Fault>,
}

impl Table {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn swap_colours(&mut self) {
        for square in self.board.iter_mut().flatten().filter(|square| **square != '.') {
            *square = other(*square);
        }
    }

    fn is_ended_by_itself(&self) -> bool {
        self.has(Fault::EndsByItself)
            && self.offered('X').is_empty()
            && self.offered('O').is_empty()
    }

    fn without_last_prompt(self) -> String {
        let prompts: Vec<&str> = self.output.lines().collect();
        prompts[..prompts.len() - 1].iter().map(|prompt| format!("{prompt}\n")).collect()
    }

    fn prompt(&mut self) {
        let mut squares = self.offered(self.to_move);
        if squares.is_empty()
            && self.has(Fault::PassesByItself)
            && !self.offered(other(self.to_move)).is_empty()
        {
            self.to_move = other(self.to_move);
            squares = self.offered(self.to_move);
        }
        if self.is_ended_by_itself() || squares.is_empty() && self.has(Fault::NoPromptWithoutMoves)
        {
            return;
        }
        if self.has(Fault::OffersOpponentsSquares) {
            squares = self.offered(other(self.to_move));
        }
        let mut names: Vec<String> = squares.into_iter().map(|square| self.name(square)).collect();
        if names.is_empty() && self.has(Fault::PromptsForPass) {
            names.push("-".to_string());
        }
        let mut line: String = names.iter().map(|name| format!(" {name}")).collect();
        if self.has(Fault::NoFirstSpace) {
            line = line.trim_start().to_string();
        }
        if self.has(Fault::EndsWithSpace) {
            line.push(' ');
        }
        self.output += &format!("{}{line}\n", self.letter());
    }

    fn name(&self, square: Square) -> String {
        let written = name(square);
        match self.fault {
            Some(Fault::WritesRowFirst) => written.chars().rev().collect(),
            Some(Fault::WritesRowsFromZero) => format!("{}{}", &written[..1], square.0),
            _ => written,
        }
    }

    /// The letters of the rules: `C` is Black (Polish *czarny*), and `B` is White (*biały*).
    fn letter(&self) -> char {
        if (self.to_move == 'X') != self.has(Fault::SwapsLetters) { 'C' } else { 'B' }
    }

    fn pass(&mut self) {
        if self.has(Fault::RefusesFreePass) && !self.offered(self.to_move).is_empty() {
            return;
        }
        self.to_move = other(self.to_move);
    }

    /// Plays a move. A text that names no square is ignored. Only a program that reads on after `=`
    /// can receive such a text.
    fn play(&mut self, mv: &str) {
        if !squares().into_iter().any(|square| name(square) == mv) {
            return;
        }
        let (row, col) = square(mv);
        let square = if self.has(Fault::ReadsRowFirst) { (col, row) } else { (row, col) };
        let mut discs = self.turned(square);
        if self.has(Fault::FlipsNothing) || self.has(Fault::KeepsBoard) {
            discs.clear();
        }
        for &disc in &discs {
            set(&mut self.board, disc, self.to_move);
        }
        if !self.has(Fault::ForgetsPlacedDisc) && !self.has(Fault::KeepsBoard) {
            set(&mut self.board, square, self.to_move);
        }
        if self.has(Fault::TurnedDiscsTurnOthers) {
            for disc in discs.into_iter().flat_map(|disc| self.turned(disc)).collect::<Vec<_>>() {
                set(&mut self.board, disc, self.to_move);
            }
        }
        if !self.has(Fault::KeepsTurn) {
            self.to_move = other(self.to_move);
        }
    }

    /// The squares on which `disc` may be placed, in order.
    fn offered(&self, disc: char) -> Vec<Square> {
        let mut squares = squares();
        if self.has(Fault::OrdersByRow) {
            squares.sort();
        }
        squares.retain(|&square| at(&self.board, square) == '.' && self.is_offered(square, disc));
        squares
    }

    fn is_offered(&self, square: Square, disc: char) -> bool {
        match self.fault {
            Some(Fault::OffersAllNeighbours) => {
                let mut neighbours =
                    DIRECTIONS.iter().filter_map(|&way| ray(square, way).first().copied());
                neighbours.any(|neighbour| at(&self.board, neighbour) == other(disc))
            }
            _ => self.lines_turned(square, disc).any(|line| !line.is_empty()),
        }
    }

    fn turned(&self, square: Square) -> Vec<Square> {
        let mut lines = self.lines_turned(square, self.to_move).filter(|line| !line.is_empty());
        match self.fault {
            Some(Fault::TurnsFirstLineOnly) => lines.next().unwrap_or_default(),
            _ => lines.flatten().collect(),
        }
    }

    /// For each direction, the discs that a new `disc` on `square` flips.
    fn lines_turned(&self, square: Square, disc: char) -> impl Iterator<Item = Vec<Square>> {
        let is_straight = |i: &usize| i.is_multiple_of(2) || !self.has(Fault::ForgetsDiagonals);
        let known = (0..8).filter(|&i| !self.has(FORGOTTEN[i])).filter(is_straight);
        known.map(move |i| self.line_turned(square, DIRECTIONS[i], disc))
    }

    fn line_turned(&self, square: Square, direction: (i32, i32), disc: char) -> Vec<Square> {
        let ray = ray(square, direction);
        match self.fault {
            Some(Fault::TurnsSingleDiscsOnly) => {
                Some(turned_along(&self.board, &ray, disc)).filter(|line| line.len() == 1)
            }
            Some(Fault::TurnsToLastOwnDisc) => Some(self.to_last_own_disc(&ray, disc)),
            Some(Fault::EdgeEndsLine) => Some(self.to_edge_or_own_disc(&ray, disc)),
            Some(Fault::EmptySquareEndsLine) => Some(self.to_empty_or_own_disc(&ray, disc)),
            Some(Fault::LinesPassEmptySquares) => Some(self.over_empty_squares(&ray, disc)),
            Some(Fault::LinesWrapRound) => {
                Some(turned_along(&self.board, &wrapping_ray(square, direction), disc))
            }
            _ => Some(turned_along(&self.board, &ray, disc)),
        }
        .unwrap_or_default()
    }

    fn to_last_own_disc(&self, ray: &[Square], disc: char) -> Vec<Square> {
        if turned_along(&self.board, ray, disc).is_empty() {
            return vec![];
        }
        let discs: Vec<Square> =
            ray.iter().copied().take_while(|&square| at(&self.board, square) != '.').collect();
        let last = discs
            .iter()
            .rposition(|&square| at(&self.board, square) == disc)
            .expect("an own disc ends the line");
        discs[..last].to_vec()
    }

    fn run(&self, ray: &[Square], disc: char) -> Vec<Square> {
        ray.iter().copied().take_while(|&square| at(&self.board, square) == other(disc)).collect()
    }

    fn to_edge_or_own_disc(&self, ray: &[Square], disc: char) -> Vec<Square> {
        let run = self.run(ray, disc);
        if run.len() == ray.len() { run } else { turned_along(&self.board, ray, disc) }
    }

    fn to_empty_or_own_disc(&self, ray: &[Square], disc: char) -> Vec<Square> {
        let run = self.run(ray, disc);
        if run.len() < ray.len() { run } else { vec![] }
    }

    fn over_empty_squares(&self, ray: &[Square], disc: char) -> Vec<Square> {
        let discs: Vec<Square> =
            ray.iter().copied().filter(|&square| at(&self.board, square) != '.').collect();
        turned_along(&self.board, &discs, disc)
    }
}

/// The squares in one direction, if the board is read as one long row of 64 squares.
fn wrapping_ray((row, col): Square, (down, right): (i32, i32)) -> Vec<Square> {
    let steps = (1..8).map(|i| (row * 8 + col) as i32 + i * (8 * down + right));
    steps
        .take_while(|index| (0..64).contains(index))
        .map(|index| (index as usize / 8, index as usize % 8))
        .collect()
}
