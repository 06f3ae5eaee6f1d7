//! Plays one game: a table, two players, two clocks.

use rules::{Answer, Side, Table, TimeControl};
use sandbox::Clock;

use crate::record::StderrLog;
use errors::Error;
use players::{Budget, Foul, Player, Reply, Turn};

/// How a game continued after its opening.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The names of the moves after the opening.
    pub(super) moves: Vec<String>,
    /// The time of each answer. If the last answer was not a move, this list is longer than
    /// `moves` by one.
    pub(super) clocks: Vec<Clock>,
    /// The players' standard error; see [`Record`](crate::record::Record::stderr).
    pub(super) stderr: Vec<(usize, String)>,
    /// Why the game ended.
    pub(super) end: End,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game was decided by its rules.
    Rules,
    /// This side gave up.
    Resigned(Side),
    /// This side committed a foul.
    Foul(Side, Foul),
}

/// Lets two players finish the game on a table. `opening` has the names of the moves so far, and
/// `seen` is called with each move that is made.
///
/// # Errors
/// Fails if a player cannot be asked, or `seen` fails. A player's foul is data in the result, not an
/// error.
pub(super) fn referee(
    table: &mut dyn Table,
    opening: &[String],
    mut players: [&mut dyn Player; 2],
    time: TimeControl,
    seen: &dyn Fn(&str, Clock) -> Result<(), Error>,
) -> Result<Played, Error> {
    let mut game = GameSoFar {
        moves: opening.to_vec(),
        clocks: Vec::new(),
        stderr: StderrLog::new(),
        budget: Budget::new(time),
    };
    let mut end = End::Rules;
    while table.outcome().is_none() {
        let side = table.turn();
        let reply = game.ask(&*table, side, &mut players, time)?;
        let clock = reply.clock;
        game.stderr.add(side, game.moves.len() + 1, &reply.stderr);
        match game.take(table, reply) {
            Ok(None) => game.moves.last().map_or(Ok(()), |name| seen(name, clock))?,
            Ok(Some(resigned)) => end = End::Resigned(resigned),
            Err(foul) => {
                table.forfeit(side);
                end = End::Foul(side, foul);
            }
        }
    }
    let GameSoFar { mut moves, clocks, stderr, .. } = game;
    Ok(Played { moves: moves.split_off(opening.len()), clocks, stderr: stderr.into_texts(), end })
}

/// Whether a program that was stopped at the ceiling of ten limits, and that is charged for less
/// than its limit, got no processor. A program that waited for less than half of the time was
/// silent or slept, and so it is late.
fn is_starved(clock: Clock) -> bool {
    clock.waited > clock.wall / 2
}

struct GameSoFar {
    moves: Vec<String>,
    clocks: Vec<Clock>,
    stderr: StderrLog,
    budget: Budget,
}

impl GameSoFar {
    fn ask(
        &mut self,
        table: &dyn Table,
        side: Side,
        players: &mut [&mut dyn Player; 2],
        time: TimeControl,
    ) -> Result<Reply, Error> {
        let [first, second] = players;
        let (player, other) = if side == Side::First { (first, second) } else { (second, first) };
        let left = self.budget.left(side);
        let mut turn = Turn {
            table,
            moves: &self.moves,
            left,
            each_move: time.each_move,
            other: &mut **other,
        };
        let mut reply = player.ask(&mut turn)?;
        let charged = reply.clock.charged();
        match (&reply.answer, self.budget.is_late(side, charged)) {
            (Ok(_), true) => reply.answer = Err(Foul::Late),
            (Err(Foul::Late), false) if is_starved(reply.clock) => {
                reply.answer = Err(Foul::Starved);
            }
            _ => {}
        }
        self.budget.charge(side, charged);
        Ok(reply)
    }

    /// Carries out a player's answer. Returns the side that resigned, if the answer is a
    /// resignation.
    fn take(&mut self, table: &mut dyn Table, reply: Reply) -> Result<Option<Side>, Foul> {
        self.clocks.push(reply.clock);
        match reply.answer? {
            Answer::Move(name) => {
                table.play(&name)?;
                // The opponent is told the move in the game's spelling.
                self.moves.push(table.last().unwrap_or(name));
                Ok(None)
            }
            Answer::Resign => {
                let side = table.turn();
                table.forfeit(side);
                Ok(Some(side))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::Parameters;

    use super::*;
    use players::{FoulReport, Place};

    /// A player that is stopped before it answers, with this clock.
    struct Stopped(Clock);

    impl Player for Stopped {
        fn start_game(&mut self, _: &Place<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn ask(&mut self, _: &mut Turn<'_>) -> Result<Reply, Error> {
            Ok(Reply::new(Err(Foul::Late), self.0))
        }

        fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, Error> {
            Ok(None)
        }
    }

    #[test]
    fn who_was_charged_less_than_the_limit_is_starved_if_most_of_the_time_was_a_wait() {
        let ms = Duration::from_millis;
        let foul = |wall, waited| {
            let spec = games::find("mnk").expect("it is a game");
            let table = (spec.open)(&Parameters::new(spec.parameters), None);
            let mut table = table.expect("the defaults are sound").table;
            let clock = Clock { wall: ms(wall), cpu: Duration::ZERO, waited: ms(waited) };
            let (mut silent, mut other) = (Stopped(clock), Stopped(clock));
            let time = TimeControl::each_move(ms(100));
            let played = referee(&mut *table, &[], [&mut silent, &mut other], time, &|_, _| Ok(()));
            match played.expect("the referee works").end {
                End::Foul(Side::First, foul) => foul,
                end => panic!("{end:?}"),
            }
        };
        // The limit is 120 ms with its grace, and the ceiling is 1200 ms.
        assert_eq!(foul(130, 5), Foul::Late);
        assert_eq!(foul(1200, 1079), Foul::Late, "it is charged for 121 ms");
        assert_eq!(foul(1200, 1081), Foul::Starved);
        assert_eq!(foul(121, 5), Foul::Late, "a short wait excuses nothing");
    }
}
