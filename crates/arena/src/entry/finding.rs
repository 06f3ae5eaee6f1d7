//! The programs of a folder, and what in it may have been meant as one.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bundle::{Bundle, Submission, submission};
use super::kind::{Kind, kind};
use super::language::{EXPECTED, Languages};
use super::refusal::no_program;
use super::{Entry, Language, natural, plain};
use crate::Error;
use crate::excerpt;

/// What was found to be judged.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The programs, by name.
    pub entries: Vec<Entry>,
    /// Names of other files that may be meant as programs, and why they are none.
    passed_over: Vec<(String, String)>,
    /// Sentences on submissions of several programs.
    notes: Vec<String>,
}

/// Of what is passed over, so many names fit into a line.
const MOST_NAMED: usize = 10;
/// Folders are searched for what lies too deep only so far down, and only for so many files.
const DEEPEST: usize = 8;
const MOST_SEEN: usize = 10_000;

/// The program at `path`; or, if that is a folder, all programs in it and in the folders directly below. One that is
/// reached in several ways is found once.
///
/// # Errors
/// When there is none.
pub fn find_programs(path: &Path, languages: &Languages) -> Result<Found, Error> {
    if !path.is_dir() {
        let language = Language::of(path).ok_or_else(|| no_program(path, EXPECTED))?;
        languages.check(language).map_err(|why| Error::input(format!("{} is {why}", path.display())))?;
        let entry = Entry {
            name: plain(path.display().to_string()),
            path: path.to_path_buf(),
            by_hand: path.to_path_buf(),
            language,
            found_at: path.canonicalize().ok(),
            bundle: None,
        };
        return Ok(Found { entries: vec![entry], ..Found::default() });
    }
    let mut search = Search::default();
    search.folder(path, "", 0)?;
    search.found.each_once(path);
    search.found.leave_out(languages);
    let Found { entries, passed_over, .. } = &mut search.found;
    entries.sort_by(|a, b| natural::compare(&a.name, &b.name));
    passed_over.sort_by(|(a, _), (b, _)| natural::compare(a, b));
    if entries.is_empty() {
        let others = search.found.passed_over().map_or(String::new(), |others| format!("; passed over: {others}"));
        return Err(Error::not_found(format!(
            "there are no programs in {}: expected {EXPECTED}{others}",
            path.display()
        )));
    }
    Ok(search.found)
}

impl Found {
    /// What is to be said of submissions that are several programs, a line each.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.notes.iter().map(|note| excerpt::in_a_line(note))
    }

    /// What may be meant as a program and is none, in a line; `None` where there is nothing of the kind.
    #[must_use]
    pub fn passed_over(&self) -> Option<String> {
        let named = self.passed_over.iter().take(MOST_NAMED).map(|(name, why)| {
            // Names are anybody's.
            format!("{} ({})", excerpt::around(name.as_bytes(), 0), excerpt::around(why.as_bytes(), 0))
        });
        let line = named.collect::<Vec<_>>().join(", ");
        match self.passed_over.len().saturating_sub(MOST_NAMED) {
            _ if line.is_empty() => None,
            0 => Some(line),
            more => Some(format!("{line} and {more} more")),
        }
    }

    /// Leaves programs in these languages.
    fn leave_out(&mut self, languages: &Languages) {
        for entry in std::mem::take(&mut self.entries) {
            match languages.check(entry.language) {
                Ok(()) => self.entries.push(entry),
                Err(why) => self.passed_over.push((entry.name, why)),
            }
        }
    }

    /// Leaves each program once, by preference where it lies rather than where a link to it does.
    fn each_once(&mut self, root: &Path) {
        let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let real_root = canonical(root);
        let mut entries: Vec<_> = self.entries.drain(..).map(|entry| (canonical(&entry.path), entry)).collect();
        let is_link =
            |real: &Path, entry: &Entry| entry.path.strip_prefix(root).is_ok_and(|below| real_root.join(below) != real);
        entries.sort_by(|(real, a), (other, b)| {
            is_link(real, a).cmp(&is_link(other, b)).then_with(|| natural::compare(&a.name, &b.name))
        });
        let mut known: HashMap<PathBuf, String> = HashMap::new();
        for (real, entry) in entries {
            // Whoever hands in a link must not have a file of somebody else's judged, and shown, as his.
            if !real.starts_with(&real_root) {
                self.passed_over.push((entry.name, "a link that leads out of the folder".to_string()));
            } else if let Some(name) = known.get(&real) {
                self.passed_over.push((entry.name, format!("the same as {name}")));
            } else {
                known.insert(real.clone(), entry.name.clone());
                self.entries.push(Entry { found_at: Some(real), ..entry });
            }
        }
    }
}

