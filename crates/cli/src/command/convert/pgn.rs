//! A text with the tags of PGN, from which rating tools read players and results.
// CITE: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994

use std::io::Write;

use matches::record::{Ending, Record};
use players::Foul;
use rules::ForeignGame;
use search::GameSpec;

use crate::failure::Failure;

/// The greatest length of a line, as the specification asks for.
const WIDTH: usize = 79;

/// Who moves first is White, as in chess. The moves are no moves of chess, so they stand in a
/// comment.
pub(super) fn write(
    number: u64,
    spec: &GameSpec,
    record: &Record,
    game: &ForeignGame,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let result = match record.margin.signum() {
        1 => "1-0",
        -1 => "0-1",
        _ => "1/2-1/2",
    };
    let termination = match &record.end {
        Ending::Foul { foul: Foul::Late | Foul::Starved, .. } => "time forfeit",
        Ending::Foul { .. } => "rules infraction",
        _ => "normal",
    };
    let parameters = game.parameters.iter().map(|(name, value)| format!("{name}={value}"));
    for (tag, value) in [
        ("Event", format!("Ludoteka, seed {}", record.seed)),
        ("Site", "?".to_string()),
        ("Date", "????.??.??".to_string()),
        ("Round", number.to_string()),
        ("White", game.players[0].clone()),
        ("Black", game.players[1].clone()),
        ("Result", result.to_string()),
        ("Variant", spec.title.to_string()),
        ("Parameters", parameters.collect::<Vec<_>>().join(", ")),
        ("PlyCount", game.moves.len().to_string()),
        ("Margin", record.margin.to_string()),
        ("Termination", termination.to_string()),
    ] {
        writeln!(out, "[{tag} \"{}\"]", quoted(&value))?;
    }
    let names: Vec<_> = game.moves.iter().map(|(name, _)| &**name).collect();
    let text = format!("{{{}}} {result}", names.join(", "));
    Ok(writeln!(out, "\n{}\n", wrapped(&text))?)
}

/// The value of a tag between its quotes.
fn quoted(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The words in lines.
fn wrapped(text: &str) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split(' ') {
        let begins = column == 0 || column + 1 + word.len() > WIDTH;
        if !lines.is_empty() {
            lines.push(if begins { '\n' } else { ' ' });
        }
        column = if begins { word.len() } else { column + 1 + word.len() };
        lines += word;
    }
    lines
}
