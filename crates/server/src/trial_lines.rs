//! The lines of a trial: the first foul, and what each step found.

use std::time::Duration;

use classroom::{Finding, Step, StepKind, StepState, Training, Trial, TrialState};
use maud::{Markup, html};
use page::text;
use rules::Language;
use search::SkillLevel;
use serde_json::{Value, json};

use crate::layout::Layout;

/// What a page needs to go on showing a trial.
pub(crate) fn news(layout: Layout, number: usize, trial: &Trial) -> Value {
    let mut news = news_without_lines(trial);
    news["lines"] = json!(lines(layout, number, trial).into_string());
    news
}

pub(crate) fn news_without_lines(trial: &Trial) -> Value {
    json!({
        "change": trial.change,
        "over": trial.is_over(),
        "waiting": trial.state == TrialState::Waiting,
        "running": trial.running.is_some(),
        "games": trial.games.len(),
        "foul": trial.first_foul().map(|game| game + 1),
    })
}

/// The lines of a trial: the first foul, then each step.
pub(crate) fn lines(layout: Layout, number: usize, trial: &Trial) -> Markup {
    let say = |key| layout.say(key);
    html! {
        @if let Some(game) = trial.first_foul() {
            p class="verdict bad" {
                (text("first-foul").number("n", game + 1)
                    .name("what", trial.games[game].foul().unwrap_or_default())
                    .told(layout.language))
                " "
                button type="button" data-game=(game + 1) { (say("show-foul")) }
            }
        }
        ol class="steps-of-trial" {
            @for step in &trial.steps { (line(layout, number, trial, step)) }
        }
        @match &trial.state {
            TrialState::Waiting => p class="quiet" { (say("trial-waits")) },
            TrialState::Withdrawn => p class="quiet" { (say("trial-withdrawn")) },
            TrialState::Failed(why) => p class="verdict bad" { (why) },
            TrialState::Done if trial.first_foul().is_none() && is_fine(trial) => {
                p class="verdict good" { (say("trial-fine")) }
            }
            TrialState::Done | TrialState::Running => {}
        }
        @if !trial.games.is_empty() {
            p { a href={ "/trials/" (number) "/games.jsonl" } download="games.jsonl" {
                (say("download-games"))
            } }
        }
    }
}

/// Whether no step found anything wrong.
fn is_fine(trial: &Trial) -> bool {
    trial.steps.iter().all(|step| is_good(&step.state))
}

fn is_good(state: &StepState) -> bool {
    match state {
        StepState::Done(Finding::Cases { accepted, all }) => accepted == all,
        StepState::Done(Finding::Games { is_foul, .. }) => !is_foul,
        StepState::Done(Finding::Compiled) => true,
        _ => false,
    }
}

/// A step: its mark, what it found, how long it took, and links to what it left.
fn line(layout: Layout, number: usize, trial: &Trial, step: &Step) -> Markup {
    let (mark, class) = match &step.state {
        StepState::Waiting => ("·", "quiet"),
        StepState::Running => ("…", ""),
        StepState::Skipped => ("–", "quiet"),
        state if is_good(state) => ("✓", "good"),
        StepState::Done(_) => ("✗", "bad"),
    };
    html! {
        li class=(class) {
            span class="mark" aria-hidden="true" { (mark) } " "
            (told(layout, step)) " "
            @if !step.took.is_zero() && matches!(step.state, StepState::Done(_)) {
                span class="took quiet" { (seconds(step.took)) }
            }
            @for game in step.games.clone() {
                " " button type="button" data-game=(game + 1) {
                    (text("watch-game").number("n", game + 1).told(layout.language))
                }
            }
            @if let (StepKind::Cases, Some(_)) = (step.kind, &trial.cases) {
                " " a href={ "/trials/" (number) "/cases" } { (layout.say("show-cases")) }
                @for sentence in wrong_answer(layout, trial) { p class="why" { (sentence) } }
            }
            @if let StepState::Done(Finding::DoesNotCompile(log)) = &step.state {
                pre tabindex="0" { (log) }
            }
        }
    }
}

/// Why the first wrong answer is wrong.
fn wrong_answer(layout: Layout, trial: &Trial) -> Vec<String> {
    trial.cases.as_ref().map_or_else(Vec::new, |cases| cases.first_failure(layout.language))
}

fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

/// A step in words.
fn told(layout: Layout, step: &Step) -> String {
    let what = what(layout, step.kind);
    let rest = match &step.state {
        StepState::Waiting | StepState::Running => return what,
        StepState::Skipped => layout.say("step-skipped"),
        StepState::Done(Finding::Games { is_foul, is_broken_off: false, .. })
            if step.kind == StepKind::Itself =>
        {
            layout.say(if *is_foul { "a-foul" } else { "no-foul" })
        }
        StepState::Done(finding) => found(layout.language, finding),
    };
    format!("{what}: {rest}")
}

fn what(layout: Layout, kind: StepKind) -> String {
    let place = |level: SkillLevel| {
        Training::opponents().iter().position(|known| *known == level).unwrap_or_default() + 1
    };
    let message = match kind {
        StepKind::Compile => text("step-compile"),
        StepKind::Cases => text("step-cases"),
        StepKind::Itself => text("step-itself"),
        StepKind::Training(level) => {
            text(if place(level) == 1 { "step-weak" } else { "step-medium" })
        }
        StepKind::Full(_) => text("step-full"),
        StepKind::Version(version) => text("step-version").number("n", version),
    };
    message.told(layout.language)
}

fn found(language: Language, finding: &Finding) -> String {
    let message = match finding {
        Finding::Compiled => text("compiled"),
        Finding::DoesNotCompile(_) => text("does-not-compile"),
        Finding::Cases { accepted, all } => {
            text("cases-right").number("n", *accepted).number("all", *all)
        }
        Finding::Games { is_broken_off: true, .. } => text("broken-off"),
        Finding::Games { score: [won, drawn, lost], .. } => {
            text("pair-score").number("won", *won).number("drawn", *drawn).number("lost", *lost)
        }
    };
    message.told(language)
}
