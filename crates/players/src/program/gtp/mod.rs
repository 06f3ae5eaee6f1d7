//! A program that plays any game by the Go Text Protocol, version 2. This process is the
//! controller.
//!
//! The program's process continues from game to game until the program commits a foul. After a foul
//! the program's next answer is unpredictable, so another process is started for the next game. An
//! illegal move is found by the referee and not here, so it ends the process only at the end of the
//! game. `docs/protocols.md` explains how moves and sides are spelled.

mod clocks;
mod parameters;
mod process;
mod record;
mod response;
mod seat;

use rules::{Side, message};
use sandbox::Clock;

use self::process::{Remains, Stop};
use self::record::{Record, colour};
use self::seat::Seat;
use super::foul_report::{self, FailurePhase};
use super::{Confined, Slot, hint};
use crate::foul_words::WORDS;
use crate::player::{Place, Player, Reply, Turn};
use crate::{Foul, FoulReport};
use errors::Error;

/// A program whose process lives for many games.
pub(crate) struct GtpPlayer {
    program: Confined,
    slot: Slot,
    seat: Option<Seat>,
    game: Option<Session>,
}

/// One game from the player's point of view.
struct Session {
    side: Side,
    record: Record,
    failure: Option<Failure>,
}

/// The foul for which a process was ended, and what the process left behind.
struct Failure {
    foul: Foul,
    phase: FailurePhase,
    /// The time that the process used for the game before its first move.
    clock: Clock,
    /// The text that the process wrote to standard error before its first move.
    stderr: Vec<u8>,
    /// The facts about the ended process; `None` if no process was started.
    remains: Option<Remains>,
}

impl GtpPlayer {
    /// A program whose process is started for its first game. The process may play either side in
    /// later games, so the build for the first side is used for both.
    pub(crate) fn new(program: Confined, slot: Slot) -> GtpPlayer {
        GtpPlayer { program, slot, seat: None, game: None }
    }

    /// A process that can play a whole game.
    fn take_seat(&mut self) -> Result<Result<Seat, Foul>, Error> {
        match self.seat.take() {
            Some(seat) if !seat.process.is_worn() => Ok(Ok(seat)),
            worn => {
                worn.into_iter().for_each(|seat| seat.process.quit());
                match Seat::start(&self.program, &self.slot) {
                    Ok(seat) => Ok(Ok(seat)),
                    Err(error) => self.program.not_started(&error).map(Err),
                }
            }
        }
    }

    /// Keeps a process for its next turn, or ends it after a failure.
    fn keep<T>(&mut self, mut seat: Seat, came: Result<T, Stop>) -> Result<Result<T, Foul>, Error> {
        let foul = match came {
            Ok(result) => {
                self.seat = Some(seat);
                return Ok(Ok(result));
            }
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Foul(foul)) => Some(foul),
            Err(Stop::Closed) => None,
        };
        let phase = foul.as_ref().map_or(FailurePhase::Gone, FailurePhase::by);
        let stderr = seat.process.take_stderr();
        let mut remains = seat.process.end()?;
        if phase == FailurePhase::Awaited {
            // An unfinished last line belongs to the program's output.
            remains.output.append(&mut remains.ended.stdout);
        }
        let foul = foul.unwrap_or_else(|| Foul::of_end(&remains.ended));
        if let Some(game) = &mut self.game {
            game.failure = Some(Failure {
                foul: foul.clone(),
                phase,
                clock: Clock::default(),
                stderr,
                remains: Some(remains),
            });
        }
        Ok(Err(foul))
    }
}

impl Player for GtpPlayer {
    fn is_ready(&self, place: &Place<'_>) -> bool {
        self.seat.as_ref().is_some_and(|seat| !seat.process.is_worn() && seat.knows(place))
    }

