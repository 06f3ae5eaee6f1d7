//! The scripts of these pages. They are modules, which a server sends as they are. From disk a
//! browser loads no modules, so those of a page become one script.

use std::fmt::Write;

use page::{Asset, REVIEW};

macro_rules! files {
    ($($name:literal)+) => {
        &[$(Asset { name: $name, text: include_str!(concat!("assets/", $name)) }),+]
    };
}

/// The modules of these pages, without those that review games.
pub const MODULES: &[Asset] = files!(
    "answers.js" "boards.js" "link.js" "play/assessor.js" "play/clock.js" "play/controls.js"
    "play/hue_buttons.js" "play/labelled.js" "play/messages.js" "play/move_list.js"
    "play/new_game.js" "play/play.js" "play/players.js" "play/retry.js" "play/session.js"
    "play/text_form.js" "play/turns.js" "play/value_marks.js" "play/values.js" "server.js"
    "small_board.js"
);

/// The styles of cards that lead on, and of the page that checks results.
pub const STYLES: &[Asset] = files!("cards.css" "check.css");

/// What takes the place of the server on pages without one: the module of this name.
const SERVER: &str = "server.js";
const WITHOUT_SERVER: &[Asset] = files!(
    "in_page/server.js" "in_page/engine.js" "in_page/load.js" "check/check.js" "check/checker.js"
    "check/given.js" "check/zip.js"
);

/// The module that a line of another module imports, by its name.
#[must_use]
pub fn imported(importer: &str, line: &str) -> Option<String> {
    let (_, path) = line.strip_prefix("import ")?.split_once(" from \"")?;
    Some(resolved(importer, path.strip_suffix("\";")?))
}

/// The name of a module, as its path from another module is written.
fn resolved(importer: &str, path: &str) -> String {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// A script that runs a module and those that it imports, for a page without a server.
///
/// Each module becomes the call of a function that gives what the module exports, after those that it
/// imports.
pub(crate) fn script(entry: &str) -> String {
    let mut script = String::from("(() => {\n\"use strict\";\nconst modules = {};\n");
    let mut written = Vec::new();
    add(entry, &mut written, &mut script);
    script + "})();\n"
}

fn add(name: &str, written: &mut Vec<String>, script: &mut String) {
    if written.iter().any(|other| other == name) {
        return;
    }
    written.push(name.to_string());
    let (mut text, mut exports) = (String::new(), Vec::new());
    let module = module(name);
    for line in module.text.lines() {
        text += &match (imported(module.name, line), line.strip_prefix("export ")) {
            (Some(other), _) => {
                add(&other, written, script);
                let names = line.split(['{', '}']).nth(1).unwrap_or_default();
                format!("const {{{names}}} = modules[{other:?}];")
            }
            (None, Some(exported)) => {
                let named = exported.strip_prefix("async ").unwrap_or(exported);
                exports.extend(named.split([' ', '(']).nth(1));
                exported.to_string()
            }
            (None, None) => with_modules_at_hand(module.name, line, written, script),
        };
        text.push('\n');
    }
    let exports = exports.join(", ");
    _ = writeln!(script, "modules[{name:?}] = (() => {{\n{text}return {{ {exports} }};\n}})();");
}

/// A line that loads another module when it is wanted, for a script that has the module already.
fn with_modules_at_hand(
    name: &str,
    line: &str,
    written: &mut Vec<String>,
    script: &mut String,
) -> String {
    let Some((before, rest)) = line.split_once("import(\"") else { return line.to_string() };
    let (path, after) = rest.split_once("\")").expect("the path ends in its line");
    let other = resolved(name, path);
    add(&other, written, script);
    format!("{before}Promise.resolve(modules[{other:?}]){after}")
}

fn module(name: &str) -> &'static Asset {
    let name = if name == SERVER { WITHOUT_SERVER[0].name } else { name };
    let mut all = MODULES.iter().chain(REVIEW).chain(WITHOUT_SERVER);
    all.find(|asset| asset.name == name).expect("modules import modules of these lists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_has_every_module_before_those_that_use_it() {
        let script = script("play/play.js");
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
            assert!(!line.contains("import(\""), "{line}");
            let Some((_, name)) = line.split_once("= modules[") else { continue };
            let name = name.trim_end_matches("];");
            let made = script.find(&format!("modules[{name}] = (() => {{"));
            assert!(made < script.find(line), "{name} is made before it is used");
        }
        assert!(script.contains("modules[\"review.js\"] = "), "what is loaded later is there, too");
    }
}
