//! Compiles submissions in the sandbox. A source can make a compiler do harmful things, such as
//! include any readable file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Breach, Ended, Job, Level, Limits, Profile, Spawner};

use crate::compiler_output::{take_classes, take_executable};
use crate::language::Language;
use crate::line_buffers::{self, Added};
use crate::remove_tree::remove_tree;
use crate::staged_copy::StagedCopy;
use crate::tools::{Sources, Tool, compilation};
use crate::{complaint, java, shell};
use errors::{Error, excerpt};
use rules::Message;

/// The number of lines of compiler messages that are kept.
const LOG_LINES: usize = 20;

/// The reason why a program could not be compiled.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// The constants that the program does not compile with.
    pub defines: Vec<String>,
    /// The lines of the compiler's messages, at most 20 of them.
    pub log: Vec<String>,
    /// A sentence about the cause, if the cause is known.
    pub hint: Option<Message>,
    /// Whether the sandbox caused the error. If so, the program may compile outside the sandbox.
    pub is_of_sandbox: bool,
    /// Whether the compiler ran into its time. It would do so with other constants, too.
    pub is_out_of_time: bool,
    /// A shell command that compiles the program again, in the sandbox if the error occurs only
    /// there.
    pub reproduce: String,
    /// The same command for the program's author, who runs it in the folder of their own files.
    pub by_author: String,
}

/// A compiler and its task.
pub(crate) struct Compiler<'a> {
    pub(crate) taken: &'a StagedCopy,
    pub(crate) tool: &'a Tool,
    pub(crate) options: &'a [String],
    pub(crate) level: Level,
    /// The processor time that the compiler may take.
    pub(crate) time: Duration,
    /// Whether the program is to send each line when it is complete.
    pub(crate) lines_at_once: bool,
    /// An empty folder that the compiler may not write to. Its subfolders are the compiler's own
    /// folder, the copy of what the compiler made, and a source under another name.
    pub(crate) folder: &'a Path,
}

/// The name of the program, or of the folder of its classes.
const PROGRAM: &str = "program";

/// The result of a compilation.
pub(crate) struct Compiled {
    /// The program, or the folder of its classes: a copy, out of the compiler's reach.
    pub(crate) out: PathBuf,
    /// The reason why there is no program if the compiler reported success.
    pub(crate) made: Result<(), String>,
    /// The new name of the only source, if the source had to be renamed for the Java compiler.
    pub(crate) renamed: Option<String>,
    ended: Ended,
}

/// The sources, by the names that the compiler gets.
struct Staged {
    /// The folder in which the compiler works.
    directory: PathBuf,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// The new name of the only source, if the source had to be renamed for the Java compiler.
    renamed: Option<String>,
}

impl Staged {
    /// Renames a source as the Java compiler demands, by a copy in this folder.
    fn rename(&mut self, root: &Path, folder: &Path) -> Result<(), Error> {
        let [file] = &self.files[..] else { return Ok(()) };
        let path = root.join(file);
        let bytes = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let plain = path.extension().is_some_and(|ending| ending == "java");
        let class = java::public_class(&String::from_utf8_lossy(&bytes))
            .unwrap_or_else(|| stem.to_string());
        if class == stem && plain {
            return Ok(());
        }
        let name = format!("{class}.java");
        make_folder(folder)?;
        let copy = folder.join(&name);
        fs::write(&copy, bytes).map_err(|error| Error::file("write", &copy, &error))?;
        *self = Staged {
            directory: folder.to_path_buf(),
            files: vec![PathBuf::from(&name)],
            folders: Vec::new(),
            renamed: Some(name),
        };
        Ok(())
    }
}

