//! The results of a contest's final at an address that stays, and as an archive.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use classroom::{FinalState, Room};

use crate::archive::Final;
use crate::class_words::text;
use crate::folder::{self, FIRST};
use crate::pages::{ZIP, download};
use crate::refusal::Refusal;
use crate::site::{Answer, Shared, Site, aside};

/// The first page of the results.
pub(crate) async fn first(site: Shared, Path(name): Path<String>) -> Answer {
    file(site, Path((name, FIRST.to_string()))).await
}

/// A file of the results. `rights.rs` has decided that the visitor sees the contest.
pub(crate) async fn file(
    State(site): Shared,
    Path((name, path)): Path<(String, String)>,
) -> Answer {
    aside(move || {
        let room = over(&site, &name)?;
        let Some(Final::Folder(folder)) = (site.class()?.final_at)(&room.results()) else {
            return Err(none());
        };
        let file = folder.open(&path).ok_or_else(none)?;
        folder::answer(&path, file, String::new()).map_err(|_| none())
    })
    .await
}

/// The folder of the results as a zip.
pub(crate) async fn archive(State(site): Shared, Path(name): Path<String>) -> Answer {
    aside(move || {
        let room = over(&site, &name)?;
        let zip = room.results_archive()?;
        Ok(download(&format!("{name}.zip"), ZIP, zip))
    })
    .await
}

/// A contest whose final is over.
fn over(site: &Site, name: &str) -> Result<Arc<Room>, Refusal> {
    let room = site.class()?.contests.room(name)?;
    let is_over = matches!(room.final_state(), FinalState::Provisional | FinalState::Confirmed);
    if is_over { Ok(room) } else { Err(none()) }
}

fn none() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"))
}
