//! The judge's work: build a program once for each set of constants, then run it on every case.

use std::collections::{HashMap, hash_map};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sandbox::pool::each;
use sandbox::{Ended, Job, Level, Profile, Spawner};

use super::cases::as_text;
use super::reproduce::{Reproduction, confined, unconfined};
use super::{
    Case, CaseSet, Conditions, Judged, NotRun, Report, Uncompiled, Verdict, explanation, hint,
};
use errors::{Error, excerpt};
use submission::{
    Build, Builder, CompileError, Entry, Language, NAMELESS_SCRIPT, Scratch, StagedCopy, Tool,
    Valgrind, check_level, names_interpreter,
};

/// The number of lines of standard error that are kept for a failed case.
const STDERR_LINES: usize = 8;

/// Judges programs, one after the other, on the same cases.
pub struct Judge {
    conditions: Conditions,
    slots: Vec<Spawner>,
    folder: Scratch,
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
        let folder = Scratch::new()?;
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
        self.prepare(entry, sets)?;
        let folder = || tempfile::tempdir_in(self.folder.path());
        let failed = |error| Error::file("make a folder in", self.folder.path(), &error);
        let (compiled, notes) = (folder().map_err(failed)?, folder().map_err(failed)?);
        let taken = self.taken(entry, compiled.path())?;
        let builds = self.build(&taken, sets, [compiled.path(), notes.path()])?;
        // This check makes sure that nobody replaced the file while a compiler read it.
        taken.entry.check_found()?;
        let cases = self.run(&taken, sets, &builds, seen)?;
        let compile_errors = uncompiled(&taken.entry, builds, sets, &self.conditions);
        Ok(Report { cases, compile_errors, ..Report::of(entry) })
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

