//! Enters a tournament into a store.

use crate::plan::announcement::{Announcement, Entrant, Program};
use crate::store::{self, Announced, Store, TournamentId};
use errors::Error;

/// Enters a tournament, with the files of its programs; one that was entered before continues.
///
/// # Errors
/// If a program's file cannot be read or has been changed, or the store fails.
pub fn enter(store: &mut Store, announcement: &Announcement) -> Result<TournamentId, Error> {
    announcement.entrants.iter().filter_map(Entrant::program).try_for_each(|program| put(store, program))?;
    store.register_tournament(&announced(announcement))
}

/// What the store contains about it.
fn announced(announcement: &Announcement) -> Announced {
    Announced {
        digest: announcement.digest(),
        title: announcement.title.clone(),
        announcement: announcement.json(),
        level: announcement.level.number(),
        entrants: announcement.entrants.iter().map(entered).collect(),
    }
}

fn put(store: &mut Store, program: &Program) -> Result<(), Error> {
    program.bytes()?.map_or(Ok(()), |bytes| store.put_file(&bytes).map(drop))
}

fn entered(entrant: &Entrant) -> store::Entrant {
    store::Entrant {
        name: entrant.name.clone(),
        author: entrant.author.clone(),
        // Texts and numbers, which JSON can say.
        description: serde_json::to_string(&entrant.player).unwrap_or_default(),
        file: entrant.program().map(|program| program.sha256.clone()),
    }
}
