//! The program of the game's rules: it reads the player to move and a board, and answers with the other player and the
//! board after its move.

use std::io::Write;
use std::time::Duration;

use rules::{Game, Parameter, Parameters, Console, ProgramError};
use search::{HashTable, Limits, NeverStop, Problem, StopWhen, best};

use super::LONGEST;
use super::board::{Board, Colour, Reader};
use super::engine::Reach;
use super::notation::{board_text, letter, side};
use super::rules::FloodWars;

const TIMES: [Duration; 2] = [Duration::from_millis(10), Duration::from_hours(1)];

pub(super) const OPTIONS: &[Parameter] = &[
    Parameter::time("time", "for the answer, from the start of the process", TIMES, Duration::from_millis(900)),
    Parameter::integer("nodes", "positions to look at, without a clock; 0 for the clock alone", 0, 1 << 53, 0),
];

/// The number of half-moves in a game. The input does not say how many of them have been played.
const LIMIT: u32 = 150;

/// Runs the program.
pub(super) fn run(options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    const HEADER: &str = "`J` or `S`, the player to move";
    let Some(header) = console.line()? else { return Err(console.ended(HEADER)) };
    let Some(turn) = side(&header) else {
        let start: String = header.chars().take(40).collect();
        return Err(console.bad(format!("`{}`", start.escape_debug()), HEADER));
    };
    let board = read_board(console)?;
    let answer = match board.rows() {
        ..=16 => answer(&FloodWars::<16>::new(&board, turn, 0, LIMIT), options, console),
        17..=32 => answer(&FloodWars::<32>::new(&board, turn, 0, LIMIT), options, console),
        _ => answer(&FloodWars::<LONGEST>::new(&board, turn, 0, LIMIT), options, console),
    };
    console.write_all(answer.as_bytes())?;
    Ok(console.flush()?)
}

fn read_board(console: &mut Console<'_>) -> Result<Board, ProgramError> {
    let mut reader = Reader::default();
    while let Some(line) = console.line()? {
        reader.push(&line).map_err(|bad| bad.below(2))?;
    }
    Ok(reader.finish().map_err(|bad| bad.below(2))?)
}

/// The other player's letter, and the board after the chosen move.
fn answer<const W: usize>(game: &FloodWars<W>, options: &Parameters, console: &Console<'_>) -> String {
    let colour = match options.integer("nodes") {
        0 => choose_in_time(game, options.time("time"), console),
        nodes => choose_in_nodes(game, nodes),
    };
    let next = game.play(&game.start(), colour);
    format!("{}\n{}", letter(next.turn), board_text(game, &next))
}

/// The choice within a number of nodes, which is the same on every machine.
fn choose_in_nodes<const W: usize>(game: &FloodWars<W>, nodes: u64) -> Colour {
    let mut table = table(nodes.saturating_mul(16));
    let start = game.start();
    let problem = Problem::new(game, &Reach, &start, Limits::nodes(nodes));
    let result = best(&problem, &mut table, &mut NeverStop);
    result.map_or_else(|| greediest(game), |result| result.best_move())
}

/// The choice within a time since the start of the process.
///
/// A search reads its clock too rarely for very short times. So each depth is a search of its own, which costs almost
/// nothing more, since the hash table keeps the results.
fn choose_in_time<const W: usize>(game: &FloodWars<W>, time: Duration, console: &Console<'_>) -> Colour {
    let mut clock = Clock::new(console, time);
    let mut table = table((time.as_millis() as u64) << 14);
    let start = game.start();
    let mut choice = greediest(game);
    for depth in 1..Limits::NONE.depth {
        if !clock.has_time() {
            break;
        }
        let mut handler = StopWhen(|_| !clock.has_time());
        let problem = Problem::new(game, &Reach, &start, Limits::depth(depth));
        let Some(result) = best(&problem, &mut table, &mut handler) else { break };
        choice = result.best_move();
        if result.is_exact {
            break;
        }
    }
    choice
}

/// A hash table of a reasonable size: the whole program may use 128 MB, and filling memory takes time.
fn table(bytes: u64) -> HashTable {
    HashTable::new(bytes.clamp(1 << 10, 16 << 20) as usize)
}

/// The colour that gives the largest territory; if there are several, the first.
fn greediest<const W: usize>(game: &FloodWars<W>) -> Colour {
    let start = game.start();
    let legal = Colour::ALL.into_iter().filter(|colour| !start.colours.contains(colour));
    let least_left = |&colour: &Colour| game.rows * game.columns - game.flooded(&start, colour).count();
    legal.min_by_key(least_left).unwrap_or_default()
}

/// Says whether the time is enough for as much work as between the last two calls.
struct Clock<'a, 'b> {
    console: &'a Console<'b>,
    deadline: Duration,
    last: Duration,
    longest: Duration,
}

impl<'a, 'b> Clock<'a, 'b> {
    /// Part of the time is kept for work before and after the search, and for a busy machine.
    fn new(console: &'a Console<'b>, time: Duration) -> Clock<'a, 'b> {
        let share = (time / 16).max(Duration::from_millis(5));
        let deadline = time.saturating_sub(share);
        Clock { console, deadline, last: console.elapsed(), longest: Duration::ZERO }
    }

    /// One more depth takes three times as long as the one before, so four times the longest wait must be left.
    fn has_time(&mut self) -> bool {
        let now = self.console.elapsed();
        self.longest = self.longest.max(now.saturating_sub(self.last));
        self.last = now;
        now + 4 * self.longest < self.deadline
    }
}
