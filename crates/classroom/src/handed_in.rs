//! Archives that an organiser downloads: the programs of an assignment, to be kept or compared, with a
//! folder for each person; and the results of a final.

use std::fs;
use std::path::{Component, Path};

use errors::Error;
use judge::write_archive;

use crate::grades::Grade;
use crate::place::Place;
use crate::version::program;

/// A zip of the programs that count for these people. Names in it are plain, whatever those of the
/// files were.
///
/// # Errors
/// Fails if a version cannot be read.
pub(crate) fn programs(place: &Place, grades: &[Grade]) -> Result<Vec<u8>, Error> {
    let mut files = Vec::new();
    for grade in grades {
        let Some((_, version)) = &grade.counted else { continue };
        let (entry, _) = program(place.storage.files(version.number)?, &version.training)?;
        let person = &grade.member.person;
        let folder = format!("{} {} v{}", person.title(), person.number, version.number);
        let folder = plain(&folder);
        let bundle = entry.bundle.ok_or_else(|| Error::bug("an upload was read"))?;
        files.extend(bundle.all().map(|(path, bytes)| (in_folder(&folder, path), bytes.to_vec())));
    }
    let mut bytes = Vec::new();
    write_archive(files.into_iter(), &mut bytes).map_err(|bad| Error::bug(bad.to_string()))?;
    Ok(bytes)
}

/// A zip of a folder that the server itself has written, with this folder at its top. Links in it are
/// left out.
///
/// # Errors
/// Fails if a file cannot be read.
pub(crate) fn archived(folder: &Path, top: &str) -> Result<Vec<u8>, Error> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        let unread = |error: std::io::Error| Error::file("read", &next, &error);
        for entry in fs::read_dir(&next).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let (kind, path) = (entry.file_type().map_err(unread)?, entry.path());
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && !entry.file_name().to_string_lossy().starts_with('.') {
                let below = path.strip_prefix(folder).unwrap_or(&path);
                let below = below.to_string_lossy().replace('\\', "/");
                let name = format!("{top}/{below}");
                let bytes = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
                files.push((name, bytes));
            }
        }
    }
    files.sort();
    let mut bytes = Vec::new();
    write_archive(files.into_iter(), &mut bytes).map_err(|bad| Error::bug(bad.to_string()))?;
    Ok(bytes)
}

/// The path of a file below a folder.
fn in_folder(folder: &str, path: &Path) -> String {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(plain(&name.to_string_lossy())),
        _ => None,
    });
    [folder.to_string()].into_iter().chain(names).collect::<Vec<_>>().join("/")
}

/// A name that every system takes: it neither hides what it is nor leads elsewhere.
fn plain(name: &str) -> String {
    /// A longer name is cut at its beginning, so that its ending stays.
    const LONGEST: usize = 80;
    let is_kept = |c: char| c.is_alphanumeric() || ['.', '_', '-'].contains(&c);
    let kept: Vec<char> = name.chars().map(|c| if is_kept(c) { c } else { '-' }).collect();
    let start = kept.len().saturating_sub(LONGEST);
    kept[start..].iter().collect::<String>().trim_start_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_and_keep_their_endings() {
        let path = |path: &str| in_folder(&plain("Żak, Ola 7 v3"), Path::new(path));
        assert_eq!(path("src/main.c"), "Żak--Ola-7-v3/src/main.c");
        assert_eq!(path("../../etc/a.c"), "Żak--Ola-7-v3/etc/a.c");
        assert_eq!(path("..\\a\u{202e}\n.py"), "Żak--Ola-7-v3/-a--.py");
        assert!(path(&format!("{}.java", "x".repeat(300))).ends_with("xx.java"));
    }
}
