//! Tables about participants as HTML, in the looks of published results.

use std::cmp::Ordering;

use maud::{Markup, PreEscaped, html};
use page::say;
use rules::Language;

use crate::archive::{Column, Table};

/// A table whose rows are HTML. The rows are the same in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnTable {
    heading: &'static str,
    columns: Vec<Column>,
    /// The names in the rows.
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<String>,
}

impl DrawnTable {
    /// Draws a table. If the tournament `is_over`, the winner's row is marked.
    pub(crate) fn of(table: &Table, is_over: bool) -> DrawnTable {
        let name = table.columns.iter().position(|column| *column == Column::Key("name"));
        let names = table.rows.iter().filter_map(|row| row.get(name?).cloned());
        let rows = (0..table.rows.len()).map(|row| drawn(table, row, is_over).into_string());
        DrawnTable {
            heading: table.heading,
            columns: table.columns.clone(),
            names: names.collect(),
            rows: rows.collect(),
        }
    }

    /// Whether a table has the same columns, and as many rows.
    pub(crate) fn is_alike(&self, other: &DrawnTable) -> bool {
        self.columns == other.columns && self.rows.len() == other.rows.len()
    }

    /// The whole table with its heading.
    pub(crate) fn whole(&self, language: Language) -> Markup {
        let heading = say(language, self.heading);
        let is_cross = is_cross(&self.columns);
        html! {
            section {
                h2 { (heading) }
                div class="wide" tabindex="0" role="region" aria-label=(heading) {
                    table class=(if is_cross { "cross loose" } else { "standings" }) {
                        thead {
                            tr {
                                @for (place, column) in self.columns.iter().enumerate() {
                                    (head(column, is_cross.then_some(place), language))
                                }
                            }
                        }
                        tbody { @for row in &self.rows { (PreEscaped(row)) } }
                    }
                }
            }
        }
    }
}

/// Whether these columns are those of a crosstable: one for each participant.
fn is_cross(columns: &[Column]) -> bool {
    columns.first() == Some(&Column::Key("name"))
}

/// The heading of a column. A crosstable has numbers in place of the names of players.
fn head(column: &Column, number: Option<usize>, language: Language) -> Markup {
    html! {
        @match (column, number) {
            (Column::Key(key), _) => th scope="col" class=[class(key)] { (say(language, key)) },
            (Column::Name(name), Some(number)) => {
                th scope="col" { abbr title=(name) { (number) } }
            }
            (Column::Name(name), None) => th scope="col" { (name) },
        }
    }
}

/// The CSS class of a column. On narrow screens, some columns are hidden.
fn class(key: &str) -> Option<&'static str> {
    match key {
        "place" => Some("place"),
        "points" | "match-points" => Some("points"),
        "games-won" | "games-drawn" | "games-lost" | "fouls" => Some("more"),
        _ => None,
    }
}

fn drawn(table: &Table, row: usize, is_over: bool) -> Markup {
    let is_first = is_over && value(table, row, "place") == Some("1");
    html! {
        tr class=[is_first.then_some("first")] {
            @for column in 0..table.columns.len() { (cell(table, row, column)) }
        }
    }
}

fn cell(table: &Table, row: usize, column: usize) -> Markup {
    let is_cross = is_cross(&table.columns);
    let text = table.rows[row].get(column).map_or("", String::as_str);
    html! {
        @match &table.columns[column] {
            Column::Key("name") => {
                th scope="row" {
                    @if is_cross { span class="place" { (row + 1) } " " }
                    a href=(address_of(text)) { bdi { (text) } }
                    (games(table, row))
                }
            }
            Column::Key(key) => td class=[class(key)] { (text) },
            Column::Name(_) if is_cross => (duel(table, row, column)),
            Column::Name(_) => td { (text) },
        }
    }
}

/// The points of a participant against another one, as a link to the games. The colour of the cell repeats which of both
/// has more points.
fn duel(table: &Table, row: usize, column: usize) -> Markup {
    if column == row + 1 {
        return html! { td class="self" {} };
    }
    let points = |row: usize, column: usize| table.rows.get(row)?.get(column)?.parse().ok();
    let both: [Option<f64>; 2] = [points(row, column), points(column - 1, row + 1)];
    let [Some(own), Some(other)] = both else {
        return html! { td class="empty" { "·" } };
    };
    let class = match own.total_cmp(&other) {
        Ordering::Greater => "won",
        Ordering::Equal => "drawn",
        Ordering::Less => "lost",
    };
    let name = |row: usize| table.rows[row].first().map_or("", String::as_str);
    let games = address_against(name(row), name(column - 1));
    html! { td class=(class) { b { a href=(games) { (table.rows[row][column]) } } } }
}

/// The games won, drawn and lost. Narrow screens show these numbers below the name, in place of
/// their columns.
fn games(table: &Table, row: usize) -> Markup {
    let numbers = ["games-won", "games-drawn", "games-lost"].map(|key| value(table, row, key));
    html! {
        @if let [Some(won), Some(drawn), Some(lost)] = numbers {
            small class="less" { (won) "–" (drawn) "–" (lost) }
        }
    }
}

/// The text in the column of this key.
fn value<'a>(table: &'a Table, row: usize, key: &'static str) -> Option<&'a str> {
    let column = table.columns.iter().position(|column| *column == Column::Key(key))?;
    table.rows[row].get(column).map(String::as_str)
}

/// The address of a participant's games.
pub(crate) fn address_of(name: &str) -> String {
    format!("/games/of/{}", encoded(name))
}

/// The address of a participant's games against one opponent.
pub(crate) fn address_against(name: &str, opponent: &str) -> String {
    format!("/games/against/{}/of/{}", encoded(opponent), encoded(name))
}

/// A name as one part of an address.
pub(crate) fn encoded(name: &str) -> String {
    let encoded = name.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    encoded.collect()
}
