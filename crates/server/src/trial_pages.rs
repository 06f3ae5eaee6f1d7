//! The pages on which programs are tested: the games, the form of a game, and a trial.

use std::time::Duration;

use classroom::{Finding, Role, Step, StepKind, StepState, Training, Trial, TrialState, Version};
use maud::{Markup, html};
use page::{Heading, WITH_BOARD, embedded, replay_body, text};
use rules::{Kind, Language, Parameter};
use search::{GameSpec, SkillLevel};
use serde_json::{Value, json};

use crate::boards::words;
use crate::layout::Layout;
use crate::testing::Starter;

/// The versions of this session, each with the numbers of its trials.
type Versions = [(Version, Vec<usize>)];

/// The page that lists the games.
pub(crate) fn games(layout: Layout, versions: &Versions) -> String {
    let say = |key| layout.say(key);
    let body = html! {
        main class="home test" {
            h1 { (say("test-program")) }
            p class="lead" { (say("test-lead")) }
            p class="ways" {
                @for game in layout.games {
                    a class="button" href={ "/test/" (game.name) } { (game.title) }
                }
            }
            (history(layout, versions))
        }
    };
    layout.whole(None, &say("test-program"), &[], &body).into_string()
}

/// The form on which a program for a game is handed over.
pub(crate) fn form(
    layout: Layout,
    spec: &'static GameSpec,
    versions: &Versions,
    starters: &[Starter],
) -> String {
    let say = |key| layout.say(key);
    let title = format!("{}: {}", spec.title, say("test-program"));
    let own: Vec<_> = versions
        .iter()
        .filter(|(version, _)| version.training.spec.name == spec.name)
        .cloned()
        .collect();
    let body = html! {
        main class="home test" {
            h1 { (title) }
            p class="lead" { (say("test-lead")) }
            form id="upload" data-game=(spec.name) {
                (roles(layout, spec))
                div class="drop" id="drop" {
                    p { (say("drop-here")) }
                    p class="ways" {
                        label class="button plain" {
                            (say("choose-files")) input type="file" id="files" multiple;
                        }
                        label class="button plain" {
                            (say("choose-folder")) input type="file" id="folder" webkitdirectory;
                        }
                    }
                    p id="chosen" role="status" {}
                }
                details id="paste" {
                    summary { (say("paste-program")) }
                    label {
                        (say("language-of-program")) " "
                        select id="language" {
                            @for (ending, name) in LANGUAGES {
                                option value=(ending) { (name) }
                            }
                        }
                    }
                    textarea id="source" rows="12" spellcheck="false" autocomplete="off"
                        aria-label=(say("paste-program")) {}
                }
                @if !spec.parameters.is_empty() { (board(layout, spec)) }
                p { button type="submit" class="main" id="test" { (say("test-it")) } }
                p class="complaint" id="complaint" role="alert" hidden {}
            }
            p class="quiet" { (say("test-safely")) }
            p {
                (say("starters")) " "
                @for starter in starters.iter().filter(|starter| starter.game == spec.name) {
                    a href={ "/starters/" (starter.game) "/" (starter.name) } download {
                        (starter.name)
                    } " "
                }
            }
            (history(layout, &own))
        }
    };
    layout.whole(Some(spec), &title, &["upload.js"], &body).into_string()
}

/// Languages of sources that can be pasted: the ending of a file, and the name.
const LANGUAGES: [(&str, &str); 7] = [
    ("py", "Python"),
    ("c", "C"),
    ("cpp", "C++"),
    ("java", "Java"),
    ("pas", "Pascal"),
    ("rs", "Rust"),
    ("js", "JavaScript"),
];

fn roles(layout: Layout, spec: &GameSpec) -> Markup {
    let roles = Role::of(spec);
    html! {
        fieldset hidden[roles.len() == 1] {
            legend { (layout.say("what-it-does")) }
            @for (place, &role) in roles.iter().enumerate() {
                label {
                    input type="radio" name="role" value=(role.name()) checked[place == 0];
                    " " (role_words(layout, role))
                }
            }
        }
    }
}

fn role_words(layout: Layout, role: Role) -> String {
    layout.say(match role {
        Role::Task => "role-task",
        Role::Player => "role-player",
        Role::Both => "role-both",
    })
}

