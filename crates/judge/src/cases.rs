//! Finds test cases on disk. A case is a pair of files such as `7.in` and `7.out`; a set of cases
//! shares a `params` file.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

use rules::Answers;

use super::params::params_of;
use errors::{Error, excerpt};
use submission::{is_archive, is_left_behind, natural_order, plain};

/// A case: an input and its expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The input's path below the folder of cases, without the extension, such as `set-01/7`.
    pub name: String,
    /// The file that is the program's input.
    pub input: PathBuf,
    /// The file that the program's output is compared with.
    pub expected: PathBuf,
    /// Whether a program that fails this case gets no points at all.
    pub is_validation: bool,
}

/// The cases of one folder, which share the constants of its `params` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseSet {
    /// Constants for the compiler, in the form `-DPOLA=4`.
    pub defines: Vec<String>,
    /// The cases, in natural order.
    pub cases: Vec<Case>,
}

/// The cases that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundCases {
    /// The sets, in natural order.
    pub sets: Vec<CaseSet>,
    /// Inputs without an output and outputs without an input, each with the name of the missing
    /// file.
    left_aside: Vec<String>,
}

impl FoundCases {
    /// A line about inputs without an output, and outputs without an input; `None` if there are no
    /// such files.
    #[must_use]
    pub fn left_aside(&self) -> Option<String> {
        excerpt::some(self.left_aside.iter().map(|name| excerpt::in_a_line(name)))
    }
}

/// Finds the cases of a folder and of its subfolders, or the one case whose input is `path`. Inputs
/// and outputs lie side by side, or in neighbouring folders `in` and `out`.
///
/// # Errors
/// Fails if there are no cases, a `params` file is malformed, or a file cannot be read.
pub fn find_cases(path: &Path) -> Result<FoundCases, Error> {
    let mut found = FoundCases::default();
    if path.is_file() && is_archive(path) {
        let why = "is an archive: unpack it, and give the folder of cases";
        return Err(Error::input(format!("{} {why}", show(path))));
    }
    if path.is_file() {
        found.sets.push(single(path)?);
        return Ok(found);
    }
    visit(path, "", &mut found)?;
    if found.sets.is_empty() {
        let aside =
            found.left_aside().map_or(String::new(), |names| format!("; left aside: {names}"));
        return Err(Error::not_found(format!(
            "there are no cases in {}: expected files such as 1.in, 1.out{aside}",
            show(path)
        )));
    }
    Ok(found)
}

/// Marks the cases as validation cases: a program that fails one of them gets no points.
#[must_use]
pub fn as_validation(mut sets: Vec<CaseSet>) -> Vec<CaseSet> {
    for case in sets.iter_mut().flat_map(|set| &mut set.cases) {
        case.name = format!("validation/{}", case.name);
        case.is_validation = true;
    }
    sets
}

/// Refuses a case whose input is not valid in this game, since no program could answer it.
///
/// # Errors
/// Fails if an input is not valid, or cannot be read.
pub fn check_inputs(answers: Answers, sets: &[CaseSet]) -> Result<(), Error> {
    let Answers::Legal(checker) = answers else { return Ok(()) };
    sets.iter().flat_map(|set| &set.cases).try_for_each(|case| {
        let input =
            fs::read(&case.input).map_err(|error| Error::file("read", &case.input, &error))?;
        let input = as_text(input);
        let senseless =
            |why| Error::input(format!("{} is not a case of this game: {why}", show(&case.input)));
        (checker.input)(&String::from_utf8_lossy(&input)).map_err(senseless)
    })
}

/// Refuses cases and programs in folders that judged programs or their compilers may read.
///
/// # Errors
/// Fails if a path lies in a folder that judged programs or their compilers may read.
pub fn check_hidden(places: &[(&str, &Path)]) -> Result<(), Error> {
    let open = |(what, path): &(&str, &Path)| {
        Some((what.to_string(), show(path).to_string(), sandbox::open_to_programs(path)?))
    };
    places.iter().find_map(open).map_or(Ok(()), |(what, path, folder)| {
        Err(Error::input(format!(
            "the {what} in {path} would be open to the programs: compilers, or programs \
            themselves, may read all of {}; copy them to a folder elsewhere",
            folder.display()
        )))
    })
}

