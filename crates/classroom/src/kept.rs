//! A value that is kept in a file of its own.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use errors::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::{json, read, write_whole};

/// A value, and the file in which it is kept.
pub(crate) struct Kept<T> {
    path: PathBuf,
    value: Mutex<T>,
}

impl<T: Clone + Default + PartialEq + Serialize + DeserializeOwned> Kept<T> {
    /// Reads the value; it is the usual one if there is no file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub(crate) fn open(path: PathBuf) -> Result<Kept<T>, Error> {
        let value = if path.exists() { read(&path)? } else { T::default() };
        Ok(Kept { path, value: Mutex::new(value) })
    }

    /// The value, which nobody changes meanwhile.
    pub(crate) fn held(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the value.
    ///
    /// # Errors
    /// Fails if the file cannot be written; nothing changes then.
    pub(crate) fn change(&self, deed: impl FnOnce(&mut T)) -> Result<(), Error> {
        let mut value = self.held();
        let mut changed = value.clone();
        deed(&mut changed);
        if changed != *value {
            let folder = self.path.parent().unwrap_or(&self.path);
            write_whole(folder, &self.path, &json(&changed)?)?;
            *value = changed;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_is_changed_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("absent.json");
        let open = || Kept::<BTreeSet<String>>::open(path.clone()).expect("it is read");
        let people = open();
        people.change(|_| {}).expect("there is nothing to write");
        assert!(!path.exists());
        people.change(|all| all.extend(["anna", "jan"].map(str::to_string))).expect("it is kept");
        people.change(|all| _ = all.remove("jan")).expect("it is kept");
        for read in [people, open()] {
            assert!(read.held().contains("anna") && !read.held().contains("jan"));
        }
    }
}