/// The fields of the game's parameters.
fn board(layout: Layout, spec: &GameSpec) -> Markup {
    let own = words(layout.language, spec);
    let name = |parameter: &Parameter| {
        let key = format!("set-{}", parameter.name);
        let told = rules::texts(&own).find(|(known, _)| *known == key).map(|(_, text)| text);
        told.unwrap_or(parameter.what).to_string()
    };
    html! {
        details id="board-fields" {
            summary { (layout.say("other-board")) }
            @for parameter in spec.parameters {
                label {
                    span { (name(parameter)) }
                    @match parameter.kind {
                        Kind::Choice(choices) => select name=(parameter.name) {
                            option value="" { (layout.say("usual")) }
                            @for choice in choices { option value=(choice) { (choice) } }
                        },
                        _ => input name=(parameter.name) placeholder=(parameter.default_text())
                            autocomplete="off";,
                    }
                }
            }
        }
    }
}

/// The versions that were tested, from the newest, with links to their trials.
fn history(layout: Layout, versions: &Versions) -> Markup {
    html! {
        @if !versions.is_empty() {
            h2 { (layout.say("your-versions")) }
            ol class="records" reversed {
                @for (version, trials) in versions.iter().rev() {
                    li value=(version.number) {
                        bdi { (version.entry.name) } " "
                        span class="quiet" { (about(layout, version)) } " "
                        @for trial in trials {
                            a href={ "/trials/" (trial) } {
                                (text("trial-number").number("n", *trial).told(layout.language))
                            } " "
                        }
                    }
                }
            }
        }
    }
}

fn about(layout: Layout, version: &Version) -> String {
    let spec = version.training.spec;
    let what = role_words(layout, version.training.role);
    format!("{}, {}, {what}", version.entry.language.title(), spec.title)
}

/// The page of a trial.
pub(crate) fn trial(
    layout: Layout,
    number: usize,
    trial: &Trial,
    version: &Version,
    versions: &Versions,
) -> String {
    let (language, spec) = (layout.language, trial.training.spec);
    let say = |key| layout.say(key);
    let name = &version.entry.name;
    let home = html! {
        a href={ "/test/" (spec.name) } { "← " (layout.say("test-next")) }
    };
    let place =
        text("version-of").number("n", version.number).name("about", about(layout, version));
    let place = place.told(language);
    let heading = Heading { language, home: &home, steps: &html! {}, name, place: &place };
    let above = html! {
        (heading.above())
        div id="lines" { (lines(layout, number, trial)) }
        @for note in &version.notes { p class="quiet" { (note) } }
        (buttons(layout, trial, versions))
    };
    let data = json!({
        "trial": number,
        "title": spec.title,
        "instead": format!("see-again = {}", say("see-again-here")),
        "words": words(language, spec),
        "news": news_without_lines(trial),
    });
    let body = html! {
        (replay_body(language, &above, &html! {}))
        (embedded(Some("trial"), &data))
    };
    let scripts = ["board.js", "replay.js", "trial.js"];
    let class = format!("{WITH_BOARD} with-lines");
    let title = format!("{name}: {}", spec.title);
    layout.of_class(Some(&class), Some(spec), &title, &scripts, &body).into_string()
}

/// What else can be tried with this version.
fn buttons(layout: Layout, trial: &Trial, versions: &Versions) -> Markup {
    let say = |key| layout.say(key);
    let is_other = |version: &Version| {
        version.number != trial.version
            && version.training.spec.name == trial.training.spec.name
            && version.training.role.plays()
    };
    let others: Vec<_> = versions.iter().filter(|(version, _)| is_other(version)).collect();
    html! {
        p class="ways" id="deeds" {
            button type="button" data-deed="again" { (say("same-seed")) }
            button type="button" data-deed="anew" { (say("new-seed")) }
            @if trial.training.role.plays() {
                @for (version, _) in others.iter().rev().take(MOST_OTHERS) {
                    button type="button" data-deed="against" data-version=(version.number) {
                        (text("against-version").number("n", version.number).told(layout.language))
                    }
                }
            }
            button type="button" data-deed="withdraw" id="withdraw" hidden { (say("withdraw")) }
        }
    }
}

/// At most this many earlier versions can be chosen as opponents.
const MOST_OTHERS: usize = 3;

/// What a page needs to go on showing a trial.
pub(crate) fn news(layout: Layout, number: usize, trial: &Trial) -> Value {
    let mut news = news_without_lines(trial);
    news["lines"] = json!(lines(layout, number, trial).into_string());
    news
}

fn news_without_lines(trial: &Trial) -> Value {
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
fn lines(layout: Layout, number: usize, trial: &Trial) -> Markup {
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
