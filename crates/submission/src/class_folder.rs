//! Finds the programs in the folder of a class, and the files in it that may have been meant as
//! programs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::archive;
use crate::class;
use crate::found::Found;
use crate::handed_in::Submission;
use crate::kind::{DOCUMENT, Kind, kind};
use crate::name::{OF_A_TOOL, is_left_behind, is_of_a_tool, is_of_leavings, plain};
use crate::packing::is_archive;
use crate::reasons::WORDS;
use crate::submission::Entry;
use crate::submitted_folder::{of_folder, of_item};
use crate::tree::{ONE, Tree};
use errors::Error;
use rules::{Message, message};

/// Finds the programs in a class's folder: each file, each archive, and each folder, whose files
/// are looked at one by one if they do not belong together.
///
/// # Errors
/// Fails if the folder cannot be read.
pub(crate) fn programs_of(root: &Path) -> Result<Found, Error> {
    let (leavings, moodle) = (Vec::new(), Tree::default());
    let mut search = Search { root, found: Found::default(), leavings, moodle };
    search.folder(root, "", true)?;
    search.leavings();
    let Search { mut found, moodle, .. } = search;
    let class = Submission::folder(root, String::new(), root);
    class.find_class(moodle, Path::new(""), &mut found);
    found.each_once(root);
    Ok(found)
}

struct Search<'a> {
    root: &'a Path,
    found: Found,
    /// Folders such as `bin`, with their names: they may hold a program if nothing else does.
    leavings: Vec<(PathBuf, String)>,
    /// The files and folders whose names come from Moodle.
    moodle: Tree,
}

impl Search<'_> {
    /// Looks at the items of the class's folder, or at the files of a folder in it.
    fn folder(&mut self, folder: &Path, prefix: &str, is_top: bool) -> Result<(), Error> {
        let unread = |error| Error::file("read", folder, &error);
        for item in fs::read_dir(folder).map_err(unread)? {
            let item = item.map_err(unread)?;
            let own = item.file_name().to_string_lossy().into_owned();
            if is_left_behind(&own) {
                continue;
            }
            let (path, name) = (item.path(), format!("{prefix}{own}"));
            let is_link = item.file_type().is_ok_and(|kind| kind.is_symlink());
            let is_folder = path.is_dir();
            match () {
                () if is_folder && is_of_a_tool(&own) => self.pass_over(name, OF_A_TOOL),
                () if is_top && !is_link && class::is_of_moodle(&own) => {
                    match of_item(&self.root.join("."), &item.file_name(), ONE) {
                        Ok(tree) => self.moodle.add(tree),
                        Err(why) => self.found.pass_over(name, why),
                    }
                }
                () if !is_folder => self.file(path, name, is_top),
                () if is_top && is_of_leavings(&own) => self.leavings.push((path, name)),
                () if is_top => self.top(&path, name, is_link),
                () => {}
            }
        }
        Ok(())
    }

    /// Looks at a folder at the top level, which may be one submission.
    fn top(&mut self, path: &Path, name: String, is_link: bool) {
        // A linked folder may lie anywhere, so each file in it is checked by itself.
        if !is_link {
            let submission = Submission::folder(path, name.clone(), self.root);
            match of_folder(path, ONE).map(|tree| submission.find_together(tree, &mut self.found)) {
                Ok(true) => return,
                Ok(false) => {}
                Err(why) => return self.found.pass_over(name, why),
            }
        }
        let known = self.found.entries.len();
        match self.folder(path, &format!("{name}/"), false) {
            Err(_) => self.found.without.push((name, message!(WORDS, "unreadable"))),
            Ok(()) if self.found.entries.len() > known => {}
            Ok(()) => self.found.without.push((name, message!(WORDS, "no-program"))),
        }
    }

    /// Looks at folders such as `bin` if there is no program elsewhere, and else passes over them.
    fn leavings(&mut self) {
        let is_alone = self.found.entries.is_empty();
        for (path, name) in std::mem::take(&mut self.leavings) {
            if is_alone {
                let is_link = path.is_symlink();
                self.top(&path, name, is_link);
            } else {
                self.pass_over(name, "beside-program");
            }
        }
    }

    fn file(&mut self, path: PathBuf, name: String, is_top: bool) {
        if is_archive(&path) {
            if path.is_symlink() {
                return self.pass_over(name, "archive-link");
            }
            return Submission::archive(&path, name, self.root)
                .find(archive::of_file(&path, ONE), &mut self.found);
        }
        match kind(&path) {
            Kind::Program(language) => {
                self.found.entries.push(Entry::of_file(plain(name), path, language));
            }
            Kind::Doubtful(why) if is_top && path.is_file() && !why.is(WORDS, DOCUMENT) => {
                self.found.without.push((name, why));
            }
            Kind::Doubtful(why) => self.found.pass_over(name, why),
            Kind::Other => {}
        }
    }

    /// Passes over a file. `why` is the key of the reason.
    fn pass_over(&mut self, name: String, why: &'static str) {
        self.found.pass_over(name, Message::new(WORDS, why));
    }
}
