//! `--help` of every command: it teaches by examples, and the examples work.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{printed, text};

/// The commands, as the first page of help lists them.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let list = help.split("Commands:\n").nth(1).expect("commands are listed").split("\n\n").next().unwrap_or("");
    // What a command does may go on in a line of its own, further in.
    let firsts = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names = firsts.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help");
    names.map(str::to_string).collect()
}

fn examples(help: &str) -> Vec<&str> {
    help.split("Examples:\n").nth(1).unwrap_or("").lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Runs a line of shell in a folder, where `ludoteka` is the one under test.
fn try_example(line: &str, folder: &Path) {
    let own = Path::new(env!("CARGO_BIN_EXE_ludoteka")).parent().expect("executables lie in folders");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = shell.output().expect("there is a shell");
    assert!(output.status.success(), "`{line}`: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "`{line}`");
}

#[test]
fn every_example_works() {
    let first_page = printed(&["--help"]);
    let pages = commands().into_iter().map(|command| printed(&[&command, "--help"])).chain([first_page]);
    for page in pages {
        let examples = examples(&page);
        assert!(!examples.is_empty(), "every page has examples: {page}");
        let folder = tempfile::tempdir().expect("a temporary folder");
        for line in examples {
            try_example(line, folder.path());
        }
    }
}

#[test]
fn the_completions_know_every_command() {
    let completions = ["bash", "zsh", "fish"].map(|shell| printed(&["completions", shell]));
    for command in commands() {
        assert!(completions.iter().all(|script| script.contains(&command)), "{command}");
    }
}
