//! Automation of the workspace, in Rust: `cargo xtask test` runs every test there is.

mod test;
mod tools;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask test [--all]

  test         run every test, use the tools this machine has, and say which tests were skipped for want of one
  test --all   the same, but a skipped test is a failure
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(false),
        ["test", "--all"] => test::run(true),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
