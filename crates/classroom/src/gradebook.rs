//! An assignment that is being held: which versions count, what the tests or games found about them,
//! and the points that an organiser has given by hand.
//!
//! ```text
//! closed.json                the versions that count, and the terms
//! results/00001.json         what the tests found about a version
//! results/00001.pages.json   the judge's page about it, for each language
//! results/00001.jsonl        its games against our engines, if it is graded by play
//! points.jsonl               points by hand, a line each; the last one of a person counts
//! chosen.json                the versions that people have chosen to count, by the people's ids
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use errors::Error;
use page::Recording;
use rules::{Language, message};
use serde::{Deserialize, Serialize};

use crate::assignment::{Assignment, AssignmentKeys, Grading, HandIn};
use crate::by_place::Finisher;
use crate::entries::{in_time, is_of, is_tried};
use crate::grades::{Entry, Grade, Measure, counted};
use crate::judgement::Judgement;
use crate::judgements::{Judgements, Shown, remove};
use crate::kept::Kept;
use crate::place::{Place, now};
use crate::points_by_hand::PointsByHand;
use crate::register::Member;
use crate::roster::Roster;
use crate::storage::{json, read, remove_unfinished, write_whole};
use crate::trial_words::WORDS;
use crate::version::Version;

/// An assignment that is being held.
pub struct Gradebook {
    folder: PathBuf,
    assignment: RwLock<Arc<Assignment>>,
    closed: Mutex<Option<Closed>>,
    judgements: Judgements,
    by_hand: PointsByHand,
    chosen: Kept<BTreeMap<String, usize>>,
    /// Counts what makes results that are being found worthless.
    round: AtomicU64,
    /// The tests, or why the judge refuses them.
    tests: Mutex<Result<Tests, String>>,
    /// Why a changed assignment is not what is held.
    refused: Mutex<Option<String>>,
    /// Why a program could not be judged.
    failed: Mutex<Option<String>>,
}

/// What is known about the tests of an assignment before anything is judged.
#[derive(Default)]
pub(crate) struct Tests {
    pub(crate) count: usize,
    pub(crate) has_validation: bool,
    /// How points are counted; `None` if the assignment has no tests.
    pub(crate) measure: Option<Measure>,
}

/// What was closed.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Closed {
    /// When, in seconds since 1970.
    at: u64,
    /// The assignment in TOML, as it was closed.
    keys: String,
    entries: Vec<Entry>,
    /// The seed of the boards of games against our engines. Nobody knew it before.
    #[serde(default)]
    seed: u64,
}

const CLOSED: &str = "closed.json";
const RESULTS: &str = "results";
const POINTS: &str = "points.jsonl";
const CHOSEN: &str = "chosen.json";

impl Gradebook {
    /// Opens the folder of an assignment. What was closed there keeps its terms, and what `written`
    /// changes about them is refused by a sentence.
    ///
    /// # Errors
    /// Fails if something in it cannot be read.
    pub(crate) fn open(
        folder: PathBuf,
        written: Assignment,
        reopen: impl Fn(AssignmentKeys) -> Result<Assignment, Error>,
    ) -> Result<Gradebook, Error> {
        fs::create_dir_all(&folder)
            .map_err(|error| Error::file("make the folder", &folder, &error))?;
        remove_unfinished(&folder);
        let path = folder.join(CLOSED);
        let closed: Option<Closed> = if path.exists() { Some(read(&path)?) } else { None };
        let bad = |why| Error::corrupt(format!("{}: {why}", path.display()));
        let held = match &closed {
            Some(closed) => reopen(toml::from_str(&closed.keys).map_err(bad)?)?,
            None => written.clone(),
        };
        let book = Gradebook {
            assignment: RwLock::new(Arc::new(held)),
            closed: Mutex::new(closed),
            judgements: Judgements::open(folder.join(RESULTS))?,
            by_hand: PointsByHand::open(folder.join(POINTS))?,
            chosen: Kept::open(folder.join(CHOSEN))?,
            round: AtomicU64::default(),
            tests: Mutex::new(Ok(Tests::default())),
            refused: Mutex::default(),
            failed: Mutex::default(),
            folder,
        };
        book.take(written);
        Ok(book)
    }