impl Compiler<'_> {
    /// Compiles with these constants.
    ///
    /// # Errors
    /// Fails if the compiler cannot be run. A program that does not compile is not an error of this
    /// function.
    pub(crate) fn compile(
        &self,
        defines: &[String],
        spawner: &mut Spawner,
    ) -> Result<Compiled, Error> {
        // The compiler may write here. A hostile source can make it put links here, or anything.
        let work = self.folder.join("work");
        make_folder(&work)?;
        let mut staged = self.staged(&work)?;
        let Added { file, option } = self.added(&work)?;
        staged.files.extend(file);
        let options: Vec<_> = self.options.iter().cloned().chain(option).collect();
        let out = work.join(PROGRAM);
        if self.taken.entry.language == Language::Java {
            make_folder(&out)?;
        }
        let compilation = compilation(&Sources {
            language: self.taken.entry.language,
            options: &options,
            defines,
            files: &staged.files,
            folders: &staged.folders,
            encoding: java::encoding(&self.taken.root, &self.taken.files),
            out: &out,
        });
        let compilation = compilation
            .ok_or_else(|| Error::bug("a language that is compiled has a compilation"))?;
        let mut job =
            Job::new(&self.tool.program, Profile::Compiler).arguments(compilation.arguments);
        job.environment.push(("TMPDIR".into(), work.clone().into()));
        job.environment.extend(
            compilation.environment.into_iter().map(|(name, value)| (name.into(), value.into())),
        );
        job.readable.push(self.taken.readable());
        job.readable.extend(staged.renamed.iter().map(|name| staged.directory.join(name)));
        job.directory = staged.directory;
        job.readable.extend(self.tool.files.iter().cloned());
        job.writable.push(work.clone());
        job.limits = limits(self.time);
        job.level = Some(self.level);
        let ended = spawner
            .run(&job, b"")
            .map_err(|error| Error::machine(format!("{}: {error}", self.tool.name)))?;
        let mut ended = self.taken.retold.ended(ended);
        ended.stdout = self.taken.retold.bytes(line_buffers::without_companion(&ended.stdout));
        let out = self.folder.join(PROGRAM);
        let made = if ended.is_success() { self.take(&work, &out) } else { Ok(()) };
        // What cannot be removed now is removed with the folder of the whole run.
        let _ = remove_tree(&work);
        Ok(Compiled { out, made, renamed: staged.renamed, ended })
    }

    /// What the compiler gets besides the program.
    fn added(&self, work: &Path) -> Result<Added, Error> {
        if self.lines_at_once {
            line_buffers::companion(self.taken.entry.language, work)
        } else {
            Ok(Added::default())
        }
    }

    /// Takes the program out of the compiler's folder.
    fn take(&self, work: &Path, out: &Path) -> Result<(), String> {
        match self.taken.entry.language {
            Language::Java => take_classes(work, PROGRAM, out),
            _ => take_executable(work, PROGRAM, out),
        }
    }

    /// The sources for the compiler. The compiler works in the sources' folder, so that its
    /// messages name a file as the author does.
    fn staged(&self, work: &Path) -> Result<Staged, Error> {
        let StagedCopy { root, files, folders, .. } = self.taken;
        let language = self.taken.entry.language;
        // In the submission's folder, Free Pascal would read the settings `fpc.cfg`.
        let is_there = language != Language::Pascal;
        let named =
            |path: &PathBuf| if is_there { shell::as_argument(path) } else { root.join(path) };
        let mut staged = Staged {
            directory: if is_there { root.clone() } else { work.to_path_buf() },
            files: files.iter().map(named).collect(),
            folders: folders.iter().map(|folder| root.join(folder)).collect(),
            renamed: None,
        };
        if language == Language::Java && self.taken.entry.bundle.is_none() {
            staged.rename(root, &self.folder.join("renamed"))?;
        }
        Ok(staged)
    }
}

impl Compiled {
    /// Whether the compiler reported success.
    pub(crate) fn is_success(&self) -> bool {
        self.ended.is_success()
    }

    /// What the compiler says from its first warning on; empty if there is none. All known ones write
    /// `warning:` then.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let said = [&self.ended.stdout[..], &self.ended.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let is_other = |line: &&str| !line.to_lowercase().contains("warning:");
        let lines: Vec<&str> = said.lines().skip_while(is_other).collect();
        excerpt::head(lines.join("\n").as_bytes(), LOG_LINES)
    }

    /// The reason why the compiler made no program. If the compiler reported success, `why` says
    /// why its output is not a program. `reproduce` and `by_author` are commands that compile the
    /// program again, for the judging person and for the author.
    pub(crate) fn failed(
        &self,
        Compiler { taken, options, .. }: &Compiler<'_>,
        defines: &[String],
        why: Option<String>,
        [reproduce, by_author]: [String; 2],
    ) -> CompileError {
        let language = taken.entry.language;
        let mut log = log(&self.ended);
        log.extend(why);
        let hint = complaint::hint(language, options, taken, &self.ended);
        let is_of_sandbox = hint.as_ref().is_some_and(|hint| hint.is_of_sandbox);
        let is_out_of_time = matches!(self.ended.breach, Some(Breach::Late | Breach::Cpu));
        let (defines, hint) = (defines.to_vec(), hint.map(|hint| hint.sentence));
        CompileError { defines, log, hint, is_of_sandbox, is_out_of_time, reproduce, by_author }
    }
}

fn make_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir(folder).map_err(|error| Error::file("make the folder", folder, &error))
}

/// Checks that there is room on the disk, since a lack of room is not the program's fault. The
/// folder has to be out of reach of every compiler.
pub(crate) fn check_room(folder: &Path) -> Result<(), Error> {
    let trial = folder.join("room");
    let tried = fs::write(&trial, vec![0; 1 << 20]).and_then(|()| fs::remove_file(&trial));
    tried.map_err(|error| {
        Error::machine(format!("nothing can be compiled in {}: {error}", folder.display()))
    })
}

/// The default limit on the processor time of compiling. The slowest compiler takes a quarter of
/// this limit: it needs 5 s for a program that includes the whole library of C++. A hostile source
/// delays the judging of a class by no more than this limit.
pub const COMPILE_TIME: Duration = Duration::from_secs(20);

/// The limits of a compiler.
fn limits(time: Duration) -> Limits {
    // The limit on wall time is twice the limit on processor time, since a busy machine is not the
    // source's fault.
    Limits {
        wall: 2 * time,
        cpu: time,
        memory: 2 << 30,
        files: 256,
        stderr: 16 << 10,
        ..Limits::default()
    }
}

/// The messages of a compiler. Free Pascal writes them to standard output.
fn log(ended: &Ended) -> Vec<String> {
    let mut log = excerpt::head(&[&ended.stdout[..], &ended.stderr].concat(), LOG_LINES);
    if let Some(breach) = &ended.breach {
        log.push(format!("the compiler was stopped: {breach}"));
    }
    log
}
