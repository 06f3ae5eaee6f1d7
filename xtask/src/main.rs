//! The workspace's automation: `cargo xtask test` runs the tests, `cargo xtask first-board`
//! measures a build, `cargo xtask dist` makes packages, `cargo xtask docs` a site of the documents,
//! `cargo xtask web` the pages without a server, and `cargo xtask train-reversi` and
//! `cargo xtask tune-gangsters` the weights of two engines.

mod binaries;
mod dist;
mod first_board;
mod mutants;
mod self_play_reversi;
mod shell;
mod site;
mod test;
mod tools;
mod train_reversi;
mod tune_gangsters;
mod web;
mod weight;

use std::process::{Command, ExitCode};

use test::Extent;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test         run the tests, use the tools this machine has, and say which tests were skipped \
  for want of one
  test --all   the same, but a skipped test is a failure
  test --nightly  the same, with the tests that take long and guard little
  first-board  build the release from nothing, and tell what it costs to see a board
  dist         make a wheel, a Debian package, a tarball and their checksums in target/packages
  dist --test  install and try these packages in a bare tree of an old Debian; needs root
  docs         make a site of all documents, with search, in target/site/html; needs python3
  docs --links  check the links between the documents
  web          make the pages without a server in target/web: open its index.html, or put it on a \
  web space
  mutants COMMIT [ARGUMENT]..  break each function that differs from a commit, and list what no \
  test sees; the arguments are those of cargo-mutants
  weight       write the number of lines of each crate into bench/weight.txt
  train-reversi FOLDER [FILE]..  learn the weights of Reversi from the files of WTHOR in a folder,
  and from games of the engine against itself
  self-play-reversi FILE SEED GAMES  append such games to a file
  tune-gangsters  learn the weights of Gangsters from games of the engine against itself
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(Extent::Possible),
        ["test", "--all"] => test::run(Extent::All),
        ["test", "--nightly"] => test::run(Extent::Nightly),
        ["first-board"] => first_board::run(),
        ["dist"] => dist::run(false),
        ["dist", "--test"] => dist::run(true),
        ["docs"] => site::run(false),
        ["docs", "--links"] => site::run(true),
        ["web"] => web::run(),
        ["mutants", commit, more @ ..] => mutants::run(commit, more),
        ["weight"] => write_weight(),
        ["train-reversi", folder, files @ ..] => train_reversi::run(folder, files),
        ["self-play-reversi", file, seed, games] => self_play_reversi::run(file, seed, games),
        ["tune-gangsters"] => tune_gangsters::run(),
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

/// Writes down what each crate weighs.
fn write_weight() -> ExitCode {
    let root = shell::root();
    let table = weight::table(&weight::weigh(&root));
    print!("{table}");
    match std::fs::write(root.join("bench/weight.txt"), table) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: bench/weight.txt cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs this program.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
