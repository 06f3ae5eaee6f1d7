//! Parameters of the game.

use rules::{BadParameter, Parameters};
use toml::de::DeValue;

use super::section::Section;
use super::unknown::{ABOVE, ELSEWHERE};
use super::value::{shown, whole_of};
use crate::nearest::nearest;

/// These values and those of a table, which may have any names that the game knows; nothing if any is wrong.
pub(super) fn read(table: &Section<'_>, mut parameters: Parameters) -> Option<Parameters> {
    let before = table.mistakes.count();
    for (name, value) in table.all() {
        let at = value.span().start;
        let Some(text) = text(value.get_ref()) else {
            let sentence = format!("{} is {}: expected a whole number or a text", name.value, shown(value.get_ref()));
            table.mistakes.note(at, sentence);
            continue;
        };
        match parameters.set(name.value, &text) {
            Ok(()) => {}
            Err(BadParameter::Value(sentence)) => table.mistakes.note(at, sentence),
            Err(BadParameter::Name(sentence)) => {
                let meant = match nearest(name.value, parameters.all().map(|(known, _)| known)) {
                    Some(known) => format!("; did you mean `{known}`?"),
                    None if ABOVE.contains(&name.value) => format!("; {ELSEWHERE}"),
                    None => String::new(),
                };
                table.mistakes.note(name.at, sentence + &meant);
            }
        }
    }
    (table.mistakes.count() == before).then_some(parameters)
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        value => whole_of(value).map(|number| number.to_string()),
    }
}
