//! A Swiss tournament, round by round.

use maud::{Markup, html};

use super::{NOTHING, Page, density, wide};
use crate::results::matches::{Bye, Match, Stage};
use crate::results::number::Ordinal;

/// The opponents of each participant in each round, and the results.
pub(super) fn table(page: Page<'_>) -> Markup {
    let tables = page.tables;
    let first = tables.matches.first().map_or(0, |first| first.round.0);
    let rounds = first..tables.matches.last().map_or(0, |last| last.round.0 + 1);
    let table = html! {
        table class={ "cross " (density(rounds.len())) } {
            caption { span {
                (say!(page, "cells-of-rounds"))
            } }
            thead {
                tr {
                    th scope="col" { (say!(page, "name")) }
                    @for round in rounds.clone().map(Ordinal) { th scope="col" { (round) } }
                    th scope="col" { (say!(page, "points")) }
                }
            }
            tbody {
                @for line in &tables.standings {
                    tr {
                        (page.row(line))
                        @for round in rounds.clone().map(Ordinal) {
                            (cell(page, line.participant, round))
                        }
                        td { b { (page.number(line.points)) } }
                    }
                }
            }
        }
    };
    wide(&say!(page, "rounds"), &table)
}

fn cell(page: Page<'_>, participant: Ordinal, round: Ordinal) -> Markup {
    // Matches are in the order of their rounds.
    let matches = &page.tables.matches;
    let of_round = &matches[matches.partition_point(|played| played.round < round)..];
    let mut of_round = of_round.iter().take_while(|played| played.round == round);
    let Some(played) = of_round.find(|played| played.participants.contains(&participant)) else {
        let has_bye = page.tables.byes.contains(&Bye { round, participant });
        return html! { td .empty { @if has_bye { (say!(page, "bye")) } @else { (NOTHING) } } };
    };
    let own = usize::from(played.participants[1] == participant);
    let opponent = played.participants[1 - own];
    html! {
        td class=(outcome(played, participant)) {
            @if played.stage == Stage::ToCome { "·" }
            @else { (page.game(played.line, &html! { (page.number(played.points[own])) })) }
            small title=(page.tables.name(opponent)) { (say!(page, "versus")) " " (page.place(opponent)) }
        }
    }
}

fn outcome(played: &Match, participant: Ordinal) -> &'static str {
    match (played.stage, played.winner) {
        (Stage::ToCome | Stage::Running, _) => "empty",
        (_, None) => "drawn",
        (_, Some(winner)) if winner == participant => "won",
        (_, Some(_)) => "lost",
    }
}
