//! The page of a tournament.

use maud::{Markup, html};
use rules::Message;

use super::{
    Page, bracket, crosstable, format_name, fouls, matches, points_name, ratings, rounds, standings,
};
use crate::results::conclusions::About;
use crate::results::ranking::{Line, Results};
use crate::results::tables::{Stage, TABLES, Tables};
use crate::results::{WORDS, csv};
use pairing::Format;

/// The page of a tournament.
pub(in crate::results) fn index(tables: &Tables) -> String {
    let page = Page { tables, root: "" };
    let (name, way) = match &tables.stages[..] {
        [] => way(page),
        stages => (
            say!(page, "stages"),
            html! {
                @for (number, tables) in stages.iter().enumerate() {
                    (stage(Page { tables, ..page }, number, &page.t(&stage_name(page.tables, number))))
                }
            },
        ),
    };
    let body = html! {
        header { (heading(page)) (contents(page, &name)) }
        main {
            section #standings { h2 { (say!(page, "standings")) } (standings::table(page)) }
            section #table { h2 { (name) } (way) }
            section #matches { h2 { (say!(page, "matches-and-games")) } (matches::by_round(page)) }
            section #ratings { h2 { (say!(page, "ratings")) } (ratings::all(page)) }
            @if tables.progress.fouls > 0 {
                @let kinds = tables.foul_kinds.iter().collect::<Vec<_>>();
                section #fouls { h2 { (say!(page, "fouls")) } (fouls::by_kind(page, &kinds)) }
            }
            section #settings { h2 { (say!(page, "settings")) } (settings(page)) }
            section #files { h2 { (say!(page, "files")) } (files(page)) }
        }
    };
    page.whole(&tables.title, &body)
}

/// A stage of a tournament with several.
fn stage(page: Page<'_>, number: usize, name: &str) -> Markup {
    let (title, way) = way(page);
    html! {
        h3 { (say!(page, "stage-number", n = number + 1)) " · " (name) }
        (standings::table(page))
        h4 { (title) }
        (way)
    }
}

/// The name of the table of results between participants, and the table.
fn way(page: Page<'_>) -> (String, Markup) {
    match page.tables.schedule {
        Format::Knockout { .. } => (say!(page, "bracket"), bracket::bracket(page)),
        Format::Swiss { .. } => (say!(page, "rounds"), rounds::table(page)),
        Format::Groups { groups } => {
            (say!(page, "crosstable"), crosstable::of_groups(page, groups))
        }
        _ => (say!(page, "crosstable"), crosstable::table(page, |_| true)),
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
            (tables.game) " · " (format_names(page)) " · "
            (say!(page, "participants-are", n = tables.participants.len())) " · "
            (say!(page, "games-are", n = progress.games))
        }
        (occasion(page))
        div .verdict {
            @if let Stage::Running = tables.stage {
                p .state {
                    strong { (say!(page, "in-progress")) } " "
                    (say!(
                        page, "matches-over", n = progress.matches_over, all = progress.matches_known
                    ))
                    @if pairs_more(tables) {
                        " " (say!(page, "more-matches"))
                    }
                }
            }
            @if !headline.is_empty() { p .headline { (headline.join(" ")) } }
            @for conclusion in of(About::Winner) { p .headline { (page.t(&conclusion.says)) } }
            @for conclusion in of(About::Event) { p { (page.t(&conclusion.says)) } }
        }
    }
}

/// The names of the formats of all stages.
fn format_names(page: Page<'_>) -> String {
    let tables = page.tables;
    let names = (0..tables.plan.len()).map(|number| page.t(&stage_name(tables, number)));
    let names: Vec<String> = names.collect();
    if names.is_empty() { page.t(&format_name(tables.schedule)) } else { names.join(", ") }
}

/// The format of a stage, and how many enter it.
fn stage_name(tables: &Tables, number: usize) -> Message {
    match tables.plan[number] {
        (format, None) => format_name(format),
        (format, Some(advance)) => {
            text!("stage-of-first", format = format_name(format), n = advance)
        }
    }
}

/// Whether matches will be paired that are not known yet, while the tournament goes on.
fn pairs_more(tables: &Tables) -> bool {
    matches!(tables.schedule, Format::Swiss { .. } | Format::Knockout { .. })
        || tables.stages.len() < tables.plan.len()
}

