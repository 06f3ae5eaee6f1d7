//! A store that is damaged, made anew of every record that is whole.
//!
//! Nothing in it is believed but records, which have checksums, are of the match that their seed tells, and can be played again; first of
//! all those that results have been written from. The damaged store is kept beside the new one.

mod files;
mod fill;
mod found;
mod published;
mod sift;

use std::path::{Path, PathBuf};

use super::announcement::Announcement;
use super::crew::{Offers, offered};
use super::entry::enter;
use super::verify::STORE;
use crate::Refused;
use crate::store::{self, Access, Address, Store, TournamentId};
pub use files::finish_renewal;
pub(super) use files::is_beside;
use found::{Found, Whose};

/// A store that has been made anew.
#[derive(Debug)]
pub struct Renewed {
    /// Where the damaged one is now.
    pub kept: PathBuf,
    /// How many games of the tournament it has.
    pub games: u64,
    /// Other tournaments in it that could not be taken over, and why, in words.
    pub lost: Vec<String>,
}

/// Makes the store at this address anew, which is a file, with this tournament, whose results may lie in the folder, and with the others
/// that are in it. The damaged one stays as it was, under another name. When this ends before that, nothing has changed, or
/// [`finish_renewal`] does the rest.
///
/// # Errors
/// When another process is at it, the new store cannot be made or the old one be read or moved, or it has nothing in it that a store has
/// and no results lie in the folder whose store it would be.
pub fn renew(
    address: &Address,
    announcement: &Announcement,
    results: &Path,
    offers: Offers<'_>,
) -> Result<Renewed, Refused> {
    let path = address.real_path().ok_or_else(|| Refused::new(format!("{address} is no file")))?;
    let (path, is_of_results) = (path.as_path(), address.path() == Some(&results.join(STORE)));
    let _lock = files::lock(path)?;
    let found = Found::gather(path, results)?;
    // It may be anybody's.
    if found.is_of_no_store() && !(is_of_results && found.has_published()) {
        let what = "move it away if it was one, and the tournament starts anew";
        return Err(Refused::new(format!("nothing in {} is of a store: {what}", path.display())));
    }
    let whose = if is_of_results { Whose::alone(announcement, &found) } else { Whose::own(announcement, &found) };
    let new = files::begin(path)?;
    let made = files::make(&new, path).and_then(|()| fill_new(&new, &found, announcement, &whose, offers));
    let made = made.and_then(|made| files::end(&new, path).map(|()| made));
    let (games, lost) = made.inspect_err(|_| files::leave_nothing(path))?;
    let kept = files::put_aside(path)?;
    Ok(Renewed { kept, games, lost })
}

/// Makes a store of what was found. Tells how many games of this tournament are in it, and which others cannot be.
fn fill_new(
    new: &Path,
    found: &Found,
    announcement: &Announcement,
    own: &Whose,
    offers: Offers<'_>,
) -> Result<(u64, Vec<String>), Refused> {
    let address = Address::file(new);
    store::init(&address, None)?;
    let mut store = Store::open(&address, Access::Write)?;
    let (mut games, mut lost, mut missing) = (0, Vec::new(), Vec::new());
    for (whose, its, is_over) in in_their_order(own, announcement, found) {
        let is_own = matches!(whose, Whose::Own { .. });
        if is_own || put_files(&mut store, found, its)? && offered(offers, its).is_ok() {
            let (its_games, lacks) = fill_one(&mut store, found, its, &whose, offers)?;
            store.set_over(lacks.0, is_over && !is_own)?;
            missing.push(lacks);
            games += if is_own { its_games } else { 0 };
        } else {
            lost.push(format!("\"{}\", whose programs are damaged", its.title));
        }
    }
    let nameless = found.nameless().filter(|number| !own.may_have(*number));
    lost.extend(nameless.map(|number| format!("tournament {number}, of which no more than games is whole")));
    missing.iter().try_for_each(|(tournament, units)| fill::open(&mut store, *tournament, units))?;
    Ok((games, lost))
}

/// This tournament and the others, in the order in which they were entered, and whether they were over or closed.
fn in_their_order<'a>(
    own: &Whose,
    announcement: &'a Announcement,
    found: &'a Found,
) -> impl Iterator<Item = (Whose, &'a Announcement, bool)> {
    let digest = announcement.digest();
    let others = found.tournaments().filter(|(_, its)| its.digest() != digest);
    let mut all: Vec<_> = others.map(|(number, its)| (number, Whose::Numbered(number), its)).collect();
    all.push((own.number().unwrap_or(i64::MAX), own.clone(), announcement));
    all.sort_by_key(|(number, ..)| *number);
    all.into_iter().map(|(number, whose, its)| (whose, its, found.was_over(number)))
}

/// Puts the programs of a tournament into the store, if all of them were found.
fn put_files(store: &mut Store, found: &Found, announcement: &Announcement) -> Result<bool, Refused> {
    let programs = announcement.entrants.iter().filter_map(|entrant| entrant.program());
    let files: Option<Vec<_>> = programs.map(|program| found.file(&program.sha256)).collect();
    let Some(files) = files else { return Ok(false) };
    files.iter().try_for_each(|bytes| store.put_file(bytes).map(drop))?;
    Ok(true)
}

/// The units of a tournament that lack their games.
type Missing = (TournamentId, Vec<i64>);

/// Enters one tournament. Tells how many of its games are in the new store.
fn fill_one(
    store: &mut Store,
    found: &Found,
    announcement: &Announcement,
    whose: &Whose,
    offers: Offers<'_>,
) -> Result<(u64, Missing), Refused> {
    let tournament = enter(store, announcement)?;
    let sifted = sift::sift(found, announcement, &offered(offers, announcement)?, whose)?;
    let missing = fill::fill(store, tournament, announcement, found, &sifted)?;
    Ok((2 * sifted.pairs.len() as u64, (tournament, missing)))
}
