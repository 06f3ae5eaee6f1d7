//! How a page begins.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

/// The frame of a page, without its content.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// What it is called.
    pub title: &'a str,
    /// Its style, if the page has to be complete in one file.
    pub style: Option<&'a str>,
    /// Where its styles lie.
    pub styles: &'a [String],
    /// The addresses of its scripts, in the order in which they run after the page is loaded.
    pub scripts: &'a [String],
    /// Where its picture lies.
    pub icon: Option<&'a str>,
    /// What a browser may load for it, if no server sends such a policy.
    pub policy: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page. No other site is told from which page a link was followed.
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

/// Data for scripts: browsers do not execute it, so no policy forbids it.
#[must_use]
pub fn embedded(id: Option<&str>, value: &Value) -> Markup {
    // A `<` in a text could end the element.
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=[id] { (PreEscaped(text)) } }
}
