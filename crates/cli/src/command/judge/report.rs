//! Writes the folder of pages for `--report`.

use std::fs;
use std::path::Path;

use judge::{Conditions, Heading, Report};

use super::output_files;
use crate::failure::Failure;

const GRADEBOOK: &str = "gradebook.csv";

/// Makes the folder before judging, so that a problem shows at once. The folder is refused if it
/// contains anything but an earlier report, so that the pages are not mixed with other files.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file("make the folder", folder, &error))?;
    for entry in fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))? {
        let name = entry.map_err(|error| Failure::file("read", folder, &error))?.file_name();
        let is_ours = name == GRADEBOOK
            || Path::new(&name).extension().is_some_and(|ending| ending == "html");
        if !is_ours {
            let (folder, name) = (folder.display(), name.to_string_lossy().into_owned());
            let why = format!(
                "--report: {folder} has other files, such as {name:?}: expected a new folder"
            );
            return Err(Failure::input(why));
        }
    }
    Ok(())
}

/// Writes the pages, and removes the pages of an earlier report.
pub(super) fn write(
    folder: Option<&Path>,
    heading: &Heading,
    conditions: &Conditions,
    reports: &[Report],
) -> Result<(), Failure> {
    let Some(folder) = folder else { return Ok(()) };
    check(folder)?;
    for entry in
        fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?.flatten()
    {
        fs::remove_file(entry.path())
            .map_err(|error| Failure::file("remove", &entry.path(), &error))?;
    }
    for (name, page) in judge::pages(heading, conditions, reports) {
        output_files::write(Some(&folder.join(name)), |file| file.write_all(page.as_bytes()))?;
    }
    output_files::write(Some(&folder.join(GRADEBOOK)), |file| {
        judge::write_csv(heading, conditions, reports, file)
    })
}
