//! `ludoteka games`: what there is to play, and the rules of one game.

use std::io::Write;

use clap::Args;
use games::{Card, GAMES};
use rules::Parameter;

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG};
use crate::{arguments, markdown, terminal};

/// List the games and what can be set, or tell the rules of one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Games {
    /// The game whose rules to tell
    #[arg(value_parser = arguments::game())]
    game: Option<&'static Card>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka games      # all games with their parameters
  ludoteka games mnk  # the rules of one";

impl Games {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.game {
            Some(card) => write_rules(card, out),
            None => write_list(out),
        }
    }
}

fn write_list(out: &mut dyn Write) -> Result<(), Failure> {
    let rows: Vec<_> = GAMES.iter().flat_map(|card| card.parameters.iter().chain(own_options(card))).map(row).collect();
    let widths = widths(&rows);
    for card in GAMES {
        write_heading(card, out)?;
        write_parameters(card.parameters, widths, out)?;
        if own_options(card).next().is_some() {
            writeln!(out, "  its program also takes")?;
            write_parameters(own_options(card), widths, out)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{FAINT}`ludoteka games NAME` tells the rules, `ludoteka play NAME` plays.{FAINT:#}")?;
    Ok(())
}

/// The options of a game's program that are no parameters of the game.
fn own_options(card: &Card) -> impl Iterator<Item = &'static Parameter> {
    let options = card.program.as_ref().map_or(&[][..], |program| program.options);
    let known: Vec<_> = card.parameters.iter().map(|parameter| parameter.name).collect();
    options.iter().filter(move |option| !known.contains(&option.name))
}

fn write_rules(card: &Card, out: &mut dyn Write) -> Result<(), Failure> {
    write_heading(card, out)?;
    let readme = markdown::rendered(card.readme, terminal::text_width());
    writeln!(out, "\n{}\n\n{STRONG}Parameters{STRONG:#} (--set NAME=VALUE)", readme.trim_end())?;
    write_section(card.parameters, out)?;
    let Some(program) = &card.program else { return Ok(()) };
    writeln!(out, "\n{STRONG}Options of the program{STRONG:#} (ludoteka program {})", card.name)?;
    write_section(program.options, out)
}

fn write_section(parameters: &[Parameter], out: &mut dyn Write) -> Result<(), Failure> {
    if parameters.is_empty() {
        writeln!(out, "    none")?;
    }
    write_parameters(parameters, widths(&parameters.iter().map(row).collect::<Vec<_>>()), out)
}

fn write_heading(card: &Card, out: &mut dyn Write) -> Result<(), Failure> {
    let [first, second] = card.sides;
    let (name, title) = (card.name, card.title);
    let program = card.program_name().map_or(String::new(), |name| format!("; program {name}"));
    writeln!(out, "{STRONG}{name}{STRONG:#}  {title}: {first} against {second}{program}")?;
    Ok(())
}

/// Name, default, meaning with the values in brackets.
fn row(parameter: &Parameter) -> [String; 3] {
    let default = match parameter.default_text() {
        text if text.is_empty() => "-".to_string(),
        text => text,
    };
    [parameter.name.to_string(), default, format!("{} ({})", parameter.what, parameter.range_text())]
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
