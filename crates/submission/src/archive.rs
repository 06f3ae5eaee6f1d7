//! Reads the files of an archive (zip, tar or tar.gz) into memory, within bounds. The sizes and
//! names that an archive states are never trusted.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::contents::{Bounds, ONE, Tree};
use crate::name::{OF_A_TOOL, folder_on, is_left_behind, is_of_a_tool};
use crate::packing::{Form, form};
use crate::reasons::WORDS;
use crate::source::is_needed;
use errors::excerpt::short;
use rules::{Message, message};
use zip::result::ZipError;

/// A tar is read from start to end. It may have at most this many bytes.
const LONGEST_TAR: u64 = 1 << 30;
/// The greatest number of items in an archive, as a multiple of the greatest number of files.
const ITEMS_PER_FILE: usize = 20;
/// The longest path, in bytes, that systems accept.
const LONGEST_PATH: usize = 1000;
const LONGEST_NAME: usize = 255;

/// Reads an archive.
///
/// # Errors
/// Fails if the file is not an archive, exceeds the bounds, or has a path that leads out of the
/// folder where it is unpacked. The message is to be written after the file's name.
pub(crate) fn of_file(path: &Path, bounds: Bounds) -> Result<Tree, Message> {
    let file =
        File::open(path).map_err(|error| message!(WORDS, "not-read", why = error.to_string()))?;
    of(file, &path.to_string_lossy(), bounds)
}

/// Reads an archive that lies in another archive.
pub(crate) fn of_bytes(bytes: &[u8], name: &str, bounds: Bounds) -> Result<Tree, Message> {
    of(Cursor::new(bytes), name, bounds)
}

/// Takes files that came with their names, as an archive's files: the same names are left out or
/// refused.
pub(crate) fn of_files(files: Vec<(String, Vec<u8>)>, bounds: Bounds) -> Result<Tree, Message> {
    let mut unpacking = Unpacking::new(bounds);
    unpacking.check_items(files.len())?;
    for (name, bytes) in files {
        let Some(path) = unpacking.path(&name.replace('\\', "/"), &Item::File)? else { continue };
        unpacking.take(path, bytes.len() as u64, &bytes[..])?;
    }
    unpacking.done()
}

fn of(source: impl Read + Seek, name: &str, bounds: Bounds) -> Result<Tree, Message> {
    let mut unpacking = Unpacking::new(bounds);
    match form(name) {
        Some((_, Form::Zip)) => unpacking.zip(source)?,
        Some((_, Form::Tar)) => unpacking.tar(source)?,
        Some((_, Form::TarGz)) => unpacking.tar(MultiGzDecoder::new(source))?,
        None => return Err(message!(WORDS, "no-archive")),
    }
    unpacking.done()
}

struct Unpacking {
    bounds: Bounds,
    /// The number of bytes of all files so far.
    bytes: u64,
    /// The number of bytes of files that no program needs.
    spare: u64,
    spare_files: usize,
    known: BTreeSet<PathBuf>,
    /// The folders of tools that are left out.
    of_tools: BTreeSet<PathBuf>,
    unpacked: Tree,
}

/// The kind of an item, as the archive gives it.
enum Item {
    File,
    Folder,
    Link,
    Other,
}

impl Unpacking {
    fn new(bounds: Bounds) -> Unpacking {
        Unpacking {
            bounds,
            bytes: 0,
            spare: 0,
            spare_files: 0,
            known: BTreeSet::new(),
            of_tools: BTreeSet::new(),
            unpacked: Tree::default(),
        }
    }

    fn zip(&mut self, source: impl Read + Seek) -> Result<(), Message> {
        let damaged = |error: ZipError| not_unpacked(error.to_string());
        let mut archive = zip::ZipArchive::new(source).map_err(damaged)?;
        self.check_items(archive.len())?;
        for index in 0..archive.len() {
            let about = archive.by_index_raw(index).map_err(damaged)?;
            // macOS writes names in UTF-8 without setting the flag for UTF-8.
            let name = match str::from_utf8(about.name_raw()) {
                Ok(name) => name.to_string(),
                Err(_) => about.name().map_err(damaged)?.into_owned(),
            };
            let is_link = about.unix_mode().is_some_and(|mode| mode & 0o170_000 == 0o120_000);
            let item = match () {
                () if is_link => Item::Link,
                () if about.is_dir() => Item::Folder,
                () => Item::File,
            };
            let (size, is_encrypted) = (about.size(), about.encrypted());
            let changed = about.last_modified().unwrap_or_default();
            let date = u64::from(changed.datepart()) << 16 | u64::from(changed.timepart());
            drop(about);
            // Some Windows programs write backslashes as separators.
            let Some(path) = self.path(&name.replace('\\', "/"), &item)? else { continue };
            if is_encrypted {
                return Err(message!(WORDS, "encrypted"));
            }
            self.unpacked.dates.insert(path.clone(), date);
            self.take(path, size, archive.by_index(index).map_err(damaged)?)?;
        }
        Ok(())
    }

