//! What a version answers in a position, for a person who plays against it.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use errors::Error;
use matches::record::Record;
use matches::{Board, PairRunner, Prepared, Spectator};
use players::Slot;
use rules::{Parameters, Side};
use sandbox::Clock;
use submission::Scratch;

use crate::contestants::{contestant, engine, spawner, terms};
use crate::place::Place;
use crate::quick_clock::quick;
use crate::training::Training;
use crate::version::program;

/// So many compiled programs are kept. Each is some megabytes on the disk.
const KEPT: usize = 4;

/// A request waits for others at most this long.
const PATIENCE: Duration = Duration::from_secs(10);
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The programs that play people. One of them answers at a time.
#[derive(Default)]
pub(crate) struct Opponents(Mutex<VecDeque<Ready>>);

/// A version that has been compiled for some parameters.
struct Ready {
    version: usize,
    parameters: Parameters,
    prepared: Prepared,
    _scratch: Scratch,
}

impl Opponents {
    /// The move of a version after these moves, or its foul in words.
    ///
    /// # Errors
    /// Fails if the version's protocol can only begin games at their start, the game is over, or
    /// this machine cannot run it.
    pub(crate) fn reply(
        &self,
        place: &Place,
        version: usize,
        board: &Board,
    ) -> Result<Result<String, String>, Error> {
        let training = place.desk.held().versions.get(&version).map(|known| known.training.clone());
        let training = training.ok_or_else(|| Error::not_found("there is no such version"))?;
        if !plays_people(&training) {
            return Err(Error::input("this version cannot go on from a position"));
        }
        let training = Training { parameters: board.parameters.clone(), ..training };
        let mut kept = self.lock()?;
        let is_it = |ready: &Ready| {
            ready.version == version && ready.parameters.all().eq(training.parameters.all())
        };
        let ready = match kept.iter().position(is_it).and_then(|found| kept.remove(found)) {
            Some(ready) => ready,
            None => compiled(place, version, &training)?,
        };
        let reply = answer(place, &training, &ready.prepared, board);
        kept.push_front(ready);
        kept.truncate(KEPT);
        reply
    }

    /// Drops the programs of these versions.
    ///
    /// # Errors
    /// Fails if others play for too long.
    pub(crate) fn drop_all(&self, is_out: impl Fn(usize) -> bool) -> Result<(), Error> {
        self.lock()?.retain(|ready| !is_out(ready.version));
        Ok(())
    }

    fn lock(&self) -> Result<std::sync::MutexGuard<'_, VecDeque<Ready>>, Error> {
        for _ in 0..PATIENCE.as_millis() / BETWEEN_TRIES.as_millis() {
            match self.0.try_lock() {
                Ok(kept) => return Ok(kept),
                Err(TryLockError::Poisoned(kept)) => return Ok(PoisonError::into_inner(kept)),
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            }
        }
        Err(Error::conflict("others play against their programs now: try again in a moment"))
    }
}

/// Whether versions of a training can be asked for a move in any position.
pub(crate) fn plays_people(training: &Training) -> bool {
    let own = training.spec.contest.protocol;
    training.role.plays() && own.is_none_or(|protocol| protocol.any_start)
}

fn compiled(place: &Place, version: usize, training: &Training) -> Result<Ready, Error> {
    let (entry, _) = program(place.storage.files(version)?, training)?;
    let (scratch, mut spawner) = (Scratch::new()?, spawner()?);
    let terms = terms(training, place.settings.level, training.time, 1)?;
    let contestant = contestant(&entry);
    let folder = scratch.path();
    let prepared = Prepared::prepare(&contestant, training.spec, &terms, folder, &mut spawner)?;
    let parameters = training.parameters.clone();
    Ok(Ready { version, parameters, prepared, _scratch: scratch })
}

/// Lets the version play on against an engine, and breaks the game off after its first move.
fn answer(
    place: &Place,
    training: &Training,
    version: &Prepared,
    board: &Board,
) -> Result<Result<String, String>, Error> {
    let (spec, table) = (training.spec, board.table(training.spec)?);
    if table.outcome().is_some() {
        return Err(Error::input("the game is over"));
    }
    let slot = Slot::new(spawner()?);
    let (terms, scratch) =
        (terms(training, place.settings.level, quick(training.time), 1)?, Scratch::new()?);
    let other = engine(training.opponents[0], spec, &terms, scratch.path(), &slot)?;
    // In the first game of a pair the first contestant has the first move of the game.
    let is_first = table.turn() == Side::First;
    let sides = if is_first { [version, &other] } else { [&other, version] };
    let nobody = |_| unreachable!("the person is not asked");
    let mut runner = PairRunner::new(spec, terms, sides, slot, &nobody);
    let (listener, stop, mut foul) = (Listener::default(), AtomicBool::new(false), None);
    let played = runner.play(0, board, Some(&listener), &stop, &mut |record, _| {
        foul = record.foul();
        Err(Error::conflict("the game is over before a move"))
    });
    let heard = listener.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (heard, foul, played) {
        (Some(name), ..) => Ok(Ok(name)),
        (None, Some(foul), _) => Ok(Err(foul)),
        (None, None, Err(error)) => Err(error),
        (None, None, Ok(())) => Err(Error::bug("a game has neither a move nor a foul")),
    }
}

/// Hears the first move of a game, and breaks the game off.
#[derive(Default)]
struct Listener(Mutex<Option<String>>);

impl Spectator for Listener {
    fn game_begins(&self, _: Record) {}

    fn move_made(&self, name: &str, _: Clock) -> Result<(), Error> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(name.to_string());
        Err(Error::conflict("one move is enough"))
    }

    fn game_ends(&self, _: &Record) {}
}
