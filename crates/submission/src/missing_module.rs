//! Explains why a script does not find a module or file that lies beside it.

use std::path::Path;

use sandbox::{Ended, Level};

use crate::Language;
use crate::reasons::WORDS;
use errors::excerpt;
use rules::{Message, message};

/// How a message of Python or node begins if a module or file is missing. In the sandbox, Python
/// and node run a copy of the program, without the files beside it.
const COMPLAINTS: [&str; 6] = [
    "ModuleNotFoundError: ",
    "ImportError: ",
    FILE,
    "Error: Cannot find module ",
    "Error [ERR_MODULE_NOT_FOUND]: ",
    "Error: ENOENT: ",
];

/// Python's message about a missing file.
const FILE: &str = "FileNotFoundError: ";

/// A sentence about a program that needs a file beside it. Outside the sandbox the program would
/// find that file. The file may be the program itself: a program `random.py` that imports `random`
/// would import itself. `real` is the path of the program's own file; `None` if there is no sign of
/// a missing file.
pub fn hint(language: Language, real: &Path, ended: &Ended) -> Option<Message> {
    if !language.is_script() {
        return None;
    }
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let complaints = stderr
        .lines()
        .filter(|line| COMPLAINTS.iter().any(|complaint| line.starts_with(complaint)));
    // Names of modules and files are in quotation marks. The name of a file must be a full path,
    // since only a full path says where the file was expected.
    let is_told = |line: &str, name: &str| !line.starts_with(FILE) || name.starts_with('/');
    let quoted = complaints
        .flat_map(|line| line.split('\'').skip(1).step_by(2).map(move |name| (line, name)));
    let mut quoted = quoted.filter(|(line, name)| is_told(line, name)).map(|(_, name)| name);
    let found = quoted.find_map(|name| beside(real.parent()?, name, language))?;
    let module = excerpt::around(found.as_bytes(), 0);
    if real.file_name().is_some_and(|own| *own == *found) {
        return Some(message!(WORDS, "hint-itself", module = module));
    }
    (ended.level > Level::Limits).then(|| message!(WORDS, "hint-beside", module = module))
}

/// The file or folder of a module, if the module lies in this folder.
fn beside(folder: &Path, module: &str, language: Language) -> Option<String> {
    let (name, endings) = if let Ok(file) = Path::new(module).strip_prefix(folder)
        && language == Language::Python
    {
        (file.to_str()?, &[""][..])
    } else if language == Language::Python {
        (module.split('.').next()?, &[".py", "/"][..])
    } else {
        let path = module.strip_prefix("./").map_or(Path::new(module), Path::new);
        (path.strip_prefix(folder).unwrap_or(path).to_str()?, &["", ".js", ".json", "/"][..])
    };
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    let known = endings.iter().map(|ending| format!("{name}{ending}"));
    known.into_iter().find(|name| is_name && folder.join(name).exists())
}
