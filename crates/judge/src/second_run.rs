//! A second run of a program that fails a case: built with checks, it may say in which line of the
//! source it goes wrong. It changes no verdict.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sandbox::Spawner;
use submission::{Build, Builder, Language, StagedCopy, Tool, Valgrind};
use tempfile::TempDir;

use crate::cases::as_text;
use crate::{Case, Conditions, Verdict, sanitizer};
use errors::excerpt;

/// A mistake that a check has found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The case.
    pub case: String,
    /// The file and the line, such as `a.c:17`; `None` if the check does not say.
    pub place: Option<String>,
    /// What the check says, in English.
    pub what: String,
    /// The line of the source.
    pub source: Option<String>,
}

/// What a second run needs of the first one.
pub(crate) struct SecondRun<'a> {
    pub(crate) taken: &'a StagedCopy,
    pub(crate) conditions: &'a Conditions,
    pub(crate) tool: Option<&'a Tool>,
    /// A folder for what compilers make.
    pub(crate) folder: &'a Path,
}

/// How a program is built so that mistakes show.
struct Checks<'a> {
    options: &'static [&'static str],
    valgrind: Option<&'a Valgrind>,
}

/// For gcc and g++: indices of arrays, overflows, shifts, null pointers; in C++ also the indices of
/// containers. AddressSanitizer needs more address space than any limit of the sandbox grants.
const UNDEFINED: &[&str] = &["-g", "-O1", "-fsanitize=undefined", "-D_GLIBCXX_ASSERTIONS"];
/// For valgrind, which needs the lines of the source. An assertion would end the program before
/// valgrind sees the mistake.
const PLAIN: &[&str] = &["-g", "-O0"];
/// For Free Pascal: ranges, overflows, the stack, and the lines of the source.
const PASCAL: &[&str] = &["-Cr", "-Co", "-Ct", "-gl"];

/// The time of a second run is so many times the first one's: checks make a program slower.
const TIMES: u32 = 3;
/// A second run ends after this time. Most mistakes show early, and a class has many programs.
const LONGEST: Duration = Duration::from_secs(4);

