//! From what was handed in to a job for the sandbox: compile it, or find its interpreter.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::fs::StatVfsMountFlags;
use sandbox::{Ended, Job, Level, Limits, Profile, Spawner};

use super::by_hand::{ByHand, Java};
use super::tools::{Compilation, Sources, Tool, VALGRIND, Valgrind, compilation, constants};
use super::{Compilers, Language, Retold, Taken, java, shell, unseen};
use crate::{Error, excerpt};

/// Lines of a compiler's complaints that are kept.
const LOG_LINES: usize = 20;

/// A program that can be run on the cases of a set.
#[derive(Debug)]
pub(crate) struct Build {
    /// To be given limits and input.
    pub(crate) job: Job,
    /// The same, for people.
    pub(crate) by_hand: ByHand,
    /// How the program's own file is named in what is said of it.
    pub(crate) retold: Retold,
    /// Memory that is to be added to the program's own, for its interpreter.
    pub(crate) room: u64,
}

/// Why a program could not be compiled.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// The constants it was compiled with.
    pub defines: Vec<String>,
    /// What the compiler said, line by line, at most so much as a page shows.
    pub log: Vec<String>,
    /// What the sandbox has to do with it, where by hand it may compile.
    pub hint: Option<String>,
    /// A line of shell that compiles it again; where there is a hint, in the sandbox.
    pub reproduce: String,
}

/// Why a compiler's success is none.
const NO_EXECUTABLE: &str = "the compiler made no executable of it: expected a program, and not a unit or a library";

/// Sources as a compiler is told of them.
struct Staged {
    /// Where the compiler works.
    directory: PathBuf,
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// The name that the only file had to get.
    renamed: Option<String>,
}

impl Staged {
    /// Gives a source the name that the Java compiler wants it to have.
    fn rename(&mut self, root: &Path, folder: &Path) -> Result<(), Error> {
        let [file] = &self.files[..] else { return Ok(()) };
        let path = root.join(file);
        let bytes = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let plain = path.extension().is_some_and(|ending| ending == "java");
        let class = java::public_class(&String::from_utf8_lossy(&bytes)).unwrap_or_else(|| stem.to_string());
        if class == stem && plain {
            return Ok(());
        }
        let name = format!("{class}.java");
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

/// Everything needed to build one program.
pub(crate) struct Builder<'a> {
    pub(crate) taken: &'a Taken,
    pub(crate) compilers: &'a Compilers,
    /// Bytes of memory and of stack that the program may take.
    pub(crate) memory: u64,
    pub(crate) stack: u64,
    /// What follows the program's name on its command line.
    pub(crate) arguments: &'a [String],
    /// Whether an executable gets the constants as arguments, in the compiler's spelling.
    pub(crate) pass_constants: bool,
    pub(crate) level: Level,
    /// The compiler or interpreter.
    pub(crate) tool: Option<&'a Tool>,
    pub(crate) valgrind: Option<&'a Valgrind>,
    /// An empty folder for what is compiled.
    pub(crate) folder: &'a Path,
    /// A folder for valgrind.
    pub(crate) notes: &'a Path,
    /// The time of a processor that compiling may take.
    pub(crate) time: Duration,
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
    ) -> Result<Result<Build, CompileError>, Error> {
        let language = self.taken.entry.language;
        let source = absolute(&self.taken.entry.path)?;
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
        let staged = self.staged(&folder)?;
        let out = folder.join("program");
        let compilation = compilation(&Sources {
            language,
            options: self.compilers.options(language),
            defines,
            files: &staged.files,
            folders: &staged.folders,
            out: &out,
        });
        let compilation = compilation.ok_or_else(|| Error::bug("a language that is compiled has a compilation"))?;
        let mut ended = self.taken.retold.ended(self.compile(compilation, &staged.directory, &folder, spawner)?);
        ended.stdout = self.taken.retold.bytes(ended.stdout);
        let class = if language == Language::Java { self.main_class(&out) } else { Ok(String::new()) };
        let java = (language == Language::Java).then(|| Java {
            renamed: staged.renamed.clone(),
            class: class.clone().unwrap_or_default(),
            options: self.java_options(defines),
        });
        let options = self.compilers.options(language);
        let by_hand = ByHand::compiled(&self.taken.entry, options, self.arguments, defines, java.as_ref());
        if let (true, Ok(class), true) = (ended.is_success(), &class, out.exists()) {
            check_execution(&folder)?;
            return Ok(Ok(match java {
                Some(java) => self.classes(&out, class, java, by_hand),
                None => self.native(&out, self.arguments.to_vec(), by_hand),
            }));
        }
        check_room(&folder)?;
        let reproduce = by_hand.build_only();
        let mut log = log(&ended);
        log.splice(..0, language.refuses_name(&source));
        match class {
            _ if !ended.is_success() => {}
            Err(why) => log.push(why),
            Ok(_) => log.push(NO_EXECUTABLE.to_string()),
        }
        Ok(Err(CompileError {
            defines: defines.to_vec(),
            log,
            hint: unseen::hint(&self.taken.home, &ended),
            reproduce,
        }))
    }

