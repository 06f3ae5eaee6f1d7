//! An organiser's own words as HTML.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};

/// The organiser's words, below the page's heading. HTML in them stays text.
pub(crate) fn markdown(words: &str) -> Markup {
    let events = Parser::new_ext(words, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: below(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = if leads_away(&dest_url) { dest_url } else { "#".into() };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut page = String::new();
    push_html(&mut page, events);
    html! { section class="words" { (PreEscaped(page)) } }
}

/// Whether a link leads to a page or an address, and runs no script.
fn leads_away(link: &str) -> bool {
    let scheme = link.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_path = link.starts_with(['/', '#', '?', '.']);
    is_path || scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&&*scheme))
}

fn below(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6)
}
