//! Classifies a file as a program or as another kind, and says why it is not a program.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::executable::{lacks_permission, may_run, names_interpreter, start};
use crate::language::Language;
use crate::reasons::WORDS;
use crate::shell;
use errors::{Error, excerpt};
use rules::{Message, message};

/// Extensions of sources in languages that are not supported.
const FOREIGN: &str = "class jar go cs kt scala swift ml hs lisp clj erl ex jl lua pl php rb r d \
nim zig f f90 ada adb asm s ts cjs pyw pyc ipynb p dpr sh bash bat exe";
/// Extensions of archives that are not supported.
const PACKED: &str = "gz xz bz2 txz tbz2 zst 7z rar";
/// Extensions of documents that a student may have handed in instead of a program.
const DOCUMENTS: &str = "pdf doc docx odt rtf pages ppt pptx odp xls xlsx ods";
/// Extensions of files that are not programs, even if they have the permission to be executed, as
/// all files on a memory stick do.
const DATA: &str =
    "txt md rst tex in out h hpp inc o a csv json xml html log toml yaml yml ini cfg png jpg";

/// The kind of a file in a folder.
pub(crate) enum Kind {
    Program(Language),
    /// A file that may have been meant as a program, and why it is not a program.
    Doubtful(Message),
    /// A note, a test case, or another file that is not a program.
    Other,
}

/// Whether a file has the name of an archive in an unsupported format.
pub(crate) fn is_packed(path: &Path) -> bool {
    has_one_of(path, PACKED)
}

fn has_one_of(path: &Path, endings: &str) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    endings.split(' ').any(|known| known == ending)
}

/// The name that a source has without `.txt` at its end. Some editors and systems add it, and do not
/// show it.
pub(crate) fn own_name(path: &Path) -> Option<&OsStr> {
    let stem = path.file_stem().filter(|_| has_one_of(path, "txt"))?;
    Language::of_source(Path::new(stem)).map(|_| stem)
}

/// What the sender of these files can do, none of which is a program; `None` if nothing is known.
pub(crate) fn remedy_of(files: &[(PathBuf, Vec<u8>)]) -> Option<Message> {
    let misnamed = files.iter().find_map(|(path, _)| Some((path, own_name(path)?)));
    if let Some((path, own)) = misnamed {
        let [path, own] =
            [path.as_os_str(), own].map(|name| excerpt::short(&name.to_string_lossy()));
        return Some(message!(WORDS, "rename-to", file = path, own = own));
    }
    let is_nameless = |path: &Path, text: &[u8]| path.extension().is_none() && is_like_source(text);
    let nameless = files.iter().find(|(path, text)| is_nameless(path, text));
    nameless.map(|(path, _)| {
        let path = excerpt::short(&path.to_string_lossy());
        message!(WORDS, "rename-nameless", file = path)
    })
}

/// Whether a text begins like a source in one of the usual languages.
fn is_like_source(text: &[u8]) -> bool {
    const MARKS: [&str; 8] = [
        "#include",
        "import ",
        "from ",
        "def ",
        "public class ",
        "fn main(",
        "program ",
        "int main(",
    ];
    let start = String::from_utf8_lossy(&text[..text.len().min(4096)]).into_owned();
    start.lines().any(|line| MARKS.iter().any(|mark| line.trim_start().starts_with(mark)))
}

pub(crate) fn kind(path: &Path) -> Kind {
    let is_one_of = |endings: &str| has_one_of(path, endings);
    if let Some(language) = Language::of(path) {
        return Kind::Program(language);
    }
    let doubtful = |why: &'static str| Kind::Doubtful(Message::new(WORDS, why));
    match fs::metadata(path) {
        Ok(about) if about.is_file() && own_name(path).is_some() => {
            let own = own_name(path).unwrap_or_default().to_string_lossy();
            Kind::Doubtful(message!(WORDS, "misnamed", own = excerpt::short(&own)))
        }
        _ if is_one_of(DATA) => Kind::Other,
        _ if is_one_of(DOCUMENTS) => doubtful(DOCUMENT),
        Err(_) => doubtful("leads-nowhere"),
        Ok(about) if !about.is_file() => doubtful("no-regular-file"),
        Ok(_) if is_one_of(PACKED) => doubtful("packed"),
        Ok(_) if is_one_of(FOREIGN) => doubtful("foreign"),
        // If the file is not a program after all, the system refuses to execute it, and the judge
        // reports that refusal.
        Ok(_) if may_run(path) => Kind::Program(Language::Executable),
        Ok(_) if names_interpreter(path) => doubtful("nameless-script"),
        Ok(_) if lacks_permission(path) => doubtful(NO_PERMISSION),
        // The file cannot be read, so its kind is unknown.
        Ok(_) if path.extension().is_none() && File::open(path).is_err() => doubtful("unreadable"),
        Ok(_)
            if path.extension().is_none()
                && start::<4096>(path).is_ok_and(|t| is_like_source(&t)) =>
        {
            doubtful("nameless-source")
        }
        Ok(_) => Kind::Other,
    }
}

/// Why a document is not a program. It may be the task, or notes of the teacher.
pub(crate) const DOCUMENT: &str = "a-document";
/// Why a compiled file is not a program. Archives and mail may drop a file's permission to be
/// executed.
const NO_PERMISSION: &str = "no-permission";

/// Why a script that names its interpreter is not a program.
#[must_use]
pub fn nameless_script() -> Message {
    message!(WORDS, "script-ending")
}

/// The error for a path at which the expected program is missing.
pub fn no_program(path: &Path, expected: &str) -> Error {
    // If a folder on the path may not be entered, it is unknown whether the file exists.
    match path.try_exists() {
        Err(error) => Error::file("read", path, &error),
        Ok(false) => {
            Error::not_found(format!("{} does not exist: expected {expected}", path.display()))
        }
        Ok(true) => Error::input(format!(
            "{} is {}: expected {expected}{}",
            path.display(),
            if has_one_of(path, DOCUMENTS) || has_one_of(path, "txt") {
                "a document, and no program"
            } else {
                "no program"
            },
            remedy(path)
        )),
    }
}

/// A hint about a file that was meant as a program, or an empty text.
fn remedy(path: &Path) -> String {
    match () {
        // This file would not be a program even with the permission to be executed.
        () if names_interpreter(path) => format!("; {}", nameless_script()),
        () if own_name(path).is_some() => {
            let own = own_name(path).unwrap_or_default();
            format!("; rename it to {}", excerpt::short(&own.to_string_lossy()))
        }
        () if lacks_permission(path) => {
            let what = Message::new(WORDS, NO_PERMISSION);
            format!("; it is {what}: `chmod +x {}` permits execution", shell::quoted(path))
        }
        () => String::new(),
    }
}
