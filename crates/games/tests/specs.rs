//! Checks that the specifications of the games are true.

use games::GAMES;
use rules::{Language, Parameters, kit};
use search::{GameSpec, Handler, Limits, MoveValue, OpenError, SearchResult};

/// Messages take the names of the sides from the game's texts. Other crates take these names
/// from the specification. The names in the two places must agree.
#[test]
fn the_sides_have_one_name_each() {
    for spec in GAMES {
        let table =
            (spec.open)(&Parameters::new(spec.parameters), None).expect("defaults are valid").table;
        let words = |key| table.words().text(Language::English, key);
        assert_eq!(["first", "second"].map(words), spec.sides.map(Some), "{}", spec.name);
    }
}

/// The descriptions of parameters are English texts of the specification; only the translations are
/// in the catalogue.
#[test]
fn every_language_has_all_texts() {
    for spec in GAMES {
        let table = (spec.open)(&for_people(spec), None).expect("the settings fit together").table;
        let set = spec.parameters.iter().map(|parameter| format!("set-{}", parameter.name));
        let besides: Vec<String> = set.collect();
        let besides: Vec<&str> = besides.iter().map(String::as_str).collect();
        kit::check_catalogue(table.words(), &besides);
    }
    kit::check_catalogue(rules::WORDS, &[]);
}

/// Moves, letters, numbers and diagrams are the same in all languages, so the translated rules have
/// the code and the diagrams of the English ones, each as often.
#[test]
fn the_rules_say_the_same_in_every_language() {
    for spec in GAMES {
        let same = |language| {
            let text = spec.readme.of(language);
            let blocks = || text.split("```").skip(1).step_by(2);
            let is_diagram = |block: &&str| {
                let diagram = block.strip_prefix("text\n");
                diagram.is_some_and(|text| (spec.open)(&for_people(spec), Some(text)).is_ok())
            };
            let outside: String = text.split("```").step_by(2).collect();
            let mut code: Vec<String> =
                outside.split('`').skip(1).step_by(2).map(str::to_string).collect();
            code.sort();
            let diagrams: Vec<_> = blocks().filter(is_diagram).collect();
            (code, diagrams, blocks().count(), outside.split("\n\n").count())
        };
        let english = same(Language::English);
        let is_translated = spec.readme.of(Language::Polish) != spec.readme.of(Language::English);
        assert!(!is_translated || !english.1.is_empty(), "{} has diagrams", spec.name);
        for language in Language::ALL {
            assert_eq!(same(language), english, "{} in {language:?}", spec.name);
        }
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
        let drawing =
            (spec.open)(&parameters, None).expect("the values fit together").table.drawing();
        assert_eq!((drawing.rows.len(), drawing.columns.len()), (5, 7), "{}", spec.name);
    }
}

/// The parameters for people who just want to play.
fn for_people(spec: &GameSpec) -> Parameters {
    spec.for_people.iter().fold(Parameters::new(spec.parameters), |parameters, (name, value)| {
        parameters.with(name, value).expect("a game's own settings lie within its ranges")
    })
}

#[test]
fn a_board_for_people_is_seen_at_a_glance() {
    for spec in GAMES {
        let drawing = (spec.open)(&for_people(spec), None)
            .expect("the settings fit together")
            .table
            .drawing();
        assert!(drawing.rows.len() <= 15 && drawing.columns.len() <= 15, "{}", spec.name);
    }
}

#[test]
fn a_preset_opens_and_has_a_name() {
    for spec in GAMES {
        for (key, settings) in spec.presets {
            let usual = Parameters::new(spec.parameters);
            let parameters = settings.iter().fold(usual, |parameters, (name, value)| {
                parameters.with(name, value).expect("the value of a preset lies within its range")
            });
            let table = (spec.open)(&parameters, None).expect("the settings fit together").table;
            assert!(table.words().text(Language::English, key).is_some(), "{} {key}", spec.name);
        }
    }
}

