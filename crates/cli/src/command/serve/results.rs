//! A tournament's published pages, as its folder has them.

use std::fs::File;
use std::path::{Path, PathBuf};

use server::Folder;
use tournament::results::folder::{MANIFEST, Manifest, listed};
use tournament::results::{Stage, head_in};

/// A folder with a manifest.
pub(super) struct Results {
    root: PathBuf,
    manifest: Manifest,
}

impl Results {
    /// The published results in this folder if the tournament is over. `None` if the folder has no
    /// results, or only the results of an unfinished tournament, as after an interruption.
    pub(super) fn of_the_end(root: &Path) -> Option<Results> {
        // The manifest is removed before the tables are replaced, and written again after the
        // tables. Here the manifest is read after the tables, so it belongs to the tables that were
        // read.
        if head_in(root)?.stage == Stage::Running { None } else { Results::open(root) }
    }

    /// The results in this folder; `None` if it has no manifest.
    pub(super) fn open(root: &Path) -> Option<Results> {
        let manifest = listed(&root.join(MANIFEST))?;
        Some(Results { root: root.to_path_buf(), manifest })
    }
}

impl Folder for Results {
    fn open(&self, path: &str) -> Option<File> {
        self.manifest.open(&self.root, path)
    }

    fn page_of_game(&self, number: usize) -> String {
        format!("replay.html#g={number}")
    }
}
