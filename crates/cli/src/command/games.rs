//! `ludoteka games`: the list of games, and the rules of a game.

use std::io::Write;

use clap::Args;
use games::GAMES;
use rules::{Language, Parameter};
use search::GameSpec;

use crate::arguments;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};

/// List the games and their parameters, or print the rules of a game
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Games {
    /// The game whose rules to print
    #[arg(value_parser = arguments::game())]
    game: Option<&'static GameSpec>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka games      # all games with their parameters
  ludoteka games mnk  # the rules of one game";

impl Games {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.game {
            Some(spec) => write_rules(spec, out),
            None => write_list(out),
        }
    }
}

fn write_list(out: &mut dyn Write) -> Result<(), Failure> {
    let rows: Vec<_> = GAMES
        .iter()
        .flat_map(|spec| spec.parameters.iter().chain(own_options(spec)))
        .map(row)
        .collect();
    let widths = widths(&rows);
    for spec in GAMES {
        write_heading(spec, out)?;
        write_parameters(spec.parameters, widths, out)?;
        if own_options(spec).next().is_some() {
            writeln!(out, "  its program also takes")?;
            write_parameters(own_options(spec), widths, out)?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{FAINT}`ludoteka games NAME` prints the rules, `ludoteka play NAME` plays.{FAINT:#}"
    )?;
    Ok(())
}

/// The options of a game's program that are not parameters of the game.
fn own_options(spec: &GameSpec) -> impl Iterator<Item = &'static Parameter> {
    let options = spec.program.as_ref().map_or(&[][..], |program| program.options);
    let known: Vec<_> = spec.parameters.iter().map(|parameter| parameter.name).collect();
    options.iter().filter(move |option| !known.contains(&option.name))
}

fn write_rules(spec: &GameSpec, out: &mut dyn Write) -> Result<(), Failure> {
    write_heading(spec, out)?;
    writeln!(
        out,
        "\n{}\n\n{STRONG}Parameters{STRONG:#} (--set NAME=VALUE)",
        spec.readme.of(Language::English).trim_end()
    )?;
    write_section(spec.parameters, out)?;
    let Some(program) = &spec.program else { return Ok(()) };
    writeln!(out, "\n{STRONG}Options of the program{STRONG:#} (ludoteka program {})", spec.name)?;
    write_section(program.options, out)
}

fn write_section(parameters: &[Parameter], out: &mut dyn Write) -> Result<(), Failure> {
    if parameters.is_empty() {
        writeln!(out, "    none")?;
    }
    write_parameters(parameters, widths(&parameters.iter().map(row).collect::<Vec<_>>()), out)
}

fn write_heading(spec: &GameSpec, out: &mut dyn Write) -> Result<(), Failure> {
    let [first, second] = spec.sides;
    let (name, title) = (spec.name, spec.title);
    let program = spec.program_name().map_or(String::new(), |name| format!("; program {name}"));
    writeln!(out, "{STRONG}{name}{STRONG:#}  {title}: {first} against {second}{program}")?;
    Ok(())
}

/// A row of the table of parameters: name, default, and meaning with the range of values.
fn row(parameter: &Parameter) -> [String; 3] {
    let default = match parameter.default_text() {
        text if text.is_empty() => "-".to_string(),
        text => text,
    };
    [
        parameter.name.to_string(),
        default,
        format!("{} ({})", parameter.what, parameter.range_text()),
    ]
}

fn widths(rows: &[[String; 3]]) -> [usize; 2] {
    [0, 1].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
}

fn write_parameters<'a>(
    list: impl IntoIterator<Item = &'a Parameter>,
    [a, b]: [usize; 2],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for [name, default, what] in list.into_iter().map(row) {
        writeln!(out, "    {name:a$} = {default:b$}  {FAINT}{what}{FAINT:#}")?;
    }
    Ok(())
}