    /// The assignment as it is held.
    #[must_use]
    pub fn assignment(&self) -> Arc<Assignment> {
        Arc::clone(&self.assignment.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the last closing is over, so that programs are judged.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        held(&self.closed).is_some()
    }

    /// The number of tests, if the judge takes them.
    #[must_use]
    pub fn tests(&self) -> Option<usize> {
        held(&self.tests).as_ref().ok().map(|tests| tests.count)
    }

    /// Whether some cases decide whether the tests give any points.
    #[must_use]
    pub fn has_validation(&self) -> bool {
        held(&self.tests).as_ref().is_ok_and(|tests| tests.has_validation)
    }

    /// How points are counted: as others were judged, else as the tests say.
    fn measure(&self, assignment: &Assignment) -> Measure {
        let of_others = self.judgements.any().map(|found| Measure::of(&found));
        let of_tests = || held(&self.tests).as_ref().ok()?.measure.clone();
        let usual = || Measure { most: assignment.points(), scale: Vec::new() };
        of_others.or_else(of_tests).unwrap_or_else(usual)
    }

    /// What an organiser should know: what is refused, and what has failed.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let tests = held(&self.tests).as_ref().err().cloned();
        [held(&self.refused).clone(), tests, held(&self.failed).clone()]
            .into_iter()
            .flatten()
            .collect()
    }

    pub(crate) fn note_tests(&self, tests: Result<Tests, String>) {
        *held(&self.tests) = tests;
    }

    pub(crate) fn note_failure(&self, why: Option<String>) {
        *held(&self.failed) = why;
    }

    /// Takes the assignment as the file has it now. After the closing its terms stay, and a sentence
    /// says which key was changed in vain.
    pub(crate) fn take(&self, new: Assignment) {
        let refused = self.taken(new).err().map(|error| error.message().to_string());
        *held(&self.refused) = refused;
    }

    fn taken(&self, new: Assignment) -> Result<(), Error> {
        let is_closed = self.is_closed();
        if is_closed && let Some(key) = self.assignment().fixed_difference(&new.keys) {
            return Err(Error::conflict(message!(WORDS, "assignment-is-closed", key = key)));
        }
        // A final that was confirmed stands, whatever the contest's closing becomes.
        let is_put_off = is_closed && now() < new.ends() && new.by_place().is_none();
        *self.assignment.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
        if is_put_off {
            // A closing that was put off is undone, and nothing of the tests is shown again.
            remove(&self.folder.join(CLOSED))?;
            *held(&self.closed) = None;
            self.drop_results(|_| true)?;
        }
        Ok(())
    }

    /// Closes the assignment if it is time, and no trial of a version that came in time goes on.
    ///
    /// # Errors
    /// Fails if the closing cannot be kept.
    pub(crate) fn close_if_due(&self, place: &Place, roster: &Roster) -> Result<(), Error> {
        let assignment = self.assignment();
        let (training, ends) = (&assignment.training, assignment.ends());
        let is_early = now() < ends || is_tried(training, ends, place);
        if self.is_closed() || is_early || is_elsewhere(&assignment) {
            return Ok(());
        }
        self.close(&assignment, self.counted(&assignment, place, roster))
    }

    /// Closes an assignment with what was handed in on a course's site, if it is time; or again, with
    /// what came since. Versions that were admitted stay.
    ///
    /// # Errors
    /// Fails if this cannot be kept.
    pub(crate) fn close_by_site(&self, place: &Place, roster: &Roster) -> Result<(), Error> {
        let assignment = self.assignment();
        if now() < assignment.ends() {
            return Ok(());
        }
        let closed = held(&self.closed).clone();
        let admitted = closed.into_iter().flat_map(|closed| closed.entries);
        let mut entries: Vec<Entry> = admitted.filter(|entry| entry.is_admitted).collect();
        let mut counted = self.counted(&assignment, place, roster);
        counted.retain(|one| entries.iter().all(|known| known.person != one.person));
        entries.append(&mut counted);
        self.close(&assignment, entries)
    }

    /// The versions that count before the closing.
    fn counted(&self, assignment: &Assignment, place: &Place, roster: &Roster) -> Vec<Entry> {
        let (members, chosen) = (roster.members(), self.chosen.held().clone());
        let counted = |member| counted(assignment, &chosen, place, member);
        members.iter().filter_map(counted).map(|(one, _)| one).collect()
    }

    /// Closes an assignment whose points are by place in a final: each program there has its points
    /// at once.
    ///
    /// # Errors
    /// Fails if this cannot be kept.
    pub(crate) fn close_by_place(&self, finishers: Vec<Finisher>) -> Result<(), Error> {
        let assignment = self.assignment();
        let Grading::Places(by) = &assignment.grading else { return Ok(()) };
        for one in &finishers {
            let judgement = by.judgement(one.place, finishers.len());
            self.judgements.keep(one.version, judgement, &Shown::Nothing)?;
        }
        let entry = |one: Finisher| {
            let (days, is_admitted, is_chosen) = (0, false, false);
            Entry { person: one.person, version: one.version, days, is_admitted, is_chosen }
        };
        self.close(&assignment, finishers.into_iter().map(entry).collect())
    }

