//! A process from game to game: what it knows already, and what it is told and asked.

use std::time::Duration;

use rules::{Answer, TimeControl};
use sandbox::Clock;
use search::GameSpec;

use super::clocks;
use super::parameters::{Telling, telling};
use super::process::{PATIENCE, Process, Stop};
use super::record::Order;
use super::response::Response;
use crate::Foul;
use crate::gtp::spelling;
use crate::player::{Place, Turn};
use crate::program::{Confined, Slot};

/// A process, and the parameters that it has been told.
pub(super) struct Seat {
    pub(super) process: Process,
    told: Option<Told>,
    /// What it has yet to be told before its first move of a game.
    beginning: Vec<Order>,
    /// What it has taken for the parameters, which is of that move's time: it knows the board from then on.
    pub(super) readying: Clock,
}

/// Parameters that a process knows from a game before.
struct Told {
    values: Vec<String>,
    /// The commands that it was told them by.
    commands: String,
}

impl Seat {
    pub(super) fn start(program: &Confined, slot: &Slot) -> Result<Seat, sandbox::Error> {
        Ok(Seat {
            process: Process::start(program, slot)?,
            told: None,
            beginning: Vec::new(),
            readying: Clock::default(),
        })
    }

    /// Whether it need be told nothing of these parameters.
    pub(super) fn knows(&self, place: &Place<'_>) -> bool {
        let values = || place.parameters.all().map(|(_, value)| value);
        self.told.as_ref().is_some_and(|told| told.values.iter().map(String::as_str).eq(values()))
    }

    /// Gets it ready for a game. Who was told something for it does not go on with anything until it is asked.
    pub(super) fn prepare(&mut self, spec: &GameSpec, place: &Place<'_>) -> Result<(), Stop> {
        self.process.sent.clear();
        self.readying = Clock::default();
        if self.told.is_none() {
            self.process.learn()?;
        }
        match &self.told {
            // Whoever repeats the game by hand needs them as well.
            Some(told) if self.knows(place) => self.process.sent.push_str(&told.commands),
            _ => {
                self.told = None;
                self.tell(spec, place).map_err(|stop| off_the_clock(stop, place.time))?;
                self.process.freeze()?;
                let values = place.parameters.all().map(|(_, value)| value.to_string()).collect();
                self.told = Some(Told { values, commands: self.process.sent.clone() });
            }
        }
        let clocks = Some(clocks::settings(place.time)).filter(|_| self.process.knows(clocks::SETTINGS));
        // Told with the first question, which saves a turn of the scheduler.
        let clocks = clocks.map(about_time);
        self.beginning = [Order::strict("clear_board".to_string())].into_iter().chain(clocks).collect();
        Ok(())
    }

    /// Tells it the parameters.
    fn tell(&mut self, spec: &GameSpec, place: &Place<'_>) -> Result<(), Stop> {
        let knows = |command: &str| self.process.knows(command);
        let telling = telling(spec.parameters, spec.size, place.parameters, knows);
        match telling.map_err(|why| Stop::Foul(Foul::Unfit { why: format!("it {why}") }))? {
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

    /// Its responses to commands about the parameters.
    fn attempt(&mut self, commands: &[String], time: TimeControl) -> Result<Vec<Response>, Stop> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let responses = self.process.attempt(commands, within(time).saturating_sub(self.readying.wall));
        self.readying += self.process.clock();
        responses
    }

    /// Has it do commands of which some may have to wait for others.
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

    /// Tells it what has been played and how much time there is, and asks for a move: all in one.
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
        let said = self.hear(&orders, turn.within().saturating_sub(readying.charged()), turn);
        (said, self.process.clock() + readying)
    }

    /// The answers, of which the last one counts.
    fn hear(&mut self, orders: &[Order], within: Duration, turn: &mut Turn<'_>) -> Result<Answer, Stop> {
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
                Answer::Move(text) => Answer::Move(spelling::meant(&text, turn.table)),
                Answer::Resign => Answer::Resign,
            }),
        }
    }
}

/// A command about the clocks: what a program makes of its time is its own affair.
fn about_time(command: String) -> Order {
    Order { command, may_be_refused: true }
}

/// The time for a game's first move; where there is no clock, somebody waits all the same.
fn within(time: TimeControl) -> Duration {
    time.game.into_iter().chain(time.each_move).min().unwrap_or(PATIENCE)
}

/// Nobody is late where there is no clock.
fn off_the_clock(stop: Stop, time: TimeControl) -> Stop {
    match stop {
        Stop::Foul(Foul::Late) if time.game.is_none() && time.each_move.is_none() => {
            let why = format!("it has not answered what it was told of the game within {} s", PATIENCE.as_secs());
            Stop::Foul(Foul::Unfit { why })
        }
        stop => stop,
    }
}
