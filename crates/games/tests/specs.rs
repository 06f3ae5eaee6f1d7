//! What the specifications say of their games.

use games::GAMES;
use rules::Parameters;
use search::{Handler, Limits, SearchResult};

/// Messages call the sides by their words, and everybody else by the specification.
#[test]
fn the_sides_have_one_name_each() {
    for spec in GAMES {
        let table = (spec.open)(&Parameters::new(spec.parameters), None).expect("defaults are sound").table;
        let words = |key| rules::texts(table.words()).find(|(known, _)| *known == key).map(|(_, text)| text);
        assert_eq!(["first", "second"].map(words), spec.sides.map(Some), "{}", spec.name);
    }
}

#[test]
fn a_card_names_the_parameters_that_set_the_size() {
    for spec in GAMES {
        let Some(size) = spec.size else { continue };
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in size.into_iter().zip(["5", "7"]) {
            parameters.set(name, value).expect("five rows and seven columns are possible");
        }
        let drawing = (spec.open)(&parameters, None).expect("they go together").table.drawing();
        assert_eq!((drawing.rows.len(), drawing.columns.len()), (5, 7), "{}", spec.name);
    }
}

/// Keeps what an engine reports.
#[derive(Default)]
struct Listener {
    reports: Vec<SearchResult>,
}

impl Handler for Listener {
    fn stop(&mut self, _nodes: u64) -> bool {
        false
    }

    fn report(&mut self, info: &SearchResult) {
        self.reports.push(info.clone());
    }
}

#[test]
fn an_engine_reports_each_iteration_in_names_that_its_table_plays() {
    for spec in GAMES {
        let mut instance = (spec.open)(&Parameters::new(spec.parameters), None).expect("the defaults are sound");
        let goes_on = instance.table.legal().into_iter().find(|name| {
            instance.table.play(name).expect("legal");
            let is_over = instance.table.outcome().is_some();
            instance.table.undo();
            !is_over
        });
        instance.table.play(&goes_on.expect("no game ends with every first move")).expect("legal");
        let mut listener = Listener::default();
        let result = instance.engine.choose(&instance.table.moves(), Limits::depth(3), &mut listener);
        let reports = listener.reports;
        // A search that has found the end goes no deeper.
        let depths =
            if result.as_ref().is_some_and(|result| result.is_exact) { 1..=reports.len() as u32 } else { 1..=3 };
        assert!(!reports.is_empty() && reports.iter().map(|info| info.depth).eq(depths), "{}: {reports:?}", spec.name);
        assert_eq!(reports.last(), result.as_ref(), "{}", spec.name);
        for info in reports {
            for name in &info.pv {
                instance.table.play(name).unwrap_or_else(|refusal| panic!("{}: {name}: {refusal}", spec.name));
            }
            info.pv.iter().for_each(|_| assert!(instance.table.undo()));
        }
    }
}
