//! A contest that is being held: who takes part, what was closed, the standings, the final.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use errors::Error;
use rules::message;
use serde::{Deserialize, Serialize};

use crate::appeals::Appeals;
use crate::contest::{Contest, ContestKeys, Names};
use crate::entries::{current, in_time, is_of, is_tried};
use crate::finale::{Final, FinalState, Finalist};
use crate::handed_in::archived;
use crate::kept::Kept;
use crate::pairs_played::{Entrant, PairsPlayed};
use crate::place::{Place, now};
use crate::program_name::{LONGEST_NAME, drawn, shown};
use crate::ranking::Standings;
use crate::register::Member;
use crate::roster::Roster;
use crate::seal::Seal;
use crate::storage::{json, read, write_whole};
use crate::training::TrainingKeys;
use crate::trial_words::WORDS;
use crate::version::Version;

/// A contest that is being held.
pub struct Room {
    pub(crate) folder: PathBuf,
    contest: RwLock<Arc<Contest>>,
    closed: Mutex<Option<Closed>>,
    /// The people who have said that they do not take part.
    pub(crate) absences: Kept<BTreeSet<String>>,
    pub(crate) appeals: Appeals,
    pub(crate) pairs: Mutex<PairsPlayed>,
    standings: RwLock<Arc<Standings>>,
    /// Whose standings these are.
    ranked: Mutex<Vec<Entrant>>,
    pub(crate) last: Final,
    /// Why a changed contest is not what is held, and why nothing goes on.
    complaint: Mutex<Option<String>>,
    /// When the server was not there, if that was in the last hour before the closing.
    gap: Mutex<Option<[u64; 2]>>,
}

/// What was closed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Closed {
    /// When, in seconds since 1970.
    pub at: u64,
    /// The contest in TOML, as it was closed.
    keys: String,
    /// Its training, as it was closed. Older files lack it.
    #[serde(default)]
    training: Option<TrainingKeys>,
    /// The versions that count, one of a person.
    pub entries: Vec<ClosedEntry>,
}

/// A version that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedEntry {
    /// The id of the person.
    pub person: String,
    /// The number of the version.
    pub version: usize,
    /// Whether it came after the closing, and an organiser has admitted it.
    #[serde(default)]
    pub late: bool,
    /// What everybody may know of its program.
    #[serde(default)]
    pub seal: Seal,
}

impl ClosedEntry {
    fn of(version: &Version, late: bool, place: &Place) -> Result<ClosedEntry, Error> {
        let (person, seal) = (version.person.clone(), Seal::of(version, place)?);
        Ok(ClosedEntry { person, version: version.number, late, seal })
    }
}

/// Somebody who takes part, with the version that plays.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The version.
    pub version: Version,
    /// What tables call it.
    pub name: String,
    /// Whether it came after the closing.
    pub late: bool,
}

const CLOSED: &str = "closed.json";
const FINAL: &str = "final";

/// A gap matters in so many seconds before a closing.
const LAST_HOUR: u64 = 3600;

impl Room {
    /// Opens the folder of a contest.
    ///
    /// # Errors
    /// Fails if something in it cannot be read.
    pub(crate) fn open(folder: PathBuf, contest: Contest, place: &Place) -> Result<Room, Error> {
        fs::create_dir_all(&folder)
            .map_err(|error| Error::file("make the folder", &folder, &error))?;
        let path = folder.join(CLOSED);
        let closed: Option<Closed> = if path.exists() { Some(read(&path)?) } else { None };
        let pairs = pairs_of(&folder, &contest, place)?;
        let absences = Kept::open(folder.join("absent.json"))?;
        let appeals = Appeals::open(&folder)?;
        let last = Final::open(folder.join(FINAL))?;
        Ok(Room {
            folder,
            contest: RwLock::new(Arc::new(contest)),
            closed: Mutex::new(closed),
            absences,
            appeals,
            pairs: Mutex::new(pairs),
            standings: RwLock::default(),
            ranked: Mutex::default(),
            last,
            complaint: Mutex::default(),
            gap: Mutex::default(),
        })
    }

