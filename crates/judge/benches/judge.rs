//! Measures how many small cases the judge runs in the sandbox each second. For comparison, a plain
//! loop runs the same program on the same cases.
//!
//! The program is `cat`, and the right answer is the input. Since `cat` takes hardly any time, the
//! judge uses nearly all of the measured time. The judge and the loop run in turn, and the best
//! round of each of them counts.
//!
//!     cargo bench -p judge --bench judge

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use judge::{CaseSet, Conditions, Judge, find_cases};
use rules::Answers;
use sandbox::{Level, Spawner};
use submission::{COMPILE_TIME, Compilers, Languages, find_programs};

const CASES: usize = 1000;
const ROUNDS: usize = 5;
const PROGRAM: &str = "/bin/cat";

fn main() -> Result<(), Box<dyn Error>> {
    sandbox::serve_if_asked();
    let folder = tempfile::tempdir()?;
    write_cases(folder.path())?;
    let sets = find_cases(folder.path())?.sets;
    let program = fs::canonicalize(PROGRAM)?;
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let times =
            [plain(&program, &sets)?, judged(&program, &sets, 1)?, judged(&program, &sets, 2)?];
        best = std::array::from_fn(|i| best[i].min(times[i]));
    }
    let rates = best.map(|time| CASES as f64 / time.as_secs_f64());
    for (name, rate) in
        ["plain loop, not confined", "judge, 1 job, level 1", "judge, 2 jobs, level 1"]
            .iter()
            .zip(rates)
    {
        println!("{name:26} {rate:8.0} cases/s  {:.2} of the plain loop", rate / rates[0]);
    }
    Ok(())
}

fn write_cases(folder: &Path) -> std::io::Result<()> {
    for number in 1..=CASES {
        let text = format!("{number} 2 3\n").repeat(20);
        fs::write(folder.join(format!("{number}.in")), &text)?;
        fs::write(folder.join(format!("{number}.out")), &text)?;
    }
    Ok(())
}

/// Runs the cases in a plain loop, like a script without a sandbox.
fn plain(program: &Path, sets: &[CaseSet]) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    for case in sets.iter().flat_map(|set| &set.cases) {
        let output =
            Command::new(program).stdin(File::open(&case.input)?).stderr(Stdio::null()).output()?;
        assert!(output.stdout == fs::read(&case.expected)?);
    }
    Ok(start.elapsed())
}

fn judged(program: &Path, sets: &[CaseSet], jobs: usize) -> Result<Duration, Box<dyn Error>> {
    let conditions = Conditions {
        program: games::GAMES[0].program.as_ref().ok_or("the game has a program")?,
        answers: Answers::Exact,
        time: Duration::from_secs(10),
        compile_time: COMPILE_TIME,
        stop_after: 3,
        memory: 256 << 20,
        stack: 8 << 20,
        level: Level::Confined,
        valgrind: false,
        pass_params: false,
        looks_closer: false,
        compilers: Compilers::default(),
        command: [String::new(), String::new()],
    };
    let slots = sandbox::slots().into_iter().take(jobs).map(|cpu| Spawner::start(Some(cpu)));
    let mut judge = Judge::new(conditions, slots.collect::<Result<_, _>>()?)?;
    let entries = find_programs(program, &Languages::default())?.entries;
    let start = Instant::now();
    let report = judge.judge(&entries[0], sets, &|_| {})?;
    let time = start.elapsed();
    assert!(report.is_accepted(), "{:?}", report.first_failure());
    Ok(time)
}
