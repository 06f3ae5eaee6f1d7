//! Test cases on disk: `7.in` with `7.out` beside it, in sets that share a `params` file.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

use rules::Answers;

use crate::Error;
use crate::entry::{is_left_behind, natural, plain};

/// An input and the output that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The path below the folder of cases without its ending, e.g. `set-01/7`.
    pub name: String,
    /// The file given to the program.
    pub input: PathBuf,
    /// The file that the program's output is compared with.
    pub expected: PathBuf,
}

/// The cases of one folder, which share the constants of its `params` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseSet {
    /// Constants for the compiler, as in `-DPOLA=4`.
    pub defines: Vec<String>,
    /// The cases, in the order in which people count.
    pub cases: Vec<Case>,
}

/// No list of constants comes near this many bytes.
const LONGEST_PARAMS: u64 = 1 << 16;

/// Finds the cases of a folder and of the folders in it, or the one case whose input `path` is.
///
/// # Errors
/// When there is none, an input has no output, `params` makes no sense, or something cannot be read.
pub fn find_cases(path: &Path) -> Result<Vec<CaseSet>, Error> {
    if path.is_file() {
        return Ok(vec![single(path)?]);
    }
    let mut sets = Vec::new();
    visit(path, "", &mut sets)?;
    if sets.is_empty() {
        return Err(Error::not_found(format!(
            "there are no cases in {}: expected files such as 1.in, 1.out",
            show(path)
        )));
    }
    Ok(sets)
}

/// Refuses a case whose input no program could make sense of: that is nobody's wrong answer.
///
/// # Errors
/// When there is one, or an input cannot be read.
pub fn check_inputs(answers: Answers, sets: &[CaseSet]) -> Result<(), Error> {
    let Answers::Legal(checker) = answers else { return Ok(()) };
    sets.iter().flat_map(|set| &set.cases).try_for_each(|case| {
        let input = fs::read(&case.input).map_err(|error| Error::file("read", &case.input, &error))?;
        let senseless = |why| Error::input(format!("{} is no case of this game: {why}", show(&case.input)));
        (checker.input)(&String::from_utf8_lossy(&input)).map_err(senseless)
    })
}

/// Refuses cases, and a folder of programs, that lie where what is judged could read them, or be compiled with them.
///
/// # Errors
/// When one does.
pub fn check_hidden(places: &[(&str, &Path)]) -> Result<(), Error> {
    let open = |(what, path): &(&str, &Path)| {
        Some((what.to_string(), show(path).to_string(), sandbox::open_to_programs(path)?))
    };
    places.iter().find_map(open).map_or(Ok(()), |(what, path, folder)| {
        Err(Error::input(format!(
            "the {what} in {path} would be open to the programs: compilers, or programs themselves, may read all of {}; copy \
             them to a folder elsewhere",
            folder.display()
        )))
    })
}

fn single(path: &Path) -> Result<CaseSet, Error> {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".in"));
    let Some(name) = name else {
        return Err(Error::input(format!("{} is no case: expected a folder of cases, or a file NAME.in", show(path))));
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(CaseSet { defines: read_params(folder)?, cases: vec![case(path.to_path_buf(), name.to_string())?] })
}

