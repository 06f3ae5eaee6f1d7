//! Measures the cost of a tournament's records, store and progress. `ludoteka match --record` and
//! `ludoteka tournament` take turns to play the same games. Some measurements use one slot, which
//! plays one game at a time; others use a slot for each processor. The time of a command includes
//! its start and the export of the results. The stores are SQLite files, or databases of a
//! PostgreSQL server that the bench starts.
//!
//!     cargo bench -p cli --bench tournament               all
//!     cargo bench -p cli --bench tournament -- starters   those with "starters" in their names

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use testing::postgres::Cluster;

/// A measurement: its name, the game, both players, the number of games, the greatest number of
/// slots, and the positions that engines search for a move.
struct Way {
    name: &'static str,
    game: &'static str,
    players: [Player; 2],
    games: u64,
    slots: usize,
    nodes: u64,
    at_server: bool,
}

enum Player {
    Engine(u8),
    /// A program's source file, and the program's protocol.
    Source(&'static str, &'static str),
}

const STARTER: &str = "../../starters/reversi/player.c";
const AT_ONCE: &str = "benches/players/gtp.c";

/// A game between these engines takes 0.1 ms.
const QUICK: [Player; 2] = [Player::Engine(1), Player::Engine(2)];
/// A game between these engines takes 1 ms.
const SLOWER: [Player; 2] = [Player::Engine(3), Player::Engine(4)];
/// A game between these engines takes 7 ms with 3,000 positions a move, and 50 ms with 20,000.
const SLOWEST: [Player; 2] = [Player::Engine(4), Player::Engine(5)];

const LONG: Way = Way {
    name: "engines, games of 50 ms",
    game: "reversi",
    players: SLOWEST,
    games: 200,
    slots: 1,
    nodes: 20_000,
    at_server: false,
};

const WAYS: [Way; 8] = [
    Way {
        name: "starters in C, a process a game",
        game: "reversi",
        players: [Player::Source(STARTER, "line"), Player::Source(STARTER, "line")],
        games: 1000,
        slots: 1,
        nodes: 200,
        at_server: false,
    },
    Way {
        name: "engines, games of 1 ms, in all slots",
        game: "reversi",
        players: SLOWER,
        games: 40_000,
        slots: usize::MAX,
        nodes: 200,
        at_server: false,
    },
    Way {
        name: "engines, games of 0.1 ms",
        game: "reversi",
        players: QUICK,
        games: 100_000,
        slots: 1,
        nodes: 200,
        at_server: false,
    },
    Way {
        name: "the same in all slots",
        game: "reversi",
        players: QUICK,
        games: 100_000,
        slots: usize::MAX,
        nodes: 200,
        at_server: false,
    },
    Way {
        name: "GTP at once, processes that persist",
        game: "mnk",
        players: [Player::Source(AT_ONCE, "gtp"), Player::Source(AT_ONCE, "gtp")],
        games: 80_000,
        slots: 1,
        nodes: 200,
        at_server: false,
    },
    Way { name: "engines, games of 7 ms", games: 1_000, nodes: 3_000, ..LONG },
    LONG,
    Way { name: "the same, PostgreSQL", at_server: true, ..LONG },
];

const ROUNDS: usize = 5;

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    for way in WAYS.iter().filter(|way| way.name.contains(&wanted)) {
        let folder = tempfile::tempdir().expect("a folder");
        way.prepare(folder.path());
        let cluster = if way.at_server { Cluster::start(&[]) } else { None };
        if way.at_server && cluster.is_none() {
            continue;
        }
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            times[0].push(timed(folder.path(), &way.in_a_match()));
            let database = cluster.as_ref().map(Cluster::database);
            if let Some(database) = &database {
                timed(folder.path(), &["store", "init", database].map(str::to_string));
            }
            times[1].push(timed(folder.path(), &way.in_a_tournament(database)));
            fs::remove_file(folder.path().join("games")).expect("it was recorded");
            fs::remove_dir_all(folder.path().join("out")).expect("it was exported");
        }
        // Other programs on the machine only make a run longer.
        let [one, other] = times.map(|times| times.into_iter().min().unwrap_or_default());
        let rate = |time: Duration| way.games as f64 / time.as_secs_f64();
        println!(
            "{:36} match {:6.0} games/s   tournament {:6.0} games/s   ratio {:.3}",
            way.name,
            rate(one),
            rate(other),
            rate(other) / rate(one)
        );
    }
}

impl Way {
    /// Writes the players' programs and the tournament's file.
    fn prepare(&self, folder: &Path) {
        let Way { game, games, nodes, .. } = self;
        let mut text = format!(
            r#"title = "bench"
game = "{game}"
games = {games}
[format]
kind = "round-robin"
[time]
game = "1m"
nodes = {nodes}
"#
        );
        for (number, player) in self.players.iter().enumerate() {
            text += &match player {
                Player::Engine(level) => format!("[[player]]\nengine = {level}\n"),
                Player::Source(source, protocol) => {
                    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
                    fs::copy(&source, folder.join(program(number))).expect("the source is there");
                    let program = program(number).display().to_string();
                    format!(
                        r#"[[player]]
program = "{program}"
protocol = "{protocol}"
name = "{number}"
"#
                    )
                }
            };
        }
        fs::write(folder.join("t.toml"), text).expect("a file can be written");
    }

    fn in_a_match(&self) -> Vec<String> {
        let [first, second] = [0, 1].map(|number| match &self.players[number] {
            Player::Engine(level) => format!("engine:{level}"),
            Player::Source(_, protocol) => format!("{protocol}:{}", program(number).display()),
        });
        let [games, jobs, nodes] = [self.games.to_string(), self.jobs(), self.nodes.to_string()];
        let words = [
            "match", self.game, &first, &second, "--games", &games, "--record", "games", "--jobs",
            &jobs,
        ];
        words
            .into_iter()
            .chain(["--game-time", "1m", "--nodes", &nodes])
            .map(str::to_string)
            .collect()
    }

    fn in_a_tournament(&self, database: Option<String>) -> Vec<String> {
        let store = database.into_iter().flat_map(|database| ["--store".to_string(), database]);
        let words = ["tournament", "t.toml", "-o", "out", "--jobs", &self.jobs()];
        words.map(str::to_string).into_iter().chain(store).collect()
    }

    fn jobs(&self) -> String {
        thread::available_parallelism().map_or(1, usize::from).min(self.slots).to_string()
    }
}

fn program(number: usize) -> PathBuf {
    PathBuf::from(format!("player{number}.c"))
}

fn timed(folder: &Path, words: &[String]) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteka"));
    command.args(words).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let status = command.status().expect("ludoteka runs");
    let time = start.elapsed();
    assert!(status.success(), "{words:?}");
    time
}
