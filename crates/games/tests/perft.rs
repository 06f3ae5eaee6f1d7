//! Compares every game with its perft table, `src/<game>/data/perft.txt`, which has a line for each
//! set of parameters.

mod common;

use common::{data, with_parameters};
use games::GAMES;

#[test]
fn every_game_counts_what_its_table_says() {
    for spec in GAMES {
        let table = data(spec, "perft.txt");
        let lines: Vec<_> =
            table.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).collect();
        assert!(lines.len() >= 2, "{} has a perft table", spec.name);
        for line in lines {
            let (parameters, counts) = line.split_once(" : ").expect("parameters, a colon, counts");
            let instance = (spec.open)(&with_parameters(spec, parameters), None)
                .expect("a table's parameters are valid");
            let expected: Vec<u64> =
                counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
            let counted: Vec<u64> =
                (1..=expected.len()).map(|depth| instance.table.perft(depth as u32)).collect();
            assert_eq!(counted, expected, "{} with {parameters}", spec.name);
        }
    }
}
