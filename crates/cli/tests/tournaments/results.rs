//! Reads and compares the files in tournament folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Every file of a folder by its path, without parts that may differ: clocks, checksums of files
/// with clocks, and the store.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Results(BTreeMap<String, String>);

impl Results {
    /// Asserts that the files of both results are equal. A single `assert_eq` would print all
    /// files.
    pub(crate) fn same_as(&self, expected: &Results) {
        let paths = |all: &Results| all.0.keys().cloned().collect::<Vec<_>>();
        assert_eq!(paths(self), paths(expected));
        for (path, text) in &self.0 {
            let lines = text.lines().zip(expected.0[path].lines()).enumerate();
            for (line, (found, expected)) in lines {
                assert_eq!(found, expected, "{path}, line {}", line + 1);
            }
            assert_eq!(text.lines().count(), expected.0[path].lines().count(), "lines of {path}");
        }
    }
}

pub(crate) fn results(folder: &Path) -> Results {
    let mut files = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below))
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
        {
            let path = below.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if !is_apart(&path) {
                let bytes = fs::read(entry.path()).expect("a file");
                files.insert(path.display().to_string(), without_clocks(&path, &bytes));
            }
        }
    }
    Results(files)
}

fn is_apart(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name == "MANIFEST.sha256" || name == ".lock" || name.starts_with("store.sqlite")
}

fn without_clocks(path: &Path, bytes: &[u8]) -> String {
    if path.starts_with("games") {
        // These files are packed and contain clocks, so they are not compared here. `ludoteka
        // verify` compares them with the records.
        return String::new();
    }
    let text = String::from_utf8_lossy(bytes);
    if path != Path::new("games.jsonl") {
        return text.into_owned();
    }
    let lines = text.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
        let fields = record.as_object_mut().expect("a record has fields");
        assert!(fields.remove("clocks").is_some() && fields.remove("sha256").is_some(), "{line}");
        format!("{record}\n")
    });
    lines.collect()
}
