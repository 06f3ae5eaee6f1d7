//! The program of m,n,k with its three commands, and its possible mistakes.
use super::{Board, DIRECTIONS, Square, at, free_squares, is_line, squares, text, with_stone};
use std::collections::HashMap;

faults! {
    /// Sees no line in a row.
    ForgetsRows,
    /// Sees no line in a column.
    ForgetsColumns,
    /// Sees no line down to the right.
    ForgetsDownRight,
    /// Sees no line down to the left.
    ForgetsDownLeft,
    /// Accepts only lines of exactly K stones.
    NeedsExactlyK,
    /// Accepts only lines of more than K stones.
    NeedsMoreThanK,
    /// Accepts K - 1 stones as a line.
    NeedsOneLess,
    /// Accepts lines with gaps.
    AllowsGaps,
    /// Lets lines continue at the other edge of the board, one row further.
    LinesWrapRound,
    /// Counts the stones of both players in one line.
    MixesPlayers,
    /// Requires two stones for a line even when K is 1.
    NeedsTwoStones,
    /// Replaces K by the longer side of the board if K is larger.
    ShortensK,
    /// Reads M rows of N columns.
    SwapsSides,
    /// Reads the first command only.
    ReadsOneCommand,
    /// Generates moves column by column.
    GeneratesByColumn,
    /// Generates moves from the last square to the first.
    GeneratesBackwards,
    /// Places the stones of the player who is not to move.
    PlacesOpponent,
    /// Always places the first player's stones.
    PlacesFirstPlayer,
    /// Generates moves on a board that is already won.
    GeneratesAfterWin,
    /// Looks only for the line of the player who moved last.
    ForgetsMoversLine,
    /// Answers a full board with the same board, although no move is left.
    PrintsFullBoard,
    /// Does not print the number of boards.
    ForgetsCount,
    /// Prints all boards even if one of them wins.
    NeverCuts,
    /// Keeps the last winning board in place of the first.
    CutsAtLast,
    /// Leaves out all boards except the winning ones.
    KeepsAllWins,
    /// Leaves out only the boards after the first winning board.
    KeepsBoardsBeforeWin,
    /// Keeps only the board with a stone on the first square where a stone of the opponent would
    /// complete a line.
    CutsAtOpponentsWin,
    /// Leaves out a board that ends the game in a tie.
    CutsTieAway,
    /// Solves as if the first player were to move.
    SolvesForFirstPlayer,
    /// Solves as if the player with fewer stones were to move.
    SolvesByStones,
    /// Answers as if the player to move were the first player.
    AnswersForMover,
    /// Stops a search at the first move that ties, as if that move won.
    StopsAtTie,
    /// Looks only one move ahead.
    LooksOneMoveAhead,
    /// Maximises the first player's result even when the second player is to move.
    OnlyMaximises,
    /// If both players have a line, answers that the second player wins.
    SecondWinsBothLines,
    /// If both players have a line, answers that the game is a tie.
    BothLinesTie,
    /// Sees no line on a diagonal.
    ForgetsDiagonals,
    /// Prints the number of all boards, and then only the winning one.
    CountsBeforeCut,
    /// Cuts for the command that should print all boards, too.
    AlwaysCuts,
    /// Exchanges the words for the two winners.
    SwapsWinners,
}

impl Fault {
    /// The mistakes that show only in cases beyond the rules' text.
    pub const BEYOND_TEXT: &[Fault] = &[
        Fault::NeedsTwoStones,
        Fault::ShortensK,
        Fault::ForgetsMoversLine,
        Fault::SolvesByStones,
        Fault::SecondWinsBothLines,
        Fault::BothLinesTie,
    ];
}

/// The program: answers all commands of the input. With `compact` it leaves out the empty lines
/// between boards.
pub fn program(input: &str, compact: bool, fault: Option<Fault>) -> String {
    let mut words = input.split_whitespace();
    let mut output = String::new();
    let mut memo = HashMap::new();
    while let Some(command) = words.next() {
        let mut number =
            || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
        let (n, m, k, player) = (number(), number(), number(), number() as u8);
        let (rows, cols) = if fault == Some(Fault::SwapsSides) { (m, n) } else { (n, m) };
        let board: Board = (0..rows).map(|_| (0..cols).map(|_| number() as u8).collect()).collect();
        let state = State { board, k, player, fault };
        match command {
            "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER" if fault == Some(Fault::CountsBeforeCut) => {
                let boards = print(&state.cut_children(), compact, fault);
                let (_, boards) = boards.split_once('\n').expect("a count");
                output += &format!("{}\n{boards}", state.children().len());
            }
            "GEN_ALL_POS_MOV" if fault != Some(Fault::AlwaysCuts) => {
                output += &print(&state.children(), compact, fault);
            }
            "GEN_ALL_POS_MOV" | "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER" => {
                output += &print(&state.cut_children(), compact, fault);
            }
            // The first player is known to win here. To try all moves would take too long.
            "SOLVE_GAME_STATE"
                if (n, m, k) == (4, 4, 3) && free_squares(&state.board).len() == 16 =>
            {
                output += "FIRST_PLAYER_WINS\n";
            }
            "SOLVE_GAME_STATE" => output += &format!("{}\n", state.solve(&mut memo)),
            _ => panic!("no such command: {command}"),
        }
        if fault == Some(Fault::ReadsOneCommand) {
            break;
        }
    }
    output
}

