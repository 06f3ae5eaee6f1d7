//! Puts boards on pages, and gives scripts the data about their games.

use std::collections::BTreeMap;

use maud::{Markup, html};
use page::embedded;
use rules::{Catalogue, Language, Parameters};
use search::GameSpec;
use serde_json::json;

use crate::layout::Layout;
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
#[must_use]
pub fn live_board(
    layout: Layout,
    spec: &GameSpec,
    position: &Position,
    diagram: Option<&str>,
) -> Markup {
    let set: BTreeMap<_, _> =
        for_people(spec).changed().map(|(name, value)| (name, value.to_string())).collect();
    let data = json!({
        "play": layout.play(spec.name),
        "set": set,
        "position": position,
        "at": diagram,
        "words": words(layout.language, spec),
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
#[must_use]
pub fn still_board(position: &Position) -> Markup {
    html! { div class="board-place still" aria-hidden="true" { (embedded(None, &json!(position))) } }
}

/// The texts that say how somebody has misread the rules. Only the judge says them.
const READINGS: &str = "reads-";

/// The words of the game, followed by the words that all games share. Earlier words have priority.
#[must_use]
pub fn words(language: Language, spec: &GameSpec) -> String {
    let own = catalogue(spec).map_or_else(String::new, |words| words.for_page(language));
    let own = own.split_inclusive('\n').filter(|line| !line.starts_with(READINGS));
    own.collect::<String>() + &rules::WORDS.for_page(language)
}

/// The texts of the game.
#[must_use]
pub fn catalogue(spec: &GameSpec) -> Option<Catalogue> {
    let instance = (spec.open)(&Parameters::new(spec.parameters), None);
    instance.ok().map(|instance| instance.table.words())
}