/// A line with the date, the place and the organiser of the tournament, as far as they are given.
fn occasion(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let value = |label: &str| {
        let found = tables.settings.iter().find(|setting| setting.label.is(WORDS, label));
        found.map(|setting| page.value(&setting.value))
    };
    let date_and_place: Vec<_> = ["date", "place"].into_iter().filter_map(value).collect();
    html! {
        @if !date_and_place.is_empty() || value("organiser").is_some() {
            p .what {
                @for (i, text) in date_and_place.iter().enumerate() {
                    @if i > 0 { " · " } bdi { (text) }
                }
                @if let Some(organiser) = value("organiser") {
                    @if !date_and_place.is_empty() { " · " } (say!(page, "held-by")) " " bdi {
                        (organiser)
                    }
                }
            }
        }
    }
}

/// The score of a duel or of challengers. The conclusions state only what is proven, and not the
/// score.
fn headline(tables: &Tables) -> Vec<Message> {
    let over = tables.stage != Stage::Running;
    match (tables.schedule, &tables.standings[..]) {
        _ if tables.progress.games == 0 => Vec::new(),
        (Format::Duel, [first, second]) => {
            let score = match (first.points == second.points, over) {
                (true, _) => text!("level"),
                (_, true) => text!("beats"),
                _ => text!("leads-duel"),
            };
            let score = score.name("name", &first.name).name("other", &second.name);
            vec![score.with("points", first.points).with("others", second.points)]
        }
        (Format::Gauntlet { challengers }, lines) => {
            let score = |line: &Line| {
                let Results { won, drawn, lost } = line.games;
                text!("challenger-score", name = &line.name, won = won, drawn = drawn, lost = lost)
            };
            lines.iter().filter(|line| line.participant.0 < challengers).map(score).collect()
        }
        _ => Vec::new(),
    }
}

fn contents(page: Page<'_>, table: &str) -> Markup {
    let tables = page.tables;
    let sections = [
        ("standings", say!(page, "standings"), true),
        ("table", table.to_string(), true),
        ("matches", say!(page, "matches-and-games"), true),
        ("ratings", say!(page, "ratings"), true),
        ("fouls", say!(page, "fouls"), tables.progress.fouls > 0),
        ("settings", say!(page, "settings"), true),
        ("files", say!(page, "files"), true),
    ];
    html! {
        nav aria-label=(say!(page, "sections")) {
            @for (id, name, _) in sections.into_iter().filter(|section| section.2) {
                a href={ "#" (id) } { (name) } " "
            }
        }
    }
}

fn settings(page: Page<'_>) -> Markup {
    let tables = page.tables;
    html! {
        dl {
            div { dt { (say!(page, "points")) } dd { (page.t(&points_name(tables.points))) } }
            @for setting in &tables.settings {
                div { dt { (page.t(&setting.label)) } dd { (page.value(&setting.value)) } }
            }
        }
    }
}

fn files(page: Page<'_>) -> Markup {
    let files = [
        ("standings.csv", text!("file-standings")),
        ("crosstable.csv", text!("file-crosstable")),
        ("matches.csv", text!("file-matches")),
        ("fouls.csv", text!("file-fouls")),
        (TABLES, text!("file-results")),
        ("announcement.json", text!("file-announcement")),
        ("games.jsonl", text!("file-games")),
    ];
    let stages = (1..=page.tables.stages.len())
        .map(|number| (csv::stage_path(number), page.t(&text!("file-stage", n = number))));
    let has_changes = !page.tables.left.is_empty();
    let changes = has_changes.then(|| ("changes.jsonl", text!("file-changes")));
    html! {
        dl {
            @for (file, what) in files.into_iter().chain(changes) {
                div { dt { a href=(file) { (file) } } dd { (page.t(&what)) } }
            }
            @for (file, what) in stages {
                div { dt { a href=(file) { (file) } } dd { (what) } }
            }
        }
        p {
            code { "sha256sum -c MANIFEST.sha256" } " "
            (say!(page, "manifest")) " "
            code { "ludoteka verify" } " "
            (say!(page, "verify"))
        }
    }
}
