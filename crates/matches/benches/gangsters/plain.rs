//! A plain alpha-beta, written without the search of the crate `search`: a table, a history, a win
//! in one move, and the evaluation without lines.

use std::cmp::Reverse;

use cpu_time::ThreadTime;
use games::gangsters::{Gangsters, Move, Position};
use rules::{Game, Play};
use search::{Evaluate, Score, WON};

use crate::Budget;
use crate::duel::Player;
use crate::open_ways::OpenWays;

/// The size of each player's table.
pub(crate) const TABLE_BYTES: usize = 16 << 20;

const SLOTS: usize = TABLE_BYTES / size_of::<Slot>();

/// The depth that a search does not exceed.
const DEEPEST: u32 = 60;

/// A result: its bound is exact, a lower or an upper one as the score lay in, above or below the
/// window.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    score: Score,
    best: u16,
    depth: u8,
    bound: Bound,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// The player.
pub(crate) struct Plain {
    slots: Vec<Slot>,
    history: Vec<u32>,
    nodes: u64,
    begun: ThreadTime,
    budget: Budget,
    is_stopped: bool,
}

impl Plain {
    pub(crate) fn new() -> Plain {
        Plain {
            slots: vec![Slot::default(); SLOTS],
            history: vec![0; 1 << 16],
            nodes: 0,
            begun: ThreadTime::now(),
            budget: Budget::Nodes(0),
            is_stopped: false,
        }
    }

    /// The value of an unfinished position for the side to move, and the best move's place.
    fn value(
        &mut self,
        game: &Gangsters,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> (Score, u16) {
        let key = game.key(position);
        let slot = self.slots[key as usize % SLOTS];
        let known = (slot.key == key).then_some(slot);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth)
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
            }
        {
            return (known.score, known.best);
        }
        let before = alpha;
        let mut best = (-2 * WON, 0);
        for (place, mv) in self.ordered(game, position, known.map(|known| known.best)) {
            let score = -self.after(game, &game.play(position, mv), depth - 1, -beta, -alpha);
            if self.is_stopped {
                return best;
            }
            if score > best.0 {
                best = (score, place);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                let index = OpenWays.history_index(game, position, mv).unwrap_or(0);
                self.history[usize::from(index)] += depth * depth;
                break;
            }
        }
        let bound = match best.0 {
            score if score >= beta => Bound::Lower,
            score if score <= before => Bound::Upper,
            _ => Bound::Exact,
        };
        let (score, place) = best;
        self.slots[key as usize % SLOTS] =
            Slot { key, score, best: place, depth: depth as u8, bound };
        best
    }

    /// The value for the side to move of any position.
    fn after(
        &mut self,
        game: &Gangsters,
        position: &Position,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.is_stopped |= match self.budget {
                Budget::Nodes(nodes) => self.nodes >= nodes,
                Budget::Time(time) => self.begun.elapsed() >= time,
            };
        }
        // A quicker win is a better one.
        let won = WON + depth as Score;
        if let Some(outcome) = game.outcome(position) {
            return outcome.margin_for(position.turn) * won;
        }
        if OpenWays.finish(game, position, depth, alpha, beta, 0).is_some() {
            return won;
        }
        if depth == 0 {
            return OpenWays.evaluate(game, position);
        }
        self.value(game, position, depth, alpha, beta).0
    }

    /// The moves with their places: the best one of the table first, the others by their history.
    fn ordered(
        &self,
        game: &Gangsters,
        position: &Position,
        best: Option<u16>,
    ) -> Vec<(u16, Move)> {
        let mut moves: Vec<(u16, Move)> = (0..).zip(game.moves(position)).collect();
        moves.sort_by_cached_key(|&(place, mv)| {
            let index = OpenWays.history_index(game, position, mv).unwrap_or(0);
            let history = u64::from(self.history[usize::from(index)]);
            let order = i64::from(OpenWays.move_score(game, position, mv));
            (best != Some(place), Reverse(history as i64 + 64 * order))
        });
        moves
    }
}

impl Player<Gangsters, Budget> for Plain {
    fn start_game(&mut self) {
        self.slots.fill(Slot::default());
        self.history.fill(0);
    }

    fn choose(&mut self, play: &Play<Gangsters>, budget: Budget) -> Move {
        let (game, position) = (play.game(), play.position());
        (self.nodes, self.begun, self.budget) = (0, ThreadTime::now(), budget);
        self.is_stopped = false;
        let mut chosen = 0;
        for depth in 1..=DEEPEST {
            let (score, place) = self.value(game, position, depth, -2 * WON, 2 * WON);
            if self.is_stopped {
                break;
            }
            chosen = place;
            if score.abs() >= WON {
                break;
            }
        }
        game.moves(position).nth(usize::from(chosen)).expect("the game is not over")
    }
}
