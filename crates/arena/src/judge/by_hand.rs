//! Command lines that show a fault again, without the judge where that can be.

use std::path::Path;

use rules::Answers;

use super::conditions::most_output;
use super::tools::{VALGRIND, compilation, constants};
use super::{Case, Conditions, Entry, Verdict, shell};

/// How to build and run a program by hand, as lines of shell.
#[derive(Clone, Debug)]
pub(crate) struct ByHand {
    build: Option<String>,
    run: String,
    /// Whether the program's memory is limited as `ulimit -v` does.
    is_native: bool,
}

impl ByHand {
    pub(crate) fn executable(entry: &Entry, arguments: &[String]) -> ByHand {
        let words = [shell::program(&entry.path)].into_iter().chain(arguments.iter().map(shell::quoted));
        ByHand { build: None, run: words.collect::<Vec<_>>().join(" "), is_native: true }
    }

    pub(crate) fn python(entry: &Entry, defines: &[String]) -> ByHand {
        let run = format!("{}python3 {}", variables(constants(defines)), shell::file(&entry.path));
        ByHand { build: None, run, is_native: true }
    }

    /// A source that is compiled into the folder for temporary files.
    pub(crate) fn compiled(entry: &Entry, defines: &[String]) -> ByHand {
        let name = entry.path.file_stem().unwrap_or_default();
        let out = std::env::temp_dir().join(name);
        let source = shell::file(&entry.path);
        let build = compilation(entry.language, defines, Path::new(SOURCE), &out).map(|compilation| {
            let words = compilation
                .arguments
                .iter()
                .map(|word| if word == SOURCE { source.clone() } else { shell::quoted(word) });
            let words = words.collect::<Vec<_>>().join(" ");
            format!("{}{} {words}", variables(compilation.environment), entry.language.tool())
        });
        ByHand { build, run: shell::program(&out), is_native: true }
    }

    pub(crate) fn under_valgrind(self) -> ByHand {
        ByHand { run: format!("valgrind {} {}", shell::joined(VALGRIND), self.run), is_native: false, ..self }
    }

    /// The line that compiles it.
    pub(crate) fn build_only(self) -> String {
        self.build.unwrap_or_default()
    }

    /// The line that shows the verdict again; `None` when there is nothing to show.
    pub(crate) fn reproduce(
        &self,
        entry: &Entry,
        case: &Case,
        expected: usize,
        verdict: &Verdict,
        conditions: &Conditions,
    ) -> Option<String> {
        let (input, output) = (shell::file(&case.input), shell::file(&case.expected));
        let run = format!("{} < {input}", self.run);
        let line = match verdict {
            Verdict::Accepted => return None,
            Verdict::CompileError => return self.build.clone(),
            Verdict::WrongAnswer(_) => compared(&run, &output, conditions.answers),
            Verdict::WrongExitCode(_) | Verdict::Crash(_) | Verdict::ValgrindReport => with_exit_code(&run),
            Verdict::Late => with_exit_code(&format!("timeout {} {run}", conditions.time.as_secs_f64())),
            Verdict::OutputFlood => format!("{run} | head -c {} | wc -c", most_output(expected) + 1),
            Verdict::Memory if self.is_native => {
                format!("(ulimit -v {}; {run} > /dev/null; echo exit code $?)", conditions.memory >> 10)
            }
            Verdict::Memory | Verdict::ForbiddenCall(_) => {
                let [command, flags] = &conditions.command;
                return Some(format!("{command} {} --cases {input}{flags}", shell::file(&entry.path)));
            }
        };
        Some(self.build.as_ref().map_or(line.clone(), |build| format!("{build} && {line}")))
    }
}

/// Stands for the source until it is quoted as the path that it has for whoever types the line.
const SOURCE: &str = "\0source";

/// `POLA=4 ` before a command.
fn variables(variables: impl IntoIterator<Item = (String, String)>) -> String {
    variables.into_iter().map(|(name, value)| format!("{name}={} ", shell::quoted(value))).collect()
}

fn with_exit_code(run: &str) -> String {
    format!("{{ {run} > /dev/null; echo exit code $?; }}")
}

/// A comparison as the courses make it. For words, the program's own, one a line, come to `diff` as its file 3.
fn compared(run: &str, output: &str, answers: Answers) -> String {
    const WORDS: &str = r"tr -s '[:space:]' '\n'";
    match answers {
        Answers::Exact => format!("{run} | diff - {output}"),
        Answers::Words => format!("{run} | {WORDS} | {{ {WORDS} < {output} | diff -B /dev/fd/3 -; }} 3<&0"),
        Answers::Legal(_) => run.to_string(),
    }
}
