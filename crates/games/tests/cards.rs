//! What the cards say of their games.

use games::GAMES;
use rules::Parameters;

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
