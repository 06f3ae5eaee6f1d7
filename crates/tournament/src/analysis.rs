//! Analyses the games of a tournament that is over: engine and solver value every legal move of
//! every position, so that the results show what each move gave away.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{GameSpec, MoveReport, review};

use crate::plan::specs::{GameSpecs, spec_of};
use crate::results::folder::{self, Folder, MANIFEST, OnDisk};
use crate::results::parallel::in_order;
use crate::results::published::{ANALYSIS, GAMES, derive};
use crate::results::{MOST_BOARDS, Tables};
use crate::verify::{Played, Verified, read_played};
use errors::Error;
use matches::record::{self, Record, Records};

/// Engine and solver search this many positions for each move.
const NODES: u64 = 10_000;

/// Whether a folder of results has an analysis.
#[must_use]
pub fn is_analysed(path: &Path) -> bool {
    path.join(ANALYSIS).is_file()
}

/// Analyses the games that the folder shows on boards, and derives the results again. `tell` hears
/// how many games are done, and how many there are. Returns `None` if it was stopped: then nothing
/// has changed.
///
/// # Errors
/// Fails if the folder is incomplete or has been changed, or cannot be written.
pub fn analyse(
    path: &Path,
    specs: GameSpecs,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Option<Tables>, Error> {
    let Played { announcement, mut summary, matches, is_decided, games, .. } =
        read_played(&OnDisk::from(path), specs, |_| true, &mut |_| ())?;
    let spec = spec_of(specs, &announcement)?;
    let mut folder = Folder::open(path)?;
    folder.keep(folder::listed(&path.join(MANIFEST)).unwrap_or_default());
    summary.forget_analysis();
    let (mut done, all) = (0, games.min(MOST_BOARDS));
    folder.write(ANALYSIS, |out| {
        each(path, spec, stop, |record, reports| {
            done += 1;
            summary.see_analysis(done, &record, &reports);
            tell(done as u64, all);
            serde_json::to_writer(&mut *out, &reports)?;
            out.write_all(b"\n")
        })
    })?;
    if (done as u64) < all {
        return Ok(None);
    }
    summary.set_matches(&matches, is_decided);
    let analysis = folder.written(ANALYSIS)?;
    let pages = (spec, announcement.publish.language);
    derive(folder, open(path, GAMES)?, Some(analysis), &summary, pages).map(Some)
}

/// Computes the analysis in a folder again, whose other files have been verified. `tell` hears how
/// many games are done, and how many there are.
///
/// # Errors
/// Fails if the analysis differs or cannot be read.
pub fn verify_analysis(
    path: &Path,
    verified: &Verified,
    specs: GameSpecs,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<(), Error> {
    let spec = spec_of(specs, &verified.announcement)?;
    let mut lines = BufReader::new(open(path, ANALYSIS)?);
    let (mut done, all) = (0, verified.games.min(MOST_BOARDS));
    let compared = each(path, spec, &AtomicBool::new(false), |_, reports| {
        done += 1;
        tell(done, all);
        let claimed = folder::next_line(&mut lines)?.unwrap_or_default();
        if serde_json::to_vec(&reports)? == claimed {
            return Ok(());
        }
        let why = "has another analysis; another version of the engines finds other values, too";
        Err(io::Error::other(format!("game {done} {why}")))
    });
    compared.map_err(|error| Error::corrupt(format!("{}: {error}", path.join(ANALYSIS).display())))
}

/// Reviews the games that a folder shows on boards, on all processors, and passes on each with its
/// reports, in the order of the games. Ends early if it is to stop.
fn each(
    path: &Path,
    spec: &GameSpec,
    stop: &AtomicBool,
    mut seen: impl FnMut(Record, Vec<MoveReport>) -> io::Result<()>,
) -> io::Result<()> {
    let go_on = || !stop.load(Ordering::Relaxed);
    let games = open(path, GAMES).map_err(io::Error::other)?;
    let mut records = Records::new(BufReader::new(games)).take(MOST_BOARDS as usize);
    let next = || {
        let record = if go_on() { records.next() } else { None };
        record.transpose().map_err(|bad| io::Error::other(bad.to_string()))
    };
    let reviewed = |record: Record| {
        let instance = record::instance(&record, spec).map_err(io::Error::other)?;
        Ok::<_, io::Error>((review(instance, record.opening.len(), NODES, &go_on), record))
    };
    in_order(next, reviewed, |reviewed| match reviewed? {
        (Some(reports), record) => seen(record, reports),
        (None, _) => Ok(()),
    })
}

fn open(path: &Path, file: &str) -> Result<File, Error> {
    let file = path.join(file);
    folder::open(&file, u64::MAX).map_err(|error| Error::file("read", &file, &error))
}
