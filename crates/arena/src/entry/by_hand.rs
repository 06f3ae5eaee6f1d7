//! How to build and run a program by hand, as lines of shell.

use std::path::Path;

use super::tools::{VALGRIND, compilation, constants};
use super::{Entry, Language, shell};

/// How to build and run a program by hand, as lines of shell.
#[derive(Clone, Debug)]
pub(crate) struct ByHand {
    pub(crate) language: Language,
    pub(crate) build: Option<String>,
    pub(crate) run: String,
    /// Where memory is limited as `ulimit -v` does: how much of it is not the program's own.
    pub(crate) room: Option<u64>,
}

impl ByHand {
    pub(crate) fn executable(entry: &Entry, arguments: &[String]) -> ByHand {
        let words = [shell::program(&entry.by_hand)].into_iter().chain(arguments.iter().map(shell::quoted));
        ByHand { language: entry.language, build: None, run: words.collect::<Vec<_>>().join(" "), room: Some(0) }
    }

    /// A script, run by its interpreter.
    pub(crate) fn script(entry: &Entry, arguments: &[String], defines: &[String]) -> ByHand {
        let interpreter = [entry.language.tool().to_string(), shell::file(&entry.by_hand)];
        let words = interpreter.into_iter().chain(arguments.iter().map(shell::quoted)).collect::<Vec<_>>().join(" ");
        let room = (entry.language == Language::Python).then_some(entry.language.room());
        let variables = variables(fixed(entry.language).into_iter().chain(constants(defines)));
        // With variables it has to be a command as well: it may come to stand behind `timeout`.
        let env = if variables.is_empty() { "" } else { "env " };
        ByHand { language: entry.language, build: None, run: format!("{env}{variables}{words}"), room }
    }

    /// A source that is compiled into the folder for temporary files.
    pub(crate) fn compiled(entry: &Entry, arguments: &[String], defines: &[String]) -> ByHand {
        let name = entry.by_hand.file_stem().unwrap_or_default();
        let out = std::env::temp_dir().join(name);
        let source = shell::file(&entry.by_hand);
        let marked = Path::new(SOURCE).with_extension(entry.by_hand.extension().unwrap_or_default());
        let build = compilation(entry.language, defines, &marked, &out).map(|compilation| {
            let words = compilation
                .arguments
                .iter()
                .map(|word| if *word == *marked { source.clone() } else { shell::quoted(word) });
            let words = words.collect::<Vec<_>>().join(" ");
            format!("{}{} {words}", variables(compilation.environment), entry.language.tool())
        });
        let words = [shell::program(&out)].into_iter().chain(arguments.iter().map(shell::quoted));
        let room = Some(entry.language.room());
        ByHand { language: entry.language, build, run: words.collect::<Vec<_>>().join(" "), room }
    }

    pub(crate) fn under_valgrind(self) -> ByHand {
        ByHand { run: format!("valgrind {} {}", shell::joined(VALGRIND), self.run), room: None, ..self }
    }

    /// The line that compiles it.
    pub(crate) fn build_only(self) -> String {
        self.build.unwrap_or_default()
    }

    /// A line that builds the program, where that is needed, and then does this with it.
    pub(crate) fn after_build(&self, line: &str) -> String {
        self.build.as_ref().map_or(line.to_string(), |build| format!("{build} && {line}"))
    }
}

/// Stands, with its ending, for the source until it is quoted as the path that it has for whoever types the line.
const SOURCE: &str = "\0source";

/// Variables that the sandbox sets and by which a program's output may differ: Python puts the texts of a set in another order
/// each time it is started, unless it is told not to.
fn fixed(language: Language) -> Option<(String, String)> {
    (language == Language::Python).then(|| ("PYTHONHASHSEED".to_string(), "0".to_string()))
}

/// `POLA=4 ` before a command.
fn variables(variables: impl IntoIterator<Item = (String, String)>) -> String {
    variables.into_iter().map(|(name, value)| format!("{name}={} ", shell::quoted(value))).collect()
}
