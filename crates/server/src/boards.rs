//! Puts boards on pages, and gives scripts the data about their games.

use std::collections::BTreeMap;

use maud::{Markup, html};
use page::embedded;
use rules::{Catalogue, Language, Message, Parameters};
use search::GameSpec;
use serde_json::json;

use crate::position::Position;

/// The parameters of a board of convenient size.
pub(crate) fn for_people(spec: &GameSpec) -> Parameters {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in spec.for_people {
        parameters.set(name, value).expect("a game's own settings lie within its ranges");
    }
    parameters
}

/// A board on which a move can be made; the move begins a game from the position.
pub(crate) fn live_board(
    spec: &GameSpec,
    position: &Position,
    diagram: Option<&str>,
    language: Language,
) -> Markup {
    let set: BTreeMap<_, _> =
        for_people(spec).changed().map(|(name, value)| (name, value.to_string())).collect();
    let data = json!({
        "game": spec.name,
        "set": set,
        "position": position,
        "at": diagram,
        "words": words(language, spec),
    });
    html! {
        div class="live" role="group" aria-label=(spec.title) {
            div class="board-place" {}
            p class="live-status quiet" role="status" {}
            (embedded(None, &data))
        }
    }
}

/// A picture of a position.
pub(crate) fn still_board(position: &Position) -> Markup {
    html! { div class="board-place still" aria-hidden="true" { (embedded(None, &json!(position))) } }
}

/// The texts that say how somebody has misread the rules. Only the judge says them.
const READINGS: &str = "reads-";

/// The words of the game, followed by the words that all games share. Earlier words have priority.
pub(crate) fn words(language: Language, spec: &GameSpec) -> String {
    let own = catalogue(spec).map_or_else(String::new, |words| words.for_page(language));
    let own = own.split_inclusive('\n').filter(|line| !line.starts_with(READINGS));
    own.collect::<String>() + &rules::WORDS.for_page(language)
}

/// A message about a program for this game, which may have been read from a file, in this language.
pub(crate) fn told(message: &Message, spec: &GameSpec, language: Language) -> String {
    let mut message = message.clone();
    message.adopt(&classroom::CATALOGUES);
    message.adopt(catalogue(spec).as_slice());
    message.told(language)
}

/// The texts of the game.
pub(crate) fn catalogue(spec: &GameSpec) -> Option<Catalogue> {
    let instance = (spec.open)(&Parameters::new(spec.parameters), None);
    instance.ok().map(|instance| instance.table.words())
}
