//! Compilers, interpreters and valgrind: the paths of their executables, and their arguments.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::language::Language;
use errors::Error;

/// The options that the courses use for valgrind.
pub(crate) const VALGRIND: [&str; 3] = ["--leak-check=full", "-q", "--error-exitcode=1"];

/// A tool of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its usual name.
    pub name: &'static str,
    /// The executable itself, and not a wrapper script or a version switcher, since the sandbox
    /// cannot execute those.
    pub program: PathBuf,
    /// The files and folders that the tool reads, besides the system's libraries.
    pub files: Vec<PathBuf>,
}

impl Tool {
    /// The compiler or interpreter of this language; `None` for executables.
    ///
    /// # Errors
    /// Fails if this machine does not have the tool.
    pub fn of(language: Language) -> Result<Option<Tool>, Error> {
        match language {
            Language::Executable => Ok(None),
            Language::C => installed("gcc", "C sources need").map(Some),
            Language::Cpp => installed("g++", "C++ sources need").map(Some),
            Language::Java => javac().map(Some),
            Language::Pascal => fpc().map(Some),
            Language::Rust => rustc().map(Some),
            Language::Python => python().map(Some),
            Language::JavaScript => node().map(Some),
        }
    }
}

/// Valgrind consists of a launcher and the tool that it executes. The sandbox executes the tool
/// directly, so nothing in the sandbox has to execute another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valgrind {
    /// The program `valgrind` that people start.
    pub launcher: PathBuf,
    /// The tool that the launcher starts.
    pub memcheck: PathBuf,
}

impl Valgrind {
    /// Finds the valgrind of this machine. In some distributions, `valgrind` is a script that
    /// executes the launcher.
    ///
    /// # Errors
    /// Fails if this machine does not have the tool.
    pub fn find() -> Result<Valgrind, Error> {
        let launcher = ["valgrind", "valgrind.bin"].into_iter().find_map(sandbox::find);
        let launcher = launcher.ok_or_else(|| missing("valgrind", "--valgrind needs"))?;
        let memcheck = memcheck(&launcher).ok_or_else(|| {
            Error::machine(format!(
                "{} does not say which tool it launches (asked by `-d --version`)",
                launcher.display()
            ))
        })?;
        Ok(Valgrind { launcher, memcheck })
    }

    /// The environment variables that the launcher sets for the tool. One of them names the folder
    /// of the tool's files.
    pub fn environment(&self) -> [(OsString, OsString); 2] {
        let library = self.memcheck.parent().unwrap_or(Path::new("/"));
        [
            ("VALGRIND_LAUNCHER".into(), self.launcher.clone().into()),
            ("VALGRIND_LIB".into(), library.into()),
        ]
    }
}

/// The path of the tool that the launcher starts. The launcher prints this path when it is asked.
fn memcheck(launcher: &Path) -> Option<PathBuf> {
    let output = nowhere(launcher).args(["-d", "--version"]).stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let tool = said.lines().find_map(|line| line.split_once("launcher launching "))?.1;
    Some(PathBuf::from(tool.trim())).filter(|tool| tool.is_file())
}

/// Finds a tool along PATH.
fn installed(name: &'static str, need: &str) -> Result<Tool, Error> {
    let program = sandbox::find(name).ok_or_else(|| missing(name, need))?;
    Ok(Tool { name, program, files: Vec::new() })
}

fn fpc() -> Result<Tool, Error> {
    let settings = ["/etc/fpc.cfg"].map(PathBuf::from).into_iter().filter(|path| path.exists());
    Ok(Tool { files: settings.collect(), ..installed("fpc", "Pascal sources need")? })
}

/// The Java compiler, with the settings that Debian keeps in another folder.
fn javac() -> Result<Tool, Error> {
    let found = sandbox::find("javac")
        .ok_or_else(|| lacking("javac", "Java sources need", "default-jdk-headless"))?;
    let program = found.canonicalize().unwrap_or(found);
    let home = program.ancestors().nth(2).map(Path::to_path_buf);
    // In Debian, the files of settings are links into a folder below /etc.
    let settings =
        home.iter().filter_map(|home| home.join("conf/net.properties").canonicalize().ok());
    let settings = settings.filter_map(|file| file.parent().map(Path::to_path_buf));
    let files = home.iter().flat_map(|home| own_parts(home)).chain(settings).collect();
    Ok(Tool { name: "javac", program, files })
}

