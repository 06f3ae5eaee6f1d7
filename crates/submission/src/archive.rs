//! Reads the files of an archive (zip, tar or tar.gz), and packs files into a tar.

use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::foreign_folder::open_plain;
use crate::packing::{Form, form};
use crate::reasons::WORDS;
use crate::tree::{Bounds, Item, Tree, TreeBuilder, inside, not_unpacked};
use errors::Error;
use rules::{Message, message};
use zip::result::ZipError;

/// A tar is read from start to end. It may have at most this many bytes.
const LONGEST_TAR: u64 = 1 << 30;

/// Reads an archive.
///
/// # Errors
/// Fails if the file is not an archive, exceeds the bounds, or has a path that leads out of the
/// folder where it is unpacked. The message is to be written after the file's name.
pub(crate) fn of_file(path: &Path, bounds: Bounds) -> Result<Tree, Message> {
    let file = open_plain(path, true)
        .map_err(|error| message!(WORDS, "not-read", why = error.to_string()))?;
    of(file, &path.to_string_lossy(), bounds)
}

/// Reads an archive that lies in another archive.
pub(crate) fn of_bytes(bytes: &[u8], name: &str, bounds: Bounds) -> Result<Tree, Message> {
    of(Cursor::new(bytes), name, bounds)
}

fn of(source: impl Read + Seek, name: &str, bounds: Bounds) -> Result<Tree, Message> {
    let mut tree = TreeBuilder::new(bounds);
    match form(name) {
        Some((_, Form::Zip)) => zip(source, &mut tree)?,
        Some((_, Form::Tar)) => tar(source, &mut tree)?,
        Some((_, Form::TarGz)) => tar(MultiGzDecoder::new(source), &mut tree)?,
        None => return Err(message!(WORDS, "no-archive")),
    }
    tree.done()
}

fn zip(source: impl Read + Seek, tree: &mut TreeBuilder) -> Result<(), Message> {
    let damaged = |error: ZipError| not_unpacked(error.to_string());
    let mut archive = zip::ZipArchive::new(source).map_err(damaged)?;
    for index in 0..archive.len() {
        let about = archive.by_index_raw(index).map_err(damaged)?;
        // macOS writes names in UTF-8 without setting the flag for UTF-8.
        let name = match str::from_utf8(about.name_raw()) {
            Ok(name) => name.to_string(),
            Err(_) => about.name().map_err(damaged)?.into_owned(),
        };
        let is_link = about.unix_mode().is_some_and(|mode| mode & 0o170_000 == 0o120_000);
        let item = match () {
            () if is_link => Item::Other("a-link"),
            () if about.is_dir() => Item::Folder,
            () => Item::File,
        };
        let (size, is_encrypted) = (about.size(), about.encrypted());
        let changed = about.last_modified().unwrap_or_default();
        let date = u64::from(changed.datepart()) << 16 | u64::from(changed.timepart());
        drop(about);
        // Some Windows programs write backslashes as separators.
        let path = tree.admit(inside(&name.replace('\\', "/"))?, item)?;
        let Some(path) = path.filter(|_| item == Item::File) else { continue };
        if is_encrypted {
            return Err(message!(WORDS, "encrypted"));
        }
        tree.take(path, (size, date), archive.by_index(index).map_err(damaged)?)?;
    }
    Ok(())
}

fn tar(source: impl Read, tree: &mut TreeBuilder) -> Result<(), Message> {
    let damaged = |error: io::Error| not_unpacked(error.to_string());
    let mut archive = tar::Archive::new(source.take(LONGEST_TAR));
    for entry in archive.entries().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        let kind = entry.header().entry_type();
        let item = match () {
            () if kind.is_dir() => Item::Folder,
            () if kind.is_symlink() || kind.is_hard_link() => Item::Other("a-link"),
            () if kind.is_file() || kind.is_contiguous() => Item::File,
            // This item is a note about the whole archive; git writes such notes.
            () if kind.is_pax_global_extensions() => continue,
            () => Item::Other("no-regular-file"),
        };
        let path = tree.admit(inside(&String::from_utf8_lossy(&entry.path_bytes()))?, item)?;
        if let Some(path) = path.filter(|_| item == Item::File) {
            let date = entry.header().mtime().unwrap_or_default();
            tree.take(path, (entry.size(), date), entry)?;
        }
    }
    Ok(())
}