    /// Where a compiler finds the sources: where they lie, so that complaints name a file as its author does.
    fn staged(&self, folder: &Path) -> Result<Staged, Error> {
        let Taken { root, files, folders, .. } = self.taken;
        let language = self.taken.entry.language;
        // Free Pascal would take settings, `fpc.cfg`, from the folder of whoever handed something in.
        let is_there = language != Language::Pascal;
        let named = |path: &PathBuf| if is_there { shell::as_argument(path) } else { root.join(path) };
        let mut staged = Staged {
            directory: if is_there { root.clone() } else { folder.to_path_buf() },
            files: files.iter().map(named).collect(),
            folders: folders.iter().map(|folder| root.join(folder)).collect(),
            renamed: None,
        };
        if language == Language::Java && self.taken.entry.bundle.is_none() {
            staged.rename(root, folder)?;
        }
        Ok(staged)
    }

    /// Runs the compiler, confined: a source can ask a compiler for much, such as to include any file it can read.
    fn compile(
        &self,
        compilation: Compilation,
        directory: &Path,
        folder: &Path,
        spawner: &mut Spawner,
    ) -> Result<Ended, Error> {
        let tool = self.tool.expect("a language that is compiled has a compiler");
        let mut job = Job::new(&tool.program, Profile::Compiler).arguments(compilation.arguments);
        job.environment.push(("TMPDIR".into(), folder.into()));
        job.environment.extend(compilation.environment.into_iter().map(|(name, value)| (name.into(), value.into())));
        job.directory = directory.to_path_buf();
        job.readable.push(self.taken.readable());
        job.readable.extend(tool.files.iter().cloned());
        job.writable.push(folder.to_path_buf());
        job.limits = compiler_limits(self.time);
        job.level = Some(self.level);
        spawner.run(&job, b"").map_err(|error| Error::machine(format!("{}: {error}", tool.name)))
    }

    fn java_options(&self, defines: &[String]) -> Vec<String> {
        java::options(self.memory, self.stack, defines)
    }

    /// The class in which the program begins.
    fn main_class(&self, classes: &Path) -> Result<String, String> {
        let found = java::main_classes(classes);
        let stem = self.taken.entry.path.file_stem().unwrap_or_default().to_string_lossy();
        let is_named = |class: &&String| {
            let name = class.rsplit('.').next().unwrap_or_default();
            name == stem || name == "Main"
        };
        match &found[..] {
            [] => Err("no class has a `public static void main(String[])`, with which a program begins".to_string()),
            [only] => Ok(only.clone()),
            _ => found.iter().find(is_named).cloned().ok_or_else(|| {
                format!("several classes have a `main`: {}; expected one, or one of them called Main", found.join(", "))
            }),
        }
    }

