//! A test that the files of a crate do not use each other's items in a circle. Files in a circle
//! cannot be read one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::modules::Modules;
use crate::{root, sources};

/// For each file, the files whose items it uses. Each such pair is an *arrow*, from the file that
/// uses an item to the file that defines it.
pub(crate) type Arrows = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The arrows between the files of a crate. `mod` lines and re-exports do not count, and tests are
/// left out.
fn arrows(root: &Path) -> Arrows {
    let modules = Modules::read(root);
    let mut arrows = Arrows::new();
    for (place, module) in &modules.all {
        let mut paths = module.imports.clone();
        module.items.iter().for_each(|item| gather(item.to_token_stream(), &mut paths));
        let targets = paths.iter().filter_map(|path| modules.definition(place, path));
        let others = targets.filter(|target| *target != module.file).map(Path::to_path_buf);
        arrows.entry(module.file.clone()).or_default().extend(others);
    }
    arrows
}

/// All paths of at least two names among the tokens, including those within macros.
fn gather(tokens: TokenStream, found: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match &token {
            TokenTree::Ident(name) => {
                if colons != 2 {
                    finish(&mut path, found);
                }
                path.push(name.to_string());
                colons = 0;
            }
            TokenTree::Punct(point) if point.as_char() == ':' && !path.is_empty() => colons += 1,
            _ => {
                finish(&mut path, found);
                colons = 0;
                if let TokenTree::Group(group) = token {
                    gather(group.stream(), found);
                }
            }
        }
    }
    finish(&mut path, found);
}

fn finish(path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let path = std::mem::take(path);
    if path.len() > 1 {
        found.push(path);
    }
}

/// The circles that the arrows form. Each file of a circle reaches every other file of it.
pub(crate) fn circles(arrows: &Arrows) -> Vec<BTreeSet<PathBuf>> {
    let reached: BTreeMap<_, _> = arrows.keys().map(|file| (file, reach(arrows, file))).collect();
    let mut circles: Vec<BTreeSet<PathBuf>> = Vec::new();
    for (&file, from_here) in reached.iter().filter(|(file, from_here)| from_here.contains(**file))
    {
        if !circles.iter().any(|circle| circle.contains(file)) {
            let and_back = from_here
                .iter()
                .filter(|other| reached.get(other).is_some_and(|back| back.contains(file)));
            circles.push(and_back.cloned().collect());
        }
    }
    circles
}

/// The files that can be reached from a file along arrows.
fn reach(arrows: &Arrows, file: &Path) -> BTreeSet<PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        for next in arrows.get(file).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    reached
}

/// The entries of a folder, in order; none if the folder does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// For each crate: its source folder, and the root files of the library and the programs in that
/// folder.
fn crates() -> Vec<(PathBuf, Vec<PathBuf>)> {
    let with_roots = |folder: PathBuf| {
        let sources = folder.join("src");
        let mut roots = vec![sources.join("lib.rs"), sources.join("main.rs")];
        for program in entries(&sources.join("bin")) {
            roots.push(if program.is_dir() { program.join("main.rs") } else { program });
        }
        roots.retain(|root| root.exists());
        (sources, roots)
    };
    let folders = ["crates", "crates/games"].iter().flat_map(|of| entries(&root().join(of)));
    folders.filter(|folder| folder.join("Cargo.toml").exists()).map(with_roots).collect()
}

/// The files below a folder that belong to no root: no root declares them as modules, directly or
/// indirectly.
fn unread(folder: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let read: BTreeSet<_> = roots.iter().flat_map(|root| Modules::read(root).files()).collect();
    let mut files = Vec::new();
    sources(folder, &mut files);
    files.retain(|file| !read.contains(file));
    files
}

#[test]
fn every_file_is_read() {
    for (folder, roots) in crates() {
        let unread = unread(&folder, &roots);
        assert!(unread.is_empty(), "this test finds no module declaration for {unread:?}");
    }
}

#[test]
fn a_file_that_is_not_read_is_seen() {
    let (folder, write) = toy();
    write("lib.rs", "mod a; #[cfg(test)] mod tests; some! { b }");
    ["a.rs", "b.rs", "tests.rs", "c.rs"].iter().for_each(|name| write(name, ""));
    assert_eq!(
        unread(folder.path(), &[folder.path().join("lib.rs")]),
        [folder.path().join("c.rs")]
    );
}

