//! A board as text, for `print`, and the state of a game in words.

use rules::{Drawing, Table};
use search::GameSpec;

/// The board with its labels, and the caption below.
pub(crate) fn board(drawing: &Drawing) -> String {
    let width = |labels: &[String]| labels.iter().map(|label| label.chars().count()).max();
    let side = width(&drawing.rows).unwrap_or(0);
    let cell = width(&drawing.columns).unwrap_or(1);
    let mut text = " ".repeat(side);
    drawing.columns.iter().for_each(|label| text += &format!(" {label:>cell$}"));
    for (label, cells) in drawing.rows.iter().zip(drawing.cells.chunks(drawing.columns.len())) {
        text += &format!("\n{label:>side$}");
        cells.iter().for_each(|its| text += &format!(" {:>cell$}", its.glyph));
    }
    text.push('\n');
    if let Some(caption) = &drawing.caption {
        text += &format!("{caption}\n");
    }
    text
}

/// Whose turn it is, or how the game ended.
pub(crate) fn status(spec: &GameSpec, table: &dyn Table) -> String {
    let Some(outcome) = table.outcome() else {
        return format!("{} to move", spec.sides[table.turn().index()]);
    };
    match (outcome.winner(), outcome.margin.unsigned_abs()) {
        (None, _) => "a draw".to_string(),
        (Some(side), 1) => format!("{} wins", spec.sides[side.index()]),
        (Some(side), points) => format!("{} wins by {points} points", spec.sides[side.index()]),
    }
}
