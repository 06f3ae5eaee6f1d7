//! Explains failures of programs to which the sandbox has refused something. The sandbox may let a
//! program go on after a refusal, and the program may fail later because of this refusal.

use sandbox::{Ended, How, Level};

use crate::Language;
use crate::reasons;
use errors::excerpt;
use rules::{Message, message};

/// The texts of the error numbers that the sandbox returns: EACCES, EPERM, ENOSYS.
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

/// Exit codes of Pascal's run-time errors: a file was not found, or access was denied.
const PASCAL: [i32; 2] = [2, 5];

/// A sentence about a program that may have failed because the sandbox refused something; `None` if
/// there is no sign of a refusal.
pub fn hint(ended: &Ended, language: Language) -> Option<Message> {
    if ended.level == Level::Limits || ended.breach.is_some() {
        return None;
    }
    match &ended.refused {
        // An interpreter looks for many files that its program does not need.
        Some(path) if !language.is_script() && !is_own_environment(path) => {
            Some(message!(reasons::WORDS, "hint-opened", file = excerpt::short(path)))
        }
        _ => tells_of_one(ended, language).then(|| message!(reasons::WORDS, "hint-refused")),
    }
}

/// Whether this file contains the program's own environment. A sanitizer reads this file to report
/// an error that has already occurred, so the refusal of the file is not the cause of the failure.
fn is_own_environment(path: &str) -> bool {
    ["/proc/self/environ", "/proc/thread-self/environ"].contains(&path)
}

fn tells_of_one(ended: &Ended, language: Language) -> bool {
    let is_pascal = language == Language::Pascal;
    let is_runtime_error =
        matches!(ended.how, How::Exited(code) if is_pascal && PASCAL.contains(&code));
    is_runtime_error || is_told(&String::from_utf8_lossy(&ended.stderr))
}

/// Whether a text mentions a refusal.
pub fn is_told(text: &str) -> bool {
    WORDS.iter().any(|words| text.contains(words))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn hinted(refused: Option<&str>, stderr: &str) -> Option<Message> {
        let (wall, cpu, waited) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let (stdout, stderr, refused) = (Vec::new(), stderr.into(), refused.map(str::to_string));
        let (how, breach, peak_memory, level) = (How::Exited(1), None, 0, Level::Confined);
        hint(
            &Ended { how, breach, refused, wall, cpu, waited, peak_memory, stdout, stderr, level },
            Language::C,
        )
    }

    #[test]
    fn a_report_of_a_sanitizer_is_the_programs_own() {
        let report = "a.c:9:11: runtime error: signed integer overflow: 1 + 2147483647 cannot be \
        represented in type 'int'";
        for looked_at in ["/proc/self/environ", "/proc/thread-self/environ"] {
            assert_eq!(hinted(Some(looked_at), report), None, "{looked_at}");
        }
        let hint = |refused, stderr| {
            hinted(refused, stderr).map(|hint| hint.to_string()).unwrap_or_default()
        };
        for path in ["/etc/passwd", "/proc/self/statm"] {
            assert!(hint(Some(path), report).contains(&format!("open {path}")));
        }
        assert!(
            hint(Some("/proc/self/environ"), "Permission denied").contains("refuses all files")
        );
    }
}
