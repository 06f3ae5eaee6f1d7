//! The form with which an organiser announces a contest or an assignment: its fields write the table
//! that is added to `class.toml`.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use classroom::{Announced, Class, Training};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;

use crate::class_words::{say, text};
use crate::pages::answer;
use crate::refusal::Refusal;
use crate::site::{Answer, In, Shared, aside, sent_of};
use crate::visitor::Visitor;
use play::Layout;

/// A field: the key that it writes, below `final.` in a table of its own; and the form of the
/// value in TOML, in which `$` is what is typed. Without a form the value is a text.
struct Field {
    key: &'static str,
    form: Option<&'static str>,
    label: &'static str,
}

/// A field that a browser's own control fills in, and the attributes of the control.
struct Typed(Field, &'static str, &'static str);

/// The choices of a field: values in TOML, and the keys of their texts. The first is the usual one.
type Choices = &'static [(&'static str, &'static str)];

const AS_IS: Option<&str> = Some("$");

const CONTEST_CHOICES: &[(Field, Choices)] = &[
    (
        Field { key: "standings", form: AS_IS, label: "who-sees-standings" },
        &[
            ("", "standings-class"),
            ("\"everyone\"", "standings-everyone"),
            ("\"own\"", "standings-own"),
            ("\"after the final\"", "after-the-final"),
        ],
    ),
    (
        Field { key: "names-shown", form: AS_IS, label: "names-shown" },
        &[("", "names-of-programs"), ("\"people\"", "names-of-people")],
    ),
    (
        Field { key: "sources", form: AS_IS, label: "publish-sources" },
        &[("", "never"), ("\"after the final\"", "after-the-final")],
    ),
    (
        Field { key: "final.stage", form: AS_IS, label: "format-of-final" },
        &[
            ("", "format-round-robin"),
            (
                "[{ kind = \"swiss\", rounds = 5 }, { kind = \"knockout\", advance = 4 }]",
                "format-swiss-knockout",
            ),
            (
                "[{ kind = \"groups\", groups = 4 }, { kind = \"knockout\", advance = 8 }]",
                "format-groups-knockout",
            ),
        ],
    ),
];

const CONTEST_NUMBERS: &[Typed] = &[
    Typed(
        Field { key: "final-begins", form: Some("\"+$m\""), label: "final-begins-after" },
        "0",
        "1440",
    ),
    Typed(Field { key: "final.games", form: AS_IS, label: "games-of-each-two" }, "2", "100"),
    Typed(
        Field { key: "final.time", form: Some("{ game = \"$s\" }"), label: "seconds-a-game" },
        "1",
        "86400",
    ),
    Typed(Field { key: "final.within", form: Some("\"$m\""), label: "final-within" }, "1", "1440"),
];

const ASSIGNMENT_CHOICES: &[(Field, Choices)] = &[
    (
        Field { key: "grade", form: AS_IS, label: "points-for-play" },
        &[
            ("", "no-points-for-play"),
            ("{ levels = [1, 2], games = 20, bands = [[25, 2], [50, 4]] }", "usual-for-play"),
        ],
    ),
    (
        Field { key: "hand-in", form: AS_IS, label: "hand-in" },
        &[("", "hand-in-here"), ("\"moodle\"", "hand-in-moodle")],
    ),
    (
        Field { key: "late", form: AS_IS, label: "late-versions-are" },
        &[("", "late-refused"), ("{ percent-a-day = 10, days = 3 }", "late-three-days")],
    ),
    (
        Field { key: "tests-shown", form: AS_IS, label: "tests-shown" },
        &[("", "tests-all"), ("\"verdict\"", "tests-verdict"), ("\"nothing\"", "tests-nothing")],
    ),
];

const ASSIGNMENT_NUMBERS: &[Typed] =
    &[Typed(Field { key: "points", form: AS_IS, label: "points" }, "1", "1000000")];

/// A form: what it announces, and its own fields.
struct Form {
    table: &'static str,
    title: &'static str,
    is_meant: fn(&Training) -> bool,
    choices: &'static [(Field, Choices)],
    numbers: &'static [Typed],
}

const FORMS: [Form; 2] = [
    Form {
        table: "contest",
        title: "new-contest",
        is_meant: |training| training.role.plays(),
        choices: CONTEST_CHOICES,
        numbers: CONTEST_NUMBERS,
    },
    Form {
        table: "assignment",
        title: "new-assignment",
        is_meant: |_| true,
        choices: ASSIGNMENT_CHOICES,
        numbers: ASSIGNMENT_NUMBERS,
    },
];

