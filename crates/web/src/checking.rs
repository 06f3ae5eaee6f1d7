//! Checks what a reader has given to a page: the folder of a tournament's results, or a file of
//! recorded games; and shows single games of it.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};

use matches::record::{self, Record, Records, Verifier};
use page::{Recording, Replay};
use play::words;
use rules::Language;
use search::GameSpec;
use serde::Deserialize;
use serde_json::{Value, json};
use tournament::results::folder::{Readable, next_line};
use tournament::results::published::GAMES;
use tournament::verify;

use crate::Host;
use crate::given::{Given, Source};

/// The page hears of every so many games that have been replayed.
const TELL_EVERY: usize = 100;

/// What fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The number of games.
    pub games: u64,
    /// The title of a tournament, or who played the games of a file.
    pub title: String,
}

/// The first thing that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotWhole {
    /// What it is, in English, as `ludoteka verify` says it.
    pub why: String,
    /// The line of the game that does not fit, from 1; `None` if it is not a game.
    pub line: Option<usize>,
}

/// Checks a single file as records of games, and several files as a tournament's results. `tell`
/// hears the line of each game before it is replayed.
///
/// # Errors
/// The first inconsistency.
pub fn check<S: Source>(given: &Given<S>, mut tell: impl FnMut(usize)) -> Result<Whole, NotWhole> {
    let mut line = None;
    let mut see = |at: Option<usize>| {
        line = at;
        at.into_iter().for_each(&mut tell);
    };
    let checked = match given.only() {
        Some(file) => check_records(given, file, &mut see),
        None => verify(given, games::GAMES, &mut see)
            .map(|verified| Whole { games: verified.games, title: verified.announcement.title })
            .map_err(|error| error.message().to_string()),
    };
    checked.map_err(|why| NotWhole { why, line })
}

/// Checks records of one match or of several.
fn check_records(
    given: &dyn Readable,
    file: &str,
    see: &mut dyn FnMut(Option<usize>),
) -> Result<Whole, String> {
    let lines = given.lines(file).map_err(|error| format!("{file}: {error}"))?;
    let within = |line: usize, why: &dyn Display| format!("{file}: line {line}: {why}");
    let (mut records, mut verifier, mut names) = (Records::new(lines), Verifier::default(), None);
    loop {
        see(Some(records.line() + 1));
        let Some(record) = records.next() else { break };
        let record = record.map_err(|bad| format!("{file}: {bad}"))?;
        let line = records.line();
        let spec = spec_of(&record).map_err(|why| within(line, &why))?;
        if verifier.is_of_next_match(&record) {
            verifier.next_match().map_err(|misfit| within(line - 1, &misfit))?;
        }
        verifier.check(&record, spec).map_err(|misfit| within(line, &misfit))?;
        names.get_or_insert_with(|| record.players.map(|player| player.name).join(" – "));
    }
    see(None);
    verifier.finish().map_err(|misfit| format!("{file}: {misfit}"))?;
    let title = names.ok_or_else(|| format!("{file}: it has no games"))?;
    Ok(Whole { games: verifier.checked(), title })
}

fn spec_of(record: &Record) -> Result<&'static GameSpec, String> {
    games::find(&record.game).ok_or_else(|| format!("there is no game {:?}", record.game))
}

/// What a page asks: about these files, whose paths and sizes it tells.
#[derive(Deserialize)]
struct Asked {
    files: Vec<(String, u64)>,
    /// The code of the page's language.
    language: String,
    /// The line of the game to be shown, if one is.
    line: Option<usize>,
}

/// Answers a question about files: `checked` with the games so far, and at the end `done` or
/// `wrong`; or, if the question has a line, `game` or `wrong`.
pub fn answer_about(question: &[u8], source: impl Source, host: &mut dyn Host) {
    let mut tell = |event: &str, data: Value| {
        host.take(&json!({ "event": event, "data": data }).to_string());
    };
    let asked: Asked = match serde_json::from_slice(question) {
        Ok(asked) => asked,
        Err(error) => return tell("wrong", json!({ "why": error.to_string() })),
    };
    let given = Given::new(asked.files, source);
    if let Some(line) = asked.line {
        let language = Language::with_code(&asked.language).unwrap_or_default();
        return match shown(&given, line, language) {
            Ok(game) => tell("game", game),
            Err(why) => tell("wrong", json!({ "why": why, "line": line })),
        };
    }
    let checked = check(&given, |line| {
        if line.is_multiple_of(TELL_EVERY) {
            tell("checked", json!({ "games": line }));
        }
    });
    match checked {
        Ok(Whole { games, title }) => tell("done", json!({ "games": games, "title": title })),
        Err(NotWhole { why, line }) => tell("wrong", json!({ "why": why, "line": line })),
    }
}

/// The game in a line, as its page gets it. Moves from the first illegal one on are left out.
fn shown<S: Source>(given: &Given<S>, line: usize, language: Language) -> Result<Value, String> {
    let file = given.only().unwrap_or(GAMES);
    let folder: &dyn Readable = given;
    let text = line_of(folder.lines(file).map_err(|error| error.to_string())?, line)?;
    let record = Record::read(&text)?;
    let spec = spec_of(&record)?;
    let start = record::start(&record, spec).map_err(|misfit| misfit.to_string())?;
    let mut table = start.clone();
    let moves: Vec<&String> = record.opening.iter().chain(&record.moves).collect();
    let legal = moves.iter().take_while(|name| table.play(name).is_ok()).count();
    let mut table = start;
    let replay = Replay::of(&mut *table, moves.into_iter().take(legal));
    let replay = replay.map_err(|refusal| refusal.to_string())?;
    let recording: Recording = record.recording(line, replay);
    let recording = recording.in_language(Some(table.words()), language);
    Ok(json!({ "title": spec.title, "words": words(language, spec), "recording": recording }))
}

/// A line of a file, from 1.
fn line_of(mut input: BufReader<impl Read>, line: usize) -> Result<String, String> {
    for _ in 1..line {
        if input.skip_until(b'\n').map_err(|error| error.to_string())? == 0 {
            break;
        }
    }
    let bytes = next_line(&mut input).map_err(|error| error.to_string())?;
    let bytes = bytes.ok_or("there is no such game")?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_string())
}
