//! No circle: files that name each other's items in a ring cannot be read one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::modules::Modules;
use crate::root;

/// From a file to each that defines what it names.
type Arrows = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The arrows of a crate. `mod` lines and re-exports are none, and tests are left out.
fn arrows(root: &Path) -> Arrows {
    let modules = Modules::read(root);
    let mut arrows = Arrows::new();
    for (place, module) in &modules.0 {
        let mut paths = module.imports.clone();
        module.items.iter().for_each(|item| gather(item.to_token_stream(), &mut paths));
        let targets = paths.iter().filter_map(|path| modules.definition(place, path));
        let others = targets.filter(|target| *target != module.file).map(Path::to_path_buf);
        arrows.entry(module.file.clone()).or_default().extend(others);
    }
    arrows
}

/// All paths of two names and more among tokens, those within macros among them.
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

/// The circles among arrows: each file of one reaches every other.
fn circles(arrows: &Arrows) -> Vec<BTreeSet<PathBuf>> {
    let reached: BTreeMap<_, _> = arrows.keys().map(|file| (file, reach(arrows, file))).collect();
    let mut circles: Vec<BTreeSet<PathBuf>> = Vec::new();
    for (&file, from_here) in reached.iter().filter(|(file, from_here)| from_here.contains(**file)) {
        if !circles.iter().any(|circle| circle.contains(file)) {
            let and_back = from_here.iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(file)));
            circles.push(and_back.cloned().collect());
        }
    }
    circles
}

/// The files that arrows lead to from a file.
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

/// The roots of all crates: libraries and programs.
fn crates() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("crates")).expect("the crates").map(|entry| entry.expect("one").path());
    let mut roots: Vec<_> =
        folders.flat_map(|crate_| ["src/lib.rs", "src/main.rs"].map(|file| crate_.join(file))).collect();
    roots.retain(|root| root.exists());
    roots.sort();
    roots
}

#[test]
fn no_files_name_each_other_in_a_ring() {
    let roots = crates();
    assert!(roots.len() > 8, "{roots:?}");
    let mut found = String::new();
    for root in &roots {
        let arrows = arrows(root);
        for circle in circles(&arrows) {
            found.push_str("a circle:\n");
            for file in &circle {
                let to = arrows[file].intersection(&circle).map(|to| short(to));
                found.push_str(&format!("  {} -> {}\n", short(file), to.collect::<Vec<_>>().join(", ")));
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
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
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
