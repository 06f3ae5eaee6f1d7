//! The lines of a trial: the first foul, and what each step found.

use std::time::Duration;

use classroom::{Finding, LongestMove, Step, StepKind, StepState, Trial, TrialState, Workshop};
use maud::{Markup, html};
use page::{diagnoses, text};
use rules::{Language, Message};
use serde_json::{Value, json};

use crate::class_words;
use play::Layout;

/// What a page needs to go on showing a trial.
pub(crate) fn news(layout: Layout, workshop: &Workshop, number: usize, trial: &Trial) -> Value {
    let mut news = news_without_lines(workshop, number, trial);
    let waits = Waits::of(workshop, number);
    news["lines"] = json!(lines(layout, number, trial, waits).into_string());
    news
}

pub(crate) fn news_without_lines(workshop: &Workshop, number: usize, trial: &Trial) -> Value {
    json!({
        "change": trial.change,
        "over": trial.is_over(),
        "compiles": !trial.does_not_compile(),
        "waiting": trial.state == TrialState::Waiting,
        "running": workshop.is_playing(number),
        "games": trial.games,
        "foul": trial.foul.as_ref().map(|foul| foul.game + 1),
    })
}

/// Why a trial waits.
#[derive(Clone, Copy)]
pub(crate) struct Waits {
    /// So many trials come before its next step.
    ahead: usize,
    /// A final is being played.
    is_final: bool,
}

impl Waits {
    pub(crate) fn of(workshop: &Workshop, trial: usize) -> Waits {
        Waits { ahead: workshop.ahead_of(trial), is_final: workshop.rests() }
    }
}

/// The lines of a trial: the first foul, then each step.
pub(crate) fn lines(layout: Layout, number: usize, trial: &Trial, waits: Waits) -> Markup {
    let Waits { ahead, is_final } = waits;
    let say = |key| layout.say(key);
    html! {
        @if let Some(foul) = &trial.foul {
            p class="verdict bad" {
                (with_code(&text("first-foul").number("n", foul.game + 1)
                    .name("what", retold(layout, trial, &foul.what))
                    .told(layout.language)))
                " "
                button type="button" data-game=(foul.game + 1) { (say("show-foul")) }
            }
            @if let Some(hint) = foul.hint.as_ref().filter(|hint| !is_answered(trial, hint)) {
                p class="why" { (with_code(&retold(layout, trial, hint))) }
            }
        }
        @for cause in &trial.causes {
            p class="why" {
                strong { (say("likely-cause")) } " " (with_code(&retold(layout, trial, cause)))
            }
        }
        ol class="steps-of-trial" {
            @for step in trial.steps.iter().filter(|step| is_shown(trial, step)) {
                (line(layout, number, trial, step))
            }
        }
        @match &trial.state {
            TrialState::Waiting | TrialState::Running if is_final => p class="quiet" {
                (class_words::say(layout, "trials-rest"))
            },
            TrialState::Waiting | TrialState::Running if ahead > 0 => p class="quiet" {
                (text("trial-waits").number("n", ahead).told(layout.language))
            },
            TrialState::Withdrawn => p class="quiet" { (say("trial-withdrawn")) },
            TrialState::Failed(why) => p class="verdict bad" { (retold(layout, trial, why)) },
            TrialState::Done if trial.is_fine() && trial.games > 0 => p class="verdict good" {
                (fine(trial).told(layout.language))
            },
            TrialState::Done if trial.is_fine() => p class="verdict good" { (say("trial-fine")) },
            TrialState::Done | TrialState::Running | TrialState::Waiting => {}
        }
        @for sentence in slow(trial) { p class="why" { (sentence.told(layout.language)) } }
        @if trial.are_games_gone { p class="quiet" { (say("games-are-gone")) } }
        @if trial.games > 0 {
            p { a href={ "/trials/" (number) "/games.jsonl" } download="games.jsonl" {
                (say("download-games"))
            } }
        }
    }
}

/// That no faults were found, and in what.
fn fine(trial: &Trial) -> Message {
    let size = |[rows, columns]: [u64; 2]| format!("{rows}×{columns}");
    match trial.boards[..] {
        [first, .., last] => {
            text("trial-fine-on").name("small", size(first)).name("large", size(last))
        }
        _ => text("trial-fine-in"),
    }
    .number("n", trial.games)
}

/// If the longest move took half of its time or more: how long it took, and how time grows with the
/// board. A foul says the former about a move that was late.
fn slow(trial: &Trial) -> Vec<Message> {
    let longest = trial.longest.iter().max_by_key(|longest| longest.took);
    let is_slow = |(longest, limit): &(&LongestMove, Duration)| longest.took * 2 >= *limit;
    let longest = longest.zip(trial.training.time.each_move).filter(is_slow);
    let Some((longest, limit)) = longest else { return Vec::new() };
    let hundredths = |took: Duration| format!("{:.2}", took.as_secs_f64());
    let size = |[rows, columns]: [u64; 2]| format!("{rows}×{columns}");
    let sentence = match longest.board {
        Some(board) => text("longest-move-on").name("board", size(board)),
        None => text("longest-move"),
    };
    let sentence = sentence.name("took", hundredths(longest.took));
    let sentence = sentence.name("limit", limit.as_secs_f64().to_string());
    let by_board = trial.longest.iter().filter_map(|longest| {
        Some(format!("{} {} s", size(longest.board?), hundredths(longest.took)))
    });
    let by_board: Vec<_> = by_board.collect();
    let growth = text("longest-moves").name("times", by_board.join(", "));
    let sentence = (longest.took <= limit).then_some(sentence);
    sentence.into_iter().chain((by_board.len() >= 3).then_some(growth)).collect()
}

