//! How to build and run a program by hand, in lines of shell.

use std::path::PathBuf;

use crate::language::Language;
use crate::package::Package;
use crate::shell;
use crate::submission::Entry;
use crate::tools::{Sources, VALGRIND, compilation, constants};

/// How to build and run a program by hand, in lines of shell.
#[derive(Clone, Debug)]
pub struct ByHand {
    /// The program's language.
    pub language: Language,
    /// The shell line that unpacks or compiles the program; `None` if neither is needed.
    pub build: Option<String>,
    /// The shell line that runs the program.
    pub run: String,
    /// The bytes that the interpreter itself needs, and that are added to a limit set by
    /// `ulimit -v`; `None` if the program cannot run under such a limit.
    pub room: Option<u64>,
}

impl ByHand {
    /// The shell lines that run an executable with these arguments.
    pub fn executable(entry: &Entry, arguments: &[String]) -> ByHand {
        let InputPaths { files, .. } = input_paths(entry);
        let words =
            [shell::program(&files[0])].into_iter().chain(arguments.iter().map(shell::quoted));
        let build = (!entry.unpack.is_empty()).then(|| entry.unpack.join(" && "));
        ByHand {
            language: entry.language,
            build,
            run: words.collect::<Vec<_>>().join(" "),
            room: Some(0),
        }
    }

    /// The shell lines that run a script with its interpreter.
    pub fn script(entry: &Entry, arguments: &[String], defines: &[String]) -> ByHand {
        let package = Package::of(entry);
        let program = match &package {
            Some(Package { name, .. }) => format!("-m {}", shell::quoted(name)),
            None => shell::file(&input_paths(entry).files[0]),
        };
        let words = [entry.language.tool().to_string(), program]
            .into_iter()
            .chain(arguments.iter().map(shell::quoted))
            .collect::<Vec<_>>()
            .join(" ");
        let room = (entry.language == Language::Python).then_some(entry.language.room(&[]));
        let fixed = fixed(entry.language).into_iter().chain(search_path(entry, package));
        let variables = variables(fixed.chain(constants(defines)));
        // If there are variables, the line begins with `env`, so that it can follow a command such
        // as `timeout`.
        let env = if variables.is_empty() { "" } else { "env " };
        let build = (!entry.unpack.is_empty()).then(|| entry.unpack.join(" && "));
        ByHand { language: entry.language, build, run: format!("{env}{variables}{words}"), room }
    }

    /// The shell lines that compile sources to the folder for temporary files and run the program.
    pub fn compiled(
        entry: &Entry,
        options: &[String],
        arguments: &[String],
        defines: &[String],
        java: Option<&Java>,
    ) -> ByHand {
        let InputPaths { mut files, folders } = input_paths(entry);
        let stem = entry
            .by_hand
            .file_stem()
            .filter(|stem| !stem.is_empty())
            .or_else(|| files[0].file_stem())
            .unwrap_or_else(|| "program".as_ref());
        let mut out = std::env::temp_dir().join(stem);
        if out == entry.by_hand {
            // The archive is unpacked to this path, so the executable gets a different path.
            out.push("program");
        }
        let mut steps = entry.unpack.clone();
        if let Some(name) = java.and_then(|java| java.renamed.as_ref()) {
            let copy = out.join(name);
            steps.push(format!(
                "mkdir -p {} && cp {} {}",
                shell::file(&out),
                shell::file(&files[0]),
                shell::quoted(&copy)
            ));
            files = vec![copy];
        }
        let files: Vec<_> = files.iter().map(|file| shell::as_argument(file)).collect();
        let sources = Sources {
            language: entry.language,
            options,
            defines,
            files: &files,
            folders: &folders,
            encoding: java.and_then(|java| java.encoding),
            out: &out,
        };
        steps.extend(compilation(&sources).map(|compilation| {
            let tool = entry.language.tool();
            format!(
                "{}{tool} {}",
                variables(compilation.environment),
                shell::joined(compilation.arguments)
            )
        }));
        let arguments = arguments.iter().map(shell::quoted);
        let program = match java {
            Some(Java { options, class, .. }) => {
                format!(
                    "java {} -cp {} {}",
                    shell::joined(options),
                    shell::file(&out),
                    shell::quoted(class)
                )
            }
            None => shell::program(&out),
        };
        let run = [program].into_iter().chain(arguments).collect::<Vec<_>>().join(" ");
        let room = java.is_none().then_some(entry.language.room(options));
        ByHand { language: entry.language, build: Some(steps.join(" && ")), run, room }
    }

    /// The same shell lines, changed so that the program runs under valgrind.
    pub fn under_valgrind(self) -> ByHand {
        ByHand {
            run: format!("valgrind {} {}", shell::joined(VALGRIND), self.run),
            room: None,
            ..self
        }
    }

    /// Returns only the shell line that builds the program; empty if there is none.
    pub fn build_only(self) -> String {
        self.build.unwrap_or_default()
    }

    /// A line that builds the program, if that is necessary, and then runs `line`.
    pub fn after_build(&self, line: &str) -> String {
        self.build.as_ref().map_or(line.to_string(), |build| format!("{build} && {line}"))
    }
}

/// How the Java machine runs a program.
#[derive(Clone, Debug)]
pub struct Java {
    /// The name that the file must get before it is compiled.
    pub renamed: Option<String>,
    /// The encoding of the sources; `None` for UTF-8.
    pub encoding: Option<&'static str>,
    /// The Java class whose `main` is executed.
    pub class: String,
    pub options: Vec<String>,
}

/// The paths of the sources as a person types them in a shell.
struct InputPaths {
    /// The files, beginning with the main file.
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

fn input_paths(entry: &Entry) -> InputPaths {
    let Some(bundle) = &entry.bundle else {
        return InputPaths { files: vec![entry.by_hand.clone()], folders: Vec::new() };
    };
    let below = |path: &PathBuf| entry.by_hand.join(path);
    let is_here = |path: &PathBuf| path.as_os_str().is_empty();
    let folders = bundle.folders.iter().map(below);
    let folders = folders.map(|path| if is_here(&path) { PathBuf::from(".") } else { path });
    InputPaths { files: bundle.files.iter().map(below).collect(), folders: folders.collect() }
}

/// The variable that the sandbox sets and that may change a program's output. Without this
/// variable, Python puts the strings of a set into a different order in each run.
fn fixed(language: Language) -> Option<(String, String)> {
    (language == Language::Python).then(|| ("PYTHONHASHSEED".to_string(), "0".to_string()))
}

/// The variable by which Python finds a package that does not lie in the current folder.
fn search_path(entry: &Entry, package: Option<Package<'_>>) -> Option<(String, String)> {
    let folder = entry.by_hand.join(package?.parent).display().to_string();
    (!folder.is_empty()).then(|| ("PYTHONPATH".to_string(), folder))
}

/// Variables before a command, such as `POLA=4 `.
fn variables(variables: impl IntoIterator<Item = (String, String)>) -> String {
    variables.into_iter().map(|(name, value)| format!("{name}={} ", shell::quoted(value))).collect()
}
