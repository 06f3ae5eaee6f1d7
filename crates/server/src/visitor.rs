//! Who sends a request: an organiser of the class or the owner of the server, a person of the
//! class, or nobody.
//!
//! A person opens a link once, and a cookie keeps its token. The cookie is `SameSite=Lax`, so that a
//! link on the course's page leads to the person's own pages; requests that change something must
//! come from a page of this server (`guard.rs`) and contain JSON, which no form of another site can
//! send.

use axum::http::{HeaderMap, StatusCode, header};
use classroom::{Holder, Organiser, Version};
use maud::{Markup, html};
use rules::message;

use crate::class_words::{say, text};
use crate::refusal::Refusal;
use crate::site::Site;
use crate::testing::{OpenClass, Testing};
use play::Layout;

/// The name of the cookie with the token of a link.
const NAME: &str = "ludoteka-link";

/// How long a browser keeps the cookie, in seconds: half a year, the length of a course; or two
/// hours on a computer that others use.
const KEPT: u32 = 183 * 24 * 60 * 60;
const KEPT_IF_SHARED: u32 = 2 * 60 * 60;

/// The longest token that is looked for.
pub(crate) const LONGEST: usize = 64;

/// Who sends a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Visitor {
    /// Nobody that the class knows.
    Stranger,
    /// A person of the class, by key.
    Person(String),
    /// An organiser of the class, or whoever sits at this machine.
    Organiser(Organiser),
}

impl Visitor {
    /// Whoever has one of the cookies of a request.
    pub(crate) fn find(testing: &Testing, headers: &HeaderMap) -> Visitor {
        let Some(open) = &testing.class else {
            let is_owner = testing.owner.as_ref().is_some_and(|owner| owner.is_sender(headers));
            return if is_owner {
                Visitor::Organiser(Organiser::first())
            } else {
                Visitor::Stranger
            };
        };
        let holder = cookies(headers, NAME).find_map(|token| open.roster.holder(token));
        let visitor = match holder {
            Some(Holder::Person(key)) => Some(Visitor::Person(key)),
            Some(Holder::Organiser(name)) => {
                open.roster.organiser_named(&name).map(Visitor::Organiser)
            }
            None => None,
        };
        visitor.unwrap_or(Visitor::Stranger)
    }

    /// # Errors
    /// Fails if no programs are tested here.
    pub(crate) fn of(site: &Site, headers: &HeaderMap) -> Result<Visitor, Refusal> {
        Ok(Visitor::find(site.testing()?, headers))
    }

    /// The organiser who sends a request; for others there is no such page.
    pub(crate) fn organiser(site: &Site, headers: &HeaderMap) -> Result<Organiser, Refusal> {
        match Visitor::of(site, headers)? {
            Visitor::Organiser(organiser) => Ok(organiser),
            _ => Err(Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"))),
        }
    }

    /// The key of the person who sends a request; for others there is no such page.
    pub(crate) fn person(site: &Site, headers: &HeaderMap) -> Result<String, Refusal> {
        match Visitor::of(site, headers)? {
            Visitor::Person(key) => Ok(key),
            _ => Err(Refusal::new(StatusCode::NOT_FOUND, text("no-such-page"))),
        }
    }

    /// Whether the visitor is an organiser, or the owner of the server.
    pub(crate) fn is_organiser(&self) -> bool {
        matches!(self, Visitor::Organiser(_))
    }

    /// The key under which the visitor's versions are kept: organisers share the empty one.
    pub(crate) fn key(&self) -> &str {
        if let Visitor::Person(key) = self { key } else { "" }
    }

    /// Who the visitor is in the class's lists.
    pub(crate) fn holder(&self) -> Option<Holder> {
        match self {
            Visitor::Stranger => None,
            Visitor::Person(key) => Some(Holder::Person(key.clone())),
            Visitor::Organiser(organiser) => Some(Holder::Organiser(organiser.name.clone())),
        }
    }

    /// The line at the top of a class's page: who one is, and a button that ends it. Pages with it
    /// need the script `deeds.js`.
    pub(crate) fn line(&self, testing: &Testing, layout: Layout) -> Markup {
        let named = testing.class.as_ref().zip(self.holder());
        html! {
            @if let Some((open, holder)) = named {
                p class="visitor" {
                    span { (told_with_name(layout, "you-are", &name(open, &holder, layout))) } " "
                    button type="button" class="plain" data-post="/api/leave" {
                        (say(layout, "leave"))
                    }
                }
            }
        }
    }
}

/// A text with a name in it, which stands for itself whatever its direction of writing.
pub(crate) fn told_with_name(layout: Layout, key: &'static str, name: &str) -> Markup {
    const GAP: &str = "\u{fffc}";
    let told = text(key).name("name", GAP).told(layout.language);
    let (before, after) = told.split_once(GAP).unwrap_or((&told, ""));
    html! { (before) bdi { strong { (name) } } (after) }
}

/// The name of a holder of a link, with the group: two people may have one name.
pub(crate) fn name(open: &OpenClass, holder: &Holder, layout: Layout) -> String {
    match holder {
        Holder::Organiser(name) if name.is_empty() => say(layout, "the-organiser"),
        Holder::Organiser(name) => name.clone(),
        Holder::Person(key) => {
            let name = open.roster.title(key).unwrap_or_else(|| key.clone());
            let group = open.roster.group(key);
            if group.is_empty() { name } else { format!("{name} ({group})") }
        }
    }
}

/// The cookie with which a browser is whoever has this token.
pub(crate) fn cookie(headers: &HeaderMap, token: &str, is_shared: bool) -> String {
    kept(NAME, token, if is_shared { KEPT_IF_SHARED } else { KEPT }, headers)
}

/// The cookie with which a browser is nobody.
pub(crate) fn no_cookie(headers: &HeaderMap) -> String {
    kept(NAME, "", 0, headers)
}

/// A cookie that is kept for so many seconds.
pub(crate) fn kept(name: &str, value: &str, seconds: u32, headers: &HeaderMap) -> String {
    // A proxy with TLS says so, and then the browser sends the cookie by TLS alone.
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|by| by == "https");
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// The values of the cookies of this name in a request.
pub(crate) fn cookies<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(known, token)| *known == name && token.len() <= LONGEST).map(|(_, it)| it)
}

/// The version with this number. `rights.rs` has decided that the visitor may see it.
pub(crate) fn version(site: &Site, number: &str) -> Result<Version, Refusal> {
    let workshop = &site.testing()?.workshop;
    let version = number.parse().ok().and_then(|number| workshop.version(number));
    version.ok_or_else(|| {
        Refusal::new(StatusCode::NOT_FOUND, message!(classroom::WORDS, "no-such-version"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_among_other_cookies() {
        let value = format!("lang=pl; {NAME}=abc;{NAME}={}; x", "a".repeat(LONGEST + 1));
        let headers = HeaderMap::from_iter([(header::COOKIE, value.parse().expect("a value"))]);
        assert_eq!(cookies(&headers, NAME).collect::<Vec<_>>(), ["abc"]);
    }
}