/// What a trial says, in the page's language.
pub(crate) fn retold(layout: Layout, trial: &Trial, message: &Message) -> String {
    class_words::told(message, trial.training.spec, layout.language)
}

/// A step: its mark, what it found, how long it took, and links to what it left.
fn line(layout: Layout, number: usize, trial: &Trial, step: &Step) -> Markup {
    let (mark, class) = match &step.state {
        StepState::Waiting => ("·", "quiet"),
        StepState::Running => ("…", ""),
        StepState::Skipped => ("–", "quiet"),
        StepState::Done(_) if step.is_fine() => ("✓", "good"),
        StepState::Done(_) if step.is_bad() => ("✗", "bad"),
        StepState::Done(Finding::Causes { found: 1.., .. }) => ("✓", ""),
        StepState::Done(_) => ("?", "quiet"),
    };
    html! {
        li class=(class) {
            span class="mark" aria-hidden="true" { (mark) } " "
            (told(layout, trial, step)) " "
            @if !step.took.is_zero() && matches!(step.state, StepState::Done(_)) {
                span class="took quiet" { (seconds(step.took)) }
            }
            @for game in step.games.clone() {
                " " button type="button" data-game=(game + 1) {
                    (text("watch-game").number("n", game + 1).told(layout.language))
                }
            }
            @if has_cases(step) && !trial.are_games_gone {
                " " a href={ "/trials/" (number) "/cases" } { (layout.say("show-cases")) }
            }
            @if let StepState::Done(Finding::Cases { .. }) = step.state {
                @if step.is_bad() {
                    @for sentence in wrong_answer(layout, trial) { p class="why" { (sentence) } }
                }
            }
            @if let StepState::Done(Finding::DoesNotCompile(complaint)) = &step.state {
                // What explains all messages comes first.
                @if let Some(hint) = &complaint.hint {
                    p class="why" { (with_code(&retold(layout, trial, hint))) }
                }
                @for diagnosis in diagnoses(&complaint.log) {
                    p class="why" {
                        (with_code(&diagnosis.told(layout.language)))
                        @if let Some(source) = &diagnosis.source { br; code { (source) } }
                    }
                }
                pre tabindex="0" { (complaint.log) }
            }
        }
    }
}

/// A search for causes is shown only where there is something to explain.
fn is_shown(trial: &Trial, step: &Step) -> bool {
    match step.state {
        _ if step.kind != StepKind::Causes => true,
        StepState::Waiting | StepState::Running => trial.foul.is_some(),
        StepState::Skipped => false,
        StepState::Done(_) => true,
    }
}

/// Whether the step has left the judge's page about its cases.
fn has_cases(step: &Step) -> bool {
    matches!(
        step.state,
        StepState::Done(Finding::Cases { .. } | Finding::Causes { has_cases: true, .. })
    )
}

/// Whether the page already names the line that a hint tells how to find.
fn is_answered(trial: &Trial, hint: &Message) -> bool {
    hint.key == "hint-crash" && !trial.causes.is_empty()
}

/// Why the first wrong answer is wrong.
fn wrong_answer(layout: Layout, trial: &Trial) -> Vec<Markup> {
    let sentences = trial.wrong.get(layout.language.code()).into_iter().flatten();
    sentences.map(|sentence| with_code(sentence)).collect()
}

/// A sentence, with the texts between backticks as code.
fn with_code(sentence: &str) -> Markup {
    let parts: Vec<_> = sentence.split('`').collect();
    // If the number of backticks is odd, nothing says which one belongs to a quoted text.
    let is_quoted = |index: usize| index % 2 == 1 && parts.len() % 2 == 1;
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if is_quoted(index) { code { (part) } }
            @else { @if index > 0 && parts.len() % 2 == 0 { "`" } (part) }
        }
    }
}

fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

/// A step in words.
fn told(layout: Layout, trial: &Trial, step: &Step) -> String {
    let what = what(layout, trial, step.kind);
    let rest = match &step.state {
        StepState::Waiting | StepState::Running => return what,
        StepState::Skipped => layout.say("step-skipped"),
        StepState::Done(Finding::Games { is_foul, is_broken_off: false, .. })
            if matches!(step.kind, StepKind::Itself | StepKind::Board(_)) =>
        {
            layout.say(if *is_foul { "a-foul" } else { "no-foul" })
        }
        StepState::Done(finding) => found(layout.language, finding),
    };
    format!("{what}: {rest}")
}

fn what(layout: Layout, trial: &Trial, kind: StepKind) -> String {
    let message = match kind {
        StepKind::Compile => text("step-compile"),
        StepKind::Cases => text("step-cases"),
        StepKind::Valgrind => text("step-valgrind"),
        StepKind::Itself => text("step-itself"),
        StepKind::Weak => text("step-weak"),
        StepKind::Medium => text("step-medium"),
        StepKind::Board(index) => {
            let board = trial.training.trial_boards().into_iter().nth(index).unwrap_or_default();
            let value = |place: usize| {
                let name = trial.training.spec.size.map_or("", |size| size[place]);
                let set = board.iter().find(|(known, _)| known == name);
                set.map_or(trial.training.parameters.text(name), |(_, value)| value).to_string()
            };
            text("step-board").name("rows", value(0)).name("columns", value(1))
        }
        StepKind::Full => text("step-full"),
        StepKind::Version(version) => text("step-version").number("n", version),
        StepKind::Causes => text("step-causes"),
    };
    message.told(layout.language)
}

fn found(language: Language, finding: &Finding) -> String {
    let message = match finding {
        Finding::Compiled => text("compiled"),
        Finding::DoesNotCompile(_) => text("does-not-compile"),
        Finding::NoValgrind => text("no-valgrind"),
        Finding::Causes { found: 0, .. } => text("no-cause"),
        Finding::Causes { .. } => text("cause-found"),
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