/// Adds the set of this folder, then those of the folders in it.
fn visit(folder: &Path, prefix: &str, sets: &mut Vec<CaseSet>) -> Result<(), Error> {
    let (mut inputs, mut folders) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(|error| Error::file("read", folder, &error))? {
        let entry = entry.map_err(|error| Error::file("read", folder, &error))?;
        let kind = entry.file_type().map_err(|error| Error::file("read", &entry.path(), &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_left_behind(&name) {
            continue;
        }
        if kind.is_dir() {
            folders.push((name, entry.path()));
            continue;
        }
        check_followed(&entry.path(), kind)?;
        check_whole(&entry.path())?;
        if let Some(name) = name.strip_suffix(".in") {
            inputs.push((name.to_string(), entry.path()));
        }
    }
    for list in [&mut inputs, &mut folders] {
        list.sort_by(|(a, _), (b, _)| natural::compare(a, b));
    }
    if !inputs.is_empty() {
        let cases = inputs.into_iter().map(|(name, path)| case(path, format!("{prefix}{name}")));
        sets.push(CaseSet { defines: read_params(folder)?, cases: cases.collect::<Result<_, _>>()? });
    }
    folders.into_iter().try_for_each(|(name, path)| visit(&path, &format!("{prefix}{name}/"), sets))
}

/// Refuses a link to a folder, whose cases would be left out without a word, and one that leads nowhere. None is followed: they may go
/// round.
fn check_followed(path: &Path, kind: FileType) -> Result<(), Error> {
    if kind.is_symlink() && !path.exists() {
        return Err(Error::input(format!("{} is a link to nowhere: expected a case, or none", show(path))));
    }
    if kind.is_symlink() && path.is_dir() {
        let expected = "expected a folder, or the cases themselves";
        return Err(Error::input(format!("{} is a link to a folder, and none is followed: {expected}", show(path))));
    }
    Ok(())
}

/// Refuses a file that was meant as half of a case, and would be left out of its set without a word.
fn check_whole(path: &Path) -> Result<(), Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let small = ending.to_ascii_lowercase();
    if ending != small && ["in", "out"].contains(&small.as_str()) {
        let expected = path.with_extension(&small);
        return Err(Error::input(format!("{} has its ending in capitals: expected {}", show(path), show(&expected))));
    }
    let input = path.with_extension("in");
    if ending == "out" && !input.exists() {
        return Err(Error::input(format!("{} has no input: expected {}", show(path), show(&input))));
    }
    Ok(())
}

/// Both files must be regular ones: a pipe or a device might never end.
fn case(input: PathBuf, name: String) -> Result<Case, Error> {
    let expected = input.with_extension("out");
    if !expected.exists() {
        return Err(Error::input(format!("{} has no output: expected {}", show(&input), show(&expected))));
    }
    for path in [&input, &expected] {
        if !path.is_file() {
            return Err(Error::input(format!("{} is not a regular file", show(path))));
        }
    }
    Ok(Case { name: plain(name), input, expected })
}

/// The constants of a folder; none where it has no `params`.
fn read_params(folder: &Path) -> Result<Vec<String>, Error> {
    let path = folder.join("params");
    let Ok(about) = fs::metadata(&path) else { return Ok(Vec::new()) };
    if !about.is_file() || about.len() > LONGEST_PARAMS {
        return Err(Error::input(format!("{} is no short text file", show(&path))));
    }
    let text = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
    let text = String::from_utf8(text).map_err(|_| Error::input(format!("{} is not UTF-8", show(&path))))?;
    // Some editors begin every file with a mark of its order of bytes.
    parse_params(text.strip_prefix('\u{feff}').unwrap_or(&text))
        .map_err(|bad| Error::input(format!("{}, {bad}", show(&path))))
}

/// Reads `-DPOLA=4 -DWIERSZE=10`. Nothing else is let through to a compiler.
fn parse_params(text: &str) -> Result<Vec<String>, String> {
    let lines = text.lines().enumerate();
    let words = lines.flat_map(|(i, line)| line.split_whitespace().map(move |word| (i + 1, word)));
    words
        .map(|(line, word)| {
            let bad = || format!("line {line}: `{}`; expected a constant such as -DPOLA=4", word.escape_debug());
            is_define(word).then(|| word.to_string()).ok_or_else(bad)
        })
        .collect()
}

/// Whether a word is `-DNAME` or `-DNAME=VALUE` with a plain value.
fn is_define(word: &str) -> bool {
    let Some(rest) = word.strip_prefix("-D") else { return false };
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    let first = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    first && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && value.chars().all(|c| !c.is_control())
}

fn show(path: &Path) -> impl std::fmt::Display {
    path.display()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        folder
    }

    fn names(sets: &[CaseSet]) -> Vec<Vec<&str>> {
        sets.iter().map(|set| set.cases.iter().map(|case| case.name.as_str()).collect()).collect()
    }

    fn refusal(files: &[(&str, &str)]) -> String {
        find_cases(folder(files).path()).expect_err("these are no cases").to_string()
    }

    #[test]
    fn cases_are_counted_as_people_count() {
        let files = [
            "10.in",
            "10.out",
            "2.in",
            "2.out",
            "notes.txt",
            "s10/1.in",
            "s10/1.out",
            "s9/x.in",
            "s9/x.out",
            "._2.in",
            "__MACOSX/2.in",
        ];
        let folder = folder(&files.map(|name| (name, "")));
        let sets = find_cases(folder.path()).expect("there are cases");
        assert_eq!(names(&sets), [vec!["2", "10"], vec!["s9/x"], vec!["s10/1"]]);
        assert!(sets.iter().all(|set| set.defines.is_empty()));
    }

    #[test]
    fn constants_belong_to_their_folder() {
        let folder = folder(&[
            ("a/1.in", ""),
            ("a/1.out", ""),
            ("a/params", "-DX=1 -DY_2\r\n-DZ=a,b\n"),
            ("b/1.in", ""),
            ("b/1.out", ""),
            ("c/1.in", ""),
            ("c/1.out", ""),
            ("c/params", "\u{feff}-DX=1\r\n-DY\r\n"),
        ]);
        let sets = find_cases(folder.path()).expect("there are cases");
        assert_eq!(sets[0].defines, ["-DX=1", "-DY_2", "-DZ=a,b"]);
        assert!(sets[1].defines.is_empty());
        assert_eq!(sets[2].defines, ["-DX=1", "-DY"]);
        let one = find_cases(&folder.path().join("a/1.in")).expect("an input names its case");
        assert_eq!((names(&one), &one[0].defines), (vec![vec!["1"]], &sets[0].defines));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_folder_is_not_left_out_without_a_word() {
        use std::os::unix::fs::symlink;
        let folder = folder(&[("1.in", ""), ("1.out", ""), ("elsewhere/2.in", ""), ("elsewhere/2.out", "")]);
        let path = |name: &str| folder.path().join(name);
        symlink("1.in", path("3.in")).expect("a link can be made");
        symlink("1.out", path("3.out")).expect("a link can be made");
        symlink("elsewhere", path(".hidden")).expect("a link can be made");
        assert_eq!(names(&find_cases(folder.path()).expect("links to files are cases")).concat().len(), 3);
        symlink("elsewhere", path("more")).expect("a link can be made");
        let said = find_cases(folder.path()).expect_err("a link to a folder").to_string();
        let link = path("more").display().to_string();
        let why = "is a link to a folder, and none is followed: expected a folder, or the cases themselves";
        assert_eq!(said, format!("{link} {why}"));
        fs::remove_file(path("more")).expect("it is ours");
        symlink("nowhere", path("more")).expect("a link can be made");
        let said = find_cases(folder.path()).expect_err("a link to nowhere").to_string();
        assert_eq!(said, format!("{link} is a link to nowhere: expected a case, or none"));
        fs::remove_file(path("more")).expect("it is ours");
        symlink("elsewhere", path("more")).expect("a link can be made");
        // What is given by name is what is meant.
        assert_eq!(names(&find_cases(&path("more")).expect("there are cases")), [["2"]]);
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        assert!(refusal(&[]).contains("there are no cases in "));
        assert!(refusal(&[("1.txt", "")]).contains("there are no cases in "));
        assert!(refusal(&[("1.in", ""), ("1.out", ""), ("a/2.out", "")]).contains("2.out has no input: expected "));
        for [bad, expected] in [["3.IN", "3.in"], ["3.Out", "3.out"]] {
            let said = refusal(&[("1.in", ""), ("1.out", ""), (bad, "")]);
            assert!(said.contains(&format!("{bad} has its ending in capitals: expected ")), "{said}");
            assert!(said.ends_with(expected), "{said}");
        }
        assert!(refusal(&[("sub/1.in", "")]).contains("1.in has no output: expected "));
        assert!(refusal(&[("1.in", ""), ("1.out/x", "")]).contains("1.out is not a regular file"));
        for (bad, line) in [("-o/etc/passwd", 1), ("-DX=1\nPOLA=4", 2), ("-D", 1), ("-D1=2", 1), ("\u{7}", 1)] {
            let said = refusal(&[("1.in", ""), ("1.out", ""), ("params", bad)]);
            assert!(said.contains(&format!("params, line {line}: ")) && said.contains("expected a constant"), "{said}");
        }
        assert!(find_cases(Path::new("/no/such/folder")).expect_err("no folder").to_string().contains("cannot read"));
    }
}
