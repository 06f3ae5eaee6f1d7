//! The pages as a folder of files, for any host of static files and for a browser that opens them
//! from disk. Only the engines are missing, which are made by another compiler.

use page::ASSETS;
use rules::Language;
use search::GameSpec;

use crate::layout::Layout;
use crate::pages;
use crate::place::{FolderPage, Place};
use crate::scripts::{STYLES, script};

/// A file of the folder.
pub struct PageFile {
    /// The path of the file from the folder.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

/// The scripts and styles of boards that these pages load.
const OF_BOARDS: [&str; 4] = ["board.js", "icon.svg", "page.css", "replay.js"];

/// All files of the folder but the engines: the pages in each language, and what they load.
#[must_use]
pub fn folder(games: &'static [&'static GameSpec]) -> Vec<PageFile> {
    let mut files: Vec<PageFile> = ASSETS
        .iter()
        .filter(|asset| OF_BOARDS.contains(&asset.name))
        .chain(STYLES)
        .map(|asset| file(asset.name, asset.text.to_string()))
        .collect();
    files.push(file("boards.js", script("boards.js")));
    files.push(file("play.js", script("play/play.js")));
    files.push(file("check.js", script("check/check.js")));
    for language in Language::ALL {
        files.extend(pages_in(language, games));
    }
    files
}

fn file(name: &str, text: String) -> PageFile {
    PageFile { path: format!("files/{name}"), text }
}

fn pages_in(language: Language, games: &'static [&'static GameSpec]) -> Vec<PageFile> {
    let of_games = games.iter().flat_map(|&spec| [FolderPage::Play(spec), FolderPage::Rules(spec)]);
    let page = |page: FolderPage| {
        let place = Place::Folder(page);
        let layout = Layout { games, records: false, trials: false, language, place };
        let text = match page {
            FolderPage::Home => pages::home(layout),
            FolderPage::Play(spec) => pages::play(layout, spec),
            FolderPage::Rules(spec) => pages::rules(layout, spec),
            FolderPage::Check => pages::check(layout),
        };
        PageFile { path: page.path(language), text: text.into_string() }
    };
    [FolderPage::Home, FolderPage::Check].into_iter().chain(of_games).map(page).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The addresses in a page, each with the folder in which the page lies.
    fn addresses(page: &PageFile) -> Vec<String> {
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let named = ["href=\"", "src=\"", "\"engine\":\"", "\"play\":\"", "\"checker\":\""];
        let parts = named.iter().flat_map(|name| page.text.split(name).skip(1));
        let address = |part: &str| match part.split(['"', '#']).next().unwrap_or("") {
            above if above.starts_with("../") => above[3..].to_string(),
            beside if folder.is_empty() => beside.to_string(),
            beside => format!("{folder}/{beside}"),
        };
        parts.map(address).collect()
    }

    #[test]
    fn every_address_leads_to_a_file_of_the_folder() {
        let files = folder(games::GAMES);
        let mut known: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
        assert_eq!(known.len(), files.len(), "each path is there once");
        known.insert("files/engine-check.js".to_string());
        known.extend(games::GAMES.iter().map(|spec| format!("files/engine-{}.js", spec.name)));
        let pages = files.iter().filter(|file| file.path.ends_with(".html"));
        for page in pages {
            let lost: Vec<_> =
                addresses(page).into_iter().filter(|to| !known.contains(to)).collect();
            assert!(lost.is_empty(), "{}: {lost:?}", page.path);
        }
    }
}
