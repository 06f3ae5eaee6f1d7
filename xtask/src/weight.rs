//! How many lines each crate has: `cargo xtask weight` writes `bench/weight.txt`, and a test of the
//! house compares it with what is there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The lines of a crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Rust, scripts and styles that are no tests.
    pub(crate) code: usize,
    /// Rust and scripts of tests and benches.
    pub(crate) tests: usize,
    /// Markdown, and the texts that people read in each language.
    pub(crate) documents: usize,
}

/// The lines of each crate, of `xtask`, and of the folders that belong to no crate.
pub(crate) fn weigh(root: &Path) -> BTreeMap<String, Lines> {
    let mut all = BTreeMap::new();
    for folder in ["docs", "starters", "bench", "xtask"] {
        all.insert(folder.to_string(), of_folder(&root.join(folder)));
    }
    for folder in ["crates", "crates/games"] {
        for entry in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().join(MANIFEST).exists() {
                all.insert(name, of_folder(&entry.path()));
            }
        }
    }
    all
}

/// What a crate's folder has. A crate in the folder of another one is weighed by itself.
const MANIFEST: &str = "Cargo.toml";

fn of_folder(folder: &Path) -> Lines {
    let mut lines = Lines::default();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let found = match path.extension().and_then(|ending| ending.to_str()) {
            // What npm brings is not ours.
            _ if path.is_dir() && name == "node_modules" => continue,
            _ if path.parent().is_some_and(|above| above.join(MANIFEST).exists())
                && path.join(MANIFEST).exists() =>
            {
                continue;
            }
            _ if path.is_dir() => of_folder(&path),
            Some("rs" | "js" | "mjs" | "css" | "py" | "c" | "cpp" | "pas") => of_source(&path),
            Some("md" | "txt") => {
                Lines { documents: text(&path).lines().count(), ..Lines::default() }
            }
            _ => continue,
        };
        lines.code += found.code;
        lines.tests += found.tests;
        lines.documents += found.documents;
    }
    lines
}

fn of_source(path: &Path) -> Lines {
    let text = text(path);
    let is_test = path.iter().any(|part| {
        ["tests", "benches", "tests.rs"].iter().any(|name| part.to_str() == Some(name))
    });
    let own = if is_test { "" } else { text.split("#[cfg(test)]\nmod").next().unwrap_or("") };
    let code = own.lines().count();
    Lines { code, tests: text.lines().count() - code, ..Lines::default() }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The table that `bench/weight.txt` has.
pub(crate) fn table(all: &BTreeMap<String, Lines>) -> String {
    let mut table = format!("{:12} {:>7} {:>7} {:>9}\n", "lines", "code", "tests", "documents");
    for (name, Lines { code, tests, documents }) in all {
        let _ = writeln!(table, "{name:12} {code:7} {tests:7} {documents:9}");
    }
    table
}
