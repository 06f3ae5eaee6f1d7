//! The language of a response. A visitor chooses it by a link with `?lang=pl`, and a cookie keeps
//! the choice. Until then the browser's own languages decide.

use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use rules::Language;

/// The name of the cookie, and of the parameter of a link.
const NAME: &str = "lang";

/// How long a browser keeps the choice, in seconds: a year.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// The language in which a request is answered.
pub(crate) fn of(headers: &HeaderMap) -> Language {
    from_cookie(headers).unwrap_or_else(|| accepted(headers))
}

/// The response to a link that chooses a language: a cookie, and a redirect to the same page
/// without the choice. A browser keeps the fragment of the address, which may hold a game.
pub(crate) fn choice(uri: &Uri) -> Option<Response> {
    let query = uri.query()?;
    let chosen = query.split('&').find_map(value)?;
    let cookie = format!("{NAME}={}; Path=/; Max-Age={KEPT}; SameSite=Lax", chosen.code());
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie)]);
    // A path that begins with two slashes would lead to another host.
    let path = format!("/{}", uri.path().trim_start_matches('/'));
    Some((cookie, Redirect::to(&path)).into_response())
}

fn from_cookie(headers: &HeaderMap) -> Option<Language> {
    let mut cookies = values(headers, &header::COOKIE).flat_map(|all| all.split(';'));
    cookies.find_map(|cookie| value(cookie.trim()))
}

fn value(pair: &str) -> Option<Language> {
    let (name, code) = pair.split_once('=')?;
    (name == NAME).then(|| Language::with_code(code)).flatten()
}

/// The language that the browser prefers, or English if it wants none that Ludoteka has.
fn accepted(headers: &HeaderMap) -> Language {
    let ranges = values(headers, &header::ACCEPT_LANGUAGE).flat_map(|all| all.split(','));
    let known = ranges.filter_map(|range| {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight = weight.trim().strip_prefix("q=")?.parse::<f32>().ok()?;
        let code = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        Some((Language::with_code(&code)?, weight)).filter(|_| weight > 0.0)
    });
    // Of several languages with the same weight, the first is preferred.
    let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(name: HeaderName, value: &str) -> Language {
        of(&HeaderMap::from_iter([(name, value.parse().expect("a header's value"))]))
    }

    #[test]
    fn the_browser_is_asked_and_the_cookie_decides() {
        let accepts = |value| language(header::ACCEPT_LANGUAGE, value);
        assert_eq!(accepts("pl-PL,pl;q=0.9,en;q=0.8"), Language::Polish);
        assert_eq!(accepts("de, ro;q=0.5, en;q=0.3"), Language::Romanian);
        assert_eq!(accepts("en;q=0.5,RO"), Language::Romanian);
        for other in ["de-DE,fr;q=0.5", "*", "pl;q=0", "pl;q=x", ""] {
            assert_eq!(accepts(other), Language::English, "{other}");
        }
        let both = HeaderMap::from_iter([
            (header::ACCEPT_LANGUAGE, "pl".parse().expect("a value")),
            (header::COOKIE, "a=b; lang=ro; c=d".parse().expect("a value")),
        ]);
        assert_eq!(of(&both), Language::Romanian);
        assert_eq!(language(header::COOKIE, "lang=xx"), Language::English);
    }

    #[test]
    fn a_choice_stays_on_its_page() {
        let to = |address: &str| {
            let response = choice(&address.parse().expect("an address"))?;
            Some(response.headers()[header::LOCATION].to_str().expect("text").to_string())
        };
        assert_eq!(to("/play/reversi?lang=pl").as_deref(), Some("/play/reversi"));
        assert_eq!(to("//evil.example/?lang=pl").as_deref(), Some("/evil.example/"));
        assert_eq!(to("/?lang=xx"), None);
        assert_eq!(to("/games/events?seen=1.2"), None);
    }
}
