//! Finds the program in an upload: files that came as bytes, with their names.

use std::path::{Path, PathBuf};

use crate::archive;
use crate::contents::ONE;
use crate::finding::several;
use crate::found::Found;
use crate::handed_in::Submission;
use crate::language::Languages;
use crate::name::plain;
use crate::packing::is_archive;
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
    let mut found = Found::default();
    let is_one = files.len() == 1 && !is_archive(Path::new(&name));
    let tree = archive::of_files(files, ONE);
    Submission::folder(Path::new(""), plain(name.clone()), PathBuf::from(&name))
        .unpacked(tree, &mut found);
    let mut found = found.settle(Path::new(&name), languages)?;
    for entry in &found.entries {
        entry.check_found()?;
    }
    if found.entries.len() > 1 {
        return Err(several(&name, &found));
    }
    for entry in &mut found.entries {
        // A command names what its author has: the file, the archive, or the current folder.
        entry.given = PathBuf::from(if name == UPLOAD && !is_one { "." } else { &name });
    }
    Ok(found)
}

/// The name of several files that were uploaded together.
const UPLOAD: &str = "program";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

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
            let bundle = entry.bundle.as_ref().expect("it was read");
            assert_eq!(bundle.paths().count(), files.len());
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
