//! The pages on which programs are tested: the games, the form of a game, and a trial.

use classroom::{Role, Trial, Version};
use maud::{Markup, html};
use page::{Heading, WITH_BOARD, embedded, replay_body, text};
use rules::{Kind, Parameter};
use search::GameSpec;
use serde_json::json;

use crate::boards::words;
use crate::layout::Layout;
use crate::testing::Starter;
use crate::trial_lines::{lines, news_without_lines};

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
