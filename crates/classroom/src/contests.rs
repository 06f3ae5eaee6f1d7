//! The contests of a class: they are read again when `class.toml` changes, close and go on by
//! themselves, and play their standings when no trial waits.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use errors::Error;
use matches::record::Record;
use page::{Recording, Replay};
use rules::message;

use crate::announcement::Announced;
use crate::appeals::{Answer, Appeal};
use crate::class_file::{Class, Watched, contest_keys};
use crate::closing::words_in;
use crate::contest::Contest;
use crate::entries;
use crate::finale::{self, FinalState};
use crate::pair_player::PairPlayer;
use crate::pairs_played::{Entrant, GamePlace, PairPlayed, PairsPlayed};
use crate::place::{Place, now};
use crate::program_name::drawn;
use crate::ranking::Score;
use crate::replayed::replay;
use crate::room::{Participant, Room, closed_keys, name_of};
use crate::roster::Roster;
use crate::settings::Leaving;
use crate::standings_games::play_next;
use crate::training::Training;
use crate::trial_words::WORDS;
use crate::version::Version;
use crate::workshop::Workshop;

/// The contests of a class.
pub struct Contests {
    pub(crate) place: Arc<Place>,
    pub(crate) roster: Arc<Roster>,
    class: Class,
    folder: PathBuf,
    rooms: RwLock<Vec<Arc<Room>>>,
    complaint: Mutex<Option<String>>,
    watched: Watched,
    /// The ends of games that pages have shown.
    ends: Mutex<BTreeMap<(PathBuf, GamePlace), Replay>>,
}

/// So many ends of games are remembered. A page shows a few.
const MOST_ENDS: usize = 100;

/// How often contests are looked after, and how long the standings rest when nothing is to be
/// played.
const TICK: Duration = Duration::from_millis(500);

/// Who was not there for so many seconds has slept, or was down.
const GAP: u64 = 120;

/// The file whose time says when the server was there last.
const BEAT: &str = "beat";

impl Contests {
    /// Opens the contests of a class, and looks after them until this value is dropped.
    ///
    /// # Errors
    /// Fails if `class.toml` has a fault, something kept cannot be read, or the system refuses a
    /// thread.
    pub fn open(
        class: &Class,
        workshop: &Workshop,
        roster: &Arc<Roster>,
    ) -> Result<Arc<Contests>, Error> {
        let contests = Arc::new(Contests {
            place: workshop.place(),
            roster: Arc::clone(roster),
            class: class.clone(),
            folder: class.store().join("contests"),
            rooms: RwLock::default(),
            complaint: Mutex::default(),
            watched: Watched::default(),
            ends: Mutex::default(),
        });
        contests.read_again()?;
        contests.beat();
        for (name, work) in [("contests", look_after as fn(&Weak<Contests>)), ("standings", play)] {
            let watched = Arc::downgrade(&contests);
            thread::Builder::new()
                .name(name.to_string())
                .spawn(move || work(&watched))
                .map_err(|error| Error::machine(format!("no thread for contests: {error}")))?;
        }
        Ok(contests)
    }

    /// The contests, in the order of the file.
    #[must_use]
    pub fn rooms(&self) -> Vec<Arc<Room>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The contest with this name.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn room(&self, name: &str) -> Result<Arc<Room>, Error> {
        let mut all = self.rooms().into_iter();
        all.find(|room| room.contest().keys.name == name)
            .ok_or_else(|| Error::not_found(message!(WORDS, "no-such-contest")))
    }

    /// Why the contests of `class.toml` are not those that are held.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Who takes part in a contest.
    #[must_use]
    pub fn participants(&self, room: &Room) -> Vec<Participant> {
        room.participants(&self.place, &self.roster)
    }

    /// What tables call a version, also if another has replaced it.
    #[must_use]
    pub fn name(&self, room: &Room, version: &Version) -> String {
        name_of(&room.contest(), version, &self.roster.members())
    }

    /// A name for a version that tells nothing of its author.
    #[must_use]
    pub fn drawn_name(&self, room: &Room, version: &Version) -> String {
        drawn(&version.person, &room.contest().keys.name)
    }

