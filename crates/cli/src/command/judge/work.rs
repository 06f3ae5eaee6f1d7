//! The judge at work on a thread of its own, while this one listens to it and to Ctrl-C.

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

/// What there is to do.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) entries: Vec<Entry>,
    pub(super) sets: Vec<CaseSet>,
    /// Whether a program that cannot be judged here is told of among the others, and they are judged.
    pub(super) may_lack: bool,
}

/// What has been done.
pub(super) struct Done {
    pub(super) reports: Vec<Report>,
    pub(super) is_interrupted: bool,
}

/// What is heard of the judge, and of whoever wants it to end.
enum Event {
    Case(Box<Judged>),
    Program(Report),
    End,
    Interrupt,
}

impl Work {
    /// Whether the file at this path, which is a real one, is a program or of a case.
    pub(super) fn reads(&self, path: &Path) -> bool {
        let cases = self.sets.iter().flat_map(|set| &set.cases).flat_map(|case| [&case.input, &case.expected]);
        let mut read = self.entries.iter().map(|entry| &entry.path).chain(cases);
        read.any(|read| read.canonicalize().is_ok_and(|real| real == path))
    }

    /// How many cases there are, of all programs.
    pub(super) fn cases(&self) -> usize {
        self.entries.len() * self.sets.iter().map(|set| set.cases.len()).sum::<usize>()
    }

    /// Does it, or as much of it as there is time for before Ctrl-C. After that, programs still run until this process ends.
    pub(super) fn done(&self, judge: Judge) -> Result<Done, Failure> {
        let (tell, heard) = mpsc::channel();
        let folder = judge.folder().to_path_buf();
        let interrupter = tell.clone();
        interrupt::tell_first(folder.clone(), move || {
            // Nobody listens any more when all is done.
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
                    reports.push(report);
                    cases.clear();
                }
                Event::End => break,
                Event::Interrupt => {
                    let Some(entry) = self.entries.get(reports.len()) else { continue };
                    progress.clear();
                    let _ = fs::remove_dir_all(&folder);
                    let begun = Some(cases).filter(|cases| !cases.is_empty());
                    reports.extend(begun.map(|cases| Report::interrupted(entry, &self.sets, cases)));
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
            // Whoever listened has been interrupted, and is about to leave.
            let _ = tell.send(event);
        };
        for entry in &self.entries {
            let told = AtomicUsize::new(0);
            let judged = judge.judge(entry, &self.sets, &|judged| {
                told.fetch_add(1, Ordering::Relaxed);
                say(Event::Case(Box::new(judged.clone())));
            });
            let report = match judged {
                // It is told of among the others, and costs none of them its verdicts.
                Err(why) if self.may_lack => {
                    let report = Report::not_judged(entry, &self.sets, &why);
                    let rest = report.cases.iter().skip(told.into_inner());
                    rest.for_each(|judged| say(Event::Case(Box::new(judged.clone()))));
                    report
                }
                judged => judged?,
            };
            say(Event::Program(report));
        }
        Ok(())
    }
}

/// Says that there is nothing more to be heard, even after a fault of ours.
struct Last(Sender<Event>);

impl Drop for Last {
    fn drop(&mut self) {
        let _ = self.0.send(Event::End);
    }
}