fn single(path: &Path) -> Result<CaseSet, Error> {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = listed(folder)?.0;
    let [inputs, mut outputs] = halves(&beside);
    let input = inputs.into_iter().find(|(_, input)| input.file_name() == path.file_name());
    let Some((name, _)) = input else {
        return Err(Error::input(format!(
            "{} is no case: expected a folder of cases, or a file such as NAME.in",
            show(path)
        )));
    };
    // For an input in a folder `in`, the output is in the neighbouring folder `out`.
    let apart = folder.canonicalize().ok().filter(|folder| folder.ends_with(IN));
    let apart =
        apart.and_then(|inputs| Some(inputs.parent()?.join(OUT))).filter(|out| out.is_dir());
    if let Some(folder) = &apart {
        outputs.extend(with_half(&listed(folder)?.0, Half::Output));
    }
    let Some((_, expected)) = outputs.into_iter().find(|(known, _)| *known == name) else {
        let expected = folder.join(format!("{name}.{OUT}"));
        return Err(Error::input(format!(
            "{} has no output: expected {}",
            show(path),
            show(&expected)
        )));
    };
    Ok(CaseSet {
        defines: params_of(folder, apart.is_some())?,
        cases: vec![case(path.to_path_buf(), expected, name)?],
    })
}

/// Which half of a case a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Input,
    Output,
}

/// The name of the case and the half that a file with this name is: `7.in` and `7.out`, also in
/// capital letters or with `.txt` after it; `7.ans` of Kattis; `input7.txt` and `output7.txt` of
/// CMS.
fn half(file: &str) -> Option<(String, Half)> {
    let small = file.to_ascii_lowercase();
    let plain = small.strip_suffix(".txt").unwrap_or(&small);
    let endings =
        [(".in", Half::Input), (".out", Half::Output), (".ans", Half::Output)].into_iter();
    for (ending, half) in endings {
        if let Some(name) = plain.strip_suffix(ending) {
            return Some((file[..name.len()].to_string(), half));
        }
    }
    let numbered = [("input", Half::Input), ("output", Half::Output)].into_iter();
    numbered.filter(|_| plain != small).find_map(|(start, half)| {
        let number = plain.strip_prefix(start)?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (number.to_string(), half))
    })
}

/// The inputs and the outputs among these files, each under the name of its case. Beside the names
/// of [`half`], Polygon calls an input `01` and its output `01.a`.
fn halves(files: &Listed) -> [Listed; 2] {
    let [mut inputs, mut outputs] =
        [Half::Input, Half::Output].map(|wanted| with_half(files, wanted));
    for (name, path) in files {
        let answer = files.iter().find(|(other, _)| other.strip_suffix(".a") == Some(name));
        if let Some((_, answer)) = answer.filter(|_| half(name).is_none()) {
            inputs.push((name.clone(), path.clone()));
            outputs.push((name.clone(), answer.clone()));
        }
    }
    [inputs, outputs]
}

/// The files that are this half of a case.
fn with_half(files: &Listed, wanted: Half) -> Listed {
    let named = |(file, path): &(String, PathBuf)| {
        half(file).filter(|(_, half)| *half == wanted).map(|(name, _)| (name, path.clone()))
    };
    files.iter().filter_map(named).collect()
}

/// The bytes of a case as programs are given them: text of Windows becomes text of Unix, since the
/// courses' programs read and write that.
pub(crate) fn as_text(bytes: Vec<u8>) -> Vec<u8> {
    let has_mark = bytes.starts_with(b"\xef\xbb\xbf");
    if !has_mark && !bytes.windows(2).any(|pair| pair == b"\r\n") {
        return bytes;
    }
    let text = &bytes[if has_mark { 3 } else { 0 }..];
    let is_end = |at: usize| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    (0..text.len()).filter(|&at| !is_end(at)).map(|at| text[at]).collect()
}

/// The name of a folder of inputs, and the extension of an input file. `OUT` is the same for
/// outputs.
const IN: &str = "in";
const OUT: &str = "out";

/// Files or folders, each with its name and its path.
type Listed = Vec<(String, PathBuf)>;

