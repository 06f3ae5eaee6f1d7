//! Every game against its perft table: `src/<game>/data/perft.txt`, a line for each set of parameters.

mod common;

use common::{data, with_parameters};
use games::GAMES;

#[test]
fn every_game_counts_what_its_table_says() {
    for card in GAMES {
        let table = data(card, "perft.txt");
        let lines: Vec<_> = table.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).collect();
        assert!(lines.len() >= 2, "{} has a perft table", card.name);
        for line in lines {
            let (parameters, counts) = line.split_once(" : ").expect("parameters, a colon, counts");
            let seat = (card.open)(&with_parameters(card, parameters), None).expect("a table's parameters are sound");
            let expected: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
            let counted: Vec<u64> = (1..=expected.len()).map(|depth| seat.table.perft(depth as u32)).collect();
            assert_eq!(counted, expected, "{} with {parameters}", card.name);
        }
    }
}
