//! Reads the modules of a crate, and finds the file that defines a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path of modules below the root of a crate.
pub(crate) type Place = Vec<String>;

/// The meaning of a name in a module.
#[derive(Clone, Debug)]
enum Meaning {
    /// An item that this module's file defines.
    Item,
    /// A name that a `use` imports, with its path.
    Import(Vec<String>),
}

/// A module: its file, its names, its imports and its items.
pub(crate) struct Module {
    pub(crate) file: PathBuf,
    names: BTreeMap<String, Meaning>,
    /// The child modules. They are not in `names`, since a function may have the name of the module
    /// that defines it.
    children: BTreeSet<String>,
    /// Paths that a private `use` imports. Each such path counts as a use of the item that it
    /// names.
    pub(crate) imports: Vec<Vec<String>>,
    /// The module's own items, without modules and imports.
    pub(crate) items: Vec<Item>,
}

/// All modules of a crate.
pub(crate) struct Modules {
    /// The modules that are not tests.
    pub(crate) all: BTreeMap<Place, Module>,
    /// The files of the test modules.
    tests: BTreeSet<PathBuf>,
}

impl Modules {
    /// Reads a crate, beginning with its root file.
    pub(crate) fn read(root: &Path) -> Modules {
        let mut modules = Modules { all: BTreeMap::new(), tests: BTreeSet::new() };
        modules.read_file(Vec::new(), root);
        modules
    }

    /// Every file that was read, including the files of tests.
    pub(crate) fn files(self) -> BTreeSet<PathBuf> {
        self.all.into_values().map(|module| module.file).chain(self.tests).collect()
    }

    fn read_file(&mut self, place: Place, file: &Path) {
        let text = std::fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.read_items(place, file, parsed.items);
    }

    fn read_items(&mut self, place: Place, file: &Path, items: Vec<Item>) {
        let mut module = Module {
            file: file.to_path_buf(),
            names: BTreeMap::new(),
            children: BTreeSet::new(),
            imports: Vec::new(),
            items: Vec::new(),
        };
        for item in items {
            match item {
                item if is_for_tests(attributes(&item)) => self.pass_over(&place, file, item),
                Item::Mod(inner) => {
                    let name = inner.ident.to_string().trim_start_matches("r#").to_string();
                    module.children.insert(name.clone());
                    let below = [place.clone(), vec![name.clone()]].concat();
                    match inner.content {
                        Some((_, items)) => self.read_items(below, file, items),
                        None => self.read_file(below, &file_of(file, place.is_empty(), &name)),
                    }
                }
                Item::Use(import) => {
                    let is_private = matches!(import.vis, Visibility::Inherited);
                    for (name, path) in leaves(&import.tree) {
                        if is_private {
                            module.imports.push(path.clone());
                        }
                        module.names.insert(name, Meaning::Import(path));
                    }
                }
                Item::Macro(call) if call.ident.is_none() => {
                    // A macro may declare modules. A name in the macro is a module if there is a
                    // file for it.
                    for name in names_in(call.mac.tokens) {
                        let declared = file_of(file, place.is_empty(), &name);
                        if declared.exists() {
                            module.children.insert(name.clone());
                            self.read_file([place.clone(), vec![name]].concat(), &declared);
                        }
                    }
                }
                other => {
                    if let Some(name) = name_of(&other) {
                        module.names.insert(name, Meaning::Item);
                    }
                    module.items.push(other);
                }
            }
        }
        self.all.insert(place, module);
    }

    /// Reads a test module. Tests may use any item, so only their files are noted.
    fn pass_over(&mut self, place: &Place, file: &Path, item: Item) {
        let Item::Mod(inner) = item else { return };
        if inner.content.is_none() {
            let name = inner.ident.to_string();
            let mut tests = Modules { all: BTreeMap::new(), tests: BTreeSet::new() };
            tests.read_file(
                [place.clone(), vec![name.clone()]].concat(),
                &file_of(file, place.is_empty(), &name),
            );
            self.tests.extend(tests.files());
        }
    }

    /// The file that defines the item at a path, seen from a module; `None` if the item lies
    /// outside the crate.
    pub(crate) fn definition(&self, place: &Place, path: &[String]) -> Option<&Path> {
        self.resolve(place, path, 16)
    }

    fn resolve(&self, place: &Place, path: &[String], patience: usize) -> Option<&Path> {
        let (first, rest) = path.split_first()?;
        let at = |place: &Place, rest: &[String]| match rest {
            // An import of a module alone uses no item. A glob import of the module uses all its
            // items.
            [] => None,
            [all] if all == "*" => Some(self.all.get(place)?.file.as_path()),
            rest => self.resolve(place, rest, patience.checked_sub(1)?),
        };
        match first.as_str() {
            "crate" => return at(&Vec::new(), rest),
            "self" => return at(place, rest),
            "super" => return at(&place[..place.len().checked_sub(1)?].to_vec(), rest),
            _ => {}
        }
        let module = self.all.get(place)?;
        if !rest.is_empty() && module.children.contains(first) {
            return at(&[place.clone(), vec![first.clone()]].concat(), rest);
        }
        match module.names.get(first)? {
            Meaning::Item => Some(module.file.as_path()),
            // A path that begins with the name of another crate, such as `serde::Serialize`, leads
            // outside.
            Meaning::Import(import) if import.first() == Some(first) && import.len() == 1 => None,
            Meaning::Import(import) => {
                self.resolve(place, &[import.as_slice(), rest].concat(), patience.checked_sub(1)?)
            }
        }
    }
}

/// The file of `mod name;`.
fn file_of(parent: &Path, is_root: bool, name: &str) -> PathBuf {
    let folder = parent.parent().expect("a file lies in a folder");
    let is_folder = is_root || parent.file_name().is_some_and(|file| file == "mod.rs");
    let folder = if is_folder { folder.to_path_buf() } else { parent.with_extension("") };
    let flat = folder.join(format!("{name}.rs"));
    if flat.exists() { flat } else { folder.join(name).join("mod.rs") }
}

/// All names among the tokens of a macro call, but no names inside brackets.
fn names_in(tokens: TokenStream) -> Vec<String> {
    let names = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| only_in_tests(&list.tokens.to_string())))
    })
}

/// Whether a `cfg` condition holds only in tests. Such a condition is `test`, alone or inside
/// `all(..)`.
fn only_in_tests(condition: &str) -> bool {
    condition == "test" || condition.replace(' ', "").starts_with("all(test,")
}

/// The names that a `use` imports, each with its path. A glob has no name, and counts as a use of
/// its module.
fn leaves(tree: &UseTree) -> Vec<(String, Vec<String>)> {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            let below = leaves(&path.tree).into_iter();
            below
                .map(|(name, rest)| match (name.as_str(), rest.as_slice()) {
                    ("self", [only]) if only == "self" => (first.clone(), vec![first.clone()]),
                    _ => (name, [vec![first.clone()], rest].concat()),
                })
                .collect()
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), vec![name.ident.to_string()])],
        UseTree::Rename(rename) => {
            vec![(rename.rename.to_string(), vec![rename.ident.to_string()])]
        }
        UseTree::Glob(_) => vec![("*".to_string(), vec!["*".to_string()])],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