/// Packs files into a tar. Their names are data in it and become no paths.
///
/// # Errors
/// Fails if a tar cannot hold the name of a file.
pub(crate) fn packed<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a [u8])>,
) -> Result<Vec<u8>, Error> {
    let mut tar = tar::Builder::new(Vec::new());
    let failed = |error: io::Error| Error::input(format!("the files cannot be packed: {error}"));
    for (path, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, bytes).map_err(failed)?;
    }
    tar.into_inner().map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    const SMALL: Bounds = Bounds { files: 4, bytes: 10_000, items: 80 };

    /// Makes a zip of these files.
    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            let options =
                SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            zip.start_file(*name, options).expect("a file is begun");
            zip.write_all(bytes).expect("a file is written");
        }
        zip.finish().expect("it is whole").into_inner()
    }

    /// Makes a tar with one item.
    fn tarred(kind: tar::EntryType, name: &[u8], bytes: &[u8], size: u64) -> Vec<u8> {
        let mut header = tar::Header::new_old();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name);
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_cksum();
        let mut tar = header.as_bytes().to_vec();
        tar.extend(bytes);
        tar.resize(tar.len().next_multiple_of(512) + 1024, 0);
        tar
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
        gz.write_all(bytes).expect("it is packed");
        gz.finish().expect("it is whole")
    }

    fn names(bytes: &[u8], name: &str) -> Vec<String> {
        let unpacked = of_bytes(bytes, name, SMALL).unwrap_or_else(|why| panic!("{name} {why}"));
        unpacked.files.iter().map(|(path, _)| path.display().to_string()).collect()
    }

    fn refused(bytes: &[u8], name: &str) -> String {
        of_bytes(bytes, name, SMALL).expect_err("it is refused").to_string()
    }

    #[test]
    fn files_are_read_by_their_paths() {
        let files: [(&str, &[u8]); 5] = [
            ("żółw/a b.c", b"int a;"),
            ("win\\main.c", b""),
            ("__MACOSX/._a.c", b""),
            ("x/.DS_Store", b""),
            ("./b.c", b""),
        ];
        assert_eq!(names(&zipped(&files), "a.ZIP"), ["żółw/a b.c", "win/main.c", "b.c"]);
        let tar = tarred(tar::EntryType::Regular, b"src/a.c", b"int a;", 6);
        for (bytes, name) in [(tar.clone(), "a.tar"), (gz(&tar), "a.tar.gz"), (gz(&tar), "a.TGZ")] {
            assert_eq!(names(&bytes, name), ["src/a.c"], "{name}");
        }
        // `tar -cf a.tar .` begins with the folder itself.
        let itself = tarred(tar::EntryType::Directory, b"./", b"", 0);
        assert_eq!(names(&itself, "a.tar"), [""; 0]);
        refused(&tarred(tar::EntryType::Regular, b".", b"", 0), "a.tar");
    }

    #[test]
    fn nothing_leaves_an_archive() {
        let link = tarred(tar::EntryType::Symlink, b"a.c", b"", 0);
        let unpacked = of_bytes(&link, "a.tar", SMALL).expect("it is left out");
        assert_eq!(
            (unpacked.files, unpacked.left_out),
            (Vec::new(), vec![(PathBuf::from("a.c"), "a-link")])
        );
        for path in ["../a.c", "a/../../b.c", "/etc/passwd", "C:/a.c", "..\\a.c", "\\a.c"] {
            assert!(
                refused(&zipped(&[(path, b"")]), "a.zip").contains("which leads out of it"),
                "{path}"
            );
        }
        for path in [&b"../a.c"[..], b"/a.c"] {
            let tar = tarred(tar::EntryType::Regular, path, b"", 0);
            assert!(refused(&tar, "a.tar").contains("which leads out of it"));
        }
        let twice = zipped(&[("a.c", b""), ("./a.c", b"")]);
        assert!(refused(&twice, "a.zip").contains("two files of the name `a.c`"));
        assert!(
            refused(&zipped(&[("a", b""), ("a/b.c", b"")]), "a.zip")
                .contains("both as a file and as a folder")
        );
        assert!(refused(&zipped(&[(&"x".repeat(300), b"")]), "a.zip").contains("too long"));
    }

    #[test]
    fn an_archive_takes_no_more_than_it_may() {
        let zeros = vec![0; 1 << 20];
        let bomb = zipped(&[("a.c", &zeros)]);
        assert!(bomb.len() < 2000);
        assert!(refused(&bomb, "a.zip").contains("more than 0 MiB"));
        let tar = gz(&tarred(tar::EntryType::Regular, b"a.c", &zeros, 1 << 20));
        assert!(refused(&tar, "a.tgz").contains("more than 0 MiB"));
        // This archive gives too small a size for a file.
        let mut liar = zipped(&[("a.c", &zeros)]);
        let size = 1_u32 << 20;
        while let Some(at) = liar.windows(4).position(|bytes| bytes == size.to_le_bytes()) {
            liar[at..at + 4].copy_from_slice(&9_u32.to_le_bytes());
        }
        assert!(of_bytes(&liar, "a.zip", SMALL).is_err());
        // Files that no program needs are left out.
        assert_eq!(names(&zipped(&[("a.c", b""), ("film.mp4", &zeros)]), "a.zip"), ["a.c"]);
        let names: Vec<_> = (0..5).map(|number| format!("{number}.c")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert!(refused(&zipped(&many), "a.zip").contains("more than 4 files"));
    }

    #[test]
    fn what_is_no_archive_or_a_locked_one_is_said_to_be_so() {
        for name in ["a.zip", "a.tar", "a.tar.gz"] {
            assert!(
                refused(b"int main(void) { return 0; }", name).contains("cannot be unpacked"),
                "{name}"
            );
        }
        let whole = zipped(&[("a.c", b"int a;")]);
        for end in 0..whole.len() {
            let _ = of_bytes(&whole[..end], "a.zip", SMALL);
        }
        let mut locked = whole;
        for (mark, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
            let at = locked.windows(4).position(|bytes| bytes == mark).expect("it is there");
            locked[at + flags] |= 1;
        }
        assert!(refused(&locked, "a.zip").contains("is encrypted"));
    }
}
