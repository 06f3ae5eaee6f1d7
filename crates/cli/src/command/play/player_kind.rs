//! Who plays a side.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use search::SkillLevel;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerKind {
    /// The person at the terminal.
    Human,
    /// Ludoteka's engine.
    Engine(SkillLevel),
}

const PERSON: &str = "human";
const ENGINE: &str = "engine";

/// The name of each engine level, and what to expect from it.
const ENGINES: [(&str, &str); SkillLevel::ALL.len()] = [
    ("engine:1", "a weak engine, which values moves very roughly"),
    ("engine:2", "an engine that values moves roughly"),
    ("engine:3", "an engine that makes small mistakes"),
    ("engine:4", "an engine that seldom errs"),
    ("engine:5", "the same as `engine`"),
];

impl PlayerKind {
    /// Accepts `human`, `engine`, and `engine:1` to `engine:5`.
    pub(super) fn parser() -> impl TypedValueParser<Value = PlayerKind> {
        let person = PossibleValue::new(PERSON).help("the person at the terminal");
        let engine = PossibleValue::new(ENGINE).help("Ludoteka's engine at its best");
        let levels = ENGINES.map(|(name, what)| PossibleValue::new(name).help(what));
        PossibleValuesParser::new([person, engine].into_iter().chain(levels))
            .map(|name| PlayerKind::named(&name))
    }

    fn named(name: &str) -> PlayerKind {
        let level = ENGINES.iter().zip(SkillLevel::ALL).find(|((engine, _), _)| *engine == name);
        if name == PERSON {
            PlayerKind::Human
        } else {
            PlayerKind::Engine(level.map_or(SkillLevel::FULL, |(_, level)| level))
        }
    }

    /// The default opponent: the engine for a person, and a person for an engine.
    pub(super) fn opposite(self) -> PlayerKind {
        match self {
            PlayerKind::Human => PlayerKind::Engine(SkillLevel::ALL[2]),
            PlayerKind::Engine(_) => PlayerKind::Human,
        }
    }

    /// The engine's level on this side; hints for a person use the highest level.
    pub(super) fn level(self) -> SkillLevel {
        match self {
            PlayerKind::Human => SkillLevel::FULL,
            PlayerKind::Engine(level) => level,
        }
    }

    /// In words.
    pub(super) fn described(self) -> String {
        match self {
            PlayerKind::Human => "a person".to_string(),
            PlayerKind::Engine(SkillLevel::FULL) => "the engine".to_string(),
            PlayerKind::Engine(level) => format!("the engine, level {level}"),
        }
    }
}
