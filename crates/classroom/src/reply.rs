//! What a version answers in a position, for a person who plays against it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use errors::Error;
use matches::record::Record;
use matches::{Board, PairRunner, Prepared, Spectator};
use players::Slot;
use rules::{Message, message};
use rules::{Parameters, Side};
use sandbox::Clock;
use submission::Scratch;

use crate::contestants::{contestant, engine, spawner, terms};
use crate::place::Place;
use crate::quick_clock::quick;
use crate::training::Training;
use crate::trial_words::WORDS;
use crate::version::program;

/// So many compiled programs are kept. Each is some megabytes on the disk.
const KEPT: usize = 4;

/// A request waits for others at most this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// The programs that play people. As many answer at once as there are workers, and one of each
/// person.
#[derive(Default)]
pub(crate) struct Opponents {
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    /// Compiled programs that nobody asks now, the last one first.
    ready: VecDeque<Ready>,
    /// The people whose programs are asked now, or wait to be asked.
    asked: BTreeSet<String>,
    /// The number of programs that are asked now.
    busy: usize,
}

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
    /// Fails if the version's protocol can only begin games at their start, the game is over, its
    /// author's programs are asked already, or this machine cannot run it.
    pub(crate) fn reply(
        &self,
        place: &Place,
        version: usize,
        board: &Board,
    ) -> Result<Result<String, Message>, Error> {
        let found = place.desk.held().versions.get(&version).cloned();
        let found = found.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version")))?;
        if !plays_people(&found.training) {
            return Err(Error::input("this version cannot go on from a position"));
        }
        let training = Training { parameters: board.parameters.clone(), ..found.training };
        let turn = Turn::wait(self, found.person, place.settings.workers)?;
        let is_it = |ready: &Ready| {
            ready.version == version && ready.parameters.all().eq(training.parameters.all())
        };
        let kept = {
            let ready = &mut self.held().ready;
            ready.iter().position(is_it).and_then(|found| ready.remove(found))
        };
        let ready = kept.map_or_else(|| compiled(place, version, &training), Ok)?;
        let reply = answer(place, &training, &ready.prepared, board);
        let mut held = self.held();
        held.ready.push_front(ready);
        held.ready.truncate(KEPT);
        drop(held);
        drop(turn);
        reply
    }

    /// Drops the programs of these versions.
    pub(crate) fn drop_all(&self, is_out: impl Fn(usize) -> bool) {
        self.held().ready.retain(|ready| !is_out(ready.version));
    }

    fn held(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A person's turn to ask a program, until it is dropped.
struct Turn<'a> {
    of: &'a Opponents,
    person: String,
}

impl Turn<'_> {
    /// Waits until fewer than `most` programs are asked.
    ///
    /// # Errors
    /// Fails if a program of the person is asked already, or the others take too long.
    fn wait(of: &Opponents, person: String, most: usize) -> Result<Turn<'_>, Error> {
        let mut held = of.held();
        if !held.asked.insert(person.clone()) {
            return Err(Error::conflict(message!(WORDS, "asked-already")));
        }
        let is_full = |state: &mut State| state.busy >= most;
        let waited = of.answered.wait_timeout_while(held, PATIENCE, is_full);
        held = waited.unwrap_or_else(PoisonError::into_inner).0;
        if held.busy >= most {
            held.asked.remove(&person);
            return Err(Error::conflict(message!(WORDS, "others-play")));
        }
        held.busy += 1;
        Ok(Turn { of, person })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut held = self.of.held();
        held.busy -= 1;
        held.asked.remove(&self.person);
        self.of.answered.notify_one();
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
    let terms = terms(training, &place.settings, training.time, 1)?;
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
) -> Result<Result<String, Message>, Error> {
    let (spec, table) = (training.spec, board.table(training.spec)?);
    if table.outcome().is_some() {
        return Err(Error::input(message!(rules::WORDS, "over")));
    }
    let slot = Slot::new(spawner()?);
    let (terms, scratch) =
        (terms(training, &place.settings, quick(training.time), 1)?, Scratch::new()?);
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

#[cfg(test)]
mod tests {
    use errors::ErrorKind;

    use super::*;

    #[test]
    fn one_program_of_a_person_answers_at_a_time_and_others_go_on() {
        let opponents = Opponents::default();
        let ask = |person: &str| Turn::wait(&opponents, person.to_string(), 2);
        let first = ask("anna").expect("nobody else asks");
        assert_eq!(ask("anna").err().map(|error| error.kind()), Some(ErrorKind::Conflict));
        let second = ask("jan").expect("there is room for two");
        drop(first);
        drop((ask("anna").expect("the first was answered"), second));
        let held = opponents.held();
        assert_eq!((held.busy, held.asked.len()), (0, 0));
    }
}
