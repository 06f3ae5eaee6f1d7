//! The assignments of a class: they are read again when `class.toml` changes, close by themselves,
//! and their programs are judged when no trial waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::thread;
use std::time::Duration;

use errors::Error;
use rules::message;

use crate::assignment::{Assignment, Grading, HandIn};
use crate::class_file::{Class, Watched, assignment_keys};
use crate::closing::words_in;
use crate::contests::Contests;
use crate::entries;
use crate::from_site::{self, TakenIn};
use crate::gradebook::{Gradebook, Tests};
use crate::grades::{Grade, Measure};
use crate::handed_in;
use crate::hidden_tests::{self, HiddenTests};
use crate::marking::Marker;
use crate::place::{Place, now};
use crate::register::Member;
use crate::roster::Roster;
use crate::trial_words::WORDS;
use crate::version::Version;
use crate::workshop::Workshop;

/// The assignments of a class.
pub struct Assignments {
    place: Arc<Place>,
    roster: Arc<Roster>,
    contests: Arc<Contests>,
    class: Class,
    folder: PathBuf,
    books: RwLock<Vec<Arc<Gradebook>>>,
    complaint: Mutex<Option<String>>,
    watched: Watched,
    /// Held while what was handed in on a course's site is taken in.
    taking_in: Mutex<()>,
}

/// How far an assignment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Programs come in.
    Open,
    /// It is closed for most, and open for some; or trials of the last versions go on.
    Waiting,
    /// All closings are over, and what was handed in on a course's site is awaited.
    Awaited,
    /// So many programs are judged, of so many.
    Judging {
        /// The number of those that are judged.
        done: usize,
        /// The number of programs that count.
        all: usize,
    },
    /// All programs that count are judged.
    Judged {
        /// Their number.
        all: usize,
    },
}

/// How often assignments are looked after, and how long judging rests when there is nothing to do.
const TICK: Duration = Duration::from_millis(500);

impl Assignments {
    /// Opens the assignments of a class, and looks after them until this value is dropped.
    ///
    /// # Errors
    /// Fails if `class.toml` has a fault, something kept cannot be read, or the system refuses a
    /// thread.
    pub fn open(
        class: &Class,
        workshop: &Workshop,
        roster: &Arc<Roster>,
        contests: &Arc<Contests>,
    ) -> Result<Arc<Assignments>, Error> {
        let assignments = Arc::new(Assignments {
            place: workshop.place(),
            roster: Arc::clone(roster),
            contests: Arc::clone(contests),
            class: class.clone(),
            folder: class.store().join("assignments"),
            books: RwLock::default(),
            complaint: Mutex::default(),
            watched: Watched::default(),
            taking_in: Mutex::default(),
        });
        assignments.read_again()?;
        for (name, work) in
            [("assignments", look_after as fn(&Weak<Assignments>)), ("marking", judge)]
        {
            let watched = Arc::downgrade(&assignments);
            thread::Builder::new()
                .name(name.to_string())
                .spawn(move || work(&watched))
                .map_err(|error| Error::machine(format!("no thread for assignments: {error}")))?;
        }
        Ok(assignments)
    }

    /// The assignments, in the order of the file.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Gradebook>> {
        self.books.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The assignment with this name.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn named(&self, name: &str) -> Result<Arc<Gradebook>, Error> {
        let mut all = self.all().into_iter();
        all.find(|book| book.assignment().keys.name == name)
            .ok_or_else(|| Error::not_found(message!(WORDS, "no-such-assignment")))
    }

    /// Why the assignments of `class.toml` are not those that are held.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The organiser's own words about an assignment, in Markdown.
    #[must_use]
    pub fn words(&self, assignment: &Assignment) -> Option<String> {
        words_in(&self.class.folder, assignment.keys.words.as_ref())
    }

    /// The grades of everybody who takes part, in the order of the list.
    #[must_use]
    pub fn grades(&self, book: &Gradebook) -> Vec<Grade> {
        book.grades(&self.place, &self.roster)
    }

    /// A zip of the programs that count for these people, a folder for each.
    ///
    /// # Errors
    /// Fails if a version cannot be read.
    pub fn programs(&self, grades: &[Grade]) -> Result<Vec<u8>, Error> {
        handed_in::programs(&self.place, grades)
    }