/// Adds the set of cases of this folder, and then the sets of its subfolders.
fn visit(folder: &Path, prefix: &str, found: &mut FoundCases) -> Result<(), Error> {
    let (files, folders) = listed(folder)?;
    add_set(folder, prefix, halves(&files), false, found)?;
    let named = |name: &str| folders.iter().find(|(known, _)| known == name).map(|(_, path)| path);
    let apart = named(IN).zip(named(OUT));
    if let Some((inputs, outputs)) = apart {
        let halves = [
            with_half(&listed(inputs)?.0, Half::Input),
            with_half(&listed(outputs)?.0, Half::Output),
        ];
        add_set(folder, prefix, halves, true, found)?;
    }
    let is_apart =
        |path: &PathBuf| apart.is_some_and(|(inputs, outputs)| path == inputs || path == outputs);
    let others = folders.iter().filter(|(_, path)| !is_apart(path));
    others.into_iter().try_for_each(|(name, path)| visit(path, &format!("{prefix}{name}/"), found))
}

/// Adds the cases whose input and output have the same name, and notes the files that have no
/// counterpart.
fn add_set(
    folder: &Path,
    prefix: &str,
    [inputs, outputs]: [Listed; 2],
    is_apart: bool,
    found: &mut FoundCases,
) -> Result<(), Error> {
    let of = |listed: &Listed, name: &str| {
        listed.iter().find(|(known, _)| known == name).map(|(_, path)| path.clone())
    };
    let aside = |half: &str, name: &str, lacks: &str| match is_apart {
        true => format!("{prefix}{half}/{name}.{half} (there is no {lacks}/{name}.{lacks})"),
        false => format!("{prefix}{name}.{half} (there is no {name}.{lacks})"),
    };
    let mut cases = Vec::new();
    for (name, input) in &inputs {
        match of(&outputs, name) {
            Some(expected) => cases.push(case(input.clone(), expected, format!("{prefix}{name}"))?),
            None => found.left_aside.push(aside(IN, name, OUT)),
        }
    }
    let lacking = outputs.iter().filter(|(name, _)| of(&inputs, name).is_none());
    found.left_aside.extend(lacking.map(|(name, _)| aside(OUT, name, IN)));
    if !cases.is_empty() {
        let folder = if is_apart { folder.join(IN) } else { folder.to_path_buf() };
        found.sets.push(CaseSet { defines: params_of(&folder, is_apart)?, cases });
    }
    Ok(())
}

/// The files and the folders in a folder, in natural order.
fn listed(folder: &Path) -> Result<(Listed, Listed), Error> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
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
        files.push((name, entry.path()));
    }
    for list in [&mut files, &mut folders] {
        list.sort_by(|(a, _), (b, _)| natural_order(a, b));
    }
    Ok((files, folders))
}

/// Refuses a broken link and a link to a folder. Links to folders are not followed, since they may
/// form a circle. Without this check, the cases behind a link would be left out silently.
fn check_followed(path: &Path, kind: FileType) -> Result<(), Error> {
    if kind.is_symlink() && !path.exists() {
        return Err(Error::input(format!("{} is a broken link: expected a case", show(path))));
    }
    if kind.is_symlink() && path.is_dir() {
        let expected = "expected a folder, or the cases themselves";
        return Err(Error::input(format!(
            "{} is a link to a folder, and such links are not followed: {expected}",
            show(path)
        )));
    }
    Ok(())
}

