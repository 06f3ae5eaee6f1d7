//! The programs that were found, and the files that may have been meant as programs.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::language::{Language, Languages, expected_program};
use crate::name::{natural_order, plain};
use crate::reasons::WORDS;
use crate::submission::Entry;
use errors::{Error, excerpt};
use rules::{Message, message};

/// The programs that were found, and the files that may have been meant as programs.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The programs, in the order of their names.
    pub entries: Vec<Entry>,
    /// Whether there may be several programs. If so, a submission that cannot be judged is listed
    /// among the others.
    pub is_class: bool,
    /// The names of other files that may have been meant as programs, and the reasons why they are
    /// not programs.
    passed_over: Vec<(String, Message)>,
    /// Sentences about submissions with several programs.
    pub(crate) notes: Vec<Message>,
    /// All versions of programs of which only one counts, under names of their own.
    pub(crate) versions: Vec<Entry>,
    /// Files and folders of a class that may each be a submission, and have no program.
    pub(crate) without: Vec<(String, Message)>,
}

impl Found {
    /// The sentences about submissions with several programs.
    pub fn notes(&self) -> impl Iterator<Item = Message> {
        self.notes.iter().cloned()
    }

    /// The program with this name in the table, or a version of a program that does not count.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().chain(&self.versions).find(|entry| entry.name == name)
    }

    /// The first ten files that may have been meant as programs, with the reasons why they are not;
    /// `None` if there are none.
    #[must_use]
    pub fn passed_over(&self) -> Option<Message> {
        const MOST: usize = 10;
        // A name may contain any characters, so it is made safe to print.
        let one = |(name, why): &(String, Message)| {
            message!(WORDS, "passed-over", name = excerpt::short(name), why = why.clone())
        };
        let more = self.passed_over.len().saturating_sub(MOST);
        let more = (more > 0).then(|| message!(WORDS, "more", n = more));
        let names: Vec<_> = self.passed_over.iter().take(MOST).map(one).chain(more).collect();
        (!names.is_empty()).then(|| message!(WORDS, "listed", names = names))
    }

    /// The one program that was found.
    ///
    /// # Errors
    /// Fails if there is no program, or there are several. The message names them by their paths
    /// below `path`.
    pub(crate) fn only(self, path: &Path, languages: &Languages) -> Result<Found, Error> {
        let found = self.settle(path, languages)?;
        if let [one] = &found.entries[..] {
            return one.check_found().map(|()| found);
        }
        let name = path.display().to_string();
        let names = found.entries.iter().map(|entry| {
            let inside = entry.name.strip_prefix(&name).and_then(|path| path.strip_prefix('/'));
            excerpt::short(inside.unwrap_or(&entry.name))
        });
        let programs = names.collect::<Vec<_>>().join(", ");
        let name = excerpt::short(&name);
        Err(Error::input(message!(WORDS, "several-programs", name = name, programs = programs)))
    }

    /// Sorts and checks everything that was found.
    pub(crate) fn settle(mut self, path: &Path, languages: &Languages) -> Result<Found, Error> {
        for entry in self.entries.iter_mut().filter(|entry| entry.refused.is_none()) {
            entry.refused = languages.check(entry.language).err();
        }
        self.list_those_without();
        self.entries.sort_by(|a, b| natural_order(&a.name, &b.name));
        self.passed_over.sort_by(|(a, _), (b, _)| natural_order(a, b));
        if self.entries.is_empty() {
            let (name, expected) = (path.display().to_string(), expected_program());
            return Err(Error::not_found(match self.passed_over() {
                None => message!(WORDS, "no-programs", name = name, expected = expected),
                Some(others) => message!(
                    WORDS,
                    "no-programs-but",
                    name = name,
                    expected = expected,
                    others = others
                ),
            }));
        }
        Ok(self)
    }

    /// Passes over a file, for this reason.
    pub(crate) fn pass_over(&mut self, name: String, why: Message) {
        self.passed_over.push((name, why));
    }

    /// Gives submissions without a program a row among those that have one.
    fn list_those_without(&mut self) {
        let without = std::mem::take(&mut self.without);
        if self.entries.is_empty() {
            return self.passed_over.extend(without);
        }
        for (name, why) in without {
            let entry = Entry::of_file(plain(name.clone()), name.into(), Language::Executable);
            self.entries.push(Entry {
                refused: Some(message!(WORDS, "passed-over-row", why = why)),
                ..entry
            });
        }
    }

    /// Keeps each program once. If both links and a path without links lead to a program, the path
    /// without links is kept.
    pub(crate) fn each_once(&mut self, root: &Path) {
        let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let real_root = canonical(root);
        let mut entries: Vec<_> =
            self.entries.drain(..).map(|entry| (canonical(&entry.path), entry)).collect();
        let is_link = |real: &Path, entry: &Entry| {
            entry.path.strip_prefix(root).is_ok_and(|below| real_root.join(below) != real)
        };
        entries.sort_by(|(real, a), (other, b)| {
            is_link(real, a).cmp(&is_link(other, b)).then_with(|| natural_order(&a.name, &b.name))
        });
        let mut known: HashMap<PathBuf, String> = HashMap::new();
        for (real, entry) in entries {
            if entry.bundle.is_some() {
                // The files of a bundle were read when the bundle was found, and no links were
                // followed.
                known.entry(real).or_insert_with(|| entry.name.clone());
                self.entries.push(entry);
                continue;
            }
            // Without this check, a student could hand in a link to another student's file, and
            // that file would be judged and shown as the sender's own.
            if !real.starts_with(&real_root) {
                self.pass_over(entry.name, message!(WORDS, "link-out"));
            } else if let Some(name) = known.get(&real) {
                self.pass_over(entry.name, message!(WORDS, "same-as", name = excerpt::short(name)));
            } else {
                known.insert(real.clone(), entry.name.clone());
                self.entries.push(Entry { found_at: Some(real), ..entry });
            }
        }
    }
}