    /// The contest as it is held.
    #[must_use]
    pub fn contest(&self) -> Arc<Contest> {
        Arc::clone(&self.contest.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was closed; `None` before the closing.
    #[must_use]
    pub fn closed(&self) -> Option<Closed> {
        held(&self.closed).clone()
    }

    /// Whether it is past the usual closing, and extensions or the last trials go on.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        held(&self.closed).is_none() && now() >= self.contest().closing.closes
    }

    /// How far the final is.
    #[must_use]
    pub fn final_state(&self) -> FinalState {
        self.last.state()
    }

    /// The folder with the final's results.
    #[must_use]
    pub fn results(&self) -> PathBuf {
        self.last.results()
    }

    /// The folder with the final's results as a zip.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn results_archive(&self) -> Result<Vec<u8>, Error> {
        archived(&self.last.results(), &self.contest().keys.name)
    }

    /// When a final that waits begins by itself, in seconds since 1970.
    #[must_use]
    pub fn begins_by_itself(&self) -> Option<u64> {
        let closed = self.closed().filter(|_| self.final_state() == FinalState::Waiting)?;
        let begins = closed.at + self.contest().final_after?.as_secs();
        Some(begins).filter(|begins| *begins > now())
    }

    /// When the final began, in seconds since 1970.
    #[must_use]
    pub fn final_begun(&self) -> Option<u64> {
        self.last.begun()
    }

    /// The line of the final's file that differs from the contest's, so that it ends in time.
    #[must_use]
    pub fn final_changed(&self) -> Option<String> {
        self.last.changed()
    }

    /// The standings after the last pair.
    #[must_use]
    pub fn standings(&self) -> Arc<Standings> {
        Arc::clone(&self.standings.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What an organiser should know: why a change of the contest is refused, or what has failed.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        held(&self.complaint).clone().or_else(|| self.last.complaint())
    }

    pub(crate) fn complain(&self, why: Option<String>) {
        *held(&self.complaint) = why;
    }

    /// From when to when the server was not there, if that was in the last hour before the closing.
    #[must_use]
    pub fn gap(&self) -> Option<[u64; 2]> {
        *held(&self.gap)
    }

    pub(crate) fn note_gap(&self, from: u64, to: u64) {
        let closes = self.contest().closing.closes;
        if from < closes && to > closes.saturating_sub(LAST_HOUR) {
            *held(&self.gap) = Some([from, to.min(closes)]);
        }
    }

    /// Takes the contest as the file has it now. After the closing its terms stay.
    ///
    /// # Errors
    /// Fails if a key was changed that is fixed after the closing.
    pub(crate) fn take(&self, new: Contest, place: &Place, roster: &Roster) -> Result<(), Error> {
        let old = self.contest();
        let is_closed = held(&self.closed).is_some();
        // What is closed keeps its training, whatever the class's file says of it now.
        let new = if is_closed { Contest { training: old.training.clone(), ..new } } else { new };
        // A closing that was put off is undone.
        let opens_again = is_closed
            && self.final_state() == FinalState::Waiting
            && now() < new.closing.closes_for_last();
        if is_closed
            && !opens_again
            && let Some(key) = old.fixed_difference(&new.keys)
        {
            return Err(Error::conflict(message!(WORDS, "contest-is-closed", key = key)));
        }
        if old.keys.training != new.keys.training {
            return Err(Error::conflict(message!(WORDS, "contest-fixed", key = "training")));
        }
        if self.final_state() != FinalState::Waiting && old.keys.closes != new.keys.closes {
            return Err(Error::conflict(message!(WORDS, "contest-is-closed", key = "closes")));
        }
        if old.keys.zone != new.keys.zone && !self.participants(place, roster).is_empty() {
            return Err(Error::conflict(message!(WORDS, "contest-fixed", key = "zone")));
        }
        if terms_of(&old, place) != terms_of(&new, place) {
            // What was played on other terms does not count.
            *held(&self.pairs) = pairs_of(&self.folder, &new, place)?;
            held(&self.ranked).clear();
        }
        *self.contest.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
        if opens_again {
            let path = self.folder.join(CLOSED);
            fs::remove_file(&path).map_err(|error| Error::file("remove", &path, &error))?;
            *held(&self.closed) = None;
        }
        Ok(())
    }

    /// Who takes part now, or took part at the closing, by the numbers of the versions.
    #[must_use]
    pub(crate) fn participants(&self, place: &Place, roster: &Roster) -> Vec<Participant> {
        let (contest, members) = (self.contest(), roster.members());
        let found: Vec<(Version, bool)> = match self.closed() {
            Some(closed) => {
                let all = closed.entries.iter().filter_map(|entry| {
                    let version = place.desk.held().versions.get(&entry.version).cloned()?;
                    Some((version, entry.late))
                });
                all.filter(|(version, _)| !version.is_forgotten).collect()
            }
            None => members
                .iter()
                .filter(|member| !self.absences.held().contains(&member.id))
                .filter_map(|member| Some((counts(&contest, place, member)?, false)))
                .collect(),
        };
        let mut all: Vec<Participant> = found
            .into_iter()
            .map(|(version, late)| Participant {
                name: name_of(&contest, &version, &members),
                version,
                late,
            })
            .collect();
        all.sort_by_key(|one| one.version.number);
        make_unique(&mut all);
        all
    }

    /// The entrants of the standings: the versions that take part, and both training opponents.
    pub(crate) fn entrants(&self, place: &Place, roster: &Roster) -> Vec<Entrant> {
        let versions = self.participants(place, roster).into_iter();
        let versions = versions.map(|one| Entrant::Version(one.version.number));
        let levels = self.contest().training.opponents.map(|level| Entrant::Level(level.number()));
        versions.chain(BTreeSet::from(levels)).collect()
    }

    /// Computes the standings again.
    ///
    /// # Errors
    /// Fails if the ratings cannot be computed.
    pub(crate) fn rank(&self, entrants: &[Entrant]) -> Result<Arc<Standings>, Error> {
        let each = u64::from(self.contest().keys.standings_games / 2);
        let standings = Arc::new(Standings::of(entrants, each, &held(&self.pairs))?);
        *self.standings.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&standings);
        *held(&self.ranked) = entrants.to_vec();
        Ok(standings)
    }

