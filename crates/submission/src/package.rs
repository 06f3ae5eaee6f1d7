//! Packages of Python: folders whose `__main__.py` imports the files beside it as parts of the
//! package. Python runs them only by `-m NAME`, and only if their folder has that name.

use std::path::Path;
use std::sync::Arc;

use crate::bundle::Bundle;
use crate::language::Language;
use crate::shell;
use crate::submission::Entry;

/// The file with which a package begins.
const MAIN: &str = "__main__.py";

/// A package, as `python3 -m` runs it.
pub(crate) struct Package<'a> {
    /// The path below the program's folder of the folder that holds the package.
    pub(crate) parent: &'a Path,
    pub(crate) name: &'a str,
}

impl<'a> Package<'a> {
    /// The package that a program is. `None` if the program is no package, or if its main file has
    /// to be run as a file, since it imports the files beside it by their own names.
    pub(crate) fn of(entry: &'a Entry) -> Option<Package<'a>> {
        let bundle = entry.bundle.as_deref().filter(|_| entry.language == Language::Python)?;
        let folder = bundle.files[0].parent().filter(|_| bundle.files[0].ends_with(MAIN))?;
        let (parent, name) = (folder.parent()?, folder.file_name()?.to_str()?);
        imports_itself(bundle, folder, name).then_some(Package { parent, name })
    }
}

/// Puts the files of a package into a folder of its name, if they lie in no folder: the folder that
/// was handed in has that name, or the archive.
pub(crate) fn in_own_folder(mut entry: Entry) -> Entry {
    let Some(bundle) = entry.bundle.as_deref().filter(|one| one.files[0] == Path::new(MAIN)) else {
        return entry;
    };
    let by_hand = entry.by_hand.clone();
    let is_named = by_hand.file_name().is_some();
    let full = if is_named { Ok(by_hand.clone()) } else { by_hand.canonicalize() };
    let folder = full.ok().and_then(|full| Some(full.file_name()?.to_str()?.to_string()));
    // A dot would mean a module inside a package.
    let name = folder.as_deref().unwrap_or(UNNAMED).replace('.', "_");
    if !imports_itself(bundle, Path::new(""), &name) {
        return entry;
    }
    if folder.is_some_and(|folder| folder == name) {
        entry.by_hand = match by_hand.parent().filter(|_| is_named) {
            Some(parent) => parent.to_path_buf(),
            None => by_hand.join(".."),
        };
    } else if is_named {
        entry.by_hand = std::env::temp_dir();
        let copy = entry.by_hand.join(&name);
        let (files, copy) = (shell::file(&by_hand.join(".")), shell::file(&copy));
        entry.unpack.push(format!("mkdir -p {copy} && cp -r {files} {copy}"));
    }
    entry.bundle = Some(Arc::new(bundle.below(Path::new(&name))));
    entry
}

/// The name of a package whose files came without a folder.
const UNNAMED: &str = "program";

/// Whether the main file in this folder imports parts of the package of this name: by a dot, or by
/// that name, if no file beside the main file has it.
fn imports_itself(bundle: &Bundle, folder: &Path, name: &str) -> bool {
    let beside = [folder.join(format!("{name}.py")), folder.join(name)];
    let is_other = bundle.paths().any(|path| beside.iter().any(|other| path.starts_with(other)));
    let is_own = |module: &str| module.split(['.', ',', ';']).next() == Some(name) && !is_other;
    String::from_utf8_lossy(bundle.main()).lines().any(|line| {
        let mut words = line.split_whitespace();
        let (verb, module) = (words.next(), words.next().unwrap_or_default());
        match verb {
            Some("from") => module.starts_with('.') || is_own(module),
            Some("import") => is_own(module),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// The folder and the name of the package that these files are in the folder `path`.
    fn package(path: &str, files: &[(&str, &str)]) -> Option<(PathBuf, String)> {
        let files =
            files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec()));
        let bundle = Bundle::of_files(files.collect());
        let (by_hand, bundle) = (PathBuf::from(path), Some(Arc::new(bundle)));
        let entry = Entry::of_file("anna".to_string(), by_hand, Language::Python);
        let entry = in_own_folder(Entry { bundle, ..entry });
        let Package { parent, name } = Package::of(&entry)?;
        Some((entry.by_hand.join(parent), name.to_string()))
    }

    #[test]
    fn a_package_lies_in_a_folder_of_its_name() {
        let relative = "from .texts import first\nfirst()\n";
        let beside = ("texts.py", "");
        let at = |folder: &str, name: &str| Some((PathBuf::from(folder), name.to_string()));
        assert_eq!(package("/a/bot", &[("__main__.py", relative), beside]), at("/a", "bot"));
        assert_eq!(package("bot", &[("__main__.py", relative), beside]), at("", "bot"));
        let deeper = [("src/bot/__main__.py", relative), ("src/bot/texts.py", "")];
        assert_eq!(package("/a", &deeper), at("/a/src", "bot"));
        let by_name = [("__main__.py", "import sys, os\nfrom bot import texts\n"), beside];
        assert_eq!(package("/a/bot", &by_name), at("/a", "bot"));
        let temporary = std::env::temp_dir();
        let copied = package("/a/anna.nowak", &[("__main__.py", relative), beside]);
        assert_eq!(copied, Some((temporary, "anna_nowak".to_string())));
        assert_eq!(package("", &[("__main__.py", relative), beside]), at("", UNNAMED));
        for (main, other) in [("import texts\n", "texts.py"), ("import bot\n", "bot.py")] {
            assert_eq!(package("/a/bot", &[("__main__.py", main), (other, "")]), None, "{main}");
        }
        assert_eq!(package("/a/bot", &[("main.py", relative), beside]), None);
    }
}
