//! Compresses pages and scripts for browsers that accept gzip, as all browsers do.

use std::io::Write;

use axum::body::{self, Body};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Texts below this number of bytes are not compressed.
const SHORTEST: usize = 1000;

/// Whether the browser accepts texts compressed by gzip.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// Compresses a response that is a page, a script or a style. Positions are not compressed, since
/// they are short and a player waits for them.
pub(crate) async fn pack(response: Response) -> Response {
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !["text/html", "text/css", "text/javascript"].iter().any(|packed| kind.starts_with(packed)) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(text) = body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if text.len() < SHORTEST {
        return Response::from_parts(parts, Body::from(text));
    }
    let mut packed = GzEncoder::new(Vec::with_capacity(text.len() / 3), Compression::default());
    // Writing to memory does not fail.
    let packed = packed.write_all(&text).and_then(|()| packed.finish()).unwrap_or_default();
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}
