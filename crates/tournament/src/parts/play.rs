//! Plays the pairs of a part.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use errors::Error;
use pairing::Pairing;
use players::Slot;
use sandbox::Spawner;

use super::part_file::PartFile;
use crate::run::{JobRunner, Participants};

/// Plays these pairs at these slots into the file, and calls `seen` with the number of those that
/// are played. No game begins after `stop` is set. Returns how many pairs were played.
///
/// # Errors
/// Fails if the referee cannot work, or the file cannot be written. The pairs played before are in
/// the file.
pub fn play_part(
    file: &PartFile,
    participants: Participants,
    pairs: &[(Pairing, u64)],
    spawners: Vec<Spawner>,
    stop: &AtomicBool,
    seen: &(dyn Fn(u64) + Sync),
) -> Result<u64, Error> {
    let participants = Arc::new(participants);
    let (next, played) = (AtomicUsize::new(0), AtomicU64::new(0));
    // Held while a pair is written.
    let failed: Mutex<Option<Error>> = Mutex::default();
    let failed_now = || failed.lock().unwrap_or_else(PoisonError::into_inner);
    let serve = |spawner| -> Result<(), Error> {
        let mut runner = JobRunner::new(Slot::new(spawner));
        while failed_now().is_none()
            && let Some((pairing, pair)) = pairs.get(next.fetch_add(1, Ordering::Relaxed))
            && let Some(report) = runner.play(&participants, *pairing, *pair, None, stop)?
        {
            let _writing = failed_now();
            file.append(&report)?;
            seen(played.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(())
    };
    thread::scope(|scope| {
        for spawner in spawners {
            scope.spawn(|| {
                if let Err(error) = serve(spawner) {
                    failed_now().get_or_insert(error);
                }
            });
        }
    });
    file.sync()?;
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)?;
    Ok(played.into_inner())
}
