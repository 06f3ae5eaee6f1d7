//! The file system of a program at level 3: an empty one, into which only the program's own files,
//! the system's libraries and tools, and its own folder in `/proc` are mounted.
//!
//! This file plans the operations; the program's process carries them out before it executes the
//! program. A folder or file is mounted where it really lies, and the links by which
//! the job names it are made as well.
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::process::{getegid, geteuid};

use super::root_operations::{OLD, Operation, Operations, Task};
use super::spawn_area::SpawnArea;
use super::walk::{MOST_LINKS, enter};

/// A path that the program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Folder,
    File,
}

/// What the new root contains.
#[derive(Default, Debug)]
pub(crate) struct OwnRoot {
    /// The real paths that are mounted, parents first, and whether they are writable.
    mounted: BTreeMap<PathBuf, (Kind, bool)>,
    /// Links and their targets.
    links: BTreeMap<PathBuf, PathBuf>,
}

impl OwnRoot {
    /// Adds a path, with all links that lead to it.
    ///
    /// # Errors
    /// Fails if nothing is there.
    pub(crate) fn add(&mut self, path: &Path, is_writable: bool) -> io::Result<()> {
        let real = self.followed(path)?;
        let kind = if real.is_dir() { Kind::Folder } else { Kind::File };
        self.mounted.entry(real).or_insert((kind, false)).1 |= is_writable;
        Ok(())
    }

    /// The real path, to which the links lead.
    fn followed(&mut self, path: &Path) -> io::Result<PathBuf> {
        let (mut at, mut left, mut number) = (PathBuf::from("/"), Vec::<OsString>::new(), 0);
        enter(path, &mut at, &mut left);
        while let Some(name) = left.pop() {
            if name == ".." {
                at.pop();
                continue;
            }
            let next = at.join(name);
            match std::fs::read_link(&next) {
                Ok(_) if number == MOST_LINKS => {
                    return Err(io::Error::from_raw_os_error(libc::ELOOP));
                }
                Ok(target) => {
                    number += 1;
                    enter(&target, &mut at, &mut left);
                    self.links.insert(next, target);
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => at = next,
                Err(error) => return Err(error),
            }
        }
        Ok(at)
    }

    /// Whether a path lies below a mounted folder, at least as writable.
    fn is_covered(&self, path: &Path, is_writable: bool) -> bool {
        path.ancestors()
            .skip(1)
            .any(|above| self.mounted.get(above).is_some_and(|known| known.1 || !is_writable))
    }

    /// Lays out the operations for a program that works in this folder.
    ///
    /// # Errors
    /// Fails if the area is too small.
    pub(crate) fn lay_out(&self, directory: &Path, area: &mut SpawnArea) -> io::Result<Operations> {
        let mounted: Vec<_> =
            self.mounted.iter().filter(|(path, known)| !self.is_covered(path, known.1)).collect();
        let links: Vec<_> =
            self.links.iter().filter(|(path, _)| !self.is_covered(path, false)).collect();
        let mut folders: BTreeSet<&Path> = directory.ancestors().collect();
        folders.extend(mounted.iter().flat_map(|(path, _)| path.ancestors().skip(1)));
        folders.extend(links.iter().flat_map(|(path, _)| path.ancestors().skip(1)));
        folders.retain(|path| path.parent().is_some() && !self.is_covered(path, false));
        let mut all = Vec::new();
        for folder in folders {
            all.push(operation(area, Task::Folder, folder, Path::new(""))?);
        }
        for (path, target) in links {
            all.push(operation(area, Task::Link, path, target)?);
        }
        for (path, (kind, is_writable)) in mounted {
            if !self.is_covered(path, false) {
                let task = if *kind == Kind::Folder { Task::Folder } else { Task::File };
                all.push(operation(area, task, path, Path::new(""))?);
            }
            let old = Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path));
            let task = if *is_writable { Task::MountToWrite } else { Task::MountToRead };
            all.push(operation(area, task, path, &old)?);
        }
        let [users, groups] = [geteuid().as_raw(), getegid().as_raw()]
            .map(|number| area.text(format!("{number} {number} 1").as_bytes()));
        let (users, groups) = (users?, groups?);
        // All of `/proc` contains the program's own folder.
        let own_process = !self.mounted.contains_key(Path::new("/proc"));
        Ok(Operations { first: area.list(&all)?, number: all.len(), own_process, users, groups })
    }
}

fn operation(
    area: &mut SpawnArea,
    task: Task,
    path: &Path,
    source: &Path,
) -> io::Result<Operation> {
    let [path, source] = [path, source].map(|path| area.text(path.as_os_str().as_bytes()));
    Ok(Operation { task, path: path?, source: source? })
}
