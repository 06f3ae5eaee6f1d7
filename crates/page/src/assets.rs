//! The scripts and styles of pages with boards. Such a page comes from a server or from disk.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// The modules of a script, in their order: each imports only from those before it, and from
/// scripts that pages load before this one.
macro_rules! modules {
    ($($file:literal)+) => { &[$(include_str!(concat!("assets/", $file, ".js"))),+] };
}

const BOARD: &[&str] = modules!(
    "board/elements" "board/sheet" "board/pieces" "board/choice" "board/hues" "board/drawing"
    "board/marks" "board/grid" "board/pointer" "board/board" "board/page" "board/ludoteka"
);

const REPLAY: &[&str] = modules!(
    "replay/packed" "replay/position" "replay/texts" "replay/players" "replay/panels"
    "replay/replay" "replay/ludoteka"
);

const ANALYSIS: &[&str] = modules!(
    "analysis/worth" "analysis/review" "analysis/review_replay" "analysis/ludoteka"
);

/// The modules that review games. A server sends them as they are; from disk they are a script.
pub const REVIEW: &[Asset] = &[
    Asset { name: "worth.js", text: ANALYSIS[0] },
    Asset { name: "review.js", text: ANALYSIS[1] },
    Asset { name: "review_replay.js", text: ANALYSIS[2] },
];

/// The styles of figures, for pages that have their own other styles.
pub const FIGURES: &str = include_str!("assets/figures.css");
const PAGE: &str = concat!(include_str!("assets/figures.css"), include_str!("assets/page.css"));

/// The files that a tournament's folder and a server need.
pub static ASSETS: LazyLock<[Asset; 8]> = LazyLock::new(|| {
    [
        Asset { name: "analysis.js", text: joined(ANALYSIS).leak() },
        Asset { name: "board.js", text: joined(BOARD).leak() },
        Asset { name: "disk.js", text: joined(modules!("disk/disk")).leak() },
        Asset { name: "icon.svg", text: include_str!("assets/icon.svg") },
        Asset { name: "list.js", text: joined(modules!("list/list")).leak() },
        Asset { name: "page.css", text: PAGE },
        Asset { name: "replay.js", text: joined(REPLAY).leak() },
        Asset { name: "results.css", text: include_str!("assets/results.css") },
    ]
});

/// One script from modules, since a browser loads no modules from disk. The script is the call of a
/// function, so that scripts share no names: what modules import from another script is taken from
/// the global `ludoteka`.
fn joined(modules: &[&str]) -> String {
    let (mut taken, mut text) = (BTreeSet::new(), String::new());
    for module in modules {
        let mut rest = *module;
        while let Some(line) = rest.split_inclusive('\n').next() {
            let import = rest.split_inclusive(';').next().filter(|_| line.starts_with("import "));
            match import {
                Some(import) => taken.extend(names_of_another_script(import)),
                None => text += line.strip_prefix("export ").unwrap_or(line),
            }
            rest = &rest[import.unwrap_or(line).len()..];
        }
    }
    let mut script = String::from("(() => {\n\"use strict\";\n");
    if !taken.is_empty() {
        let names = taken.into_iter().collect::<Vec<_>>().join(", ");
        _ = writeln!(script, "const {{ {names} }} = ludoteka;");
    }
    script + &text + "})();\n"
}

/// The names that an import takes from a module in another folder, which is part of another script.
fn names_of_another_script(import: &str) -> Vec<&str> {
    let is_other = import.split('"').nth(1).is_some_and(|path| !path.starts_with("./"));
    let list = import.split(['{', '}']).nth(1).filter(|_| is_other).unwrap_or_default();
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_the_call_of_a_function() {
        let modules = [
            "import { a, b } from \"../other/x.js\";\nexport const c = a + b;\n",
            "import { c } from \"./first.js\";\nimport {\n    a,\n    d,\n} from \"../other/y.js\";\nd(c);\n",
        ];
        let expected = "(() => {\n\"use strict\";\nconst { a, b, d } = ludoteka;\n\nconst c = a + b;\n\n\nd(c);\n})();\n";
        assert_eq!(joined(&modules), expected);
    }

    #[test]
    fn scripts_have_no_imports_left() {
        let scripts = ASSETS.iter().filter(|asset| asset.name.ends_with(".js"));
        for Asset { name, text } in scripts {
            assert!(text.starts_with("(() => {\n") && text.ends_with("\n})();\n"), "{name}");
            let is_module =
                |line: &&str| line.starts_with("import ") || line.starts_with("export ");
            assert_eq!(text.lines().find(is_module), None, "{name}");
        }
    }
}
