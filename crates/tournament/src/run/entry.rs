//! Enters a tournament into a store.

use crate::plan::announcement::{Announcement, Participant};
use crate::store::{Announced, Store, TournamentId};
use errors::Error;

/// Enters a tournament, with the files of its programs. If the store has this tournament already,
/// the tournament continues.
///
/// # Errors
/// Fails if a program's file cannot be read or has been changed, or if the store fails.
pub fn enter(store: &mut Store, announcement: &Announcement) -> Result<TournamentId, Error> {
    for program in announcement.participants.iter().filter_map(Participant::program) {
        if let Some(bytes) = program.bytes()? {
            store.put_file(&bytes)?;
        }
    }
    store.register_tournament(&Announced {
        digest: announcement.digest(),
        title: announcement.title.clone(),
        announcement: announcement.json(),
        level: announcement.highest_level().number(),
    })
}
