//! Decides which requests are answered, and what the page may do in a browser.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

use crate::refusal::Refusal;

/// The hosts for which requests are answered. Requests for other hosts are refused, since the owner
/// of another site may make its host name resolve to this server's address (DNS rebinding).
pub(crate) struct Hosts {
    names: Vec<String>,
    address: SocketAddr,
}

impl Hosts {
    pub(crate) fn new(names: Vec<String>, address: SocketAddr) -> Hosts {
        let names = names.into_iter().map(|name| name.to_ascii_lowercase()).collect();
        Hosts { names, address }
    }

    /// Refuses a request for another host, or from a page of another host.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let in_line = request.uri().authority().map(|authority| authority.as_str());
        let host =
            in_line.or_else(|| headers.get(header::HOST).and_then(|host| host.to_str().ok()));
        let host = host.unwrap_or_default().to_ascii_lowercase();
        if !self.is_served(&host) {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "the page is not served under this host name",
            ));
        }
        if is_foreign(request, &host) {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "the request comes from a page of another site",
            ));
        }
        Ok(())
    }

    /// Besides the given names, a server on loopback answers only for its own address and
    /// `localhost`. Any other server answers for every numeric address, since DNS rebinding needs a
    /// name.
    fn is_served(&self, host: &str) -> bool {
        let (name, port) = parts(host);
        if self.names.iter().any(|known| known == name) {
            return true;
        }
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_mine = match number {
            Ok(number) => !self.address.ip().is_loopback() || number == self.address.ip(),
            Err(_) => {
                name == "localhost"
                    && (self.address.ip().is_loopback() || self.address.ip().is_unspecified())
            }
        };
        is_mine && port.unwrap_or(80) == self.address.port()
    }
}

/// Whether a page of another site sent the request. A link from another site is allowed.
fn is_foreign(request: &Request, host: &str) -> bool {
    let headers = request.headers();
    let Some(origin) = headers.get(header::ORIGIN) else {
        let says = |name: &str, value| headers.get(name).is_some_and(|known| known == value);
        let is_link = request.method() == Method::GET && says("sec-fetch-mode", "navigate");
        return says("sec-fetch-site", "cross-site") && !is_link;
    };
    let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from != Some(host)
}

/// A host's name, and its port if it is given.
fn parts(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse().unwrap_or(0))),
        _ => (host, None),
    }
}

/// The content security policy: the page may use only its own scripts, styles and responses, and no
/// other site may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers that limit what the page may do.
pub(crate) fn protect(headers: &mut HeaderMap) {
    let rules = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in rules {
        // A page with another policy has set it itself.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_served(names: &[&str], address: &str, host: &str) -> bool {
        let names = names.iter().map(|name| (*name).to_string()).collect();
        Hosts::new(names, address.parse().expect("an address")).is_served(host)
    }

    #[test]
    fn only_the_address_served_is_answered() {
        let local = "127.0.0.1:8080";
        for host in ["127.0.0.1:8080", "localhost:8080"] {
            assert!(is_served(&[], local, host), "{host}");
        }
        let others = [
            "evil.example:8080",
            "127.0.0.1",
            "localhost:81",
            "127.0.0.1:8080x",
            "10.0.0.1:8080",
            "",
            ":8080",
            "[",
        ];
        for host in others {
            assert!(!is_served(&[], local, host), "{host}");
        }
    }

    #[test]
    fn an_open_address_answers_to_numbers_and_to_the_names_it_was_given() {
        let open = "0.0.0.0:8080";
        assert!(is_served(&[], open, "192.168.1.7:8080") && is_served(&[], open, "[fe80::1]:8080"));
        assert!(
            !is_served(&[], open, "play.example.org") && !is_served(&[], open, "192.168.1.7:8081")
        );
        assert!(is_served(&["Play.example.org"], open, "play.example.org"));
        assert!(is_served(&["play.example.org"], open, "play.example.org:443"));
    }
}
