//! `cargo xtask train-reversi` learns the weights of Reversi's evaluation from tournament games and
//! from games of the engine against itself, and writes the file that the engine contains.
//!
//! The games are in the files of the WTHOR database, which the Fédération Française d'Othello
//! publishes; they are not part of the project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use games::reversi::training::{Sample, SolvedEnds, Trainer, samples};
use games::reversi::{Move, wthor};

use crate::self_play_reversi;

/// The file, from the root of the workspace.
const WEIGHTS: &str = "crates/games/reversi/data/weights.bin";

/// The seed of the order of samples.
const SEED: u64 = 1;

/// How often each sample is learned, and the learning rate at first; it falls to 0.
const EPOCHS: u32 = 6;
const RATE: f32 = 0.3;

/// In this many epochs at first, samples also count for the phases of the game next to theirs, so
/// that rare patterns have weights in all of them.
const WIDE_EPOCHS: u32 = 3;

/// One game in this many is not learned, so that the error on unknown games can be measured.
const HELD_OUT: usize = 50;

pub(crate) fn run(folder: &str, files: &[&str]) -> ExitCode {
    match train(Path::new(folder), files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn train(folder: &Path, files: &[&str]) -> io::Result<()> {
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    let mut ends = SolvedEnds::default();
    for file in database(folder)? {
        let games = wthor::games(&fs::read(&file)?);
        let bad =
            |why| io::Error::new(io::ErrorKind::InvalidData, format!("{}, {why}", file.display()));
        for (number, game) in games.map_err(bad)?.iter().enumerate() {
            let to = if number % HELD_OUT == 0 { &mut held_out } else { &mut learned };
            to.extend(samples(&game.moves, game.known, &mut ends));
        }
        println!("{}: {} positions so far", file.display(), learned.len());
    }
    for file in files {
        for (number, (moves, at_random)) in own_games(file)?.into_iter().enumerate() {
            let mut positions = samples(&moves, None, &mut ends);
            // A position before a random move is not worth what the game ended with.
            positions.truncate(moves.len() - at_random);
            let to = if number % HELD_OUT == 0 { &mut held_out } else { &mut learned };
            to.append(&mut positions);
        }
        println!("{file}: {} positions so far", learned.len());
    }
    let trainer = epochs(&mut learned, &held_out);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root");
    fs::write(root.join(WEIGHTS), trainer.file())
}

fn epochs(learned: &mut [Sample], held_out: &[Sample]) -> Trainer {
    let mut trainer = Trainer::new(SEED);
    for epoch in 0..EPOCHS {
        let wide = epoch < WIDE_EPOCHS;
        let rate = if wide { RATE } else { RATE * (1.0 - epoch as f32 / EPOCHS as f32) };
        trainer.learn(learned, rate, usize::from(wide));
        let error = trainer.error(held_out);
        println!("epoch {}: error on games that were held out {error:.3} points", epoch + 1);
    }
    trainer
}

/// The games of a file of the engine against itself.
fn own_games(file: &str) -> io::Result<Vec<(Vec<Move>, usize)>> {
    let text = fs::read_to_string(file)?;
    let games = text.lines().map(self_play_reversi::read).collect::<Option<_>>();
    let wrong = || format!("{file} has a line that is not a game of `self-play-reversi`");
    games.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, wrong()))
}

/// The files with games in a folder, by name.
fn database(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wtb"));
    files.sort();
    if files.is_empty() {
        let none = format!("no file `*.wtb` in {}; give the folder of WTHOR", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, none));
    }
    Ok(files)
}
