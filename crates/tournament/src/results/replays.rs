//! Writes the games in the form that pages read from disk. Each script contains a hundred games,
//! and each game is a `page::Recording`.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};

use page::{Place, Recording, Replay};
use rules::{Language, Table};
use search::GameSpec;
use serde_json::Value;

use super::packed_script::{path, script};
use super::parallel::in_order;
use super::tables::MOST_BOARDS;
use super::{File, Places, folder};
use errors::Error;
use matches::record::{self, Record};

/// The number of games in a file.
pub(crate) const GAMES_IN_A_FILE: usize = 100;

/// The paths of the files for a tournament of this many games.
pub(crate) fn paths(games: u64) -> impl Iterator<Item = String> {
    (1..=games.min(MOST_BOARDS).div_ceil(GAMES_IN_A_FILE as u64)).map(path)
}

/// Makes the files of the first [`MOST_BOARDS`] games from the lines of `games` and those of their
/// analysis, if there is one, and passes them on in order.
///
/// # Errors
/// Fails if a game cannot be read or shown, or if the receiver of a file fails.
pub(crate) fn each(
    games: impl Read,
    analysis: Option<impl BufRead>,
    places: &Places,
    (spec, language): (&GameSpec, Language),
    mut seen: impl FnMut(File) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut lines = Lines { games: BufReader::new(games), analysis, read: 0 };
    let next = || {
        if lines.read >= MOST_BOARDS as usize {
            return Ok(None);
        }
        let first = lines.read + 1;
        let games = lines
            .next_some()
            .map_err(|error| Error::machine(format!("games cannot be read: {error}")))?;
        Ok((!games.is_empty()).then_some((first, games)))
    };
    in_order(
        next,
        |(first, games): (usize, Vec<Lined>)| file(first, &games, places, (spec, language)),
        |file| seen(file?),
    )
}

/// The line of a game, and that of its analysis.
type Lined = (String, Option<Vec<u8>>);

/// The lines of games.
struct Lines<G, A> {
    games: G,
    analysis: Option<A>,
    read: usize,
}

impl<G: BufRead, A: BufRead> Lines<G, A> {
    /// The lines for the next file.
    fn next_some(&mut self) -> io::Result<Vec<Lined>> {
        let mut lines = Vec::new();
        while lines.len() < GAMES_IN_A_FILE {
            let Some(line) = folder::next_line(&mut self.games)? else { break };
            let analysed = self.analysis.as_mut().map(folder::next_line).transpose()?.flatten();
            self.read += 1;
            lines.push((String::from_utf8(line).map_err(io::Error::other)?, analysed));
        }
        Ok(lines)
    }
}

/// Makes the file for these games; `first` is the number of the line of the first game.
fn file(
    first: usize,
    games: &[Lined],
    places: &Places,
    (spec, language): (&GameSpec, Language),
) -> Result<File, Error> {
    let number = (first / GAMES_IN_A_FILE + 1) as u64;
    let mut tables = Tables { spec, language, last: None };
    let mut text = Vec::new();
    for (line, (game, analysed)) in (first..).zip(games) {
        let wrong = |why: &dyn std::fmt::Display| {
            Error::corrupt(format!("game {line} cannot be shown: {why}"))
        };
        let record = Record::read(game).map_err(|why| wrong(&why))?;
        let review = analysed.as_deref().map(serde_json::from_slice).transpose();
        let review: Option<Value> = review.map_err(|why| wrong(&why))?;
        let better = review.as_ref().map_or(BTreeMap::new(), better);
        let recording = recording(line, (&record, &better), places, &mut tables);
        let recording = Recording { review, ..recording.map_err(|why| wrong(&why))? };
        text.extend(if text.is_empty() { b"[".as_slice() } else { b",\n" });
        serde_json::to_writer(&mut text, &recording).map_err(|why| wrong(&why))?;
    }
    text.push(b']');
    let script = script(&number.to_string(), &text);
    let script =
        script.map_err(|error| Error::machine(format!("games cannot be packed: {error}")))?;
    Ok(File { path: path(number), bytes: script.into_bytes() })
}

/// The better moves that the review of a game offers in place of mistakes, by the number of moves
/// before them.
fn better(review: &Value) -> BTreeMap<usize, String> {
    let mistakes = review.as_array().into_iter().flatten();
    let better = mistakes.filter(|report| report["mistake"] == true).filter_map(|report| {
        let at = usize::try_from(report["at"].as_u64()?).ok()?;
        Some((at, report["best"].as_str()?.to_string()))
    });
    better.collect()
}

/// The start positions of games. Both games of a pair have the same start position.
struct Tables<'a> {
    spec: &'a GameSpec,
    /// The language of the pages.
    language: Language,
    last: Option<(BTreeMap<String, String>, Box<dyn Table>)>,
}

impl Tables<'_> {
    fn start(&mut self, record: &Record) -> Result<Box<dyn Table>, record::RecordMismatch> {
        if let Some((_, table)) = self.last.as_ref().filter(|(last, _)| *last == record.parameters)
        {
            return Ok(table.clone());
        }
        let table = record::start(record, self.spec)?;
        self.last = Some((record.parameters.clone(), table.clone()));
        Ok(table)
    }
}

fn recording(
    line: usize,
    (record, better): (&Record, &BTreeMap<usize, String>),
    places: &Places,
    tables: &mut Tables<'_>,
) -> Result<Recording, String> {
    let mut table = tables.start(record).map_err(|why| why.to_string())?;
    let moves = record.opening.iter().chain(&record.moves);
    let replay = Replay::with_better(&mut *table, moves, better);
    let replay = replay.map_err(|refusal| refusal.to_string())?;
    let place = places.at(line).map(|pairing| Place {
        participants: [0, 1].map(|side| pairing.players()[record.contestant_at(side)] + 1),
        round: pairing.round + 1,
        table: pairing.table + 1,
        extra: pairing.extra,
        game: record.number,
        games: record.games,
    });
    let recording = record.recording(line, replay);
    let recording = recording.in_language(Some(table.words()), tables.language);
    Ok(Recording { place, ..recording })
}
