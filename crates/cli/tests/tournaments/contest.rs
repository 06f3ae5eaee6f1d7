//! A tournament of short games that are the same in every run.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::results::{Results, results};
use crate::{has, wait_for};

/// A folder with the tournament's file, a program that takes part, and a copy of `ludoteka`. A
/// process belongs to this contest if its executable lies in the folder.
pub(crate) struct Contest {
    folder: TempDir,
}

/// Standard output, standard error and exit code of a call.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) printed: String,
    pub(crate) complaint: String,
    pub(crate) code: Option<i32>,
}

impl Said {
    /// Asserts that the call failed, and that its message contains all these parts.
    pub(crate) fn names(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        for part in parts {
            assert!(self.complaint.contains(part), "{}: expected {part}", self.complaint);
        }
    }

    pub(crate) fn goes_well(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.printed
    }
}

impl Contest {
    /// A tournament with this number of games in each match.
    pub(crate) fn new(games: u64) -> Contest {
        let contest = Contest { folder: tempfile::tempdir().expect("a temporary folder") };
        let own = contest.path("ludoteka");
        let built = env!("CARGO_BIN_EXE_ludoteka");
        if fs::hard_link(built, &own).is_err() {
            fs::copy(built, &own).expect("it can be copied");
        }
        fs::create_dir(contest.path("tmp")).expect("a folder");
        let mut file = text("Small boards", games);
        if let Some(program) = starter() {
            fs::write(contest.path("starter"), program).expect("it can be written");
            fs::set_permissions(contest.path("starter"), Permissions::from_mode(0o755))
                .expect("it is ours");
            file.push_str("[[player]]\nprogram = \"starter\"\nprotocol = \"gtp\"\n");
        }
        fs::write(contest.path("small.toml"), file).expect("it can be written");
        contest
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path("ludoteka"));
        command.args(arguments).current_dir(self.folder.path()).env("TMPDIR", self.path("tmp"));
        command.stdin(Stdio::null());
        command
    }

    /// Starts a command without waiting for its end.
    pub(crate) fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("ludoteka runs")
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        said(&self.command(arguments).output().expect("ludoteka runs"))
    }

    /// Plays the tournament, or continues it.
    pub(crate) fn hold(&self, folder: &str) -> Said {
        self.run(&["tournament", "small.toml", "-o", folder])
    }

    /// Starts the tournament, and returns when the folder's store has some games.
    pub(crate) fn begin_to_play(&self, folder: &str) -> Child {
        let child = self.begin(&["tournament", "small.toml", "-o", folder]);
        self.wait_for_games(folder);
        child
    }

    /// Waits until a folder's store has some games. SQLite first writes games into its log.
    pub(crate) fn wait_for_games(&self, folder: &str) {
        const SOME: usize = 60;
        let log = self.path(folder).join("store.sqlite-wal");
        let record = b"\"ludoteka\":";
        let is_there = |log: Vec<u8>| {
            log.windows(record.len()).filter(|bytes| bytes == record).nth(SOME - 1).is_some()
        };
        wait_for("some games", || fs::read(&log).is_ok_and(is_there));
    }

    /// The results of the tournament if nothing disturbs it.
    pub(crate) fn undisturbed(&self) -> Results {
        self.hold("undisturbed").goes_well();
        results(&self.path("undisturbed"))
    }

    /// Continues a tournament to its end, and checks that no game is lost or counted twice and that
    /// no process is left.
    pub(crate) fn ends_as(&self, expected: &Results, folder: &str) {
        self.hold(folder).goes_well();
        self.is_as(expected, folder);
    }

    /// Checks that a tournament has the expected results.
    pub(crate) fn is_as(&self, expected: &Results, folder: &str) {
        results(&self.path(folder)).same_as(expected);
        let verified = self.run(&["verify", folder]).goes_well();
        assert!(verified.contains("games of Small boards: everything fits"), "{verified}");
        self.nothing_runs();
    }

    /// Checks that all processes of this contest end within a moment.
    pub(crate) fn nothing_runs(&self) {
        wait_for("the end of all processes", || self.processes().is_empty());
    }

    /// Whether a participant of this name runs. Each command copies the program into its own
    /// temporary folder, so only the file's name is compared.
    pub(crate) fn runs(&self, name: &str) -> bool {
        self.processes().iter().any(|program| program.file_name().is_some_and(|its| its == name))
    }

    /// Whether a compiled program of a participant runs.
    pub(crate) fn plays(&self) -> bool {
        self.processes()
            .iter()
            .any(|program| program.file_name().is_none_or(|its| its != "ludoteka"))
    }

    /// The running programs of this folder.
    fn processes(&self) -> Vec<PathBuf> {
        let processes = fs::read_dir("/proc").expect("processes are listed").flatten();
        let programs =
            processes.filter_map(|process| fs::read_link(process.path().join("exe")).ok());
        programs.filter(|program| program.starts_with(self.folder.path())).collect()
    }
}

pub(crate) fn said(output: &Output) -> Said {
    let [printed, complaint] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Said { printed, complaint, code: output.status.code() }
}

/// Waits for a command that was started, and returns its output.
pub(crate) fn ended(child: Child) -> Said {
    said(&child.wait_with_output().expect("it ends"))
}

/// Seven engines with node limits, so that every game is the same each time.
pub(crate) fn text(title: &str, games: u64) -> String {
    let engines = [1, 2, 3, 4, 5, 1, 2].iter().zip('A'..);
    let players =
        engines.map(|(level, name)| format!("[[player]]\nengine = {level}\nname = \"{name}\"\n"));
    format!(
        r#"title = "{title}"
game = "mnk"
games = {games}
seed = 7
[parameters]
n = 3
m = 3
k = 3
[format]
kind = "round-robin"
[time]
nodes = 100
[publish]
sources = true
stderr = true
{}"#,
        players.collect::<String>()
    )
}

/// A student's program, compiled once. It chooses no move at random, so its games are the same in
/// every run.
fn starter() -> Option<&'static [u8]> {
    static COMPILED: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let compiled = COMPILED.get_or_init(|| {
        if !has("gcc") {
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = folder.path().join("starter");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/gtp/player.c");
        let status = Command::new("gcc")
            .arg("-O2")
            .arg("-o")
            .arg(&program)
            .arg(source)
            .status()
            .expect("gcc starts");
        assert!(status.success(), "the starter compiles");
        Some(fs::read(program).expect("a program"))
    });
    compiled.as_deref()
}
