//! The folder of results in a real browser, without a server. This needs Chromium and `npm ci` in
//! `crates/server/tests/browser`; otherwise the test is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::contest::Contest;

#[test]
fn every_game_is_seen_from_disk() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/browser");
    let chromium =
        std::env::var_os("CHROMIUM").map_or(PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if !scripts.join("node_modules/playwright-core").is_dir() || !chromium.is_file() {
        return;
    }
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let mut node = Command::new("node");
    let output = node
        .current_dir(&scripts)
        .arg("folder.mjs")
        .arg(contest.path("results"))
        .output()
        .expect("node starts");
    let said = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    assert!(output.status.success(), "{said}");
}
