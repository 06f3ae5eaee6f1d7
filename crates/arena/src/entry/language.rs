//! What a program is: an executable, or a source in one of a few languages.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bundle, handed_in};
use crate::Error;

/// How a program is made to run. Announcements of tournaments have the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// It runs as it stands.
    Executable,
    /// Compiled by gcc.
    C,
    /// Compiled by g++.
    #[serde(rename = "c++")]
    Cpp,
    /// Compiled by Free Pascal.
    Pascal,
    /// Compiled by rustc.
    Rust,
    /// Run by python3.
    Python,
    /// Run by node.
    #[serde(rename = "javascript")]
    JavaScript,
    /// Compiled by javac, run by java.
    Java,
}

/// Endings of sources; of several, the first is the usual one.
const ENDINGS: [(&str, Language); 10] = [
    ("c", Language::C),
    ("cpp", Language::Cpp),
    ("cc", Language::Cpp),
    ("cxx", Language::Cpp),
    ("c++", Language::Cpp),
    ("pas", Language::Pascal),
    ("rs", Language::Rust),
    ("py", Language::Python),
    ("js", Language::JavaScript),
    ("java", Language::Java),
];

/// What a program is expected to be, where a file is none.
pub(crate) const EXPECTED: &str = "an executable, or a source ending in .c, .cpp, .pas, .rs, .py, .js or .java";

impl Language {
    /// All of them.
    pub const ALL: [Language; 8] = [
        Language::Executable,
        Language::C,
        Language::Cpp,
        Language::Pascal,
        Language::Rust,
        Language::Python,
        Language::JavaScript,
        Language::Java,
    ];

    /// What a list of languages names it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Language::Executable => "executable",
            Language::C => "c",
            Language::Cpp => "c++",
            Language::Pascal => "pascal",
            Language::Rust => "rust",
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Java => "java",
        }
    }

    /// The language of this name.
    ///
    /// # Errors
    /// When there is none, with the names that there are.
    pub fn named(name: &str) -> Result<Language, Error> {
        let all = || Language::ALL.map(Language::name).join(", ");
        let found = Language::ALL.into_iter().find(|language| language.name() == name);
        found.ok_or_else(|| Error::input(format!("there is no language {name:?}: expected one of {}", all())))
    }

    /// Tells by the ending of a file's name, else by its being executable; `None` when it is no program.
    #[must_use]
    pub fn of(path: &Path) -> Option<Language> {
        if !path.is_file() {
            return None;
        }
        Language::of_source(path).or_else(|| is_executable(path).then_some(Language::Executable))
    }

    /// The language of a source of this name; `A.PAS` is as good as `a.pas`.
    pub(crate) fn of_source(path: &Path) -> Option<Language> {
        let ending = path.extension().and_then(|ending| ending.to_str())?;
        ENDINGS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(ending)).map(|(_, language)| language)
    }

    /// The ending by which its sources are known; `None` for executables, whose names are free.
    #[must_use]
    pub fn ending(self) -> Option<&'static str> {
        ENDINGS.into_iter().find(|(_, language)| *language == self).map(|(ending, _)| ending)
    }

    /// What people call it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Language::Executable => "executable",
            Language::C => "C",
            Language::Cpp => "C++",
            Language::Pascal => "Pascal",
            Language::Rust => "Rust",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::Java => "Java",
        }
    }

    /// What compiles it or runs it, as people call it; empty for executables.
    pub(crate) fn tool(self) -> &'static str {
        match self {
            Language::Executable => "",
            Language::C => "gcc",
            Language::Cpp => "g++",
            Language::Pascal => "fpc",
            Language::Rust => "rustc",
            Language::Python => "python3",
            Language::JavaScript => "node",
            Language::Java => "javac",
        }
    }

    /// That its compiler can make nothing of a file of this name, whatever is in it: Free Pascal hands the name to the
    /// linker, which takes these characters for ends of names.
    pub(crate) fn refuses_name(self, source: &Path) -> Option<String> {
        let is_end = |c: &char| "\";<>?|".contains(*c) || c.is_control();
        let name = source.file_name().filter(|_| self == Language::Pascal)?.to_string_lossy();
        let end = name.chars().find(is_end)?;
        Some(format!("{} cannot compile a file with {end:?} in its name: give it another", self.tool()))
    }

    /// Memory that a machine such as those of JavaScript and Java takes for itself, in bytes.
    pub(crate) const ROOM_OF_MACHINE: u64 = 512 << 20;

    /// Memory that its interpreter takes for itself, or what is compiled into it, in bytes: it is not the program's, which gets as much
    /// more. In C++ it is the language's own library, with `-fsanitize` a sanitizer's and those that it needs.
    pub(crate) fn room(self, options: &[String]) -> u64 {
        let is_sanitized = options.iter().any(|option| option.starts_with("-fsanitize"));
        match self {
            Language::Cpp => 6 << 20,
            Language::C if is_sanitized => 6 << 20,
            Language::Executable | Language::C | Language::Pascal | Language::Rust => 0,
            Language::Python => 64 << 20,
            Language::JavaScript | Language::Java => Language::ROOM_OF_MACHINE,
        }
    }

    /// Whether a compiler makes it.
    pub(crate) fn is_compiled(self) -> bool {
        self != Language::Executable && !self.is_script()
    }

    /// Whether an interpreter runs it.
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Language::Python | Language::JavaScript)
    }
}

