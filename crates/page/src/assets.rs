//! The scripts and styles of pages with boards. Such a page comes from a server or from disk.

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// The files of one script, each with one purpose. They are joined, so each file may use the files
/// before it: a browser loads no modules from disk.
macro_rules! script {
    ($folder:literal: $($file:literal)+) => {
        concat!($(include_str!(concat!("assets/", $folder, "/", $file, ".js"))),+)
    };
}

const BOARD: &str = script!(
    "board": "elements" "sheet" "pieces" "choice" "hues" "drawing" "marks" "grid" "pointer" "board"
    "page"
);

const REPLAY: &str = script!("replay": "position" "texts" "players" "panels" "replay");

/// The files that a tournament's folder and a server need.
pub const ASSETS: &[Asset] = &[
    Asset { name: "board.js", text: BOARD },
    Asset { name: "disk.js", text: include_str!("assets/disk.js") },
    Asset { name: "icon.svg", text: include_str!("assets/icon.svg") },
    Asset { name: "page.css", text: include_str!("assets/page.css") },
    Asset { name: "replay.js", text: REPLAY },
    Asset { name: "results.css", text: include_str!("assets/results.css") },
];