    fn close(&self, assignment: &Assignment, entries: Vec<Entry>) -> Result<(), Error> {
        let keys = toml::to_string(&assignment.keys)
            .map_err(|bad| Error::bug(format!("an assignment's keys: {bad}")))?;
        let seed = held(&self.closed).as_ref().map_or_else(drawn_seed, |closed| closed.seed);
        self.keep_closed(Closed { at: now(), keys, entries, seed })
    }

    /// The seed of the boards of games against our engines, drawn at the closing.
    pub(crate) fn seed(&self) -> u64 {
        held(&self.closed).as_ref().map_or(0, |closed| closed.seed)
    }

    fn keep_closed(&self, closed: Closed) -> Result<(), Error> {
        write_whole(&self.folder, &self.folder.join(CLOSED), &json(&closed)?)?;
        *held(&self.closed) = Some(closed);
        Ok(())
    }

    /// The grades of everybody who takes part, in the order of the list.
    pub(crate) fn grades(&self, place: &Place, roster: &Roster) -> Vec<Grade> {
        let assignment = self.assignment();
        let takes_part = |member: &Member| {
            assignment.closing.takes_part(&member.person.number, &member.person.email)
        };
        let members = roster.members().into_iter().filter(takes_part);
        let usual = self.measure(&assignment);
        members.map(|member| self.grade(&assignment, &usual, place, member)).collect()
    }

    fn grade(
        &self,
        assignment: &Assignment,
        usual: &Measure,
        place: &Place,
        member: Member,
    ) -> Grade {
        let counted = match &*held(&self.closed) {
            None if assignment.by_place().is_some() => None,
            None => counted(assignment, &self.chosen.held(), place, &member),
            Some(closed) => {
                let entry = closed.entries.iter().find(|entry| entry.person == member.id);
                entry.and_then(|entry| {
                    let version = place.desk.held().versions.get(&entry.version).cloned();
                    Some((entry.clone(), version.filter(|version| !version.is_forgotten)?))
                })
            }
        };
        let is_closed = self.is_closed();
        let judgement = counted.as_ref().filter(|_| is_closed);
        let judgement = judgement.and_then(|(entry, _)| self.judgements.of(entry.version));
        let of_tests = match (&counted, &judgement) {
            (None, _) => is_closed.then_some(0.0),
            (Some((entry, _)), Some(found)) if entry.is_admitted => Some(found.points),
            (Some((entry, _)), Some(found)) => {
                Some(assignment.after_late_days(found.points, found.of, entry.days))
            }
            (Some(_), None) => None,
        };
        let by_hand = self.by_hand.of(&member.id);
        let given = by_hand.as_ref().and_then(|line| line.points);
        let own = judgement.as_ref().map(|found| Measure::of(found));
        let measure = own.unwrap_or_else(|| usual.clone());
        Grade { member, counted, judgement, by_hand, measure, points: given.or(of_tests) }
    }

    /// The next version that is to be judged, other than those that have just failed.
    pub(crate) fn next(
        &self,
        place: &Place,
        roster: &Roster,
        is_out: impl Fn(usize) -> bool,
    ) -> Option<Version> {
        if !self.is_closed() || self.assignment().by_place().is_some() {
            return None;
        }
        let open = self.grades(place, roster).into_iter();
        let mut open = open.filter(|grade| grade.judgement.is_none());
        open.find_map(|grade| grade.counted.map(|(_, one)| one).filter(|one| !is_out(one.number)))
    }

    /// A number that changes when results that are being found are worthless.
    pub(crate) fn round(&self) -> u64 {
        self.round.load(Ordering::Relaxed)
    }

