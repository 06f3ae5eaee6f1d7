//! Follows the guides: every command works, in the order of the page, and prints what the page
//! shows.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::help::try_server;
use crate::judge::{has, shell};

/// The greatest number of words of a guide, so that people read it in one sitting.
const MOST_WORDS: usize = 900;

/// A step of a guide.
#[derive(Debug)]
enum Step<'a> {
    /// Write a file. In the guide, this is a block below a line that has only the file's path.
    Write { path: &'a str, text: String },
    /// Run a command. In the guide, this is an indented line, which may end in a remark, or a line
    /// after `$ ` in a block of any kind, with the output below it. A block of text right after an
    /// indented line is its output, too.
    Run { command: &'a str, shown: Option<String> },
}

fn page(name: &str) -> String {
    let path = root().join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn steps(page: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    let mut last = "";
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            if block.first().is_some_and(|first| first.starts_with("$ ")) {
                steps.extend(shown(&block));
            } else if let Some(path) =
                last.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:"))
            {
                steps.push(Step::Write { path, text: block.join("\n") + "\n" });
            } else if let (true, Some(Step::Run { shown, .. })) =
                (last.starts_with("    ") && line == "```text", steps.last_mut())
            {
                *shown = Some(block.join("\n") + "\n");
            }
        } else if let Some(line) = line.strip_prefix("    ") {
            // Several spaces separate a remark from its command.
            let command = line.split("   ").next().unwrap_or(line).trim_end();
            steps.push(Step::Run { command, shown: None });
        }
        if !line.is_empty() {
            last = line;
        }
    }
    steps
}

/// The commands of a block, each with the output below it.
fn shown<'a>(block: &[&'a str]) -> Vec<Step<'a>> {
    let commands = block.chunk_by(|_, next| !next.starts_with("$ "));
    let step = |lines: &[&'a str]| Step::Run {
        command: lines[0].strip_prefix("$ ").expect("a command begins the block"),
        shown: Some(lines[1..].iter().map(|line| format!("{line}\n")).collect()),
    };
    commands.map(step).collect()
}

/// The command with a pair of games in the place of more.
fn fewer_games(command: &str) -> String {
    let Some((before, games)) = command.split_once("--games ") else { return command.to_string() };
    format!("{before}--games 2{}", games.trim_start_matches(|digit: char| digit.is_ascii_digit()))
}

/// Copies the repository's folders that guides use into a new folder. A guide's commands write
/// files into the new folder.
pub(crate) fn clone() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["starters", "tournaments", "crates/programs/tests/c"] {
        copy(&root().join(name), &folder.path().join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).map(drop).expect("a file can be copied");
        }
    }
}

/// Follows a guide in this folder.
fn follow(folder: TempDir, name: &str, failing: &[&str]) -> TempDir {
    let page = page(name);
    let words = page.split_whitespace().count();
    assert!(words <= MOST_WORDS, "{name} has {words} words");
    follow_page(folder, name, &page, failing)
}

/// Follows a page in this folder. Commands that begin with one of the texts in `failing` must fail;
/// a command under `timeout` may fail or succeed.
pub(crate) fn follow_page(folder: TempDir, name: &str, page: &str, failing: &[&str]) -> TempDir {
    let mut failed = 0;
    for step in steps(page) {
        match step {
            Step::Write { path, text } => {
                fs::write(folder.path().join(path), text).expect("a file can be written");
            }
            Step::Run { command, .. } if command.starts_with("ludoteka serve") => {
                try_server(command, folder.path());
            }
            Step::Run { command, .. } if command.starts_with("timeout ") => {
                drop(shell(command, folder.path()));
            }
            Step::Run { command, shown } => {
                // As many games as the page wants only where it shows what they lead to.
                let command = if shown.is_some() { command } else { &fewer_games(command) };
                let (said, well) = shell(command, folder.path());
                let fails = failing.iter().any(|start| command.starts_with(start));
                failed += usize::from(fails);
                assert_eq!(well, !fails, "{name}: {command}\n{said}");
                assert_eq!(shown.as_ref().unwrap_or(&said), &said, "{name}: {command}");
            }
        }
    }
    assert!(
        failed >= failing.len(),
        "{name} does not have all commands that must fail: {failing:?}"
    );
    folder
}

