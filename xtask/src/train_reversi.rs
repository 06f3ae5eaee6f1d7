//! `cargo xtask train-reversi` learns the weights of Reversi's evaluation from tournament games and
//! from games of the engine against itself, and writes the file that the engine contains.
//!
//! The games are in the files of the WTHOR database, which the Fédération Française d'Othello
//! publishes; they are not part of the project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use games::reversi::Move;
use games::reversi::training::{Sample, SolvedEnds, Trainer, samples};

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
        for (number, game) in Game::all(&fs::read(&file)?).iter().enumerate() {
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

/// A game of the database.
#[derive(Debug, PartialEq, Eq)]
struct Game {
    moves: Vec<Move>,
    /// A number of empty squares, and the exact margin of black at that point of the game.
    known: Option<(u32, i32)>,
}

/// The sizes of a file's header and of a game in bytes.
// CITE: "Format de la base WTHOR", Fédération Française d'Othello.
const HEADER: usize = 16;
const GAME: usize = 68;

impl Game {
    /// The games of a file. A file for another size of the board has none.
    fn all(bytes: &[u8]) -> Vec<Game> {
        let Some((header, games)) = bytes.split_at_checked(HEADER) else { return Vec::new() };
        if ![0, 8].contains(&header[12]) {
            return Vec::new();
        }
        let from = u32::from(header[14]);
        games.chunks_exact(GAME).map(|game| Game::read(game, from)).collect()
    }

    /// A game: seven bytes about players and results, the number of black's discs after best play
    /// from the position with `from` empty squares, and the moves.
    fn read(bytes: &[u8], from: u32) -> Game {
        let moves = bytes[8..].iter().map_while(|&square| {
            let (row, column) = (usize::from(square) / 10, usize::from(square) % 10);
            let is_square = (1..=8).contains(&row) && (1..=8).contains(&column);
            is_square.then(|| Move::at(column - 1, row - 1))
        });
        let exact = 2 * i32::from(bytes[7].min(64)) - 64;
        Game { moves: moves.collect(), known: (from > 0).then_some((from, exact)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_the_database_is_read() {
        let mut file = vec![0; HEADER + GAME];
        (file[12], file[14]) = (8, 22);
        file[HEADER + 7] = 40;
        file[HEADER + 8..HEADER + 10].copy_from_slice(&[56, 64]);
        let game = Game { moves: vec![Move::at(5, 4), Move::at(3, 5)], known: Some((22, 16)) };
        assert_eq!(Game::all(&file), [game]);
        file[12] = 10;
        assert_eq!(Game::all(&file), [], "a board of 10 by 10");
        assert_eq!(Game::all(&file[..9]), []);
    }
}
