//! The frame of an HTML page.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use rules::Language;
use serde_json::Value;

/// The frame of a page, without its content.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// The language of the page.
    pub language: Language,
    /// The title of the page.
    pub title: &'a str,
    /// The style, if the page must be complete in one file.
    pub style: Option<&'a str>,
    /// The addresses of the page's styles.
    pub styles: &'a [String],
    /// The addresses of the page's scripts, in the order in which they run after the page is
    /// loaded.
    pub scripts: &'a [String],
    /// The addresses of the modules that run after the scripts.
    pub modules: &'a [String],
    /// The addresses of the modules that those modules import.
    pub imported: &'a [String],
    /// The address of the page's icon.
    pub icon: Option<&'a str>,
    /// The CSS classes of the body. A rule with `:has` would take effect only when the browser has
    /// read the whole body, and everything would move then.
    pub class: Option<&'a str>,
    /// The content security policy, if no server sends one.
    pub policy: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page. The page tells browsers to send no referrer to other sites.
    #[must_use]
    pub fn with(&self, body: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang=(self.language.code()) {
                head {
                    meta charset="utf-8";
                    @if let Some(policy) = self.policy {
                        meta http-equiv="Content-Security-Policy" content=(policy);
                    }
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (self.title) }
                    @if let Some(icon) = self.icon { link rel="icon" href=(icon); }
                    @if let Some(style) = self.style { style { (PreEscaped(style)) } }
                    @for style in self.styles { link rel="stylesheet" href=(style); }
                    @for script in self.scripts { script defer src=(script) {} }
                    (module_scripts(self.modules, self.imported))
                }
                body class=[self.class] { (body) }
            }
        }
    }
}

/// Modules that run after the scripts of a page, and the modules that they import.
#[must_use]
pub fn module_scripts(modules: &[String], imported: &[String]) -> Markup {
    html! {
        @for module in imported { link rel="modulepreload" href=(module); }
        @for module in modules { script type="module" src=(module) {} }
    }
}

/// Data for scripts. Browsers do not execute this element, so the content security policy allows
/// it.
#[must_use]
pub fn embedded(id: Option<&str>, value: &Value) -> Markup {
    // Without the replacement, a `<` in a text could end the element.
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id=[id] { (PreEscaped(text)) } }
}
