//! Shows the game in progress to those who watch a trial, and breaks it off for a newer trial.

use errors::Error;
use matches::Spectator;
use matches::record::Record;
use rules::message;
use sandbox::Clock;

use crate::desk::Desk;
use crate::trial_words::WORDS;

/// Watches the games of a trial.
pub(crate) struct Watcher<'a> {
    pub(crate) desk: &'a Desk,
    /// The number of the trial.
    pub(crate) trial: usize,
}

impl Spectator for Watcher<'_> {
    fn game_begins(&self, record: Record) {
        let mut held = self.desk.held();
        held.playing.insert(self.trial, record);
        held.change(self.trial, |_| {});
    }

    fn move_made(&self, name: &str, clock: Clock) -> Result<(), Error> {
        let mut held = self.desk.held();
        if held.is_replaced(self.trial) {
            return Err(Error::conflict(message!(WORDS, "newer-version")));
        }
        if let Some(record) = held.playing.get_mut(&self.trial) {
            record.moves.push(name.to_string());
            record.clocks.push(clock);
        }
        held.change(self.trial, |_| {});
        Ok(())
    }

    fn game_ends(&self, _: &Record) {
        let mut held = self.desk.held();
        held.playing.remove(&self.trial);
        held.change(self.trial, |_| {});
    }
}