impl SecondRun<'_> {
    /// The mistake that a check finds on this case. A machine that lacks a check finds none.
    pub(crate) fn fault(
        &self,
        case: &Case,
        defines: &[String],
        spawner: &mut Spawner,
    ) -> Option<Fault> {
        let (place, what) = match self.taken.entry.language {
            Language::C | Language::Cpp => self.native(case, defines, spawner)?,
            Language::Pascal => {
                let checks = Checks { options: PASCAL, valgrind: None };
                pascal(&self.said(&checks, case, defines, spawner)?)?
            }
            _ => return None,
        };
        let own = place.as_deref().and_then(|place| self.own_place(place));
        let source = own.as_ref().and_then(|(file, line)| self.line_at(file, *line));
        let place = own.map(|(file, line)| format!("{}:{line}", file.display()));
        let place = place.map(|place| excerpt::in_a_line(&place));
        Some(Fault { case: case.name.clone(), place, what: excerpt::in_a_line(&what), source })
    }

    /// What the checks of gcc and g++ find, or else valgrind.
    fn native(&self, case: &Case, defines: &[String], spawner: &mut Spawner) -> Option<Found> {
        let checks = Checks { options: UNDEFINED, valgrind: None };
        let said = self.said(&checks, case, defines, spawner)?;
        if let Some(found) = undefined(&said) {
            return Some(found);
        }
        // Only valgrind knows the line in which an assertion of the C++ library failed.
        let assertion = assertion(&said);
        let memory = Valgrind::find().ok().and_then(|valgrind| {
            let checks = Checks { options: PLAIN, valgrind: Some(&valgrind) };
            let said = self.said(&checks, case, defines, spawner)?;
            memory(&said, |place| self.own_place(place).is_some())
        });
        match (assertion, memory) {
            (Some(what), found) => Some((found.and_then(|(place, _)| place), what)),
            (None, found) => found,
        }
    }

    /// What the program writes to standard error if it is built with these checks.
    fn said(
        &self,
        checks: &Checks<'_>,
        case: &Case,
        defines: &[String],
        spawner: &mut Spawner,
    ) -> Option<String> {
        let [folder, notes] = [self.folder(), self.folder()];
        let (folder, notes) = (folder?, notes?);
        let mut conditions = self.conditions.clone();
        conditions.compilers = conditions.compilers.and(checks.options);
        conditions.valgrind = checks.valgrind.is_some();
        let builder = Builder {
            taken: self.taken,
            compilers: &conditions.compilers,
            memory: conditions.memory,
            stack: conditions.stack,
            arguments: &[],
            pass_constants: false,
            level: conditions.level,
            tool: self.tool,
            valgrind: checks.valgrind,
            folder: folder.path(),
            notes: notes.path(),
            time: conditions.compile_time,
            lines_at_once: false,
        };
        let Build { mut job, room, .. } = builder.build(defines, 0, spawner).ok()?.ok()?;
        let read = |path| fs::read(path).map(as_text).ok();
        let (input, expected) = (read(&case.input)?, read(&case.expected)?);
        job.limits = conditions.limits(expected.len(), room);
        let times = if checks.valgrind.is_some() { 1 } else { TIMES };
        let within = |limit: Duration| (times * limit).min(LONGEST);
        (job.limits.wall, job.limits.cpu) = (within(job.limits.wall), within(job.limits.cpu));
        let ended = self.taken.retold.ended(spawner.run(&job, &input).ok()?);
        Some(String::from_utf8_lossy(&ended.stderr).into_owned())
    }

    fn folder(&self) -> Option<TempDir> {
        tempfile::tempdir_in(self.folder).ok()
    }

    /// The program's own file and the line that a place names. Compilers name files in their way,
    /// and a program writes what it wants, so only the last part of the path counts.
    fn own_place(&self, place: &str) -> Option<(&Path, usize)> {
        let (file, line) = place.rsplit_once(':')?;
        let named = Path::new(file).file_name()?;
        let own = self.taken.files.iter().find(|own| own.file_name() == Some(named))?;
        Some((own, line.parse().ok()?))
    }

    fn line_at(&self, file: &Path, line: usize) -> Option<String> {
        let text = fs::read(self.taken.root.join(file)).ok()?;
        let text = String::from_utf8_lossy(&text);
        Some(excerpt::in_a_line(text.lines().nth(line.checked_sub(1)?)?.trim()))
    }
}

/// Whether a second run may tell why a program gets this verdict.
pub(crate) fn may_tell(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Verdict::WrongAnswer(_)
            | Verdict::WrongExitCode(_)
            | Verdict::Crash(_)
            | Verdict::Late
            | Verdict::Memory
            | Verdict::OutputFlood
            | Verdict::ValgrindReport
    )
}

/// A place and what is wrong there.
type Found = (Option<String>, String);

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
fn memory(said: &str, is_own: impl Fn(&str) -> bool) -> Option<Found> {
    let mut lines = said.lines().filter_map(|line| {
        let (number, text) = line.strip_prefix("==")?.split_once("== ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
    });
    let what = lines.find(|text| !text.trim().is_empty() && !text.starts_with(' '))?;
    let frames = lines.take_while(|text| !text.trim().is_empty());
    let mut places = frames.filter_map(|frame| {
        let place = frame.trim_end().strip_suffix(')')?.rsplit_once('(')?.1;
        is_own(place).then(|| place.to_string())
    });
    let place = places.next();
    place.is_some().then(|| (place, what.trim().to_string()))
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
        let said = "Runtime error 201 at $00\n  $0000000000401  main,  line 5 of a.pas\n";
        let (at, what) = place(pascal(said)).expect("a report");
        assert_eq!((&*at, what.contains("201")), ("a.pas:5", true));
        for said in ["", "all is well", "==12== ", "Runtime", "==1== Invalid\n==1==   at x (a.so)"]
        {
            assert_eq!((undefined(said), memory(said), pascal(said)), (None, None, None), "{said}");
            assert_eq!(assertion(said), None, "{said}");
        }
    }
}
