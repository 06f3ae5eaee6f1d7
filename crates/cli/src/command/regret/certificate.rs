//! The JSON of `ludoteka regret` is a certificate: anybody can draw its suite and compute its
//! figures again. That the player really chose these moves, nobody can see.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use rules::Parameters;
use search::{GameSpec, SuiteSource};
use serde::Deserialize;
use serde_json::Value;

use super::super::asking::Done;
use super::super::suite::{Drawing, drawn};
use super::figures::Figures;
use crate::failure::Failure;
use crate::words::{counted, in_a_line};

/// The greatest length of a certificate in bytes.
const LONGEST: u64 = 32 << 20;

/// What is read of a certificate; the rest follows from it.
#[derive(Deserialize)]
struct Claim {
    game: String,
    player: String,
    suite: Option<Drawing>,
    answers: Vec<Answer>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: Option<String>,
    foul: Option<String>,
}

impl Answer {
    fn done(self) -> Done {
        self.mv.ok_or(self.foul.unwrap_or_default())
    }
}

/// The text of a certificate in a file; `None` if the file holds something else.
pub(in super::super) fn text_in(path: &Path) -> Result<Option<String>, Failure> {
    let failed = |error| Failure::file("read", path, &error);
    let mut line = Vec::new();
    let mut file = BufReader::new(File::open(path).map_err(failed)?).take(LONGEST);
    file.read_until(b'\n', &mut line).map_err(failed)?;
    let Ok(text) = String::from_utf8(line) else { return Ok(None) };
    let is_one = serde_json::from_str::<Value>(&text)
        .is_ok_and(|value| value.get("answers").is_some_and(Value::is_array));
    Ok(is_one.then(|| text.trim_end().to_string()))
}

/// Draws the suite of a certificate again, and computes the figures from the answers.
pub(in super::super) fn verify(
    path: &Path,
    text: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let wrong = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let claim: Claim = serde_json::from_str(text)
        .map_err(|why| wrong(format!("expected what `ludoteka regret --json` prints: {why}")))?;
    let spec = games::find(&claim.game)
        .ok_or_else(|| wrong(format!("there is no game {}", in_a_line(&claim.game))))?;
    let drawing = claim.suite.ok_or_else(|| {
        wrong("its suite was read from a file; only one that is drawn can be verified".to_string())
    })?;
    let source = source(spec, &drawing).map_err(wrong)?;
    let suite = drawn(&source, drawing.positions, SuiteSource::game);
    let suite = suite.map_err(|why| wrong(why.to_string()))?;
    let answers: Vec<Done> = claim.answers.into_iter().map(Answer::done).collect();
    if answers.len() != suite.len() {
        let (answers, suite) = (answers.len(), suite.len());
        return Err(wrong(format!("it has {answers} answers, but its suite {suite} positions")));
    }
    let figures =
        Figures { spec, player: &claim.player, drawing: Some(drawing), suite: &suite, answers };
    let computed = figures.json().to_string();
    if computed != text {
        return Err(wrong("its figures do not follow from its answers".to_string()));
    }
    let positions = counted(suite.len() as u64, "position");
    let player = in_a_line(&claim.player);
    Ok(writeln!(out, "{positions} of {}, {player}: everything fits", spec.title)?)
}

fn source(spec: &'static GameSpec, drawing: &Drawing) -> Result<SuiteSource, String> {
    let set = |values: &BTreeMap<String, String>| {
        let mut parameters = Parameters::new(spec.parameters);
        let set = values.iter().try_for_each(|(name, value)| parameters.set(name, value));
        set.map(|()| parameters).map_err(|bad| bad.to_string())
    };
    let parameters = drawing.parameters.as_ref().map(set).transpose()?;
    SuiteSource::new(spec, parameters.as_ref(), drawing.seed).map_err(|why| why.to_string())
}
