//! Whether what a store keeps of a tournament beside its announcement is what was announced: workers go by it, and so does
//! whoever looks into the store.

use super::announcement::Announcement;
use super::entry::announced;
use crate::store::{Announced, Demands, Entrant};
use crate::{Refused, excerpt};

/// Compares every column with the announcement, whose digest has been checked.
///
/// # Errors
/// The first that says something else.
pub(super) fn check(stored: &Announced, announcement: &Announcement) -> Result<(), Refused> {
    let right = announced(announcement);
    same("its title", Some(&stored.title), Some(&right.title))?;
    // Its digest is that of what it says, however it is spaced.
    same("its announcement", Some(&stored.announcement), Some(&right.announcement))?;
    check_demands(&stored.demands, &right.demands)?;
    if stored.entrants.len() != right.entrants.len() {
        let [stored, right] = [stored, &right].map(|its| its.entrants.len());
        return Err(Refused::new(format!("the store has {stored} entrants, where {right} were announced")));
    }
    let pairs = stored.entrants.iter().zip(&right.entrants);
    (1..).zip(pairs).try_for_each(|(number, (stored, right))| check_entrant(number, stored, right))
}

fn check_demands(stored: &Demands, right: &Demands) -> Result<(), Refused> {
    let levels = [stored, right].map(|its| its.level.to_string());
    same("the level of the sandbox that it demands", Some(&levels[0]), Some(&levels[1]))?;
    let bounds = |its: &Demands| [its.slowest, its.fastest].map(|speed| speed.map(|speed| speed.to_string()));
    let [slowest, fastest] = bounds(stored);
    let [right_slowest, right_fastest] = bounds(right);
    same("the least speed that it demands", slowest.as_deref(), right_slowest.as_deref())?;
    same("the greatest speed that it allows", fastest.as_deref(), right_fastest.as_deref())
}

fn check_entrant(number: usize, stored: &Entrant, right: &Entrant) -> Result<(), Refused> {
    let what = |what: &str| format!("the {what} of entrant {number}");
    same(&what("name"), Some(&stored.name), Some(&right.name))?;
    same(&what("author"), stored.author.as_deref(), right.author.as_deref())?;
    same(&what("description"), Some(&stored.description), Some(&right.description))?;
    same(&what("file"), stored.file.as_deref(), right.file.as_deref())
}

fn same(what: &str, stored: Option<&str>, right: Option<&str>) -> Result<(), Refused> {
    if stored == right {
        return Ok(());
    }
    let [bytes, right_bytes] = [stored, right].map(|text| text.unwrap_or_default().bytes());
    let place = bytes.zip(right_bytes).take_while(|(byte, right)| byte == right).count();
    let shown = |text: Option<&str>| match text {
        Some(text) => format!("`{}`", excerpt::around(text.as_bytes(), place)),
        None => "missing".to_string(),
    };
    let (stored, right) = (shown(stored), shown(right));
    Err(Refused::new(format!("{what} is {stored} in the store, and {right} in the announcement")))
}
