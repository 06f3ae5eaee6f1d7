//! The judge's work: build a program once for each set of constants, then run it on every case.

use std::collections::{HashMap, hash_map};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use errors::Error;
use sandbox::pool::each;
use sandbox::{Level, Spawner};
use submission::{
    Builder, CompileError, Entry, Language, Scratch, StagedCopy, Tool, Valgrind, check_level,
};

use crate::candidate::{Builds, Candidate, Folders};
use crate::{CaseSet, Conditions, Judged, Report};

/// The time of the runs that look for a smaller case.
const TIME: Duration = Duration::from_secs(20);

/// Judges programs, one after the other, on the same cases.
pub struct Judge {
    conditions: Conditions,
    slots: Vec<Spawner>,
    folder: Arc<Scratch>,
    tools: HashMap<Language, Option<Tool>>,
    valgrind: Option<Valgrind>,
}

impl Judge {
    /// A judge that runs as many cases in parallel as there are slots.
    ///
    /// # Errors
    /// Fails if the machine lacks the level of confinement, if valgrind is required and missing, or
    /// if no folder for compiled programs can be made.
    pub fn new(conditions: Conditions, slots: Vec<Spawner>) -> Result<Judge, Error> {
        check_level(conditions.level, &slots)?;
        let folder = Arc::new(Scratch::new()?);
        let valgrind = conditions.valgrind.then(Valgrind::find).transpose()?;
        Ok(Judge { conditions, slots, folder, tools: HashMap::new(), valgrind })
    }

    /// The folder of compiled programs, which is removed when the judge is dropped.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Judges a program; `seen` is called for each finished case, from the thread that ran it.
    ///
    /// # Errors
    /// Fails if the judge cannot work because files, tools or the sandbox fail. A failure of the
    /// program is a verdict, not an error.
    pub fn judge(
        &mut self,
        entry: &Entry,
        sets: &[CaseSet],
        seen: &(dyn Fn(&Judged) + Sync),
    ) -> Result<Report, Error> {
        let candidate = self.compile(entry, sets)?;
        let numbers: Vec<_> = (0..candidate.count()).collect();
        let judged = each(&mut self.slots, &numbers, |spawner, &number| {
            let judged = candidate.judge(number, spawner)?;
            seen(&judged);
            Ok::<_, Error>(judged)
        })?;
        let spawner = self.slots.first_mut().filter(|_| self.conditions.looks_closer);
        let (fault, smallest) = spawner.map_or((None, None), |spawner| {
            let fault = candidate.look_closer(&judged, spawner);
            (fault, candidate.smallest(&judged, spawner, TIME))
        });
        let drawn = self.slots.first_mut().map(|spawner| candidate.doubt(&judged, spawner));
        Ok(Report { fault, smallest, ..candidate.report(judged, &drawn.unwrap_or_default()) })
    }

    /// Compiles a program for these sets of cases. Whoever shares a machine among several programs
    /// then runs the cases one by one.
    ///
    /// # Errors
    /// As [`judge`](Judge::judge).
    pub fn compile(&mut self, entry: &Entry, sets: &[CaseSet]) -> Result<Candidate, Error> {
        self.prepare(entry, sets)?;
        let folder = || tempfile::tempdir_in(self.folder.path());
        let failed = |error| Error::file("make a folder in", self.folder.path(), &error);
        let (compiled, notes) = (folder().map_err(failed)?, folder().map_err(failed)?);
        let taken = self.taken(entry, compiled.path())?;
        let builds = self.build(&taken, sets, [compiled.path(), notes.path()])?;
        // This check makes sure that nobody replaced the file while a compiler read it.
        taken.entry.check_found()?;
        let folders = Folders { _own: [compiled, notes], all: Arc::clone(&self.folder) };
        let tool = self.tools.get(&taken.entry.language).cloned().flatten();
        Ok(Candidate::new(self.conditions.clone(), taken, sets, builds, folders, tool))
    }

