//! The pages on which programs are tested: the games, the form of a game, and a trial.

use std::time::{SystemTime, UNIX_EPOCH};

use classroom::{Right, Role, Training, Trial, TrialState, Version, Workshop};
use maud::{Markup, html};
use page::{Heading, WITH_BOARD, embedded, replay_body, text};
use rules::Kind;
use search::GameSpec;
use serde_json::json;

use crate::class_lists;
use crate::class_words;
use crate::rights::may_have_work;
use crate::tables::encoded;
use crate::testing::{Starter, Testing};
use crate::trial_lines::{Waits, lines, news_without_lines, retold};
use crate::visitor::Visitor;
use play::Layout;
use play::{Position, start, still_board, words};

/// Versions, each with its trials by their numbers.
pub(crate) type Versions = [(Version, Vec<(usize, Trial)>)];

/// What a visitor sees: the trainings' pages, and the visitor's own versions.
pub(crate) struct Seen<'a> {
    layout: Layout,
    testing: &'a Testing,
    versions: Vec<(Version, Vec<(usize, Trial)>)>,
    /// The key and the name of a person of the class.
    person: Option<String>,
    name: Option<String>,
    is_organiser: bool,
    /// Whether the visitor may change what these versions are.
    may_run: bool,
    /// Says who the visitor is.
    line: Markup,
}

