//! `cargo xtask first-board` measures the time from a fresh clone to the first board on the screen.
//!
//! The release build goes to a new empty folder, so that it cannot use earlier builds. Packages
//! must have been downloaded before. The processor time is what Linux counts for cargo, its
//! compilers and the game.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde_json::Value;

/// The unit of times in `/proc/self/stat` is a hundredth of a second on every architecture
/// (`USER_HZ`, proc(5)).
const TICKS: f64 = 100.0;

/// The bounds: seconds of processor time, and of wall time on two idle processors.
const MOST: [f64; 2] = [290.0, 150.0];

/// How many of the slowest compilation units are listed.
const SLOWEST: usize = 10;

pub(crate) fn run() -> ExitCode {
    match measured() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measured() -> io::Result<()> {
    let target = std::env::temp_dir().join(format!("ludoteka-first-board-{}", std::process::id()));
    let (start, before) = (Instant::now(), children_seconds()?);
    let built = built(&target).and_then(|()| shown(&target));
    let (wall, processor) = (start.elapsed().as_secs_f64(), children_seconds()? - before);
    let units = built.and_then(|()| slowest_units(&target));
    fs::remove_dir_all(&target)?;
    println!(
        "first board: {processor:.0} s of processor time, {wall:.0} s of wall time; the slowest \
        units by wall time:"
    );
    for (seconds, unit) in units? {
        println!("{seconds:8.1} s  {unit}");
    }
    let [most_processor, most_wall] = MOST;
    let is_kept = processor <= most_processor && wall <= most_wall;
    let what = format!("{most_processor:.0} s of processor time and {most_wall:.0} s of wall time");
    if !is_kept {
        return Err(io::Error::other(format!("more than {what}")));
    }
    println!("the bound of {what} is kept");
    Ok(())
}

fn built(target: &Path) -> io::Result<()> {
    let mut cargo = crate::cargo();
    cargo
        .args([
            "build",
            "--release",
            "--locked",
            "--offline",
            "--quiet",
            "--timings",
            "--target-dir",
        ])
        .arg(target);
    succeeded(&mut cargo)
}

/// Runs the new binary until it has printed its first board.
fn shown(target: &Path) -> io::Result<()> {
    let mut game = Command::new(target.join("release/ludoteka"));
    succeeded(game.args(["play", "flood-wars"]).stdin(Stdio::null()))
}

fn succeeded(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} failed: {status}")))
    }
}

/// The processor time of all children that have ended: fields 16 and 17 of `/proc/self/stat`. Field
/// 2 is a name in parentheses.
pub(crate) fn children_seconds() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: Vec<f64> = fields.skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(ticks.iter().sum::<f64>() / TICKS)
}

/// The slowest compilation units, from the HTML report of `--timings`. The report's data are one
/// line of JSON.
fn slowest_units(target: &Path) -> io::Result<Vec<(f64, String)>> {
    let report = fs::read_to_string(target.join("cargo-timings/cargo-timing.html"))?;
    let data = report.split_once("const UNIT_DATA = ").and_then(|(_, rest)| rest.split_once(";\n"));
    let (data, _) =
        data.ok_or_else(|| io::Error::other("cargo's report of timings has no UNIT_DATA"))?;
    let units: Vec<Value> = serde_json::from_str(data)?;
    let mut units: Vec<_> =
        units.iter().map(|unit| (unit["duration"].as_f64().unwrap_or(0.0), name(unit))).collect();
    units.sort_by(|one, other| other.0.total_cmp(&one.0));
    units.truncate(SLOWEST);
    Ok(units)
}

fn name(unit: &Value) -> String {
    [&unit["name"], &unit["version"], &unit["target"]]
        .map(|part| part.as_str().unwrap_or("").trim())
        .join(" ")
}