    fn prepare(&mut self, entry: &Entry, sets: &[CaseSet]) -> Result<(), Error> {
        entry.check_found()?;
        self.find_tool(entry.language)?;
        if let Some(Some(tool)) =
            self.tools.get(&entry.language).filter(|_| self.conditions.level > Level::Limits)
        {
            check_apart(tool, sets)?;
        }
        Ok(())
    }

    /// A copy of the program. At level 0 the program itself is used instead of a copy, since it may
    /// need the files beside it. At this level, programs can read all of this user's files in any
    /// case.
    fn taken(&self, entry: &Entry, folder: &Path) -> Result<StagedCopy, Error> {
        if self.conditions.level > Level::Limits || entry.bundle.is_some() {
            return StagedCopy::copied(entry, &folder.join("given"));
        }
        // An executable has to be readable only if it runs under valgrind.
        if entry.language != Language::Executable || self.conditions.valgrind {
            File::open(&entry.path).map_err(|error| Error::file("read", &entry.path, &error))?;
        }
        StagedCopy::in_place(entry)
    }

    fn find_tool(&mut self, language: Language) -> Result<(), Error> {
        if let hash_map::Entry::Vacant(unknown) = self.tools.entry(language) {
            unknown.insert(Tool::of(language)?);
        }
        Ok(())
    }

    /// Builds the program once for each different list of constants.
    fn build(
        &mut self,
        taken: &StagedCopy,
        sets: &[CaseSet],
        [folder, notes]: [&Path; 2],
    ) -> Result<Builds, Error> {
        let mut lists: Vec<&[String]> = Vec::new();
        let mut of_set = Vec::new();
        for set in sets {
            let known = lists.iter().position(|list| *list == set.defines);
            of_set.push(known.unwrap_or(lists.len()));
            if known.is_none() {
                lists.push(&set.defines);
            }
        }
        let (conditions, tool, valgrind) =
            (&self.conditions, self.tools[&taken.entry.language].as_ref(), &self.valgrind);
        let builder = Builder {
            taken,
            compilers: &conditions.compilers,
            memory: conditions.memory,
            stack: conditions.stack,
            arguments: &[],
            pass_constants: conditions.pass_params,
            level: conditions.level,
            tool,
            valgrind: valgrind.as_ref(),
            folder,
            notes,
            time: conditions.compile_time,
            lines_at_once: false,
        };
        let numbered: Vec<_> = lists.into_iter().enumerate().collect();
        // A compiler that ran into its time does so with the other constants, too.
        let out_of_time: OnceLock<CompileError> = OnceLock::new();
        let by_defines = each(&mut self.slots, &numbered, |spawner, (number, list)| {
            if let Some(error) = out_of_time.get() {
                return Ok(Err(CompileError { defines: list.to_vec(), ..error.clone() }));
            }
            let built = builder.build(list, *number, spawner)?;
            if let Some(error) = built.as_ref().err().filter(|error| error.is_out_of_time) {
                out_of_time.get_or_init(|| error.clone());
            }
            Ok(built)
        })?;
        Ok(Builds { by_defines, of_set })
    }
}

/// Refuses cases that lie among the files of a compiler or interpreter, since programs may read
/// these files.
fn check_apart(tool: &Tool, sets: &[CaseSet]) -> Result<(), Error> {
    let files: Vec<PathBuf> =
        tool.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let mut firsts = sets.iter().filter_map(|set| set.cases.first()?.input.canonicalize().ok());
    let open = firsts
        .find_map(|case| Some((files.iter().find(|file| case.starts_with(file))?.clone(), case)));
    open.map_or(Ok(()), |(folder, case)| {
        let (name, folder, case) = (tool.name, folder.display(), case.display());
        Err(Error::input(format!(
            "{case} would be open to programs, since {name} reads all of {folder}; copy the cases \
            to a folder elsewhere"
        )))
    })
}
