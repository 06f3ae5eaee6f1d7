//! `cargo xtask self-play-reversi` appends games of Reversi's engine against itself to a file, from
//! which `cargo xtask train-reversi` learns.
//!
//! A line is a game: how many of its moves were random, and all moves in one word, without passes.
//! Each line is written whole, so the games of a command that was stopped can be used.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::ExitCode;

use games::reversi::training::self_play;
use games::reversi::{Move, Passing, PatternEngine, Reversi};
use rules::random::Random;
use rules::{Game, Notation};

/// How many positions the engine searches for a move.
const NODES: u64 = 1500;

/// After so many games, the command says how far it is.
const REPORT: u64 = 1000;

pub(crate) fn run(file: &str, seed: &str, games: &str) -> ExitCode {
    let (Ok(seed), Ok(games)) = (seed.parse(), games.parse()) else {
        eprintln!("xtask: the seed and the number of games are numbers");
        return ExitCode::from(2);
    };
    match append(file, seed, games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn append(file: &str, seed: u64, games: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    let mut engine = PatternEngine::new(Reversi::new(Passing::Forced));
    let mut random = Random::new(seed);
    for number in 1..=games {
        let (moves, at_random) = self_play(&mut engine, NODES, &mut random);
        file.write_all(line(&moves, at_random).as_bytes())?;
        if number % REPORT == 0 {
            println!("{number} of {games} games");
        }
    }
    Ok(())
}

fn line(moves: &[Move], at_random: usize) -> String {
    let game = Reversi::new(Passing::Forced);
    let names = moves.iter().map(|&mv| game.name(&game.start(), mv));
    format!("{at_random} {}\n", names.collect::<String>())
}

/// The moves of a line, and how many of them were random; `None` if it is not such a line.
pub(crate) fn read(line: &str) -> Option<(Vec<Move>, usize)> {
    let game = Reversi::new(Passing::Forced);
    let (at_random, names) = line.split_once(' ')?;
    let names = names.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).ok());
    let moves = names.map(|name| game.parse(&game.start(), name?).ok());
    let moves: Vec<Move> = moves.collect::<Option<_>>()?;
    let at_random = at_random.parse().ok().filter(|&number| number <= moves.len())?;
    Some((moves, at_random))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_and_read_back() {
        let moves = vec![Move::at(5, 4), Move::at(3, 5), Move::at(2, 2)];
        let text = line(&moves, 2);
        assert_eq!(text, "2 f5d6c3\n");
        assert_eq!(read(text.trim_end()), Some((moves, 2)));
        for wrong in ["", "2", "x f5", "3 f5d6", "0 f5d", "0 z9", "0 \u{17c}\u{17c}\u{17c}"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
