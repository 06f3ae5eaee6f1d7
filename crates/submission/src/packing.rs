//! Recognises archives by their names, and says how to unpack them by hand.

use std::path::{Path, PathBuf};

use crate::shell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Zip,
    Tar,
    TarGz,
}

const ENDINGS: [(&str, Form); 4] =
    [(".zip", Form::Zip), (".tar.gz", Form::TarGz), (".tgz", Form::TarGz), (".tar", Form::Tar)];

/// The name of an archive without its extension; `None` if `name` is not the name of an archive.
pub(crate) fn stem(name: &str) -> Option<&str> {
    form(name).map(|(stem, _)| stem)
}

/// The name without its extension, if it is the name of an archive; otherwise the whole name.
pub fn without_packing(name: &str) -> &str {
    stem(name).unwrap_or(name)
}

/// Whether a file has the name of an archive.
pub fn is_archive(path: &Path) -> bool {
    stem(&path.to_string_lossy()).is_some()
}

/// The name of an archive without its extension, and the format that this extension means.
pub(crate) fn form(name: &str) -> Option<(&str, Form)> {
    ENDINGS.into_iter().find_map(|(ending, form)| {
        let at = name.len().checked_sub(ending.len()).filter(|&at| name.is_char_boundary(at))?;
        name[at..].eq_ignore_ascii_case(ending).then_some((&name[..at], form))
    })
}

/// The folder where an archive is unpacked by hand.
pub(crate) fn by_hand(archive: &Path) -> PathBuf {
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let stem = stem(&name).filter(|stem| !stem.is_empty()).unwrap_or("unpacked");
    std::env::temp_dir().join(stem)
}

/// A shell command that unpacks the archive into the folder.
pub(crate) fn unpacking(archive: &Path, folder: &Path) -> String {
    let is_zip = archive.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let (archive, into) = (shell::file(archive), shell::file(folder));
    match is_zip {
        true => format!("unzip -oq {archive} -d {into}"),
        false => format!("mkdir -p {into} && tar -xf {archive} -C {into}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_known_by_its_ending() {
        let stems = ["a.b.tar.gz", ".zip", "A.TGZ", "a.gz", "zip"].map(stem);
        assert_eq!(stems, [Some("a.b"), Some(""), Some("A"), None, None]);
    }
}
