//! The file `cases.toml` beside cases: how they become points.

use std::fs;
use std::path::Path;
use std::time::Duration;

use errors::Error;
use rules::{DAY, read_time};
use serde::Deserialize;

use super::{Group, Marks, Part, Slow};
use crate::CaseSet;

/// The file's name.
pub(super) const FILE: &str = "cases.toml";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(default)]
    group: Vec<GroupKeys>,
    slow: Option<toml::Value>,
    leak: Option<f64>,
    warned: Option<f64>,
    free: Option<f64>,
    #[serde(default)]
    scale: Vec<(f64, String)>,
    #[serde(default)]
    part: Vec<PartKeys>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GroupKeys {
    title: Option<String>,
    cases: Patterns,
    points: Option<f64>,
    each: Option<f64>,
    #[serde(default)]
    all_or_nothing: bool,
    #[serde(default)]
    validation: bool,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Patterns {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SlowKeys {
    after: String,
    counts: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartKeys {
    name: String,
    points: f64,
}

impl Marks {
    /// How the cases in this folder become points: what its file `cases.toml` says, or else
    /// [`plain`](Marks::plain). Cases of a group for the validation are marked as such.
    ///
    /// # Errors
    /// Fails if the file cannot be read or has a fault, a case is in no group or in two of them, or
    /// a group has no case.
    pub fn read(folder: &Path, sets: &mut [CaseSet], points: f64) -> Result<Marks, Error> {
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(_) if fs::symlink_metadata(&path).is_err() => return Ok(Marks::plain(points)),
            Err(error) => return Err(Error::file("read", &path, &error)),
        };
        let bad = |why: String| Error::input(format!("{}: {why}", path.display()));
        let keys: Keys = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let mut marks = marks(keys, points).map_err(bad)?;
        marks.divide(sets).map_err(bad)?;
        Ok(marks)
    }
}

fn marks(keys: Keys, points: f64) -> Result<Marks, String> {
    let slow = keys.slow.map(|slow| {
        let slow: SlowKeys = slow.try_into().map_err(|_| {
            "slow: expected a table such as { after = \"2s\", counts = 0.5 }".to_string()
        })?;
        let after = read_time(&slow.after, Duration::ZERO..=DAY)
            .map_err(|why| format!("slow: after: {why}"))?;
        Ok::<_, String>(Slow { after, counts: within("slow: counts", slow.counts, 1.0)? })
    });
    let deduction = |name, points: Option<f64>| match points {
        Some(points) if !(-MOST..=0.0).contains(&points) => {
            Err(format!("{name} = {points}: expected a number below 0, such as -1"))
        }
        points => Ok(points.map(f64::abs)),
    };
    let scale = keys.scale.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if !scale || keys.scale.iter().any(|(from, _)| !(0.0..=100.0).contains(from)) {
        return Err("scale: expected rising percents, such as [[50, \"3\"], [90, \"5\"]]".into());
    }
    let part = |part: PartKeys| {
        let points = within(&format!("part {:?}: points", part.name), part.points, MOST)?;
        Ok::<_, String>(Part { name: part.name, points })
    };
    let has_groups = !keys.group.is_empty();
    let groups: Result<Vec<Group>, String> = keys.group.into_iter().map(group).collect();
    Ok(Marks {
        groups: if has_groups { groups? } else { vec![Group::of_all(points)] },
        has_groups,
        slow: slow.transpose()?,
        leak: deduction("leak", keys.leak)?,
        warned: deduction("warned", keys.warned)?,
        free: within("free", keys.free.unwrap_or(0.0), MOST)?,
        scale: keys.scale,
        parts: keys.part.into_iter().map(part).collect::<Result<_, _>>()?,
    })
}

fn group(keys: GroupKeys) -> Result<Group, String> {
    let patterns = match keys.cases {
        Patterns::One(one) => vec![one],
        Patterns::Many(many) => many,
    };
    let title = keys.title.unwrap_or_else(|| patterns.join(", "));
    let points = match (keys.points, keys.each) {
        (Some(_), Some(_)) => {
            return Err(format!("group {title:?}: expected points or each, not both"));
        }
        (None, None) if !keys.validation => {
            return Err(format!("group {title:?}: expected points, or each"));
        }
        (all, each) => all.or(each).unwrap_or(0.0),
    };
    Ok(Group {
        points: within(&format!("group {title:?}: points"), points, MOST)?,
        is_each: keys.each.is_some(),
        is_all_or_nothing: keys.all_or_nothing,
        is_validation: keys.validation,
        cases: 0,
        title,
        patterns,
    })
}

/// The greatest number of points.
const MOST: f64 = 1e6;

fn within(what: &str, number: f64, most: f64) -> Result<f64, String> {
    if (0.0..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("{what} = {number}: expected a number from 0 to {most}"))
    }
}