/// The error for a tool whose Debian package has the same name.
fn missing(name: &str, need: &str) -> Error {
    lacking(name, need, name)
}

fn lacking(name: &str, need: &str, package: &str) -> Error {
    Error::machine(format!(
        "{need} {name}, which is not installed here (Debian has it in the package `{package}`)"
    ))
}

/// `rustc` on the PATH is often a version switcher, so it is asked once which version it chooses.
fn rustc() -> Result<Tool, Error> {
    let lacking = || missing("rustc", "Rust sources need");
    let sysroot = PathBuf::from(answer("rustc", &["--print", "sysroot"]).ok_or_else(lacking)?);
    let program = sysroot.join("bin").join("rustc");
    Ok(Tool { name: "rustc", program, files: own_parts(&sysroot) })
}

/// `python3` is often a version switcher, too. If a virtual environment is active, its packages lie
/// under `sys.prefix`.
fn python() -> Result<Tool, Error> {
    let ask = "import sys; print(sys.executable); print(sys.base_prefix); print(sys.prefix)";
    let lacking = || missing("python3", "Python programs need");
    let answer = answer("python3", &["-I", "-c", ask]).ok_or_else(lacking)?;
    let mut paths = answer.lines().map(PathBuf::from);
    let program = paths.next().ok_or_else(lacking)?;
    Ok(Tool {
        name: "python3",
        program,
        files: paths.flat_map(|prefix| own_parts(&prefix)).collect(),
    })
}

/// The parts of the installation folder that the tool needs. The sandbox does not open the whole
/// folder to the tool, because the folder may be `/usr`, or a course's folder that contains a
/// virtual environment.
fn own_parts(prefix: &Path) -> Vec<PathBuf> {
    const PARTS: [&str; 6] = ["bin", "include", "lib", "lib64", "libexec", "pyvenv.cfg"];
    PARTS.map(|part| prefix.join(part)).into_iter().filter(|part| part.exists()).collect()
}

/// `node` is often a version switcher, too.
fn node() -> Result<Tool, Error> {
    let answer = answer("node", &["-p", "process.execPath"]);
    let program = answer.ok_or_else(|| missing("nodejs", "JavaScript programs need"))?;
    Ok(Tool { name: "node", program: PathBuf::from(program), files: Vec::new() })
}

/// The output of a tool that is asked for its version or path.
fn answer(tool: &str, arguments: &[&str]) -> Option<String> {
    let output =
        nowhere(tool).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_string())
}

/// Starts a tool outside the sandbox, in a folder without submissions. In another folder, a
/// submitted file could change what is executed: `rust-toolchain.toml` for rustup,
/// `.python-version` for pyenv, or `.valgrindrc` for valgrind. The tool gets a process group of its
/// own, since Ctrl-C would end it before it answers, as if it was not installed.
fn nowhere(tool: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(tool);
    command.current_dir("/");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// A compiler's arguments and environment variables.
#[derive(Debug, Default)]
pub(crate) struct Compilation {
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, String)>,
}

/// The task of a compiler: the sources, the options and the output.
pub(crate) struct Sources<'a> {
    pub language: Language,
    pub options: &'a [String],
    /// The constants, in the form `-DPOLA=4`. Each compiler gets them in the form that it
    /// understands.
    pub defines: &'a [String],
    /// The files, beginning with the main file.
    pub files: &'a [PathBuf],
    /// The folders in which the compiler looks for files that these files include or use.
    pub folders: &'a [PathBuf],
    /// The encoding of Java sources; `None` for UTF-8.
    pub encoding: Option<&'static str>,
    /// The path of the executable to make; for Java, the folder for the classes.
    pub out: &'a Path,
}

