//! The lists of a class, as they stand in its folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use errors::Error;
use judge::{Person, people_in, people_without};

use crate::links::{self, Line};
use crate::organisers::{Organiser, organisers};
use crate::register::{Member, Register};
use crate::storage::write_whole;

/// The lists of people, of organisers, and of links.
pub(crate) const PEOPLE: &str = "people.csv";
pub(crate) const ORGANISERS: &str = "organisers.csv";
pub(crate) const LINKS: &str = "links.csv";
/// People who came through the door. They stand in a list of the server's own: `people.csv` may be
/// open in a spreadsheet, which would later write over a new line, and its columns may be anything.
const ADMITTED: &str = "admitted.csv";

/// The times and the lengths of the lists that are read again when they change; of `people.csv`
/// first. A list may be missing.
pub(crate) type Stamps = [Option<(SystemTime, u64)>; 3];

/// The lists in a class's folder.
pub(crate) struct Lists {
    folder: PathBuf,
}

impl Lists {
    pub(crate) fn of(folder: &Path) -> Lists {
        Lists { folder: folder.to_path_buf() }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// By which it is seen that a list has changed.
    pub(crate) fn stamps(&self) -> Stamps {
        [PEOPLE, ORGANISERS, ADMITTED].map(|name| {
            let about = fs::metadata(self.folder.join(name)).ok()?;
            Some((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len()))
        })
    }

    /// The people of the class, and those who came through the door. Whose number somebody has
    /// copied to the list of people counts there.
    ///
    /// # Errors
    /// Fails if a list cannot be read, or it is not certain who somebody is; the sentence names the
    /// file and the line.
    pub(crate) fn members(&self, register: &Register) -> Result<Vec<Member>, Error> {
        let (path, list) = self.people()?;
        let admitted = people_in(&self.admitted()?)
            .map_err(|error| Error::input(format!("{ADMITTED}: {error}")))?;
        let members = people_in(&list).and_then(|mut people| {
            let is_new = |one: &Person| people.iter().all(|known| known.number != one.number);
            let admitted: Vec<_> = admitted.into_iter().filter(is_new).collect();
            people.extend(admitted);
            register.members(people)
        });
        members.map_err(|error| Error::input(format!("{}: {error}", path.display())))
    }

    /// The organisers: the first one, and those of a list that may be missing.
    ///
    /// # Errors
    /// Fails if the list cannot be read or has a fault.
    pub(crate) fn organisers(&self) -> Result<Vec<Organiser>, Error> {
        let path = self.folder.join(ORGANISERS);
        match read(&path)? {
            Some(list) => organisers(&list)
                .map_err(|error| Error::input(format!("{}: {error}", path.display()))),
            None => Ok(vec![Organiser::first()]),
        }
    }

    /// The lines of the file of links; none if there is no such file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub(crate) fn links(&self) -> Result<Vec<Line>, Error> {
        let path = self.folder.join(LINKS);
        match fs::read_to_string(&path) {
            Ok(text) => links::read(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(Error::file("read", &path, &error)),
        }
    }

    /// Adds a person to those who came through the door.
    ///
    /// # Errors
    /// Fails if the list cannot be read or written.
    pub(crate) fn admit(&self, person: &Person) -> Result<(), Error> {
        let mut writer = csv::Writer::from_writer(self.admitted()?);
        writer
            .write_record([&person.name, &person.number, &person.group])
            .map_err(|error| Error::machine(format!("{ADMITTED}: {error}")))?;
        let list = writer.into_inner().map_err(|error| Error::machine(error.to_string()))?;
        self.write(ADMITTED, &list)
    }

    /// Takes a person out of the lists of people.
    ///
    /// # Errors
    /// Fails if a list has a fault, or cannot be read or written.
    pub(crate) fn take_out(&self, person: &Person) -> Result<(), Error> {
        let list = self.people()?.1;
        let left = people_without(&list, |one| one == person)?;
        if left != list {
            self.write(PEOPLE, &left)?;
        }
        let admitted = self.admitted()?;
        let left = people_without(&admitted, |one| one.number == person.number)?;
        if left != admitted {
            self.write(ADMITTED, &left)?;
        }
        Ok(())
    }

    /// The list of people as it stands in its file.
    fn people(&self) -> Result<(PathBuf, Vec<u8>), Error> {
        let path = self.folder.join(PEOPLE);
        let list = fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        Ok((path, list))
    }

    /// The list of people who came through the door, with whole lines. It may be missing.
    fn admitted(&self) -> Result<Vec<u8>, Error> {
        let list = read(&self.folder.join(ADMITTED))?.filter(|list| !list.is_empty());
        let mut list = list.unwrap_or_else(|| b"name,number,group".to_vec());
        if !list.ends_with(b"\n") {
            list.push(b'\n');
        }
        Ok(list)
    }

    fn write(&self, name: &str, list: &[u8]) -> Result<(), Error> {
        write_whole(&self.folder, &self.folder.join(name), list)
    }
}

/// The content of a file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(list) => Ok(Some(list)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file("read", path, &error)),
    }
}
