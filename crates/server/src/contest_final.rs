//! The final on a contest's page: how long it takes, where it is watched, and who has left it.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use classroom::{FinalState, HasLeft, Reckoning};
use maud::{Markup, html};

use crate::class_words::{say, text};
use crate::contest_view::View;

/// How long the final takes, for the organiser who begins it.
pub(crate) fn reckoned(view: &View<'_>) -> Markup {
    let language = view.layout.language;
    if view.participants.len() < 2 {
        return html! {};
    }
    let told = |reckoning: &Reckoning| {
        let likely = reckoning.likely.map(|times| times.map(length));
        let games = match likely {
            Some([low, high]) if low == high => text("reckoned-about").name("time", low),
            Some([low, high]) => text("reckoned-likely").name("low", low).name("high", high),
            None => text("reckoned-games"),
        };
        html! {
            p class="quiet" {
                (games.number("n", reckoning.games).told(language))
                @if let Some(longest) = reckoning.longest {
                    " " (text("reckoned-most").name("time", length(longest)).told(language))
                }
                @if let Some(line) = &reckoning.changed { " " (changed(view, line)) }
            }
        }
    };
    match view.open.contests.reckon(&view.room) {
        Ok(reckoning) => told(&reckoning),
        Err(error) => html! { p class="verdict bad" role="alert" { (error.message()) } },
    }
}

/// That `within` has changed the final.
fn changed(view: &View<'_>, line: &str) -> Markup {
    let line = line.replace('\n', ", ");
    let told = text("reckoned-changed").name("line", line).told(view.layout.language);
    html! { strong { (told) } }
}

/// A time as one says it, such as `2 h 5 min`.
fn length(time: Duration) -> String {
    let seconds = time.as_secs();
    let minutes = seconds.div_ceil(60);
    match (seconds, minutes / 60, minutes % 60) {
        (..60, ..) => format!("{} s", seconds.max(1)),
        (_, 0, minutes) => format!("{minutes} min"),
        (_, hours, 0) => format!("{hours} h"),
        (_, hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// Where the final is watched, until when it takes, where its results are, and who has left it.
/// `progress` tells how many games are played, and of how many.
pub(crate) fn of_final(view: &View<'_>, progress: Option<[usize; 2]>) -> Markup {
    let (layout, state) = (view.layout, view.room.final_state());
    let last = view.open.contests.last_final();
    let is_shown = last.is_some_and(|room| Arc::ptr_eq(&room, &view.room));
    let is_played = matches!(state, FinalState::Running | FinalState::Paused);
    let left = view.open.contests.left(&view.room);
    html! {
        @if is_played && is_shown {
            p class="verdict" id="watch-final" data-live {
                @if progress.is_some() {
                    a href="/games" { (say(layout, "watch-final")) }
                } @else {
                    // The command compiles the programs first.
                    (say(layout, "final-prepares"))
                }
            }
        }
        @if state != FinalState::Waiting && !is_played {
            p class="verdict" {
                a href={ "/contests/" (view.contest.keys.name) "/results/" } {
                    (say(layout, "see-results"))
                }
            }
        }
        @if state == FinalState::Running {
            p class="quiet" id="trials-rest" data-live {
                (say(layout, "trials-rest")) " "
                @if is_shown { (progress.and_then(|progress| until(view, progress)).unwrap_or_default()) }
            }
        }
        @if let Some(line) = view.room.final_changed() { p { (changed(view, &line)) } }
        @if !left.is_empty() {
            ul class="records" {
                @for one in &left { li { (who_left(view, one)) } }
            }
        }
    }
}

/// Who has left the final, how, and why.
pub(crate) fn who_left(view: &View<'_>, one: &HasLeft) -> Markup {
    let how = if one.is_disqualified { "is-disqualified" } else { "has-withdrawn" };
    html! {
        bdi { (one.name) } " " (say(view.layout, how))
        @if let Some(reason) = &one.reason { ": " bdi { (reason) } }
    }
}

/// At what time the final ends if it goes on as it began. A final that was stopped meanwhile seems
/// slower than it is.
fn until(view: &View<'_>, [played, all]: [usize; 2]) -> Option<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let begun = view.room.final_begun()?;
    let left = now.saturating_sub(begun) * all.saturating_sub(played) as u64;
    let ends = now + left.checked_div(played as u64)?;
    let when = view.contest.closing.clock(ends);
    let told = text("final-until").number("n", played).number("all", all).name("when", when);
    Some(told.told(view.layout.language))
}
