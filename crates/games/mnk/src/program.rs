//! The program that the game's rules ask for. It carries out the commands `GEN_ALL_POS_MOV`,
//! `GEN_ALL_POS_MOV_CUT_IF_GAME_OVER` and `SOLVE_GAME_STATE`, until the input ends. White space may
//! stand anywhere in the input.

use std::io::Write;
use std::time::Duration;

use rules::bits::Bits;
use rules::{Console, DAY, Game, Parameter, Parameters, ProgramError, Side, time_text};
use search::{Goal, Solution};

use super::WIDEST;
use super::notation::{board_text, check_header, stone};
use super::rules::{Mnk, Position};
use super::solver::Solver;

pub(super) const OPTIONS: &[Parameter] = &[
    Parameter::choice("compact", "leave out the empty lines between boards", &["no", "yes"]),
    Parameter::time(
        "limit",
        "time to solve one board; 0s for no limit",
        [Duration::ZERO, DAY],
        Duration::ZERO,
    ),
];

/// Runs the program.
pub(super) fn run(options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    let between = if options.text("compact") == "yes" { "" } else { "\n" };
    let limit = Some(options.time("limit")).filter(|limit| !limit.is_zero());
    let settings = Settings { between, limit };
    let (mut small, mut middle) = (Known::<1>::new(), Known::<2>::new());
    let (mut large, mut largest) = (Known::<4>::new(), Known::<WIDEST>::new());
    while let Some(command) = read_command(console)? {
        let header = read_header(console)?;
        match header.rows * header.columns {
            ..=64 => small.answer(command, &header, settings, console)?,
            65..=128 => middle.answer(command, &header, settings, console)?,
            129..=256 => large.answer(command, &header, settings, console)?,
            _ => largest.answer(command, &header, settings, console)?,
        }
    }
    Ok(console.flush()?)
}

/// The settings for all boards.
#[derive(Clone, Copy)]
struct Settings {
    /// The text between two boards.
    between: &'static str,
    /// The time limit for solving one board.
    limit: Option<Duration>,
}

