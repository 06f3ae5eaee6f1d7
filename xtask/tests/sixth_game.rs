//! Follows docs/sixth-game.md in a copy of the workspace. The test makes every file and
//! replacement, and runs every command, as the page says.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

/// A step that the page asks its reader to take.
#[derive(Debug, PartialEq)]
enum Step {
    Write { path: String, text: String },
    Replace { path: String, old: String, new: String },
    Run(String),
}

/// The path between the first two back-quotes of a line.
fn quoted(line: &str) -> String {
    line.split('`').nth(1).expect("a path in back-quotes").to_string()
}

/// Reads the steps of the page. Each code block belongs to the nearest line above it that names a
/// file or a command.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut title, mut old) = (String::new(), None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: String = lines
                .by_ref()
                .take_while(|line| *line != "```")
                .map(|line| format!("{line}\n"))
                .collect();
            match (language, old.take()) {
                ("sh", _) => steps.extend(text.lines().map(|line| Step::Run(line.to_string()))),
                (_, Some(old)) => {
                    steps.push(Step::Replace { path: quoted(&title), old, new: text });
                }
                _ if title.ends_with("replace") => old = Some(text),
                _ if title.starts_with('`') => {
                    steps.push(Step::Write { path: quoted(&title), text });
                }
                _ => panic!("a block without a title: {text}"),
            }
        } else if line.ends_with("replace") || (line.starts_with('`') && line.ends_with("`:")) {
            title = line.rsplit_once("In ").map_or(line, |(_, rest)| rest).to_string();
        }
    }
    steps
}

/// Copies a folder without its builds and its history. Files that only an earlier copy had are
/// removed.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(to).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), entry.file_name());
        if name != "target" && !from.join(&name).exists() {
            let gone = if path.is_dir() {
                std::fs::remove_dir_all(&path)
            } else {
                std::fs::remove_file(&path)
            };
            gone.expect("it can be removed");
        }
    }
    for entry in
        std::fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        let name = entry.file_name().expect("entries have names");
        let target = to.join(name);
        if entry.is_dir() {
            if name != "target" && name != ".git" {
                copy(&entry, &target);
            }
        } else {
            write(&target, &std::fs::read(&entry).expect("a file can be read"));
        }
    }
}

/// Writes a file if it differs, so that a second run builds little.
fn write(path: &Path, bytes: &[u8]) {
    if std::fs::read(path).ok().as_deref() != Some(bytes) {
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder"))
            .expect("a folder can be made");
        std::fs::write(path, bytes).expect("a file can be written");
    }
}

fn run(line: &str, folder: &Path) {
    // The command uses the features of the workspace's tests, so that their built dependencies can
    // be used here, too.
    let line = &line.replace("cargo run --", "cargo run --features postgres --");
    let line = &line.replace("cargo test -p cli", "cargo test -p cli --features postgres");
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    // Dependencies that the copy shares with the workspace need not be built again. The copy's own
    // programs go to the copy's own folder.
    shell.env(
        "CARGO_BUILD_BUILD_DIR",
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the build folder"),
    );
    // All packages are on this machine, since the workspace was built from them.
    shell.env("CARGO_NET_OFFLINE", "true").env_remove("LUDOTEKA_TESTS");
    shell.env_remove("LUDOTEKA_BUILT");
    let output = shell.output().expect("there is a shell");
    let said = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    assert!(output.status.success(), "`{line}` fails:\n{said}");
}

/// Changes the version of the copy's crates. Cargo distinguishes packages by name, version and path
/// in their workspace. With the same version, the copy's crates would replace the workspace's own
/// crates in the build folder that both use, and the next build would use crates with a sixth game.
fn be_another_version(manifest: &Path) {
    let text = std::fs::read_to_string(manifest).expect("the copy has it");
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(text.contains(&format!("\n{version}\n")), "one version for all crates");
    write(manifest, text.replace(version, "version = \"99.0.0\"").as_bytes());
}

fn follow(step: &Step, folder: &Path) {
    match step {
        Step::Write { path, text } => write(&folder.join(path), text.as_bytes()),
        Step::Replace { path, old, new } => {
            let file = folder.join(path);
            let text = std::fs::read_to_string(&file).expect("the file is there");
            assert_eq!(
                text.matches(old.as_str()).count(),
                1,
                "{path} contains this text once: {old}"
            );
            write(&file, text.replace(old, new).as_bytes());
        }
        Step::Run(line) => run(line, folder),
    }
}

#[test]
fn the_page_on_a_sixth_game_works_as_written() {
    let page =
        std::fs::read_to_string(root().join("docs/sixth-game.md")).expect("the page is there");
    let steps = steps(&page);
    let commands = steps.iter().filter(|step| matches!(step, Step::Run(_))).count();
    assert!(steps.len() > 15 && commands > 5, "all steps of the page are found: {steps:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sixth-game");
    copy(&root(), &folder);
    be_another_version(&folder.join("Cargo.toml"));
    steps.iter().for_each(|step| follow(step, &folder));
}
