//! A board as a picture: SVG without scripts and style sheets, for notebooks.

use std::fmt::Write;

use rules::figure::{Figure, Role, Theme};
use rules::{Cell, Change, Drawing, Edges, Piece, Side, Square};

/// The side of a square.
const SIDE: usize = 20;
/// The space for the labels at the top and at the left.
const MARGIN: usize = 20;

const SIDES: [&str; 2] = ["#1d4f9c", "#c2600a"];
const DISCS: [&str; 2] = ["#1b1f24", "#f4f1ea"];
const CARS: [&str; 2] = ["#9c1f1a", "#2f8f5b"];
const PRIZE: [&str; 2] = ["#f2c230", "#6b4b06"];
const HUES: [&str; 5] = ["#aa3a2a", "#083c67", "#72bb97", "#fde734", "#a16cc5"];
/// The colours of the signs on the hues, which must be seen on them.
const SIGNS: [&str; 5] = ["#ffffff", "#ffffff", "#111820", "#111820", "#111820"];
const NOBODY: &str = "#8b8375";

/// Draws a board. `last` is what the last move changed, and `title` is read aloud instead.
pub(crate) fn board(drawing: &Drawing, last: &[Change], title: &str) -> String {
    let (columns, rows) = (drawing.columns.len(), drawing.rows.len());
    let (width, height) = (MARGIN + columns * SIDE + 4, MARGIN + rows * SIDE + 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
        width=\"{}\" font-family=\"sans-serif\" text-anchor=\"middle\" role=\"img\">\
        <title>{}</title><rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        width * 3 / 2,
        escaped(title),
    );
    draw_labels(&mut svg, drawing);
    let ground = ground(drawing.theme());
    for (square, cell) in drawing.squares().zip(&drawing.cells) {
        let (x, y) = corner(square);
        let fill = if let Piece::Hue(hue) = cell.piece { of(&HUES, hue) } else { ground };
        rect(&mut svg, [x, y, SIDE, SIDE], &format!("fill=\"{fill}\" stroke=\"#00000033\""));
        draw_piece(&mut svg, cell, (x, y));
    }
    for square in last.iter().map(|change| change.square).chain(drawing.decided.iter().copied()) {
        let (x, y) = corner(square);
        let style = "fill=\"none\" stroke=\"#d0021b\" stroke-width=\"1.5\"";
        rect(&mut svg, [x + 1, y + 1, SIDE - 2, SIDE - 2], style);
    }
    svg + "</svg>"
}

fn draw_labels(svg: &mut String, drawing: &Drawing) {
    for (column, label) in drawing.columns.iter().enumerate() {
        text(svg, (MARGIN + column * SIDE + SIDE / 2, MARGIN - 6), 9, "#5b6675", label);
    }
    for (row, label) in drawing.rows.iter().enumerate() {
        text(svg, (MARGIN / 2, MARGIN + row * SIDE + 13), 9, "#5b6675", label);
    }
}

/// The colour of the bare board.
fn ground(theme: Theme) -> &'static str {
    match theme {
        Theme::Wood => "#e9dfc9",
        Theme::Felt => "#3f7f5f",
        Theme::Asphalt => "#d9dde3",
    }
}

fn draw_piece(svg: &mut String, cell: &Cell, (x, y): (usize, usize)) {
    let middle = (x + SIDE / 2, y + SIDE / 2 + 4);
    let glyph = cell.glyph.to_string();
    match cell.piece {
        Piece::None => {}
        Piece::Block(side, edges) => draw_block(svg, side, edges, (x, y)),
        Piece::Figure(figure, side) => draw_figure(svg, figure, side, (x, y), &glyph),
        Piece::Hue(hue) => {
            text(svg, middle, 10, of(&SIGNS, hue), &glyph);
            if let Some(owner) = cell.owner {
                let colour = ["#1b1f24", "#ffffff"][owner.index()];
                let style = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"");
                rect(svg, [x + 1, y + 1, SIDE - 2, SIDE - 2], &style);
            }
        }
    }
}

fn draw_figure(
    svg: &mut String,
    figure: &Figure,
    side: Option<Side>,
    (x, y): (usize, usize),
    glyph: &str,
) {
    let own = side.map_or(NOBODY, |side| {
        let colours = match figure.theme {
            Theme::Wood => SIDES,
            Theme::Felt => DISCS,
            Theme::Asphalt => CARS,
        };
        colours[side.index()]
    });
    let _ = write!(svg, "<g transform=\"translate({} {})\">", x + SIDE / 2, y + SIDE / 2);
    for part in figure.parts {
        let _ = write!(svg, "<path d=\"{}\" {}/>", part.path, style(part.role, own));
    }
    if let Some(letter) = figure.letter {
        let fill = if side.is_some() { "#fff" } else { PRIZE[1] };
        let (size, base) = (letter.size, letter.below + 3);
        let _ = write!(
            svg,
            "<text y=\"{base}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>",
            escaped(glyph)
        );
    }
    svg.push_str("</g>");
}

/// The attributes that paint a part; `own` is the colour of the piece's side.
fn style(role: Role, own: &str) -> String {
    let line =
        |colour, width| format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
    match role {
        Role::Shadow => "fill=\"#00000040\"".into(),
        Role::Own => format!("fill=\"{own}\" stroke=\"#00000055\" stroke-width=\".5\""),
        Role::OwnLine => line(own, "3"),
        Role::Nobody => format!("fill=\"{NOBODY}\""),
        Role::Prize => format!("fill=\"{}\" stroke=\"{}\"", PRIZE[0], PRIZE[1]),
        Role::PrizeLine => line(PRIZE[1], "1"),
        Role::Dark => "fill=\"#15181d\"".into(),
        Role::Light => "fill=\"#e8f1fbcc\"".into(),
        Role::Gloss => "fill=\"#ffffff38\"".into(),
        Role::Rim => line("#80808040", ".8"),
    }
}

/// A block reaches the edges across which it continues.
fn draw_block(svg: &mut String, side: Option<Side>, edges: Edges, (x, y): (usize, usize)) {
    let gap = |edge| if edges.has(edge) { 0 } else { 2 };
    let (left, up) = (gap(Edges::LEFT), gap(Edges::UP));
    let (width, height) = (SIDE - left - gap(Edges::RIGHT), SIDE - up - gap(Edges::DOWN));
    let fill = side.map_or(NOBODY, |side| SIDES[side.index()]);
    rect(svg, [x + left, y + up, width, height], &format!("fill=\"{fill}\""));
}

fn of(colours: &[&'static str; 5], hue: u8) -> &'static str {
    colours[usize::from(hue) % colours.len()]
}

fn corner(square: Square) -> (usize, usize) {
    (MARGIN + square.column * SIDE, MARGIN + square.row * SIDE)
}

fn rect(svg: &mut String, [x, y, width, height]: [usize; 4], style: &str) {
    let _ =
        write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {style}/>");
}

fn text(svg: &mut String, (x, y): (usize, usize), size: usize, fill: &str, words: &str) {
    let words = escaped(words);
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{words}</text>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
