//! Tests of the page's scripts. All are written as modules that use only what they import from
//! modules beside or below them, without circles. Those of the server export one noun each. Those
//! of boards and replays become scripts, which share one global value, `ludoteka`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::circles::{Arrows, circles};
use crate::{files, root};

/// The only module that makes a global value.
const GLOBAL: &str = "board/ludoteka.js";

/// The scripts in the folder of assets of a crate.
fn modules(of: &str) -> BTreeMap<PathBuf, String> {
    let folder = root().join("crates").join(of).join("src/assets");
    let mut found = Vec::new();
    files(&folder, "js", &mut found);
    assert!(found.len() > 10, "{} has the scripts", folder.display());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a script is text");
        (path.strip_prefix(&folder).expect("below the folder").to_path_buf(), text)
    };
    found.into_iter().map(read).collect()
}

/// The modules that a module names in its imports, of values and of types.
fn imports(module: &Path, text: &str) -> BTreeSet<PathBuf> {
    let folder = module.parent().unwrap_or(Path::new(""));
    let target = |line: &str| {
        let is_import =
            ["import ", "/** @import ", "} from "].iter().any(|it| line.starts_with(it));
        let (_, rest) = line.split_once(" from \"").filter(|_| is_import)?;
        let (path, _) = rest.split_once('"')?;
        match path.strip_prefix("../") {
            Some(above) => Some(folder.parent()?.join(above)),
            None => Some(folder.join(path.strip_prefix("./")?)),
        }
    };
    text.lines().filter_map(target).collect()
}

/// What is wrong with modules: each entry is a sentence.
fn faults(modules: &BTreeMap<PathBuf, String>, most_exports: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let mut arrows = Arrows::new();
    for (module, text) in modules {
        let at = module.display();
        let exports = text.lines().filter(|line| line.starts_with("export ")).count();
        if exports > most_exports {
            faults.push(format!("{at} exports {exports} nouns"));
        }
        if text.lines().any(|line| line.starts_with("let ") || line.starts_with("var ")) {
            faults.push(format!("{at} has a variable outside of functions"));
        }
        let is_global = |line: &str| {
            let rest = line.replace("globalThis.ludoteka?.", "");
            rest.contains("globalThis") || rest.contains("window.")
        };
        if module != Path::new(GLOBAL) && text.lines().any(is_global) {
            faults.push(format!("{at} makes or uses a global value other than `ludoteka`"));
        }
        let targets = imports(module, text);
        for target in &targets {
            if !modules.contains_key(target) {
                faults.push(format!("{at} imports {}, which is missing", target.display()));
            }
            if target.components().count() > module.components().count() {
                faults.push(format!("{at} imports from the folder {} above it", target.display()));
            }
        }
        arrows.insert(module.clone(), targets);
    }
    let circles = circles(&arrows);
    faults.extend(circles.iter().map(|circle| format!("a circle: {circle:?}")));
    faults
}

#[test]
fn scripts_import_each_other_in_one_direction() {
    let page = modules("page");
    assert_eq!(faults(&page, usize::MAX), [""; 0]);
    // The server also sends the modules of the analysis and of the pages with games, beside its own.
    let analysis = page.iter().filter_map(|(path, text)| {
        let own = path.strip_prefix("analysis").ok().filter(|own| *own != Path::new("ludoteka.js"));
        Some((own?.to_path_buf(), text.clone()))
    });
    let all = modules("server").into_iter().chain(modules("play")).chain(analysis);
    assert_eq!(faults(&all.collect(), 1), [""; 0]);
}

#[test]
fn wrong_imports_are_found() {
    let module = |name: &str, text: &str| (PathBuf::from(name), text.to_string());
    let wrong = BTreeMap::from([
        module("play/a.js", "import { b } from \"./b.js\";\nexport const a = b;\nlet c = 1;\n"),
        module("play/b.js", "/** @import { a } from \"./a.js\" */\nimport x from \"../x.js\";\n"),
        module("x.js", "import { a } from \"./play/a.js\";\nexport const x = 1;\nexport let y;\n"),
        module(
            "y.js",
            "import {\n    z,\n} from \"./z.js\";\nwindow.y = globalThis.ludoteka?.z;\n",
        ),
    ]);
    let found = faults(&wrong, 1);
    assert_eq!(found.len(), 6, "{found:#?}");
    let parts = ["a.js has a variable", "x.js exports 2", "x.js imports from", "z.js, which"];
    for part in parts.into_iter().chain(["y.js makes or uses a global value"]) {
        assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {found:#?}");
    }
    assert!(found[5].starts_with("a circle"), "{found:#?}");
}
