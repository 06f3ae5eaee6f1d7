//! Everybody against everybody.

use maud::{Markup, html};

use super::standings::results;
use super::{Page, wide, with_sign};
use crate::tournament::results::duels::Duel;
use crate::tournament::results::number::Ordinal;
use pairing::Format;

/// A table of more columns shows nothing to people.
const MOST_COLUMNS: usize = 60;

/// Points, games and margins of everybody against everybody; in a gauntlet, against the challengers.
pub(super) fn table(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let order: Vec<Ordinal> = tables.standings.iter().map(|line| line.entrant).collect();
    let columns: &[Ordinal] = match tables.schedule {
        Format::Gauntlet { challengers } => &order[..challengers.min(order.len())],
        _ => &order,
    };
    if columns.len() > MOST_COLUMNS {
        return html! { p { "Too wide for a page: " a href="crosstable.csv" { "crosstable.csv" } " has it." } };
    }
    let table = html! {
        table .cross {
            caption { span {
                "Points of the one on the left against the one above; below, games won, drawn and lost"
                @if tables.has_margins { ", and the sum of margins" } "."
            } }
            thead {
                tr {
                    th scope="col" { "Name" }
                    @for (row, &column) in columns.iter().enumerate() {
                        th scope="col" { abbr title=(tables.name(column)) { (Ordinal(row)) } }
                    }
                }
            }
            tbody {
                @for (row, line) in tables.standings.iter().enumerate() {
                    tr {
                        // Not the place, which several may share.
                        th scope="row" { span .place { (Ordinal(row)) } " " (page.name(line.entrant)) }
                        @for &column in columns { (cell(page, line.entrant, column)) }
                    }
                }
            }
        }
    };
    wide("Crosstable", &table)
}

fn cell(page: Page<'_>, entrant: Ordinal, opponent: Ordinal) -> Markup {
    if entrant == opponent {
        return html! { td .self aria-label="the same" {} };
    }
    let Some(duel) = page.tables.duel(entrant, opponent) else { return html! { td .empty { "·" } } };
    html! {
        td class=(outcome(&duel)) {
            b { (duel.points[0]) }
            small { (results(duel.games)) }
            @if page.tables.has_margins { small { (with_sign(duel.margin)) } }
        }
    }
}

/// Who has more points: what the colour of a cell stands for; the points in it say the same.
fn outcome(duel: &Duel) -> &'static str {
    match duel.points[0].cmp(&duel.points[1]) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Equal => "drawn",
        std::cmp::Ordering::Less => "lost",
    }
}
