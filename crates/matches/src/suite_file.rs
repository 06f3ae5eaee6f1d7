//! Suites as files: a line of JSON for each position.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};

use errors::Error;
use errors::excerpt::short;
use rules::Parameters;
use search::{GameSpec, ProvedPosition};
use serde::{Deserialize, Serialize};

/// A position as a line has it. Only parameters that differ from their defaults are there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: String,
    parameters: BTreeMap<String, String>,
    moves: Vec<String>,
    margins: Vec<(String, i32)>,
    length: usize,
}

/// The greatest length of a line in bytes.
const LONGEST: u64 = 1 << 20;

/// The greatest number of positions of a suite.
pub const MOST_POSITIONS: usize = 20_000;

/// No game is won by more points.
const GREATEST: i32 = 10_000;

/// Writes a position of a suite as a line.
///
/// # Errors
/// Fails if `out` cannot be written to.
pub fn write_position(
    spec: &GameSpec,
    position: &ProvedPosition,
    out: &mut dyn Write,
) -> io::Result<()> {
    let parameters = position.parameters.changed();
    let line = Line {
        game: spec.name.to_string(),
        parameters: parameters.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        moves: position.moves.clone(),
        margins: position.margins.clone(),
        length: position.length,
    };
    writeln!(out, "{}", serde_json::to_string(&line)?)
}

/// Reads a suite of this game. The moves are played and the legal moves compared, so each position
/// exists; the margins are not proved again. Messages call the input `name`.
///
/// # Errors
/// Fails if the input cannot be read, has no position or too many, or if a line is not a position
/// of the game. The message names the line, and what was expected.
pub fn read_suite(
    spec: &GameSpec,
    name: &str,
    input: &mut dyn BufRead,
) -> Result<Vec<ProvedPosition>, Error> {
    let mut suite = Vec::new();
    loop {
        let wrong = |why| Error::input(format!("{name}, line {}: {why}", suite.len() + 1));
        let mut bytes = Vec::new();
        let read = input.take(LONGEST).read_until(b'\n', &mut bytes);
        if read.map_err(|error| wrong(format!("it cannot be read: {error}")))? == 0 {
            break;
        }
        if suite.len() == MOST_POSITIONS {
            return Err(wrong(format!("expected at most {MOST_POSITIONS} positions")));
        }
        suite.push(position(spec, &bytes).map_err(wrong)?);
    }
    if suite.is_empty() {
        return Err(Error::input(format!("{name} is empty: expected a position in each line")));
    }
    Ok(suite)
}

fn position(spec: &GameSpec, bytes: &[u8]) -> Result<ProvedPosition, String> {
    if bytes.last() != Some(&b'\n') {
        return Err(format!("expected a line of at most {LONGEST} bytes with its line feed"));
    }
    let line: Line = serde_json::from_slice(bytes)
        .map_err(|why| format!("expected a position as `ludoteka suite` writes it: {why}"))?;
    if line.game != spec.name {
        return Err(format!("expected a position of {}, found {}", spec.name, short(&line.game)));
    }
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in &line.parameters {
        parameters.set(name, value).map_err(|bad| bad.to_string())?;
    }
    let mut table = (spec.open)(&parameters, None).map_err(|why| why.to_string())?.table;
    for (number, name) in line.moves.iter().enumerate() {
        table.play(name).map_err(|why| format!("move {}: {why}", number + 1))?;
    }
    let legal = table.legal();
    if !legal.iter().eq(line.margins.iter().map(|(name, _)| name)) {
        let legal = short(&legal.join(", "));
        return Err(format!("margins: expected a pair for each legal move in order: {legal}"));
    }
    let margins = || line.margins.iter().map(|(_, margin)| *margin);
    if !margins().all(|margin| (-GREATEST..=GREATEST).contains(&margin)) {
        return Err(format!("margins: expected numbers from -{GREATEST} to {GREATEST}"));
    }
    if margins().min() == margins().max() {
        return Err("margins: expected moves of different value".to_string());
    }
    if line.length <= line.moves.len() {
        let made = line.moves.len();
        return Err(format!("length: expected the half-moves of the game, more than {made}"));
    }
    let Line { moves, margins, length, .. } = line;
    // Programs are told moves in the game's own spelling.
    let moves = if moves.is_empty() { moves } else { table.moves() };
    Ok(ProvedPosition { parameters, moves, margins, length })
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use search::SuiteSource;

    use super::*;

    fn read(text: &str) -> Result<Vec<ProvedPosition>, String> {
        let spec = games::find("mnk").expect("the game exists");
        read_suite(spec, "suite", &mut text.as_bytes()).map_err(|error| error.to_string())
    }

    const GOOD: &str = concat!(
        r#"{"game":"mnk","parameters":{"k":"2","m":"2","n":"1"},"#,
        r#""moves":[],"margins":[["a1",0],["b1",-1]],"length":2}"#
    );

    #[test]
    fn a_suite_comes_back_as_it_was() {
        let spec = games::find("mnk").expect("the game exists");
        let source = SuiteSource::new(spec, None, 3).expect("the game's own boards");
        let mut batch = |_, games: Range<u64>| Some(games.map(|game| source.game(game)).collect());
        let suite = source.suite(20, &mut batch).expect("a suite");
        let mut file = Vec::new();
        for position in &suite {
            write_position(spec, position, &mut file).expect("memory takes all");
        }
        let again = read_suite(spec, "suite", &mut &*file).expect("a suite");
        assert_eq!((suite.len(), again.len()), (20, 20));
        let mut second = Vec::new();
        for position in &again {
            write_position(spec, position, &mut second).expect("memory takes all");
        }
        assert_eq!(second, file);
        let both = suite.iter().zip(&again);
        assert!(both.clone().all(|(one, other)| one.margins == other.margins));
        assert!(both.clone().all(|(one, other)| one.parameters.all().eq(other.parameters.all())));
    }

    #[test]
    fn lines_that_are_no_positions_are_refused_with_what_was_expected() {
        assert_eq!(read(&format!("{GOOD}\n")).expect("it is good").len(), 1);
        let with = |from: &str, to: &str| format!("{GOOD}\n{}\n", GOOD.replacen(from, to, 1));
        for (text, expected) in [
            (String::new(), "suite is empty"),
            (GOOD.to_string(), "line 1: expected a line of at most"),
            ("\n".to_string(), "line 1: expected a position as `ludoteka suite` writes it"),
            (with("mnk", "reversi"), "line 2: expected a position of mnk, found reversi"),
            (with("\"k\"", "\"q\""), "line 2: there is no parameter `q`"),
            (with("\"2\"", "\"0\""), "line 2: k=0: expected a whole number from 1 to 400"),
            (with("[]", "[\"a1\",\"a1\"]"), "line 2: move 2: `a1` is not legal"),
            (with("[\"a1\",0],", ""), "line 2: margins: expected a pair for each legal move"),
            (with("a1\",0", "a1\",1e9"), "line 2: expected a position"),
            (with("a1\",0", "a1\",-99999"), "line 2: margins: expected numbers from"),
            (with("a1\",0", "a1\",-1"), "line 2: margins: expected moves of different value"),
            (with("length\":2", "length\":0"), "line 2: length: expected the half-moves"),
            (with("length", "width"), "line 2: expected a position"),
            ("\u{0}".repeat(2 << 20), "line 1: expected a line of at most"),
        ] {
            let refused = read(&text).expect_err(expected);
            assert!(refused.contains(expected), "{refused}");
        }
    }
}
