//! The program of Poziomka, which plays Right, and its possible mistakes.
use super::super::lines;
use super::{
    Board, Square, across, column_name, columns, down, empty_board, is_free, put, row_name, square,
};
use super::{squares_by_column, squares_by_row};

faults! {
    /// Counts all free squares of a line together instead of each run on its own.
    CountsScatteredSquares,
    /// Counts every place where a block fits, even if these places overlap. By the rules, a run
    /// counts as floor(length / POLA) blocks.
    CountsOverlappingBlocks,
    /// Counts one block for every run that is long enough.
    CountsOneBlockPerRun,
    /// Forgets the run that ends at the edge of the board.
    ForgetsRunAtEdge,
    /// Continues a run from the end of one line at the start of the next.
    RunsGoOnInNextLine,
    /// Counts the blocks of both players in rows.
    CountsLeftInRows,
    /// Evaluates the board before the move, so that all moves have the same evaluation.
    EvaluatesBeforeMove,
    /// Does not subtract the number of the opponent's blocks.
    ForgetsLeftsCount,
    /// Leaves its own blocks out of the evaluation.
    ForgetsRightsCount,
    /// Adds the number of the opponent's blocks instead of subtracting it.
    AddsLeftsCount,
    /// Takes the lowest score instead of the highest.
    TakesLowestScore,
    /// Starts the search for the highest score at 0, and resigns if every score is below 0.
    HighestStartsAtZero,
    /// Orders the best moves by column, then row.
    OrdersByColumn,
    /// Orders the best moves from the last to the first.
    OrdersBackwards,
    /// Ignores WYBOR: takes the first best move.
    TakesFirst,
    /// Ignores WYBOR: takes the last best move.
    TakesLast,
    /// Counts the best moves from 1 instead of 0.
    NumbersFromOne,
    /// Divides WYBOR by the number of all moves instead of the best moves.
    DividesByAllMoves,
    /// Swaps the directions of the blocks: Left's blocks lie flat, and Right's blocks stand
    /// upright.
    SwapsDirections,
    /// Reads the square that Left names as the last square of the block, not the first.
    NamesLastSquare,
    /// Swaps WIERSZE and KOLUMNY.
    SwapsSizes,
    /// Never places a block that ends in the last column.
    AvoidsLastColumn,
    /// Does not mark its own blocks on the board.
    ForgetsOwnBlocks,
    /// Does not move after `-`.
    IgnoresDash,
    /// Answers Left's `.` with `.`.
    AnswersResignation,
    /// Writes `.` if the input ends without a `.`.
    ResignsAtEndOfInput,
    /// Writes nothing if it cannot move.
    ResignsSilently,
    /// Writes the column of its move before the row.
    WritesColumnFirst,
}

impl Fault {
    /// The mistakes that show only in cases beyond the rules' text.
    pub const BEYOND_TEXT: &[Fault] = &[Fault::ResignsAtEndOfInput];
}

/// The program: reads Left's moves and writes Right's moves.
pub fn program(
    pola: usize,
    rows: usize,
    cols: usize,
    wybor: u32,
    input: &str,
    fault: Option<Fault>,
) -> String {
    let (rows, cols) = if fault == Some(Fault::SwapsSizes) { (cols, rows) } else { (rows, cols) };
    let mut right = Right { pola, wybor: wybor as usize, board: empty_board(rows, cols), fault };
    let mut output = String::new();
    for line in lines(input) {
        match line {
            "." if right.has(Fault::AnswersResignation) => return output + ".\n",
            "." => return output,
            "-" if right.has(Fault::IgnoresDash) => continue,
            "-" => {}
            mv => right.read(mv),
        }
        match right.answer() {
            Some(mv) => output += &format!("{mv}\n"),
            None if right.has(Fault::ResignsSilently) => return output,
            None => return output + ".\n",
        }
    }
    if right.has(Fault::ResignsAtEndOfInput) {
        output += ".\n";
    }
    output
}

struct Right {
    pola: usize,
    wybor: usize,
    board: Board,
    fault: Option<Fault>,
}

impl Right {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn read(&mut self, mv: &str) {
        let (row, col) = square(mv);
        let block = match self.fault {
            Some(Fault::SwapsDirections) => across((row, col), self.pola),
            Some(Fault::NamesLastSquare) => {
                (0..self.pola).filter(|&i| i <= row).map(|i| (row - i, col)).collect()
            }
            _ => down((row, col), self.pola),
        };
        put(&mut self.board, &block);
    }