/// Whether a program can begin in this source: it has a `main`, or in Pascal is no unit. Any script can be executed.
pub(super) fn begins_in(language: Language, source: &str) -> bool {
    match language {
        Language::C | Language::Cpp | Language::Java => has_main(&without_comments(source, "/*", "*/", "//")),
        Language::Rust => without_comments(source, "/*", "*/", "//").contains("fn main("),
        Language::Pascal => {
            let code = without_comments(&without_comments(source, "{", "}", "//"), "(*", "*)", "//");
            let first = code.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
            !["unit", "library"].iter().any(|word| first.eq_ignore_ascii_case(word))
        }
        Language::Python | Language::JavaScript => true,
        Language::Executable => false,
    }
}

/// Whether a function `main` is written down.
fn has_main(code: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices("main").any(|(at, word)| {
        let (before, after) = (&code[..at], code[at + word.len()..].trim_start());
        !before.ends_with(is_part) && !before.ends_with(['.', '>', '"']) && after.starts_with('(')
    })
}

/// A text without what stands in comments, as far as that can be told without reading the language.
fn without_comments(source: &str, open: &str, close: &str, line: &str) -> String {
    let (mut code, mut rest) = (String::new(), source);
    while let Some(at) = [open, line].iter().filter_map(|mark| rest.find(mark)).min() {
        let (before, comment) = rest.split_at(at);
        code.push_str(before);
        code.push(' ');
        let end = if comment.starts_with(line) { "\n" } else { close };
        rest = comment.split_once(end).map_or("", |(_, rest)| rest);
    }
    code + rest
}

/// In which languages programs are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Languages(Vec<Language>);

impl Default for Languages {
    /// In all of them.
    fn default() -> Languages {
        Languages(Language::ALL.to_vec())
    }
}

impl Languages {
    /// Reads names of languages.
    ///
    /// # Errors
    /// When there is no such language, or none at all is named.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Languages, Error> {
        let taken: Vec<_> = names.into_iter().map(|name| Language::named(name.trim())).collect::<Result<_, _>>()?;
        if taken.is_empty() {
            return Err(Error::input("no language is named: expected one at least, such as \"c\""));
        }
        Ok(Languages(taken))
    }

    /// Refuses a program in another language.
    ///
    /// # Errors
    /// In words that follow the program's name.
    pub fn check(&self, language: Language) -> Result<(), String> {
        if self.0.contains(&language) {
            return Ok(());
        }
        let taken: Vec<_> = self.0.iter().map(|language| language.name()).collect();
        let article = if language == Language::Executable { "an executable" } else { "in" };
        let what = if language == Language::Executable { String::new() } else { format!(" {}", language.title()) };
        Err(format!("{article}{what}, and taken are: {}", taken.join(", ")))
    }
}

/// The sandbox executes programs themselves, and no scripts that name an interpreter.
fn is_executable(path: &Path) -> bool {
    may_run(path) && !is_text(path)
}