/// The next command; `None` at the end of input.
pub(super) fn read_command(console: &mut Console<'_>) -> Result<Option<Command>, ProgramError> {
    let Some(word) = console.word()? else { return Ok(None) };
    match word {
        b"GEN_ALL_POS_MOV" => Ok(Some(Command::Generate)),
        b"GEN_ALL_POS_MOV_CUT_IF_GAME_OVER" => Ok(Some(Command::GenerateCut)),
        b"SOLVE_GAME_STATE" => Ok(Some(Command::Solve)),
        other => {
            let found = format!("`{}`", shown(other));
            let expected = "GEN_ALL_POS_MOV, GEN_ALL_POS_MOV_CUT_IF_GAME_OVER or SOLVE_GAME_STATE";
            Err(console.bad(found, expected))
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Generate,
    GenerateCut,
    Solve,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Header {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) in_a_row: usize,
    pub(super) turn: Side,
}

pub(super) fn read_header(console: &mut Console<'_>) -> Result<Header, ProgramError> {
    let mut numbers = [0; 4];
    for (number, name) in numbers.iter_mut().zip(["N", "M", "K", "the player to move"]) {
        *number = read_number(console, name)?;
    }
    let [rows, columns, in_a_row, player] = numbers;
    let turn = check_header(rows, columns, in_a_row, player)
        .map_err(|(found, expected)| console.bad(found, expected))?;
    Ok(Header { rows, columns, in_a_row, turn })
}

fn read_number(console: &mut Console<'_>, name: &str) -> Result<usize, ProgramError> {
    let Some(word) = console.word()? else {
        return Err(console.ended(format!("{name}, a number")));
    };
    let digits = word.iter().all(u8::is_ascii_digit);
    let number =
        std::str::from_utf8(word).ok().filter(|_| digits).and_then(|text| text.parse().ok());
    let found = number.is_none().then(|| shown(word));
    number.ok_or_else(|| {
        console.bad(format!("`{}`", found.unwrap_or_default()), format!("{name}, a number"))
    })
}

fn shown(word: &[u8]) -> String {
    word.iter().take(40).flat_map(|&b| std::ascii::escape_default(b)).map(char::from).collect()
}

/// The number of solvers that are kept for each width of bitboards.
const MOST_SOLVERS: usize = 50;
/// When a solver for a new game is made, the other solvers are kept only if they use fewer than
/// `LITTLE` bytes.
const LITTLE: usize = 2_000_000;

/// The solvers of the games so far, each with its stored results.
struct Known<const W: usize> {
    solvers: Vec<Solver<W>>,
}

impl<const W: usize> Known<W> {
    fn new() -> Known<W> {
        Known { solvers: Vec::new() }
    }

    /// The solver of this game. Solvers of other games are kept if they use little memory.
    fn solver(&mut self, rows: usize, columns: usize, in_a_row: usize) -> &mut Solver<W> {
        let is_known = |solver: &Solver<W>| {
            let game = solver.game();
            (game.rows, game.columns, game.in_a_row) == (rows, columns, in_a_row)
        };
        let place = self.solvers.iter().position(is_known).unwrap_or_else(|| {
            self.solvers.retain(|solver| solver.memory() < LITTLE);
            if self.solvers.len() == MOST_SOLVERS {
                self.solvers.clear();
            }
            self.solvers.push(Solver::new(Mnk::new(rows, columns, in_a_row)));
            self.solvers.len() - 1
        });
        &mut self.solvers[place]
    }

    /// Reads the board that follows a header and writes the answer.
    fn answer(
        &mut self,
        command: Command,
        header: &Header,
        Settings { between, limit }: Settings,
        console: &mut Console<'_>,
    ) -> Result<(), ProgramError> {
        let stones = read_board(header, console)?;
        let Header { rows, columns, in_a_row, turn } = *header;
        let solver = self.solver(rows, columns, in_a_row);
        let position = solver.game().position(stones, turn);
        match command {
            Command::Generate => {
                let squares = solver.game().moves(&position).collect::<Vec<_>>();
                write_children(solver.game(), &position, &squares, between, console)?;
            }
            Command::GenerateCut => {
                let squares = cut(solver.game(), &position);
                write_children(solver.game(), &position, &squares, between, console)?;
            }
            Command::Solve => {
                let winner = solve(solver, &position, limit, console)?;
                writeln!(console, "{}", verdict(winner))?;
            }
        }
        Ok(())
    }
}

pub(super) fn read_board<const W: usize>(
    header: &Header,
    console: &mut Console<'_>,
) -> Result<[Bits<W>; 2], ProgramError> {
    const EXPECTED: &str = "0, 1 or 2 for a square";
    let mut stones = [Bits::EMPTY; 2];
    for square in 0..header.rows * header.columns {
        match console.word()? {
            Some(b"0") => {}
            Some(b"1") => stones[0].insert(square),
            Some(b"2") => stones[1].insert(square),
            Some(other) => {
                let found = format!("`{}`", shown(other));
                return Err(console.bad(found, EXPECTED));
            }
            None => return Err(console.ended(EXPECTED)),
        }
    }
    Ok(stones)
}

/// After this much time without output, a note says what the program does.
const SILENCE: Duration = Duration::from_secs(2);
/// The time between further notes, which say how far the program is.
const BETWEEN_NOTES: Duration = Duration::from_secs(10);
/// The number of positions after which the clock is read again.
const LOOK_EVERY: u64 = 64;

/// The side that wins with best play, or `None` for a tie.
fn solve<const W: usize>(
    solver: &mut Solver<W>,
    position: &Position<W>,
    limit: Option<Duration>,
    console: &mut Console<'_>,
) -> Result<Option<Side>, ProgramError> {
    let began = console.elapsed();
    let mut next_note = SILENCE;
    let Mnk { rows, columns, .. } = *solver.game();
    let mut stop = |nodes: u64| {
        if !nodes.is_multiple_of(LOOK_EVERY) {
            return false;
        }
        let took = console.elapsed() - began;
        if took >= next_note {
            let seconds = took.as_secs();
            console.note(&format!(
                "still solving a board of {rows} by {columns}: {nodes} positions in {seconds} s; \
                 Ctrl-C ends it"
            ));
            next_note = took + BETWEEN_NOTES;
        }
        limit.is_some_and(|limit| took >= limit)
    };
    let Solution { at_least, at_most, .. } = solver.bounds(position, Goal::Best, &mut stop);
    let (turn, other) = (position.turn, position.turn.other());
    let no_winner = match (at_least, at_most) {
        (Some(1), _) => return Ok(Some(turn)),
        (_, Some(-1)) => return Ok(Some(other)),
        (Some(0), Some(0)) => return Ok(None),
        (Some(_), _) => Some(other),
        (None, Some(_)) => Some(turn),
        (None, None) => None,
    };
    let player = |side: Side| ["first", "second"][side.index()];
    Err(ProgramError::OutOfTime {
        line: console.line_number(),
        limit: time_text(limit.unwrap_or_default()),
        known: no_winner.map(|side| format!("the {} player does not win", player(side))),
    })
}

/// All moves; if a move ends the game, only the first such move.
pub(super) fn cut<const W: usize>(game: &Mnk<W>, position: &Position<W>) -> Vec<usize> {
    let all: Vec<_> = game.moves(position).collect();
    let ends = |&&square: &&usize| game.outcome(&game.play(position, square)).is_some();
    all.iter().find(ends).map_or(all.clone(), |&square| vec![square])
}

fn write_children<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    squares: &[usize],
    between: &str,
    console: &mut Console<'_>,
) -> Result<(), ProgramError> {
    writeln!(console, "{}", squares.len())?;
    let mut board =
        board_text(game.rows, game.columns, |square| stone(&position.stones, square)).into_bytes();
    let own = b'1' + position.turn.index() as u8;
    for (i, &square) in squares.iter().enumerate() {
        if i > 0 {
            console.write_all(between.as_bytes())?;
        }
        // Every square takes two bytes of the text: its digit and the character after it.
        board[2 * square] = own;
        console.write_all(&board)?;
        board[2 * square] = b'0';
    }
    Ok(())
}

fn verdict(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "FIRST_PLAYER_WINS",
        Some(Side::Second) => "SECOND_PLAYER_WINS",
        None => "BOTH_PLAYERS_TIE",
    }
}
