//! The kinds of programs: executables, and sources in one of these languages.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::executable::is_executable;
use crate::reasons::WORDS;
use errors::Error;
use rules::{Message, message};

/// The language of a program, which decides how it is run. Tournament plans contain the names of
/// these languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// The file is executed directly.
    Executable,
    /// A source that gcc compiles.
    C,
    /// A source that g++ compiles.
    #[serde(rename = "c++")]
    Cpp,
    /// A source that Free Pascal compiles.
    Pascal,
    /// A source that rustc compiles.
    Rust,
    /// A script that python3 runs.
    Python,
    /// A script that node runs.
    #[serde(rename = "javascript")]
    JavaScript,
    /// A source that javac compiles and java runs.
    Java,
}

/// The extensions of sources. If a language has several extensions, the usual one comes first.
const ENDINGS: [(&str, Language); 13] = [
    ("c", Language::C),
    ("cpp", Language::Cpp),
    ("cc", Language::Cpp),
    ("cxx", Language::Cpp),
    ("c++", Language::Cpp),
    ("pas", Language::Pascal),
    ("pp", Language::Pascal),
    ("lpr", Language::Pascal),
    ("rs", Language::Rust),
    ("py", Language::Python),
    ("js", Language::JavaScript),
    ("mjs", Language::JavaScript),
    ("java", Language::Java),
];

/// What is expected instead of a file that is not a program.
pub(crate) fn expected_program() -> Message {
    message!(WORDS, "expected-program")
}

impl Language {
    /// All languages.
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

    /// The name in lists of languages and in plans.
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
    /// Fails if there is no such language. The message lists the names.
    pub fn named(name: &str) -> Result<Language, Error> {
        let all = || Language::ALL.map(Language::name).join(", ");
        let name = if name == "cpp" { "c++" } else { name };
        let found = Language::ALL.into_iter().find(|language| language.name() == name);
        found.ok_or_else(|| {
            Error::input(format!("there is no language {name:?}: expected one of {}", all()))
        })
    }

    /// The language of a file by its extension, or `Executable` if the file is executable. `None`
    /// if the file is not a program.
    #[must_use]
    pub fn of(path: &Path) -> Option<Language> {
        if !path.is_file() {
            return None;
        }
        Language::of_source(path).or_else(|| is_executable(path).then_some(Language::Executable))
    }

    /// The language of a source with this name; `A.PAS` is treated like `a.pas`.
    pub fn of_source(path: &Path) -> Option<Language> {
        let ending = path.extension().and_then(|ending| ending.to_str())?;
        ENDINGS
            .into_iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(ending))
            .map(|(_, language)| language)
    }

    /// The extension of the language's sources; `None` for executables, which may have any name.
    #[must_use]
    pub fn ending(self) -> Option<&'static str> {
        ENDINGS.into_iter().find(|(_, language)| *language == self).map(|(ending, _)| ending)
    }

    /// The language's usual name, for people.
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

    /// The usual name of the language's compiler or interpreter; empty for executables.
    pub fn tool(self) -> &'static str {
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

    /// The bytes of memory that the virtual machine of JavaScript or Java takes for itself.
    pub const ROOM_OF_MACHINE: u64 = 512 << 20;

    /// The bytes of memory that the interpreter, the virtual machine or the language's library
    /// takes. These bytes are added to the program's limit. With `-fsanitize`, the bytes include
    /// the sanitizer and the libraries that it needs.
    pub fn room(self, options: &[String]) -> u64 {
        let is_sanitized = options.iter().any(|option| option.starts_with("-fsanitize"));
        match self {
            Language::Cpp => 6 << 20,
            Language::C if is_sanitized => 6 << 20,
            Language::Executable | Language::C | Language::Pascal | Language::Rust => 0,
            Language::Python => 64 << 20,
            Language::JavaScript | Language::Java => Language::ROOM_OF_MACHINE,
        }
    }

    /// Whether the language has a compiler.
    pub fn is_compiled(self) -> bool {
        self != Language::Executable && !self.is_script()
    }

    /// Whether the language has an interpreter.
    pub fn is_script(self) -> bool {
        matches!(self, Language::Python | Language::JavaScript)
    }
}

/// The languages in which programs are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Languages(Vec<Language>);

impl Default for Languages {
    /// All languages are accepted.
    fn default() -> Languages {
        Languages(Language::ALL.to_vec())
    }
}

impl Languages {
    /// Reads names of languages.
    ///
    /// # Errors
    /// Fails if there is no such language, or the list is empty.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Languages, Error> {
        let taken: Vec<_> =
            names.into_iter().map(|name| Language::named(name.trim())).collect::<Result<_, _>>()?;
        if taken.is_empty() {
            return Err(Error::input("no language is named: expected at least one, such as \"c\""));
        }
        Ok(Languages(taken))
    }

    /// Refuses a program if its language is not accepted.
    ///
    /// # Errors
    /// Fails if the language is not accepted. The message is a clause after the program's name; see
    /// [`about`](crate::about).
    pub fn check(&self, language: Language) -> Result<(), Message> {
        if self.0.contains(&language) {
            return Ok(());
        }
        let taken: Vec<_> = self.0.iter().map(|language| language.name()).collect();
        let languages = taken.join(", ");
        Err(match language {
            Language::Executable => {
                message!(WORDS, "executable-not-accepted", languages = languages)
            }
            _ => {
                let title = language.title();
                message!(WORDS, "language-not-accepted", language = title, languages = languages)
            }
        })
    }
}