/// The arguments that compile the sources; `None` for languages that are not compiled.
pub(crate) fn compilation(sources: &Sources<'_>) -> Option<Compilation> {
    let Sources { language, options, defines, files, folders, encoding, out } = *sources;
    let main = files.first()?;
    let mut arguments: Vec<OsString> = Vec::new();
    let mut environment = Vec::new();
    let path = |flag: &str, path: &Path| {
        [OsString::from(flag), path.into()].into_iter().collect::<OsString>()
    };
    match language {
        Language::Executable | Language::Python | Language::JavaScript => return None,
        Language::C | Language::Cpp => {
            // The linker takes from a library only what earlier files need, so libraries come last.
            let (libraries, options): (Vec<_>, Vec<_>) =
                options.iter().partition(|option| option.starts_with("-l"));
            arguments.extend(options.into_iter().chain(defines).map(OsString::from));
            arguments.extend(folders.iter().map(|folder| path("-I", folder)));
            // Other extensions mean other things for gcc: `.C` means C++, and an unknown one, such
            // as `.CC`, a script for the linker.
            let (name, known): (_, &[_]) = match language {
                Language::C => ("c", &["c"]),
                _ => ("c++", &["c", "cc", "cpp", "cxx", "c++"]),
            };
            let is_known = |file: &PathBuf| {
                file.extension().is_some_and(|ending| known.iter().any(|known| ending == *known))
            };
            // For g++, `-x` holds for one file only.
            let of_language: &[_] = if files.iter().all(is_known) { &[] } else { &["-x", name] };
            for file in files {
                arguments.extend(of_language.iter().map(OsString::from));
                arguments.push(file.into());
            }
            if !of_language.is_empty() {
                arguments.extend(["-x", "none"].map(OsString::from));
            }
            arguments.extend(["-o".into(), out.into()]);
            arguments.extend(libraries.into_iter().map(OsString::from));
        }
        Language::Pascal => {
            arguments.extend(options.iter().map(OsString::from));
            arguments.extend(
                constants(defines).map(|(name, value)| format!("-d{name}:={value}").into()),
            );
            let folder = out.parent().unwrap_or(Path::new("."));
            arguments.extend(
                folders.iter().flat_map(|folder| [path("-Fu", folder), path("-Fi", folder)]),
            );
            arguments.extend([path("-FU", folder), path("-o", out), main.into()]);
        }
        Language::Rust => {
            // The file's name may be invalid as the name of a crate, and its text may declare a
            // library, but a library cannot be run. So the crate's name and type are set here.
            arguments.extend(options.iter().map(OsString::from));
            arguments
                .extend(["--crate-name", "solution", "--crate-type", "bin"].map(OsString::from));
            arguments.extend([main.into(), "-o".into(), out.into()]);
            environment.extend(constants(defines));
        }
        Language::Java => {
            // On the class path, javac finds code that it executes: annotation processors, and
            // plug-ins that start by themselves. So only the empty folder of classes is there; of
            // repeated options, the last counts. Further sources are found in the current folder.
            let encoding = encoding.map(|name| ["-encoding", name].map(OsString::from));
            arguments.extend(encoding.into_iter().flatten());
            arguments.extend(options.iter().map(OsString::from));
            arguments.extend(["-proc:none", "-sourcepath", ".", "-cp"].map(OsString::from));
            arguments.extend([out.into(), "-d".into(), out.into()]);
            arguments.extend(files.iter().map(OsString::from));
        }
    }
    Some(Compilation { arguments, environment })
}

/// The names and values of constants.
pub fn constants(defines: &[String]) -> impl Iterator<Item = (String, String)> {
    defines.iter().filter_map(|define| {
        let define = define.strip_prefix("-D")?;
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        Some((name.to_string(), value.to_string()))
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_in_a_terminal_does_not_reach_a_tool_that_is_asked() {
        let own = answer("sh", &["-c", "cut -d ' ' -f 1,5 /proc/$$/stat"]).expect("sh answers");
        let (process, group) = own.split_once(' ').expect("two numbers");
        assert_eq!(process, group);
    }
}
