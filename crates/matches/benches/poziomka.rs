//! Plays Poziomka: the engine against a short alpha-beta that counts real and safe moves.
//!
//!     cargo bench -p matches --bench poziomka                  200 openings, 10 ms for a move
//!     cargo bench -p matches --bench poziomka -- 50 100        50 openings, 100 ms for a move
//!
//! An opening is six half-moves at random. Each player starts once after each opening. Time is the
//! processor time of the thread, so other programs on the machine hardly change a game.

mod duel;

use std::cmp::Reverse;
use std::error::Error;
use std::time::Duration;

use cpu_time::ThreadTime;
use games::poziomka::{Move, Position, Poziomka, SafeRoom};
use rules::random::Random;
use rules::{Game, Play, Side};
use search::{HashTable, Limits, Problem, StopWhen, best};

use duel::{COLUMNS, Player, pair, report};

const OPENINGS: u64 = 200;

/// The time for a move in milliseconds.
const AMOUNT: u64 = 10;

const OPENING_MOVES: usize = 6;

/// The squares of a block, and of each side of the board.
const BOARDS: [[usize; 2]; 2] = [[2, 10], [2, 14]];

const WON: i32 = 1 << 20;

/// A player with the search and the evaluation of the engine.
struct Engine(HashTable);

impl Player<Poziomka, Duration> for Engine {
    fn start_game(&mut self) {
        self.0.clear();
    }

    fn choose(&mut self, play: &Play<Poziomka>, time: Duration) -> Move {
        let begun = ThreadTime::now();
        let mut handler = StopWhen(|_| begun.elapsed() >= time);
        let problem = Problem::new(play.game(), &SafeRoom, play.position(), Limits::NONE);
        best(&problem, &mut self.0, &mut handler).expect("the game is not over").best_move()
    }
}

/// A short alpha-beta: iterative deepening, and moves ordered by the evaluation after them.
struct Plain {
    begun: ThreadTime,
    time: Duration,
    nodes: u64,
    is_stopped: bool,
}

impl Plain {
    /// The value of a position for the side to move.
    fn value(
        &mut self,
        game: &Poziomka,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.is_stopped |= self.begun.elapsed() >= self.time;
        }
        if let Some(outcome) = game.outcome(position) {
            return outcome.margin_for(position.turn) * WON;
        }
        if depth == 0 {
            return worth(game, position, position.turn);
        }
        for next in children(game, position) {
            alpha = alpha.max(-self.value(game, &next.1, depth - 1, -beta, -alpha));
            if alpha >= beta || self.is_stopped {
                break;
            }
        }
        alpha
    }
}

/// How many more real and safe moves a side has than the opponent.
fn worth(game: &Poziomka, position: &Position, side: Side) -> i32 {
    let [own, other] =
        [side, side.other()].map(|side| game.alone(position, side) + game.safe(position, side));
    own - other
}

/// The moves and the positions after them, the best by the evaluation first.
fn children(game: &Poziomka, position: &Position) -> Vec<(Move, Position)> {
    let mut all: Vec<_> = game.moves(position).map(|mv| (mv, game.play(position, mv))).collect();
    all.sort_by_cached_key(|(_, next)| Reverse(worth(game, next, position.turn)));
    all
}

impl Player<Poziomka, Duration> for Plain {
    fn start_game(&mut self) {}

    fn choose(&mut self, play: &Play<Poziomka>, time: Duration) -> Move {
        *self = Plain { begun: ThreadTime::now(), time, nodes: 0, is_stopped: false };
        let mut moves = children(play.game(), play.position());
        for depth in 0.. {
            let (mut alpha, mut best) = (-2 * WON, 0);
            for (place, (_, next)) in moves.iter().enumerate() {
                let value = -self.value(play.game(), next, depth, -2 * WON, -alpha);
                if self.is_stopped {
                    return moves[0].0;
                }
                if value > alpha {
                    (alpha, best) = (value, place);
                }
            }
            // The best move of a depth is tried first at the next one.
            moves[..=best].rotate_right(1);
            if alpha.abs() >= WON {
                break;
            }
        }
        moves[0].0
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let openings = numbers.next().unwrap_or(OPENINGS);
    let time = Duration::from_millis(numbers.next().unwrap_or(AMOUNT));
    let plain = Plain { begun: ThreadTime::now(), time, nodes: 0, is_stopped: false };
    let (mut engine, mut plain) = (Engine(HashTable::new(16 << 20)), plain);
    println!("block  board  {COLUMNS}   pairs won, lost");
    for [block, side] in BOARDS {
        let game = Poziomka::new(block, side, side);
        let mut players: [&mut dyn Player<_, _>; 2] = [&mut engine, &mut plain];
        let pairs: Vec<_> = (0..openings)
            .map(|seed| {
                pair(&mut players, [time; 2], (&game, &opening(&game, &mut Random::new(seed))))
            })
            .collect();
        let of = |sign: i32| {
            pairs.iter().filter(move |margins| margins.iter().sum::<i32>().signum() == sign)
        };
        println!(
            "{block:>5}  {side:>2}x{side}  {}   {:>4}, {}",
            report(&pairs)?,
            of(1).count(),
            of(-1).count()
        );
    }
    Ok(())
}

fn opening(game: &Poziomka, random: &mut Random) -> Vec<Move> {
    let mut play = Play::new(game.clone());
    for _ in 0..OPENING_MOVES {
        let moves: Vec<_> = game.moves(play.position()).filter(|mv| *mv != Move::Pass).collect();
        play.play(*random.pick(&moves).expect("the board has room"));
    }
    play.moves().to_vec()
}