    /// The standings of these entrants, which are computed again if others stand in them.
    ///
    /// # Errors
    /// Fails if the ratings cannot be computed.
    pub(crate) fn ranked(&self, entrants: &[Entrant]) -> Result<Arc<Standings>, Error> {
        let is_known = *held(&self.ranked) == entrants;
        if is_known { Ok(self.standings()) } else { self.rank(entrants) }
    }

    /// Closes the contest if it is time, and no trial of a version that came in time goes on.
    ///
    /// # Errors
    /// Fails if the closing cannot be kept.
    pub(crate) fn close_if_due(&self, place: &Place, roster: &Roster) -> Result<(), Error> {
        let contest = self.contest();
        if held(&self.closed).is_some() || now() < contest.closing.closes_for_last() {
            return Ok(());
        }
        if is_tried(&contest.training, contest.closing.closes_for_last(), place) {
            return Ok(());
        }
        let entries = self.participants(place, roster).into_iter();
        let entries = entries.map(|one| ClosedEntry::of(&one.version, false, place));
        let entries = entries.collect::<Result<_, _>>()?;
        let keys = toml::to_string(&contest.keys)
            .map_err(|bad| Error::bug(format!("a contest's keys: {bad}")))?;
        let training = Some(contest.training.keys.clone());
        self.keep_closed(Closed { at: now(), keys, training, entries })
    }

    /// Lets a late version of a person count in place of the one that counts now.
    ///
    /// # Errors
    /// Fails if the contest is not closed, its final has begun, there is no such version, or this
    /// cannot be kept.
    pub(crate) fn admit(&self, place: &Place, number: usize) -> Result<(), Error> {
        let contest = self.contest();
        let version = place.desk.held().versions.get(&number).cloned();
        let version =
            version.filter(|one| is_of(&one.training, &contest.training) && !one.is_forgotten);
        let version =
            version.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version")))?;
        let mut closed = self.before_final()?;
        closed.entries.retain(|entry| entry.person != version.person);
        let is_late = version.uploaded > contest.closing.closes;
        closed.entries.push(ClosedEntry::of(&version, is_late, place)?);
        self.keep_closed(closed)
    }

    /// Takes a version out that was closed, so that it does not play in the final.
    ///
    /// # Errors
    /// Fails if the contest is not closed, its final has begun, there is no such version in it, or
    /// this cannot be kept.
    pub(crate) fn take_out(&self, number: usize) -> Result<(), Error> {
        let mut closed = self.before_final()?;
        let before = closed.entries.len();
        closed.entries.retain(|entry| entry.version != number);
        if closed.entries.len() == before {
            return Err(Error::not_found(message!(WORDS, "no-such-version")));
        }
        self.keep_closed(closed)
    }

