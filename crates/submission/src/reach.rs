//! Checks whether a confined process may use a program's file where it lies, without a copy. The
//! confined process has the user and the groups of the process that starts it, but none of root's
//! privileges.

#[cfg(unix)]
use crate::language::Language;
use crate::submission::Entry;

/// Whether a confined process may use the program's file where it lies. If the user is not root,
/// the process has all of the user's rights, so the result is true.
#[cfg(unix)]
pub fn is_within_reach(entry: &Entry) -> bool {
    use std::os::unix::fs::MetadataExt;
    if !rustix::process::geteuid().is_root() {
        return true;
    }
    const READ: u32 = 4;
    const EXECUTE: u32 = 1;
    let Ok(file) = entry.path.canonicalize() else { return true };
    let of_file = if entry.language == Language::Executable { READ | EXECUTE } else { READ };
    let wanted = std::iter::once(of_file).chain(std::iter::repeat(EXECUTE));
    // A process needs execute permission on each folder that it passes through.
    file.ancestors().zip(wanted).all(|(path, wanted)| {
        path.metadata()
            .is_ok_and(|about| rights(about.mode(), about.uid(), about.gid()) & wanted == wanted)
    })
}

/// Whether a process may use the program's file where it lies: here it has all of the user's
/// rights.
#[cfg(not(unix))]
pub fn is_within_reach(_: &Entry) -> bool {
    true
}

/// The permissions that a process without privileges has for a file with this mode, user and group.
#[cfg(unix)]
fn rights(mode: u32, user: u32, group: u32) -> u32 {
    use rustix::process::{getegid, geteuid, getgroups};
    let is_ours = |group: u32| {
        getegid().as_raw() == group
            || getgroups().is_ok_and(|groups| groups.iter().any(|ours| ours.as_raw() == group))
    };
    match () {
        () if geteuid().as_raw() == user => mode >> 6,
        () if is_ours(group) => mode >> 3,
        () => mode,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn rights_are_those_of_the_one_class_that_somebody_belongs_to() {
        let (user, group) =
            (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        let other = u32::MAX - 7;
        assert_eq!(rights(0o750, user, group) & 7, 7);
        assert_eq!(
            rights(0o057, user, other) & 7,
            0,
            "the owner's rights apply to the owner, even if others have more"
        );
        assert_eq!(rights(0o704, other, group) & 7, 0);
        assert_eq!(rights(0o750, other, group) & 7, 5);
        assert_eq!(rights(0o704, other, other) & 7, 4);
    }
}
