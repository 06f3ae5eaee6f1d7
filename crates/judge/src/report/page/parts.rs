//! The parts that all pages have in common.

use maud::{Markup, html};
use page::Page;

use crate::Conditions;
use crate::report::Heading;

/// A whole page.
pub(super) fn whole(title: &str, body: &Markup) -> String {
    let page = Page { title, style: Some(include_str!("style.css")), ..Page::default() };
    page.with(&html! { main { (body) } }).into_string() + "\n"
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
    html! {
        footer {
            p {
                "A case may take " (rules::time_text(conditions.time)) " and "
                (conditions.memory >> 20) " MiB."
                @if let Some(line) = compilers { " Compiled by " code { (line) } "." }
                " Judged by Ludoteka " (heading.version) "."
            }
        }
    }
}