    /// What was closed, as long as it can change.
    fn before_final(&self) -> Result<Closed, Error> {
        let closed = self.closed().filter(|_| self.final_state() == FinalState::Waiting);
        closed.ok_or_else(|| Error::conflict(message!(WORDS, "late-only-after-closing")))
    }

    fn keep_closed(&self, closed: Closed) -> Result<(), Error> {
        write_whole(&self.folder, &self.folder.join(CLOSED), &json(&closed)?)?;
        *held(&self.closed) = Some(closed);
        Ok(())
    }

    /// Begins the final of a contest that is closed.
    ///
    /// # Errors
    /// Fails if the contest is open, the final has begun, or something cannot be written.
    pub(crate) fn begin_final(&self, place: &Place, roster: &Roster) -> Result<(), Error> {
        if self.closed().is_none() {
            return Err(Error::conflict(message!(WORDS, "contest-is-open")));
        }
        let contest = self.contest();
        let has_people = contest.keys.names_shown == Names::People;
        let standings = self.standings();
        let mut participants = self.participants(place, roster);
        // The first seed is the first of the standings. Who does not stand in them comes last.
        participants.sort_by_key(|one| {
            let own = Entrant::Version(one.version.number);
            let place = standings.rows.iter().position(|row| row.entrant == own);
            place.unwrap_or(standings.rows.len())
        });
        let mut finalists = Vec::new();
        for one in participants {
            let files = place.storage.files(one.version.number)?;
            let title = roster.title(&one.version.person).filter(|_| has_people);
            let author = title.filter(|title| *title != one.name);
            let version = one.version.number;
            finalists.push(Finalist { version, name: one.name, author, files });
        }
        self.last.begin(&contest, &place.settings, &finalists)
    }
}

/// The keys of a contest and its training as they were closed, for whoever opens it again.
pub(crate) fn closed_keys(
    folder: &Path,
) -> Result<Option<(ContestKeys, Option<TrainingKeys>)>, Error> {
    let path = folder.join(CLOSED);
    if !path.exists() {
        return Ok(None);
    }
    let closed: Closed = read(&path)?;
    let bad = |why| Error::corrupt(format!("{}: {why}", path.display()));
    let keys = toml::from_str(&closed.keys).map_err(bad)?;
    Ok(Some((keys, closed.training)))
}

fn held<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pairs that were played on a contest's terms.
fn pairs_of(folder: &Path, contest: &Contest, place: &Place) -> Result<PairsPlayed, Error> {
    let most = contest.keys.standings_mebibytes.saturating_mul(1 << 20);
    PairsPlayed::open(folder, &terms_of(contest, place), most)
}

/// What two pairs must have in common to be on the same terms.
fn terms_of(contest: &Contest, place: &Place) -> String {
    let (training, level) = (&contest.training, place.settings.level.number());
    let parts = (&training.keys.game, &training.keys.parameters, &training.keys.compilers);
    format!("{parts:?} {:?} {level}", contest.standings_time)
}

/// The version of a person that counts: of those that came in time, the one that became current
/// last.
pub(crate) fn counts(contest: &Contest, place: &Place, member: &Member) -> Option<Version> {
    let all = in_time(contest.terms(), 0, place, member);
    current(&all).cloned()
}

/// What tables call a version.
pub(crate) fn name_of(contest: &Contest, version: &Version, members: &[Member]) -> String {
    let person = || members.iter().find(|member| member.id == version.person);
    let name = match contest.keys.names_shown {
        Names::People => person().map(|member| member.person.name.clone()),
        Names::Programs => version.is_named.then(|| version.name.clone()),
    };
    name.map_or_else(|| drawn(&version.person, &contest.keys.name), |name| shown(&name))
}

/// Gives a number to whoever has the name of somebody before. Capitals do not tell names apart.
fn make_unique(all: &mut [Participant]) {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for one in all {
        let plain = one.name.clone();
        let mut name = plain.clone();
        for number in 2.. {
            if known.insert(name.to_lowercase()) {
                break;
            }
            let end = format!(" ({number})");
            let kept: String = plain.chars().take(LONGEST_NAME - end.len()).collect();
            name = kept.trim_end().to_string() + &end;
        }
        one.name = name;
    }
}
