//! The pages of the folder in a real browser, from disk. Their engines are missing here, since they
//! need a compiler for WebAssembly; `engine.rs` tests them. These tests need Chromium and `npm ci` in
//! the folder of the server's scripts; if one of the two is missing, `cargo xtask test` counts them as
//! skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn pages_are_drawn_from_disk() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/browser");
    let chromium =
        std::env::var_os("CHROMIUM").map_or(PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if !scripts.join("node_modules/playwright-core").is_dir() || !chromium.is_file() {
        return;
    }
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("pages");
    let mut write = Command::new(env!("CARGO_BIN_EXE_web"));
    write.arg(&folder);
    for game in games::GAMES {
        // No module: a page must say that its engine has failed.
        let module = temporary.path().join(game.name).with_extension("wasm");
        fs::write(&module, b"no module").expect("written");
        write.arg(module);
    }
    assert!(write.status().expect("it starts").success());
    let mut node = Command::new("node");
    let output = node.arg("web.mjs").arg(&folder).current_dir(scripts).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}
