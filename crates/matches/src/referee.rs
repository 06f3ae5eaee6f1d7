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
    times: [TimeControl; 2],
    seen: &dyn Fn(&str, Clock) -> Result<(), Error>,
) -> Result<Played, Error> {
    let mut game = GameSoFar {
        moves: opening.to_vec(),
        clocks: Vec::new(),
        stderr: StderrLog::new(),
        budget: Budget::new(times),
    };
    let mut end = End::Rules;
    while table.outcome().is_none() {
        let side = table.turn();
        let reply = game.ask(&*table, side, &mut players, times[side.index()])?;
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
    use std::cell::RefCell;
    use std::time::Duration;

    use rules::{Outcome, Parameters};

    use super::*;
    use players::{FoulReport, Place};

    /// A player that gives these replies.
    struct Scripted(std::vec::IntoIter<Reply>);

    impl Player for Scripted {
        fn start_game(&mut self, _: &Place<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn ask(&mut self, _: &mut Turn<'_>) -> Result<Reply, Error> {
            Ok(self.0.next().expect("the player is asked no more"))
        }

        fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, Error> {
            Ok(None)
        }
    }

    fn tic_tac_toe() -> Box<dyn Table> {
        let spec = games::find("mnk").expect("it is a game");
        let table = (spec.open)(&Parameters::new(spec.parameters), None);
        table.expect("the defaults are sound").table
    }

    const fn clock(wall: u64, waited: u64) -> Clock {
        let [wall, waited] = [Duration::from_millis(wall), Duration::from_millis(waited)];
        Clock { wall, cpu: Duration::ZERO, waited }
    }

    /// Lets two players with these replies play, with 100 ms a move.
    fn played(table: &mut dyn Table, opening: &[&str], replies: [Vec<Reply>; 2]) -> Played {
        let opening: Vec<String> = opening.iter().map(ToString::to_string).collect();
        opening.iter().for_each(|name| table.play(name).expect("legal"));
        let [mut first, mut second] = replies.map(|replies| Scripted(replies.into_iter()));
        let (time, told) = (TimeControl::each_move(Duration::from_millis(100)), RefCell::default());
        let tell = |name: &str, _| -> Result<(), Error> {
            Vec::push(&mut *told.borrow_mut(), name.to_string());
            Ok(())
        };
        let played = referee(table, &opening, [&mut first, &mut second], [time; 2], &tell);
        let played = played.expect("the referee works");
        assert_eq!(told.into_inner(), played.moves, "each move is told");
        played
    }

    fn reply(answer: &str) -> Reply {
        let answer =
            if answer == "resign" { Answer::Resign } else { Answer::Move(answer.to_string()) };
        Reply { stderr: b"hm".to_vec(), ..Reply::new(Ok(answer), clock(1, 0)) }
    }

    #[test]
    fn players_answer_in_turn_until_the_game_is_over() {
        let mut table = tic_tac_toe();
        let replies = [vec![reply("c1"), reply("a3")], vec![reply("a1"), reply("a2")]];
        let played = played(&mut *table, &["b2"], replies);
        assert_eq!(played.moves, ["a1", "c1", "a2", "a3"], "without the opening");
        assert_eq!((played.clocks.len(), played.end), (4, End::Rules));
        let numbers: Vec<usize> = played.stderr.iter().map(|&(number, _)| number).collect();
        assert_eq!(numbers, [2, 3, 4, 5], "with the opening");
        assert_eq!(table.outcome(), Some(Outcome::won_by(Side::First, 1)));
    }

    #[test]
    fn who_resigns_or_commits_a_foul_loses() {
        let mut table = tic_tac_toe();
        table.play("a1").expect("legal");
        let illegal = table.play("a1").expect_err("the square is taken").into();
        let ends = [
            (reply("resign"), End::Resigned(Side::Second)),
            (reply("a1"), End::Foul(Side::Second, illegal)),
            (Reply { clock: clock(121, 0), ..reply("b2") }, End::Foul(Side::Second, Foul::Late)),
        ];
        for (last, end) in ends {
            let mut table = tic_tac_toe();
            let played = played(&mut *table, &[], [vec![reply("a1")], vec![last]]);
            assert_eq!(played.end, end);
            assert_eq!((played.moves.len(), played.clocks.len()), (1, 2));
            assert_eq!(table.outcome(), Some(Outcome::won_by(Side::First, 1)));
        }
    }

    #[test]
    fn who_was_charged_less_than_the_limit_is_starved_if_most_of_the_time_was_a_wait() {
        let foul = |wall, waited| {
            let stopped = vec![Reply::new(Err(Foul::Late), clock(wall, waited))];
            match played(&mut *tic_tac_toe(), &[], [stopped, Vec::new()]).end {
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
