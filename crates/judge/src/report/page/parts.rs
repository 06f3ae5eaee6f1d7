//! The parts that all pages have in common.

use maud::{Markup, html};
use page::Page;
use rules::Language;

use crate::report::{Heading, Judged};
use crate::texts::text;
use crate::{Conditions, Mismatch, Verdict};
use errors::excerpt::in_a_line;

/// A whole page.
pub(super) fn whole(language: Language, title: &str, body: &Markup) -> String {
    let style = [page::FIGURES, include_str!("style.css")].concat();
    let page = Page { language, title, style: Some(&style), ..Page::default() };
    page.with(&html! { main { (body) } }).into_string() + "\n"
}

/// The verdict on a case. A broken rule, which the verdict names in English, is left out in other
/// languages if an explanation tells it.
pub(super) fn verdict(judged: &Judged, language: Language) -> String {
    let is_explained = judged.explanation.is_some() && language != Language::English;
    match &judged.verdict {
        Verdict::WrongAnswer(Mismatch::Breaks(_)) if is_explained => {
            text("wrong-answer").told(language)
        }
        verdict => in_a_line(&verdict.told(language)),
    }
}

/// A sentence, with the texts between backticks as code.
pub(super) fn told(sentence: &str) -> Markup {
    let parts: Vec<_> = sentence.split('`').collect();
    // If the number of backticks is odd, one of them belongs to a quoted text, and nothing says
    // which one.
    if parts.len().is_multiple_of(2) {
        return html! { (sentence) };
    }
    html! {
        @for (index, part) in parts.into_iter().enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The conditions of the judging, and the compilers used.
pub(super) fn terms(heading: &Heading, conditions: &Conditions, compilers: Option<&str>) -> Markup {
    let language = heading.language;
    let limits = text("limits")
        .name("time", rules::time_text(conditions.time))
        .number("memory", conditions.memory >> 20)
        .told(language);
    let compilers = compilers.map(|line| text("compiled-by").name("line", line).told(language));
    let version = text("judged-by").name("version", &heading.version).told(language);
    html! {
        footer {
            p {
                (limits)
                @if let Some(line) = compilers { " " (told(&line)) }
                " " (version)
            }
        }
    }
}
