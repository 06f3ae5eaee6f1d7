//! The participants, prepared on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandbox::Spawner;
use search::GameSpec;

use crate::plan::announcement::program_path;
use crate::plan::announcement::{Announcement, Program};
use crate::plan::executable::allow_execution;
use errors::Error;
use matches::{Prepared, folder_in};
use pairing::Pairing;
use submission::{Bundle, Language, check_level};

/// Returns the file with this SHA-256.
pub type Files<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, Error>;

/// The participants, compiled if necessary.
pub struct Participants {
    pub(super) announcement: Announcement,
    pub(super) spec: &'static GameSpec,
    ready: Vec<Prepared>,
}

impl Participants {
    /// Prepares all participants, in an empty folder. A participant whose program does not compile
    /// loses all its games, unless `strict` is set here or in the announcement.
    ///
    /// # Errors
    /// Fails if the machine lacks the level of confinement, a compiler or an interpreter. With
    /// `strict`, it also fails if a program does not compile; the error names all such programs.
    pub fn prepare(
        announcement: Announcement,
        spec: &'static GameSpec,
        strict: bool,
        files: Files<'_>,
        folder: &Path,
        spawner: &mut Spawner,
    ) -> Result<Participants, Error> {
        // This made-up match stands for any match: matches differ only in their seeds, which do not
        // matter for preparation.
        let any = Pairing { round: 0, table: 0, extra: 0, first: 0, second: 1 };
        let mut terms = announcement.terms_of(&any, spec)?;
        terms.strict |= strict;
        let (mut ready, mut refusals) = (Vec::new(), Vec::new());
        for (number, participant) in announcement.participants.iter().enumerate() {
            let folder = folder_in(folder, &number.to_string())?;
            let (path, bundle) = match participant.program() {
                Some(program) => laid_down(program, &participant.file_name(), files, &folder)?,
                None => (PathBuf::new(), None),
            };
            // This copy of the program is in a temporary folder. So a command that reproduces a
            // foul names the program in the folder of results.
            let contestant = participant
                .contestant(path, bundle)
                .by_hand(program_path(number, participant).into());
            let folder = folder_in(&folder, "built")?;
            let own = terms.of(&contestant);
            check_level(own.level, std::slice::from_ref(spawner))?;
            own.check_data()?;
            match Prepared::prepare(&contestant, spec, &terms, &folder, spawner) {
                Ok(prepared) => ready.push(prepared),
                Err(refused) => refusals.push(refused.to_string()),
            }
        }
        let absences: Vec<_> = ready.iter().filter_map(Prepared::absence).collect();
        if absences.len() == announcement.participants.len() {
            refusals.extend(absences.into_iter().map(|(name, why)| format!("{name} {why}")));
            refusals.push("nothing is played, since no program compiles".to_string());
        }
        if refusals.is_empty() {
            Ok(Participants { announcement, spec, ready })
        } else {
            Err(Error::input(refusals.join("\n")))
        }
    }

    /// Each participant whose program does not compile: the name, and the reason as the rest of a
    /// sentence that begins with the name.
    pub fn absences(&self) -> impl Iterator<Item = (&str, String)> {
        self.ready.iter().filter_map(Prepared::absence)
    }

    /// The two participants of a match.
    pub(super) fn of(&self, pairing: &Pairing) -> [&Prepared; 2] {
        pairing.players().map(|participant| &self.ready[participant])
    }
}

/// Writes a program's file under the given name; returns the files in it if it is a tar.
fn laid_down(
    program: &Program,
    name: &str,
    files: Files<'_>,
    folder: &Path,
) -> Result<(PathBuf, Option<Arc<Bundle>>), Error> {
    let path = folder.join(name);
    let bytes = files(&program.sha256)?;
    let bundle =
        program.begins.as_ref().map(|begins| Bundle::of_tar(&bytes, begins)).transpose()?;
    fs::write(&path, bytes).map_err(|error| Error::file("write", &path, &error))?;
    if program.language == Language::Executable {
        allow_execution(&path).map_err(|error| Error::file("write", &path, &error))?;
    }
    Ok((path, bundle.map(|(_, bundle)| Arc::new(bundle))))
}
