//! The text of `--help`: the options, and an example conversation with the program.

use std::fmt::Write;

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Console, Parameter, Parameters, Program};

use crate::{is_flag, option_variable, ticking};

/// The number of random inputs that are tried. The shortest of them becomes the example.
const TRIED: u64 = 50;
/// The greatest number of lines in the input or the output of an example.
const LONGEST: usize = 24;

/// The whole text of `--help`.
pub(crate) fn text(title: &str, program: &Program) -> String {
    let name = program.name;
    let mut text = format!(
        "{name}: the program that the rules of {title} ask for. It reads standard input and \
         writes to standard output.\n\
         \nUsage: {name} [OPTIONS] < INPUT > OUTPUT\n\nOptions:\n"
    );
    let rows: Vec<_> = program.options.iter().map(option_row).chain([help_row()]).collect();
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    for (left, right) in rows {
        let _ = writeln!(text, "  {left:width$}  {right}");
    }
    text.push_str(
        "\nExit codes: 0 success, 1 the input or a value makes no sense, 2 an option does not \
         exist, 70 the program has a fault.\n",
    );
    text.push_str(&example(program).unwrap_or_default());
    text
}

fn option_row(option: &Parameter) -> (String, String) {
    let (variable, name) = (option_variable(option.name), option.name);
    let spellings = if is_flag(option) {
        format!("-D{variable}, --{name}")
    } else {
        format!("-D{variable}=VALUE, --{name} VALUE")
    };
    (
        spellings,
        format!(
            "{} ({}; default {})",
            option.what,
            option.range_text(),
            shown(&option.default_text())
        ),
    )
}

fn help_row() -> (String, String) {
    ("-h, --help".to_string(), "this text".to_string())
}

fn shown(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

/// A short input, and the program's output for it.
fn example(program: &Program) -> Option<String> {
    let (options, input) = (0..TRIED)
        .filter_map(|seed| candidate(program, seed))
        .min_by_key(|(_, text)| text.len())?;
    let mut output = Vec::new();
    let mut bytes = input.as_bytes();
    let clock = ticking();
    (program.run)(&options, &mut Console::new(&mut bytes, &mut output, &clock)).ok()?;
    let output = String::from_utf8(output).ok().filter(|text| text.lines().count() <= LONGEST)?;
    let flags: String = options
        .changed()
        .map(|(name, value)| format!(" -D{}={value}", option_variable(name)))
        .collect();
    Some(format!(
        "\nFor example, `{}{flags}` reads\n\n{}\nand answers\n\n{}",
        program.name,
        indented(&input),
        indented(&output)
    ))
}

fn candidate(program: &Program, seed: u64) -> Option<(Parameters, String)> {
    let mut random = Random::new(seed);
    let options = (program.vary)(&mut random);
    let input = (program.case)(&mut random, &options, CaseScope::Text, CaseBoard::Any);
    let lines = input.lines().count();
    (2..=LONGEST).contains(&lines).then_some((options, input))
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { "\n".to_string() } else { format!("    {line}\n") })
        .collect()
}
