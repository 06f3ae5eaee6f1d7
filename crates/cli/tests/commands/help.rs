//! `--help` of every command has examples, and the examples work.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{ludoteka, printed, text};

/// The commands, as the first page of help lists them.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let list = help
        .split("Commands:\n")
        .nth(1)
        .expect("commands are listed")
        .split("\n\n")
        .next()
        .unwrap_or("");
    // The description of a command may continue in a further indented line.
    let firsts = list
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '));
    let names =
        firsts.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help");
    names.map(str::to_string).collect()
}

fn examples(help: &str) -> Vec<&str> {
    help.split("Examples:\n")
        .nth(1)
        .unwrap_or("")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

/// Runs a shell command in a folder; `ludoteka` is the binary under test.
fn try_example(line: &str, folder: &Path) {
    let own =
        Path::new(env!("CARGO_BIN_EXE_ludoteka")).parent().expect("executables lie in folders");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = shell.output().expect("there is a shell");
    assert!(output.status.success(), "`{line}`: {}", text(&output.stderr));
    // On a busy machine, an example may take so long that it says how far it is.
    let complaint = text(&output.stderr);
    let complaint: Vec<_> =
        complaint.lines().filter(|line| !line.starts_with("ludoteka: so far ")).collect();
    assert_eq!(complaint, [""; 0], "`{line}`");
}

/// Starts a server, reads its address, sends a request, and ends the server.
pub(crate) fn try_server(line: &str, folder: &Path) {
    // Another test or program may listen on the port of an example.
    let line = line.replace(":8080", ":0");
    let words: Vec<&str> =
        line.split('#').next().unwrap_or("").split_whitespace().skip(1).collect();
    let mut child =
        ludoteka(&words).current_dir(folder).stdout(Stdio::piped()).spawn().expect("it starts");
    let stdout = child.stdout.take().expect("a pipe");
    // The address comes last.
    let mut lines = BufReader::new(stdout).lines().map(|line| line.expect("text"));
    let told = lines.find(|line| line.contains("Ctrl-C")).expect("it tells its address");
    let address = told
        .strip_prefix("http://")
        .and_then(|rest| rest.split(['/', ' ']).next())
        .expect("an address");
    assert!(TcpStream::connect(address).is_ok(), "{told}");
    child.kill().and_then(|()| child.wait()).expect("it can be ended");
}

/// Makes the class that the examples name, with the people that they name.
fn make_class(folder: &Path) {
    fs::create_dir(folder).expect("a folder can be made");
    for (name, text) in [
        ("class.toml", "title = \"Spring\"\n[[training]]\ngame = \"mnk\"\n"),
        ("people.csv", "name,e-mail\nAnna,anna@example.org\nAnna Nowak,\n"),
    ] {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
}

#[test]
fn every_example_works() {
    let first_page = printed(&["--help"]);
    let pages =
        commands().into_iter().map(|command| printed(&[&command, "--help"])).chain([first_page]);
    for page in pages {
        let examples = examples(&page);
        assert!(!examples.is_empty(), "every page has examples: {page}");
        let folder = tempfile::tempdir().expect("a temporary folder");
        make_class(&folder.path().join("spring"));
        for line in examples {
            if line.starts_with("ludoteka serve") {
                try_server(line, folder.path());
            } else {
                try_example(line, folder.path());
            }
        }
    }
}
