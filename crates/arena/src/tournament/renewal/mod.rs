//! A store that is damaged, made anew of every record that is whole.
//!
//! Nothing in it is believed but records, which have checksums, are of the match that their seed tells, and can be played again; first of
//! all those that results have been written from. The damaged store is kept beside the new one.

mod files;
mod fill;
mod found;
mod published;
mod restore;
mod sift;
mod standing;

use std::path::{Path, PathBuf};

use super::announcement::Announcement;
use super::crew::{GameSpecs, spec_of};
use super::entry::enter;
use super::verify::STORE;
use crate::Refused;
use crate::store::{self, Access, Address, Store, TournamentId};
pub(super) use files::is_beside;
pub use files::{FileId, finish_renewal};
use found::{Found, Whose};
pub(super) use restore::{restorable, restore};
pub(super) use standing::published_matches;
pub use standing::{Lack, lack};

/// A store that was found to be damaged.
#[derive(Debug)]
pub struct Damaged {
    /// Where it is, or was.
    pub address: Address,
    /// The file that was damaged, if it is known: another process may have put another in its place.
    pub file: Option<FileId>,
}

/// A store that has been made anew.
#[derive(Debug)]
pub struct Renewed {
    /// Where the damaged one is now.
    pub kept: PathBuf,
    /// How many games of the tournament it has.
    pub games: u64,
    /// How many games it has of others, by their titles.
    pub others: Vec<(String, u64)>,
    /// What could not be taken over of other tournaments in it, in words.
    pub lost: Vec<String>,
}

/// Makes a store anew that is a file, with this tournament, whose results may lie in the folder, and with the others
/// that are in it. The damaged one stays as it was, under another name. When this ends before that, nothing has changed, or
/// [`finish_renewal`] does the rest.
///
/// # Errors
/// When another process is at it or has made it anew, the new store cannot be made or the old one be read or moved, or it has nothing in it that a store has
/// and no results lie in the folder whose store it would be.
pub fn renew(
    Damaged { address, file }: &Damaged,
    announcement: &Announcement,
    results: &Path,
    specs: GameSpecs,
) -> Result<Renewed, Refused> {
    let path = address.real_path().ok_or_else(|| Refused::new(format!("{address} is no file")))?;
    let (path, is_of_results) = (path.as_path(), address.path() == Some(&results.join(STORE)));
    let _lock = files::lock(path)?;
    if file.is_some() && *file != FileId::of(address) {
        return Err(Refused::new("another process has made one already, with which the same command goes on"));
    }
    files::refuse_company(path)?;
    let found = Found::gather(path, results)?;
    // It may be anybody's.
    if found.is_of_no_store() && !(is_of_results && found.has_published()) {
        let what = "move it away if it was one, and the tournament starts anew";
        return Err(Refused::new(format!("nothing in {} is of a store: {what}", path.display())));
    }
    let whose = if is_of_results { Whose::alone(announcement, &found) } else { Whose::own(announcement, &found) };
    let nameless = match is_of_results {
        // In a folder's own store no other can be.
        true => Vec::new(),
        false => nameless(&found, announcement, &whose, specs)?.collect(),
    };
    let new = files::begin(path)?;
    let made = files::make(&new, path).and_then(|()| fill_new(&new, &found, announcement, &whose, specs));
    // Somebody may have come meanwhile.
    let made = made.and_then(|made| files::refuse_company(path).map(|()| made));
    let made = made.and_then(|made| files::end(&new, path).map(|()| made));
    let Made { games, others, mut lost } = made.inspect_err(|_| files::leave_nothing(path))?;
    let kept = files::put_aside(path)?;
    lost.extend(nameless);
    Ok(Renewed { kept, games, others, lost })
}

/// What a new store has and lacks, as in [`Renewed`].
#[derive(Default)]
struct Made {
    games: u64,
    others: Vec<(String, u64)>,
    lost: Vec<String>,
}

/// Makes a store of what was found.
fn fill_new(
    new: &Path,
    found: &Found,
    announcement: &Announcement,
    own: &Whose,
    specs: GameSpecs,
) -> Result<Made, Refused> {
    let address = Address::file(new);
    store::init(&address, None)?;
    let mut store = Store::open(&address, Access::Write)?;
    let mut made = Made::default();
    for (whose, its, is_over) in in_their_order(own, announcement, found) {
        let is_own = matches!(whose, Whose::Own { .. });
        if !(is_own || put_files(&mut store, found, its)? && spec_of(specs, its).is_ok()) {
            made.lost.push(format!("\"{}\", whose programs are damaged", its.title));
            continue;
        }
        let Filled { tournament, games, missing } = fill_one(&mut store, found, its, &whose, specs)?;
        store.set_over(tournament, is_over && !is_own)?;
        if is_own {
            made.games = games;
            continue;
        }
        if is_over && !missing.is_empty() {
            // What would have followed from these has not even units.
            let lost =
                if its.pairs_by_results() { "a part".to_string() } else { format!("{} games", 2 * missing.len()) };
            made.lost.push(format!("{lost} of \"{}\"", its.title));
        }
        made.others.push((its.title.clone(), games));
    }
    // Only now may anything be leased: no tournament is to get another's games.
    store.release_all()?;
    Ok(made)
}

/// Other tournaments of which games were found, and not what was announced. Where it was not found of this one either, its games may be
/// those of one of them.
fn nameless(
    found: &Found,
    announcement: &Announcement,
    own: &Whose,
    specs: GameSpecs,
) -> Result<impl Iterator<Item = String>, Refused> {
    let spec = spec_of(specs, announcement)?;
    let mut may_be_own = Vec::new();
    for number in found.nameless().filter(|number| own.may_have(*number)) {
        let its = sift::sift(found, announcement, spec, &Whose::Numbered(number))?;
        may_be_own.extend((!its.pairs.is_empty()).then_some(number));
    }
    let others: Vec<_> = found.nameless().filter(|number| may_be_own != [*number]).collect();
    Ok(others.into_iter().map(|number| format!("tournament {number}, of which no more than games is whole")))
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

/// A tournament in the new store.
struct Filled {
    tournament: TournamentId,
    /// How many of its games are there.
    games: u64,
    /// The units that lack their games.
    missing: Vec<i64>,
}

/// Enters one tournament.
fn fill_one(
    store: &mut Store,
    found: &Found,
    announcement: &Announcement,
    whose: &Whose,
    specs: GameSpecs,
) -> Result<Filled, Refused> {
    let tournament = enter(store, announcement)?;
    let sifted = sift::sift(found, announcement, spec_of(specs, announcement)?, whose)?;
    let missing = fill::fill(store, tournament, announcement, found, &sifted)?;
    Ok(Filled { tournament, games: 2 * sifted.pairs.len() as u64, missing })
}
