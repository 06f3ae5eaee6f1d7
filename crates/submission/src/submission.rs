//! A submitted program: its path, its language, and its sender.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bundle::Bundle;
use crate::language::Language;
use crate::name::plain;
use crate::packing;
use crate::reasons::about;
use errors::Error;
use rules::Message;

/// The versions of a program that one student has handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The file that counts.
    pub newest: String,
    /// The other files, as a list for people.
    pub older: String,
}

/// A submitted program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The program's name in results: the path below the given folder, or the given path.
    pub name: String,
    /// The path of the program's file, or of the archive of its files.
    pub path: PathBuf,
    /// The path that the caller gave: the program, or the class that contains it.
    pub given: PathBuf,
    /// The path that a person uses at a shell: the file, or the folder of the program's files.
    pub by_hand: PathBuf,
    /// Lines of shell that unpack the program to the path `by_hand`.
    pub unpack: Vec<String>,
    /// The program's language, which decides how the program is run.
    pub language: Language,
    /// The real path of the file, without links, at the time when the file was found. If this is
    /// `None`, nothing checks later whether the file has been exchanged.
    pub found_at: Option<PathBuf>,
    /// The program's files, if it has several or lies in an archive.
    pub bundle: Option<Arc<Bundle>>,
    /// The sender, if a course site gives the name.
    pub handed_in_by: Option<String>,
    /// The folder in which a course site looks for feedback to the sender.
    pub at_site: Option<String>,
    /// The number that the course site has for the sender.
    pub number: Option<String>,
    /// The versions of which this program is the newest, if the sender has handed in several.
    pub versions: Option<Versions>,
    /// Why the submission has no program: a clause after its name.
    pub refused: Option<Message>,
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
            at_site: None,
            number: None,
            versions: None,
            refused: None,
        }
    }

    /// Sets the path of the program's file, or of the archive of its files.
    pub fn lies_at(&mut self, path: PathBuf) {
        self.by_hand.clone_from(&path);
        if self.bundle.is_some() {
            self.by_hand = packing::by_hand(&path);
            self.unpack = vec![packing::unpacking(&path, &self.by_hand)];
        }
        self.given = path;
    }

    /// The program with the paths that its author uses: the files lie in the author's current
    /// folder.
    #[must_use]
    pub fn at_author(&self) -> Entry {
        let (by_hand, given) = match &self.bundle {
            None => {
                let own = self.by_hand.file_name().map(PathBuf::from).unwrap_or_default();
                (own.clone(), own)
            }
            Some(bundle) if bundle.is_one_file() => (PathBuf::new(), bundle.files[0].clone()),
            Some(_) => (PathBuf::new(), PathBuf::from(".")),
        };
        let name = plain(given.display().to_string());
        Entry { name, given, by_hand, unpack: Vec::new(), ..self.clone() }
    }

    /// The bytes that identify the program: its file, or a tar of its files.
    ///
    /// # Errors
    /// Fails if the program's files cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        match &self.bundle {
            Some(bundle) => bundle.packed(),
            None => {
                let path = self.found_at.as_ref().unwrap_or(&self.path);
                fs::read(path).map_err(|error| Error::file("read", &self.path, &error))
            }
        }
    }

    /// Refuses a file that has been exchanged since it was found. Without this check, a person who
    /// may write to the folder could replace the file by a link to another person's file. That file
    /// would then be judged and shown as the sender's own.
    ///
    /// # Errors
    /// Fails if the file has been exchanged, or can no longer be reached.
    pub fn check_found(&self) -> Result<(), Error> {
        if let Some(why) = &self.refused {
            return Err(Error::input(about(&self.name, why.clone())));
        }
        let Some(found_at) = &self.found_at else { return Ok(()) };
        let real =
            self.path.canonicalize().map_err(|error| Error::file("read", &self.path, &error))?;
        if real == *found_at && real.is_file() {
            return Ok(());
        }
        Err(self.exchanged(found_at))
    }

    /// The error for a file that has been exchanged since it was found.
    pub(crate) fn exchanged(&self, found_at: &Path) -> Error {
        let (path, found_at) = (self.path.display(), found_at.display());
        Error::conflict(format!(
            "{path} has been exchanged since it was found: expected the file {found_at} itself"
        ))
    }

    /// Whether the executable is this machine's Java itself, and not another program of that name.
    /// The arguments of Java name the program that Java runs.
    pub fn is_java(&self) -> bool {
        let canonical = |path: &Path| path.canonicalize().ok();
        let java = sandbox::find("java").and_then(|java| canonical(&java));
        self.language == Language::Executable
            && java.is_some_and(|java| canonical(&self.path) == Some(java))
    }
}