    fn run(
        &mut self,
        taken: &StagedCopy,
        sets: &[CaseSet],
        builds: &Builds,
        seen: &(dyn Fn(&Judged) + Sync),
    ) -> Result<Vec<Judged>, Error> {
        let of_set = sets.iter().zip(&builds.of_set);
        let tasks: Vec<_> = of_set
            .flat_map(|(set, &build)| {
                set.cases
                    .iter()
                    .map(move |case| (case, &set.defines[..], &builds.by_defines[build]))
            })
            .collect();
        let conditions = &self.conditions;
        let late = AtomicUsize::new(0);
        // A script without a known extension is never run. The system could execute the script only
        // if the interpreter was readable in the sandbox.
        let program = &taken.entry;
        let is_script =
            program.language == Language::Executable && names_interpreter(&program.path);
        each(&mut self.slots, &tasks, |spawner, &(case, defines, build)| {
            let judged = match build {
                _ if is_script => not_run(case, Verdict::NotExecuted(NAMELESS_SCRIPT.to_string())),
                Ok(_) if late.load(Ordering::Relaxed) >= conditions.stop_after => {
                    not_run(case, Verdict::NotRun(NotRun::Late(conditions.stop_after)))
                }
                Ok(build) => run_case(taken, (case, defines), build, conditions, spawner)?,
                Err(error) => Judged {
                    hint: error.hint.clone(),
                    ..not_run(case, Verdict::NotRun(NotRun::DoesNotCompile))
                },
            };
            // A late case does not count if the program was late only because the machine was busy.
            let is_late = judged.verdict == Verdict::Late && !judged.was_kept_waiting();
            late.fetch_add(usize::from(is_late), Ordering::Relaxed);
            seen(&judged);
            Ok(judged)
        })
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

/// The builds of a program: one for each list of constants.
struct Builds {
    by_defines: Vec<Result<Build, CompileError>>,
    /// For each set of cases, the index of its build.
    of_set: Vec<usize>,
}

/// The compiler errors. The command that reproduces an error judges the program on the first case
/// with the error's constants.
fn uncompiled(
    entry: &Entry,
    Builds { by_defines, of_set }: Builds,
    sets: &[CaseSet],
    conditions: &Conditions,
) -> Vec<Uncompiled> {
    let errors =
        by_defines.into_iter().enumerate().filter_map(|(build, built)| Some((build, built.err()?)));
    let with_case = errors.filter_map(|(build, error)| {
        let set = of_set.iter().position(|of_set| *of_set == build)?;
        Some((error, sets[set].cases.first()?))
    });
    with_case
        .map(|(error, case)| {
            let by_hand = |line: &String| Some(line).filter(|_| !error.is_of_sandbox).cloned();
            let [reproduce, by_author] =
                [(entry, &error.reproduce), (&entry.at_author(), &error.by_author)].map(
                    |(entry, line)| Reproduction {
                        confined: confined(entry, case, conditions),
                        unconfined: by_hand(line),
                    },
                );
            Uncompiled { error, reproduce, by_author }
        })
        .collect()
}

fn run_case(
    taken: &StagedCopy,
    (case, defines): (&Case, &[String]),
    build: &Build,
    conditions: &Conditions,
    spawner: &mut Spawner,
) -> Result<Judged, Error> {
    let entry = &taken.entry;
    entry.check_found()?;
    let read =
        |path| fs::read(path).map(as_text).map_err(|error| Error::file("read", path, &error));
    let (input, expected) = (read(&case.input)?, read(&case.expected)?);
    let mut job = build.job.clone();
    job.limits = conditions.limits(expected.len(), build.room);
    let ran = match spawner.run(&job, &input) {
        Ok(ended) => unfit_for_valgrind(entry, &ended, conditions, spawner).map_or(Ok(ended), Err),
        error => error,
    };
    let ended = match ran {
        Err(sandbox::Error::Start { source, .. }) if is_kept_from_us(entry, &source) => {
            return Err(Error::file("execute", &entry.by_hand, &source));
        }
        // If the system cannot execute a program's file, this program fails the case, and the other
        // programs are still judged.
        Err(error) if is_unfit(entry, &error) => {
            let verdict = Verdict::NotExecuted(taken.retold.text(&error.to_string()));
            let unconfined = [&build.by_hand, &build.by_author].map(|by_hand| {
                unconfined(by_hand, case, expected.len(), &verdict, false, conditions)
            });
            let [reproduce, by_author] = reproduced(entry, case, conditions, unconfined).map(Some);
            return Ok(Judged { reproduce, by_author, ..not_run(case, verdict) });
        }
        ended => ended.map_err(|error| {
            Error::machine(taken.retold.text(&format!("{}: {error}", entry.name)))
        })?,
    };
    let ended = taken.retold.ended(ended);
    let verdict = Verdict::on(&ended, conditions, &input, &expected);
    let stderr_lines = if verdict.is_accepted() { 0 } else { STDERR_LINES };
    let stderr =
        if stderr_lines > 0 { excerpt::head(&ended.stderr, stderr_lines) } else { Vec::new() };
    let hint = hint::on(taken, &ended, &verdict);
    let is_full = ended.held_nearly(job.limits.memory);
    let unconfined_lines = [&build.by_hand, &build.by_author].map(|by_hand| match hint {
        // Outside the sandbox the program may pass.
        Some(_) => None,
        None => unconfined(by_hand, case, expected.len(), &verdict, is_full, conditions),
    });
    let [reproduce, by_author] = reproduced(entry, case, conditions, unconfined_lines)
        .map(|reproduction| Some(reproduction).filter(|_| !verdict.is_accepted()));
    let texts = [&input[..], &expected, &ended.stdout];
    let explanation = explanation::of(&verdict, defines, conditions, ended.peak_memory, texts);

    Ok(Judged {
        case: case.name.clone(),
        is_validation: case.is_validation,
        explanation,
        verdict,
        limit: conditions.time,
        wall: ended.wall,
        cpu: ended.cpu,
        waited: ended.waited,
        peak_memory: ended.peak_memory,
        stderr,
        hint,
        reproduce,
        by_author,
    })
}

/// The commands that reproduce a failure, for the judging person and for the program's author.
fn reproduced(
    entry: &Entry,
    case: &Case,
    conditions: &Conditions,
    [unconfined, by_author]: [Option<String>; 2],
) -> [Reproduction; 2] {
    [
        Reproduction { confined: confined(entry, case, conditions), unconfined },
        Reproduction {
            confined: confined(&entry.at_author(), case, conditions),
            unconfined: by_author,
        },
    ]
}

/// The system's error for a file that valgrind cannot execute. Valgrind's own message would not
/// name the cause.
fn unfit_for_valgrind(
    entry: &Entry,
    ended: &Ended,
    conditions: &Conditions,
    spawner: &mut Spawner,
) -> Option<sandbox::Error> {
    if !conditions.valgrind || ended.is_success() || !ended.stderr.starts_with(b"valgrind: ") {
        return None;
    }
    let mut job = Job::new(entry.path.canonicalize().ok()?, Profile::Native);
    job.limits = conditions.limits(0, 0);
    job.level = Some(conditions.level);
    spawner.run(&job, b"").err().filter(|error| is_unfit(entry, error))
}

/// Whether the judging user lacks the permission to execute the file. The program may be right, and
/// other users may have the permission.
fn is_kept_from_us(entry: &Entry, error: &io::Error) -> bool {
    entry.language == Language::Executable && error.kind() == io::ErrorKind::PermissionDenied
}

fn is_unfit(entry: &Entry, error: &sandbox::Error) -> bool {
    !entry.language.is_script() && error.is_no_program()
}

pub(super) fn not_run(case: &Case, verdict: Verdict) -> Judged {
    let none = Duration::ZERO;
    Judged {
        case: case.name.clone(),
        is_validation: case.is_validation,
        explanation: None,
        verdict,
        limit: none,
        wall: none,
        cpu: none,
        waited: none,
        peak_memory: 0,
        stderr: Vec::new(),
        hint: None,
        reproduce: None,
        by_author: None,
    }
}
