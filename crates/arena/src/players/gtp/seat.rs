//! A process from game to game: what it knows already, and what it is told and asked.

use rules::Answer;
use sandbox::Clock;

use super::parameters::{Telling, telling};
use super::process::{Process, Stop};
use super::timing;
use crate::player::{Place, Turn};
use crate::players::{Confined, Slot};
use crate::{Offer, Refused};

/// A process, and the parameters that it has been told.
pub(super) struct Seat {
    pub(super) process: Process,
    told: Option<Told>,
}

/// Parameters that a process knows from a game before.
struct Told {
    values: Vec<String>,
    /// The commands that it was told them by.
    commands: String,
}

impl Seat {
    pub(super) fn start(program: &Confined, slot: &Slot) -> Result<Seat, Refused> {
        Ok(Seat { process: Process::start(program, slot)?, told: None })
    }

    /// Gets it ready for a game.
    pub(super) fn prepare(&mut self, offer: &Offer, place: &Place<'_>) -> Result<(), Stop> {
        self.process.sent.clear();
        if self.told.is_none() {
            self.process.learn()?;
        }
        let values: Vec<_> = place.parameters.all().map(|(_, value)| value.to_string()).collect();
        match &self.told {
            // Whoever repeats the game by hand needs them as well.
            Some(told) if told.values == values => self.process.sent.push_str(&told.commands),
            _ => {
                self.told = None;
                self.tell(offer, place)?;
                self.told = Some(Told { values, commands: self.process.sent.clone() });
            }
        }
        let clocks = Some(timing::settings(place.time)).filter(|_| self.process.knows(timing::SETTINGS));
        let beginning: Vec<_> = ["clear_board".to_string()].into_iter().chain(clocks).collect();
        self.process.order(&beginning)?;
        Ok(())
    }

    /// Tells it the parameters.
    fn tell(&mut self, offer: &Offer, place: &Place<'_>) -> Result<(), Stop> {
        let knows = |command: &str| self.process.knows(command);
        let telling = telling(offer.parameters, offer.size, place.parameters, knows);
        match telling.map_err(|why| self.process.refused(&why))? {
            Telling::Nothing => {}
            Telling::Size(command) => drop(self.process.order(&[command])?),
            Telling::Each { first, then } => {
                self.process.attempt(&first)?;
                self.in_some_order(then)?;
            }
        }
        Ok(())
    }

    /// Has it do commands of which some may have to wait for others.
    fn in_some_order(&mut self, mut commands: Vec<String>) -> Result<(), Stop> {
        while !commands.is_empty() {
            let responses = self.process.attempt(&commands)?;
            if responses.iter().all(|response| !response.is_done) {
                return Err(self.process.refusal(&commands[0], &responses[0]).into());
            }
            let mut refused = responses.iter().map(|response| !response.is_done);
            commands.retain(|_| refused.next().unwrap_or_default());
        }
        Ok(())
    }

    /// Tells it what has been played and how much time there is, and asks for a move: all in one.
    pub(super) fn ask(
        &mut self,
        plays: &[String],
        time_left: Option<String>,
        genmove: &str,
        turn: &mut Turn<'_>,
    ) -> (Result<Answer, Stop>, Clock) {
        let time_left = time_left.filter(|_| self.process.knows(timing::LEFT));
        let commands: Vec<_> = plays.iter().cloned().chain(time_left.clone()).chain([genmove.to_string()]).collect();
        if let Err(stop) = self.process.send(&commands) {
            return (Err(stop), Clock::default());
        }
        let said = self.hear(plays, time_left.is_some(), genmove, turn);
        (said, self.process.clock())
    }

    /// The answers, of which the last one counts.
    fn hear(
        &mut self,
        plays: &[String],
        is_told_time: bool,
        genmove: &str,
        turn: &mut Turn<'_>,
    ) -> Result<Answer, Stop> {
        let within = turn.within();
        if !self.process.answers_at_once()? {
            turn.wait()?;
        }
        for play in plays {
            self.process.response(within)?.done(play).map_err(Stop::Foul)?;
        }
        if is_told_time {
            // What it makes of its time is its own affair.
            self.process.response(within)?;
        }
        let response = self.process.response(within)?;
        match self.process.out_of_turn(genmove.len() + 1) {
            Some(foul) => Err(Stop::Foul(foul)),
            None => response.answer(genmove).map_err(Stop::Foul),
        }
    }
}
