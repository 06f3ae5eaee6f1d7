//! What the sandbox has to do with a fault that does not show without it.

use std::path::Path;

use crate::entry::{Entry, Language};
use crate::excerpt;

/// Python on a module that it cannot import.
const COMPLAINTS: [&str; 2] = ["ModuleNotFoundError: ", "ImportError: "];

/// A sentence on a program that wants a file beside it: by hand it would find it.
pub(super) fn on(entry: &Entry, stderr: &[u8]) -> Option<String> {
    if entry.language != Language::Python {
        return None;
    }
    let real = entry.path.canonicalize().ok()?;
    let stderr = String::from_utf8_lossy(stderr);
    let complaints = stderr.lines().filter(|line| COMPLAINTS.iter().any(|complaint| line.starts_with(complaint)));
    // Names of modules stand between quotes.
    let mut quoted = complaints.flat_map(|line| line.split('\'').skip(1).step_by(2));
    let module = quoted.find_map(|name| beside(real.parent()?, name.split('.').next()?))?;
    let module = excerpt::around(module.as_bytes(), 0);
    Some(format!("in the sandbox a program can read no file of yours but its own, and so not {module} beside it"))
}

/// The file or folder of a module that lies in this folder.
fn beside(folder: &Path, module: &str) -> Option<String> {
    let is_name = !module.is_empty() && module.chars().all(|c| c.is_alphanumeric() || c == '_');
    let known = [format!("{module}.py"), format!("{module}/")];
    known.into_iter().find(|name| is_name && folder.join(name).exists())
}
