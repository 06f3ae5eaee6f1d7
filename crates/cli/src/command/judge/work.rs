//! Runs the judge in a separate thread, while the main thread waits for its events and for Ctrl-C.

use std::fs;
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use errors::Error;
use judge::{CaseSet, Judge, Judged, Report};
use submission::Entry;

use super::progress::Progress;
use crate::failure::Failure;
use crate::interrupt;

/// The programs and cases to judge.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) entries: Vec<Entry>,
    pub(super) sets: Vec<CaseSet>,
    /// Whether a program that cannot be judged is listed; if false, such a program is an error.
    pub(super) may_lack: bool,
}

/// The results so far.
pub(super) struct Done {
    pub(super) reports: Vec<Report>,
    pub(super) is_interrupted: bool,
}

/// An event of the judge, or Ctrl-C.
enum Event {
    Case(Box<Judged>),
    Program(Box<Report>),
    End,
    Interrupt,
}

impl Work {
    /// Whether the file at this real path is a program or belongs to a case.
    pub(super) fn reads(&self, path: &Path) -> bool {
        let cases = self
            .sets
            .iter()
            .flat_map(|set| &set.cases)
            .flat_map(|case| [&case.input, &case.expected]);
        let mut read = self.entries.iter().map(|entry| &entry.path).chain(cases);
        read.any(|read| read.canonicalize().is_ok_and(|real| real == path))
    }

    /// The number of cases of all programs together.
    pub(super) fn cases(&self) -> usize {
        self.entries.len() * self.sets.iter().map(|set| set.cases.len()).sum::<usize>()
    }

    /// Judges everything, or as much as it can before Ctrl-C. After Ctrl-C, the running programs
    /// continue until this process ends.
    pub(super) fn done(&self, judge: Judge) -> Result<Done, Failure> {
        let (tell, heard) = mpsc::channel();
        let folder = judge.folder().to_path_buf();
        let interrupter = tell.clone();
        interrupt::tell_first(vec![folder.clone()], move || {
            // Sending fails if everything has been judged. The interruption then has no effect, so
            // the failure is ignored.
            let _ = interrupter.send(Event::Interrupt);
        });
        let work = self.clone();
        let worker = thread::spawn(move || {
            let last = Last(tell);
            work.all(judge, &last.0)
        });
        let mut progress = Progress::new(self.cases());
        let (mut reports, mut cases) = (Vec::new(), Vec::new());
        for event in heard {
            match event {
                Event::Case(judged) => {
                    progress.add(&judged);
                    cases.push(*judged);
                }
                Event::Program(report) => {
                    reports.push(*report);
                    cases.clear();
                }
                Event::End => break,
                Event::Interrupt => {
                    let Some(entry) = self.entries.get(reports.len()) else { continue };
                    progress.clear();
                    let _ = fs::remove_dir_all(&folder);
                    let begun = Some(cases).filter(|cases| !cases.is_empty());
                    reports
                        .extend(begun.map(|cases| Report::interrupted(entry, &self.sets, cases)));
                    return Ok(Done { reports, is_interrupted: true });
                }
            }
        }
        progress.clear();
        worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault))?;
        Ok(Done { reports, is_interrupted: false })
    }

    fn all(&self, mut judge: Judge, tell: &Sender<Event>) -> Result<(), Error> {
        let say = |event| {
            // Sending fails only if the command was interrupted. The command then ends soon, so the
            // failure is ignored.
            let _ = tell.send(event);
        };
        for entry in &self.entries {
            let told = AtomicUsize::new(0);
            let judged = judge.judge(entry, &self.sets, &|judged| {
                told.fetch_add(1, Ordering::Relaxed);
                say(Event::Case(Box::new(judged.clone())));
            });
            let report = match judged {
                // This program is only listed, and does not affect the verdicts on other programs.
                Err(why) if self.may_lack => {
                    let report = Report::not_judged(entry, &self.sets, &why);
                    let rest = report.cases.iter().skip(told.into_inner());
                    rest.for_each(|judged| say(Event::Case(Box::new(judged.clone()))));
                    report
                }
                judged => judged?,
            };
            say(Event::Program(Box::new(report)));
        }
        Ok(())
    }
}

/// Sends the event `End` when this value is dropped, even after a panic.
struct Last(Sender<Event>);

impl Drop for Last {
    fn drop(&mut self) {
        let _ = self.0.send(Event::End);
    }
}
