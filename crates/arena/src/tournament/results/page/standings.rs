//! The standings.

use maud::{Markup, html};

use super::{NOTHING, Page, column, mean, wide, with_sign};
use crate::tournament::results::standings::{Line, Results};
use crate::tournament::results::tables::Stage;
use pairing::{Format, Points};
use stats::Rounded;

/// Who is ahead.
pub(super) fn table(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let by_match = tables.points == Points::ByMatch;
    let tie_break = match tables.schedule {
        Format::Swiss { .. } => Some(("Buchholz", "the scores of all opponents")),
        Format::Knockout { .. } | Format::Duel => None,
        _ => Some(("S–B", "Sonneborn–Berger: the scores of those beaten, and half of those drawn with")),
    };
    let has_fouls = tables.progress.fouls > 0;
    let rows = tables.standings.iter();
    let table = html! {
        table .standings {
            caption { span { (caption(page)) } }
            thead {
                tr {
                    (column("#", "place")) (column("Name", ""))
                    (column("Points", ""))
                    @if let Some((name, meaning)) = tie_break { (column(name, meaning)) }
                    @if by_match { (column("Matches", "won – drawn – lost")) }
                    (column("Games", "won – drawn – lost"))
                    @if tables.has_margins { (column("Margin", "of all games")) (column("a game", "mean margin, with its 95 % interval")) }
                    @if has_fouls { (column("Fouls", "games lost by a foul")) }
                    (column("Running", "Glicko-2 after each round, everybody beginning with 1500: whom one met when counts as well"))
                }
            }
            tbody {
                @for line in rows {
                    tr {
                        td .place { (line.place) }
                        th scope="row" { (page.name(line.entrant)) (who(page, line)) }
                        td .points { (line.points) @if line.had_bye { " " small { "bye" } } }
                        @if tie_break.is_some() { td { (line.tie_break) } }
                        @if by_match { td { (results(line.matches)) } }
                        td { (results(line.games)) }
                        @if tables.has_margins { td { (with_sign(line.margin)) } td { (mean(line.mean_margin)) } }
                        @if has_fouls { td { (line.fouls) } }
                        td { (running(line)) }
                    }
                }
            }
        }
    };
    wide("Standings", &table)
}

fn caption(page: Page<'_>) -> String {
    let is_running = page.tables.stage == Stage::Running;
    let go_on = if is_running { " Matches that go on count as if they had ended now." } else { "" };
    let margin = if page.tables.has_margins { "the margin of all games" } else { "games won less games lost" };
    let ties = |first: &str| {
        let level = "those who are level in all of it share a place";
        format!(
            "points, then {first}, then the points of the matches among those still level, then {margin}; {level}.{go_on}"
        )
    };
    match page.tables.schedule {
        Format::Knockout { .. } if is_running => {
            "By how far everybody came; matches that go on do not count yet.".to_string()
        }
        Format::Knockout { .. } => "By how far everybody came, then by seed.".to_string(),
        Format::Duel => format!("By points, then {margin}.{go_on}"),
        Format::Gauntlet { .. } => {
            format!("The challengers first; then everybody else. By {}", ties("Sonneborn–Berger"))
        }
        Format::Swiss { .. } => format!("By {}", ties("Buchholz")),
        Format::RoundRobin { .. } => format!("By {}", ties("Sonneborn–Berger")),
    }
}

/// Who wrote it and what plays.
fn who(page: Page<'_>, line: &Line) -> Markup {
    let entrant = &page.tables.entrants[line.entrant.0];
    html! {
        small {
            bdi { (entrant.author) }
            @if !entrant.author.is_empty() && !entrant.what.is_empty() { ", " }
            bdi { (entrant.what) }
        }
    }
}

pub(super) fn results(results: Results) -> Markup {
    html! { (results.won) " – " (results.drawn) " – " (results.lost) }
}

fn running(line: &Line) -> String {
    line.running_rating.map_or(NOTHING.to_string(), |rating: Rounded<0>| rating.to_string())
}