#[test]
fn a_diagram_of_another_size_is_set_up_or_refused() {
    for spec in GAMES {
        let Some(size) = spec.size else { continue };
        let set = |length: &str| {
            size.into_iter()
                .try_fold(Parameters::new(spec.parameters), |set, name| set.with(name, length))
        };
        // The two sizes of boards are far apart. So a game that has a type for small boards and
        // another for large boards uses both.
        let boards = [set("5").expect("in range"), set("20").or(set("10")).expect("in range")];
        for (own, other) in [(0, 1), (1, 0)] {
            let table = (spec.open)(&boards[own], None).expect("the values fit together").table;
            let again = match (spec.open)(&boards[other], Some(&table.diagram())) {
                Ok(instance) => instance.table,
                // A game may refuse a diagram whose size differs from the size in the parameters.
                Err(OpenError::Diagram(_)) => continue,
                Err(error) => panic!("{}: {error}", spec.name),
            };
            assert_eq!(again.diagram(), table.diagram(), "{}", spec.name);
            assert_eq!(again.drawing().cells.len(), table.drawing().cells.len(), "{}", spec.name);
        }
    }
}

#[test]
fn an_engine_values_every_legal_move_in_the_order_of_its_table() {
    for spec in GAMES {
        let mut instance = (spec.open)(&for_people(spec), None).expect("the settings fit together");
        let mut listener = Listener::default();
        let values = instance.engine.values(&[], Limits::depth(2), &mut listener);
        let names: Vec<_> = values.iter().map(|value| value.mv.clone()).collect();
        assert_eq!(names, instance.table.legal(), "{}", spec.name);
        assert_eq!(listener.values.last(), Some(&values), "{}", spec.name);
        assert!(
            listener.reports.is_empty() && values.iter().all(|value| value.depth <= 2),
            "{}",
            spec.name
        );
        assert!(instance.engine.point() > 0, "{}", spec.name);
    }
}

/// A handler that keeps what an engine reports.
#[derive(Default)]
struct Listener {
    reports: Vec<SearchResult>,
    values: Vec<Vec<MoveValue>>,
}

impl Handler for Listener {
    fn stop(&mut self, _nodes: u64) -> bool {
        false
    }

    fn report(&mut self, info: &SearchResult) {
        self.reports.push(info.clone());
    }

    fn values(&mut self, values: &[MoveValue]) {
        self.values.push(values.to_vec());
    }
}

#[test]
fn an_engine_reports_each_iteration_in_names_that_its_table_plays() {
    for spec in GAMES {
        let mut instance =
            (spec.open)(&Parameters::new(spec.parameters), None).expect("the defaults are valid");
        let goes_on = instance.table.legal().into_iter().find(|name| {
            instance.table.play(name).expect("legal");
            let is_over = instance.table.outcome().is_some();
            instance.table.undo();
            !is_over
        });
        instance
            .table
            .play(&goes_on.expect("there is a first move that does not end the game"))
            .expect("legal");
        let mut listener = Listener::default();
        let result =
            instance.engine.choose(&instance.table.moves(), Limits::depth(3), &mut listener);
        let reports = listener.reports;
        // A search stops when its score is exact.
        let depths = if result.as_ref().is_some_and(|result| result.is_exact) {
            1..=reports.len() as u32
        } else {
            1..=3
        };
        assert!(
            !reports.is_empty() && reports.iter().map(|info| info.depth).eq(depths),
            "{}: {reports:?}",
            spec.name
        );
        assert_eq!(reports.last(), result.as_ref(), "{}", spec.name);
        for info in reports {
            for name in &info.pv {
                instance
                    .table
                    .play(name)
                    .unwrap_or_else(|refusal| panic!("{}: {name}: {refusal}", spec.name));
            }
            info.pv.iter().for_each(|_| assert!(instance.table.undo()));
        }
    }
}