/// Reads the file `path` of a tournament's results.
fn result(folder: &TempDir, path: &str) -> serde_json::Value {
    let text = fs::read(folder.path().join(path)).expect("results are there");
    serde_json::from_slice(&text).expect("JSON")
}

#[test]
#[cfg(target_os = "linux")]
fn the_teachers_page_leads_from_the_download_to_the_gradebook() {
    if !["python3", "gcc", "valgrind"].into_iter().all(has) {
        return;
    }
    let folder = follow(clone(), "teacher.md", &["ludoteka judge poziomka class.zip"]);
    let gradebook =
        fs::read_to_string(folder.path().join("report/gradebook.csv")).expect("a gradebook");
    for row in ["\nAnna_Nowak,0,10,", "\nJan_Kowal,10,10,", "\nOla_Lis,0,10,"] {
        assert!(gradebook.contains(row), "{gradebook}");
    }
    for (name, file) in [("Anna_Nowak", "anna.c"), ("Ola_Lis", "ola.c")] {
        let page = folder.path().join("report").join(format!("{name}.html"));
        let page = fs::read_to_string(page).expect("a page to hand out");
        assert!(!page.contains("class.zip") && page.contains(&format!(" {file} -o ")), "{page}");
    }
}

#[test]
fn the_organisers_page_leads_from_the_entries_to_the_published_results() {
    if !["python3", "gcc"].into_iter().all(has) {
        return;
    }
    let folder = follow(
        clone(),
        "organiser.md",
        &["ludoteka tournament contest/reversi.toml -o results --strict"],
    );
    let results = result(&folder, "results/results.json");
    assert_eq!(results["stage"], "over");
    assert!(results["progress"]["fouls"].as_u64() > Some(0), "one program does not compile");
    assert!(folder.path().join("results.tar.gz").is_file());
}

#[test]
fn the_students_page_leads_from_a_starter_to_a_stronger_program() {
    if !["python3", "gcc"].into_iter().all(has) {
        return;
    }
    follow(clone(), "student.md", &["ludoteka judge"]);
    follow(clone(), "student.pl.md", &[]);
    follow(clone(), "student.ro.md", &[]);
}

#[test]
fn the_researchers_page_leads_from_a_match_to_exact_values() {
    if !has("python3") {
        return;
    }
    let folder = follow(clone(), "researcher.md", &[]);
    assert!(result(&folder, "test/results.json")["test"]["elo1"].is_number());
}

#[test]
fn the_page_of_formats_leads_from_files_of_others_to_records() {
    let folder = follow(tempfile::tempdir().expect("a temporary folder"), "formats.md", &[]);
    let csv = fs::read_to_string(folder.path().join("games.csv")).expect("a table");
    assert!(csv.starts_with("game,") && csv.lines().count() == 3, "{csv}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_pages_in_polish_and_romanian_lead_to_reports_and_results_in_these_languages() {
    if !has("python3") {
        return;
    }
    for (name, language, game) in [("start.pl.md", "pl", "poziomka"), ("start.ro.md", "ro", "mnk")]
    {
        let folder = clone();
        // A class of one, whose program plays games and solves no case.
        let class = format!(
            "mkdir anna entries && cp starters/{game}/player.py anna && \
             python3 -m zipfile -c class.zip anna && cp starters/reversi/player.py entries"
        );
        assert!(shell(&class, folder.path()).1);
        let folder = follow(folder, name, &["ludoteka judge"]);
        for path in ["report/index.html", "results/index.html"] {
            let page = fs::read_to_string(folder.path().join(path)).expect("a page");
            assert!(page.contains(&format!("<html lang=\"{language}\">")), "{name}: {path}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_page_on_many_machines_plays_a_cup_in_halves() {
    // Pairs are open after the first merge, so its exit code is not 0.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = follow(folder, "cluster.md", &["ludoteka merge results part-1-of-2.jsonl"]);
    assert_eq!(result(&folder, "results/results.json")["stage"], "over");
}
