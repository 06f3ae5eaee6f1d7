//! The text of `showboard`: plain characters, legend and caption.

use std::fmt::Write;

use rules::{Drawing, Square};

/// The lines of the drawing. They begin after the reply's first line, which holds only the `=`.
pub(super) fn text(drawing: &Drawing) -> String {
    let margin = longest(&drawing.rows);
    let width = longest(&drawing.columns);
    let mut text = format!("\n{}", " ".repeat(margin));
    for label in &drawing.columns {
        let _ = write!(text, " {label:>width$}");
    }
    for (row, label) in drawing.rows.iter().enumerate() {
        let _ = write!(text, "\n{label:>margin$}");
        for column in 0..drawing.columns.len() {
            let glyph = drawing.at(Square { column, row }).glyph;
            let _ = write!(text, " {glyph:>width$}");
        }
    }
    let legend: Vec<_> =
        drawing.legend.iter().map(|(cell, what)| format!("{} {what}", cell.glyph)).collect();
    let caption = drawing.caption.as_ref().map_or_else(String::new, ToString::to_string);
    format!("{text}\n{}\n{caption}\n", legend.join("   "))
}

fn longest(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or(0)
}
