//! Finds the cause of a compiler error if the compiler's message does not name it. The cause may be
//! a file that the sandbox hides from the compiler, or a header that other headers used to include.

use std::collections::BTreeSet;
use std::path::Path;

use sandbox::{Ended, Level};

use crate::foreign_habits;
use crate::language::Language;
use crate::reasons::WORDS;
use crate::refusals;
use crate::shell;
use crate::staged_copy::StagedCopy;
use errors::excerpt;
use rules::{Message, message};

/// The beginning of Free Pascal's message for a file that it cannot read, whether or not the file
/// exists.
const INCLUDE: &str = "Cannot open include file ";
const UNIT: &str = "Can't find unit ";

/// Parts of the messages of gcc and rustc for a file that is missing. These compilers get a copy of
/// the source, without the files beside it.
const MISSING: [&str; 2] = ["No such file or directory", "create file \""];

/// The message of g++ for a name from a missing header of C. The message does not name the header.
const NO_MEMBER: &str = " is not a member of ";

/// The cause of a compiler error.
pub(crate) struct Hint {
    pub(crate) sentence: Message,
    /// Whether the sandbox caused the error. If so, the source may compile outside the sandbox.
    pub(crate) is_of_sandbox: bool,
}

/// The cause of a compiler's messages about a source, if it is known.
pub(crate) fn hint(
    language: Language,
    options: &[String],
    taken: &StagedCopy,
    ended: &Ended,
) -> Option<Hint> {
    let lacking = || {
        let said = String::from_utf8_lossy(&ended.stderr);
        let sentence = foreign_habits::hint(taken, &said)
            .or_else(|| lacking(language, options, &said))
            .or_else(|| gone(language, options, &said))?;
        Some(Hint { sentence, is_of_sandbox: false })
    };
    let unseen = unseen(&taken.home, ended);
    unseen.map(|sentence| Hint { sentence, is_of_sandbox: true }).or_else(lacking)
}

/// A sentence about a source that does not include the headers that g++ names. In g++ before
/// version 13, other headers included them.
fn lacking(language: Language, options: &[String], said: &str) -> Option<Message> {
    if language != Language::Cpp {
        return None;
    }
    let is_name =
        |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let notes = said.lines().filter(|line| line.contains("note: "));
    let named = notes.clone().filter_map(|line| line.split_once("#include <")?.1.split_once('>'));
    let members = said.lines().filter(|line| line.contains(NO_MEMBER)).filter_map(quoted);
    let members: Vec<_> =
        members.filter(|name| name.starts_with("str") || name.starts_with("mem")).collect();
    let mut headers: BTreeSet<&str> = named.map(|(name, _)| name).filter(is_name).collect();
    headers.extend(members.first().map(|_| "cstring"));
    if headers.is_empty() {
        return None;
    }
    let lines: Vec<_> = headers.iter().map(|name| format!("`#include <{name}>`")).collect();
    let lacks = message!(WORDS, "hint-headers", headers = lines.join(", "));
    let names: Vec<_> = notes.filter_map(quoted).chain(members).collect();
    let mut errors = said.lines().filter(|line| line.contains(" error: "));
    if errors.any(|line| quoted(line).is_none_or(|name| !names.contains(&name))) {
        // The source has other errors, so the headers alone would not make it compile.
        return Some(lacks);
    }
    let tool = [language.tool().to_string()];
    let includes = headers.iter().flat_map(|name| ["-include".to_string(), (*name).to_string()]);
    let options: Vec<_> = tool.into_iter().chain(options.iter().cloned()).chain(includes).collect();
    Some(unchanged(lacks, options.join(" ")))
}

/// A sentence about a source that reads words into a `char*`. C++20 has removed this way of
/// reading, since nothing bounds the length of a word.
fn gone(language: Language, options: &[String], said: &str) -> Option<Message> {
    let is_reading = |line: &str| {
        line.contains(" error: ") && line.contains("operator>>") && line.contains("char*")
    };
    if language != Language::Cpp || !said.lines().any(is_reading) {
        return None;
    }
    let others = options.iter().filter(|option| !option.starts_with("-std=")).cloned();
    let options: Vec<_> = [language.tool().to_string()].into_iter().chain(others).collect();
    Some(unchanged(message!(WORDS, "hint-char"), options.join(" ") + " -std=c++17"))
}

/// Adds the compiler's options with which the source compiles as it is.
fn unchanged(why: Message, options: String) -> Message {
    let options = format!("--compiler-options {}", shell::quoted(options));
    message!(WORDS, "unchanged", why = why, options = options)
}

