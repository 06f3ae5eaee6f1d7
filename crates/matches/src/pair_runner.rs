//! Plays pairs of games at one slot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rules::random::hash_words;
use rules::{Message, Side, TimeControl};
use sandbox::{Clock, keep_to};
use search::GameSpec;

use super::board::Board;
use super::prepared::{PersonMaker, Prepared};
use super::seats;
use super::spectator::Spectator;
use super::terms::Terms;
use crate::record::{Ending, FORMAT, PlayerRecord, Record, have_same_terms};
use crate::referee::{End, Played, referee};
use errors::Error;
use players::{FoulReport, Place, Player, Slot};

/// A slot with the two contestants of a match, who play pairs of games there.
pub struct PairRunner {
    /// The game that is played.
    pub spec: &'static GameSpec,
    /// The settings of the match.
    pub terms: Terms,
    /// The two contestants as records name them.
    contestants: [PlayerRecord; 2],
    /// The two contestants as a command line names them.
    words: [String; 2],
    players: [Box<dyn Player>; 2],
    /// The reasons why neither contestant can take part; `None` if at least one can.
    absences: Option<[Message; 2]>,
    slot: Slot,
}

/// One game of a match.
pub(crate) struct Game<'a> {
    pub(crate) spec: &'a GameSpec,
    pub(crate) terms: &'a Terms,
    pub(crate) contestants: &'a [PlayerRecord; 2],
    pub(crate) words: &'a [String; 2],
    board: &'a Board,
    /// The game's number in its match, from 1.
    pub(crate) number: u64,
    /// The contestant, 0 or 1, who plays the first side.
    first: usize,
    spectator: Option<&'a dyn Spectator>,
}

/// A pause before a void game is replayed. The pause gives other programs on the machine time to
/// end.
const PAUSE: Duration = Duration::from_secs(1);

impl PairRunner {
    /// Makes the players of both contestants. If a contestant is a person, `person` makes its
    /// player.
    pub fn new(
        spec: &'static GameSpec,
        terms: Terms,
        contestants: [&Prepared; 2],
        slot: Slot,
        person: PersonMaker<'_>,
    ) -> PairRunner {
        let player = |number: usize| contestants[number].player(spec, &slot, || person(number));
        let players = [player(0), player(1)];
        PairRunner {
            spec,
            terms,
            contestants: contestants.map(|contestant| contestant.record.clone()),
            words: contestants.map(|contestant| contestant.words.clone()),
            players,
            absences: absences(contestants),
            slot,
        }
    }

    /// Whether this record is of a game that is played here, on this board.
    pub(crate) fn plays(&self, record: &Record, board: &Board) -> bool {
        let PairRunner { spec, terms, contestants, words, .. } = self;
        let (number, first) = (record.number, record.first);
        let game = Game { spec, terms, contestants, words, board, number, first, spectator: None };
        let planned = game.planned();
        have_same_terms(&planned, record)
            && (&planned.parameters, &planned.opening) == (&record.parameters, &record.opening)
    }

    /// Plays both games of the pair with this number, counted from 0. Both are played on the pair's
    /// board, and each contestant starts once. No game begins after `stop` is set. `seen` gets each
    /// game that counts, and the void game before it, if any. A void game is replayed once, and the
    /// replay counts in any case.
    ///
    /// # Errors
    /// Fails if the referee cannot work, or `seen` fails. A foul is not an error.
    pub fn play(
        &mut self,
        pair: u64,
        board: &Board,
        spectator: Option<&dyn Spectator>,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(Record, Option<Record>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let PairRunner { spec, terms, contestants, words, players, absences, slot } = self;
        for first in 0..2 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let number = 2 * pair + first as u64 + 1;
            let game = Game { spec, terms, contestants, words, board, number, first, spectator };
            if let Some(why) = absences {
                seen(game.unplayed(why), None)?;
                continue;
            }
            let (record, void) = twice_at_most(|is_again| {
                if is_again {
                    seats::pause(players)?;
                    thread::sleep(PAUSE);
                }
                game.play(players, slot)
            })?;
            seen(record, void)?;
        }
        Ok(())
    }
}