#[derive(Default)]
struct Search {
    found: Found,
    seen: usize,
}

impl Search {
    /// Looks through a folder so far below the one that was given.
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), Error> {
        for item in fs::read_dir(folder).map_err(|error| Error::file("read", folder, &error))? {
            let item = item.map_err(|error| Error::file("read", folder, &error))?;
            let (path, name) = (item.path(), item.file_name().to_string_lossy().into_owned());
            if is_left_behind(&name) {
                continue;
            }
            let name = format!("{prefix}{name}");
            let is_link = item.file_type().is_ok_and(|kind| kind.is_symlink());
            self.seen += 1;
            match (path.is_dir(), depth) {
                (true, 0) => {
                    // A link may lead out of the folder; whatever it leads to is looked at file by file.
                    if !is_link && self.submission(&path, &name) {
                        continue;
                    }
                    if self.folder(&path, &format!("{name}/"), 1).is_err() {
                        self.pass_over(name, "cannot be read");
                    }
                }
                // Links may go round, and whoever keeps a folder to himself far below has nothing there to be judged.
                (true, 1..DEEPEST) if !is_link && self.seen < MOST_SEEN => {
                    let _ = self.folder(&path, &format!("{name}/"), depth + 1);
                }
                (true, _) => {}
                (false, 0 | 1) => self.file(path, name),
                (false, _) if Language::of(&path).is_some() => self.pass_over(name, "too deep"),
                (false, _) => {}
            }
        }
        Ok(())
    }

    /// A folder that is one submission; false if each file in it is looked at by itself.
    fn submission(&mut self, folder: &Path, name: &str) -> bool {
        let below = |path: &Path| format!("{name}/{}", path.display());
        match submission(folder, name) {
            Ok(Submission::Apart) => return false,
            Ok(Submission::One(language, bundle, rest)) => {
                rest.into_iter().for_each(|(path, why)| self.pass_over(below(&path), why));
                self.bundle(name.to_string(), folder, language, bundle);
            }
            Ok(Submission::Several(programs)) => {
                let files: Vec<_> = programs.iter().map(|(_, bundle)| bundle.files[0].display().to_string()).collect();
                let files = files.join(", ");
                self.found
                    .notes
                    .push(format!("{name}: each of {files} is a program of its own: none is called main, or {name}"));
                for (language, bundle) in programs {
                    self.bundle(below(&bundle.files[0]), folder, language, bundle);
                }
            }
            Err(why) => self.pass_over(name.to_string(), &why),
        }
        true
    }

    fn bundle(&mut self, name: String, folder: &Path, language: Language, bundle: Bundle) {
        let (name, path, by_hand) = (plain(name), folder.join(&bundle.files[0]), folder.to_path_buf());
        self.found.entries.push(Entry {
            name,
            by_hand,
            path,
            language,
            found_at: None,
            bundle: Some(Arc::new(bundle)),
        });
    }

    fn file(&mut self, path: PathBuf, name: String) {
        match kind(&path) {
            Kind::Program(language) => {
                let (name, by_hand) = (plain(name), path.clone());
                self.found.entries.push(Entry { name, by_hand, path, language, found_at: None, bundle: None });
            }
            Kind::Doubtful(why) => self.pass_over(name, why),
            Kind::Other => {}
        }
    }

    fn pass_over(&mut self, name: String, why: &str) {
        self.found.passed_over.push((name, why.to_string()));
    }
}

