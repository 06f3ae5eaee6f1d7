//! Mistakes in a source that checks find while the program runs: what they say, and where.

use std::fs;
use std::path::Path;

use errors::excerpt;
use rules::Message;
use submission::{Language, StagedCopy};

use crate::sanitizer;
use crate::texts::text;

/// A mistake that a check has found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file and the line, such as `a.c:17`; `None` if the check does not say.
    pub place: Option<String>,
    /// What the check says, in English.
    pub what: String,
    /// The line of the source.
    pub source: Option<String>,
}

/// For gcc and g++: indices of arrays, overflows, shifts, null pointers; in C++ also the indices of
/// containers. AddressSanitizer needs more address space than any limit of the sandbox grants.
const UNDEFINED: &[&str] =
    &["-g", "-O1", "-fsanitize=undefined,bounds-strict", "-D_GLIBCXX_ASSERTIONS"];
/// For Free Pascal: ranges, overflows, the stack, and the lines of the source.
const PASCAL: &[&str] = &["-Cr", "-Co", "-Ct", "-gl"];

/// The options with which a program is compiled that checks itself; `None` if its language has none.
#[must_use]
pub fn checks(language: Language) -> Option<&'static [&'static str]> {
    match language {
        Language::C | Language::Cpp => Some(UNDEFINED),
        Language::Pascal => Some(PASCAL),
        _ => None,
    }
}

impl Mistake {
    /// The mistake that a program has written to standard error: one compiled with [`checks`], or one
    /// in a language that names the line of an exception by itself.
    #[must_use]
    pub fn in_stderr(said: &str, taken: &StagedCopy) -> Option<Mistake> {
        let found = found_in(taken.entry.language, said);
        Some(Mistake::of(found.or_else(|| exception(said, taken))?, taken))
    }

    pub(crate) fn of((place, what): Found, taken: &StagedCopy) -> Mistake {
        let own = place.as_deref().and_then(|place| own_place(place, taken));
        let source = own.as_ref().and_then(|(file, line)| line_at(taken, file, *line));
        // A line with a brace alone says nothing.
        let source = source.filter(|line| line.contains(char::is_alphanumeric));
        let place = own.map(|(file, line)| format!("{}:{line}", file.display()));
        let place = place.map(|place| excerpt::in_a_line(&place));
        Mistake { place, what: excerpt::in_a_line(&what), source }
    }

    /// The mistake as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match (&self.place, &self.source) {
            (Some(place), Some(source)) => {
                text("mistake-in-line").name("place", place).name("source", source)
            }
            (Some(place), None) => text("mistake-at").name("place", place),
            (None, _) => text("mistake"),
        }
        .name("what", &self.what)
    }
}

/// An exception that ended a program, and the innermost of its own lines: in Python the last line of a
/// traceback, and otherwise the first one of these words.
fn exception(said: &str, taken: &StagedCopy) -> Option<Found> {
    let language = taken.entry.language;
    let own = |line: &str| {
        let places = line.split(['(', ')', ' ', ',']).filter(|word| !word.is_empty());
        let place = |word: &str| {
            let word = word.trim_start_matches("file://");
            let mut parts = word.split(':');
            let (file, number) = (parts.next()?, parts.next()?);
            let place = format!("{file}:{number}");
            own_place(&place, taken).map(|_| place)
        };
        places.into_iter().find_map(place)
    };
    let mut lines = said.lines();
    match language {
        Language::Python => {
            lines.find(|line| line.trim() == "Traceback (most recent call last):")?;
            let (mut what, mut at) = ("", None);
            for line in lines.filter(|line| !line.trim().is_empty()) {
                if let Some(frame) = line.trim_start().strip_prefix("File \"") {
                    let (file, rest) = frame.split_once("\", line ")?;
                    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
                    let place = format!("{file}:{number}");
                    at = own_place(&place, taken).map(|_| place).or(at);
                } else if !line.starts_with(' ') {
                    what = line;
                }
            }
            at.filter(|_| !what.is_empty()).map(|at| (Some(at), what.to_string()))
        }
        Language::Java => {
            let thrown = lines.find_map(|line| line.strip_prefix("Exception in thread "))?;
            let what = thrown.split_once("\" ").map_or(thrown, |(_, what)| what);
            lines.find_map(own).map(|at| (Some(at), what.to_string()))
        }
        Language::JavaScript => {
            let is_error = |line: &&str| {
                let name = line.split(':').next().unwrap_or_default();
                name.ends_with("Error") && !name.contains(' ')
            };
            let what = lines.find(is_error)?;
            lines.find_map(own).map(|at| (Some(at), what.to_string()))
        }
        Language::Rust => {
            let at = lines.find(|line| line.contains(" panicked at ")).and_then(own)?;
            Some((Some(at), lines.next()?.to_string()))
        }
        _ => None,
    }
}