    /// If the program commits a foul here, the foul is reported when the program is asked for a
    /// move.
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error> {
        let table = (self.program.spec.open)(place.parameters, None)
            .map_err(|error| Error::input(error.to_string()))?
            .table;
        let seat = self.take_seat()?;
        let unstarted = |foul: &Foul| Failure {
            foul: foul.clone(),
            phase: FailurePhase::Gone,
            clock: Clock::default(),
            stderr: Vec::new(),
            remains: None,
        };
        let failure = seat.as_ref().err().map(unstarted);
        self.game = Some(Session {
            side: place.side,
            record: Record::new(table, self.program.gtp.skips_i),
            failure,
        });
        let Ok(mut seat) = seat else { return Ok(()) };
        let ready = seat.prepare(self.program.spec, place);
        let clock = seat.readying;
        // A failure is reported when the program is asked for a move.
        let _ = self.keep(seat, ready)?;
        if let Some(failure) = self.game.as_mut().and_then(|game| game.failure.as_mut()) {
            failure.clock = clock;
        }
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error> {
        let asked_early = || Error::bug("a program was asked before it joined a game");
        let game = self.game.as_mut().ok_or_else(asked_early)?;
        if let Some(failure) = &game.failure {
            let (answer, stderr) = (Err(failure.foul.clone()), failure.stderr.clone());
            return Ok(Reply { answer, clock: failure.clock, stderr });
        }
        let plays = game.record.plays(turn.moves)?;
        let genmove = format!("genmove {}", colour(game.side));
        let mut seat = self.seat.take().ok_or_else(asked_early)?;
        let readying = clocks::counted(seat.readying.charged());
        let [left, each_move] =
            [turn.left, turn.each_move].map(|time| Some(time?.saturating_sub(readying)));
        let time_left = clocks::left(game.side, left, each_move);
        let (answer, clock) = seat.ask(plays, time_left, genmove, turn);
        if answer.is_err() {
            // The referee waits until the process has ended.
            turn.wait()?;
        }
        let stderr = seat.process.take_stderr();
        Ok(Reply { answer: self.keep(seat, answer)?, clock, stderr })
    }

    fn pause(&mut self) -> Result<(), Error> {
        self.seat.as_mut().map_or(Ok(()), |seat| seat.process.freeze())
    }

    /// After an illegal move the program still runs. The process is ended here, so that the report
    /// of the foul can describe its end.
    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error> {
        let failure = self.game.take().and_then(|game| game.failure);
        if !guilty {
            return Ok(None);
        }
        let clock = failure.as_ref().map_or(Clock::default(), |failure| failure.clock);
        let phase = failure.as_ref().map_or(FailurePhase::Stopped, |failure| failure.phase);
        let remains = match (failure.and_then(|failure| failure.remains), self.seat.take()) {
            (None, Some(seat)) => Some(seat.process.end()?),
            (remains, _) => remains,
        };
        let ready = self.program.ready(Side::First);
        Ok(remains.map(|Remains { ended, input, output }| {
            let begun = output.clone();
            let known = foul_report::of(ended, end_of(&input), output, ready, phase);
            let did = || hint::of_time(clock, 0, input.lines().count(), false);
            let unended =
                |known| foul_report::unended(&begun, message!(WORDS, "empty-line"), known, did);
            let hint =
                if phase == FailurePhase::Awaited { Some(unended(known.hint)) } else { known.hint };
            FoulReport { hint, ..known }
        }))
    }
}

impl Drop for GtpPlayer {
    fn drop(&mut self) {
        self.seat.take().into_iter().for_each(|seat| seat.process.quit());
    }
}

/// How many bytes of the program's input in a game are kept.
const INPUT: usize = 64 << 10;

/// The whole text, or the last lines of a text that is too long.
fn end_of(input: &str) -> &str {
    let Some(excess) = input.len().checked_sub(INPUT) else { return input };
    let cut = input.as_bytes()[excess..].iter().position(|&byte| byte == b'\n');
    cut.and_then(|line_end| input.get(excess + line_end + 1..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_input_the_last_whole_lines_are_kept() {
        assert_eq!(end_of("play b a1\n"), "play b a1\n");
        let long = "play b ł1\n".repeat(10_000);
        let end = end_of(&long);
        assert!(
            end.len() <= INPUT && end.len() > INPUT - 12 && end.starts_with("play"),
            "{}",
            end.len()
        );
        assert_eq!(end_of(&"x".repeat(INPUT + 1)), "");
    }
}
