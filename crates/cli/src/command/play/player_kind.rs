//! Who plays a side.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use search::{GameSpec, SkillLevel};

use crate::failure::Failure;

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

/// The names of the levels in the game with the most. A game with fewer has the first of them.
const LEVELS: [&str; 10] = [
    "engine:1",
    "engine:2",
    "engine:3",
    "engine:4",
    "engine:5",
    "engine:6",
    "engine:7",
    "engine:8",
    "engine:9",
    "engine:10",
];

impl PlayerKind {
    /// Accepts `human`, `engine`, and `engine:1` to `engine:10`.
    pub(super) fn parser() -> impl TypedValueParser<Value = PlayerKind> {
        let person = PossibleValue::new(PERSON).help("the person at the terminal");
        let engine = PossibleValue::new(ENGINE).help("Ludoteka's engine at its best");
        let levels = LEVELS.map(|name| PossibleValue::new(name).help("a level of it, 1 is weak"));
        PossibleValuesParser::new([person, engine].into_iter().chain(levels))
            .map(|name| PlayerKind::named(&name))
    }

    fn named(name: &str) -> PlayerKind {
        let level = (1..).zip(LEVELS).find(|(_, engine)| *engine == name);
        if name == PERSON {
            PlayerKind::Human
        } else {
            PlayerKind::Engine(
                level.map_or(SkillLevel::FULL, |(number, _)| SkillLevel::new(number)),
            )
        }
    }

    /// The same player in a game.
    ///
    /// # Errors
    /// Fails if the game's engine has no such level.
    pub(super) fn in_game(self, spec: &GameSpec) -> Result<PlayerKind, Failure> {
        let (PlayerKind::Engine(level), full) = (self, spec.full()) else { return Ok(self) };
        if level < full {
            return Ok(self);
        }
        if level == full || level == SkillLevel::FULL {
            return Ok(PlayerKind::Engine(SkillLevel::FULL));
        }
        let game = spec.title;
        let sentence = format!("there is no {level} for {game}: expected engine:1 to {full}");
        Err(Failure::Usage(sentence))
    }

    /// The default opponent: the engine for a person, and a person for an engine.
    pub(super) fn opposite(self) -> PlayerKind {
        match self {
            PlayerKind::Human => PlayerKind::Engine(SkillLevel::new(3)),
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
            PlayerKind::Engine(level) => format!("the engine, level {}", level.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_of_each_game_has_a_name() {
        let most = games::GAMES.iter().map(|spec| spec.levels().len()).max();
        assert_eq!(most, Some(LEVELS.len()));
        for spec in games::GAMES {
            let kind = |name: &str| PlayerKind::named(name).in_game(spec);
            let of = |level: &SkillLevel| kind(&level.to_string()).expect("it has a name");
            let full = PlayerKind::Engine(SkillLevel::FULL);
            assert_eq!(spec.levels().iter().map(of).filter(|&kind| kind == full).count(), 1);
            let count = LEVELS.iter().filter(|name| kind(name).is_ok()).count();
            assert_eq!(count, spec.levels().len(), "{}", spec.name);
        }
    }
}