/// Whether whoever owns a file has it stand for a program.
#[cfg(unix)]
pub(super) fn may_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn may_run(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// Whether a file begins as no program in machine code does: with nothing but text.
fn is_text(path: &Path) -> bool {
    // What may not be read may be a program all the same.
    start::<64>(path).is_ok_and(|start| !start.contains(&0))
}

/// Whether the first line of a file names what is to run it.
pub(crate) fn names_interpreter(path: &Path) -> bool {
    path.is_file() && start::<2>(path).is_ok_and(|start| start == b"#!")
}

/// Whether a file begins as programs of these systems do, be it one that may not be executed.
pub(super) fn is_machine_code(path: &Path) -> bool {
    path.is_file() && start::<4>(path).is_ok_and(|start| start == b"\x7fELF")
}

fn start<const BYTES: usize>(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// A program handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called in results: its path below the folder, or the path given.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// What whoever calls us named: it, or the class in which it lies.
    pub given: PathBuf,
    /// Where it lies for whoever types a line of shell: the file, or the folder of its files.
    pub by_hand: PathBuf,
    /// What has to be done first, so that it lies there: lines of shell.
    pub unpack: Vec<String>,
    /// How it is made to run.
    pub language: Language,
    /// Where it really lay when it was found, without links; none where nobody looked.
    pub found_at: Option<PathBuf>,
    /// Its files, where it has several or lies in an archive.
    pub bundle: Option<Arc<Bundle>>,
    /// Who handed it in, where a course's site says so.
    pub handed_in_by: Option<String>,
    /// Why there is no program in what was handed in.
    pub refused: Option<String>,
}

impl Entry {
    /// A program of one file.
    pub(crate) fn of_file(name: String, path: PathBuf, language: Language) -> Entry {
        Entry {
            name,
            given: path.clone(),
            by_hand: path.clone(),
            path,
            unpack: Vec::new(),
            language,
            found_at: None,
            bundle: None,
            handed_in_by: None,
            refused: None,
        }
    }

    /// Its file, or the archive of its files, will have this path.
    pub(crate) fn lies_at(&mut self, path: PathBuf) {
        self.by_hand.clone_from(&path);
        if self.bundle.is_some() {
            self.by_hand = handed_in::by_hand(&path);
            self.unpack = vec![handed_in::unpacking(&path, &self.by_hand)];
        }
        self.given = path;
    }

    /// The bytes by which it is known: those of its file, or, if it has several, of a tar of them.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Error> {
        match &self.bundle {
            Some(bundle) => bundle.packed(),
            None => {
                let path = self.found_at.as_ref().unwrap_or(&self.path);
                fs::read(path).map_err(|error| Error::file("read", &self.path, &error))
            }
        }
    }

    /// Refuses what is no longer the file that was found: whoever may write where it lies can put a link there meanwhile, and would have
    /// somebody else's file judged, and shown, as his.
    ///
    /// # Errors
    /// When it has been exchanged, or cannot be reached any more.
    pub(crate) fn check_found(&self) -> Result<(), Error> {
        if let Some(why) = &self.refused {
            return Err(Error::input(format!("{} {why}", self.name)));
        }
        let Some(found_at) = &self.found_at else { return Ok(()) };
        let real = self.path.canonicalize().map_err(|error| Error::file("read", &self.path, &error))?;
        if real == *found_at && real.is_file() {
            return Ok(());
        }
        Err(self.exchanged(found_at))
    }

    /// The refusal of what is not the file that was found there.
    pub(super) fn exchanged(&self, found_at: &Path) -> Error {
        let (path, found_at) = (self.path.display(), found_at.display());
        Error::conflict(format!("{path} has been exchanged since it was found: expected the file {found_at} itself"))
    }

    /// Whether it is this machine's Java, whose program stands in its arguments, and none that is only called so.
    pub(crate) fn is_java(&self) -> bool {
        let canonical = |path: &Path| path.canonicalize().ok();
        let java = sandbox::find("java").and_then(|java| canonical(&java));
        self.language == Language::Executable && java.is_some_and(|java| canonical(&self.path) == Some(java))
    }
}
