//! What a program is: an executable, or a source in one of a few languages.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::natural;
use crate::Refused;

/// How a program is made to run. Announcements of tournaments have the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// It runs as it stands.
    Executable,
    /// Compiled by gcc.
    C,
    /// Compiled by Free Pascal.
    Pascal,
    /// Compiled by rustc.
    Rust,
    /// Run by python3.
    Python,
    /// Run by node.
    #[serde(rename = "javascript")]
    JavaScript,
}

/// Endings of sources.
const ENDINGS: [(&str, Language); 5] = [
    ("c", Language::C),
    ("pas", Language::Pascal),
    ("rs", Language::Rust),
    ("py", Language::Python),
    ("js", Language::JavaScript),
];

impl Language {
    /// Tells by the ending of a file's name, else by its being executable; `None` when it is no program.
    #[must_use]
    pub fn of(path: &Path) -> Option<Language> {
        if !path.is_file() {
            return None;
        }
        Language::of_source(path).or_else(|| is_executable(path).then_some(Language::Executable))
    }

    /// The language of a source of this name.
    pub(crate) fn of_source(path: &Path) -> Option<Language> {
        let ending = path.extension().and_then(|ending| ending.to_str())?;
        ENDINGS.into_iter().find(|(known, _)| *known == ending).map(|(_, language)| language)
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
            Language::Pascal => "Pascal",
            Language::Rust => "Rust",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
        }
    }

    /// What compiles it or runs it, as people call it; empty for executables.
    pub(crate) fn tool(self) -> &'static str {
        match self {
            Language::Executable => "",
            Language::C => "gcc",
            Language::Pascal => "fpc",
            Language::Rust => "rustc",
            Language::Python => "python3",
            Language::JavaScript => "node",
        }
    }

    /// Memory that its interpreter takes for itself, in bytes: it is not the program's, which gets as much more.
    pub(crate) fn room(self) -> u64 {
        match self {
            Language::Executable | Language::C | Language::Pascal | Language::Rust => 0,
            Language::Python => 64 << 20,
            Language::JavaScript => 512 << 20,
        }
    }

    /// Whether an interpreter runs it.
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Language::Python | Language::JavaScript)
    }
}

/// The sandbox executes programs themselves, and no scripts that name an interpreter.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let may_run = fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0);
    may_run && !is_text(path)
}

/// Whether a file begins as no program in machine code does: with nothing but text.
#[cfg(unix)]
fn is_text(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 64];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut start));
    // What may not be read may be a program all the same.
    read.is_ok_and(|read| !start[..read].contains(&0))
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// A program handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called in results: its path below the folder, or the path given.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// How it is made to run.
    pub language: Language,
}

/// The program at `path`; or, if that is a folder, all programs in it and in the folders directly below, by name.
///
/// # Errors
/// When there is none.
pub fn find_programs(path: &Path) -> Result<Vec<Entry>, Refused> {
    if !path.is_dir() {
        let entry = entry(path.to_path_buf(), path.display().to_string());
        return entry.map(|entry| vec![entry]).ok_or_else(|| no_program(path));
    }
    let mut entries = Vec::new();
    collect(path, "", 1, &mut entries)?;
    if entries.is_empty() {
        return Err(Refused::new(format!("there are no programs in {}: expected {EXPECTED}", path.display())));
    }
    entries.sort_by(|a, b| natural::compare(&a.name, &b.name));
    Ok(entries)
}

const EXPECTED: &str = "an executable, or a source ending in .c, .pas, .rs, .py or .js";

fn no_program(path: &Path) -> Refused {
    let what = if path.exists() { "is no program" } else { "does not exist" };
    Refused::new(format!("{} {what}: expected {EXPECTED}", path.display()))
}

fn entry(path: PathBuf, name: String) -> Option<Entry> {
    let language = Language::of(&path)?;
    Some(Entry { name, path, language })
}

fn collect(folder: &Path, prefix: &str, depth: usize, entries: &mut Vec<Entry>) -> Result<(), Refused> {
    for item in fs::read_dir(folder).map_err(|error| Refused::file("read", folder, &error))? {
        let item = item.map_err(|error| Refused::file("read", folder, &error))?;
        let (path, name) = (item.path(), format!("{prefix}{}", item.file_name().to_string_lossy()));
        if path.is_dir() {
            if depth > 0 {
                collect(&path, &format!("{name}/"), depth - 1, entries)?;
            }
        } else {
            entries.extend(entry(path, name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_other_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["10.c", "9.py", "notes.txt", "anna/a.pas", "anna/deep/b.rs"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders")).expect("a folder can be made");
            fs::write(path, "").expect("a file can be written");
        }
        let entries = find_programs(folder.path()).expect("there are programs");
        let found: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.language)).collect();
        assert_eq!(found, [("9.py", Language::Python), ("10.c", Language::C), ("anna/a.pas", Language::Pascal)]);
        let refusal = |name: &str| find_programs(&folder.path().join(name)).expect_err("no program").to_string();
        assert!(refusal("notes.txt").contains("is no program: expected an executable, or a source"));
        assert!(refusal("nosuch").contains("does not exist"));
    }
}
