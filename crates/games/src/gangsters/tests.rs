//! Gangsters against its promises and against known results.

use rules::{Game, Notation, Parameters, kit, perft};

use super::{CARD, Gangsters};

fn game(settings: &[(&str, &str)]) -> Gangsters {
    let mut parameters = Parameters::new(CARD.parameters);
    settings.iter().for_each(|(name, value)| parameters.set(name, value).unwrap());
    <Gangsters as Notation>::new(&parameters).unwrap()
}

const SMALL: &[(&str, &str)] = &[("n", "5"), ("m", "5")];
const HIGH: &[(&str, &str)] = &[("n", "4"), ("m", "6"), ("box", "2,3")];
const PILLARS: &[(&str, &str)] = &[("pillars", "2,3;6,5")];

#[test]
fn keeps_the_promises_of_a_game() {
    kit::check(&|| game(SMALL));
    kit::check(&|| game(HIGH));
    kit::check(&|| game(PILLARS));
    kit::check(&|| game(&[("n", "3"), ("m", "3"), ("limit", "3")]));
    kit::check(&|| game(&[("n", "6"), ("m", "4"), ("pillars", "1,1;2,1;6,4;3,2"), ("limit", "20")]));
    kit::check(&|| game(&[("n", "5"), ("m", "5"), ("step", "one")]));
    kit::check(&|| game(&[("n", "11"), ("m", "9"), ("step", "one"), ("limit", "40")]));
}

/// Counts that two programs written apart agree on.
#[test]
fn turns_are_counted_right() {
    for (settings, counts) in
        [(SMALL, [95, 4516, 208_814]), (HIGH, [72, 2418, 96_225]), (PILLARS, [143, 10_493, 738_670])]
    {
        let game = game(settings);
        let found = [1, 2, 3].map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(found, counts, "{settings:?}");
    }
}
