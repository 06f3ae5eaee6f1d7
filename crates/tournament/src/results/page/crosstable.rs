//! The results between every two participants.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::standings::results;
use super::{Page, density, wide};
use crate::results::duels::Duel;
use crate::results::number::Ordinal;
use pairing::{Format, group_of};

/// A table with more columns is not readable.
const MOST_COLUMNS: usize = 60;

/// For every two participants, the line of their first game in `games.jsonl`.
type Lines = BTreeMap<[Ordinal; 2], usize>;

fn key(one: Ordinal, other: Ordinal) -> [Ordinal; 2] {
    [one.min(other), one.max(other)]
}

/// The tables of all groups.
pub(super) fn of_groups(page: Page<'_>, groups: usize) -> Markup {
    html! {
        @for group in 0..groups {
            h5 { (say!(page, "group")) " " (group + 1) }
            (table(page, |participant| group_of(participant.0, groups) == group))
        }
    }
}

/// The points and games of each of these participants against every other of them; in a gauntlet,
/// only against the challengers.
pub(super) fn table(page: Page<'_>, has: impl Fn(Ordinal) -> bool) -> Markup {
    let tables = page.tables;
    let lines_of = || tables.standings.iter().filter(|line| has(line.participant));
    let order: Vec<Ordinal> = lines_of().map(|line| line.participant).collect();
    let columns = match tables.schedule {
        Format::Gauntlet { challengers } => {
            // The challengers who have not left stand first.
            &order[..order.iter().filter(|participant| participant.0 < challengers).count()]
        }
        _ => &order[..],
    };
    if columns.len() > MOST_COLUMNS {
        return html! {
            p {
                (say!(page, "too-wide")) " "
                a href="crosstable.csv" { "crosstable.csv" }
            }
        };
    }
    let mut lines = Lines::new();
    for played in tables.matches.iter().rev() {
        let [one, other] = played.participants;
        played.line.into_iter().for_each(|line| _ = lines.insert(key(one, other), line));
    }
    let table = html! {
        table class={ "cross " (density(columns.len())) } {
            caption { span {
                (say!(page, "cells-of-crosstable"))
            } }
            thead {
                tr {
                    th scope="col" { (say!(page, "name")) }
                    @for &column in columns {
                        th scope="col" { abbr title=(tables.name(column)) { (page.place(column)) } }
                    }
                }
            }
            tbody {
                @for line in lines_of() {
                    tr {
                        (page.row(line))
                        @for &column in columns { (cell(page, &lines, line.participant, column)) }
                    }
                }
            }
        }
    };
    wide(&say!(page, "crosstable"), &table)
}

fn cell(page: Page<'_>, lines: &Lines, participant: Ordinal, opponent: Ordinal) -> Markup {
    if participant == opponent {
        return html! { td .self aria-label=(say!(page, "the-same")) {} };
    }
    let Some(duel) = page.tables.duel(participant, opponent) else {
        return html! { td .empty { "·" } };
    };
    let line = lines.get(&key(participant, opponent)).copied();
    html! {
        td class=(outcome(&duel)) {
            b { (page.game(line, &html! { (page.number(duel.points[0])) })) }
            small { (results(duel.games)) }
        }
    }
}

/// The CSS class of a cell. The colour of the cell repeats what its numbers say: which participant
/// has more points.
fn outcome(duel: &Duel) -> &'static str {
    match duel.points[0].cmp(&duel.points[1]) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Equal => "drawn",
        std::cmp::Ordering::Less => "lost",
    }
}
