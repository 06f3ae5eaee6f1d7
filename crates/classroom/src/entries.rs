//! Which versions count for something that closes.

use crate::closing::Closing;
use crate::place::Place;
use crate::register::Member;
use crate::training::Training;
use crate::version::Version;

/// Whether programs of a training are programs of another one, which has the same name and game.
pub(crate) fn is_of(own: &Training, training: &Training) -> bool {
    own.name() == training.name() && own.spec.name == training.spec.name
}

/// Which versions may count for something that closes.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub(crate) training: &'a Training,
    pub(crate) closing: &'a Closing,
    /// The assignment for which versions are handed in on a course's site; `None` if they are
    /// uploaded here.
    pub(crate) by_site: Option<&'a str>,
}

impl Terms<'_> {
    fn is_met(&self, version: &Version) -> bool {
        let by_site = version.by_site.as_ref().map(|by| &*by.assignment);
        !version.is_forgotten && is_of(&version.training, self.training) && by_site == self.by_site
    }
}

/// The versions of a member that came in time and in this training, from the oldest. `grace` is how
/// many seconds after the closing still count.
pub(crate) fn in_time(
    terms: Terms<'_>,
    grace: u64,
    place: &Place,
    member: &Member,
) -> Vec<Version> {
    let (person, closing) = (&member.person, terms.closing);
    if member.id.is_empty() || !closing.takes_part(&person.number, &person.email) {
        return Vec::new();
    }
    let closes = closing.closes_for_member(member).saturating_add(grace);
    let desk = place.desk.held();
    let own = desk.versions.values().filter(|version| {
        version.person == member.id && version.uploaded <= closes && terms.is_met(version)
    });
    own.cloned().collect()
}

/// Of these versions, the one that became current last.
pub(crate) fn current(versions: &[Version]) -> Option<&Version> {
    let current = versions.iter().filter(|version| version.current_since.is_some());
    current.max_by_key(|version| (version.current_since, version.number))
}

/// Whether a version that came by then in this training is still being tried.
pub(crate) fn is_tried(training: &Training, by: u64, place: &Place) -> bool {
    let desk = place.desk.held();
    let mut open = desk.trials.values().filter(|trial| !trial.is_over());
    open.any(|trial| {
        let version = desk.versions.get(&trial.version);
        version.is_some_and(|version| is_of(&version.training, training) && version.uploaded <= by)
    })
}

/// The versions that came after the first closing, and are not among those that count.
pub(crate) fn late(terms: Terms<'_>, counted: &[usize], place: &Place) -> Vec<Version> {
    let desk = place.desk.held();
    let all = desk.versions.values().filter(|version| {
        terms.is_met(version)
            && version.uploaded > terms.closing.closes
            && !version.person.is_empty()
            && !counted.contains(&version.number)
    });
    all.cloned().collect()
}
