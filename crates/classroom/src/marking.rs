//! Judges the programs of closed assignments, by tests or by play, one after the other, when no trial
//! waits.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use errors::Error;
use judge::Marks;

use crate::assignment::Grading;
use crate::cases::CaseRun;
use crate::contestants::spawner;
use crate::gradebook::Gradebook;
use crate::hidden_tests::{self, HiddenTests};
use crate::judgement::Judgement;
use crate::judgements::Shown;
use crate::level_games::LevelGames;
use crate::place::Place;
use crate::roster::Roster;
use crate::version::{Version, program};

/// A version that could not be judged is tried again after this time, and others come first.
const LATER: Duration = Duration::from_secs(60);

/// Judges programs, turn by turn.
#[derive(Default)]
pub(crate) struct Marker {
    work: Option<Work>,
    /// The versions that were begun and are not judged, whatever came between.
    out: BTreeMap<usize, Instant>,
}

/// A program that is being judged.
struct Work {
    book: Arc<Gradebook>,
    version: usize,
    /// The round of the gradebook in which this was begun.
    round: u64,
    way: Way,
}

/// How a program is judged.
enum Way {
    Tests(Box<(Marks, CaseRun)>),
    Play(Box<LevelGames>),
}

impl Marker {
    /// Runs a program on some tests, lets it play a pair, or compiles the next one. Returns false if there is none, or
    /// trials come first.
    pub(crate) fn turn(
        &mut self,
        place: &Place,
        roster: &Roster,
        class: &Path,
        books: &[Arc<Gradebook>],
    ) -> bool {
        if place.desk.is_busy() {
            return false;
        }
        if let Some(work) = self.work.take() {
            let (book, version) = (Arc::clone(&work.book), work.version);
            match work.turn(place) {
                Ok(Some(rest)) => self.work = Some(rest),
                Ok(None) => {
                    self.out.remove(&version);
                    if self.out.is_empty() {
                        book.note_failure(None);
                    }
                }
                Err(error) => book.note_failure(Some(error.message().to_string())),
            }
            return true;
        }
        self.out.retain(|_, begun| begun.elapsed() < LATER);
        let is_out = |number: usize| self.out.contains_key(&number);
        let next = books.iter().find_map(|book| Some((book, book.next(place, roster, is_out)?)));
        let Some((book, version)) = next else { return false };
        let (book, number) = (Arc::clone(book), version.number);
        self.out.insert(number, Instant::now());
        match begin(place, class, &book, &version) {
            Ok(work) => self.work = Some(work),
            Err(error) => book.note_failure(Some(error.message().to_string())),
        }
        true
    }
}

/// Begins to judge a program: by play, or on the tests as they are now.
fn begin(
    place: &Place,
    class: &Path,
    book: &Arc<Gradebook>,
    version: &Version,
) -> Result<Work, Error> {
    let (assignment, round) = (book.assignment(), book.round());
    let work = |way| Work { book: Arc::clone(book), version: version.number, round, way };
    if matches!(assignment.grading, Grading::Play(_)) {
        return Ok(work(Way::Play(Box::new(LevelGames::new(version.number, book.seed())))));
    }
    let HiddenTests { sets, marks, folder } = hidden_tests::read(class, &assignment)?;
    let entry = program(place.storage.files(version.number)?, &version.training)?.0;
    // Commands name the folders of tests as they lie in the class's folder.
    let shown = (format!("{}/", folder.display()), "");
    let valgrind = assignment.has_valgrind();
    let training = &assignment.training;
    let run = CaseRun::on(place, training, (&entry, &sets, shown), valgrind, spawner()?)?;
    Ok(work(Way::Tests(Box::new((marks, run)))))
}

impl Work {
    /// Runs the program on further tests, or lets it play further. Returns what is left to do.
    fn turn(mut self, place: &Place) -> Result<Option<Work>, Error> {
        // Its results are not wanted any more.
        if !self.book.is_closed() || self.book.round() != self.round {
            return Ok(None);
        }
        let assignment = self.book.assignment();
        let is_over = match (&mut self.way, &assignment.grading) {
            (Way::Tests(tests), _) => tests.1.turn(&mut spawner()?)?,
            (Way::Play(games), Grading::Play(play)) => games.turn(place, &assignment, play)?,
            (Way::Play(_), _) => return Ok(None),
        };
        if !is_over {
            return Ok(Some(self));
        }
        let Work { book, version, way, .. } = self;
        let (judgement, shown) = match (way, &assignment.grading) {
            (Way::Play(games), Grading::Play(play)) => {
                (games.judgement(play), Shown::Games(games.games))
            }
            (Way::Play(_), _) => return Ok(None),
            (Way::Tests(tests), _) => {
                let (marks, run) = *tests;
                let mut results = run.results();
                marks.settle(&mut results.report);
                let pages = results.pages(&assignment.training, &marks);
                (Judgement::of(&results, &marks), Shown::Pages(pages))
            }
        };
        let is_known =
            place.desk.held().versions.get(&version).is_some_and(|one| !one.is_forgotten);
        if is_known {
            book.keep(version, judgement, &shown)?;
        }
        Ok(None)
    }
}
