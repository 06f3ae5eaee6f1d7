//! Plays pairs of games between versions and our engines, and keeps what was compiled for them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::AtomicBool;

use errors::Error;
use matches::record::Record;
use matches::{Board, PairRunner, Prepared, Spectator, Terms, folder_in, opening};
use players::Slot;
use rules::{Message, TimeControl, message};
use sandbox::Clock;
use search::SkillLevel;
use submission::{Scratch, check_level};

use crate::contestants::{contestant, engine, spawner, terms};
use crate::desk::Desk;
use crate::pairs_played::{Entrant, Key};
use crate::place::Place;
use crate::training::Training;
use crate::trial_words::WORDS;
use crate::version::program;

/// So many programs are kept compiled.
const KEPT: usize = 64;

/// What pairs are played for, and how.
#[derive(Clone, Copy)]
pub(crate) struct Occasion<'a> {
    /// A word that no other occasion has.
    pub(crate) name: &'a str,
    pub(crate) training: &'a Training,
    pub(crate) time: TimeControl,
    /// All pairs of one number have one board, whoever plays.
    pub(crate) seed: u64,
}

/// Plays pairs, and keeps what was compiled for them.
#[derive(Default)]
pub(crate) struct PairPlayer {
    compiled: BTreeMap<(String, Entrant), Compiled>,
}

/// A contestant that can join a game, and the folder of its program.
struct Compiled {
    prepared: Prepared,
    opening: usize,
    _folder: Scratch,
}

impl PairPlayer {
    /// Plays a pair; `None` if a trial came meanwhile, and the pair is to be played again.
    ///
    /// # Errors
    /// Fails if this machine cannot play it.
    pub(crate) fn play(
        &mut self,
        place: &Place,
        occasion: Occasion<'_>,
        (entrants, pair): Key,
    ) -> Result<Option<[Record; 2]>, Error> {
        let (spec, slot) = (occasion.training.spec, slot(place)?);
        let terms = terms_of(place, occasion)?;
        let [a, b] = self.compiled(place, occasion, (&terms, &slot), entrants)?;
        let opening = a.opening.min(b.opening);
        let board = Board::draw(spec, &terms.parameters, opening, terms.seed, pair)?;
        let nobody = |_| unreachable!("no person plays");
        let mut runner = PairRunner::new(spec, terms, [&a.prepared, &b.prepared], slot, &nobody);
        let mut games = Vec::new();
        let (stop, breaker) = (AtomicBool::new(false), Breaker { desk: &place.desk });
        let played = runner.play(pair, &board, Some(&breaker), &stop, &mut |record, _| {
            games.push(record.without_stderr());
            Ok(())
        });
        match played {
            Err(_) if place.desk.is_busy() => return Ok(None),
            played => played?,
        }
        let games = <[Record; 2]>::try_from(games);
        games.map(Some).map_err(|_| Error::bug("a pair has two games"))
    }

    /// Why a version cannot play, if it cannot: it does not compile.
    ///
    /// # Errors
    /// Fails if this machine cannot compile it.
    pub(crate) fn why_absent(
        &mut self,
        place: &Place,
        occasion: Occasion<'_>,
        version: usize,
    ) -> Result<Option<Message>, Error> {
        let (terms, slot) = (terms_of(place, occasion)?, slot(place)?);
        let entrant = Entrant::Version(version);
        let [one, _] = self.compiled(place, occasion, (&terms, &slot), [entrant; 2])?;
        Ok(one.prepared.absent().map(players::Absent::why))
    }

    fn compiled(
        &mut self,
        place: &Place,
        occasion: Occasion<'_>,
        (terms, slot): (&Terms, &Slot),
        entrants: [Entrant; 2],
    ) -> Result<[&Compiled; 2], Error> {
        if self.compiled.len() > KEPT {
            self.compiled.clear();
        }
        let key = |entrant| (occasion.name.to_string(), entrant);
        for entrant in entrants {
            if let Entry::Vacant(vacant) = self.compiled.entry(key(entrant)) {
                vacant.insert(compile(place, occasion.training, entrant, (terms, slot))?);
            }
        }
        let of = |entrant| {
            let found = self.compiled.get(&key(entrant));
            found.ok_or_else(|| Error::bug("nothing is compiled"))
        };
        Ok([of(entrants[0])?, of(entrants[1])?])
    }
}

fn slot(place: &Place) -> Result<Slot, Error> {
    let own = spawner()?;
    check_level(place.settings.level, std::slice::from_ref(&own))?;
    Ok(Slot::new(own))
}

fn terms_of(place: &Place, occasion: Occasion<'_>) -> Result<Terms, Error> {
    terms(occasion.training, &place.settings, occasion.time, occasion.seed)
}

fn compile(
    place: &Place,
    training: &Training,
    entrant: Entrant,
    (terms, slot): (&Terms, &Slot),
) -> Result<Compiled, Error> {
    let (spec, scratch) = (training.spec, Scratch::new()?);
    let (prepared, opening) = match entrant {
        Entrant::Level(level) => {
            let prepared = engine(SkillLevel::new(level), spec, terms, scratch.path(), slot)?;
            (prepared, opening(spec, &[], None)?)
        }
        Entrant::Version(number) => {
            let entry = program(place.storage.files(number)?, training)?.0;
            let contestant = contestant(&entry);
            let folder = folder_in(scratch.path(), "player")?;
            let opening = opening(spec, std::slice::from_ref(&contestant), None)?;
            let spawner = &mut slot.spawner();
            (Prepared::prepare(&contestant, spec, terms, &folder, spawner)?, opening)
        }
    };
    Ok(Compiled { prepared, opening, _folder: scratch })
}

/// Breaks a pair off when a trial comes.
struct Breaker<'a> {
    desk: &'a Desk,
}

impl Spectator for Breaker<'_> {
    fn game_begins(&self, _: Record) {}

    fn move_made(&self, _: &str, _: Clock) -> Result<(), Error> {
        if self.desk.is_busy() {
            return Err(Error::conflict(message!(WORDS, "trials-first")));
        }
        Ok(())
    }

    fn game_ends(&self, _: &Record) {}
}
