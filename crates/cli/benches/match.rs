//! Measures matches between programs that answer at once, at level 1 of the sandbox. It prints
//! moves and games a second, and the total processor time of the referee, the spawners and all
//! programs. Matches are played in one slot, one game at a time. Matches with a process for each
//! game are also played in all slots, one for each processor.
//!
//!     cargo bench -p cli --bench match               all
//!     cargo bench -p cli --bench match -- persist    those with "persist" in their names

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use matches::{Match, Terms};
use players::Contestant;
use rules::{Parameters, TimeControl};
use sandbox::{Level, Spawner};
use submission::Compilers;

/// A measurement: its name, the game with its parameters, the name of the player's source file, the
/// prefix that selects the player's protocol, and the number of games.
struct Way {
    name: &'static str,
    game: &'static str,
    set: &'static [(&'static str, &'static str)],
    player: [&'static str; 2],
    games: u64,
    /// The greatest number of slots.
    slots: usize,
}

const LONG: &[(&str, &str)] = &[("n", "19"), ("m", "19"), ("k", "19")];
const SMALL: &[(&str, &str)] = &[("rows", "10"), ("columns", "10")];

const ONE: usize = 1;
const ALL: usize = usize::MAX;
const GTP: [&str; 2] = ["gtp", "gtp:"];
const LINE: [&str; 2] = ["line", ""];
const MOVE: [&str; 2] = ["move", ""];

const WAYS: [Way; 6] = [
    Way {
        name: "processes that persist, short games",
        game: "mnk",
        set: &[],
        player: GTP,
        games: 8000,
        slots: ONE,
    },
    Way {
        name: "processes that persist, long games",
        game: "mnk",
        set: LONG,
        player: GTP,
        games: 200,
        slots: ONE,
    },
    Way {
        name: "a process a game, short games",
        game: "mnk",
        set: &[],
        player: LINE,
        games: 1000,
        slots: ONE,
    },
    Way {
        name: "the same in all slots",
        game: "mnk",
        set: &[],
        player: LINE,
        games: 1000,
        slots: ALL,
    },
    Way {
        name: "a process a game, long games",
        game: "mnk",
        set: LONG,
        player: LINE,
        games: 200,
        slots: ONE,
    },
    Way {
        name: "a process a move",
        game: "flood-wars",
        set: SMALL,
        player: MOVE,
        games: 40,
        slots: ONE,
    },
];

/// The number of times that each match is measured; the matches run in turn. The best time counts,
/// since other programs on the machine can only slow a match down.
const ROUNDS: usize = 3;

fn main() {
    sandbox::serve_if_asked();
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let ways: Vec<_> = WAYS.iter().filter(|way| way.name.contains(&wanted)).collect();
    let mut best = vec![None::<Figures>; ways.len()];
    for _ in 0..ROUNDS {
        for (way, best) in ways.iter().zip(&mut best) {
            let figures = measure(way, folder.path());
            *best = Some(
                best.map_or(figures, |best| if best.wall < figures.wall { best } else { figures }),
            );
        }
    }
    for (way, figures) in ways.iter().zip(best.into_iter().flatten()) {
        figures.print(way);
    }
}

#[derive(Clone, Copy)]
struct Figures {
    games: u64,
    moves: u64,
    wall: Duration,
    cpu: Duration,
}

impl Figures {
    fn print(&self, way: &Way) {
        let seconds = self.wall.as_secs_f64();
        let [games, moves] = [self.games, self.moves].map(|count| count as f64);
        println!(
            "{:<36} {:>8.0} moves/s  {:>6.0} games/s  {:>7.1} us of processor time a move",
            way.name,
            moves / seconds,
            games / seconds,
            self.cpu.as_secs_f64() * 1e6 / moves,
        );
    }
}

fn measure(way: &Way, folder: &Path) -> Figures {
    let spec = games::find(way.game).expect("the game exists");
    let mut parameters = Parameters::new(spec.parameters);
    way.set.iter().for_each(|(name, value)| parameters.set(name, value).expect("a value"));
    let [source, prefix] = way.player;
    let player = format!("{prefix}{}", compiled(source, folder).display());
    let player = Contestant::read(&player, spec).expect("a player");
    let terms = Terms {
        parameters,
        games: way.games,
        seed: 1,
        opening: Some(0),
        openings: None,
        time: TimeControl::game(Duration::from_secs(60)),
        nodes: None,
        level: Level::Confined,
        compilers: Compilers::for_play(spec.compiler.name),
        compile_time: submission::COMPILE_TIME,
        strict: true,
        sprt: None,
        data: Vec::new(),
        memory: None,
    };
    let start = |&cpu: &usize| Spawner::start(Some(cpu)).expect("a spawner starts");
    let slots = sandbox::slots().iter().take(way.slots).map(start).collect();
    let place = tempfile::tempdir_in(folder).expect("a folder");
    let nobody = |_| unreachable!("no person plays");
    let contestants = [player.clone(), player];
    let cpu = cpu_time();
    let playing = Match::prepare(spec, &contestants, &terms, slots, place.path(), &nobody);
    let mut playing = playing.unwrap_or_else(|refused| panic!("{refused}"));
    let mut moves = 0;
    let started = Instant::now();
    let played = playing.play(&AtomicBool::new(false), &mut |record, _| {
        assert!(record.end == matches::record::Ending::Rules, "{:?}", record.end);
        moves += record.moves.len() as u64;
        Ok(())
    });
    let wall = started.elapsed();
    played.unwrap_or_else(|refused| panic!("{refused}"));
    drop(playing); // This also ends the spawner, whose processor time then counts for this process.
    Figures { games: way.games, moves, wall, cpu: cpu_time() - cpu }
}

/// Compiles a player of this bench with the options that a student uses.
fn compiled(name: &str, folder: &Path) -> std::path::PathBuf {
    let out = folder.join(name);
    if !out.exists() {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/players").join(format!("{name}.c"));
        let made = Command::new("gcc")
            .arg("-O2")
            .arg(source)
            .arg("-o")
            .arg(&out)
            .status()
            .expect("gcc is installed");
        assert!(made.success(), "{name}.c compiles");
    }
    out
}

/// The processor time of this process and of all its children that have ended.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").expect("the kernel tells");
    let (_, rest) = text.rsplit_once(')').expect("the name of the program");
    // Fields 14 to 17 are the user and system times of the process and of its children, in
    // hundredths of a second. The first field of `rest` is field 3.
    let ticks: u64 = rest
        .split_whitespace()
        .skip(11)
        .take(4)
        .map(|field| field.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(10 * ticks)
}