    /// The versions that came after a contest was closed, and do not count.
    #[must_use]
    pub fn late(&self, room: &Room) -> Vec<Version> {
        let Some(closed) = room.closed() else { return Vec::new() };
        let contest = room.contest();
        let counted: Vec<usize> = closed.entries.iter().map(|entry| entry.version).collect();
        entries::late(contest.terms(), &counted, &self.place)
    }

    /// The last pairs of a contest, from the newest.
    #[must_use]
    pub fn pairs(&self, room: &Room, most: usize) -> Vec<PairPlayed> {
        held(room).all().take(most).cloned().collect()
    }

    /// The last pairs of an entrant, from the newest.
    #[must_use]
    pub fn pairs_of(&self, room: &Room, entrant: Entrant, most: usize) -> Vec<PairPlayed> {
        held(room).of(entrant).take(most).cloned().collect()
    }

    /// The pair that a game belongs to.
    #[must_use]
    pub fn pair_of_game(&self, room: &Room, game: GamePlace) -> Option<PairPlayed> {
        held(room).of_game(game).cloned()
    }

    /// What an entrant has won so far, also if another version has replaced it.
    #[must_use]
    pub fn score(&self, room: &Room, entrant: Entrant) -> Score {
        Score::of(entrant, held(room).of(entrant))
    }

    /// A game of a contest's standings, in the form that pages read, and the record itself.
    ///
    /// # Errors
    /// Fails if there is none, or it is not kept any more.
    pub fn recording(&self, room: &Room, place: GamePlace) -> Result<(Record, Recording), Error> {
        let record = self.game(room, place)?;
        let replay = replay(&record, room.contest().training.spec, Replay::of)?;
        let number = usize::try_from(record.number).unwrap_or(1);
        let recording = record.recording(number, replay);
        Ok((record, recording))
    }

    /// The end of a game of a contest's standings: its last move, and the position before it.
    ///
    /// # Errors
    /// Fails if there is none, or it is not kept any more.
    pub fn last_move(&self, room: &Room, place: GamePlace) -> Result<Replay, Error> {
        let key = (room.folder.clone(), place);
        // Held meanwhile, so that many readers of one page play a game only once.
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(end) = ends.get(&key) {
            return Ok(end.clone());
        }
        let spec = room.contest().training.spec;
        let end = replay(&self.game(room, place)?, spec, Replay::of_last)?;
        if ends.len() >= MOST_ENDS {
            ends.clear();
        }
        ends.insert(key, end.clone());
        Ok(end)
    }

    fn game(&self, room: &Room, place: GamePlace) -> Result<Record, Error> {
        let pairs = held(room);
        // Only the beginning of a line is a game.
        if pairs.of_game(place).is_none() {
            return Err(Error::not_found(message!(WORDS, "no-such-game")));
        }
        pairs.game(place)
    }

    /// Lets a late version count.
    ///
    /// # Errors
    /// Fails if the contest is open, its final has begun, or there is no such version.
    pub fn admit(&self, room: &Room, version: usize) -> Result<(), Error> {
        room.admit(&self.place, version)
    }

    /// Takes a version out before the final.
    ///
    /// # Errors
    /// Fails if the contest is open, the final has begun, or there is no such version in it.
    pub fn take_out(&self, room: &Room, version: usize) -> Result<(), Error> {
        room.take_out(version)
    }

    /// Begins the final.
    ///
    /// # Errors
    /// Fails if the contest is open, the final has begun, or there are fewer than two entrants.
    pub fn begin_final(&self, room: &Room) -> Result<(), Error> {
        // Finals share this machine, and the page on which games are watched.
        if self.is_final_played() {
            return Err(Error::conflict(message!(WORDS, "another-final-is-played")));
        }
        room.begin_final(&self.place, &self.roster)?;
        self.look_at(room)
    }

    /// Stops the final; it can go on.
    ///
    /// # Errors
    /// Fails if it is not being played.
    pub fn pause_final(&self, room: &Room) -> Result<(), Error> {
        room.last.pause()
    }

    /// Goes on with a final that was stopped.
    ///
    /// # Errors
    /// Fails if it is over.
    pub fn resume_final(&self, room: &Room) -> Result<(), Error> {
        room.last.go_on()
    }

    /// Says that the results of the final stand.
    ///
    /// # Errors
    /// Fails if it is not over.
    pub fn confirm_final(&self, room: &Room) -> Result<(), Error> {
        room.last.confirm()
    }

