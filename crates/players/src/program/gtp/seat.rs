//! A GTP process that plays one game after another: its parameters, and the commands that it gets.

use std::time::Duration;

use rules::{Answer, TimeControl, message};
use sandbox::Clock;
use search::GameSpec;

use super::clocks;
use super::parameters::{Telling, telling};
use super::process::{PATIENCE, Process, Stop};
use super::record::Order;
use super::response::{Response, garbled};
use crate::Foul;
use crate::GtpOptions;
use crate::foul_words::WORDS;
use crate::gtp::spelling;
use crate::player::{Place, Turn};
use crate::program::{Confined, Slot};

/// A process, and the parameters that were sent to it.
pub(super) struct Seat {
    pub(super) process: Process,
    told: Option<Told>,
    gtp: GtpOptions,
    /// The commands to send before the process is asked for its first move of a game.
    beginning: Vec<Order>,
    /// The time that the process took for the parameters. This time is added to the time of the
    /// first move, since a process that knows the parameters knows the board and can already think.
    pub(super) readying: Clock,
}

/// The parameters that a process knows from an earlier game.
struct Told {
    values: Vec<String>,
    /// The commands that told the process its parameters.
    commands: String,
}

impl Seat {
    pub(super) fn start(program: &Confined, slot: &Slot) -> Result<Seat, sandbox::Error> {
        Ok(Seat {
            process: Process::start(program, slot)?,
            told: None,
            gtp: program.gtp.clone(),
            beginning: Vec::new(),
            readying: Clock::default(),
        })
    }

    /// Whether the process already knows all parameters of this game.
    pub(super) fn knows(&self, place: &Place<'_>) -> bool {
        let values = || place.parameters.all().map(|(_, value)| value);
        self.told.as_ref().is_some_and(|told| told.values.iter().map(String::as_str).eq(values()))
    }

    /// Prepares the process for a game. A process that has been told parameters is then stopped
    /// until it is asked for a move.
    pub(super) fn prepare(&mut self, spec: &GameSpec, place: &Place<'_>) -> Result<(), Stop> {
        self.process.sent.clear();
        self.readying = Clock::default();
        if self.told.is_none() {
            self.process.learn()?;
        }
        match &self.told {
            // A person who repeats the game by hand needs these commands, too.
            Some(told) if self.knows(place) => self.process.sent.push_str(&told.commands),
            _ => {
                self.told = None;
                self.tell(spec, place).map_err(|stop| off_the_clock(stop, place.time))?;
                self.process.freeze()?;
                let values = place.parameters.all().map(|(_, value)| value.to_string()).collect();
                self.told = Some(Told { values, commands: self.process.sent.clone() });
            }
        }
        let clocks =
            Some(clocks::settings(place.time)).filter(|_| self.process.knows(clocks::SETTINGS));
        // The settings of the clock are sent with the first question, because this saves a switch
        // of processes.
        let clocks = clocks.map(about_time);
        self.beginning =
            [Order::strict("clear_board".to_string())].into_iter().chain(clocks).collect();
        Ok(())
    }

    /// Tells the process the parameters of a game.
    fn tell(&mut self, spec: &GameSpec, place: &Place<'_>) -> Result<(), Stop> {
        let knows = |command: &str| self.process.knows(command);
        let own = &self.gtp.knows;
        let telling = telling(spec.parameters, spec.size, place.parameters, own, knows);
        match telling.map_err(|why| Stop::Foul(Foul::Unfit { why }))? {
            Telling::Nothing => {}
            Telling::Size(command) => {
                let ordered = self.process.order(&[command], within(place.time));
                self.readying += self.process.clock();
                ordered?;
            }
            Telling::Each { first, then } => {
                self.attempt(&first, place.time)?;
                self.in_some_order(then, place.time)?;
            }
        }
        Ok(())
    }

