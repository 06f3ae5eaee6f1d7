//! What the cards say of their games.

use games::GAMES;
use rules::Parameters;

/// Messages call the sides by their words, and everybody else by the card.
#[test]
fn the_sides_have_one_name_each() {
    for card in GAMES {
        let table = (card.open)(&Parameters::new(card.parameters), None).expect("defaults are sound").table;
        let words = |key| rules::texts(table.words()).find(|(known, _)| *known == key).map(|(_, text)| text);
        assert_eq!(["first", "second"].map(words), card.sides.map(Some), "{}", card.name);
    }
}

#[test]
fn a_card_names_the_parameters_that_set_the_size() {
    for card in GAMES {
        let Some(size) = card.size else { continue };
        let mut parameters = Parameters::new(card.parameters);
        for (name, value) in size.into_iter().zip(["5", "7"]) {
            parameters.set(name, value).expect("five rows and seven columns are possible");
        }
        let drawing = (card.open)(&parameters, None).expect("they go together").table.drawing();
        assert_eq!((drawing.rows.len(), drawing.columns.len()), (5, 7), "{}", card.name);
    }
}
