//! A second run of a program that fails a case: built with checks, it may say in which line of the
//! source it goes wrong. It changes no verdict.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sandbox::Spawner;
use submission::{Build, Builder, Language, StagedCopy, Tool, Valgrind};
use tempfile::TempDir;

use crate::cases::as_text;
use crate::mistake::{self, Found, Mistake, checks};
use crate::{Case, Conditions, Verdict};

/// A mistake that a check has found on a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The case.
    pub case: String,
    /// The mistake.
    pub mistake: Mistake,
}

/// What a second run needs of the first one.
pub(crate) struct SecondRun<'a> {
    pub(crate) taken: &'a StagedCopy,
    pub(crate) conditions: &'a Conditions,
    pub(crate) tool: Option<&'a Tool>,
    /// A folder for what compilers make.
    pub(crate) folder: &'a Path,
}

/// How a program is built so that mistakes show.
struct Checks<'a> {
    options: &'static [&'static str],
    valgrind: Option<&'a Valgrind>,
}

/// For valgrind, which needs the lines of the source. An assertion would end the program before
/// valgrind sees the mistake.
const PLAIN: &[&str] = &["-g", "-O0"];

/// The time of a second run is so many times the first one's: checks make a program slower.
const TIMES: u32 = 3;
/// A second run ends after this time. Most mistakes show early, and a class has many programs.
const LONGEST: Duration = Duration::from_secs(4);

impl SecondRun<'_> {
    /// The mistake that a check finds on this case. A machine that lacks a check finds none.
    pub(crate) fn fault(
        &self,
        case: &Case,
        defines: &[String],
        spawner: &mut Spawner,
    ) -> Option<Fault> {
        let language = self.taken.entry.language;
        let checks = Checks { options: checks(language)?, valgrind: None };
        let said = self.said(&checks, case, defines, spawner)?;
        let found = mistake::found_in(language, &said);
        let is_own = |place: &str| mistake::own_place(place, self.taken).is_some();
        let found = match found {
            found if language == Language::Pascal => found?,
            Some(found) if found.0.as_deref().is_some_and(is_own) => found,
            // A check in a library's own code does not name the program's line.
            Some((Some(_), what)) => self.memory(case, defines, spawner).unwrap_or((None, what)),
            // Only valgrind knows the line in which an assertion of the C++ library failed.
            Some((None, what)) => {
                (self.memory(case, defines, spawner).and_then(|(place, _)| place), what)
            }
            None => self.memory(case, defines, spawner)?,
        };
        let mistake = Mistake::of(found, self.taken);
        Some(Fault { case: case.name.clone(), mistake })
    }

    /// What valgrind says.
    fn memory(&self, case: &Case, defines: &[String], spawner: &mut Spawner) -> Option<Found> {
        let valgrind = Valgrind::find().ok()?;
        let checks = Checks { options: PLAIN, valgrind: Some(&valgrind) };
        let said = self.said(&checks, case, defines, spawner)?;
        mistake::memory(&said, |place| mistake::own_place(place, self.taken).is_some())
    }

    /// What the program writes to standard error if it is built with these checks.
    fn said(
        &self,
        checks: &Checks<'_>,
        case: &Case,
        defines: &[String],
        spawner: &mut Spawner,
    ) -> Option<String> {
        let [folder, notes] = [self.folder(), self.folder()];
        let (folder, notes) = (folder?, notes?);
        let mut conditions = self.conditions.clone();
        conditions.compilers = conditions.compilers.and(checks.options);
        conditions.valgrind = checks.valgrind.is_some();
        let builder = Builder {
            taken: self.taken,
            compilers: &conditions.compilers,
            memory: conditions.memory,
            stack: conditions.stack,
            arguments: &[],
            pass_constants: false,
            level: conditions.level,
            tool: self.tool,
            valgrind: checks.valgrind,
            folder: folder.path(),
            notes: notes.path(),
            time: conditions.compile_time,
            lines_at_once: false,
        };
        let Build { mut job, room, .. } = builder.build(defines, 0, spawner).ok()?.ok()?;
        let read = |path| fs::read(path).map(as_text).ok();
        let (input, expected) = (read(&case.input)?, read(&case.expected)?);
        job.limits = conditions.limits(expected.len(), room);
        let times = if checks.valgrind.is_some() { 1 } else { TIMES };
        let within = |limit: Duration| (times * limit).min(LONGEST);
        (job.limits.wall, job.limits.cpu) = (within(job.limits.wall), within(job.limits.cpu));
        let ended = self.taken.retold.ended(spawner.run(&job, &input).ok()?);
        Some(String::from_utf8_lossy(&ended.stderr).into_owned())
    }

    fn folder(&self) -> Option<TempDir> {
        tempfile::tempdir_in(self.folder).ok()
    }
}

/// Whether a second run may tell why a program gets this verdict.
pub(crate) fn may_tell(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Verdict::WrongAnswer(_)
            | Verdict::WrongExitCode(_)
            | Verdict::Crash(_)
            | Verdict::Late
            | Verdict::Memory
            | Verdict::OutputFlood
            | Verdict::ValgrindReport
    )
}