    /// The responses to commands about the parameters.
    fn attempt(&mut self, commands: &[String], time: TimeControl) -> Result<Vec<Response>, Stop> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let responses =
            self.process.attempt(commands, within(time).saturating_sub(self.readying.wall));
        self.readying += self.process.clock();
        responses
    }

    /// Sends commands, and sends the refused ones again until all have succeeded, because some may
    /// succeed only after others.
    fn in_some_order(&mut self, mut commands: Vec<String>, time: TimeControl) -> Result<(), Stop> {
        while !commands.is_empty() {
            let responses = self.attempt(&commands, time)?;
            if responses.iter().all(|response| !response.is_done) {
                return Err(Stop::refusal(&commands[0], &responses[0]));
            }
            let mut refused = responses.iter().map(|response| !response.is_done);
            commands.retain(|_| refused.next().unwrap_or_default());
        }
        Ok(())
    }

    /// Tells the process the moves played and the remaining time, and asks it for a move. All this
    /// is sent in one write.
    pub(super) fn ask(
        &mut self,
        plays: Vec<Order>,
        time_left: Option<String>,
        genmove: String,
        turn: &mut Turn<'_>,
    ) -> (Result<Answer, Stop>, Clock) {
        let time_left = time_left.filter(|_| self.process.knows(clocks::LEFT));
        let mut orders = std::mem::take(&mut self.beginning);
        let asked = [time_left.map(about_time), Some(Order::strict(genmove))];
        orders.extend(plays.into_iter().chain(asked.into_iter().flatten()));
        let commands: Vec<_> = orders.iter().map(|order| order.command.as_str()).collect();
        if let Err(stop) = self.process.send(&commands) {
            return (Err(stop), Clock::default());
        }
        let readying = std::mem::take(&mut self.readying);
        let answer = self.hear(&orders, turn.within().saturating_sub(readying.charged()), turn);
        (answer, self.process.clock() + readying)
    }

    /// Reads the answers to these commands, and returns the last answer.
    fn hear(
        &mut self,
        orders: &[Order],
        within: Duration,
        turn: &mut Turn<'_>,
    ) -> Result<Answer, Stop> {
        let mut last = Response::default();
        for Order { command, may_be_refused } in orders {
            last = self.process.response(within, Some(turn))?;
            if !may_be_refused {
                last.done(command).map_err(Stop::Foul)?;
            }
        }
        match self.process.out_of_turn(orders.last().map_or(0, |order| order.command.len() + 1)) {
            Some(foul) => Err(Stop::Foul(foul)),
            None => Ok(match last.answer().map_err(Stop::Foul)? {
                Answer::Move(text) => {
                    let text = if self.gtp.skips_i { unskipped(&text)? } else { text };
                    Answer::Move(spelling::meant(&text, turn.table))
                }
                Answer::Resign => Answer::Resign,
            }),
        }
    }
}

/// A square of a program that skips the column i, in the game's spelling.
fn unskipped(text: &str) -> Result<String, Stop> {
    spelling::with_i(text)
        .ok_or_else(|| Stop::Foul(garbled(format!("`{text}`"), message!(WORDS, "column-but-i"))))
}

/// A command about the clocks. A program may refuse the command, since every program may use its
/// time as it likes.
fn about_time(command: String) -> Order {
    Order { command, may_be_refused: true }
}

/// The time limit for a game's first move. There is a limit even without a clock.
fn within(time: TimeControl) -> Duration {
    time.game.into_iter().chain(time.each_move).min().unwrap_or(PATIENCE)
}

/// If there is no clock, a program that is too slow commits the foul `unfit` instead of `late`.
fn off_the_clock(stop: Stop, time: TimeControl) -> Stop {
    match stop {
        Stop::Foul(Foul::Late) if time.game.is_none() && time.each_move.is_none() => {
            let why = message!(WORDS, "no-answer-about-game", n = PATIENCE.as_secs());
            Stop::Foul(Foul::Unfit { why })
        }
        stop => stop,
    }
}