    /// Keeps what was found about a version.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(crate) fn keep(
        &self,
        version: usize,
        judgement: Judgement,
        shown: &Shown,
    ) -> Result<(), Error> {
        self.judgements.keep(version, judgement, shown)
    }

    /// The judge's page about a version.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub fn page(&self, version: usize, language: Language) -> Result<String, Error> {
        self.judged().and_then(|all| all.page(version, language))
    }

    /// A game of a version against our engines, in the form that pages read.
    ///
    /// # Errors
    /// Fails if there is none, or it cannot be read.
    pub fn recording(&self, version: usize, number: usize) -> Result<Recording, Error> {
        let spec = self.assignment().training.spec;
        self.judged().and_then(|all| all.recording(version, number, spec))
    }

    /// What was found about all versions. Nothing before the last closing.
    fn judged(&self) -> Result<&Judgements, Error> {
        let none = || Error::not_found(message!(WORDS, "not-judged-yet"));
        self.is_closed().then_some(&self.judgements).ok_or_else(none)
    }

    /// Lets a version count in place of the one of its author that counts now.
    ///
    /// # Errors
    /// Fails if the assignment is open, there is no such version, or this cannot be kept.
    pub(crate) fn admit(&self, place: &Place, roster: &Roster, number: usize) -> Result<(), Error> {
        let assignment = self.assignment();
        is_own_judge(&assignment)?;
        let version = place.desk.held().versions.get(&number).cloned();
        let is_meant = |one: &Version| is_of(&one.training, &assignment.training);
        let version = version.filter(|one| is_meant(one) && !one.is_forgotten);
        let author = |one: &Version| roster.members().into_iter().find(|it| it.id == one.person);
        let found = version.and_then(|one| Some((author(&one)?, one)));
        let (member, version) =
            found.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version")))?;
        let mut closed = held(&self.closed).clone().ok_or_else(still_open)?;
        let closes = assignment.closing.closes_for_member(&member);
        let days = Assignment::days_late(version.uploaded, closes);
        closed.entries.retain(|entry| entry.person != member.id);
        let (person, version) = (member.id, version.number);
        let entry = Entry { person, version, days, is_admitted: true, is_chosen: false };
        closed.entries.push(entry);
        self.keep_closed(closed)
    }

    /// Judges a version again, or all of them.
    ///
    /// # Errors
    /// Fails if the assignment is open, or a file cannot be removed.
    pub(crate) fn judge_again(&self, version: Option<usize>) -> Result<(), Error> {
        is_own_judge(&self.assignment())?;
        if !self.is_closed() {
            return Err(still_open());
        }
        self.drop_results(|number| version.is_none_or(|one| one == number))
    }

    /// The versions of which a person may choose one: those in time, from the oldest. None after the
    /// person's closing.
    pub(crate) fn choosable(&self, place: &Place, member: &Member) -> Vec<Version> {
        let assignment = self.assignment();
        let is_over = now() > assignment.closing.closes_for_member(member);
        if self.is_closed() || is_over || is_elsewhere(&assignment) {
            return Vec::new();
        }
        in_time(assignment.terms(), 0, place, member)
    }

    /// Lets a version count that its author has chosen, or the usual one again.
    ///
    /// # Errors
    /// Fails if the person may not choose it, or this cannot be kept.
    pub(crate) fn choose(
        &self,
        place: &Place,
        member: &Member,
        version: Option<usize>,
    ) -> Result<(), Error> {
        let may_be = self.choosable(place, member);
        let is_one = |number: usize| may_be.iter().any(|one| one.number == number);
        if may_be.is_empty() || version.is_some_and(|number| !is_one(number)) {
            return Err(Error::conflict(message!(WORDS, "version-not-to-choose")));
        }
        self.chosen.change(|chosen| {
            chosen.remove(&member.id);
            chosen.extend(version.map(|number| (member.id.clone(), number)));
        })
    }

    /// Gives points by hand, or lets those of the tests count again.
    ///
    /// # Errors
    /// Fails if nobody can have these points, there is no reason, or this cannot be kept.
    pub(crate) fn set_points(
        &self,
        person: &str,
        points: Option<f64>,
        reason: &str,
        who: &str,
    ) -> Result<(), Error> {
        let most = self.measure(&self.assignment()).most;
        self.by_hand.add(person, (points, most), reason, who)
    }

    /// Removes what is kept about people who were forgotten.
    ///
    /// # Errors
    /// Fails if a file cannot be written or removed.
    pub(crate) fn forget(&self, place: &Place, roster: &Roster) -> Result<(), Error> {
        let mut gone = self.judgements.versions();
        {
            let desk = place.desk.held();
            gone.retain(|number| desk.versions.get(number).is_none_or(|one| one.is_forgotten));
        }
        if !gone.is_empty() {
            self.drop_results(|number| gone.contains(&number))?;
        }
        self.chosen.change(|chosen| {
            let desk = place.desk.held();
            let is_there =
                |number: &usize| desk.versions.get(number).is_some_and(|one| !one.is_forgotten);
            chosen.retain(|_, number| is_there(number));
        })?;
        self.by_hand.keep(|person| roster.title(person).is_some())
    }

    /// Removes the results of these versions.
    fn drop_results(&self, is_meant: impl Fn(usize) -> bool) -> Result<(), Error> {
        self.round.fetch_add(1, Ordering::Relaxed);
        self.judgements.remove(is_meant)
    }
}

fn held<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A seed that nobody knew before. Nine digits can be typed again.
fn drawn_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// Whether something else than this server's clock decides which versions count.
fn is_elsewhere(assignment: &Assignment) -> bool {
    assignment.by_place().is_some() || assignment.keys.hand_in == HandIn::Moodle
}

/// Refuses to decide what a contest decides.
fn is_own_judge(assignment: &Assignment) -> Result<(), Error> {
    match assignment.by_place() {
        None => Ok(()),
        Some(_) => Err(Error::conflict(message!(WORDS, "final-decides"))),
    }
}

fn still_open() -> Error {
    Error::conflict(message!(WORDS, "assignment-is-open"))
}

#[cfg(test)]
mod tests;
