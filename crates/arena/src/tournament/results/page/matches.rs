//! Matches and fouls.

use maud::{Markup, html};

use super::{NOTHING, Page, counted, mean, wide, with_sign};
use crate::tournament::results::matches::{Match, Stage};
use crate::tournament::results::tables::Misdeed;

/// So many matches are listed on the page of the tournament; each entrant's page has all of his.
const MOST_MATCHES: usize = 2000;

/// So many fouls are listed on one page.
const MOST_FOULS: usize = 200;

/// All matches, a fold a round; the last one that has begun is open.
pub(super) fn by_round(page: Page<'_>) -> Markup {
    let matches = &page.tables.matches;
    if matches.len() > MOST_MATCHES {
        let sentence = format!("{} are too many for a page: ", counted(matches.len() as u64, "match", "matches"));
        return html! { p { (sentence) a href="matches.csv" { "matches.csv" } " has them, and everybody's page his own." } };
    }
    let begun = matches.iter().rev().find(|played| played.stage != Stage::ToCome).map(|played| played.round);
    html! {
        @for round in matches.chunk_by(|one, other| one.round == other.round) {
            details open[Some(round[0].round) == begun] {
                summary {
                    "Round " (round[0].round) small {
                        " " (round.iter().filter(|played| played.stage == Stage::Over).count()) " of "
                        (counted(round.len() as u64, "match", "matches"))
                    }
                }
                (list(page, &round.iter().collect::<Vec<_>>(), false))
            }
        }
    }
}

/// A table of matches, with their rounds where they are of several.
pub(super) fn list(page: Page<'_>, matches: &[&Match], with_round: bool) -> Markup {
    let has_margins = page.tables.has_margins;
    let table = html! {
        table .matches {
            caption { span { "Points and games of each match; whoever is named first starts the first game of each pair." } }
            thead {
                tr {
                    @if with_round { th scope="col" { "Round" } } @else { th scope="col" { "Table" } }
                    th scope="col" { "First" } th scope="col" { "Points" } th scope="col" { "Second" }
                    th scope="col" { "Games" }
                    @if has_margins {
                        th scope="col" title="the first's margins, summed" { "Margin" }
                        th scope="col" title="of a game, with its 95 % interval" { "Mean" }
                    }
                    th scope="col" title="games lost by a foul, by the first and the second" { "Fouls" }
                }
            }
            tbody { @for played in matches { (row(page, played, with_round)) } }
        }
    };
    wide("Matches", &table)
}

fn row(page: Page<'_>, played: &Match, with_round: bool) -> Markup {
    let [first, second] = played.entrants;
    let strong = |entrant| (played.winner == Some(entrant)).then_some("winner");
    html! {
        tr {
            td .place {
                @if with_round { (played.round) } @else { (played.table) }
                @if played.extra > 0 { small title="played on because it was tied" { " +" (played.extra) } }
            }
            td .name class=[strong(first)] { (page.name(first)) }
            td .points {
                @if played.stage == Stage::ToCome { small { "to come" } } @else {
                    (played.points[0]) " : " (played.points[1])
                    @if played.stage == Stage::Running { small { " so far" } }
                }
            }
            td .name class=[strong(second)] { (page.name(second)) }
            td { (played.wins[0]) " – " (played.draws) " – " (played.wins[1]) }
            @if page.tables.has_margins { td { (with_sign(played.margin)) } td { (mean(played.mean_margin)) } }
            td { @if played.fouls == [0, 0] { (NOTHING) } @else { (played.fouls[0]) " : " (played.fouls[1]) } }
        }
    }
}

/// Games lost by a foul, with a line that shows each again where there is one.
pub(super) fn fouls(page: Page<'_>, fouls: &[&Misdeed]) -> Markup {
    let left = fouls.len().saturating_sub(MOST_FOULS);
    html! {
        @if fouls.is_empty() { p { "Games lost by a foul are counted above; none is told here." } }
        @if fouls.iter().any(|foul| foul.reproduce.is_some()) {
            p {
                "A line of shell, given in the folder of these results, shows a foul again. Most such lines run the \
                 program unconfined: look at a stranger's before."
            }
        }
        ol .fouls {
            @for foul in fouls.iter().take(MOST_FOULS) {
                li {
                    p {
                        (page.name(foul.entrant)) " against " (page.name(foul.opponent))
                        small { " round " (foul.round) ", table " (foul.table) ", game " (foul.game) "; line " (foul.line) " of games.jsonl" }
                    }
                    p .foul { (foul.what) }
                    @if let Some(line) = &foul.reproduce { pre tabindex="0" { code { (line) } } }
                }
            }
        }
        @if left > 0 { p { (left) " more are in " a href={ (page.root) "fouls.csv" } { "fouls.csv" } "." } }
    }
}
