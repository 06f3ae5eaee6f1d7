//! The protocols over every game: transcripts, whole games in text alone, and any bytes.

mod any_bytes;
mod document;
mod games_through_gtp;
mod line;
mod transcripts;

use arena::gtp::Gtp;
use arena::{Offer, Style};
use games::Card;
use rules::Parameters;
use search::Grade;

/// An engine that is quick and looks at no clock.
const QUICK: Style = Style { grade: Grade::FULL, seed: 1, nodes: 1000 };

fn offer(card: &'static Card) -> Offer {
    let open = card.open;
    Offer {
        name: card.name,
        sides: card.sides,
        parameters: card.parameters,
        size: card.size,
        contest: card.contest,
        open: Box::new(move |parameters, diagram| match open(parameters, diagram) {
            Ok(seat) => Ok((seat.table, seat.engine)),
            Err(unopened) => Err(unopened.to_string()),
        }),
    }
}

/// An engine behind GTP, on a board that is played in no time.
fn engine(card: &'static Card, style: Style) -> Gtp {
    Gtp::new(offer(card), small(card), style).expect("the parameters are sound")
}

/// A small board, where the size can be set.
fn small(card: &Card) -> Parameters {
    let mut parameters = Parameters::new(card.parameters);
    for name in card.size.iter().flatten() {
        parameters.set(name, "7").expect("seven is possible");
    }
    // A game that nobody wins ends some time.
    let _ = parameters.set("limit", "40");
    parameters
}

/// The text of a successful reply.
fn ask(engine: &mut Gtp, command: &str) -> String {
    let reply = engine.answer(command.as_bytes()).expect("a command is answered");
    let text = reply.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {reply}"));
    text.trim().to_string()
}