    /// How far an assignment is.
    #[must_use]
    pub fn progress(&self, book: &Gradebook) -> Progress {
        if !book.is_closed() {
            let assignment = book.assignment();
            let is_elsewhere = assignment.keys.hand_in == HandIn::Moodle;
            return match now() {
                now if now <= assignment.closing.closes => Progress::Open,
                now if is_elsewhere && now >= assignment.ends() => Progress::Awaited,
                _ => Progress::Waiting,
            };
        }
        let handed_in = self.grades(book).into_iter().filter(|grade| grade.counted.is_some());
        let judged = handed_in.map(|grade| usize::from(grade.judgement.is_some()));
        let (done, all) = judged.fold((0, 0), |(done, all), one| (done + one, all + 1));
        if done < all { Progress::Judging { done, all } } else { Progress::Judged { all } }
    }

    /// The versions that came after the first closing and do not count. Nothing before the last one.
    #[must_use]
    pub fn late(&self, book: &Gradebook) -> Vec<Version> {
        if !book.is_closed() || book.assignment().by_place().is_some() {
            return Vec::new();
        }
        let counted = self.grades(book).into_iter().filter_map(|grade| grade.counted);
        let counted: Vec<usize> = counted.map(|(entry, _)| entry.version).collect();
        let assignment = book.assignment();
        entries::late(assignment.terms(), &counted, &self.place)
    }

    /// Lets a version count in place of the one of its author that counts now.
    ///
    /// # Errors
    /// Fails if the assignment is open, or there is no such version.
    pub fn admit(&self, book: &Gradebook, version: usize) -> Result<(), Error> {
        book.admit(&self.place, &self.roster, version)
    }

    /// Takes in what people have handed in on a course's site, from its zip and its worksheet. After
    /// the last closing this decides which versions count.
    ///
    /// # Errors
    /// Fails if programs are handed in here, the files are not the site's, or something cannot be
    /// kept.
    pub fn take_in(
        &self,
        workshop: &Workshop,
        book: &Gradebook,
        files: (&[u8], &[u8]),
    ) -> Result<TakenIn, Error> {
        let _one = self.taking_in.lock().unwrap_or_else(PoisonError::into_inner);
        let assignment = book.assignment();
        if assignment.keys.hand_in != HandIn::Moodle {
            return Err(Error::conflict(message!(WORDS, "hands-in-here")));
        }
        let taken = from_site::take_in(workshop, &self.roster, &assignment, files)?;
        book.close_by_site(&self.place, &self.roster)?;
        Ok(taken)
    }

    /// Judges a version again, or all of them.
    ///
    /// # Errors
    /// Fails if the assignment is open.
    pub fn judge_again(&self, book: &Gradebook, version: Option<usize>) -> Result<(), Error> {
        book.judge_again(version)
    }

    /// The versions of which a person may choose one, from the oldest.
    #[must_use]
    pub fn choosable(&self, book: &Gradebook, member: &Member) -> Vec<Version> {
        book.choosable(&self.place, member)
    }

    /// Lets a version count that its author has chosen, or the usual one again.
    ///
    /// # Errors
    /// Fails if the person may not choose it, or this cannot be kept.
    pub fn choose(
        &self,
        book: &Gradebook,
        person: &str,
        version: Option<usize>,
    ) -> Result<(), Error> {
        book.choose(&self.place, &self.member(person)?, version)
    }

    fn member(&self, person: &str) -> Result<Member, Error> {
        let mut members = self.roster.members().into_iter();
        members
            .find(|member| member.id == person)
            .ok_or_else(|| Error::not_found(message!(WORDS, "no-such-person")))
    }

    /// Gives a person points by hand, or lets those of the tests count again.
    ///
    /// # Errors
    /// Fails if there is no such person, nobody can have these points, or there is no reason.
    pub fn set_points(
        &self,
        book: &Gradebook,
        person: &str,
        points: Option<f64>,
        reason: &str,
        who: &str,
    ) -> Result<(), Error> {
        book.set_points(&self.member(person)?.id, points, reason, who)
    }

