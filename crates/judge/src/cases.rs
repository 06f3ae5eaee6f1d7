//! Finds test cases on disk. A case is a pair of files such as `7.in` and `7.out`; a set of cases
//! shares a `params` file.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

use rules::Answers;

use super::params::params_of;
use errors::{Error, excerpt};
use submission::{is_left_behind, natural_order, plain};

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
    let name =
        path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".in"));
    let Some(name) = name else {
        return Err(Error::input(format!(
            "{} is no case: expected a folder of cases, or a file NAME.in",
            show(path)
        )));
    };
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // For an input in a folder `in`, the output is in the neighbouring folder `out`.
    let beside = folder.canonicalize().ok().filter(|folder| folder.ends_with(IN));
    let outputs = beside
        .and_then(|inputs| Some(inputs.parent()?.join(OUT)))
        .filter(|outputs| outputs.is_dir());
    let expected = path.with_extension(OUT);
    let expected = match (&outputs, path.file_name()) {
        (Some(outputs), Some(name)) if !expected.exists() => outputs.join(name).with_extension(OUT),
        _ => expected,
    };
    if !expected.exists() {
        return Err(Error::input(format!(
            "{} has no output: expected {}",
            show(path),
            show(&expected)
        )));
    }
    Ok(CaseSet {
        defines: params_of(folder, outputs.is_some())?,
        cases: vec![case(path.to_path_buf(), expected, name.to_string())?],
    })
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
    let (inputs, outputs) = (with_ending(&files, IN), with_ending(&files, OUT));
    add_set(folder, prefix, [inputs, outputs], false, found)?;
    let named = |name: &str| folders.iter().find(|(known, _)| known == name).map(|(_, path)| path);
    let apart = named(IN).zip(named(OUT));
    if let Some((inputs, outputs)) = apart {
        let halves = [with_ending(&listed(inputs)?.0, IN), with_ending(&listed(outputs)?.0, OUT)];
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

/// The files with this extension, each under its name without the extension.
fn with_ending(files: &Listed, ending: &str) -> Listed {
    let stem = |name: &String| name.strip_suffix(ending)?.strip_suffix('.').map(str::to_string);
    files.iter().filter_map(|(name, path)| Some((stem(name)?, path.clone()))).collect()
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
        check_ending(&entry.path())?;
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

/// Refuses a file whose extension has capital letters. Without this check, the file would be left
/// out silently.
fn check_ending(path: &Path) -> Result<(), Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let small = ending.to_ascii_lowercase();
    if ending != small && [IN, OUT].contains(&small.as_str()) {
        let expected = path.with_extension(&small);
        return Err(Error::input(format!(
            "{} has an extension in capital letters: expected {}",
            show(path),
            show(&expected)
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
        for [bad, expected] in [["3.IN", "3.in"], ["3.Out", "3.out"]] {
            let said = refusal(&[("1.in", ""), ("1.out", ""), (bad, "")]);
            assert!(
                said.contains(&format!("{bad} has an extension in capital letters: expected ")),
                "{said}"
            );
            assert!(said.ends_with(expected), "{said}");
        }
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
