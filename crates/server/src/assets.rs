//! The scripts and styles in the binary.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use page::{ASSETS, Asset, REVIEW};
use play::Files;

macro_rules! files {
    ($($name:literal)+) => {
        &[$(Asset { name: $name, text: include_str!(concat!("assets/", $name)) }),+]
    };
}

/// The scripts that only the server needs. They are modules.
const MODULES: &[Asset] = files!(
    "announce.js" "ceremony.js" "contest.js" "deeds.js" "encoded.js" "follow.js" "live.js" "moodle.js"
    "play_on.js" "published.js" "recorded.js" "server_review.js" "tables.js" "trial.js" "upload.js"
);

/// The styles of lists of games, and of the pages on which programs are tested.
const STYLES: &[Asset] = files!("ceremony.css" "games.css" "trials.css");

fn all() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter().chain(modules()).chain(play::STYLES).chain(STYLES)
}

fn modules() -> impl Iterator<Item = &'static Asset> {
    REVIEW.iter().chain(play::MODULES).chain(MODULES)
}

/// The file of this name. In the name of a module, a slash separates its folder.
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

/// The addresses of the styles and scripts with these names, as a page loads them.
pub(crate) fn files(names: &[&str]) -> Files {
    let addresses = |names: Vec<&str>| names.into_iter().map(address).collect();
    let (styles, scripts): (Vec<&str>, _) = names.iter().partition(|name| name.ends_with(".css"));
    let (modules, scripts): (Vec<&str>, _) = scripts.into_iter().partition(|name| is_module(name));
    Files {
        imported: addresses(imported(&modules)),
        styles: addresses(styles),
        scripts: addresses(scripts),
        modules: addresses(modules),
        icon: address("icon.svg"),
    }
}

/// Whether a script is a module.
fn is_module(name: &str) -> bool {
    modules().any(|module| module.name == name)
}

/// The modules that these modules import, directly or indirectly. A page names all of them, so that
/// a browser loads them at once.
pub(crate) fn imported(by: &[&str]) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut open: Vec<&Asset> = by.iter().filter_map(|name| find(name)).collect();
    while let Some(module) = open.pop() {
        for import in module.text.lines().filter_map(|line| play::imported(module.name, line)) {
            let Some(other) = find(&import).filter(|other| !found.contains(&other.name)) else {
                continue;
            };
            found.push(other.name);
            open.push(other);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_all_modules_that_its_scripts_import() {
        assert_eq!(imported(&["boards.js"]), ["link.js", "small_board.js"]);
        let all = imported(&["play/play.js"]);
        assert!(all.contains(&"link.js") && all.contains(&"play/labelled.js"), "{all:?}");
        let is_once = |name: &&str| all.iter().filter(|other| *other == name).count() == 1;
        assert!(all.iter().all(|name| is_module(name) && is_once(name)), "{all:?}");
    }
}
