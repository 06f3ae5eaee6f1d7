//! What the specifications say of their games.

use games::GAMES;
use rules::Parameters;
use search::{Handler, Limits, SearchResult};

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
        let first = instance.table.legal().swap_remove(0);
        instance.table.play(&first).expect("legal");
        let mut listener = Listener::default();
        let result = instance.engine.choose(&instance.table.moves(), Limits::depth(3), &mut listener);
        let reports = listener.reports;
        assert_eq!(reports.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3], "{}", spec.name);
        assert_eq!(reports.last(), result.as_ref(), "{}", spec.name);
        for info in reports {
            for name in &info.pv {
                instance.table.play(name).unwrap_or_else(|refusal| panic!("{}: {name}: {refusal}", spec.name));
            }
            info.pv.iter().for_each(|_| assert!(instance.table.undo()));
        }
    }
}
