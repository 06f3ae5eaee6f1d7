//! A program that was handed in: where it lies, how it is made to run, and who sent it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bundle::Bundle;
use crate::language::Language;
use crate::packing;
use errors::Error;

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
    pub fn of_file(name: String, path: PathBuf, language: Language) -> Entry {
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
    pub fn lies_at(&mut self, path: PathBuf) {
        self.by_hand.clone_from(&path);
        if self.bundle.is_some() {
            self.by_hand = packing::by_hand(&path);
            self.unpack = vec![packing::unpacking(&path, &self.by_hand)];
        }
        self.given = path;
    }

    /// The bytes by which it is known: those of its file, or, if it has several, of a tar of them.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
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
    pub fn check_found(&self) -> Result<(), Error> {
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
    pub(crate) fn exchanged(&self, found_at: &Path) -> Error {
        let (path, found_at) = (self.path.display(), found_at.display());
        Error::conflict(format!("{path} has been exchanged since it was found: expected the file {found_at} itself"))
    }

    /// Whether it is this machine's Java, whose program stands in its arguments, and none that is only called so.
    pub fn is_java(&self) -> bool {
        let canonical = |path: &Path| path.canonicalize().ok();
        let java = sandbox::find("java").and_then(|java| canonical(&java));
        self.language == Language::Executable && java.is_some_and(|java| canonical(&self.path) == Some(java))
    }
}
