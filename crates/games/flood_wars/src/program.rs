//! The program that the game's rules ask for. The program reads the player to move and a board, and
//! answers with the other player and the board after its move.

use std::io::Write;
use std::time::Duration;

use rules::{Console, Game, Parameter, Parameters, ProgramError};
use search::{HashTable, Limits, NeverStop, Problem, StopWhen, best};

use super::LONGEST;
use super::board::{Board, Colour, Reader};
use super::contraction::{self, Graph};
use super::engine::Reach;
use super::notation::{board_text, letter, side};
use super::rules::FloodWars;

const TIMES: [Duration; 2] = [Duration::from_millis(10), Duration::from_hours(1)];

pub(super) const OPTIONS: &[Parameter] = &[
    Parameter::time(
        "time",
        "time for the answer, from the start of the process",
        TIMES,
        Duration::from_millis(900),
    ),
    Parameter::integer(
        "nodes",
        "number of positions to search; if it is 0, the clock decides",
        0,
        1 << 53,
        0,
    ),
];

/// The limit of half-moves in a game. The input does not say how many half-moves have been made.
const LIMIT: u32 = 150;

/// Runs the program.
pub(super) fn run(options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    const HEADER: &str = "`J` or `S`, the player to move";
    let Some(header) = console.line()? else { return Err(console.ended(HEADER)) };
    let Some(turn) = side(&header) else {
        let start: String = header.chars().take(40).collect();
        return Err(console.bad(format!("`{}`", start.escape_debug()), HEADER));
    };
    let game = FloodWars::<LONGEST>::new(&read_board(console)?, turn, 0, LIMIT);
    let colour = match contraction::areas(&game) {
        ..=256 => choose(&game, &Graph::<4>::new(&game), options, console),
        257..=768 => choose(&game, &Graph::<12>::new(&game), options, console),
        769..=1792 => choose(&game, &Graph::<28>::new(&game), options, console),
        _ => choose(&game, &Graph::<40>::new(&game), options, console),
    };
    let next = game.play(&game.start(), colour);
    let answer = format!("{}\n{}", letter(next.turn), board_text(&game, &next));
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

/// The move that the program makes.
fn choose<const A: usize>(
    game: &FloodWars<LONGEST>,
    graph: &Graph<A>,
    options: &Parameters,
    console: &Console<'_>,
) -> Colour {
    let found = match options.integer("nodes") {
        0 => choose_in_time(graph, options.time("time"), console),
        nodes => choose_in_nodes(graph, nodes),
    };
    found.unwrap_or_else(|| greediest(game))
}

/// The move that a search of this many nodes chooses. The move is the same on every machine.
fn choose_in_nodes<const A: usize>(graph: &Graph<A>, nodes: u64) -> Option<Colour> {
    let mut table = table(nodes.saturating_mul(16));
    let start = graph.start();
    let problem = Problem::new(graph, &Reach, &start, Limits::nodes(nodes));
    Some(best(&problem, &mut table, &mut NeverStop)?.best_move())
}

/// The move chosen within `time` from the start of the process.
///
/// A single search would read the clock too rarely for very short times. So each depth is a search
/// of its own. Together, the searches take hardly longer than a single search would, since the hash
/// table keeps the results.
fn choose_in_time<const A: usize>(
    graph: &Graph<A>,
    time: Duration,
    console: &Console<'_>,
) -> Option<Colour> {
    let mut clock = Clock::new(console, time);
    let mut table = table((time.as_millis() as u64) << 14);
    let start = graph.start();
    let mut choice = None;
    for depth in 1..Limits::NONE.depth {
        if !clock.has_time() {
            break;
        }
        let mut handler = StopWhen(|_| !clock.has_time());
        let problem = Problem::new(graph, &Reach, &start, Limits::depth(depth));
        let Some(result) = best(&problem, &mut table, &mut handler) else { break };
        choice = Some(result.best_move());
        if result.is_exact {
            break;
        }
    }
    choice
}

/// A hash table of at most `bytes`, and of at most 16 MB. The whole program may use 128 MB, but a
/// table of more than 16 MB would take too long to fill.
fn table(bytes: u64) -> HashTable {
    HashTable::new(bytes.clamp(1 << 10, 16 << 20) as usize)
}

/// The colour that gives the largest territory; if there are several, the first.
fn greediest<const W: usize>(game: &FloodWars<W>) -> Colour {
    let start = game.start();
    let legal = Colour::ALL.into_iter().filter(|colour| !start.colours.contains(colour));
    let least_left =
        |&colour: &Colour| game.rows * game.columns - game.flooded(&start, colour).count();
    legal.min_by_key(least_left).unwrap_or_default()
}

/// A clock that decides whether the search may go on.
struct Clock<'a, 'b> {
    console: &'a Console<'b>,
    deadline: Duration,
    last: Duration,
    longest: Duration,
}

impl<'a, 'b> Clock<'a, 'b> {
    /// A clock for a search within `time`. Part of the time is kept for work before and after the
    /// search, and for delays on a busy machine.
    fn new(console: &'a Console<'b>, time: Duration) -> Clock<'a, 'b> {
        let share = (time / 16).max(Duration::from_millis(5));
        let deadline = time.saturating_sub(share);
        Clock { console, deadline, last: console.elapsed(), longest: Duration::ZERO }
    }

    /// Whether the search may go on. This function is called before each depth and during a search.
    /// A depth takes about three times as long as the depth before, so the next interval between
    /// two calls may be three times as long as the longest one before. To be safe, the search goes
    /// on only if the time left is more than four times the longest interval.
    fn has_time(&mut self) -> bool {
        let now = self.console.elapsed();
        self.longest = self.longest.max(now.saturating_sub(self.last));
        self.last = now;
        now + 4 * self.longest < self.deadline
    }
}
