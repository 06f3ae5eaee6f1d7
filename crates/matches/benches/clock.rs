//! Measures whether a clock charges players for the machine's delays. Before each move, a program
//! computes until it has used a fixed processor time, while busy loops disturb it.
//!
//! In each of the four matches, one program plays both sides. A program that computes for 0.95 of
//! its limit must never be late. A program that computes for 1.3 of its limit must be late in every
//! move, so each game ends with its first move.
//!
//!     cargo bench -p matches --bench clock             with four busy loops
//!     cargo bench -p matches --bench clock -- 0        with none; other numbers work too
//!
//! The benchmark uses one slot for each processor.

use std::error::Error;
use std::fs;
use std::hint::spin_loop;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use matches::record::{Ending, Record};
use matches::{Match, Terms};
use players::Contestant;
use players::Foul;
use rules::{Parameters, TimeControl};
use sandbox::{Level, Spawner};
use submission::Compilers;

const LOOPS: usize = 4;

/// A game has 50 moves, unless somebody is late.
const BOARD: [(&str, &str); 3] = [("n", "10"), ("m", "5"), ("k", "10")];

/// For each match: the limit for a move, the time that the program takes for a move, and the number
/// of games. The times are in milliseconds.
const MATCHES: [(u64, u64, u64); 4] =
    [(100, 95, 20), (1000, 950, 4), (100, 130, 100), (1000, 1300, 20)];

/// Before each answer, the program computes until it has used its processor time for the move.
const THINK: &str = "#include <stdio.h>
#include <time.h>
static void think(void)
{
    static double before;
    double now;
    do {
        struct timespec time;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        now = 1e3 * time.tv_sec + time.tv_nsec / 1e6;
    } while (now < before + TAKES);
    before = now;
}
#define fflush(stream) (think(), (fflush)(stream))
";

fn main() -> Result<(), Box<dyn Error>> {
    sandbox::serve_if_asked();
    let loops = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(LOOPS);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..loops {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let done = MATCHES.into_iter().try_for_each(|(limit, takes, games)| {
            println!(
                "{takes} ms of {limit} ms, beside {loops} busy loops: {}",
                played(limit, takes, games)?
            );
            Ok(())
        });
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

/// The result of a match, in words.
fn played(limit: u64, takes: u64, games: u64) -> Result<String, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let starter = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/mnk/player.c"),
    )?;
    let source = folder.path().join("player.c");
    fs::write(&source, format!("#define TAKES {takes}\n{THINK}{starter}"))?;
    let spec = games::find("mnk").ok_or("the game exists")?;
    let mut parameters = Parameters::new(spec.parameters);
    BOARD.iter().try_for_each(|(name, value)| parameters.set(name, value))?;
    let terms = Terms {
        parameters,
        games,
        seed: 1,
        opening: Some(0),
        openings: None,
        time: TimeControl {
            game: None,
            each_move: Some(Duration::from_millis(limit)),
            increment: Duration::ZERO,
        },
        nodes: None,
        level: Level::Confined,
        compilers: Compilers::for_play(spec.compiler.name),
        compile_time: submission::COMPILE_TIME,
        memory: None,
        strict: true,
        sprt: None,
        data: Vec::new(),
    };
    let player = Contestant::read(&source.display().to_string(), spec)?;
    let slots: Result<_, _> =
        sandbox::slots().into_iter().map(|cpu| Spawner::start(Some(cpu))).collect();
    let place = tempfile::tempdir()?;
    let nobody = |_| unreachable!("no person plays");
    let mut playing =
        Match::prepare(spec, &[player.clone(), player], &terms, slots?, place.path(), &nobody)?;
    let mut tally = Tally::default();
    playing.play(&AtomicBool::new(false), &mut |record, void| {
        tally.count(record);
        tally.void += u64::from(void.is_some());
        Ok(())
    })?;
    Ok(tally.told())
}

#[derive(Default)]
struct Tally {
    late: u64,
    void: u64,
    other_fouls: u64,
    /// The times of each answer, in microseconds. The first is the wall time. The second is the
    /// charged time, which excludes waits for a processor. The third is the part of the charged
    /// time in which the program did not compute.
    answers: Vec<[u64; 3]>,
}

impl Tally {
    fn count(&mut self, record: &Record) {
        match &record.end {
            Ending::Foul { foul: Foul::Late, .. } => self.late += 1,
            Ending::Foul { .. } => self.other_fouls += 1,
            _ => {}
        }
        let clocks = &record.clocks;
        let all = clocks.wall_us.iter().zip(&clocks.cpu_us).zip(&clocks.waited_us);
        self.answers.extend(all.map(|((&wall, &cpu), &waited)| {
            [wall, wall.saturating_sub(waited), wall.saturating_sub(waited).saturating_sub(cpu)]
        }));
    }

    fn told(&self) -> String {
        let Tally { late, void, other_fouls, answers } = self;
        let ms =
            |part: usize| answers.iter().map(|answer| answer[part]).max().unwrap_or(0) as f64 / 1e3;
        let mean = answers.iter().map(|answer| answer[0]).sum::<u64>() as f64
            / 1e3
            / answers.len().max(1) as f64;
        let unknown = answers.iter().filter(|answer| answer[2] >= 5000).count();
        format!(
            "{late} of {} answers late, {void} games void, {other_fouls} other fouls; on the wall \
            {mean:.0} ms in the mean and {:.0} at most, charged {:.1} at most; neither computed \
             nor waited 5 ms or more {unknown} times, {:.1} ms at most",
            answers.len(),
            ms(0),
            ms(1),
            ms(2)
        )
    }
}