/// Whether nobody hands in what has this name: editors and systems leave hidden files behind, and macOS in each archive
/// a folder of notes that have the names of the sources.
pub(crate) fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of files with nothing in them.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders")).expect("a folder can be made");
            fs::write(path, "").expect("a file can be written");
        }
        folder
    }

    fn names(found: &Found) -> Vec<(&str, Language)> {
        found.entries.iter().map(|entry| (entry.name.as_str(), entry.language)).collect()
    }

    #[test]
    fn programs_are_told_from_other_files() {
        let folder = folder(&["10.C", "9.Py", "notes.txt", "params", "anna/a.PAS"]);
        let found = find_programs(folder.path(), &Languages::default()).expect("there are programs");
        assert_eq!(
            names(&found),
            [("9.Py", Language::Python), ("10.C", Language::C), ("anna/a.PAS", Language::Pascal)]
        );
        assert_eq!(found.passed_over(), None);
        let refusal = |name: &str| {
            find_programs(&folder.path().join(name), &Languages::default()).expect_err("no program").to_string()
        };
        assert!(refusal("notes.txt").contains("is no program: expected an executable, or a source"));
        assert!(refusal("nosuch").contains("does not exist"));
    }

    #[test]
    fn what_may_be_meant_as_a_program_is_named() {
        let folder = folder(&["a.c", "b.go", "README.md", "anna/deep/b.rs", "anna/deep/1.in", "anna/x.hs"]);
        let found = find_programs(folder.path(), &Languages::default()).expect("there is a program");
        assert_eq!(names(&found), [("a.c", Language::C)]);
        let said = "anna/deep/b.rs (too deep), anna/x.hs (in no language known here), b.go (in no language known here)";
        assert_eq!(found.passed_over().as_deref(), Some(said));
    }

    #[test]
    fn what_editors_and_systems_leave_behind_is_no_program() {
        let left = ["._anna.c", ".hidden.py", ".git/x.c", "__MACOSX/anna.c", "jan/.x.rs", "jan/__MACOSX/._x.rs"];
        let folder = folder(&[&left[..], &["anna.c", "jan/x.rs"]].concat());
        let found = find_programs(folder.path(), &Languages::default()).expect("there are programs");
        assert_eq!(names(&found), [("anna.c", Language::C), ("jan/x.rs", Language::Rust)]);
        assert_eq!(found.passed_over(), None);
    }

    #[test]
    fn the_line_is_bounded_and_steers_no_terminal() {
        let many: Vec<_> = (1..=27).map(|number| format!("{number}\u{1b}.go")).collect();
        let folder = folder(&many.iter().map(String::as_str).collect::<Vec<_>>());
        let refusal = find_programs(folder.path(), &Languages::default()).expect_err("no program").to_string();
        assert!(refusal.contains("passed over: 1\u{241b}.go (") && refusal.ends_with(" and 17 more"), "{refusal}");
    }

    #[cfg(unix)]
    #[test]
    fn links_to_a_program_are_no_other_program() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["jan/x.c"]);
        for (target, link) in [("jan/x.c", "a.c"), ("jan", "b"), (".", "round"), ("nowhere", "dangling.c")] {
            symlink(target, folder.path().join(link)).expect("a link can be made");
        }
        let found = find_programs(folder.path(), &Languages::default()).expect("there is a program");
        assert_eq!(names(&found), [("jan/x.c", Language::C)]);
        let said = found.passed_over().expect("links are named");
        assert!(
            said.starts_with("a.c (the same as jan/x.c), b/x.c (the same as jan/x.c), dangling.c (leads nowhere)"),
            "{said}"
        );
    }
}
