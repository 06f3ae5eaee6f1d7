//! Turns a submission into a job for the sandbox.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::fs::StatVfsMountFlags;
use sandbox::{Job, Level, Profile, Spawner};

use crate::by_hand::{ByHand, Java};
use crate::compile::{CompileError, Compiler, check_room};
use crate::compilers::Compilers;
use crate::java;
use crate::language::Language;
use crate::line_buffers;
use crate::linker_words;
use crate::package::Package;
use crate::staged_copy::{PathRewriter, StagedCopy};
use crate::submission::Entry;
use crate::tools::{Tool, VALGRIND, Valgrind, constants};
use errors::Error;

/// A program that is ready to run on cases.
#[derive(Debug)]
pub struct Build {
    /// The job. Its limits and its input are still to be set.
    pub job: Job,
    /// How a person runs the program by hand.
    pub by_hand: ByHand,
    /// How the author runs the program, in the folder of the author's own files.
    pub by_author: ByHand,
    /// Rewrites messages so that they name the submitted file.
    pub retold: PathRewriter,
    /// The program's memory limit is raised by this many bytes, which the interpreter needs.
    pub room: u64,
    /// The compiler's first warnings; empty if it warned of nothing.
    pub warnings: Vec<String>,
}

/// Everything that is needed to build one program.
pub struct Builder<'a> {
    /// The copy of the submission from which the program is built.
    pub taken: &'a StagedCopy,
    /// The options for each compiler.
    pub compilers: &'a Compilers,
    /// The bytes of memory, including the stack, that the program may use.
    pub memory: u64,
    /// The bytes of stack that the program may use.
    pub stack: u64,
    /// The arguments after the program's name.
    pub arguments: &'a [String],
    /// Whether an executable gets the constants as arguments in the form `-DNAME=VALUE`.
    pub pass_constants: bool,
    /// The level at which compilers are confined.
    pub level: Level,
    /// The compiler or interpreter.
    pub tool: Option<&'a Tool>,
    /// The valgrind that the program runs under, if any.
    pub valgrind: Option<&'a Valgrind>,
    /// An empty folder for what compilers make. No compiler may write to the folder itself.
    pub folder: &'a Path,
    /// A folder for valgrind's temporary files.
    pub notes: &'a Path,
    /// The processor time that compiling may take.
    pub time: Duration,
    /// Whether the program is to send each line when it is complete, even if it does not flush its
    /// output. In a conversation, the other side waits for the line.
    pub lines_at_once: bool,
}

