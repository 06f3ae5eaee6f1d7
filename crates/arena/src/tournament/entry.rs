//! How a tournament comes into a store.

use std::fs;

use super::announcement::{Announcement, Entrant, EntrantKind};
use crate::Refused;
use crate::record::checksum;
use crate::store::{self, Announced, Demands, Store, TournamentId};

/// Enters a tournament, with the files of its programs; one that was entered before goes on.
///
/// # Errors
/// When a program's file cannot be read or is another one by now, or the store fails.
pub fn enter(store: &mut Store, announcement: &Announcement) -> Result<TournamentId, Refused> {
    let entrants = announcement.entrants.iter().map(|entrant| entered(store, entrant)).collect::<Result<_, _>>()?;
    let [slowest, fastest] = match announcement.workers.speed {
        Some(range) => range.map(Some),
        None => [None, None],
    };
    store.register_tournament(&Announced {
        digest: announcement.digest(),
        title: announcement.title.clone(),
        announcement: announcement.json(),
        demands: Demands { level: announcement.level.number(), slowest, fastest },
        entrants,
    })
}

fn entered(store: &mut Store, entrant: &Entrant) -> Result<store::Entrant, Refused> {
    let file = match &entrant.player {
        EntrantKind::Engine(_) => None,
        EntrantKind::Program(program) => {
            if let Some(path) = &program.path {
                let bytes = fs::read(path).map_err(|error| Refused::file("read", path, &error))?;
                if checksum(&bytes) != program.sha256 {
                    let path = path.display();
                    return Err(Refused::new(format!("{path} has been changed while the tournament was being read")));
                }
                store.put_file(&bytes)?;
            }
            Some(program.sha256.clone())
        }
    };
    // Texts and numbers, which JSON can say.
    let description = serde_json::to_string(&entrant.player).unwrap_or_default();
    Ok(store::Entrant { name: entrant.name.clone(), author: entrant.author.clone(), description, file })
}
