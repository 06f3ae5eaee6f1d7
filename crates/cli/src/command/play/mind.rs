//! Who plays a side.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use search::Grade;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mind {
    /// Whoever types.
    Human,
    /// Ludoteka's engine.
    Engine(Grade),
}

const PERSON: &str = "human";
const ENGINE: &str = "engine";

/// An engine of each grade by its name, and what to expect of it.
const GRADED: [(&str, &str); Grade::ALL.len()] = [
    ("engine:1", "a weak engine: most of its moves are anything legal"),
    ("engine:2", "one that looks no further than its own move, and slips often"),
    ("engine:3", "one that sees the answer to its move, and slips sometimes"),
    ("engine:4", "one that seldom slips"),
    ("engine:5", "the same as `engine`"),
];

impl Mind {
    /// `human`, `engine`, or `engine:1` to `engine:5`.
    pub(super) fn parser() -> impl TypedValueParser<Value = Mind> {
        let person = PossibleValue::new(PERSON).help("whoever types");
        let engine = PossibleValue::new(ENGINE).help("Ludoteka's engine at its best");
        let graded = GRADED.map(|(name, what)| PossibleValue::new(name).help(what));
        PossibleValuesParser::new([person, engine].into_iter().chain(graded)).map(|name| Mind::named(&name))
    }

    fn named(name: &str) -> Mind {
        let graded = GRADED.iter().zip(Grade::ALL).find(|((graded, _), _)| *graded == name);
        if name == PERSON { Mind::Human } else { Mind::Engine(graded.map_or(Grade::FULL, |(_, grade)| grade)) }
    }

    /// Who sits opposite unless told: a person's opponent is the engine, and an engine's a person.
    pub(super) fn opposite(self) -> Mind {
        match self {
            Mind::Human => Mind::Engine(Grade::FULL),
            Mind::Engine(_) => Mind::Human,
        }
    }

    /// The grade at which an engine thinks for this side; a person's hints are the best there are.
    pub(super) fn grade(self) -> Grade {
        match self {
            Mind::Human => Grade::FULL,
            Mind::Engine(grade) => grade,
        }
    }

    /// In words.
    pub(super) fn described(self) -> String {
        match self {
            Mind::Human => "a person".to_string(),
            Mind::Engine(Grade::FULL) => "the engine".to_string(),
            Mind::Engine(grade) => format!("the engine, grade {grade}"),
        }
    }
}
