//! A tournament's published pages, as its folder has them.

use std::fs::File;
use std::path::{Path, PathBuf};

use server::Folder;
use tournament::results::folder::{MANIFEST, Manifest, listed};

/// A folder with a manifest.
pub(super) struct Results {
    root: PathBuf,
    manifest: Manifest,
}

impl Results {
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