/// An empty crate for a test, and a function that adds a file to this crate.
fn toy() -> (tempfile::TempDir, impl Fn(&str, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_path_buf();
    (folder, move |name: &str, text: &str| {
        let file = path.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    })
}

#[test]
fn no_files_name_each_other_in_a_ring() {
    let roots: Vec<_> = crates().into_iter().flat_map(|(_, roots)| roots).collect();
    assert!(roots.len() > 8, "{roots:?}");
    let mut found = String::new();
    for root in &roots {
        let arrows = arrows(root);
        for circle in circles(&arrows) {
            found.push_str("a circle:\n");
            for file in &circle {
                let to = arrows[file].intersection(&circle).map(|to| short(to));
                found.push_str(&format!(
                    "  {} -> {}\n",
                    short(file),
                    to.collect::<Vec<_>>().join(", ")
                ));
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

fn short(file: &Path) -> String {
    file.strip_prefix(root().join("crates")).expect("below the crates").display().to_string()
}

#[test]
fn a_circle_that_is_added_is_seen() {
    let (folder, write) = toy();
    write("lib.rs", "mod a; mod b; mod c; pub use a::One;");
    write("a.rs", "use crate::b::two; pub struct One; pub fn one() { two() }");
    write("b.rs", "pub fn two() { println!(\"{}\", crate::c::THREE) }");
    write("c.rs", "pub const THREE: u32 = 3; #[cfg(test)] mod tests { use crate::a::one; }");
    assert!(circles(&arrows(&folder.path().join("lib.rs"))).is_empty());
    write("c.rs", "use crate::One; pub const THREE: u32 = 3; fn four(_: One) {}");
    let found = circles(&arrows(&folder.path().join("lib.rs")));
    let files = ["a.rs", "b.rs", "c.rs"].map(|name| folder.path().join(name));
    assert_eq!(found, [BTreeSet::from(files)]);
}

#[test]
fn a_function_with_the_name_of_its_module_is_an_item() {
    let (folder, write) = toy();
    write("lib.rs", "mod a; mod page;");
    write("a.rs", "use crate::page; pub const ONE: u32 = 1; fn f() { page::index() }");
    write("page/mod.rs", "mod index; pub(super) use index::index;");
    write("page/index.rs", "use crate::a::ONE; pub fn index() {}");
    let found = circles(&arrows(&folder.path().join("lib.rs")));
    let files = ["a.rs", "page/index.rs"].map(|name| folder.path().join(name));
    assert_eq!(found, [BTreeSet::from(files)]);
}

/// The folders of the crate `tournament`. Each folder may use only the folders before it.
const FOLDERS: [&str; 7] = ["plan", "results", "verify", "store", "export", "run", "parts"];

/// The forbidden uses: a folder may not use a folder that comes after it.
fn upward(root: &Path, order: &[&str]) -> Vec<String> {
    let sources = root.parent().expect("a file lies in a folder");
    let rank = |file: &Path| {
        let inner = file.strip_prefix(sources).expect("below the sources");
        order.iter().position(|folder| inner.starts_with(folder))
    };
    let mut found = Vec::new();
    for (file, targets) in arrows(root) {
        let up =
            targets.iter().filter(|target| rank(&file).is_some_and(|own| rank(target) > Some(own)));
        found.extend(up.map(|target| format!("{} -> {}", file.display(), target.display())));
    }
    found
}

#[test]
fn a_tournament_goes_from_plan_to_verification() {
    let sources = root().join("crates/tournament/src");
    assert!(FOLDERS.iter().all(|folder| sources.join(folder).join("mod.rs").exists()));
    let upward = upward(&sources.join("lib.rs"), &FOLDERS);
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn an_arrow_up_that_is_added_is_seen() {
    let (folder, write) = toy();
    let root = folder.path().join("lib.rs");
    write("lib.rs", "mod low; mod high;");
    write("low/mod.rs", "pub struct Low;");
    write("high/mod.rs", "use crate::low::Low; pub struct High(Low);");
    assert!(upward(&root, &["low", "high"]).is_empty());
    write("low/mod.rs", "use crate::high::High; pub struct Low;");
    assert_eq!(upward(&root, &["low", "high"]).len(), 1);
}