/// What a program says that was compiled with [`checks`].
pub(crate) fn found_in(language: Language, said: &str) -> Option<Found> {
    match language {
        Language::C | Language::Cpp => {
            undefined(said).or_else(|| assertion(said).map(|what| (None, what)))
        }
        Language::Pascal => pascal(said),
        _ => None,
    }
}

/// The program's own file and the line that a place names. Compilers name files in their way, and a
/// program writes what it wants, so only the last part of the path counts.
pub(crate) fn own_place<'a>(place: &str, taken: &'a StagedCopy) -> Option<(&'a Path, usize)> {
    let (file, line) = place.rsplit_once(':')?;
    let named = Path::new(file).file_name()?;
    let own = taken.files.iter().find(|own| own.file_name() == Some(named))?;
    Some((own, line.parse().ok()?))
}

fn line_at(taken: &StagedCopy, file: &Path, line: usize) -> Option<String> {
    let text = fs::read(taken.root.join(file)).ok()?;
    let text = String::from_utf8_lossy(&text);
    Some(excerpt::in_a_line(text.lines().nth(line.checked_sub(1)?)?.trim()))
}

/// A place and what is wrong there.
pub(crate) type Found = (Option<String>, String);

/// What UndefinedBehaviorSanitizer says.
fn undefined(said: &str) -> Option<Found> {
    let report = sanitizer::report(said.as_bytes())?;
    let (place, what) = report.split_once(": ")?;
    Some((Some(place.to_string()), what.to_string()))
}

/// What an assertion of the C++ library says, such as `/usr/include/.. : T f(..): Assertion '__n <
/// this->size()' failed.`
fn assertion(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.ends_with("' failed."))?;
    let (_, condition) = line.strip_suffix("' failed.")?.split_once(": Assertion '")?;
    Some(match condition {
        "__n < this->size()" => "an index beyond the end of a container".to_string(),
        "!this->empty()" => "a container is empty, and an element of it is used".to_string(),
        condition => format!("the C++ library demands `{condition}`"),
    })
}