    /// Lets a finalist leave the final or come back, for a reason.
    ///
    /// # Errors
    /// Fails if the final is being played, or there is no such finalist.
    pub fn leave(&self, room: &Room, how: Leaving, name: &str, reason: &str) -> Result<(), Error> {
        room.last.leave(&self.place.settings, how, name, reason)
    }

    /// The appeals against a contest's final, each with its last answer.
    #[must_use]
    pub fn appeals(&self, room: &Room) -> Vec<(Appeal, Option<Answer>)> {
        room.appeals.all()
    }

    /// Writes down what a participant says against a game of the final.
    ///
    /// # Errors
    /// Fails if results are not provisional, the person does not take part, there is no text or no
    /// number of a game, or the person has appealed too often.
    pub fn appeal(&self, room: &Room, person: &str, game: &str, why: &str) -> Result<(), Error> {
        if room.final_state() != FinalState::Provisional {
            return Err(Error::conflict(message!(WORDS, "appeal-while-provisional")));
        }
        if !self.participants(room).iter().any(|one| one.version.person == person) {
            return Err(Error::input(message!(WORDS, "appeal-of-participants")));
        }
        self.is_own_game(room, person, game)?;
        room.appeals.add(person, game, why)
    }

    /// Writes down what an organiser answers to an appeal. A later answer replaces it.
    ///
    /// # Errors
    /// Fails if there is no such appeal, or no text.
    pub fn answer(&self, room: &Room, to: &str, answer: &str, who: &str) -> Result<(), Error> {
        room.appeals.answer(to, answer, who)
    }

    /// Adds tables `[[contest]]` and `[[assignment]]` to `class.toml`, if its checksum is still
    /// `sum`. Returns the first of them.
    ///
    /// # Errors
    /// Fails if the text has another table, a key without a meaning, a name that is taken or a
    /// closing that is past, the file has changed, or it cannot be written. Nothing changes then.
    pub fn announce(&self, text: &str, sum: &str) -> Result<Announced, Error> {
        let announced = self.class.announce(&self.place.settings, text, sum)?;
        self.tick();
        Ok(announced)
    }

    /// The organiser's own words about a contest, in Markdown.
    #[must_use]
    pub fn words(&self, contest: &Contest) -> Option<String> {
        words_in(&self.class.folder, contest.keys.words.as_ref())
    }

    /// The contest whose final began last, if one has begun.
    #[must_use]
    pub fn last_final(&self) -> Option<Arc<Room>> {
        let rooms = self.rooms().into_iter().filter(|room| room.last.begun().is_some());
        rooms.max_by_key(|room| (room.last.begun(), room.results()))
    }

    /// Checks that an appeal names a game of the person's own program.
    fn is_own_game(&self, room: &Room, person: &str, game: &str) -> Result<(), Error> {
        let record = room.last.game(game.trim().parse().unwrap_or(0))?;
        let mut participants = self.participants(room).into_iter();
        let own = participants.find(|one| one.version.person == person);
        let is_own = own.is_some_and(|own| record.players.iter().any(|one| one.name == own.name));
        if is_own { Ok(()) } else { Err(Error::input(message!(WORDS, "appeal-names-own-game"))) }
    }

    /// Whether a final is being played, so that trials and standings rest.
    #[must_use]
    pub fn is_final_played(&self) -> bool {
        self.rooms().iter().any(|room| room.final_state() == FinalState::Running)
    }

    /// Reads the contests of `class.toml` if it has changed. Returns whether it has.
    ///
    /// # Errors
    /// Fails if the file has a fault; nothing changes then.
    fn read_again(&self) -> Result<bool, Error> {
        if !self.watched.has_changed(&self.class.file()) {
            return Ok(false);
        }
        let mut rooms = Vec::new();
        let old = self.rooms();
        for (number, keys) in contest_keys(&self.class)?.into_iter().enumerate() {
            let at = |error: Error| {
                let file = self.class.file();
                let number = number + 1;
                Error::input(format!("{}: contest {number}: {}", file.display(), error.message()))
            };
            let contest = Contest::open(keys, &self.class.trainings).map_err(at)?;
            finale::check(&contest, &self.place.settings).map_err(at)?;
            let name = contest.keys.name.clone();
            let is_named = |room: &&Arc<Room>| room.contest().keys.name == name;
            match old.iter().find(is_named) {
                Some(room) => {
                    let taken = room.take(contest, &self.place, &self.roster);
                    room.complain(taken.err().map(|error| error.message().to_string()));
                    rooms.push(Arc::clone(room));
                }
                None => rooms.push(Arc::new(self.open_room(&name, contest)?)),
            }
        }
        *self.rooms.write().unwrap_or_else(PoisonError::into_inner) = rooms;
        Ok(true)
    }

