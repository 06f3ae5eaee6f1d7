//! What the sandbox refuses without ending the program, which may then come to a bad end by itself.

use sandbox::{Ended, How, Level};

use crate::entry::Language;

/// What is said of such an end. Nobody knows what the program wanted.
pub(crate) const SENTENCE: &str = "the sandbox may be why: it refuses other files than the program's own, and other \
                                   programs, so that by hand this may go well";

/// How programs tell of an errno that the sandbox answers with: EACCES, EPERM, ENOSYS.
const WORDS: [&str; 9] = [
    "Permission denied",
    "permission denied",
    "Operation not permitted",
    "operation not permitted",
    "Function not implemented",
    "function not implemented",
    "EACCES",
    "EPERM",
    "ENOSYS",
];

/// Exit codes of Pascal's run-time errors: a file that is not found, and one to which access is denied.
const PASCAL: [i32; 2] = [2, 5];

/// Whether a program may have come to its end because the sandbox refused it something.
pub(crate) fn may_be_why(ended: &Ended, language: Language) -> bool {
    if ended.level == Level::Limits || ended.breach.is_some() {
        return false;
    }
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let is_pascal = language == Language::Pascal;
    let is_runtime_error = matches!(ended.how, How::Exited(code) if is_pascal && PASCAL.contains(&code));
    is_runtime_error || is_told(&stderr)
}

/// Whether a text tells of a refusal.
pub(crate) fn is_told(text: &str) -> bool {
    WORDS.iter().any(|words| text.contains(words))
}
