//! The hidden tests of an assignment, in folders beside `class.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use errors::Error;
use judge::{CaseSet, Marks, as_validation, check_hidden, check_inputs, find_cases};

use crate::assignment::Assignment;

/// The hidden tests of an assignment.
pub(crate) struct HiddenTests {
    /// The cases: those of the validation first, since a program that fails one of them has no
    /// points. Their paths begin with `folder`.
    pub(crate) sets: Vec<CaseSet>,
    /// How they become points.
    pub(crate) marks: Marks,
    /// The class's folder.
    pub(crate) folder: PathBuf,
}

/// Reads the hidden tests of an assignment, and `cases.toml` among them.
///
/// # Errors
/// Fails if the judge would refuse a folder, or programs could read it.
pub(crate) fn read(class: &Path, assignment: &Assignment) -> Result<HiddenTests, Error> {
    let class = class.canonicalize().map_err(|error| Error::file("read", class, &error))?;
    let keys = &assignment.keys;
    let folder = |name: &String| cases_in(&class, name);
    let validation = keys.validation.as_ref().map(folder).transpose()?;
    let mut sets = as_validation(validation.unwrap_or_default());
    let named = keys.tests.as_ref().ok_or_else(|| Error::bug("an assignment without tests"))?;
    let mut tests = folder(named)?;
    let marks = Marks::read(&class.join(named), &mut tests, assignment.points())?;
    if marks.has_parts() {
        let why = "cases.toml: part: points by hand are given on the assignment's page";
        return Err(Error::input(format!("{named}: {why}")));
    }
    if let Some(points) = keys.points.filter(|_| marks.has_groups()) {
        let why = format!("points = {points}: the groups in {named}/cases.toml give the points");
        return Err(Error::input(format!("{why}: leave it out")));
    }
    sets.extend(tests);
    let program = assignment.training.spec.program.as_ref();
    let program = program.ok_or_else(|| Error::bug("a game without a task is assigned"))?;
    check_inputs(program.answers, &sets)?;
    Ok(HiddenTests { sets, marks, folder: class })
}

fn cases_in(class: &Path, name: &str) -> Result<Vec<CaseSet>, Error> {
    let path = class.join(name);
    let is_folder = fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir());
    if !is_folder {
        let what = "is no folder: expected a folder of cases beside class.toml, and no link";
        return Err(Error::input(format!("{} {what}", path.display())));
    }
    let found = find_cases(&path)?;
    if let Some(names) = found.left_aside() {
        let what = "has halves of cases";
        return Err(Error::input(format!("{} {what}: {names}", path.display())));
    }
    check_hidden(&[("cases", &path)])?;
    Ok(found.sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Training, TrainingKeys};

    #[test]
    fn a_folder_that_the_judge_would_refuse_is_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let (game, role) = ("reversi".to_string(), Some("task".to_string()));
        let keys = TrainingKeys { game, role, ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        let keys = "name = 'a'\ntraining = 'reversi'\ntests = 'tests'\nzone = 'UTC'\npoints = 9\n\
                    closes = 2027-06-17T13:30:00";
        let keys = toml::from_str(keys).expect("keys");
        let assignment = Assignment::open(keys, &[training]).expect("an assignment");
        let read = || read(place.path(), &assignment).map(|tests| tests.sets.len());
        let refused = |why: &str| {
            let error = read().expect_err(why).to_string();
            assert!(error.contains(why), "{error}");
        };
        refused("is no folder");
        let tests = place.path().join("tests");
        #[cfg(unix)]
        {
            fs::create_dir(place.path().join("other")).expect("a folder");
            std::os::unix::fs::symlink(place.path().join("other"), &tests).expect("a link");
            refused("no link");
            fs::remove_file(&tests).expect("it is a link");
        }
        fs::create_dir(&tests).expect("a folder");
        refused("there are no cases");
        fs::write(tests.join("1.in"), "").expect("a file");
        refused("1.out");
        fs::write(tests.join("1.out"), "").expect("a file");
        let groups = "[[group]]\ncases = \"1\"\npoints = 3\n";
        fs::write(tests.join("cases.toml"), groups).expect("a file");
        refused("points = 9");
    }
}
