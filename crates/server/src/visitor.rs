//! Who sends a request: the owner of the server, a person of the class, or nobody.
//!
//! A person opens a link once, and a cookie keeps its token. The cookie is `SameSite=Lax`, so that a
//! link on the course's page leads to the person's own pages; requests that change something must
//! come from a page of this server (`guard.rs`) and contain JSON, which no form of another site can
//! send.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect};
use classroom::Version;

use crate::refusal::Refusal;
use crate::site::{Answer, Shared, Site};

/// The name of the cookie.
const NAME: &str = "ludoteka-link";

/// How long a browser keeps the cookie, in seconds: half a year, the length of a course.
const KEPT: u32 = 183 * 24 * 60 * 60;

/// The longest token that is looked for.
const LONGEST: usize = 64;

/// Who sends a request: a person's id; empty for the organiser of a class, or whoever started a
/// server without one.
pub(crate) struct Visitor(String);

impl Visitor {
    /// # Errors
    /// Fails if the request has no cookie of one of the class's links, or else of the owner's.
    pub(crate) fn of(site: &Site, headers: &HeaderMap) -> Result<Visitor, Refusal> {
        let testing = site.testing()?;
        let Some(open) = &testing.class else {
            let is_owner = testing.owner.as_ref().is_some_and(|owner| owner.is_sender(headers));
            return if is_owner { Ok(Visitor(String::new())) } else { Err(stranger()) };
        };
        let owner = tokens(headers).find_map(|token| open.roster.owner(token));
        owner.map(Visitor).ok_or_else(stranger)
    }

    #[cfg(test)]
    pub(crate) fn with_key(key: &str) -> Visitor {
        Visitor(key.to_string())
    }

    /// Whether the visitor sees everybody's versions: the owner of the server.
    pub(crate) fn is_owner(&self) -> bool {
        self.0.is_empty()
    }

    /// The id under which the visitor's versions are kept.
    pub(crate) fn key(&self) -> &str {
        &self.0
    }

    /// Whether the visitor may see what this person has uploaded.
    pub(crate) fn may_see(&self, person: &str) -> bool {
        self.is_owner() || self.0 == person
    }

    /// Refuses everybody but the organiser of a class.
    pub(crate) fn organiser(site: &Site, headers: &HeaderMap) -> Result<(), Refusal> {
        let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page");
        site.testing()?.class.as_ref().ok_or_else(none)?;
        let visitor = Visitor::of(site, headers)?;
        if visitor.is_owner() { Ok(()) } else { Err(none()) }
    }
}

fn stranger() -> Refusal {
    Refusal::new(StatusCode::UNAUTHORIZED, "open the link that you got from the organiser")
}

/// The tokens in the cookies of a request.
fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs =
        cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, token)| *name == NAME && token.len() <= LONGEST).map(|(_, token)| token)
}

/// A version that the visitor may see.
pub(crate) fn own_version(
    site: &Site,
    headers: &HeaderMap,
    number: &str,
) -> Result<Version, Refusal> {
    let (visitor, workshop) = (Visitor::of(site, headers)?, &site.testing()?.workshop);
    let version = number.parse().ok().and_then(|number| workshop.version(number));
    let version = version.filter(|version| visitor.may_see(&version.person));
    version.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such version"))
}

/// Opens a person's link: the token becomes a cookie and leaves the address.
pub(crate) async fn link(
    State(site): Shared,
    headers: HeaderMap,
    Path(token): Path<String>,
) -> Answer {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such page");
    let shut = || Refusal::new(StatusCode::GONE, "this link is shut, or was replaced by another");
    if let Some(owner) = &site.testing()?.owner {
        return owner.open(&token).ok_or_else(shut);
    }
    let open = site.testing()?.class.as_ref().ok_or_else(none)?;
    let owner = Some(&*token).filter(|token| token.len() <= LONGEST);
    let owner = owner.and_then(|token| open.roster.owner(token)).ok_or_else(shut)?;
    // A proxy with TLS says so, and then the browser sends the cookie by TLS alone.
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|by| by == "https");
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{NAME}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}");
    let to = if owner.is_empty() { "/people" } else { "/test" };
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Redirect::to(to)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_among_other_cookies() {
        let value = format!("lang=pl; {NAME}=abc;{NAME}={}; x", "a".repeat(LONGEST + 1));
        let headers = HeaderMap::from_iter([(header::COOKIE, value.parse().expect("a value"))]);
        assert_eq!(tokens(&headers).collect::<Vec<_>>(), ["abc"]);
    }
}