    /// Reads the assignments of `class.toml` if it has changed. Returns whether it has.
    ///
    /// # Errors
    /// Fails if the file has a fault; nothing changes then.
    fn read_again(&self) -> Result<bool, Error> {
        if !self.watched.has_changed(&self.class.file()) {
            return Ok(false);
        }
        let (mut books, old) = (Vec::<Arc<Gradebook>>::new(), self.all());
        let (all, contests) = assignment_keys(&self.class)?;
        for (number, keys) in all.into_iter().enumerate() {
            let at = |error: Error| {
                let (file, number) = (self.class.file(), number + 1);
                let why = error.message();
                Error::input(format!("{}: assignment {number}: {why}", file.display()))
            };
            let open = |keys| Assignment::open(keys, &self.class.trainings);
            let assignment = keys.of_contest(&contests).and_then(open).map_err(at)?;
            let name = assignment.keys.name.clone();
            let is_named = |book: &&Arc<Gradebook>| book.assignment().keys.name == name;
            let book = match old.iter().find(is_named) {
                Some(book) => {
                    book.take(assignment);
                    Arc::clone(book)
                }
                None => Arc::new(Gradebook::open(self.folder.join(&name), assignment, open)?),
            };
            self.check_tests(&book);
            books.push(book);
        }
        *self.books.write().unwrap_or_else(PoisonError::into_inner) = books;
        Ok(true)
    }

    /// Notes whether the judge takes the tests of an assignment.
    fn check_tests(&self, book: &Gradebook) {
        if !matches!(book.assignment().grading, Grading::Tests) {
            return book.note_tests(Ok(Tests::default()));
        }
        let read = hidden_tests::read(&self.class.folder, &book.assignment());
        let tests = read.map(|HiddenTests { sets, marks, .. }| Tests {
            count: sets.iter().map(|set| set.cases.len()).sum(),
            has_validation: sets.iter().flat_map(|set| &set.cases).any(|case| case.is_validation),
            measure: Some(Measure { most: marks.most(), scale: marks.scale().to_vec() }),
        });
        book.note_tests(tests.map_err(|error| error.message().to_string()));
    }

    /// Closes an assignment whose points are by place, once its final is confirmed.
    fn close_by_place(&self, book: &Gradebook) -> Result<(), Error> {
        let assignment = book.assignment();
        let Some(by) = assignment.by_place().filter(|_| !book.is_closed()) else { return Ok(()) };
        let finishers = self.contests.finishers(&by.contest)?;
        finishers.map_or(Ok(()), |finishers| book.close_by_place(finishers))
    }

    /// Reads `class.toml` if it has changed, and closes what is due.
    pub fn tick(&self) {
        let complain = |why| {
            *self.complaint.lock().unwrap_or_else(PoisonError::into_inner) = why;
        };
        match self.read_again() {
            Ok(true) => complain(None),
            Ok(false) => {}
            Err(error) => complain(Some(error.message().to_string())),
        }
        for book in self.all() {
            // Whoever mends a folder of tests does not touch class.toml.
            if book.tests().is_none() {
                self.check_tests(&book);
            }
            let closed = book
                .close_if_due(&self.place, &self.roster)
                .and_then(|()| self.close_by_place(&book));
            if let Err(error) = closed.and_then(|()| book.forget(&self.place, &self.roster)) {
                book.note_failure(Some(error.message().to_string()));
            }
        }
    }
}

fn look_after(watched: &Weak<Assignments>) {
    while let Some(assignments) = watched.upgrade() {
        assignments.tick();
        drop(assignments);
        thread::sleep(TICK);
    }
}

/// Judges what is to be judged, as long as there is something.
fn judge(watched: &Weak<Assignments>) {
    let mut marker = Marker::default();
    while let Some(all) = watched.upgrade() {
        // A fault of ours fails one program, and the next one is judged.
        let turn = catch_unwind(AssertUnwindSafe(|| {
            marker.turn(&all.place, &all.roster, &all.class.folder, &all.all())
        }));
        drop(all);
        if !turn.unwrap_or_default() {
            thread::sleep(TICK);
        }
    }
}