/// Links to both forms.
pub(crate) fn links(layout: Layout) -> Markup {
    html! {
        p class="ways" {
            @for form in &FORMS {
                a class="button plain" href={ "/announce/" (form.table) } {
                    span { (say(layout, form.title)) }
                } " "
            }
        }
    }
}

/// The form for a contest or an assignment.
pub(crate) async fn form(
    State(site): Shared,
    Extension(language): In,
    headers: HeaderMap,
    Path(table): Path<String>,
) -> Answer {
    aside(move || {
        let (open, visitor) = (site.class()?, Visitor::of(&site, &headers)?);
        let layout = site.layout(language);
        let none = || Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"));
        let form = FORMS.iter().find(|form| form.table == table).ok_or_else(none)?;
        let sum = open.class.file_sum()?;
        let title = say(layout, form.title);
        let body = html! {
            main class="home people" {
                (visitor.line(site.testing()?, layout))
                h1 { (title) }
                p { (say(layout, "announce-how")) }
                form class="announce" data-post="/api/announce" data-table=(form.table) {
                    (fields(layout, form, &open.class))
                    label class="whole" {
                        (say(layout, "what-is-added"))
                        textarea name="text" rows="14" spellcheck="false" required {}
                    }
                    input type="hidden" name="sum" value=(sum);
                    button class="main" { (say(layout, "add-to-class")) }
                }
            }
        };
        let assets = ["trials.css", "deeds.js", "announce.js"];
        Ok(answer(&layout.whole(None, &title, &assets, &body).into_string()))
    })
    .await
}

fn fields(layout: Layout, form: &Form, class: &Class) -> Markup {
    let offered = class.offered();
    let meant = |training: &&Training| (form.is_meant)(training);
    let trainings = class.trainings.iter().filter(meant);
    let trainings = trainings.map(|training| (training.name(), training.title()));
    let plain = |names: &[String]| -> Vec<(String, String)> {
        names.iter().map(|name| (name.clone(), name.clone())).collect()
    };
    let with_none =
        |names: &[String]| [vec![(String::new(), "–".to_string())], plain(names)].concat();
    let words = with_none(&offered.words);
    let trainings: Vec<(String, String)> =
        trainings.map(|(name, title)| (name.to_string(), title.to_string())).collect();
    let own = |key, label| Field { key, form: None, label };
    html! {
        (typed(layout, &own("title", "title"), &html! { input maxlength="80" required; }))
        (typed(layout, &own("name", "word-in-addresses"), &html! {
            input maxlength="40" pattern="[a-z0-9\\-]+" required;
        }))
        (select(layout, &own("training", "training"), &trainings))
        (typed(layout, &Field { key: "closes", form: Some("$:00"), label: "open-until" }, &html! {
            input type="datetime-local" required;
        }))
        (typed(layout, &own("zone", "time-zone"), &html! { input maxlength="60" required; }))
        (select(layout, &own("words", "own-words"), &words))
        @if form.table == "assignment" {
            (select(layout, &own("tests", "folder-of-tests"), &with_none(&offered.folders)))
        }
        @for (field, choices) in form.choices {
            @let choices: Vec<_> = choices.iter()
                .map(|(value, key)| ((*value).to_string(), say(layout, key))).collect();
            (select(layout, field, &choices))
        }
        @for Typed(field, least, most) in form.numbers {
            (typed(layout, field, &html! { input type="number" min=(least) max=(most); }))
        }
    }
}

fn typed(layout: Layout, field: &Field, control: &Markup) -> Markup {
    html! {
        label data-key=(field.key) data-form=[field.form] { (say(layout, field.label)) (control) }
    }
}

fn select(layout: Layout, field: &Field, choices: &[(String, String)]) -> Markup {
    let options = html! {
        select { @for (value, title) in choices { option value=(value) { (title) } } }
    };
    typed(layout, field, &options)
}

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    text: String,
    sum: String,
}

/// Adds what the form has written to `class.toml`.
pub(crate) async fn announce(
    State(site): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Answer {
    let sent: Sent = sent_of(&headers, body)?;
    aside(move || {
        let open = site.class()?;
        let announced = open.contests.announce(&sent.text, &sent.sum);
        let to = match announced? {
            Announced::Contest(name) => format!("/contests/{name}"),
            Announced::Assignment(name) => format!("/assignments/{name}"),
        };
        open.assignments.tick();
        let kind = [(header::CONTENT_TYPE, "application/json")];
        Ok((kind, json!({ "to": to }).to_string()).into_response())
    })
    .await
}
