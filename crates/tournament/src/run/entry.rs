//! Enters a tournament into a store.

use crate::plan::announcement::{Announcement, Participant, Program};
use crate::store::{self, Announced, Store, TournamentId};
use errors::Error;

/// Enters a tournament, with the files of its programs. If the store has this tournament already,
/// the tournament continues.
///
/// # Errors
/// Fails if a program's file cannot be read or has been changed, or if the store fails.
pub fn enter(store: &mut Store, announcement: &Announcement) -> Result<TournamentId, Error> {
    announcement
        .participants
        .iter()
        .filter_map(Participant::program)
        .try_for_each(|program| put(store, program))?;
    store.register_tournament(&announced(announcement))
}

/// The announcement in the form that the store contains.
fn announced(announcement: &Announcement) -> Announced {
    Announced {
        digest: announcement.digest(),
        title: announcement.title.clone(),
        announcement: announcement.json(),
        level: announcement.level.number(),
        participants: announcement.participants.iter().map(entered).collect(),
    }
}

fn put(store: &mut Store, program: &Program) -> Result<(), Error> {
    program.bytes()?.map_or(Ok(()), |bytes| store.put_file(&bytes).map(drop))
}

fn entered(participant: &Participant) -> store::Participant {
    store::Participant {
        name: participant.name.clone(),
        author: participant.author.clone(),
        // A description has only texts and numbers, which JSON can always express.
        description: serde_json::to_string(&participant.player).unwrap_or_default(),
        file: participant.program().map(|program| program.sha256.clone()),
    }
}