    /// A program of classes, which the Java machine runs.
    fn classes(&self, folder: &Path, class: &str, java: Java, by_hand: ByHand) -> Build {
        let tool = self.tool.expect("Java has a compiler");
        let mut job = Job::new(java::machine(tool), Profile::Node).arguments(java.options);
        job.arguments.extend(["-cp".into(), folder.into(), class.into()]);
        job.arguments.extend(self.arguments.iter().map(OsString::from));
        job.readable.push(folder.to_path_buf());
        job.readable.extend(tool.files.iter().cloned());
        job.level = Some(self.level);
        Build { job, by_hand, retold: self.taken.retold.clone(), room: Language::ROOM_OF_MACHINE }
    }

    /// A program that needs no compiler and no interpreter.
    fn executable(&self, path: &Path, defines: &[String]) -> Build {
        let constants = if self.pass_constants { defines } else { &[] };
        let arguments = [self.arguments, constants].concat();
        let by_hand = ByHand::executable(&self.taken.entry, &arguments);
        let is_java = self.valgrind.is_none() && self.taken.entry.is_java();
        if is_java { self.java(path, arguments, by_hand) } else { self.native(path, arguments, by_hand) }
    }

    /// The Java machine, which reserves far more than it uses. Where its arguments say that a program lies is seen from where the
    /// command was given, and can be read.
    fn java(&self, machine: &Path, arguments: Vec<String>, by_hand: ByHand) -> Build {
        let classes: Vec<PathBuf> = classes(&arguments).collect();
        let mut job = Job::new(machine, Profile::Node).arguments(arguments);
        job.directory = std::env::current_dir().unwrap_or(job.directory);
        let classes = classes.into_iter().map(|path| job.directory.join(path)).filter(|path| path.exists());
        job.readable.extend(classes);
        job.level = Some(self.level);
        Build {
            job,
            retold: self.taken.retold.clone(),
            room: Language::ROOM_OF_MACHINE,
            by_hand: ByHand { room: None, ..by_hand },
        }
    }

    fn room(&self) -> u64 {
        let language = self.taken.entry.language;
        language.room(self.compilers.options(language))
    }

    fn script(&self, path: &Path, defines: &[String]) -> Build {
        let tool = self.tool.expect("a script has an interpreter");
        let profile = if self.taken.entry.language == Language::Python { Profile::Python } else { Profile::Node };
        let mut job = Job::new(&tool.program, profile);
        job.arguments.push(path.into());
        job.arguments.extend(self.arguments.iter().map(OsString::from));
        job.environment.extend(constants(defines).map(|(name, value)| (name.into(), value.into())));
        job.readable.push(self.taken.readable());
        job.readable.extend(tool.files.iter().cloned());
        job.level = Some(self.level);
        let by_hand = ByHand::script(&self.taken.entry, self.arguments, defines);
        Build { job, by_hand, retold: self.taken.retold.clone(), room: self.room() }
    }

    /// An executable, under valgrind if that is wanted.
    fn native(&self, program: &Path, arguments: Vec<String>, by_hand: ByHand) -> Build {
        let mut job = match self.valgrind {
            None => Job::new(program, Profile::Native).arguments(arguments),
            Some(valgrind) => {
                let options = VALGRIND.into_iter().map(OsString::from).chain([program.into()]);
                let mut job = Job::new(&valgrind.memcheck, Profile::Valgrind);
                job.arguments = options.chain(arguments.into_iter().map(OsString::from)).collect();
                job.readable.push(program.to_path_buf());
                // It notes the program's arguments in a temporary file, and needs no pipes for a debugger beside it.
                job.environment.extend(valgrind.environment());
                job.environment.push(("TMPDIR".into(), self.notes.into()));
                job.environment.push(("VALGRIND_OPTS".into(), "--vgdb=no".into()));
                job.writable.push(self.notes.to_path_buf());
                job
            }
        };
        job.level = Some(self.level);
        Build {
            job,
            retold: self.taken.retold.clone(),
            room: if self.valgrind.is_some() { 0 } else { self.room() },
            by_hand: if self.valgrind.is_some() { by_hand.under_valgrind() } else { by_hand },
        }
    }
}