impl Builder<'_> {
    /// Builds the program with these constants.
    ///
    /// # Errors
    /// Fails if this machine cannot compile or run programs at all. A program that does not compile
    /// is no error.
    pub fn build(
        &self,
        defines: &[String],
        number: usize,
        spawner: &mut Spawner,
    ) -> Result<Result<Build, CompileError>, Error> {
        let language = self.taken.entry.language;
        let path = &self.taken.entry.path;
        let source = fs::canonicalize(path).map_err(|error| Error::file("read", path, &error))?;
        if !language.is_compiled() {
            return Ok(Ok(if language.is_script() {
                self.script(&source, defines)
            } else {
                check_execution(source.parent().unwrap_or(&source))?;
                self.executable(&source, defines)
            }));
        }
        let folder = self.folder.join(number.to_string());
        fs::create_dir(&folder).map_err(|error| Error::file("make the folder", &folder, &error))?;
        let options = self.compilers.options(language);
        if let Some(error) = self.words_for_linker(defines)? {
            return Ok(Err(error));
        }
        let tool = self.tool.expect("a language that is compiled has a compiler");
        let Builder { taken, level, time, lines_at_once, .. } = *self;
        let compiler =
            Compiler { taken, tool, options, level, time, lines_at_once, folder: &folder };
        let compiled = compiler.compile(defines, spawner)?;
        let begins = compiled.made.clone().and_then(|()| match language {
            Language::Java => java::main_class(&compiled.out, &source),
            _ => Ok(String::new()),
        });
        let java = (language == Language::Java).then(|| Java {
            renamed: compiled.renamed.clone(),
            encoding: java::encoding(&taken.root, &taken.files),
            class: begins.clone().unwrap_or_default(),
            options: java::options(self.memory, self.stack, defines),
        });
        let arguments = self.arguments;
        let [by_hand, by_author] = self
            .by_hand(|entry| ByHand::compiled(entry, options, arguments, defines, java.as_ref()));
        if let (true, Ok(class)) = (compiled.is_success(), &begins) {
            check_execution(&folder)?;
            let build = match java {
                Some(java) => self.classes(&compiled.out, class, java, [by_hand, by_author]),
                None => self.native(&compiled.out, arguments.to_vec(), [by_hand, by_author]),
            };
            return Ok(Ok(Build { warnings: compiled.warnings(), ..build }));
        }
        check_room(&folder)?;
        let commands = [by_hand, by_author].map(ByHand::build_only);
        let why = begins.err().filter(|_| compiled.is_success());
        let failed = compiled.failed(&compiler, defines, why, commands);
        Ok(Err(failed))
    }

    /// Why a Pascal program is not compiled: it tells the linker what to read.
    fn words_for_linker(&self, defines: &[String]) -> Result<Option<CompileError>, Error> {
        let language = self.taken.entry.language;
        if language != Language::Pascal {
            return Ok(None);
        }
        let root = &self.taken.root;
        let found = linker_words::refused(root);
        let found = found.map_err(|error| Error::file("read", root, &error))?;
        let (options, arguments) = (self.compilers.options(language), self.arguments);
        let commands = || {
            let all =
                self.by_hand(|entry| ByHand::compiled(entry, options, arguments, defines, None));
            all.map(ByHand::build_only)
        };
        Ok(found.map(|sentence| {
            let ([reproduce, by_author], defines) = (commands(), defines.to_vec());
            let (log, hint, is_of_sandbox, is_out_of_time) = (vec![sentence], None, false, false);
            CompileError { defines, log, hint, is_of_sandbox, is_out_of_time, reproduce, by_author }
        }))
    }

    /// How the judging person and the program's author run the program by hand.
    fn by_hand(&self, of: impl Fn(&Entry) -> ByHand) -> [ByHand; 2] {
        let entry = &self.taken.entry;
        [of(entry), of(&entry.at_author())]
    }

    /// The build of a Java program, which the Java virtual machine runs.
    fn classes(
        &self,
        folder: &Path,
        class: &str,
        java: Java,
        [by_hand, by_author]: [ByHand; 2],
    ) -> Build {
        let tool = self.tool.expect("Java has a compiler");
        let mut job = Job::new(java::machine(tool), Profile::Node).arguments(java.options);
        job.arguments.extend(["-cp".into(), folder.into(), class.into()]);
        job.arguments.extend(self.arguments.iter().map(OsString::from));
        job.readable.push(folder.to_path_buf());
        job.readable.extend(tool.files.iter().cloned());
        job.level = Some(self.level);
        let retold = self.taken.retold.clone();
        Build {
            job,
            by_hand,
            by_author,
            retold,
            room: Language::ROOM_OF_MACHINE,
            warnings: Vec::new(),
        }
    }

    /// The build of a program that needs no compiler and no interpreter.
    fn executable(&self, path: &Path, defines: &[String]) -> Build {
        let constants = if self.pass_constants { defines } else { &[] };
        let arguments = [self.arguments, constants].concat();
        let by_hand = self.by_hand(|entry| ByHand::executable(entry, &arguments));
        let is_java = self.valgrind.is_none() && self.taken.entry.is_java();
        if is_java {
            return self.java(path, arguments, by_hand);
        }
        let mut build = self.native(path, arguments, by_hand);
        if self.lines_at_once {
            line_buffers::set(&mut build.job, Language::Executable);
        }
        build
    }

    /// The build that runs the Java virtual machine, which reserves far more memory than it uses.
    /// Class paths in the arguments are relative to the current folder, and have to be readable.
    fn java(
        &self,
        machine: &Path,
        arguments: Vec<String>,
        [by_hand, by_author]: [ByHand; 2],
    ) -> Build {
        let classes: Vec<PathBuf> = java::classes(&arguments).collect();
        let mut job = Job::new(machine, Profile::Node).arguments(arguments);
        job.directory = std::env::current_dir().unwrap_or(job.directory);
        let classes =
            classes.into_iter().map(|path| job.directory.join(path)).filter(|path| path.exists());
        job.readable.extend(classes);
        job.level = Some(self.level);
        Build {
            job,
            warnings: Vec::new(),
            retold: self.taken.retold.clone(),
            room: Language::ROOM_OF_MACHINE,
            by_hand: ByHand { room: None, ..by_hand },
            by_author: ByHand { room: None, ..by_author },
        }
    }

    fn room(&self) -> u64 {
        let language = self.taken.entry.language;
        language.room(self.compilers.options(language))
    }

    fn script(&self, path: &Path, defines: &[String]) -> Build {
        let tool = self.tool.expect("a script has an interpreter");
        let profile = if self.taken.entry.language == Language::Python {
            Profile::Python
        } else {
            Profile::Node
        };
        let mut job = Job::new(&tool.program, profile);
        match Package::of(&self.taken.entry) {
            Some(Package { parent, name }) => {
                job.arguments.extend(["-m".into(), name.into()]);
                job.directory = self.taken.root.join(parent);
            }
            None => job.arguments.push(path.into()),
        }
        job.arguments.extend(self.arguments.iter().map(OsString::from));
        job.environment.extend(constants(defines).map(|(name, value)| (name.into(), value.into())));
        job.readable.push(self.taken.readable());
        job.readable.extend(tool.files.iter().cloned());
        job.level = Some(self.level);
        if self.lines_at_once {
            line_buffers::set(&mut job, self.taken.entry.language);
        }
        let [by_hand, by_author] =
            self.by_hand(|entry| ByHand::script(entry, self.arguments, defines));
        let (retold, room) = (self.taken.retold.clone(), self.room());
        Build { job, by_hand, by_author, retold, room, warnings: Vec::new() }
    }

    /// The build of an executable, under valgrind if `valgrind` is set.
    fn native(&self, program: &Path, arguments: Vec<String>, by_hand: [ByHand; 2]) -> Build {
        let mut job = match self.valgrind {
            None => Job::new(program, Profile::Native).arguments(arguments),
            Some(valgrind) => {
                let options = VALGRIND.into_iter().map(OsString::from).chain([program.into()]);
                let mut job = Job::new(&valgrind.memcheck, Profile::Valgrind);
                job.arguments = options.chain(arguments.into_iter().map(OsString::from)).collect();
                job.readable.push(program.to_path_buf());
                // Valgrind writes the program's arguments to a temporary file, so it needs
                // `TMPDIR`. With `--vgdb=no`, valgrind makes no pipes for a debugger.
                job.environment.extend(valgrind.environment());
                job.environment.push(("TMPDIR".into(), self.notes.into()));
                job.environment.push(("VALGRIND_OPTS".into(), "--vgdb=no".into()));
                job.writable.push(self.notes.to_path_buf());
                job
            }
        };
        job.level = Some(self.level);
        let is_under = self.valgrind.is_some();
        let [by_hand, by_author] =
            by_hand.map(|lines| if is_under { lines.under_valgrind() } else { lines });
        let room = if is_under { 0 } else { self.room() };
        let retold = self.taken.retold.clone();
        Build { job, by_hand, by_author, retold, room, warnings: Vec::new() }
    }
}

/// Checks that the folder's file system allows files to be executed.
#[cfg(target_os = "linux")]
fn check_execution(folder: &Path) -> Result<(), Error> {
    let is_noexec = |flags: StatVfsMountFlags| flags.contains(StatVfsMountFlags::NOEXEC);
    if rustix::fs::statvfs(folder).is_ok_and(|its| is_noexec(its.f_flag)) {
        let where_else = "programs are copied to, and compiled in, the folder that TMPDIR names";
        let what =
            format!("nothing can be executed in {}, which is mounted noexec", folder.display());
        return Err(Error::machine(format!("{what}; {where_else}")));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn check_execution(_folder: &Path) -> Result<(), Error> {
    Ok(())
}
