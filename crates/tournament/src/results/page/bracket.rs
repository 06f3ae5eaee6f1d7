//! The bracket of a knockout.

use maud::{Markup, html};
use rules::Message;

use super::{Page, wide};
use crate::results::matches::{Match, Meeting, Stage};
use crate::results::number::Ordinal;

/// The bracket, with a column for each round.
pub(super) fn bracket(page: Page<'_>) -> Markup {
    let rounds: Vec<&[Meeting]> =
        page.tables.bracket.chunk_by(|one, other| one.round == other.round).collect();
    let table = html! {
        div .bracket {
            @for (number, round) in rounds.iter().enumerate() {
                @let title = page.t(&title(number, rounds.len()));
                section aria-label=(title) {
                    h3 { (title) }
                    @let is_last = number + 1 == rounds.len();
                    ol { @for meeting in *round { (shown(page, meeting, is_last)) } }
                }
            }
        }
    };
    wide(&say!(page, "bracket"), &table)
}

fn title(round: usize, rounds: usize) -> Message {
    match rounds - round {
        1 => text!("final"),
        2 => text!("semi-finals"),
        3 => text!("quarter-finals"),
        left => text!("round-of", n = 1_u64 << left.min(63)),
    }
}

fn shown(page: Page<'_>, meeting: &Meeting, is_last: bool) -> Markup {
    let matches = || page.tables.matches.iter().filter(|played| is_of(played, meeting));
    let points = |participant: Ordinal| {
        let own = |played: &Match| {
            let own = usize::from(played.participants[1] == participant);
            page.number(played.points[own])
        };
        matches()
            .filter(|played| played.stage != Stage::ToCome)
            .map(own)
            .collect::<Vec<_>>()
            .join(" ")
    };
    html! {
        li {
            @if is_last && meeting.table.0 == 1 { small { (say!(page, "third-place")) } }
            @for &participant in &meeting.participants {
                @let has_won = meeting.winner.is_some() && meeting.winner == participant;
                @let goes_on = has_won && !meeting.is_bye;
                p class=[(goes_on && !meeting.by_seed).then_some("winner")] {
                    @if let Some(participant) = participant {
                        span { small { (participant) } " " (page.name(participant)) }
                        span .points { (points(participant)) }
                    } @else {
                        span .empty {
                            @if meeting.is_bye { (say!(page, "bye")) }
                            @else { (say!(page, "to-be-decided")) }
                        }
                    }
                }
            }
            @if meeting.by_seed { small { (by_seed(page, meeting, is_last)) } }
        }
    }
}

fn by_seed(page: Page<'_>, meeting: &Meeting, is_last: bool) -> Markup {
    let how = if is_last { say!(page, "wins-as-seed") } else { say!(page, "goes-on-as-seed") };
    let winner = meeting.winner.map(|winner| page.tables.name(winner));
    html! {
        (say!(page, "tied")) " " @if let Some(winner) = winner { bdi { (winner) } " " } (how)
    }
}

fn is_of(played: &Match, meeting: &Meeting) -> bool {
    (played.round, played.table) == (meeting.round, meeting.table)
}