/// That it was not for want of room that nothing was compiled: that is nobody's mistake who handed in a program.
fn check_room(folder: &Path) -> Result<(), Error> {
    let trial = folder.join("room");
    let tried = fs::write(&trial, vec![0; 1 << 20]).and_then(|()| fs::remove_file(&trial));
    tried.map_err(|error| Error::machine(format!("nothing can be compiled in {}: {error}", folder.display())))
}

/// That what lies in this folder may be executed, whoever has handed it in.
#[cfg(target_os = "linux")]
fn check_execution(folder: &Path) -> Result<(), Error> {
    let is_noexec = |flags: StatVfsMountFlags| flags.contains(StatVfsMountFlags::NOEXEC);
    if rustix::fs::statvfs(folder).is_ok_and(|its| is_noexec(its.f_flag)) {
        let where_else = "programs are copied to, and compiled in, the folder that TMPDIR names";
        let what = format!("nothing can be executed in {}, which is mounted noexec", folder.display());
        return Err(Error::machine(format!("{what}; {where_else}")));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn check_execution(_folder: &Path) -> Result<(), Error> {
    Ok(())
}

/// The time of a processor that compiling may take unless set: four times what the slowest compiler takes for a program of this kind, 5 s
/// for C++ with its whole library, so that a hostile source keeps a class waiting no longer than that.
pub const COMPILE_TIME: Duration = Duration::from_secs(20);

/// The bounds of a compiler.
fn compiler_limits(time: Duration) -> Limits {
    // A machine with other work is no fault of the source.
    Limits { wall: 2 * time, cpu: time, memory: 2 << 30, files: 256, stderr: 16 << 10, ..Limits::default() }
}

/// What a compiler said; Free Pascal complains on standard output.
fn log(ended: &Ended) -> Vec<String> {
    let mut log = excerpt::head(&[&ended.stdout[..], &ended.stderr].concat(), LOG_LINES);
    if let Some(breach) = &ended.breach {
        log.push(format!("the compiler was stopped: {breach}"));
    }
    log
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(path).map_err(|error| Error::file("read", path, &error))
}

/// Whether the Java machine is told where classes lie; otherwise they would have to lie in whatever folder it is called in.
pub(crate) fn names_classes(arguments: &[String]) -> bool {
    classes(arguments).next().is_some()
}

/// Where the Java machine is told that classes lie: the folders and archives of its class path, and the archive that it executes.
fn classes(arguments: &[String]) -> impl Iterator<Item = PathBuf> {
    const NAMING: [&str; 4] = ["-cp", "-classpath", "--class-path", "-jar"];
    let after = arguments.iter().zip(arguments.iter().skip(1)).filter(|(option, _)| NAMING.contains(&option.as_str()));
    let joined = arguments.iter().filter_map(|argument| argument.strip_prefix("--class-path="));
    let paths = after.map(|(_, paths)| paths.as_str()).chain(joined).flat_map(|paths| paths.split(':'));
    // `lib/*` is all archives of a folder.
    paths.map(|path| PathBuf::from(path.strip_suffix('*').unwrap_or(path))).filter(|path| !path.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_java_is_to_execute_is_found_among_its_arguments() {
        let told = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(str::to_string).collect();
            classes(&arguments).map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told("-Xss8m -cp a:b/c.jar:lib/*: Player 9"), "a b/c.jar lib/");
        assert_eq!(told("--class-path=a:b Player"), "a b");
        assert_eq!(told("-jar player.jar -cp"), "player.jar");
        assert_eq!(told("-classpath lib Player"), "lib");
        assert_eq!(told("-version"), "");
    }
}
