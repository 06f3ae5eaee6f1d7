//! Shows the game in progress to those who watch a trial.

use matches::Spectator;
use matches::record::Record;
use sandbox::Clock;

use crate::desk::Desk;

/// Watches the games of a trial.
pub(crate) struct Watcher<'a> {
    pub(crate) desk: &'a Desk,
    /// The number of the trial.
    pub(crate) trial: usize,
}

impl Spectator for Watcher<'_> {
    fn game_begins(&self, record: Record) {
        self.desk.change(self.trial, |trial| trial.running = Some(record));
    }

    fn move_made(&self, name: &str, clock: Clock) {
        self.desk.change(self.trial, |trial| {
            if let Some(record) = &mut trial.running {
                record.moves.push(name.to_string());
                record.clocks.push(clock);
            }
        });
    }

    fn game_ends(&self, _: &Record) {
        self.desk.change(self.trial, |trial| trial.running = None);
    }
}
