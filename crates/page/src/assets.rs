//! Scripts and styles of pages with boards, which run from a server and from disk.

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The files of one script, each with one purpose. They share the scope of classic scripts, in the
/// order in which they need each other.
macro_rules! script {
    ($folder:literal: $($file:literal)+) => {
        concat!($(include_str!(concat!("assets/", $folder, "/", $file, ".js"))),+)
    };
}

const BOARD: &str = script!("board": "elements" "sheet" "pieces" "choice" "drawing" "marks" "grid" "pointer" "board");

/// Everything that the folder of a tournament needs, and most of what a server serves.
pub const ASSETS: &[Asset] = &[
    Asset { name: "board.js", text: BOARD },
    Asset { name: "disk.js", text: include_str!("assets/disk.js") },
    Asset { name: "icon.svg", text: include_str!("assets/icon.svg") },
    Asset { name: "page.css", text: include_str!("assets/page.css") },
    Asset { name: "replay.js", text: include_str!("assets/replay.js") },
    Asset { name: "results.css", text: include_str!("assets/results.css") },
];
