//! Participants who leave a tournament.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use games::GAMES;
use tournament::store::{Address, Store};
use tournament::{Announcement, Deed, Leave, leave, results_in};

use super::folder::Folder;
use super::summary;
use crate::failure::Failure;

/// What becomes of a participant, also after the end of the tournament.
#[derive(Args, Debug)]
#[command(next_help_heading = "Leaving")]
#[group(skip)]
pub(super) struct Leaving {
    /// Exclude this participant, for a reason; the results in the folder FILE are made again
    #[arg(long, value_name = "NAME", group = "leaving", requires = "reason")]
    disqualify: Option<String>,
    /// Let this participant give up
    #[arg(long, value_name = "NAME", group = "leaving")]
    withdraw: Option<String>,
    /// Let this participant take part again, if no game since then forbids it
    #[arg(long, value_name = "NAME", group = "leaving")]
    restore: Option<String>,
    /// The reason, which the results tell
    #[arg(long, value_name = "TEXT", requires = "leaving")]
    reason: Option<String>,
}

impl Leaving {
    /// Lets the participant leave or come back, and shows the standings.
    pub(super) fn run(
        &self,
        path: &Path,
        store: Option<&Address>,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Failure> {
        let Some(asked) = self.asked() else {
            return Err(Failure::Usage("expected who leaves".to_string()));
        };
        if !path.is_dir() {
            return Err(Failure::not_found(format!(
                "{} is no folder: give the folder of the tournament's results",
                path.display()
            )));
        }
        let folder = Folder::open(path)?;
        let own = folder.own_address();
        let mut store = match store {
            Some(address) => Some(Store::open(address)?),
            None if folder.has_store() => Some(Store::open(&own)?),
            None => None,
        };
        let announcement = announcement(path, store.as_mut())?;
        let played = match &mut store {
            None => None,
            Some(store) => {
                folder.refuse_a_store_without(store, &announcement)?;
                store.entered(&announcement.digest())?.map(|tournament| (store, tournament))
            }
        };
        let tables = leave(path, &announcement, played, &asked, GAMES)?;
        summary::write(&tables, path, announcement.publish, out)?;
        Ok(ExitCode::SUCCESS)
    }

    fn asked(&self) -> Option<Leave> {
        let asked = [
            (Deed::Disqualify, &self.disqualify),
            (Deed::Withdraw, &self.withdraw),
            (Deed::Restore, &self.restore),
        ];
        let (deed, name) =
            asked.into_iter().find_map(|(deed, name)| Some((deed, name.as_ref()?)))?;
        Some(Leave { deed, participant: name.clone(), reason: self.reason.clone() })
    }
}

/// The tournament in this folder. If it was killed before it wrote any results, its store has the
/// announcement.
pub(super) fn announcement(
    path: &Path,
    store: Option<&mut Store>,
) -> Result<Announcement, Failure> {
    if let Some(announcement) = results_in(path) {
        return Ok(announcement);
    }
    let all = store.map(Store::tournaments).transpose()?.unwrap_or_default();
    match &all[..] {
        [only] => Ok(Announcement::from_json(&only.announced.announcement)?),
        _ => Err(Failure::not_found(format!("{} has no tournament in it", path.display()))),
    }
}