/// The name that a message of g++ is about: the first name in quotation marks. The form of the
/// marks depends on the locale.
fn quoted(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(['\'', '\u{2018}'])?;
    Some(rest.split_once(['\'', '\u{2019}'])?.0)
}

/// A sentence about a source that does not compile because the sandbox hides a file.
fn unseen(source: &Path, ended: &Ended) -> Option<Message> {
    if ended.level == Level::Limits {
        return None;
    }
    let said = [&ended.stdout[..], &ended.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let file = said.lines().find_map(|line| match line.split_once(UNIT) {
        Some((_, unit)) => beside(source, units(unit.split(' ').next()?)),
        None if is_missed(line) => beside(source, files(line)),
        None => None,
    });
    match file {
        Some(file) => Some(message!(WORDS, "hint-source-beside", file = excerpt::short(&file))),
        None => said.lines().any(refusals::is_told).then(|| message!(WORDS, "hint-source-only")),
    }
}

/// Whether a message is about a file that was not found or may not be read.
fn is_missed(line: &str) -> bool {
    line.contains(INCLUDE)
        || MISSING.iter().any(|words| line.contains(words))
        || refusals::is_told(line)
}

/// The first of `names` that is a file beside the source.
fn beside(source: &Path, mut names: impl Iterator<Item = String>) -> Option<String> {
    let folder = source.parent()?;
    names.find(|name| !source.ends_with(name) && folder.join(name).is_file())
}

/// The possible file names of a Pascal unit. The unit's name may have capital letters.
fn units(name: &str) -> impl Iterator<Item = String> {
    let names = [name.to_string(), name.to_lowercase()];
    names.into_iter().flat_map(|name| ["pas", "pp"].map(|ending| format!("{name}.{ending}")))
}

/// Those words of a line that may be file names, because they have an extension.
fn files(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| !c.is_alphanumeric() && !"_-./".contains(c));
    let is_beside = |word: &str| word.starts_with("../") || !word.starts_with(['.', '/']);
    words.filter(move |word| word.contains('.') && is_beside(word)).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of g++ 12 and g++ 13.
    const SAID: &str = "\
a.cpp: In function 'int main()':
a.cpp:5:3: error: 'memset' was not declared in this scope
a.cpp:2:1: note: 'memset' is defined in header '<cstring>'; did you forget to '#include <cstring>'?
a.cpp:6:3: error: 'uint8_t' does not name a type
a.cpp:1:1: note: 'uint8_t' is defined in header '<cstdint>'; this is probably fixable by adding \
'#include <cstdint>'
a.cpp:9:3: note: 'strlen' is defined in header '<cstring>'; did you forget to '#include <cstring>'?
    9 |   \"#include <nothing>\"
";

    #[test]
    fn headers_that_other_headers_brought_along_are_named_once() {
        let options = ["-O2".to_string()];
        let said =
            lacking(Language::Cpp, &options, SAID).expect("two headers are lacking").to_string();
        assert!(said.contains("lacks `#include <cstdint>`, `#include <cstring>`:"), "{said}");
        let flag = "--compiler-options 'g++ -O2 -include cstdint -include cstring'";
        assert!(said.ends_with(flag), "{said}");
        let other = format!("{SAID}a.cpp:9:9: error: \u{2018}scanf_s\u{2019} was not declared\n");
        let said = lacking(Language::Cpp, &options, &other)
            .expect("two headers are still lacking")
            .to_string();
        assert!(said.contains("headers") && !said.contains("--compiler-options"), "{said}");
        assert_eq!(lacking(Language::C, &options, SAID), None, "only C++ is checked");
        let read = "a.cpp:9:9: error: no match for \u{2018}operator>>\u{2019} (operand types are \
        std::istream and \u{2018}char*\u{2019})";
        let said = gone(Language::Cpp, &["-O2".to_string(), "-std=c++20".to_string()], read)
            .expect("C++20 has removed it")
            .to_string();
        assert!(said.ends_with("--compiler-options 'g++ -O2 -std=c++17'"), "{said}");
        assert_eq!(gone(Language::Cpp, &options, SAID), None);
        let member =
            "a.cpp:4:18: error: \u{2018}strcmp\u{2019} is not a member of \u{2018}std\u{2019}";
        let said =
            lacking(Language::Cpp, &options, member).expect("one header is lacking").to_string();
        assert!(said.ends_with("--compiler-options 'g++ -O2 -include cstring'"), "{said}");
        assert_eq!(lacking(Language::Cpp, &options, "a.cpp:1:1: error: expected '}'"), None);
    }
}