    /// Opens a contest that was not held before this server began. If it was closed, its terms are
    /// those of the closing.
    fn open_room(&self, name: &str, contest: Contest) -> Result<Room, Error> {
        let folder = self.folder.join(name);
        let closed = closed_keys(&folder)?;
        let Some((keys, training)) = closed else {
            return Room::open(folder, contest, &self.place);
        };
        // A training may have changed since, for what comes next.
        let games: Vec<_> = self.class.trainings.iter().map(|training| training.spec).collect();
        let training = training.map(|keys| Training::open(keys, &games)).transpose()?;
        let trainings = training.map_or_else(|| self.class.trainings.clone(), |one| vec![one]);
        let room = Room::open(folder, Contest::open(keys, &trainings)?, &self.place)?;
        let taken = room.take(contest, &self.place, &self.roster);
        room.complain(taken.err().map(|error| error.message().to_string()));
        Ok(room)
    }

    /// Closes what is due, and sees how the finals go on.
    fn tick(&self) {
        let complain = |why| {
            *self.complaint.lock().unwrap_or_else(PoisonError::into_inner) = why;
        };
        match self.read_again() {
            Ok(true) => complain(None),
            Ok(false) => {}
            Err(error) => complain(Some(error.message().to_string())),
        }
        self.beat();
        for room in self.rooms() {
            if let Err(error) = self.look_at(&room) {
                room.complain(Some(error.message().to_string()));
            }
        }
        self.place.desk.rest(self.is_final_played());
    }

    fn look_at(&self, room: &Room) -> Result<(), Error> {
        room.close_if_due(&self.place, &self.roster)?;
        let contest = room.contest();
        if let (Some(closed), Some(after)) = (room.closed(), contest.final_after)
            && room.final_state() == FinalState::Waiting
        {
            let begins = closed.at + after.as_secs();
            // Who comes back after a long sleep decides by hand.
            if (begins..begins + LATE).contains(&now()) && !self.is_final_played() {
                room.begin_final(&self.place, &self.roster)?;
            }
        }
        room.appeals.forget(|person| self.roster.title(person).is_some())?;
        room.last.look(&self.place.settings)
    }

    /// Notes that the server is there, and for how long it was not.
    fn beat(&self) {
        let path = self.folder.join(BEAT);
        let before = fs::metadata(&path).and_then(|about| about.modified()).ok();
        let since = before.and_then(|before| before.elapsed().ok()).map(|gap| gap.as_secs());
        if let Some(since) = since.filter(|since| *since > GAP) {
            for room in self.rooms() {
                room.note_gap(now().saturating_sub(since), now());
            }
        }
        if since.is_none_or(|since| since > GAP / 4) {
            let made = fs::create_dir_all(&self.folder)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(&path))
                .and_then(|file| file.set_modified(SystemTime::now()));
            // Without it, a sleep is not seen; nothing else depends on it.
            let _ = made;
        }
    }
}

fn held(room: &Room) -> MutexGuard<'_, PairsPlayed> {
    room.pairs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A final that should have begun by itself so many seconds ago waits for the organiser.
const LATE: u64 = 600;

fn look_after(watched: &Weak<Contests>) {
    while let Some(contests) = watched.upgrade() {
        contests.tick();
        drop(contests);
        thread::sleep(TICK);
    }
}

/// Plays a pair of each contest in turn as long as there is one.
fn play(watched: &Weak<Contests>) {
    let mut player = PairPlayer::default();
    while let Some(contests) = watched.upgrade() {
        let mut has_played = false;
        for room in contests.rooms() {
            let played = play_next(&mut player, &contests.place, &contests.roster, &room);
            match played {
                Ok(is_played) => has_played |= is_played,
                Err(error) => room.complain(Some(error.message().to_string())),
            }
        }
        drop(contests);
        if !has_played {
            thread::sleep(TICK);
        }
    }
}
