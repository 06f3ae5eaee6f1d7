//! A real browser opens the folder of results, from disk and from the server. This test needs
//! Chromium and `npm ci` in `crates/server/tests/browser`; otherwise it is skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::analysed::analysed;
use crate::contest::Contest;
use crate::serve::Served;

#[test]
fn every_game_is_seen_from_disk_and_from_the_server() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/browser");
    let chromium =
        std::env::var_os("CHROMIUM").map_or(PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if !scripts.join("node_modules/playwright-core").is_dir() || !chromium.is_file() {
        return;
    }
    let contest = analysed();
    add_noisy(&contest);
    contest.hold("results").goes_well();
    let served = Served::of(&contest, &["results"]);
    let folder = contest.path("results").display().to_string();
    for place in [folder, format!("http://{}/results", served.at)] {
        let mut node = Command::new("node");
        let node = node.current_dir(&scripts).args(["folder.mjs", &place]);
        let output = node.output().expect("node starts");
        let said = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat();
        assert!(output.status.success(), "{place}: {said}");
    }
}

/// Adds a ninth participant: a starter that writes to standard error before each of its moves.
fn add_noisy(contest: &Contest) {
    const CHOOSE: &str = "name = self.choose(side)\n";
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/gtp/player.py");
    let starter = fs::read_to_string(starter).expect("there is a starter");
    let (before, after) = starter.split_once(CHOOSE).expect("the starter chooses a move");
    let note = "print('<b>depth 3', file=sys.stderr, flush=True); ";
    let noisy = [before, note, CHOOSE, after].concat();
    fs::write(contest.path("noisy.py"), noisy).expect("a file can be written");
    let file = contest.path("small.toml");
    let text = fs::read_to_string(&file).expect("the tournament has a file");
    let player = "[[player]]\nprogram = \"noisy.py\"\nprotocol = \"gtp\"\n";
    fs::write(&file, text + player).expect("a file can be written");
}