impl Game<'_> {
    fn play(&self, players: &mut [Box<dyn Player>; 2], slot: &Slot) -> Result<Record, Error> {
        if let Some(cpu) = slot.spawner().cpu() {
            // If the system refuses to keep this thread on the processor, turns are slower, but the
            // game goes on.
            let _ = keep_to(cpu);
        }
        let mut table = self.board.table(self.spec)?;
        seats::take(players, [0, 1].map(|contestant| self.place(contestant)))?;
        let [a, b] = &mut *players;
        let [a, b]: [&mut dyn Player; 2] = [&mut **a, &mut **b];
        let sides = if self.first == 0 { [a, b] } else { [b, a] };
        if let Some(spectator) = self.spectator {
            spectator.game_begins(self.planned());
        }
        let seen = |name: &str, clock: Clock| {
            self.spectator.map_or(Ok(()), |spectator| spectator.move_made(name, clock))
        };
        let played = referee(&mut *table, &self.board.opening, sides, self.times(), &seen)?;
        let guilty = match &played.end {
            End::Foul(side, _) => Some(side.index() ^ self.first),
            End::Rules | End::Resigned(_) => None,
        };
        let report = seats::end_game(players, guilty)?;
        let report = report.map(|report| FoulReport { reproduce: self.again(), ..report });
        let margin = table.outcome().map_or(0, |outcome| outcome.margin);
        let moves_left = table.moves_left();
        let record = Record { moves_left, ..self.record(played, margin, report) };
        if let Some(spectator) = self.spectator {
            spectator.game_ends(&record);
        }
        Ok(record)
    }

    /// The record of a game between two programs that cannot take part.
    fn unplayed(&self, why: &[Message; 2]) -> Record {
        Record { end: Ending::Absence { why: why.clone() }, ..self.planned() }
    }

    /// The record of the game before its first move.
    fn planned(&self) -> Record {
        let (moves, clocks, stderr) = (Vec::new(), Vec::new(), Vec::new());
        self.record(Played { moves, clocks, stderr, end: End::Rules }, 0, None)
    }

    fn place(&self, contestant: usize) -> Place<'_> {
        let seed = hash_words([self.terms.seed, self.number, contestant as u64]);
        let side = Side::BOTH[contestant ^ self.first];
        let time = self.times()[side.index()];
        Place { parameters: &self.board.parameters, side, time, seed }
    }

    /// The clock of each side.
    fn times(&self) -> [TimeControl; 2] {
        let own = |side: usize| self.contestants[side ^ self.first].own.time;
        [0, 1].map(|side| own(side).map_or(self.terms.time, Into::into))
    }

    fn record(&self, played: Played, margin: i32, report: Option<FoulReport>) -> Record {
        let terms = self.terms;
        let values = self.board.parameters.all();
        let end = match played.end {
            End::Rules => Ending::Rules,
            End::Resigned(side) => Ending::Resignation { side: side.index() },
            End::Foul(side, foul) => {
                Ending::Foul { side: side.index(), foul, report: report.map(Box::new) }
            }
        };
        Record {
            format: FORMAT,
            ludoteka: env!("CARGO_PKG_VERSION").to_string(),
            game: self.spec.name.to_string(),
            parameters: values.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            seed: terms.seed,
            number: self.number,
            games: terms.games,
            sprt: terms.sprt.clone(),
            players: self.contestants.clone(),
            first: self.first,
            time: terms.time.into(),
            nodes: terms.nodes,
            level: terms.level.number(),
            opening: self.board.opening.clone(),
            moves: played.moves,
            clocks: played.clocks.as_slice().into(),
            stderr: played.stderr,
            margin,
            moves_left: None,
            end,
        }
    }
}

/// The reasons why neither contestant can take part; `None` if at least one can.
pub(crate) fn absences(contestants: [&Prepared; 2]) -> Option<[Message; 2]> {
    let [one, other] = contestants.map(Prepared::why_absent);
    Some([one?, other?])
}

/// Returns the game that counts, and the void game before it. The argument of `play` is true for
/// the replay.
fn twice_at_most(
    mut play: impl FnMut(bool) -> Result<Record, Error>,
) -> Result<(Record, Option<Record>), Error> {
    let first = play(false)?;
    if first.why_void().is_none() { Ok((first, None)) } else { Ok((play(true)?, Some(first))) }
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
