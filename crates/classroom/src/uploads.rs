//! How an upload becomes a version, within what a person may keep.

use std::sync::PoisonError;
use std::time::Instant;

use errors::Error;
use rules::Message;
use submission::Entry;

use crate::caps::{Refused, Used};
use crate::entries::is_of;
use crate::place::now;
use crate::program_name;
use crate::trial::{Plan, Trial};
use crate::version::{BySite, Upload, Version, is_same, program};
use crate::workshop::Workshop;

impl Workshop {
    /// Takes a person's version and queues its trial. Returns the number of the trial.
    ///
    /// # Errors
    /// Fails if there is no program or there are several, a cap is met, or the version cannot be
    /// kept.
    pub fn upload(&self, person: &str, upload: Upload) -> Result<usize, Refused> {
        let size = upload.size();
        self.place.settings.caps.check(self.used(person), Some(size))?;
        // To unpack an archive takes a while, and those who watch trials must not wait for it.
        let program = upload.program()?;
        self.pace.count(person, &self.place.settings.caps, Instant::now())?;
        self.make_room(person, size)?;
        let version = self.add(person, upload, &program, (now(), None))?;
        Ok(self.try_again(&version, Plan::Whole, version.number as u64)?)
    }

    /// Takes a version that was handed in for an assignment on a course's site, at this time. It is
    /// not tried. What is there already is not added again.
    ///
    /// # Errors
    /// Fails if the version cannot be kept.
    pub(crate) fn take_in(
        &self,
        person: &str,
        upload: Upload,
        found: &(Entry, Vec<Message>),
        (uploaded, assignment): (u64, &str),
    ) -> Result<(), Error> {
        let mut own = self.versions(Some(person));
        own.retain(|(one, _)| !one.is_forgotten && is_of(&one.training, &upload.training));
        let mut same_as = None;
        for (version, _) in own {
            let files = self.place.storage.files(version.number)?;
            if !is_same(&program(files, &version.training)?.0, &found.0)? {
                continue;
            }
            match version.by_site {
                None => same_as = Some(version.ordinal),
                Some(by) if by.assignment == assignment && version.uploaded == uploaded => {
                    return Ok(());
                }
                Some(_) => {}
            }
        }
        let by_site = BySite { assignment: assignment.to_string(), same_as };
        self.add(person, upload, found, (uploaded, Some(by_site))).map(drop)
    }

    fn add(
        &self,
        person: &str,
        upload: Upload,
        (entry, notes): &(Entry, Vec<Message>),
        (uploaded, by_site): (u64, Option<BySite>),
    ) -> Result<Version, Error> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let number = self.held(|held| held.versions.last_key_value().map_or(1, |(n, _)| n + 1));
        let (name, is_named) = program_name::of_entry(entry);
        let version = Version {
            number,
            ordinal: self.used(person).versions + 1,
            person: person.to_string(),
            size: upload.size(),
            training: upload.training,
            name,
            is_named,
            language: entry.language.title().to_string(),
            notes: notes.clone(),
            uploaded,
            current_since: None,
            by_site,
            is_forgotten: false,
        };
        self.check_known(&version)?;
        self.place.storage.add_version(&version, &upload.files)?;
        self.held(|held| held.versions.insert(number, version.clone()));
        Ok(version)
    }

    pub(crate) fn check_room(&self, person: &str) -> Result<(), Refused> {
        let caps = &self.place.settings.caps;
        caps.check(self.used(person), None)?;
        self.pace.count(person, caps, Instant::now())?;
        Ok(self.make_room(person, 0)?)
    }

    /// Removes the games of a person's oldest trials until all that is kept of the person, with an
    /// upload of this size, is within the cap. So no game keeps a new version out.
    fn make_room(&self, person: &str, size: u64) -> Result<(), Error> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let most = self.place.settings.caps.mebibytes << 20;
        let mut games: Vec<(usize, u64)> = self.held(|held| {
            let own = held.trials.iter().filter(|(_, trial)| {
                trial.is_over() && trial.bytes > 0 && held.person_of(trial) == person
            });
            own.map(|(number, trial)| (*number, trial.bytes)).collect()
        });
        let mut all =
            size + self.used(person).bytes + games.iter().map(|(_, size)| size).sum::<u64>();
        games.reverse();
        while all > most {
            let Some((number, bytes)) = games.pop() else { return Ok(()) };
            self.held(|held| held.change(number, Trial::forget_games));
            self.save(number)?;
            self.place.storage.remove_games(number)?;
            all -= bytes;
        }
        Ok(())
    }

    fn used(&self, person: &str) -> Used {
        self.held(|held| {
            let own = held.versions.values().filter(|version| version.person == person);
            let (versions, bytes) =
                own.fold((0, 0), |(count, bytes), version| (count + 1, bytes + version.size));
            let trials = held.trials.values().filter(|trial| held.person_of(trial) == person);
            Used { versions, bytes, trials: trials.count() }
        })
    }
}
