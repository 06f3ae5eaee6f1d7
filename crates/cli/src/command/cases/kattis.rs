//! Writes cases as a problem package, in the legacy format of Kattis, which other judges read, too.
//!
//! <https://icpc.io/problem-package-format/spec/legacy> describes the format.

use std::collections::BTreeMap;
use std::path::Path;

use programs::option_variable;
use rules::{AnswerScript, Answers, Contest, Language, Parameters, Program, time_text};
use search::GameSpec;

use super::case_files::write_file;
use crate::failure::Failure;

/// The judges that read the format usually take at most this much of a program's source.
const MOST_CODE_KIB: usize = 128;

/// A right program and a wrong one.
const RECORDED: &str = include_str!("recorded.py");
const SILENT: &str = include_str!("silent.py");

/// Checks that the name of the package's folder can be the problem's short name, as `verifyproblem`
/// demands.
pub(super) fn check_name(folder: &Path) -> Result<(), Failure> {
    // `.` and a path that ends in `..` have no name until they are made absolute.
    let whole = folder.canonicalize().or_else(|_| std::path::absolute(folder));
    let whole = whole.map_err(|error| Failure::file("read", folder, &error))?;
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !name.is_empty() && name.chars().all(is_plain) {
        return Ok(());
    }
    let plain: String = name.to_ascii_lowercase().chars().filter(|&c| is_plain(c)).collect();
    let such = if plain.is_empty() { "problem1" } else { &plain };
    Err(Failure::Usage(format!(
        "-o {}: Kattis takes the folder's name as the problem's, which has only small letters and \
        digits, such as {such}",
        folder.display()
    )))
}

/// A problem package that is being written.
pub(super) struct Package<'a> {
    spec: &'static GameSpec,
    program: &'static Program,
    options: &'a Parameters,
    folder: &'a Path,
    /// The answer to each input.
    answers: BTreeMap<String, String>,
}

impl<'a> Package<'a> {
    pub(super) fn new(
        spec: &'static GameSpec,
        program: &'static Program,
        options: &'a Parameters,
        folder: &'a Path,
    ) -> Package<'a> {
        Package { spec, program, options, folder, answers: BTreeMap::new() }
    }

    /// Adds a case. The statement shows samples.
    pub(super) fn add(
        &mut self,
        number: u64,
        is_sample: bool,
        input: String,
        answer: &[u8],
    ) -> Result<(), Failure> {
        let group = if is_sample { "data/sample" } else { "data/secret" };
        self.write(&format!("{group}/{number}.in"), &input)?;
        let answer = String::from_utf8_lossy(answer).into_owned();
        self.write(&format!("{group}/{number}.ans"), &answer)?;
        self.answers.insert(input, answer);
        Ok(())
    }

    /// Writes everything but the cases.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let recorded = self.recorded();
        let code = recorded.len().div_ceil(1 << 10).max(MOST_CODE_KIB);
        self.write("problem.yaml", &self.settings(code))?;
        // Kattis has no key for the time. DOMjudge reads this file beside `problem.yaml`.
        let seconds = self.program.time.as_secs_f64();
        self.write("domjudge-problem.ini", &format!("timelimit = {seconds}\n"))?;
        self.write("problem_statement/problem.en.tex", &self.statement())?;
        self.write("input_validators/validate.py", self.program.input_script)?;
        if let Some(AnswerScript::Validator(script) | AnswerScript::Interactor { script, .. }) =
            self.answer_script()
        {
            self.write("output_validators/validate.py", script)?;
        }
        self.write("submissions/accepted/recorded.py", &recorded)?;
        self.write("submissions/wrong_answer/silent.py", SILENT)
    }

    fn settings(&self, code_kib: usize) -> String {
        let title = self.spec.title;
        let validation = match (self.program.answers, self.answer_script()) {
            (_, Some(AnswerScript::Interactor { .. })) => "validation: custom interactive",
            (_, Some(AnswerScript::Validator(_))) => "validation: custom",
            (Answers::Exact, _) => "validator_flags: case_sensitive space_change_sensitive",
            _ => "validator_flags: case_sensitive",
        };
        let memory = self.memory_mib();
        format!(
            "name: {title}\nsource: Ludoteka\n{validation}\nlimits:\n  code: {code_kib}\n  \
            memory: {memory}\n"
        )
    }

    /// The memory of a program with its stack, in MiB. A stack of the same size lies within the
    /// memory.
    fn memory_mib(&self) -> u64 {
        let Contest { memory, stack, .. } = self.spec.contest;
        (if stack < memory { memory + stack } else { memory }) >> 20
    }

    /// A stub of the statement, with the rules as `ludoteka games` tells them.
    fn statement(&self) -> String {
        let GameSpec { title, readme, .. } = self.spec;
        let (constants, memory) = (self.constants(), self.memory_mib());
        let time = time_text(self.program.time);
        format!(
            "\\problemname{{{title}}}\n\n\
            % A stub: tell here what a program reads and writes.\n\
            The program reads standard input, and writes standard output. It has {time} and \
            {memory} MiB.{constants}\n\n\
            \\section*{{The rules}}\n\n\
            {{\\small\n\\begin{{verbatim}}\n{}\n\\end{{verbatim}}\n}}\n",
            readme.of(Language::English).trim_end()
        )
    }

    /// The constants on which answers depend.
    fn constants(&self) -> String {
        if self.answer_script().is_some() {
            return String::new();
        }
        let constant =
            |(name, value): (&str, &str)| format!("{} is {value}", option_variable(name));
        let all: Vec<_> = self.options.all().map(constant).collect();
        let all = all.join(", ").replace('_', "\\_");
        if all.is_empty() { all } else { format!(" {all}.") }
    }

    /// A program with the answers to all cases. A JSON text is a string in Python, too.
    fn recorded(&self) -> String {
        let answers = serde_json::to_string_pretty(&self.answers).expect("texts");
        let script = match self.answer_script() {
            Some(AnswerScript::Interactor { recorded, .. }) => recorded,
            _ => RECORDED,
        };
        script.replace("ANSWERS = {}", &format!("ANSWERS = {answers}"))
    }

    fn answer_script(&self) -> Option<AnswerScript> {
        let Answers::Legal(checker) = self.program.answers else { return None };
        Some(checker.script)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), Failure> {
        write_file(&self.folder.join(path), text.as_bytes())
    }
}
