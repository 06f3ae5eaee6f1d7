//! `ludoteka doctor`: what this machine has for running programs that nobody vetted.

use std::fs;
use std::io::Write;

use clap::Args;
use sandbox::Level;

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};

/// Tell how well this machine confines strangers' programs, and what can run them
///
/// Every level is tried, not guessed from versions. Level 1 needs no privileges and is the default.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {}

const EXAMPLES: &str = "\
Examples:
  ludoteka doctor  # levels, processors, compilers";

/// The programs that others are made or run with, and what each is for.
const TOOLS: [(&str, &str); 6] = [
    ("gcc", "programs in C"),
    ("fpc", "programs in Pascal"),
    ("rustc", "programs in Rust"),
    ("python3", "programs in Python"),
    ("node", "programs in JavaScript"),
    ("valgrind", "errors of memory in programs"),
];

impl Doctor {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        write_levels(out)?;
        write_machine(out)?;
        write_tools(out)
    }
}

fn write_levels(out: &mut dyn Write) -> Result<(), Failure> {
    let probes = sandbox::probe().map_err(|error| Failure::Input(format!("the levels cannot be tried: {error}")))?;
    writeln!(out, "{STRONG}Levels of confinement{STRONG:#}")?;
    for probe in &probes {
        let (number, what) = (probe.level.number(), probe.level.what());
        match &probe.why_not {
            None => writeln!(out, "  {number}  {what:<24} available")?,
            Some(why) => writeln!(out, "  {number}  {what:<24} {WRONG}not available{WRONG:#}: {why}")?,
        }
    }
    if probes.iter().any(|probe| probe.level == Level::Confined && probe.why_not.is_some()) {
        writeln!(out, "{WRONG}Programs would run unconfined: run only those that you trust.{WRONG:#}")?;
    }
    Ok(())
}

fn write_machine(out: &mut dyn Write) -> Result<(), Failure> {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").map(|text| format!("Linux {}", text.trim()));
    let slots: Vec<_> = sandbox::slots().iter().map(usize::to_string).collect();
    writeln!(out, "\n{STRONG}Machine{STRONG:#}")?;
    writeln!(out, "  kernel  {}", kernel.as_deref().unwrap_or(std::env::consts::OS))?;
    writeln!(out, "  slots   {} {FAINT}(processors {}){FAINT:#}", slots.len(), slots.join(" "))?;
    Ok(())
}

fn write_tools(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "\n{STRONG}Tools{STRONG:#}")?;
    for (name, what) in TOOLS {
        match sandbox::find(name) {
            Some(path) => writeln!(out, "  {name:<9} {} {FAINT}({what}){FAINT:#}", path.display())?,
            None => writeln!(out, "  {name:<9} {WRONG}not found{WRONG:#} {FAINT}({what}){FAINT:#}")?,
        }
    }
    Ok(())
}
