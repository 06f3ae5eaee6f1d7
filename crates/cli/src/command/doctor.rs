//! `ludoteka doctor`: what this machine has for running untrusted programs.

use std::fs;
use std::io::Write;

use clap::Args;
use sandbox::{Level, Probe, Totals};
use submission::{First, Language, ToolLocation};

use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};

/// Show how well this machine confines untrusted programs, and which tools can compile and run them
///
/// Every level of confinement is tested, not guessed from the kernel's version. Level 1 needs no
/// privileges and is the default.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {}

const EXAMPLES: &str = "\
Examples:
  ludoteka doctor  # levels, totals, processors, compilers";

/// The tools that compile or run programs, each with its purpose and its language; valgrind has no
/// language.
const TOOLS: [(&str, &str, Option<Language>); 8] = [
    ("gcc", "programs in C", Some(Language::C)),
    ("g++", "programs in C++", Some(Language::Cpp)),
    ("fpc", "programs in Pascal", Some(Language::Pascal)),
    ("rustc", "programs in Rust", Some(Language::Rust)),
    ("python3", "programs in Python", Some(Language::Python)),
    ("node", "programs in JavaScript", Some(Language::JavaScript)),
    ("javac", "programs in Java", Some(Language::Java)),
    ("valgrind", "errors of memory in programs", None),
];

impl Doctor {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let probes = sandbox::probe()
            .map_err(|error| Failure::machine(format!("the levels cannot be tested: {error}")))?;
        write_levels(&probes, out)?;
        write_totals(&probes, out)?;
        write_machine(out)?;
        write_tools(out)
    }
}

fn has(probes: &[Probe], level: Level) -> bool {
    probes.iter().any(|probe| probe.level == level && probe.why_not.is_none())
}

fn write_levels(probes: &[Probe], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{STRONG}Levels of confinement{STRONG:#}")?;
    let has_cgroups = has(probes, Level::Cgroup);
    for probe in probes {
        let (number, what) = (probe.level.number(), probe.level.what());
        match &probe.why_not {
            None if probe.level == Level::Namespaces && !has_cgroups => {
                writeln!(out, "  {number}  {what:<24} available, without a cgroup")?;
            }
            None => writeln!(out, "  {number}  {what:<24} available")?,
            Some(why) => {
                writeln!(out, "  {number}  {what:<24} {WRONG}not available{WRONG:#}: {why}")?;
            }
        }
    }
    if !has(probes, Level::Confined) {
        writeln!(
            out,
            "{WRONG}Programs would run unconfined: run only those that you trust.{WRONG:#}"
        )?;
    }
    Ok(())
}

/// The totals of a compilation, and how each is kept on this machine.
fn write_totals(probes: &[Probe], out: &mut dyn Write) -> Result<(), Failure> {
    const MEASURED: &str = "measured every 10 ms";
    let Totals { processes, memory, files, disk } = Totals::default();
    let counted =
        if has(probes, Level::Confined) { "counted before each is made" } else { MEASURED };
    let memory_is =
        if has(probes, Level::Cgroup) { "measured; exact at levels 2 and 3" } else { MEASURED };
    writeln!(out, "\n{STRONG}Totals of a compilation{STRONG:#}")?;
    if !cfg!(target_os = "linux") {
        writeln!(out, "  {WRONG}none on this system{WRONG:#}")?;
        return Ok(());
    }
    for (what, most, how) in [
        ("processes", processes.to_string(), counted),
        ("files", files.to_string(), counted),
        ("memory", format!("{} MiB", memory >> 20), memory_is),
        ("on disk", format!("{} MiB", disk >> 20), MEASURED),
    ] {
        writeln!(out, "  {what:<9} {most:<9} {FAINT}({how}){FAINT:#}")?;
    }
    Ok(())
}

fn write_machine(out: &mut dyn Write) -> Result<(), Failure> {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")
        .map(|text| format!("Linux {}", text.trim()));
    let slots: Vec<_> = sandbox::slots().iter().map(usize::to_string).collect();
    writeln!(out, "\n{STRONG}Machine{STRONG:#}")?;
    writeln!(out, "  kernel  {}", kernel.as_deref().unwrap_or(std::env::consts::OS))?;
    writeln!(out, "  slots   {} {FAINT}(processors {}){FAINT:#}", slots.len(), slots.join(" "))?;
    Ok(())
}

fn write_tools(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "\n{STRONG}Tools{STRONG:#}")?;
    for (name, what, language) in TOOLS {
        // If a tool cannot be found, `about_first` says why.
        let location = match language {
            Some(language) => ToolLocation::of(language).ok().flatten(),
            None => ToolLocation::of_valgrind().ok(),
        };
        match &location {
            Some(its) => {
                writeln!(out, "  {name:<9} {} {FAINT}({what}){FAINT:#}", its.used.display())?;
            }
            None => {
                writeln!(out, "  {name:<9} {WRONG}not found{WRONG:#} {FAINT}({what}){FAINT:#}")?;
            }
        }
        if let Some(first) = about_first(name, location) {
            writeln!(out, "  {:9} {first}", "")?;
        }
    }
    Ok(())
}

/// A remark if Ludoteka does not use the tool that a shell would find.
fn about_first(name: &str, location: Option<ToolLocation>) -> Option<String> {
    let Some(its) = location else {
        let path = sandbox::find_as_a_shell(name)?;
        let path = path.display();
        return Some(format!(
            "{path}, the first on PATH, cannot be used: it is a script, or a version \
            manager without a version"
        ));
    };
    Some(match its.first? {
        First::Switch(path) => format!("chosen by {}, the first on PATH", path.display()),
        First::PassedOver(path) => {
            format!("{}, the first on PATH, is passed over: it is a script", path.display())
        }
    })
}
