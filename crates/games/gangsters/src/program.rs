//! The program that the game's rules ask for. It plays one side of a whole game, in a conversation
//! with the referee of a tournament.

use std::io::Write;
use std::time::Duration;

use rules::{Console, Game, Notation, Parameter, Parameters, ProgramError};
use search::{Evaluate, Handler, HashTable, Limits, NeverStop, Problem, StopWhen, best};

use super::clock::Clock;
use super::evaluation::Weighted;
use super::moves::Move;
use super::notation::expected_move;
use super::opening::{Opening, TIME_LEFT, read_opening, read_time};
use super::position::{Gangsters, Position};
use rules::quoted;

pub(super) const OPTIONS: &[Parameter] = &[Parameter::integer(
    "nodes",
    "positions to search for a move; 0 for as many as the time allows",
    0,
    1 << 53,
    0,
)];

/// The size of the hash table. The game's rules allow a program 40 MB in all.
const TABLE_BYTES: usize = 16 << 20;

/// The greatest search depth in plies: far more than the time allows, and few enough for a small
/// stack.
const DEPTH: u32 = 60;

/// Runs the program until the game is over, or the input ends between two turns.
pub(super) fn run(options: &Parameters, console: &mut Console<'_>) -> Result<(), ProgramError> {
    let Opening { time, side, game } = read_opening(console)?;
    let mut searcher = Searcher::new(options.integer("nodes"), time);
    let mut position = game.start();
    // `left` is the time that was left at the moment `since`.
    let (mut left, mut since) = (time, Duration::ZERO);
    while game.outcome(&position).is_none() {
        let mv = if position.turn == side {
            let mv = searcher.choose(&game, &position, left, since, console);
            writeln!(console, "{}", game.name(&position, mv))?;
            mv
        } else {
            let Some(told) = read_time(console, TIME_LEFT)? else { break };
            (left, since) = (told, console.elapsed());
            read_move(console, &game, &position)?
        };
        position = game.play(&position, mv);
    }
    Ok(console.flush()?)
}

/// Reads the opponent's move.
fn read_move(
    console: &mut Console<'_>,
    game: &Gangsters,
    position: &Position,
) -> Result<Move, ProgramError> {
    let Some(line) = console.line()? else { return Err(console.ended(expected_move())) };
    let mv = game.parse(position, &line).map_err(|bad| bad.below(console.line_number()))?;
    let legal: Vec<_> = game.moves(position).collect();
    if legal.contains(&mv) {
        return Ok(mv);
    }
    let example = legal.first().map(|&first| game.name(position, first)).unwrap_or_default();
    let found = format!("{}: {}", quoted(&line), game.objection(position, mv));
    Err(console.bad(found, format!("a legal move, e.g. `{example}`")))
}

/// Chooses moves, and keeps results from move to move.
struct Searcher {
    table: HashTable,
    /// The number of positions to search for a move; 0 means that the clock decides.
    nodes: u64,
    clock: Clock,
}

impl Searcher {
    fn new(nodes: u64, time: Duration) -> Searcher {
        Searcher { table: HashTable::at_most(TABLE_BYTES), nodes, clock: Clock::new(time) }
    }

    /// The move to make in an unfinished position. `left` is the time that was left at the moment
    /// `since`.
    fn choose(
        &mut self,
        game: &Gangsters,
        position: &Position,
        left: Duration,
        since: Duration,
        console: &Console<'_>,
    ) -> Move {
        if self.nodes > 0 {
            return self.search(game, position, self.nodes, &mut NeverStop);
        }
        let spent = console.elapsed().saturating_sub(since);
        let budget = self.clock.budget(left.saturating_sub(spent), moves_left(game, position));
        if budget.is_zero() || game.moves(position).count() == 1 {
            return at_first_sight(game, position);
        }
        let deadline = since + spent + budget;
        let (mut last, mut longest) = (since + spent, Duration::ZERO);
        let mut handler = StopWhen(|_| {
            let now = console.elapsed();
            longest = longest.max(now.saturating_sub(last));
            last = now;
            // The next reading of the clock is expected within `longest`, the longest gap between
            // two readings so far.
            now + longest >= deadline
        });
        self.search(game, position, u64::MAX, &mut handler)
    }

    fn search(
        &mut self,
        game: &Gangsters,
        position: &Position,
        nodes: u64,
        handler: &mut dyn Handler<Move>,
    ) -> Move {
        let limits = Limits { depth: DEPTH, nodes };
        let result =
            best(&Problem::new(game, &Weighted::TUNED, position, limits), &mut self.table, handler);
        result.expect("an unfinished position has moves").best_move()
    }
}

/// The number of moves that the side to move still has, if there is a limit.
fn moves_left(game: &Gangsters, position: &Position) -> Option<u32> {
    (game.limit > 0).then(|| game.limit - position.half_moves / 2)
}

/// The move with the best move-ordering score, without a search.
fn at_first_sight(game: &Gangsters, position: &Position) -> Move {
    let first =
        game.moves(position).max_by_key(|&mv| Weighted::TUNED.move_score(game, position, mv));
    first.expect("an unfinished position has moves")
}
