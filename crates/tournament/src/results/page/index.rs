//! The page of a tournament.

use maud::{Markup, html};
use page::counted;

use super::{
    Page, bracket, crosstable, format_name, fouls, matches, points_name, ratings, rounds, standings,
};
use crate::results::conclusions::About;
use crate::results::ranking::{Line, Results};
use crate::results::tables::{DATE, ORGANISER, PLACE, Stage, TABLES, Tables};
use pairing::Format;

/// The page of a tournament.
pub(in crate::results) fn index(tables: &Tables) -> String {
    let page = Page { tables, root: "" };
    let (name, way) = way(page);
    let body = html! {
        header { (heading(page)) (contents(page, name)) }
        main {
            section #standings { h2 { (page.t("Standings")) } (standings::table(page)) }
            section #table { h2 { (page.t(name)) } (way) }
            section #matches { h2 { (page.t("Matches and games")) } (matches::by_round(page)) }
            section #ratings { h2 { (page.t("Ratings")) } (ratings::all(page)) }
            @if tables.progress.fouls > 0 {
                @let kinds = tables.foul_kinds.iter().collect::<Vec<_>>();
                section #fouls { h2 { (page.t("Fouls")) } (fouls::by_kind(page, &kinds)) }
            }
            section #settings { h2 { (page.t("Settings")) } (settings(page)) }
            section #files { h2 { (page.t("Files")) } (files(page)) }
        }
    };
    page.whole(&tables.title, &body)
}

/// The name of the table of results between participants, and the table.
fn way(page: Page<'_>) -> (&'static str, Markup) {
    match page.tables.schedule {
        Format::Knockout { .. } => ("Bracket", bracket::bracket(page)),
        Format::Swiss { .. } => ("Rounds", rounds::table(page)),
        _ => ("Crosstable", crosstable::table(page)),
    }
}

fn heading(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let progress = tables.progress;
    let of = |about: About| {
        tables.conclusions.iter().filter(move |conclusion| conclusion.about == about)
    };
    let headline: Vec<_> = headline(tables).iter().map(|score| page.t(score)).collect();
    html! {
        h1 { bdi { (tables.title) } }
        p .what {
            (tables.game) " · " (page.t(&format_name(tables.schedule))) " · "
            (page.t(&counted(tables.participants.len(), "participant", "participants"))) " · "
            (page.t(&counted(progress.games, "game", "games")))
        }
        (occasion(page))
        div .verdict {
            @if let Stage::Running = tables.stage {
                p .state {
                    strong { (page.t("In progress.")) } " "
                    (page.t(&format!(
                        "{} of {} matches are over.",
                        progress.matches_over, progress.matches_known
                    )))
                    @if let Format::Swiss { .. } | Format::Knockout { .. } = tables.schedule {
                        " " (page.t("More matches will be paired."))
                    }
                }
            }
            @if !headline.is_empty() { p .headline { (headline.join(" ")) } }
            @for conclusion in of(About::Winner) { p .headline { (page.t(conclusion)) } }
            @for conclusion in of(About::Event) { p { (page.t(conclusion)) } }
        }
    }
}

/// A line with the date, the place and the organiser of the tournament, as far as they are given.
fn occasion(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let value = |label: &str| {
        tables.settings.iter().find(|setting| setting.label == label).map(|setting| &setting.value)
    };
    let date_and_place: Vec<_> = [DATE, PLACE].into_iter().filter_map(value).collect();
    html! {
        @if !date_and_place.is_empty() || value(ORGANISER).is_some() {
            p .what {
                @for (i, text) in date_and_place.iter().enumerate() {
                    @if i > 0 { " · " } bdi { (text) }
                }
                @if let Some(organiser) = value(ORGANISER) {
                    @if !date_and_place.is_empty() { " · " } (page.t("held by")) " " bdi {
                        (organiser)
                    }
                }
            }
        }
    }
}

/// The score of a duel or of challengers. The conclusions state only what is proven, and not the
/// score.
fn headline(tables: &Tables) -> Vec<String> {
    let over = tables.stage != Stage::Running;
    match (tables.schedule, &tables.standings[..]) {
        _ if tables.progress.games == 0 => Vec::new(),
        (Format::Duel, [first, second]) => vec![match (first.points == second.points, over) {
            (true, _) => {
                format!(
                    "{} and {} are level at {} : {}.",
                    first.name, second.name, first.points, second.points
                )
            }
            (_, true) => format!(
                "{} beats {} by {} : {}.",
                first.name, second.name, first.points, second.points
            ),
            _ => format!(
                "{} leads {} by {} : {}.",
                first.name, second.name, first.points, second.points
            ),
        }],
        (Format::Gauntlet { challengers }, lines) => {
            let score = |line: &Line| {
                let Results { won, drawn, lost } = line.games;
                format!(
                    "{} won {won} games against the others, drew {drawn} and lost {lost}.",
                    line.name
                )
            };
            lines.iter().take(challengers).map(score).collect()
        }
        _ => Vec::new(),
    }
}

fn contents(page: Page<'_>, table: &str) -> Markup {
    let tables = page.tables;
    let sections = [
        ("standings", "Standings", true),
        ("table", table, true),
        ("matches", "Matches and games", true),
        ("ratings", "Ratings", true),
        ("fouls", "Fouls", tables.progress.fouls > 0),
        ("settings", "Settings", true),
        ("files", "Files", true),
    ];
    html! {
        nav aria-label=(page.t("Sections")) {
            @for (id, name, _) in sections.into_iter().filter(|section| section.2) {
                a href={ "#" (id) } { (page.t(name)) } " "
            }
        }
    }
}

fn settings(page: Page<'_>) -> Markup {
    let tables = page.tables;
    html! {
        dl {
            div { dt { (page.t("Points")) } dd { (page.t(points_name(tables.points))) } }
            @for setting in &tables.settings {
                div { dt { (page.t(&setting.label)) } dd { (page.t(&setting.value)) } }
            }
        }
    }
}

fn files(page: Page<'_>) -> Markup {
    let files = [
        ("standings.csv", "the standings, for a spreadsheet"),
        ("crosstable.csv", "everybody against everybody, for a spreadsheet"),
        ("matches.csv", "every match, for a spreadsheet"),
        ("fouls.csv", "games lost by a foul, for a spreadsheet"),
        (TABLES, "everything on this page, for programs"),
        ("announcement.json", "the announcement"),
        ("games.jsonl", "the records of all games"),
    ];
    html! {
        dl {
            @for (file, what) in files {
                div { dt { a href=(file) { (file) } } dd { (page.t(what)) } }
            }
        }
        p {
            code { "sha256sum -c MANIFEST.sha256" } " "
            (page.t("tells whether a file of this folder has changed;")) " "
            code { "ludoteka verify" } " "
            (page.t("plays every game again and computes every table again."))
        }
    }
}
