//! A folder of finished pages. They are sent as they are, but the page that shows games gets a
//! script with links to new games.

use std::fs::File;
use std::io::{self, Read};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};

use crate::assets;

/// Finished pages with everything that they load, such as a tournament's results.
pub trait Folder: Send + Sync {
    /// Opens the file of this path, in which slashes separate the names. `None` if the folder does
    /// not list the file, or the file cannot be read.
    fn open(&self, path: &str) -> Option<File>;

    /// The address of the page that shows the game with this number: a path and a fragment.
    fn page_of_game(&self, number: usize) -> String;
}

/// The address of a folder's first page. It ends in a slash, so that relative links in the page
/// lead to the folder's files.
pub(crate) const RESULTS: &str = "/results/";

/// The first page of a folder.
pub(crate) const FIRST: &str = "index.html";

/// How many bytes are read at once.
const PART: u64 = 1 << 16;

/// The file of this path as a response, which is read while it is sent. `added` is sent after the
/// file.
pub(crate) fn answer(path: &str, file: File, added: String) -> io::Result<Response> {
    let length = file.metadata()?.len();
    let parts = stream::unfold(file.take(length), |mut file| async {
        let read = tokio::task::spawn_blocking(move || {
            let mut part = Vec::new();
            let read = file.by_ref().take(PART).read_to_end(&mut part);
            (read.map(|_| Bytes::from(part)), file)
        });
        let (part, file) = read.await.ok()?;
        let is_end = part.as_ref().is_ok_and(Bytes::is_empty);
        (!is_end).then_some((part, file))
    });
    let headers = [
        (header::CONTENT_TYPE, kind(path).to_string()),
        (header::CONTENT_LENGTH, (length + added.len() as u64).to_string()),
    ];
    let parts = parts.chain(stream::once(async { Ok(Bytes::from(added)) }));
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// What is added to the file of this path: the page that shows games gets a script.
pub(crate) fn added(folder: &dyn Folder, path: &str) -> String {
    let page = folder.page_of_game(1);
    if page.split('#').next() != Some(path) {
        return String::new();
    }
    let [address, imported] = [&["published.js"][..], &assets::imported(&["published.js"])]
        .map(|names| names.iter().map(|name| assets::address(name)).collect::<Vec<_>>());
    page::module_scripts(&address, &imported).into_string()
}

/// The content type of a file. A submitted program is sent as plain text, so that a browser never
/// runs it.
fn kind(path: &str) -> &'static str {
    let is_ours = !path.starts_with("programs/");
    match path.rsplit('.').next() {
        Some("html") if is_ours => "text/html; charset=utf-8",
        Some("css") if is_ours => "text/css; charset=utf-8",
        Some("js") if is_ours => "text/javascript; charset=utf-8",
        Some("svg") if is_ours => "image/svg+xml",
        Some("csv") if is_ours => "text/csv; charset=utf-8",
        Some("json") if is_ours => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submitted_program_is_never_a_page_or_a_script() {
        for path in ["programs/01-a.html", "programs/02-b.js", "programs/03-c.svg", "games.jsonl"] {
            assert_eq!(kind(path), "text/plain; charset=utf-8", "{path}");
        }
        assert_eq!(kind("players/1.html"), "text/html; charset=utf-8");
        assert_eq!(kind("games/1.js"), "text/javascript; charset=utf-8");
    }
}
