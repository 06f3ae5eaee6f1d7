//! Finds the program in an upload: files that came as bytes, with their names.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive;
use crate::found::Found;
use crate::handed_in::Submission;
use crate::language::Languages;
use crate::name::plain;
use crate::packing::is_archive;
use crate::tree::Tree;
use errors::Error;

/// Finds the one program among files that came as bytes, each with its name or its path below a
/// folder. Nothing is read from the disk.
///
/// # Errors
/// Fails if there is no program in one of these languages, if there are several, or if a name leads
/// out of the folder.
pub fn find_uploaded(files: Vec<(String, Vec<u8>)>, languages: &Languages) -> Result<Found, Error> {
    let name = match &files[..] {
        [(only, _)] => only.rsplit(['/', '\\']).next().unwrap_or(only).to_string(),
        _ => UPLOAD.to_string(),
    };
    let is_one = files.len() == 1 && !is_archive(Path::new(&name));
    let whole = Submission::folder(Path::new(""), plain(name.clone()), Path::new(&name));
    let mut found = Found::default();
    whole.find(Tree::of_upload(files), &mut found);
    let mut found = found.only(Path::new(&name), languages)?;
    for entry in &mut found.entries {
        // A command names what its author has: the file, the archive, or the current folder.
        entry.given = PathBuf::from(if name == UPLOAD && !is_one { "." } else { &name });
    }
    Ok(found)
}

/// Packs the files of an upload into a tar. The names are data in it and become no paths.
///
/// # Errors
/// Fails if a tar cannot hold the name of a file.
pub fn pack_upload(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Error> {
    archive::packed(files.iter().map(|(name, bytes)| (Path::new(name), &bytes[..])))
}

/// The files that [`pack_upload`] packed.
///
/// # Errors
/// Fails if the bytes are no such tar.
pub fn unpack_upload(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let damaged = |error: io::Error| Error::corrupt(format!("an upload is damaged: {error}"));
    let mut files = Vec::new();
    for entry in tar::Archive::new(bytes).entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(damaged)?;
        files.push((name, content));
    }
    Ok(files)
}

/// The name of several files that were uploaded together.
const UPLOAD: &str = "program";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn a_packed_upload_is_the_same_upload() {
        let long = format!("{}/bot.py", "folder/".repeat(40));
        for names in [vec!["bot.py"], vec!["src/ż\u{202e}\n.py", "src/notes.txt"], vec![&*long]] {
            let files: Vec<_> =
                names.into_iter().map(|name| (name.to_string(), b"print(1)\n".to_vec())).collect();
            let packed = pack_upload(&files).expect("it is packed");
            assert_eq!(unpack_upload(&packed).expect("it is unpacked"), files);
        }
        unpack_upload(&[7; 600]).expect_err("no tar");
    }

    #[test]
    fn an_upload_is_one_program() {
        let upload = |files: &[(&str, &str)]| {
            let files =
                files.iter().map(|(name, text)| ((*name).to_string(), text.as_bytes().to_vec()));
            find_uploaded(files.collect(), &Languages::default())
        };
        let main = ("main.c", "#include \"a.h\"\nint main(void) { return a(); }");
        for (files, language, given) in [
            (vec![("x/bot.py", "print(1)")], Language::Python, "bot.py"),
            (vec![main, ("a.h", ""), ("a.c", "int a() { return 0; }")], Language::C, "."),
            (vec![("src/main.cpp", "int main() {}"), ("src/notes.txt", "")], Language::Cpp, "."),
        ] {
            let found = upload(&files).expect("a program");
            let entry = &found.entries[0];
            assert_eq!((entry.language, entry.given.as_path()), (language, Path::new(given)));
            assert_eq!(entry.path, Path::new(""), "no file of the server is meant");
            let bundle = entry.bundle.as_ref().expect("it was read");
            assert_eq!(bundle.paths().count(), files.len());
        }
        for (file, text, advice) in [
            ("task.c.txt", "int main() {}", "rename task.c.txt to task.c"),
            ("task", "#include <stdio.h>", "rename task, so that"),
            ("task.7z", "7z", "pack the files as .zip"),
            ("task.tar.xz", "xz", "pack the files as .zip"),
        ] {
            let refused = upload(&[(file, text)]).expect_err("no program").to_string();
            assert!(refused.contains(advice), "{refused}");
        }
        for files in [
            vec![("../../etc/bot.py", "")],
            vec![("/etc/bot.py", "")],
            vec![("bot.py", ""), ("./bot.py", "")],
            vec![("a.py", ""), ("b.py", "")],
            vec![("notes.txt", "")],
            vec![],
        ] {
            upload(&files).expect_err("no single program inside the folder");
        }
    }
}
