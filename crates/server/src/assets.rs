//! The scripts and styles in the binary.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use page::{ASSETS, Asset, script};

const PLAY: &str = script!(
    "play": "game" "server" "worth" "messages" "clock" "values" "drawing" "assess" "turns" "controls"
    "forms" "new_game" "start"
);

/// The files that only the server needs.
const OWN: &[Asset] = &[
    Asset { name: "follow.js", text: include_str!("assets/follow.js") },
    Asset { name: "link.js", text: include_str!("assets/link.js") },
    Asset { name: "live.js", text: include_str!("assets/live.js") },
    Asset { name: "play.js", text: PLAY },
    Asset { name: "recorded.js", text: include_str!("assets/recorded.js") },
    Asset { name: "boards.js", text: include_str!("assets/boards.js") },
];

fn all() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter().chain(OWN)
}

/// The file of this name.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    all().find(|asset| asset.name == name)
}

/// The content type of a file.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

/// The address of a file. It changes with the content, so a browser may keep the file for ever.
pub(crate) fn address(name: &str) -> String {
    static SUM: LazyLock<u64> = LazyLock::new(|| {
        let mut hasher = DefaultHasher::new();
        all().for_each(|asset| asset.text.hash(&mut hasher));
        hasher.finish()
    });
    format!("/assets/{:016x}/{name}", *SUM)
}