/// What valgrind says first, and the first of the program's own lines below it.
pub(crate) fn memory(said: &str, is_own: impl Fn(&str) -> bool) -> Option<Found> {
    let lines = said.lines().filter_map(|line| {
        let (number, text) = line.strip_prefix("==")?.split_once("== ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
    });
    let mut lines = lines.skip_while(|text| text.trim().is_empty() || text.starts_with(' '));
    let what = lines.next()?;
    // This line comes alone, and again above its frames.
    let overflow = what.starts_with("Stack overflow in thread");
    let frames = lines.take_while(|text| overflow || !text.trim().is_empty());
    let mut places = frames.filter_map(|frame| {
        let place = frame.trim_end().strip_suffix(')')?.rsplit_once('(')?.1;
        is_own(place).then(|| place.to_string())
    });
    let what = if overflow {
        "the stack is full: a recursion has no end, or is too deep"
    } else {
        what.trim()
    };
    let place = places.next();
    place.is_some().then(|| (place, what.to_string()))
}

/// What a Pascal program says, such as `Runtime error 201 at $0000`, and `  $0000  main,  line 5 of
/// a.pas` below it.
fn pascal(said: &str) -> Option<Found> {
    let mut lines = said.lines().skip_while(|line| !line.starts_with("Runtime error "));
    let number = lines.next()?.strip_prefix("Runtime error ")?.split(' ').next()?;
    let what = match number {
        "200" => "division by zero",
        "201" => "range check: an index or a value out of its range",
        "202" => "stack overflow",
        "203" => "heap overflow: no memory left",
        "204" => "invalid pointer operation",
        "205" => "floating point overflow",
        "215" => "arithmetic overflow",
        "216" => "general protection fault: memory that is not the program's own",
        _ => return Some((None, format!("runtime error {number}"))),
    };
    let place = lines.find_map(|line| {
        let (line, file) = line.split_once("line ")?.1.split_once(" of ")?;
        line.parse::<u32>().ok().map(|line| format!("{}:{line}", file.trim()))
    });
    Some((place, format!("{what} (runtime error {number})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checks_are_understood() {
        let place =
            |found: Option<Found>| found.map(|(place, what)| (place.unwrap_or_default(), what));
        let said = "a.c:6:5: runtime error: index 50 out of bounds for type 'int [50]'\nx\n";
        let (at, what) = place(undefined(said)).expect("a report");
        assert_eq!((&*at, what.contains("index 50")), ("a.c:6", true));
        let said = "/usr/include/c++/12/bits/stl_vector.h:1123: std::vector<_Tp>::reference \
            std::vector<_Tp, _Alloc>::operator[](size_type) [with _Tp = int]: Assertion '__n < \
            this->size()' failed.\n";
        assert!(assertion(said).expect("an assertion").contains("index"));
        let said = "the program's own\n==12== Invalid write of size 4\n\
            ==12==    at 0x109: memcpy (stl_vector.h:12)\n==12==    by 0x109178: f (a.c:17)\n\
            ==12==    by 0x1: main (a.c:30)\n==12==  Address 0x4a\n";
        let memory = |said: &str| memory(said, |place| place.starts_with("a.c:"));
        let (at, what) = place(memory(said)).expect("a report");
        assert_eq!((&*at, &*what), ("a.c:17", "Invalid write of size 4"));
        let said = "==7== Stack overflow in thread #1: can't grow stack to 0x1ffe001000\n==7== \n\
            ==7==  Access not within mapped region at address 0x1FFE001CFC\n\
            ==7== Stack overflow in thread #1: can't grow stack to 0x1ffe001000\n\
            ==7==    at 0x109154: f (a.c:2)\n";
        let (at, what) = place(memory(said)).expect("a report");
        assert_eq!((&*at, what.contains("recursion")), ("a.c:2", true));
        let said = "Runtime error 201 at $00\n  $0000000000401  main,  line 5 of a.pas\n";
        let (at, what) = place(pascal(said)).expect("a report");
        assert_eq!((&*at, what.contains("201")), ("a.pas:5", true));
        for said in ["", "all is well", "==12== ", "Runtime", "==1== Invalid\n==1==   at x (a.so)"]
        {
            assert_eq!((undefined(said), memory(said), pascal(said)), (None, None, None), "{said}");
            assert_eq!(assertion(said), None, "{said}");
        }
    }

    #[test]
    fn an_exception_is_named_with_the_innermost_line_of_the_programs_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let told = |name: &str, said: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "first\nsecond\n\nfourth\n").expect("a file can be written");
            let found = submission::find_programs(&path, &submission::Languages::default());
            let entry = found.expect("a program").entries.remove(0);
            let taken = StagedCopy::in_place(&entry).expect("it is there");
            let mistake = Mistake::in_stderr(said, &taken)?;
            Some((mistake.place?, mistake.what, mistake.source.unwrap_or_default()))
        };
        let python = "x\nTraceback (most recent call last):\n  File \"/a/bot.py\", line 4, in <module>\n    \
            f()\n  File \"/a/bot.py\", line 2, in f\n    a[7]\n    ~^^^\n  File \"/lib/random.py\", line 9\n\
            IndexError: list index out of range\n";
        let java = "Exception in thread \"main\" java.lang.RuntimeException: no\n\
            \tat java.base/java.util.List.get(List.java:9)\n\tat Bot.main(Bot.java:2)\n";
        let script =
            "/a/bot.js:2\n  x.y\n    ^\n\nTypeError: x is null\n    at f (/a/bot.js:2:5)\n";
        let rust = "thread 'main' panicked at /a/bot.rs:2:5:\nindex out of bounds\nnote: run\n";
        for (name, said, what) in [
            ("bot.py", python, "IndexError: list index out of range"),
            ("Bot.java", java, "java.lang.RuntimeException: no"),
            ("bot.js", script, "TypeError: x is null"),
            ("bot.rs", rust, "index out of bounds"),
        ] {
            let found = told(name, said).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(found, (format!("{name}:2"), what.to_string(), "second".to_string()));
            assert_eq!(told(name, "all is well\n"), None, "{name}");
        }
    }
}
