//! How a page begins.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

/// A page before there is anything on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// What it is called.
    pub title: &'a str,
    /// Its style, where it has to be whole in one file.
    pub style: Option<&'a str>,
    /// Where its styles lie.
    pub styles: &'a [String],
    /// Where its scripts lie, in the order in which they run, when all of the page is there.
    pub scripts: &'a [String],
    /// Where its picture lies.
    pub icon: Option<&'a str>,
    /// What a browser may load for it, where no server says so.
    pub policy: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page. Nobody is told from which page a link was followed.
    #[must_use]
    pub fn with(&self, body: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    @if let Some(policy) = self.policy { meta http-equiv="Content-Security-Policy" content=(policy); }
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (self.title) }
                    @if let Some(icon) = self.icon { link rel="icon" href=(icon); }
                    @if let Some(style) = self.style { style { (PreEscaped(style)) } }
                    @for style in self.styles { link rel="stylesheet" href=(style); }
                    @for script in self.scripts { script defer src=(script) {} }
                }
                body { (body) }
            }
        }
    }
}

/// What scripts read: no browser executes it, so that no policy forbids it.
#[must_use]
pub fn embedded(id: Option<&str>, value: &Value) -> Markup {
    // `<` within a text would end the element where it says so.
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=[id] { (PreEscaped(text)) } }
}
