//! A game's README as a page. A diagram in it becomes a board.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};
use rules::Language;
use search::GameSpec;

use crate::boards::{for_people, live_board};
use crate::layout::Layout;
use crate::position::Position;

/// The rules of a game, in English if they are not translated.
pub(crate) fn rules(layout: Layout, spec: &GameSpec) -> Markup {
    let language = layout.language;
    let mut page = Vec::new();
    let mut code: Option<String> = None;
    let readme = spec.readme.of(language);
    for event in Parser::new_ext(readme, Options::ENABLE_TABLES) {
        match (event, &mut code) {
            (
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)),
                _,
            ) => {
                code = Some(String::new());
            }
            (Event::End(TagEnd::CodeBlock), _) => {
                let text = code.take().unwrap_or_default();
                page.push(Event::Html(block(layout, spec, &text).into_string().into()));
            }
            (Event::Text(text), Some(code)) => code.push_str(&text),
            (event, _) => page.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, page.into_iter());
    let english = Language::English;
    let is_english = readme == spec.readme.of(english);
    html! {
        @if is_english && language != english {
            p class="quiet" { (layout.say("in-english")) }
        }
        // The text is the project's own, so it is safe as HTML.
        div lang=(if is_english { english.code() } else { language.code() }) { (PreEscaped(text)) }
    }
}

/// A preformatted text, or the board that it shows.
fn block(layout: Layout, spec: &GameSpec, text: &str) -> Markup {
    let Ok(instance) = (spec.open)(&for_people(spec), Some(text)) else {
        return html! { pre tabindex="0" { code { (text) } } };
    };
    html! {
        (live_board(layout, spec, &Position::of(&*instance.table, &[]), Some(text)))
        details { summary { (layout.say("as-diagram")) } pre tabindex="0" { code { (text) } } }
    }
}