    fn tar(&mut self, source: impl Read) -> Result<(), Message> {
        let damaged = |error: io::Error| not_unpacked(error.to_string());
        let mut archive = tar::Archive::new(source.take(LONGEST_TAR));
        for (number, entry) in archive.entries().map_err(damaged)?.enumerate() {
            self.check_items(number)?;
            let entry = entry.map_err(damaged)?;
            let kind = entry.header().entry_type();
            let item = match () {
                () if kind.is_dir() => Item::Folder,
                () if kind.is_symlink() || kind.is_hard_link() => Item::Link,
                () if kind.is_file() || kind.is_contiguous() => Item::File,
                // This item is a note about the whole archive; git writes such notes.
                () if kind.is_pax_global_extensions() => continue,
                () => Item::Other,
            };
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if let Some(path) = self.path(&name, &item)? {
                let date = entry.header().mtime().unwrap_or_default();
                self.unpacked.dates.insert(path.clone(), date);
                self.take(path, entry.size(), entry)?;
            }
        }
        Ok(())
    }

    fn check_items(&self, items: usize) -> Result<(), Message> {
        let most = self.bounds.files * ITEMS_PER_FILE;
        if items > most { Err(message!(WORDS, "too-many-items", n = most)) } else { Ok(()) }
    }

    /// The path where a file will lie; `None` if the file is left out.
    fn path(&mut self, name: &str, item: &Item) -> Result<Option<PathBuf>, Message> {
        let path = inside(name).ok_or_else(|| message!(WORDS, "path-out", path = short(name)))?;
        if path.components().any(|part| is_left_behind(&part.as_os_str().to_string_lossy())) {
            return Ok(None);
        }
        let is_long = |part: Component<'_>| part.as_os_str().len() > LONGEST_NAME;
        if path.as_os_str().len() > LONGEST_PATH || path.components().any(is_long) {
            return Err(message!(WORDS, "path-too-long", path = short(name)));
        }
        if let Some(folder) = folder_on(&path, is_of_a_tool) {
            if self.of_tools.insert(folder.to_path_buf()) {
                self.unpacked.left_out.push((folder.to_path_buf(), OF_A_TOOL));
            }
            return Ok(None);
        }
        match item {
            Item::Folder => {
                self.unpacked.folders.push(path);
                return Ok(None);
            }
            // The archive's own folder, `./`, is an item of many tars; it cannot be a file.
            _ if path.as_os_str().is_empty() => {
                return Err(message!(WORDS, "no-name"));
            }
            Item::Link => self.unpacked.left_out.push((path, "a-link")),
            Item::Other => self.unpacked.left_out.push((path, "no-regular-file")),
            Item::File if !self.known.insert(path.clone()) => {
                return Err(message!(WORDS, "same-name", path = short(name)));
            }
            Item::File => return Ok(Some(path)),
        }
        Ok(None)
    }

    /// Reads a file. `size` is its size according to the archive.
    fn take(&mut self, path: PathBuf, size: u64, file: impl Read) -> Result<(), Message> {
        let Bounds { files, bytes } = self.bounds;
        let too_many = || message!(WORDS, "too-many-files", n = files);
        let too_much = || message!(WORDS, "too-much", n = bytes >> 20);
        let left = bytes - self.bytes;
        let is_beyond = self.unpacked.files.len() >= files || size > left;
        // Some projects contain films and the files of development tools. Such files must not use
        // up the space for sources.
        let is_spare = !is_needed(&path);
        if is_spare
            && (size > ONE.bytes || self.spare + size > bytes / 2 || self.spare_files >= files / 2)
        {
            self.unpacked.left_out.push((path, "file-too-large"));
            return Ok(());
        }
        self.spare += if is_spare { size } else { 0 };
        self.spare_files += usize::from(is_spare);
        match !is_spare {
            true if is_beyond && size <= left => return Err(too_many()),
            true if is_beyond => return Err(too_much()),
            false if is_beyond => {
                self.unpacked.left_out.push((path, "file-too-large"));
                return Ok(());
            }
            _ => {}
        }
        let mut content = Vec::new();
        let name = short(&path.to_string_lossy());
        let failed = |error: io::Error| not_unpacked(format!("`{name}`: {error}"));
        // The file may be longer than the archive says.
        file.take(left + 1).read_to_end(&mut content).map_err(failed)?;
        if content.len() as u64 > left {
            return Err(too_much());
        }
        self.bytes += content.len() as u64;
        self.unpacked.files.push((path, content));
        Ok(())
    }

    fn done(self) -> Result<Tree, Message> {
        let folders = self.known.iter().flat_map(|path| path.ancestors().skip(1));
        if let Some(both) = folders.into_iter().find(|folder| self.known.contains(*folder)) {
            let path = short(&both.to_string_lossy());
            return Err(message!(WORDS, "file-and-folder", path = path));
        }
        Ok(self.unpacked)
    }
}

fn not_unpacked(why: String) -> Message {
    message!(WORDS, "not-unpacked", why = why)
}

/// The path for this name, if it does not lead out of the archive's folder.
fn inside(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.starts_with('/') {
        return None;
    }
    let mut path = PathBuf::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => return None,
            _ if part.contains('\0') || part.ends_with(':') => return None,
            _ => path.push(part),
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    const SMALL: Bounds = Bounds { files: 4, bytes: 10_000 };

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
        assert!(refused(&twice, "a.zip").contains("two files of the name `./a.c`"));
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
