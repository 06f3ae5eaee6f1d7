//! The programs of an assignment as an archive: to be kept, or to be given to a tool that compares
//! them. Each person's program has a folder of its own.

use std::path::{Component, Path};

use errors::Error;
use judge::write_archive;

use crate::gradebook::Grade;
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
