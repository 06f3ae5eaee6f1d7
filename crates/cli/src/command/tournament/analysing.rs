//! Adds the analysis of its games to the results of a tournament.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use games::GAMES;
use tournament::results::Tables;
use tournament::{Publish, Verified, analyse, is_analysed, verify_analysis};

use crate::failure::Failure;
use crate::progress_line::ProgressLine;

/// Analyses the games in a folder, if the tournament's file wants it and nobody has done it yet.
/// The results are complete without it, so it may be stopped: then the same command begins it again.
pub(super) fn add(
    folder: &Path,
    publish: Publish,
    stop: &AtomicBool,
) -> Result<Option<Tables>, Failure> {
    if !publish.analyse || is_analysed(folder) {
        return Ok(None);
    }
    let tables = shown(|tell| analyse(folder, GAMES, stop, tell))?;
    if tables.is_none() {
        anstream::eprintln!(
            "ludoteka: the results are complete, but the analysis was stopped; the same command \
            begins it again"
        );
    }
    Ok(tables)
}

/// Computes the analysis in a folder again, and compares.
pub(in super::super) fn verify(folder: &Path, verified: &Verified) -> Result<(), Failure> {
    Ok(shown(|tell| verify_analysis(folder, verified, GAMES, tell))?)
}

/// Shows how far an analysis is.
fn shown<T>(work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let mut line = ProgressLine::new(|_| true);
    let done = work(&mut |done, all| line.show(|_| format!("{done} of {all} games analysed")));
    line.clear();
    done
}
