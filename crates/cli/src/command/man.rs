//! `ludoteka man`: the manual page, with a section for every command.

use std::io::{self, Write};

use clap::{Args, Command, CommandFactory};

use crate::Ludoteka;
use crate::failure::Failure;

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {}

const EXAMPLES: &str = "\
Examples:
  ludoteka man > ludoteka.1  # then: man ./ludoteka.1";

impl Man {
    // A command without arguments is asked like all the others.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut command = Ludoteka::command().disable_help_subcommand(true);
        command.build();
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render_title(&mut page)?;
        clap_mangen::Man::new(command.clone()).render_name_section(&mut page)?;
        write_sections(&command, &mut page)?;
        for subcommand in command.get_subcommands() {
            write_command(subcommand, &mut page)?;
        }
        Ok(out.write_all(&page)?)
    }
}

/// One command as a section of the page: the sections of a page of its own, one level down.
fn write_command(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let mut sections = Vec::new();
    write_sections(command, &mut sections)?;
    writeln!(page, ".SH \"LUDOTEKA {}\"", command.get_name().to_uppercase())?;
    page.write_all(String::from_utf8_lossy(&sections).replace(".SH ", ".SS ").as_bytes())
}

fn write_sections(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = clap_mangen::Man::new(command.clone());
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    write_examples(&command.get_after_help().map(ToString::to_string).unwrap_or_default(), page)
}

/// Examples line by line as they are typed, not filled like prose.
fn write_examples(text: &str, page: &mut Vec<u8>) -> io::Result<()> {
    writeln!(page, ".SH EXAMPLES\n.nf")?;
    for line in text.lines().filter(|line| line.starts_with(' ')) {
        writeln!(page, "{}", line.trim_start().replace('\\', "\\e").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
