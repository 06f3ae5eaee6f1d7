//! Plays the pairs of the standings, one after the other, when no trial waits.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;

use errors::Error;
use matches::record::Record;
use matches::{Board, PairRunner, Prepared, Spectator, Terms, folder_in, opening};
use players::Slot;
use rules::message;
use rules::random::hash_words;
use sandbox::Clock;
use search::SkillLevel;
use submission::{Scratch, check_level};

use crate::contest::Contest;
use crate::contestants::{contestant, engine, spawner, terms};
use crate::desk::Desk;
use crate::finale::FinalState;
use crate::pairs_played::{Entrant, Key};
use crate::place::Place;
use crate::quick_clock::quick;
use crate::room::Room;
use crate::roster::Roster;
use crate::trial_words::WORDS;
use crate::version::program;

/// So many programs are kept compiled.
const KEPT: usize = 64;

/// Plays pairs, and keeps what was compiled for them.
#[derive(Default)]
pub(crate) struct StandingsGames {
    compiled: BTreeMap<(String, Entrant), Compiled>,
}

/// A contestant that can join a game, and the folder of its program.
struct Compiled {
    prepared: Prepared,
    opening: usize,
    _folder: Scratch,
}

impl StandingsGames {
    /// Plays the next pair of a contest. Returns false if there is none, or trials come first.
    ///
    /// # Errors
    /// Fails if this machine cannot play it, or it cannot be kept.
    pub(crate) fn play_next(
        &mut self,
        place: &Place,
        roster: &Roster,
        room: &Room,
    ) -> Result<bool, Error> {
        let (contest, entrants) = (room.contest(), room.entrants(place, roster));
        let each = u64::from(contest.keys.standings_games / 2);
        let standings = room.ranked(&entrants)?;
        let is_over = room.final_state() != FinalState::Waiting;
        if is_over || place.desk.is_busy() {
            return Ok(false);
        }
        let next = {
            let pairs = room.pairs.lock().unwrap_or_else(PoisonError::into_inner);
            standings.next(each, &pairs)
        };
        let Some(key) = next else { return Ok(false) };
        let games = match self.pair(place, &contest, key) {
            Ok(Some(games)) => games,
            // A trial came, and the pair is played again later.
            Ok(None) => return Ok(false),
            Err(error) => return Err(error),
        };
        room.pairs.lock().unwrap_or_else(PoisonError::into_inner).add(key, &games)?;
        room.rank(&entrants)?;
        Ok(true)
    }

    /// Plays a pair; `None` if a trial came meanwhile.
    fn pair(
        &mut self,
        place: &Place,
        contest: &Contest,
        (entrants, pair): Key,
    ) -> Result<Option<[Record; 2]>, Error> {
        let (training, spec) = (&contest.training, contest.training.spec);
        let own = spawner()?;
        check_level(place.settings.level, std::slice::from_ref(&own))?;
        let slot = Slot::new(own);
        // All pairs of one number have one board, whoever plays.
        let seed = contest.keys.name.bytes().fold(0, |seed, byte| hash_words([seed, byte.into()]));
        let time = quick(contest.standings_time);
        let terms = terms(training, &place.settings, time, seed >> 16)?;
        if self.compiled.len() > KEPT {
            self.compiled.clear();
        }
        for entrant in entrants {
            let key = (contest.keys.name.clone(), entrant);
            if let Entry::Vacant(vacant) = self.compiled.entry(key) {
                vacant.insert(compile(place, contest, entrant, &terms, &slot)?);
            }
        }
        let of = |entrant| {
            let key = (contest.keys.name.clone(), entrant);
            self.compiled.get(&key).ok_or_else(|| Error::bug("nothing is compiled"))
        };
        let [a, b] = [of(entrants[0])?, of(entrants[1])?];
        let opening = a.opening.min(b.opening);
        let board = Board::draw(spec, &terms.parameters, opening, terms.seed, pair)?;
        let nobody = |_| unreachable!("no person plays in standings");
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
}

fn compile(
    place: &Place,
    contest: &Contest,
    entrant: Entrant,
    terms: &Terms,
    slot: &Slot,
) -> Result<Compiled, Error> {
    let (training, scratch) = (&contest.training, Scratch::new()?);
    let spec = training.spec;
    let (prepared, opening) = match entrant {
        Entrant::Level(level) => {
            let level = SkillLevel::new(level).ok_or_else(|| Error::bug("a level exists"))?;
            let prepared = engine(level, spec, terms, scratch.path(), slot)?;
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
