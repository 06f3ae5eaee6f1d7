//! Classifies sources by their names and texts. Some sources can be a main file, and some are
//! included by other sources.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::language::Language;
use crate::packing::is_archive;

/// Extensions of files that sources include.
const PARTS: &str = "h hh hpp hxx h++ inc inl ipp tpp";

/// Whether this file can be a program's main file.
pub(crate) fn has_program(path: &Path, bytes: &[u8]) -> bool {
    Source::of(path, bytes).is_some_and(|source| source.is_main) || is_machine_code(bytes)
}

/// Whether a program may need a file of this name.
pub(crate) fn is_needed(path: &Path) -> bool {
    Language::of_source(path).is_some() || is_part(path) || is_archive(path)
}

/// Whether a file holds a program in machine code.
pub(crate) fn is_machine_code(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// Whether sources include files of this name.
pub(crate) fn is_part(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| PARTS.split(' ').any(|known| known == ending))
}

/// A source in a folder.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) language: Language,
    /// Whether the source can be the main file.
    pub(crate) is_main: bool,
    /// Whether a Python file says what it does when it is the main file: `if __name__`.
    pub(crate) has_guard: bool,
}

impl<'a> Source<'a> {
    /// The sources among these files. A script that another script imports is no main file, unless
    /// every script is imported.
    pub(crate) fn all(contents: &'a [(PathBuf, Vec<u8>)]) -> Vec<Source<'a>> {
        let mut sources: Vec<_> =
            contents.iter().filter_map(|(path, bytes)| Source::of(path, bytes)).collect();
        for language in [Language::Python, Language::JavaScript] {
            let scripts =
                contents.iter().filter(|(path, _)| Language::of_source(path) == Some(language));
            let imported: BTreeSet<(&Path, String)> = scripts
                .flat_map(|(path, bytes)| {
                    let names = imports(language, &String::from_utf8_lossy(bytes));
                    names.into_iter().map(move |name| (path.as_path(), name))
                })
                .collect();
            let is_imported = |source: &Source<'_>| {
                imported.iter().any(|(by, name)| *by != source.path && source.is_called(name))
            };
            let is_script = |source: &&mut Source<'a>| source.language == language;
            let mut scripts: Vec<_> = sources.iter_mut().filter(is_script).collect();
            if !scripts.iter().all(|source| is_imported(source)) {
                scripts.iter_mut().for_each(|source| source.is_main = !is_imported(source));
            }
        }
        sources
    }

    /// Returns `None` if the file is not a source.
    pub(crate) fn of(path: &'a Path, bytes: &[u8]) -> Option<Source<'a>> {
        let language = Language::of_source(path)?;
        let text = String::from_utf8_lossy(bytes);
        let has_guard = language == Language::Python && text.contains("__name__");
        let is_main = begins_in(language, &text) && !path.ends_with("__init__.py");
        Some(Source { path, language, is_main, has_guard })
    }

    /// Whether the source has this name, without the extension.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name))
    }

    /// Whether the source's name says that the program begins in it.
    pub(crate) fn is_called_main(&self) -> bool {
        self.is_called("main") || self.language == Language::Python && self.is_called("__main__")
    }

    /// Whether one call of a compiler can compile this source together with `other`.
    pub(crate) fn is_compiled_with(&self, other: &Source<'_>) -> bool {
        let is_c = |language| matches!(language, Language::C | Language::Cpp);
        self.language == other.language || is_c(self.language) && is_c(other.language)
    }

    /// Whether the compiler or interpreter finds this source by itself when the main file names it.
    pub(crate) fn is_found_by(&self, main: &Source<'_>) -> bool {
        self.language == main.language && !matches!(self.language, Language::C | Language::Cpp)
    }
}

/// The names of the files that a script imports, without folder and extension. A name may also be
/// that of a library.
fn imports(language: Language, text: &str) -> Vec<String> {
    let last = |path: &str| {
        let name = path.trim().rsplit(['.', '/']).next().unwrap_or_default();
        name.split_whitespace().next().unwrap_or_default().to_string()
    };
    if language == Language::Python {
        let names = text.lines().map(str::trim).flat_map(|line| {
            if let Some(rest) = line.strip_prefix("import ") {
                return rest.split(',').map(last).collect();
            }
            let Some((from, what)) =
                line.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
            else {
                return Vec::new();
            };
            // In `from . import board`, the file is named last.
            let names = what.trim_matches(['(', ')']).split(',').map(last);
            [last(from)].into_iter().chain(names).collect()
        });
        return names.filter(|name| !name.is_empty()).collect();
    }
    let quoted = text.match_indices(['\'', '"']).filter_map(|(at, quote)| {
        let path = text[at + 1..].split(quote).next()?.strip_prefix("./")?;
        Some(last(path.trim_end_matches(".js").trim_end_matches(".mjs")))
    });
    quoted.collect()
}

/// Whether this source can be a main file. A main file has a function `main`, or is a script, or is
/// a Pascal file that is neither a unit nor a library.
fn begins_in(language: Language, source: &str) -> bool {
    match language {
        Language::C | Language::Cpp | Language::Java => {
            has_main(&without_comments(source, "/*", "*/", "//"))
        }
        Language::Rust => without_comments(source, "/*", "*/", "//").contains("fn main("),
        Language::Pascal => {
            let code =
                without_comments(&without_comments(source, "{", "}", "//"), "(*", "*)", "//");
            let first = code
                .split(|c: char| !c.is_alphanumeric())
                .find(|word| !word.is_empty())
                .unwrap_or_default();
            !["unit", "library"].iter().any(|word| first.eq_ignore_ascii_case(word))
        }
        Language::Python | Language::JavaScript => true,
        Language::Executable => false,
    }
}

/// Whether the code defines a function `main`.
fn has_main(code: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices("main").any(|(at, word)| {
        let (before, after) = (&code[..at], code[at + word.len()..].trim_start());
        !before.ends_with(is_part) && !before.ends_with(['.', '>', '"']) && after.starts_with('(')
    })
}

/// A text without most of its comments. To find all of them, one would have to parse the language.
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