impl<'a> Seen<'a> {
    pub(crate) fn of(testing: &'a Testing, layout: Layout, visitor: &Visitor) -> Seen<'a> {
        let class = testing.class.as_ref();
        Seen {
            layout,
            testing,
            versions: testing.workshop.versions(Some(visitor.key())),
            person: class.map(|_| visitor.key().to_string()),
            name: class.and_then(|open| open.roster.title(visitor.key())),
            is_organiser: class.is_some() && visitor.is_organiser(),
            may_run: may_have_work(testing, visitor, Right::Run, visitor.key()),
            line: visitor.line(testing, layout),
        }
    }
}

/// The page that lists the trainings.
pub(crate) fn trainings(seen: &Seen<'_>, all: &[Training]) -> String {
    let layout = seen.layout;
    let say = |key| layout.say(key);
    let title = seen.testing.class.as_ref();
    let title = title.map_or_else(|| say("test-program"), |open| open.class.title.clone());
    let body = html! {
        main class="home test front" {
            (seen.line)
            h1 { (title) }
            p class="lead" { (say("test-choose")) }
            div class="cards" {
                @for training in all {
                    a class="card" href={ "/test/" (training.name()) } {
                        h2 { (training.title()) }
                        (still_board(&board_of(training)))
                    }
                }
            }
            @if let Some(open) = &seen.testing.class { (class_lists::lists(layout, open)) }
            @if seen.is_organiser { p { a href="/people" { (say("people")) } } }
            (history(layout, &seen.testing.workshop, &seen.versions, seen.may_run))
        }
    };
    let assets = ["cards.css", "trials.css", "board.js", "boards.js", "deeds.js"];
    layout.whole(None, &title, &assets, &body).into_string()
}

/// The first position on a training's board; on a board of convenient size if the training sets
/// nothing.
fn board_of(training: &Training) -> Position {
    let (spec, keys) = (training.spec, &training.keys);
    let set = Some(&training.parameters).filter(|_| !keys.parameters.is_empty());
    let opened = set.and_then(|set| (spec.open)(set, None).ok());
    let position =
        opened.map_or_else(|| start(spec), |instance| Position::of(&*instance.table, &[]));
    position.without_moves()
}

/// The form on which a program for a training is handed over.
pub(crate) fn form(seen: &Seen<'_>, training: &Training) -> String {
    let (layout, spec) = (seen.layout, training.spec);
    let say = |key| layout.say(key);
    let title = format!("{}: {}", training.title(), say("test-program"));
    let is_own_machine = seen.testing.class.is_none();
    let own: Vec<_> = seen
        .versions
        .iter()
        .filter(|(version, _)| version.training.name() == training.name())
        .cloned()
        .collect();
    let is_taken = |starter: &&Starter| starter.game == spec.name && training.takes(starter.name);
    let starters = seen.testing.starters.iter().filter(is_taken);
    let body = html! {
        main class="home test" {
            (seen.line)
            h1 { (title) }
            p class="lead" { (say(if training.role.plays() { "test-lead" } else { "test-lead-task" })) }
            form id="upload" data-training=(training.name()) data-person=[seen.person.as_deref()] {
                @if is_own_machine { (roles(layout, spec)) }
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
                @if is_own_machine && !spec.parameters.is_empty() { (board(layout, spec)) }
                p { button type="submit" class="main" id="test" { (hand_in(seen)) } }
                p class="complaint" id="complaint" role="alert" hidden {}
            }
            @if is_own_machine { p class="quiet" { (say("test-safely")) } }
            @else { (terms(layout, training)) }
            // The starters play, and solve no task.
            p hidden[!training.role.plays()] {
                (say("starters")) " "
                @for starter in starters {
                    a href={ "/starters/" (starter.game) "/" (starter.name) } download {
                        (starter.name)
                    } " "
                }
            }
            (history(layout, &seen.testing.workshop, &own, seen.may_run))
        }
    };
    let assets = ["trials.css", "upload.js", "deeds.js"];
    layout.whole(Some(spec), &title, &assets, &body).into_string()
}

/// Whether a trial leaves its version fit to be the current one.
fn may_be_current((_, trial): &(usize, Trial)) -> bool {
    trial.is_over() && !trial.does_not_compile()
}

/// The words of the button that uploads: in a class they say as whom.
fn hand_in(seen: &Seen<'_>) -> String {
    let layout = seen.layout;
    seen.name.as_ref().map_or_else(
        || layout.say("test-it"),
        |name| class_words::text("hand-in-as").name("name", name.as_str()).told(layout.language),
    )
}

/// What the class has decided: the game's rules, what programs do, parameters, clocks, languages.
fn terms(layout: Layout, training: &Training) -> Markup {
    let (spec, keys) = (training.spec, &training.keys);
    let set = training.parameters.all().filter(|(_, value)| !value.is_empty());
    let own = words(layout.language, spec);
    // Behind a semicolon stands what a field of a form can hold.
    let brief = |name| in_words(&own, spec, name).split(';').next().unwrap_or(name).to_string();
    let said = |(name, value)| format!("{}: {value}", brief(name));
    let set: Vec<_> = set.map(said).collect();
    let time = training.time;
    let seconds = |time: std::time::Duration| format!("{} s", time.as_secs_f64());
    let clocks = [
        time.each_move.map(|each| text("clock-move").name("time", seconds(each))),
        time.game.map(|game| text("clock-game").name("time", seconds(game))),
        Some(time.increment)
            .filter(|increment| !increment.is_zero())
            .map(|increment| text("clock-increment").name("time", seconds(increment))),
    ];
    let clocks = clocks.into_iter().flatten().map(|text| text.told(layout.language));
    let clocks = clocks.collect::<Vec<_>>().join(", ");
    html! {
        ul class="quiet" {
            li { a href={ "/rules/" (spec.name) } { (spec.title) } ": "
                (role_words(layout, training.role)) }
            @if !set.is_empty() { li { (set.join(", ")) } }
            @if training.role.plays() && !clocks.is_empty() { li { (clocks) } }
            @if training.role.plays() {
                li {
                    (layout.say("play-the-opponents"))
                    @for level in training.opponents {
                        @let level = level.number();
                        " "
                        a href={ "/play/" (spec.name) "#v1" (settings(training)) ";by=you-engine:" (level) } {
                            (text("engine-of-level").number("n", level).told(layout.language))
                        }
                    }
                }
            }
            @if let Some(languages) = &keys.languages {
                li { (layout.say("languages-taken")) " " (languages.join(", ")) }
            }
        }
    }
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

/// What a parameter is, by the words of its game; without them, in English.
fn in_words(own: &str, spec: &GameSpec, name: &str) -> String {
    let key = format!("set-{name}");
    let told = rules::texts(own).find(|(known, _)| *known == key).map(|(_, text)| text);
    let listed = spec.parameters.iter().find(|parameter| parameter.name == name);
    told.or(listed.map(|parameter| parameter.what)).unwrap_or(name).to_string()
}

/// The fields of the game's parameters.
fn board(layout: Layout, spec: &GameSpec) -> Markup {
    let own = words(layout.language, spec);
    html! {
        details id="board-fields" {
            summary { (layout.say("other-board")) }
            @for parameter in spec.parameters {
                label {
                    span { (in_words(&own, spec, parameter.name)) }
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

/// Versions from the newest, with the state of their trials and all first fouls; with buttons if the
/// visitor may run something.
pub(crate) fn history(
    layout: Layout,
    workshop: &Workshop,
    versions: &Versions,
    may_run: bool,
) -> Markup {
    html! {
        @if !versions.is_empty() {
            h2 { (layout.say("your-versions")) }
            ol class="records versions" reversed {
                @for (version, trials) in versions.iter().rev() {
                    @let current = workshop.current(&version.person, version.training.name());
                    li value=(version.ordinal) {
                        a href={ "/versions/" (version.number) } { bdi { (version.name) } } " "
                        span class="quiet" {
                            (about(layout, version)) ", " (ago(layout, version.uploaded))
                        } " "
                        @if current.as_ref().is_some_and(|current| current.number == version.number) {
                            strong { (layout.say("current-version")) } " "
                        } @else if may_run && trials.iter().any(may_be_current) {
                            button type="button" class="plain"
                                data-post={ "/api/versions/" (version.number) "/current" } {
                                (layout.say("make-current"))
                            } " "
                        }
                        @if let Some(by) = &version.by_site { (class_words::by_site(layout, by)) }
                        ul { @for (number, trial) in trials { li { (summary(layout, *number, trial)) } } }
                    }
                }
            }
            p class="quiet" { (layout.say("current-is-what")) }
        }
    }
}

/// A trial in one line: its mark, its link, its first foul.
pub(crate) fn summary(layout: Layout, number: usize, trial: &Trial) -> Markup {
    html! {
        (link(layout, number, trial))
        @if let Some(foul) = &trial.foul { ": " (retold(layout, trial, &foul.what)) }
    }
}

/// The mark of a trial and its link.
pub(crate) fn link(layout: Layout, number: usize, trial: &Trial) -> Markup {
    let (mark, class) = mark(trial);
    html! {
        span class=(class) { span class="mark" aria-hidden="true" { (mark) } } " "
        a href={ "/trials/" (number) } {
            (text("trial-number").number("n", number).told(layout.language))
        }
    }
}

/// The mark of a trial and its class.
fn mark(trial: &Trial) -> (&'static str, &'static str) {
    match &trial.state {
        TrialState::Waiting => ("·", "quiet"),
        TrialState::Running => ("…", ""),
        TrialState::Withdrawn => ("–", "quiet"),
        TrialState::Failed(_) => ("✗", "bad"),
        TrialState::Done if trial.is_bad() => ("✗", "bad"),
        TrialState::Done if trial.is_fine() => ("✓", "good"),
        TrialState::Done => ("?", "quiet"),
    }
}

/// How long ago something was, in seconds since 1970, by its largest unit.
pub(crate) fn ago(layout: Layout, then: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let minutes = now.saturating_sub(then) / 60;
    let (key, count) = match minutes {
        0 => return layout.say("just-now"),
        1..60 => ("minutes-ago", minutes),
        60..2880 => ("hours-ago", minutes / 60),
        _ => ("days-ago", minutes / 1440),
    };
    text(key).number("n", count).told(layout.language)
}

pub(crate) fn about(layout: Layout, version: &Version) -> String {
    let title = version.training.title();
    let what = role_words(layout, version.training.role);
    format!("{}, {title}, {what}", version.language)
}

/// A trial on its page.
pub(crate) struct TrialPage<'a> {
    pub(crate) layout: Layout,
    pub(crate) workshop: &'a Workshop,
    pub(crate) number: usize,
    pub(crate) trial: Trial,
    pub(crate) version: Version,
    /// The name of the person of a class who uploaded the version.
    pub(crate) author: Option<String>,
    /// Says who the visitor is.
    pub(crate) line: Markup,
    /// Whether the visitor may run something.
    pub(crate) may_run: bool,
}

/// The page of a trial.
pub(crate) fn trial(page: &TrialPage<'_>, versions: &Versions) -> String {
    let TrialPage { layout, workshop, number, trial, version, author, line, may_run } = page;
    let (layout, number) = (*layout, *number);
    let (language, spec) = (layout.language, trial.training.spec);
    let say = |key| layout.say(key);
    let name = &version.name;
    let home = html! {
        a href={ "/test/" (trial.training.name()) } { "← " (layout.say("test-next")) }
    };
    let place =
        text("version-of").number("n", version.ordinal).name("about", about(layout, version));
    let place = [author.clone(), Some(place.told(language))];
    let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let heading = Heading { language, home: &home, steps: &html! {}, name, place: &place };
    let above = html! {
        (line)
        (heading.above())
        div id="lines" { (lines(layout, number, trial, Waits::of(workshop, number))) }
        @for note in &version.notes { p class="quiet" { (retold(layout, trial, note)) } }
        @if *may_run { (buttons(layout, trial, versions)) }
        @if workshop.plays_people(version) { (play_against(layout, trial, version)) }
    };
    let data = json!({
        "trial": number,
        "title": spec.title,
        "instead": format!("see-again = {}", say("see-again-here")),
        "words": words(language, spec),
        "news": news_without_lines(workshop, number, trial),
    });
    let body = html! {
        (replay_body(language, &above, &html! {}))
        (embedded(Some("trial"), &data))
    };
    let assets = ["trials.css", "board.js", "replay.js", "trial.js", "deeds.js"];
    let class = format!("{WITH_BOARD} with-lines");
    let title = format!("{name}: {}", trial.training.title());
    layout.of_class(Some(&class), Some(spec), &title, &assets, &body).into_string()
}

/// What else can be tried with this version.
fn buttons(layout: Layout, trial: &Trial, versions: &Versions) -> Markup {
    let say = |key| layout.say(key);
    let is_other = |version: &Version| {
        version.number != trial.version
            && version.training.spec.name == trial.training.spec.name
            && version.training.role.plays()
    };
    let others = versions.iter().map(|(version, _)| version).filter(|version| is_other(version));
    let mut others: Vec<_> = others.collect();
    // The current version and the newest ones can be chosen.
    others.sort_by_key(|version| (version.current_since, version.number));
    html! {
        p class="ways" id="deeds" {
            // A version that does not compile has nothing to run.
            @for (deed, key) in [("again", "same-seed"), ("anew", "new-seed")] {
                button type="button" data-deed=(deed) data-runs hidden[trial.does_not_compile()] {
                    (say(key))
                }
            }
            @if trial.training.role.plays() {
                @for version in others.iter().rev().take(MOST_OTHERS) {
                    button type="button" data-deed="against" data-version=(version.number)
                        data-runs hidden[trial.does_not_compile()] {
                        (text("against-version").number("n", version.ordinal).told(layout.language))
                    }
                }
            }
            button type="button" data-deed="withdraw" id="withdraw" hidden { (say("withdraw")) }
        }
    }
}

/// Links to games of a person against this version, with either side.
fn play_against(layout: Layout, trial: &Trial, version: &Version) -> Markup {
    let (spec, n) = (version.training.spec, version.number);
    let set = settings(&version.training);
    let link = |by: String| format!("/play/{}#v1{set};by={by}", spec.name);
    html! {
        p data-runs hidden[trial.does_not_compile()] {
            (layout.say("play-against-it")) " "
            a href=(link(format!("you-version:{n}"))) { (layout.say("you-first")) } " · "
            a href=(link(format!("version:{n}-you"))) { (layout.say("it-first")) }
        }
    }
}

/// The parameters of a training in the link of a game.
fn settings(training: &Training) -> String {
    let set = training.keys.parameters.iter();
    let set: Vec<_> = set.map(|(name, value)| format!("{name}:{}", encoded(value))).collect();
    if set.is_empty() { String::new() } else { format!(";set={}", set.join(",")) }
}

/// At most this many other versions can be chosen as opponents.
const MOST_OTHERS: usize = 5;

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    #[test]
    fn parameters_are_told_in_words() {
        for spec in games::GAMES {
            for name in spec.parameters.iter().map(|parameter| parameter.name) {
                let told = Language::ALL.map(|one| in_words(&words(one, spec), spec, name));
                // Poziomka's parameters have Polish names.
                assert!(told[0] != name && told[2] != name, "{}: {told:?}", spec.name);
                assert_ne!(told[0], told[1], "{}: {name} in two languages", spec.name);
            }
        }
    }
}
