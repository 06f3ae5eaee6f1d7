//! Who started a server without a class. Other accounts of the machine reach it too, so programs are
//! tested, and versions shown, only for whoever has opened the address that the command printed.

use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};

/// Whoever started the server, known by a secret.
pub(crate) struct Owner {
    token: String,
    /// The page that the printed address opens.
    page: &'static str,
    /// Browsers keep one cookie of a name for all ports, so the name has the port.
    cookie: String,
}

impl Owner {
    pub(crate) fn new(token: String, page: &'static str, port: u16) -> Owner {
        Owner { token, page, cookie: format!("ludoteka-owner-{port}") }
    }

    /// The path of the printed address.
    pub(crate) fn link(&self) -> String {
        format!("/link/{}", self.token)
    }

    /// Whether the owner sends a request.
    pub(crate) fn is_sender(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|all| all.to_str().ok());
        let pairs =
            cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().any(|(name, token)| name == self.cookie && self.is_token(token))
    }

    /// Opens the printed address: the token becomes a cookie of this session, and leaves the
    /// address.
    pub(crate) fn open(&self, token: &str) -> Option<Response> {
        let Owner { cookie, page, .. } = self;
        let cookie = || format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Lax");
        let opened = || {
            (AppendHeaders([(header::SET_COOKIE, cookie())]), Redirect::to(page)).into_response()
        };
        self.is_token(token).then(opened)
    }

    /// Compares all bytes, so that the time tells nothing about the token.
    fn is_token(&self, token: &str) -> bool {
        let pairs = self.token.bytes().zip(token.bytes());
        let is_other = pairs.fold(0, |other, (known, sent)| other | (known ^ sent)) != 0;
        self.token.len() == token.len() && !is_other
    }
}
