//! Where pages lie, on which the addresses in them depend.

use page::Page;
use rules::Language;
use search::GameSpec;

/// Where a page lies.
#[derive(Clone, Copy)]
pub enum Place {
    /// On a server. The function finds the addresses of styles and scripts by their names.
    Server(fn(&[&str]) -> Files),
    /// In a folder, in which each page is a file.
    Folder(FolderPage),
}

/// A page in a folder.
#[derive(Clone, Copy)]
pub enum FolderPage {
    /// The page with all games.
    Home,
    /// The page on which a game is played.
    Play(&'static GameSpec),
    /// The page with a game's rules.
    Rules(&'static GameSpec),
    /// The page that checks results.
    Check,
}

/// The addresses of the files that a page loads, as in [`Page`].
#[derive(Default)]
pub struct Files {
    /// Styles.
    pub styles: Vec<String>,
    /// Scripts that are no modules.
    pub scripts: Vec<String>,
    /// Modules.
    pub modules: Vec<String>,
    /// The modules that those import.
    pub imported: Vec<String>,
    /// The icon.
    pub icon: String,
}

/// The language of the pages beside the folder `files`. Those of the others are one folder deeper.
const AT_THE_TOP: Language = Language::English;

impl FolderPage {
    /// The path of the page from the folder.
    pub(crate) fn path(self, language: Language) -> String {
        let name = match self {
            FolderPage::Home => "index.html".to_string(),
            FolderPage::Play(spec) => format!("play-{}.html", spec.name),
            FolderPage::Rules(spec) => format!("rules-{}.html", spec.name),
            FolderPage::Check => "check.html".to_string(),
        };
        if language == AT_THE_TOP { name } else { format!("{}/{name}", language.code()) }
    }
}

/// The way from the pages in a language to the folder.
fn up(language: Language) -> &'static str {
    if language == AT_THE_TOP { "" } else { "../" }
}

impl Place {
    /// The address of the page with all games.
    pub(crate) fn home(self) -> String {
        match self {
            Place::Server(_) => "/".to_string(),
            Place::Folder(_) => "index.html".to_string(),
        }
    }

    /// The address of the page on which the game of this name is played.
    pub(crate) fn play(self, game: &str) -> String {
        match self {
            Place::Server(_) => format!("/play/{game}"),
            Place::Folder(_) => format!("play-{game}.html"),
        }
    }

    /// The address of the rules of the game of this name.
    pub(crate) fn rules(self, game: &str) -> String {
        match self {
            Place::Server(_) => format!("/rules/{game}"),
            Place::Folder(_) => format!("rules-{game}.html"),
        }
    }

    /// The address of this page in another language.
    pub(crate) fn in_language(self, from: Language, to: Language) -> String {
        match self {
            Place::Server(_) => format!("?lang={}", to.code()),
            Place::Folder(page) => format!("{}{}", up(from), page.path(to)),
        }
    }

    /// The address of the script with a game's engine, if the page has no server.
    pub(crate) fn engine(self, language: Language, game: &str) -> Option<String> {
        match self {
            Place::Server(_) => None,
            Place::Folder(_) => Some(format!("{}files/engine-{game}.js", up(language))),
        }
    }

    /// The address of the script with the module that checks results.
    pub(crate) fn checker(language: Language) -> String {
        format!("{}files/engine-check.js", up(language))
    }

    /// The addresses of the styles and scripts with these names.
    pub(crate) fn files(self, language: Language, names: &[&str]) -> Files {
        match self {
            Place::Server(find) => find(names),
            Place::Folder(_) => in_folder(language, names),
        }
    }
}

/// A folder has no modules, since a browser loads none from disk: each is part of a script.
fn in_folder(language: Language, names: &[&str]) -> Files {
    let address = |name: &str| {
        let name = name.rsplit('/').next().unwrap_or(name);
        format!("{}files/{name}", up(language))
    };
    let of_kind = |kind: &str| {
        names.iter().filter(|name| name.ends_with(kind)).map(|name| address(name)).collect()
    };
    Files {
        styles: of_kind(".css"),
        scripts: of_kind(".js"),
        icon: address("icon.svg"),
        ..Files::default()
    }
}

impl Files {
    /// The head of a page that loads these files.
    pub(crate) fn head(&self) -> Page<'_> {
        Page {
            styles: &self.styles,
            scripts: &self.scripts,
            modules: &self.modules,
            imported: &self.imported,
            icon: Some(&self.icon),
            ..Page::default()
        }
    }
}
