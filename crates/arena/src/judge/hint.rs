//! What the sandbox has to do with a fault that may not show without it.

use std::path::Path;

use sandbox::{Ended, Level};

use super::Verdict;
use crate::entry::{Entry, Language};
use crate::{excerpt, refusals};

/// Python on a module that it cannot import, and node.
const COMPLAINTS: [&str; 4] =
    ["ModuleNotFoundError: ", "ImportError: ", "Error: Cannot find module ", "Error [ERR_MODULE_NOT_FOUND]: "];

/// A sentence on a program that the sandbox refuses what it may have by hand.
pub(super) fn on(entry: &Entry, ended: &Ended, verdict: &Verdict) -> Option<String> {
    if verdict.is_accepted() {
        return None;
    }
    on_module(entry, ended).or_else(|| refusals::hint(ended, entry.language))
}

/// On one that wants a file beside it, or has the name of what it wants: by hand it would find that.
fn on_module(entry: &Entry, ended: &Ended) -> Option<String> {
    if !entry.language.is_script() {
        return None;
    }
    let real = entry.path.canonicalize().ok()?;
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let complaints = stderr.lines().filter(|line| COMPLAINTS.iter().any(|complaint| line.starts_with(complaint)));
    // Names of modules stand between quotes.
    let mut quoted = complaints.flat_map(|line| line.split('\'').skip(1).step_by(2));
    let found = quoted.find_map(|name| beside(real.parent()?, name, entry.language))?;
    let module = excerpt::around(found.as_bytes(), 0);
    if real.file_name().is_some_and(|own| *own == *found) {
        return Some(format!(
            "by hand it would import itself, since {module} has the name of a module that it imports"
        ));
    }
    let hint =
        || format!("in the sandbox a program can read no file of yours but its own, and so not {module} beside it");
    (ended.level > Level::Limits).then(hint)
}

/// The file or folder of a module that lies in this folder.
fn beside(folder: &Path, module: &str, language: Language) -> Option<String> {
    let (name, endings) = if language == Language::Python {
        (module.split('.').next()?, &[".py", "/"][..])
    } else {
        let path = module.strip_prefix("./").map_or(Path::new(module), Path::new);
        (path.strip_prefix(folder).unwrap_or(path).to_str()?, &["", ".js", ".json", "/"][..])
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    let known = endings.iter().map(|ending| format!("{name}{ending}"));
    known.into_iter().find(|name| is_name && folder.join(name).exists())
}