    fn answer(&mut self) -> Option<String> {
        let moves = self.moves();
        let best = self.best(&moves);
        if best.is_empty() {
            return None;
        }
        let (row, col) = best[self.number(best.len(), moves.len())];
        if !self.has(Fault::ForgetsOwnBlocks) {
            let block = self.block((row, col));
            put(&mut self.board, &block);
        }
        match self.fault {
            Some(Fault::WritesColumnFirst) => {
                Some(format!("{}{}", column_name(col), row_name(row)))
            }
            _ => Some(format!("{}{}", row_name(row), column_name(col))),
        }
    }

    /// Right's moves in the order of the rules: by row, then by column.
    fn moves(&self) -> Vec<Square> {
        let mut squares = match self.fault {
            Some(Fault::OrdersByColumn) => squares_by_column(&self.board),
            _ => squares_by_row(&self.board),
        };
        if self.has(Fault::OrdersBackwards) {
            squares.reverse();
        }
        squares.retain(|&square| is_free(&self.board, &self.block(square)));
        if self.has(Fault::AvoidsLastColumn) {
            squares.retain(|&(_, col)| col + self.pola < self.board[0].len());
        }
        squares
    }

    fn block(&self, square: Square) -> Vec<Square> {
        if self.has(Fault::SwapsDirections) {
            down(square, self.pola)
        } else {
            across(square, self.pola)
        }
    }

    /// The moves after which the score is highest.
    fn best(&self, moves: &[Square]) -> Vec<Square> {
        let scores: Vec<i32> = moves.iter().map(|&mv| self.score_after(mv)).collect();
        let wanted = match self.fault {
            Some(Fault::TakesLowestScore) => scores.iter().min().copied(),
            Some(Fault::HighestStartsAtZero) => scores.iter().max().map(|&highest| highest.max(0)),
            _ => scores.iter().max().copied(),
        };
        (0..moves.len()).filter(|&i| Some(scores[i]) == wanted).map(|i| moves[i]).collect()
    }

    fn score_after(&self, mv: Square) -> i32 {
        let mut board = self.board.clone();
        if !self.has(Fault::EvaluatesBeforeMove) {
            put(&mut board, &self.block(mv));
        }
        score(&board, self.pola, self.fault)
    }

    /// The number of the move to make among the `n` best moves, counted from 0. By the rules, this
    /// number is WYBOR % n.
    fn number(&self, n: usize, all: usize) -> usize {
        match self.fault {
            Some(Fault::TakesFirst) => 0,
            Some(Fault::TakesLast) => n - 1,
            Some(Fault::NumbersFromOne) => (self.wybor + n - 1) % n,
            Some(Fault::DividesByAllMoves) => (self.wybor % all).min(n - 1),
            _ => self.wybor % n,
        }
    }
}

/// The number of blocks that fit into these lines together.
fn count(lines: &[Vec<char>], pola: usize, fault: Option<Fault>) -> i32 {
    if fault == Some(Fault::RunsGoOnInNextLine) {
        return count_in_line(&lines.concat(), pola, fault);
    }
    lines.iter().map(|line| count_in_line(line, pola, fault)).sum()
}

fn count_in_line(line: &[char], pola: usize, fault: Option<Fault>) -> i32 {
    let runs = line.split(|&square| square == '#').map(<[char]>::len);
    match fault {
        Some(Fault::CountsScatteredSquares) => count_in_run(runs.sum(), pola, fault),
        Some(Fault::ForgetsRunAtEdge) => {
            runs.rev().skip(1).map(|run| count_in_run(run, pola, fault)).sum()
        }
        _ => runs.map(|run| count_in_run(run, pola, fault)).sum(),
    }
}

fn count_in_run(run: usize, pola: usize, fault: Option<Fault>) -> i32 {
    let blocks = match fault {
        Some(Fault::CountsOverlappingBlocks) => (run + 1).saturating_sub(pola),
        Some(Fault::CountsOneBlockPerRun) => usize::from(run >= pola),
        _ => run / pola,
    };
    blocks as i32
}

/// The board's score for Right: the number of Right's blocks minus the number of Left's blocks.
pub(super) fn score(board: &Board, pola: usize, fault: Option<Fault>) -> i32 {
    let right = count(board, pola, fault);
    let left = match fault {
        Some(Fault::CountsLeftInRows) => right,
        _ => count(&columns(board), pola, fault),
    };
    match fault {
        Some(Fault::ForgetsLeftsCount) => right,
        Some(Fault::ForgetsRightsCount) => -left,
        Some(Fault::AddsLeftsCount) => right + left,
        _ => right - left,
    }
}
