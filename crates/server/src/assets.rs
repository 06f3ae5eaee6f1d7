//! Scripts and styles, which lie in the binary.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

/// A file that pages load.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Files of one script, each a thought. They share the scope of classic scripts, and come in the order in which they need each other.
macro_rules! script {
    ($folder:literal: $($file:literal)+) => {
        concat!($(include_str!(concat!("assets/", $folder, "/", $file, ".js"))),+)
    };
}

const BOARD: &str = script!("board": "elements" "sheet" "pieces" "choice" "drawing" "marks" "grid" "pointer" "board");

const PLAY: &str = script!(
    "play": "game" "server" "worth" "messages" "clock" "values" "drawing" "turns" "controls" "forms" "start"
);

const ASSETS: &[Asset] = &[
    Asset { name: "page.css", kind: "text/css; charset=utf-8", text: include_str!("assets/page.css") },
    Asset { name: "board.js", kind: SCRIPT, text: BOARD },
    Asset { name: "link.js", kind: SCRIPT, text: include_str!("assets/link.js") },
    Asset { name: "live.js", kind: SCRIPT, text: include_str!("assets/live.js") },
    Asset { name: "play.js", kind: SCRIPT, text: PLAY },
    Asset { name: "boards.js", kind: SCRIPT, text: include_str!("assets/boards.js") },
    Asset { name: "icon.svg", kind: "image/svg+xml", text: include_str!("assets/icon.svg") },
];

/// The file of this name.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// Where a file is found. The address changes with what is in it, so that a browser may keep it for ever.
pub(crate) fn address(name: &str) -> String {
    static SUM: LazyLock<u64> = LazyLock::new(|| {
        let mut hasher = DefaultHasher::new();
        ASSETS.iter().for_each(|asset| asset.text.hash(&mut hasher));
        hasher.finish()
    });
    format!("/assets/{:016x}/{name}", *SUM)
}