fn print(states: &[State], compact: bool, fault: Option<Fault>) -> String {
    let boards: Vec<String> = states.iter().map(|state| text(&state.board)).collect();
    let count = if fault == Some(Fault::ForgetsCount) {
        String::new()
    } else {
        format!("{}\n", boards.len())
    };
    count + &boards.join(if compact { "" } else { "\n" })
}

/// The values of solved states: 1, 0 or -1 for the first player.
type Memo = HashMap<State, i32>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    board: Board,
    k: usize,
    player: u8,
    fault: Option<Fault>,
}

impl State {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn has_line(&self, player: u8) -> bool {
        squares(&self.board).iter().any(|&from| (0..4).any(|i| self.is_line(from, i, player)))
    }

    fn is_line(&self, from: Square, i: usize, player: u8) -> bool {
        let (board, k, direction) = (&self.board, self.k, DIRECTIONS[i]);
        let standard = |k| is_line(board, from, direction, k, player);
        match self.fault {
            Some(Fault::ForgetsRows) => i != 0 && standard(k),
            Some(Fault::ForgetsColumns) => i != 1 && standard(k),
            Some(Fault::ForgetsDownRight) => i != 2 && standard(k),
            Some(Fault::ForgetsDownLeft) => i != 3 && standard(k),
            Some(Fault::ForgetsDiagonals) => i < 2 && standard(k),
            Some(Fault::NeedsExactlyK) => {
                let goes_on = |steps| at(board, from, direction, steps) == Some(player);
                standard(k) && !goes_on(-1) && !goes_on(k as i32)
            }
            Some(Fault::NeedsMoreThanK) => standard(k + 1),
            Some(Fault::NeedsOneLess) => standard(k.max(2) - 1),
            Some(Fault::NeedsTwoStones) => standard(k.max(2)),
            Some(Fault::ShortensK) => standard(k.min(board.len().max(board[0].len()))),
            Some(Fault::AllowsGaps) => {
                let ahead = (0..).map_while(|steps| at(board, from, direction, steps));
                ahead.filter(|&stone| stone == player).count() >= k
            }
            Some(Fault::MixesPlayers) => {
                (0..k as i32).all(|steps| at(board, from, direction, steps) > Some(0))
            }
            Some(Fault::LinesWrapRound) => self.is_wrapping_line(from, direction, player),
            _ => standard(k),
        }
    }

    /// Whether a line starts at this square, if the board is read as one long row.
    fn is_wrapping_line(&self, (row, col): Square, (down, right): (i32, i32), player: u8) -> bool {
        let cols = self.board[0].len();
        let stones = self.board.concat();
        let index = |steps: i32| (row * cols + col) as i32 + steps * (down * cols as i32 + right);
        (0..self.k as i32).all(|steps| stones.get(index(steps) as usize) == Some(&player))
    }

    /// The first player's result, if the game is over.
    fn outcome(&self) -> Option<i32> {
        let mut lines = [self.has_line(1), self.has_line(2)];
        if self.has(Fault::ForgetsMoversLine) {
            lines[usize::from(self.player) - 1] = false;
        }
        match lines {
            [true, true] if self.has(Fault::SecondWinsBothLines) => Some(-1),
            [true, true] if self.has(Fault::BothLinesTie) => Some(0),
            [true, _] => Some(1),
            [_, true] => Some(-1),
            _ if free_squares(&self.board).is_empty() => Some(0),
            _ => None,
        }
    }

    /// For each legal move, in the order of the rules, the state after the move. There are no
    /// states if the game is over.
    fn children(&self) -> Vec<State> {
        if free_squares(&self.board).is_empty() && self.has(Fault::PrintsFullBoard) {
            return vec![self.clone()];
        }
        if self.outcome().is_some() && !self.has(Fault::GeneratesAfterWin) {
            return vec![];
        }
        self.moves().into_iter().map(|square| self.after(square)).collect()
    }

