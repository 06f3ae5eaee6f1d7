//! The page of a tournament.

use maud::{Markup, html};

use super::{Page, bracket, counted, crosstable, format_name, matches, points_name, ratings, rounds, standings};
use crate::tournament::results::tables::{Stage, Tables};
use pairing::Format;

/// The page of a tournament.
pub(in crate::tournament::results) fn index(tables: &Tables) -> String {
    let page = Page { tables, root: "" };
    let (name, way) = way(page);
    let body = html! {
        header { (heading(tables)) (contents(tables, name)) }
        main {
            section #standings { h2 { "Standings" } (standings::table(page)) }
            section #table { h2 { (name) } (way) }
            @if let Some(table) = &tables.ratings {
                section #ratings { h2 { "Ratings" } (ratings::table(page, table)) (ratings::superiority(page, table)) }
            }
            section #matches { h2 { "Matches" } (matches::by_round(page)) }
            @if tables.progress.fouls > 0 {
                section #fouls { h2 { "Fouls" } (matches::fouls(page, &tables.fouls.iter().collect::<Vec<_>>())) }
            }
            section #settings { h2 { "Settings" } (settings(tables)) }
            section #files { h2 { "Files" } (files()) }
        }
    };
    page.whole(&tables.title, &body)
}

/// What shows how everybody fared against everybody, and what it is called.
fn way(page: Page<'_>) -> (&'static str, Markup) {
    match page.tables.schedule {
        Format::Knockout { .. } => ("Bracket", bracket::bracket(page)),
        Format::Swiss { .. } => ("Rounds", rounds::table(page)),
        _ => ("Crosstable", crosstable::table(page)),
    }
}

fn heading(tables: &Tables) -> Markup {
    let progress = tables.progress;
    let entrants = counted(tables.entrants.len() as u64, "entrant", "entrants");
    html! {
        h1 { bdi { (tables.title) } }
        p .what {
            (tables.game) " · " (format_name(tables.schedule)) " · " (entrants) " · "
            (counted(progress.games, "game", "games"))
        }
        p .state {
            @match tables.stage {
                Stage::Running => {
                    strong { "In progress." } " "
                    (progress.matches_over) " of " (progress.matches_known) " matches are over"
                    @if let Format::Swiss { .. } | Format::Knockout { .. } = tables.schedule { "; more will be paired" } "."
                }
                Stage::Over | Stage::OverEarly => { strong { "Over." } }
            }
        }
        ul .findings { @for finding in &tables.findings { li { (finding) } } }
    }
}

fn contents(tables: &Tables, table: &str) -> Markup {
    let sections = [
        ("standings", "Standings", true),
        ("table", table, true),
        ("ratings", "Ratings", tables.ratings.is_some()),
        ("matches", "Matches", true),
        ("fouls", "Fouls", tables.progress.fouls > 0),
        ("settings", "Settings", true),
        ("files", "Files", true),
    ];
    html! {
        nav aria-label="Sections" {
            @for (id, name, _) in sections.into_iter().filter(|section| section.2) { a href={ "#" (id) } { (name) } " " }
        }
    }
}

fn settings(tables: &Tables) -> Markup {
    html! {
        dl {
            div { dt { "Points" } dd { (points_name(tables.points)) } }
            @for setting in &tables.settings { div { dt { (setting.label) } dd { (setting.value) } } }
        }
    }
}

fn files() -> Markup {
    let tables = ["standings.csv", "crosstable.csv", "matches.csv", "fouls.csv"];
    html! {
        p {
            "For spreadsheets: " @for file in tables { a href=(file) { (file) } " " }
            "For programs: " a href="results.json" { "results.json" }
        }
        p {
            "What was announced: " a href="announcement.json" { "announcement.json" } " "
            "Every game: " a href="games.jsonl" { "games.jsonl" }
        }
        p {
            code { "sha256sum -c MANIFEST.sha256" } " tells whether a file of this folder has changed; "
            code { "ludoteka verify" } " plays every game again and computes every table."
        }
    }
}
