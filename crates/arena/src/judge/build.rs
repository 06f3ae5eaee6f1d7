//! From what was handed in to a job for the sandbox: compile it, or find its interpreter.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use sandbox::{Ended, Job, Profile, Spawner};

use super::by_hand::ByHand;
use super::conditions::compiler_limits;
use super::tools::{Compilation, Tool, VALGRIND, compilation, constants};
use super::{Conditions, Entry, Language, Refused, excerpt};

/// Lines of a compiler's complaints that are kept.
const LOG_LINES: usize = 20;

/// A program that can be run on the cases of a set.
#[derive(Debug)]
pub(crate) struct Build {
    /// To be given limits and input.
    pub(crate) job: Job,
    /// The same, for people.
    pub(crate) by_hand: ByHand,
}

/// Why a program could not be compiled.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// The constants it was compiled with.
    pub defines: Vec<String>,
    /// What the compiler said, line by line, at most so much as a page shows.
    pub log: Vec<String>,
    /// A line of shell that compiles it again.
    pub reproduce: String,
}

/// Everything needed to build one program.
pub(crate) struct Builder<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) conditions: &'a Conditions,
    /// The compiler or interpreter.
    pub(crate) tool: Option<&'a Tool>,
    pub(crate) valgrind: Option<&'a Tool>,
    /// An empty folder for what is compiled.
    pub(crate) folder: &'a Path,
    /// A folder for valgrind.
    pub(crate) notes: &'a Path,
}

impl Builder<'_> {
    /// Builds the program with these constants.
    ///
    /// # Errors
    /// When nothing can be compiled or run here at all. A program that does not compile is no such error.
    pub(crate) fn build(
        &self,
        defines: &[String],
        number: usize,
        spawner: &mut Spawner,
    ) -> Result<Result<Build, CompileError>, Refused> {
        let source = absolute(&self.entry.path)?;
        let folder = self.folder.join(number.to_string());
        let out = folder.join("program");
        let Some(compilation) = compilation(self.entry.language, defines, file_name(&source), &out) else {
            return Ok(Ok(self.ready(&source, defines)));
        };
        fs::create_dir(&folder).map_err(|error| Refused::file("make the folder", &folder, &error))?;
        let ended = self.compile(compilation, &source, &folder, spawner)?;
        let by_hand = ByHand::compiled(self.entry, defines);
        if ended.is_success() && out.is_file() {
            return Ok(Ok(self.native(&out, Vec::new(), by_hand)));
        }
        let reproduce = by_hand.build_only();
        Ok(Err(CompileError { defines: defines.to_vec(), log: log(&ended), reproduce }))
    }

    /// Runs the compiler, confined: a source can ask a compiler for much, such as to include any file it can read.
    fn compile(
        &self,
        compilation: Compilation,
        source: &Path,
        folder: &Path,
        spawner: &mut Spawner,
    ) -> Result<Ended, Refused> {
        let tool = self.tool.expect("a language that is compiled has a compiler");
        let mut job = Job::new(&tool.program, Profile::Compiler).arguments(compilation.arguments);
        job.environment.push(("TMPDIR".into(), folder.into()));
        job.environment.extend(compilation.environment.into_iter().map(|(name, value)| (name.into(), value.into())));
        // Where it lies, so that complaints name the file as its author does.
        job.directory = source.parent().unwrap_or(Path::new("/")).to_path_buf();
        job.readable.push(source.to_path_buf());
        job.readable.extend(tool.files.iter().cloned());
        job.writable.push(folder.to_path_buf());
        job.limits = compiler_limits();
        job.level = Some(self.conditions.level);
        spawner.run(&job, b"").map_err(|error| Refused::new(format!("{}: {error}", tool.name)))
    }

    /// A program that needs no compiler.
    fn ready(&self, path: &Path, defines: &[String]) -> Build {
        let Some(python) = self.tool.filter(|_| self.entry.language == Language::Python) else {
            let passed = if self.conditions.pass_params { defines } else { &[] };
            return self.native(path, passed.to_vec(), ByHand::executable(self.entry, passed));
        };
        let mut job = Job::new(&python.program, Profile::Python).arguments([path]);
        // Without it Python asks the system who it is, and that may take a connection.
        job.environment.push(("HOME".into(), "/".into()));
        job.environment.extend(constants(defines).map(|(name, value)| (name.into(), value.into())));
        job.readable.push(path.to_path_buf());
        job.readable.extend(python.files.iter().cloned());
        job.level = Some(self.conditions.level);
        Build { job, by_hand: ByHand::python(self.entry, defines) }
    }

    /// An executable, under valgrind if that is wanted.
    fn native(&self, program: &Path, arguments: Vec<String>, by_hand: ByHand) -> Build {
        let mut job = match self.valgrind {
            None => Job::new(program, Profile::Native).arguments(arguments),
            Some(valgrind) => {
                let options = VALGRIND.into_iter().map(OsString::from).chain([program.into()]);
                let mut job = Job::new(&valgrind.program, Profile::Valgrind);
                job.arguments = options.chain(arguments.into_iter().map(OsString::from)).collect();
                job.readable.push(program.to_path_buf());
                // It notes the program's arguments in a temporary file, and needs no pipes for a debugger beside it.
                job.environment.push(("TMPDIR".into(), self.notes.into()));
                job.environment.push(("VALGRIND_OPTS".into(), "--vgdb=no".into()));
                job.writable.push(self.notes.to_path_buf());
                job
            }
        };
        job.level = Some(self.conditions.level);
        Build { job, by_hand: if self.valgrind.is_some() { by_hand.under_valgrind() } else { by_hand } }
    }
}

/// What a compiler said; Free Pascal complains on standard output.
fn log(ended: &Ended) -> Vec<String> {
    let mut log = excerpt::head(&[&ended.stdout[..], &ended.stderr].concat(), LOG_LINES);
    if let Some(breach) = &ended.breach {
        log.push(format!("the compiler was stopped: {breach}"));
    }
    log
}

fn absolute(path: &Path) -> Result<PathBuf, Refused> {
    fs::canonicalize(path).map_err(|error| Refused::file("read", path, &error))
}

fn file_name(path: &Path) -> &Path {
    path.file_name().map_or(path, Path::new)
}
