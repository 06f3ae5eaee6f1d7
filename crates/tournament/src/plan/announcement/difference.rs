//! Describes what has changed between two announcements.

use serde::Serialize;
use serde_json::Value;

use super::{Announcement, Participant};
use errors::excerpt::short;

impl Announcement {
    /// The first difference from the earlier announcement, as part of a sentence.
    #[must_use]
    pub fn difference(&self, then: &Announcement) -> Option<String> {
        players(&self.participants, &then.participants).or_else(|| {
            let [now, then] = [self, then].map(value_of);
            below("", &now, &then)
        })
    }
}

fn players(now: &[Participant], then: &[Participant]) -> Option<String> {
    if now.len() != then.len() {
        return Some(format!("there are {} players, and there were {}", now.len(), then.len()));
    }
    // The path of a program is not stored, so it is not compared.
    let [values_now, values_then] =
        [now, then].map(|all| all.iter().map(value_of).collect::<Vec<_>>());
    let index = (0..now.len()).find(|&index| values_now[index] != values_then[index])?;
    let (number, now, then) = (index + 1, &now[index], &then[index]);
    if now.name != then.name {
        return Some(format!(
            "player {number} is {}, and was {}",
            short(&now.name),
            short(&then.name)
        ));
    }
    let name = short(&now.name);
    match (now.program(), then.program()) {
        (Some(one), Some(other)) if one.sha256 != other.sha256 => Some(match &one.path {
            Some(path) => format!("the program of {name}, {}, has changed", path.display()),
            None => format!("the program of {name} has changed"),
        }),
        _ => below(&name, &values_now[index], &values_then[index]),
    }
}

fn value_of(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// The first value that differs in two trees, with the names of the branches that lead to it.
fn below(path: &str, now: &Value, then: &Value) -> Option<String> {
    if now == then {
        return None;
    }
    let (Some(fields), Some(before)) = (now.as_object(), then.as_object()) else {
        return Some(format!("{path} is {}, and was {}", shown(now), shown(then)));
    };
    let mut names: Vec<&String> = fields.keys().chain(before.keys()).collect();
    // The key `kind` is compared before all other keys.
    names.sort_by_key(|name| (*name != "kind", *name));
    names.dedup();
    names.into_iter().find_map(|name| {
        let value = |of: &serde_json::Map<String, Value>| of.get(name).cloned().unwrap_or_default();
        // The name of the key in the file.
        let key = if name == "system" { "format".to_string() } else { name.replace('_', "-") };
        let path = if path.is_empty() { key } else { format!("{path}: {key}") };
        below(&path, &value(fields), &value(before))
    })
}

fn shown(value: &Value) -> String {
    if value.is_null() { "not set".to_string() } else { short(&value.to_string()) }
}