    fn moves(&self) -> Vec<Square> {
        let mut squares = free_squares(&self.board);
        match self.fault {
            Some(Fault::GeneratesByColumn) => squares.sort_by_key(|&(row, col)| (col, row)),
            Some(Fault::GeneratesBackwards) => squares.reverse(),
            _ => {}
        }
        squares
    }

    fn after(&self, square: Square) -> State {
        let placed = match self.fault {
            Some(Fault::PlacesOpponent) => 3 - self.player,
            Some(Fault::PlacesFirstPlayer) => 1,
            _ => self.player,
        };
        State { board: with_stone(&self.board, square, placed), player: 3 - self.player, ..*self }
    }

    /// Only the first winning child, or all children if none wins.
    fn cut_children(&self) -> Vec<State> {
        let mut all = self.children();
        let wins = |child: &State| child.outcome().is_some_and(|result| result != 0);
        let (first, last) = (all.iter().position(wins), all.iter().rposition(wins));
        match self.fault {
            Some(Fault::NeverCuts) => {}
            Some(Fault::CutsAtLast) => keep_only(&mut all, last),
            Some(Fault::KeepsAllWins) if first.is_some() => all.retain(wins),
            Some(Fault::KeepsBoardsBeforeWin) => all.truncate(first.map_or(all.len(), |i| i + 1)),
            Some(Fault::CutsAtOpponentsWin) => keep_only(&mut all, self.opponents_first_win()),
            Some(Fault::CutsTieAway) => all.retain(|child| child.outcome() != Some(0)),
            _ => keep_only(&mut all, first),
        }
        all
    }

    /// The index of the first move with which the opponent would complete a line by moving now.
    fn opponents_first_win(&self) -> Option<usize> {
        let opponent = State { player: 3 - self.player, ..self.clone() };
        self.moves().into_iter().position(|square| opponent.after(square).has_line(opponent.player))
    }

    /// The program's answer for this state.
    fn solve(&self, memo: &mut Memo) -> &'static str {
        let mut state = self.clone();
        match self.fault {
            Some(Fault::SolvesForFirstPlayer) => state.player = 1,
            Some(Fault::SolvesByStones) => state.player = self.player_with_fewer_stones(),
            _ => {}
        }
        let mut value = state.value(memo, 0);
        let for_mover = self.has(Fault::AnswersForMover) && self.player == 2;
        if for_mover || self.has(Fault::SwapsWinners) {
            value = -value;
        }
        match value {
            1 => "FIRST_PLAYER_WINS",
            0 => "BOTH_PLAYERS_TIE",
            _ => "SECOND_PLAYER_WINS",
        }
    }

    fn player_with_fewer_stones(&self) -> u8 {
        let stones = |player| self.board.iter().flatten().filter(|&&stone| stone == player).count();
        if stones(1) <= stones(2) { 1 } else { 2 }
    }

    /// Plain minimax.
    fn value(&self, memo: &mut Memo, depth: usize) -> i32 {
        if let Some(result) = self.outcome() {
            return result;
        }
        if let Some(&value) = memo.get(self) {
            return value;
        }
        // Where the right program is quick, a mistaken program might search for ever. So a mistaken
        // program guesses once it has solved `MOST_POSITIONS` positions.
        if self.fault.is_some() && memo.len() >= MOST_POSITIONS {
            return 0;
        }
        let value = self.best_value(memo, depth);
        memo.insert(self.clone(), value);
        value
    }

    fn best_value(&self, memo: &mut Memo, depth: usize) -> i32 {
        if depth == 1 && self.has(Fault::LooksOneMoveAhead) {
            return 0;
        }
        let mut values =
            self.moves().into_iter().map(|square| self.after(square).value(memo, depth + 1));
        let sign = if self.player == 1 || self.has(Fault::OnlyMaximises) { 1 } else { -1 };
        if self.has(Fault::StopsAtTie) {
            return values.find(|&value| sign * value >= 0).unwrap_or(-sign);
        }
        sign * values.map(|value| sign * value).max().expect("a free square")
    }
}

/// A mistaken program solves at most this many positions, for all commands of an input together,
/// and guesses the results of all others. The right program never needs as many positions, so only
/// a mistake can lead to a guess.
const MOST_POSITIONS: usize = 12_000;

fn keep_only(states: &mut Vec<State>, chosen: Option<usize>) {
    if let Some(i) = chosen.filter(|&i| i < states.len()) {
        *states = vec![states.swap_remove(i)];
    }
}
