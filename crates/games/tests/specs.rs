//! What the cards say of their games.

use games::GAMES;
use rules::Parameters;
use search::{Handler, Limits, SearchResult};

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
    for card in GAMES {
        let mut seat = (card.open)(&Parameters::new(card.parameters), None).expect("the defaults are sound");
        let first = seat.table.legal().swap_remove(0);
        seat.table.play(&first).expect("legal");
        let mut listener = Listener::default();
        let result = seat.engine.choose(&seat.table.moves(), Limits::depth(3), &mut listener);
        let reports = listener.reports;
        assert_eq!(reports.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3], "{}", card.name);
        assert_eq!(reports.last(), result.as_ref(), "{}", card.name);
        for info in reports {
            for name in &info.pv {
                seat.table.play(name).unwrap_or_else(|refusal| panic!("{}: {name}: {refusal}", card.name));
            }
            info.pv.iter().for_each(|_| assert!(seat.table.undo()));
        }
    }
}
