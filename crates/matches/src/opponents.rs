//! Plays one game after another at one slot.

use std::thread;
use std::time::Duration;

use rules::Side;
use rules::random::hash_words;
use sandbox::{Clock, keep_to};
use search::GameSpec;

use super::board::Board;
use super::seats;
use super::spectator::Spectator;
use super::terms::Terms;
use crate::record::{Ending, FORMAT, PlayerRecord, Record};
use crate::referee::{End, Played, referee};
use errors::Error;
use players::{FoulReport, Place, Player, Slot};

/// A slot with the two contestants playing there.
pub struct Opponents {
    /// Where they meet.
    pub slot: Slot,
    /// The two players.
    pub players: [Box<dyn Player>; 2],
}

/// One game of a match.
pub struct Game<'a> {
    /// The game that is played.
    pub spec: &'a GameSpec,
    /// The settings of the match.
    pub terms: &'a Terms,
    /// The two players as records name them.
    pub players: &'a [PlayerRecord; 2],
    /// The two players as a command line names them.
    pub words: &'a [String; 2],
    /// The board, with its opening.
    pub board: &'a Board,
    /// Its number in its match, from 1.
    pub number: u64,
    /// The contestant, 0 or 1, who plays the first side.
    pub first: usize,
    /// The spectator, if there is one.
    pub spectator: Option<&'a dyn Spectator>,
}

/// A pause before a void game is replayed, so that whatever kept the machine busy may end.
const PAUSE: Duration = Duration::from_secs(1);

impl Opponents {
    /// Plays a game. If it is void, plays it once more, and the second one counts in any case.
    /// Returns the game that counts, and the void one.
    ///
    /// # Errors
    /// If the referee cannot work.
    pub fn play(&mut self, game: &Game<'_>) -> Result<(Record, Option<Record>), Error> {
        twice_at_most(|is_again| {
            if is_again {
                seats::pause(&mut self.players)?;
                thread::sleep(PAUSE);
            }
            self.play_once(game)
        })
    }

    fn play_once(&mut self, game: &Game<'_>) -> Result<Record, Error> {
        if let Some(cpu) = self.slot.spawner().cpu() {
            // If that is refused, turns are only slower.
            let _ = keep_to(cpu);
        }
        let mut table = game.board.table(game.spec)?;
        seats::take(&mut self.players, [0, 1].map(|contestant| game.place(contestant)))?;
        let [a, b] = &mut self.players;
        let [a, b]: [&mut dyn Player; 2] = [&mut **a, &mut **b];
        let sides = if game.first == 0 { [a, b] } else { [b, a] };
        if let Some(spectator) = game.spectator {
            let (moves, clocks, stderr) = (Vec::new(), Vec::new(), Vec::new());
            let nothing = Played { moves, clocks, stderr, end: End::Rules };
            spectator.game_begins(game.record(nothing, 0, None));
        }
        let seen = |name: &str, clock: Clock| {
            if let Some(spectator) = game.spectator {
                spectator.move_made(name, clock);
            }
        };
        let played = referee(&mut *table, &game.board.opening, sides, game.terms.time, &seen)?;
        let guilty = match &played.end {
            End::Foul(side, _) => Some(side.index() ^ game.first),
            End::Rules | End::Resigned(_) => None,
        };
        let mut report = seats::end_game(&mut self.players, guilty)?;
        if let Some(report) = &mut report {
            report.reproduce.get_or_insert_with(|| game.again());
        }
        let margin = table.outcome().map_or(0, |outcome| outcome.margin);
        let record = game.record(played, margin, report);
        if let Some(spectator) = game.spectator {
            spectator.game_ends(&record);
        }
        Ok(record)
    }
}

/// Returns the game that counts, and the void game before it. `play` is told whether this is the
/// replay.
fn twice_at_most(
    mut play: impl FnMut(bool) -> Result<Record, Error>,
) -> Result<(Record, Option<Record>), Error> {
    let first = play(false)?;
    if first.why_void().is_none() { Ok((first, None)) } else { Ok((play(true)?, Some(first))) }
}

impl Game<'_> {
    fn place(&self, contestant: usize) -> Place<'_> {
        let seed = hash_words([self.terms.seed, self.number, contestant as u64]);
        let side = Side::BOTH[contestant ^ self.first];
        Place { parameters: &self.board.parameters, side, time: self.terms.time, seed }
    }

    fn record(&self, played: Played, margin: i32, report: Option<FoulReport>) -> Record {
        let terms = self.terms;
        let values = self.board.parameters.all();
        let end = match played.end {
            End::Rules => Ending::Rules,
            End::Resigned(side) => Ending::Resignation { side: side.index() },
            End::Foul(side, foul) => Ending::Foul {
                side: side.index(),
                foul,
                dossier: report.map(|report| Box::new(report.into())),
            },
        };
        Record {
            format: FORMAT,
            ludoteka: env!("CARGO_PKG_VERSION").to_string(),
            game: self.spec.name.to_string(),
            parameters: values.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            seed: terms.seed,
            number: self.number,
            games: terms.games,
            players: self.players.clone(),
            first: self.first,
            time: terms.time.into(),
            nodes: terms.nodes,
            level: terms.level.number(),
            opening: self.board.opening.clone(),
            moves: played.moves,
            clocks: played.clocks.as_slice().into(),
            stderr: played.stderr,
            margin,
            end,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A game that was lost by this foul.
    fn lost(kind: &str) -> Record {
        let record = json!({
            "format": FORMAT, "ludoteka": "0", "game": "any", "parameters": {},
            "seed": 1, "number": 1, "games": 2,
            "players": [{"name": "a"}, {"name": "b"}], "first": 0,
            "time": {}, "level": 1, "opening": [], "moves": [],
            "clocks": {"wall_us": [1], "cpu_us": [0], "waited_us": [1]}, "margin": 1,
            "end": {"by": "foul", "side": 1, "foul": {"kind": kind}},
        });
        serde_json::from_value(record).expect("a record")
    }

    #[test]
    fn a_void_game_is_played_once_more_and_counts_then() {
        for (kinds, played) in
            [(["late", "-"], 1), (["starved", "late"], 2), (["starved", "starved"], 2)]
        {
            let mut times = 0;
            let (record, void) = twice_at_most(|is_again| {
                assert_eq!(is_again, times > 0);
                times += 1;
                Ok(lost(kinds[times - 1]))
            })
            .expect("it is played");
            assert_eq!((times, record), (played, lost(kinds[played - 1])));
            assert_eq!(void, (played > 1).then(|| lost("starved")));
        }
    }
}
