//! The page in a real browser, and the types of its scripts. These tests need Chromium and `npm ci`
//! in `tests/browser`; if one of the two is missing, tests are skipped, and `cargo xtask test`
//! counts them. `PART=text` runs only the tests in the browser whose names contain the text.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

/// Runs a command in the folder of the scripts; the command must succeed.
fn runs(command: &mut Command) {
    let output = command.current_dir(folder()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    assert!(output.status.success(), "{command:?}");
}

#[test]
fn every_game_is_played_in_a_browser() {
    let chromium =
        std::env::var_os("CHROMIUM").map_or(PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if !folder().join("node_modules/playwright-core").is_dir() || !chromium.is_file() {
        return;
    }
    let any = "127.0.0.1:0".parse().expect("an address");
    let server = server::Server::on(games::GAMES, any, Vec::new()).expect("a free port");
    let address = format!("http://{}", server.address());
    let server = server.with_games(Box::new(common::Recordings::new(12)));
    std::thread::spawn(|| server.run());
    for script in ["pages.mjs", "layout.mjs"] {
        runs(Command::new("node").args([script, &address]));
    }
}

#[test]
fn the_scripts_keep_their_types() {
    let compiler = folder().join("node_modules/.bin/tsc");
    if compiler.is_file() {
        runs(Command::new(compiler).args(["-p", "tsconfig.json"]));
    }
}
