//! Draws a board as a picture in a page. Nothing is shown by colours alone: characters and shapes
//! say the same.

use maud::{Markup, html};
use rules::figure::Figure;
use rules::{Cell, Drawing, Edges, Piece, Side, Square};

use crate::report::Heading;
use crate::texts::text;

/// The side of a square in drawing units. A picture is scaled as a whole.
const SIDE: usize = 20;
const HALF: usize = SIDE / 2;
/// The margin around a piece in its square.
const GAP: usize = 3;

/// Draws the board with the squares of `marked` marked, and the legend below the board.
pub(super) fn drawn(drawing: &Drawing, marked: &[Square], heading: &Heading) -> Markup {
    let (language, words) = (heading.language, heading.words);
    let say = |key| text(key).told(language);
    let owned = |side: Side| {
        let declined = words.text(language, ["first-gen", "second-gen"][side.index()]);
        let name = declined.or_else(|| words.text(language, name(side))).unwrap_or_default();
        text("owned-by").name("side", name).told(language)
    };
    let margin =
        SIDE + 6 * drawing.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let (width, height) =
        (margin + SIDE * drawing.columns.len() + 2, SIDE * (drawing.rows.len() + 1) + 2);
    // Small boards are drawn larger.
    let halves = if drawing.columns.len() > 15 { 2 } else { 3 };
    html! {
        figure {
            svg .board .{ "on-" (drawing.theme().name()) } role="img" aria-label=(say("board")) viewBox={ "0 0 " (width) " " (height) }
                style={ "width:" (halves * width / 2) "px" } {
                @for (column, label) in drawing.columns.iter().enumerate() {
                    text .label x=(margin + SIDE * column + HALF) y=(SIDE - 6) { (label) }
                }
                g transform={ "translate(" (margin) " " (SIDE) ")" } {
                    @for (row, label) in drawing.rows.iter().enumerate() {
                        text .label x={ "-" (margin / 2) } y=(SIDE * row + SIDE - 6) { (label) }
                    }
                    (squares(drawing))
                    @for square in marked {
                        rect .marked x=(SIDE * square.column + 1) y=(SIDE * square.row + 1)
                            width=(SIDE - 2) height=(SIDE - 2) rx="3" {}
                    }
                }
            }
            figcaption {
                @for (cell, what) in &drawing.legend {
                    span .key { (swatch(*cell, drawing.theme().name())) " " (what.told(language)) } " "
                }
                @for side in Side::BOTH {
                    @if drawing.cells.iter().any(|cell| cell.owner == Some(side)) {
                        span .key {
                            span .{ "owned " (name(side)) } {} " " (owned(side))
                        } " "
                    }
                }
                @if !marked.is_empty() {
                    span .key { span .frame {} " " (say("marked")) } " "
                }
                @if let Some(caption) = &drawing.caption { span .key { (caption.told(language)) } }
            }
        }
    }
}

/// Draws the squares and the pieces on them.
fn squares(drawing: &Drawing) -> Markup {
    html! {
        @for row in 0..drawing.rows.len() {
            @for (column, length, cell) in runs(drawing, row) {
                rect .{ "square " (hue(cell.piece)) } x=(SIDE * column) y=(SIDE * row)
                    width=(SIDE * length) height=(SIDE) {}
            }
        }
        (lines(drawing))
        @for square in drawing.squares() { (piece(drawing.at(square), square)) }
        @for row in 0..drawing.rows.len() { (glyphs(drawing, row)) }
    }
}

/// A single square as it looks on the board, for the legend.
fn swatch(cell: Cell, theme: &str) -> Markup {
    let mut drawing = Drawing::bare(vec![String::new()], vec![String::new()]);
    drawing.cells[0] = cell;
    html! {
        svg .board .swatch .{ "on-" (theme) } aria-hidden="true" viewBox={ "0 0 " (SIDE) " " (SIDE) } {
            (squares(&drawing))
        }
    }
}

fn name(side: Side) -> &'static str {
    ["first", "second"][side.index()]
}

fn hue(piece: Piece) -> String {
    if let Piece::Hue(hue) = piece { format!("hue{hue}") } else { String::new() }
}

/// Divides a row into runs of squares with the same colour. Returns the first column, the number of
/// squares and the first cell of each run.
fn runs(drawing: &Drawing, row: usize) -> Vec<(usize, usize, Cell)> {
    let mut runs: Vec<(usize, usize, Cell)> = Vec::new();
    for column in 0..drawing.columns.len() {
        let cell = *drawing.at(Square { column, row });
        match runs.last_mut() {
            Some((_, length, before)) if hue(before.piece) == hue(cell.piece) => *length += 1,
            _ => runs.push((column, 1, cell)),
        }
    }
    runs
}

fn lines(drawing: &Drawing) -> Markup {
    let (width, height) = (SIDE * drawing.columns.len(), SIDE * drawing.rows.len());
    let upright =
        (0..=drawing.columns.len()).map(|column| format!("M{} 0V{height}", SIDE * column));
    let level = (0..=drawing.rows.len()).map(|row| format!("M0 {}H{width}", SIDE * row));
    html! { path .lines d=(upright.chain(level).collect::<String>()) {} }
}

/// The shape of the square's piece, and the mark of the square's owner.
fn piece(cell: &Cell, Square { column, row }: Square) -> Markup {
    let (x, y) = (SIDE * column, SIDE * row);
    html! {
        @match cell.piece {
            Piece::Figure(shown, side) => (figure(shown, side, cell.glyph, (x + HALF, y + HALF))),
            Piece::Block(side, edges) => {
                @let gap = |edge| if edges.has(edge) { 0 } else { GAP };
                @let [left, right] = [Edges::LEFT, Edges::RIGHT].map(gap);
                @let [up, down] = [Edges::UP, Edges::DOWN].map(gap);
                rect .{ "block " (side.map_or("nobody", name)) } x=(x + left) y=(y + up)
                    width=(SIDE - left - right) height=(SIDE - up - down) {}
            },
            Piece::None | Piece::Hue(_) => {},
        }
        @if let Some(side) = cell.owner {
            rect .{ "owner " (name(side)) } x=(x + 2) y=(y + SIDE - 5) width="5" height="3" {}
        }
    }
}

/// A figure with its middle at `x`, `y`.
fn figure(shown: &Figure, side: Option<Side>, glyph: char, (x, y): (usize, usize)) -> Markup {
    html! {
        g .piece .{ "side-" (side.map_or("none".into(), |side| side.index().to_string())) } transform={ "translate(" (x) " " (y) ")" } {
            @for part in shown.parts { path .(part.role.name()) d=(part.path) {} }
            @if let Some(letter) = shown.letter {
                text .letter y=(letter.below) font-size=(letter.size) { (glyph) }
            }
        }
    }
}

/// The characters of a row's coloured squares.
fn glyphs(drawing: &Drawing, row: usize) -> Markup {
    let cells =
        (0..drawing.columns.len()).map(|column| (column, drawing.at(Square { column, row })));
    let shown: Vec<_> = cells.filter(|(_, cell)| matches!(cell.piece, Piece::Hue(_))).collect();
    let places = shown
        .iter()
        .map(|(column, _)| (SIDE * column + HALF).to_string())
        .collect::<Vec<_>>()
        .join(" ");
    html! {
        @if !shown.is_empty() {
            text .glyph x=(places) y=(SIDE * row + SIDE - 5) {
                (shown.iter().map(|(_, cell)| cell.glyph).collect::<String>())
            }
        }
    }
}