/// Makes a case from two files. Both have to be regular files, since a pipe or a device might never
/// end.
fn case(input: PathBuf, expected: PathBuf, name: String) -> Result<Case, Error> {
    for path in [&input, &expected] {
        if !path.is_file() {
            return Err(Error::input(format!("{} is not a regular file", show(path))));
        }
    }
    Ok(Case { name: plain(name), input, expected, is_validation: false })
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
            fs::create_dir_all(path.parent().expect("files lie in folders"))
                .expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        folder
    }

    fn names(sets: &[CaseSet]) -> Vec<Vec<&str>> {
        sets.iter().map(|set| set.cases.iter().map(|case| case.name.as_str()).collect()).collect()
    }

    fn found(path: &Path) -> Vec<CaseSet> {
        find_cases(path).expect("there are cases").sets
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
        let sets = found(folder.path());
        assert_eq!(names(&sets), [vec!["2", "10"], vec!["s9/x"], vec!["s10/1"]]);
        assert!(sets.iter().all(|set| set.defines.is_empty()));
    }

    #[test]
    fn inputs_and_outputs_may_lie_apart_and_halves_of_cases_are_named() {
        let files = [
            "in/1.in",
            "out/1.out",
            "in/10.in",
            "out/10.out",
            "in/2.in",
            "out/3.out",
            "s/in/x.in",
            "s/out/x.out",
        ];
        let folder = folder(&files.map(|name| (name, "")));
        let add = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        };
        add("a.out", "no text");
        add("params", "-DX=1");
        let cases = find_cases(folder.path()).expect("there are cases");
        assert_eq!(names(&cases.sets), [vec!["1", "10"], vec!["s/x"]]);
        assert_eq!(
            (&cases.sets[0].defines, cases.sets[1].defines.len()),
            (&vec!["-DX=1".to_string()], 0)
        );
        assert_eq!(cases.sets[0].cases[1].expected, folder.path().join("out/10.out"));
        let aside = "a.out (there is no a.in), in/2.in (there is no out/2.out), out/3.out (there \
        is no in/3.in)";
        assert_eq!(cases.left_aside().as_deref(), Some(aside));
        let one = found(&folder.path().join("in/10.in"));
        assert_eq!((names(&one), &one[0].defines), (vec![vec!["10"]], &cases.sets[0].defines));
        fs::remove_dir_all(folder.path().join("out")).expect("it is ours");
        add("in/10.out", "");
        assert_eq!(
            names(&found(folder.path())),
            [["in/10"], ["s/x"]],
            "without a folder `out`, a folder `in` is an ordinary folder"
        );
    }

    #[test]
    fn cases_of_other_judges_are_read() {
        for [input, output] in [
            ["7.in", "7.ans"],
            ["input7.txt", "output7.txt"],
            ["7", "7.a"],
            ["7.IN", "7.OUT"],
            ["7.in.txt", "7.out.txt"],
        ] {
            let folder = folder(&[(input, ""), (output, ""), ("notes.txt", "")]);
            for path in [folder.path(), &folder.path().join(input)] {
                let sets = found(path);
                assert_eq!(names(&sets), [["7"]], "{input}");
                assert_eq!(sets[0].cases[0].expected, folder.path().join(output));
            }
        }
        assert_eq!(as_text(b"\xef\xbb\xbfa\r\nb\rc\r\n".to_vec()), b"a\nb\rc\n");
        assert_eq!(as_text(b"a\nb".to_vec()), b"a\nb");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_folder_is_not_left_out_without_a_word() {
        use std::os::unix::fs::symlink;
        let folder =
            folder(&[("1.in", ""), ("1.out", ""), ("elsewhere/2.in", ""), ("elsewhere/2.out", "")]);
        let path = |name: &str| folder.path().join(name);
        symlink("1.in", path("3.in")).expect("a link can be made");
        symlink("1.out", path("3.out")).expect("a link can be made");
        symlink("elsewhere", path(".hidden")).expect("a link can be made");
        assert_eq!(names(&found(folder.path())).concat().len(), 3);
        symlink("elsewhere", path("more")).expect("a link can be made");
        let said = find_cases(folder.path()).expect_err("a link to a folder").to_string();
        let link = path("more").display().to_string();
        assert!(said.starts_with(&format!("{link} is a link to a folder")), "{said}");
        fs::remove_file(path("more")).expect("it is ours");
        symlink("nowhere", path("more")).expect("a link can be made");
        let said = find_cases(folder.path()).expect_err("a link to nowhere").to_string();
        assert_eq!(said, format!("{link} is a broken link: expected a case"));
        fs::remove_file(path("more")).expect("it is ours");
        symlink("elsewhere", path("more")).expect("a link can be made");
        // A link that the user names is followed.
        assert_eq!(names(&found(&path("more"))), [["2"]]);
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        assert!(refusal(&[]).contains("there are no cases in "));
        assert!(refusal(&[("1.txt", "")]).contains("there are no cases in "));
        assert!(
            refusal(&[("1.in", ""), ("a.out", "")])
                .ends_with("; left aside: 1.in (there is no 1.out), a.out (there is no a.in)")
        );
        assert!(
            refusal(&[("sub/1.in", "")]).ends_with("; left aside: sub/1.in (there is no 1.out)")
        );
        assert!(refusal(&[("1.in", ""), ("1.out/x", "")]).contains("there is no 1.out"));
        assert!(
            find_cases(Path::new("/no/such/folder"))
                .expect_err("no folder")
                .to_string()
                .contains("cannot read")
        );
    }
}
