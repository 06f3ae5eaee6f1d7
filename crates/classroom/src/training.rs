//! What a program is tried in: the game, and what the program is asked to do.

use rules::{Answers, Parameters};
use search::{GameSpec, SkillLevel};

/// What a program is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It reads an input and writes an answer, as the game's task asks. It is run on cases.
    Task,
    /// It plays games, by the protocol in the game's rules or by the line protocol.
    Player,
    /// The program of the task also plays.
    Both,
}

impl Role {
    /// The roles that a program of this game can have; the first is the usual one.
    #[must_use]
    pub fn of(spec: &GameSpec) -> &'static [Role] {
        let is_judged =
            spec.program.as_ref().is_some_and(|task| !matches!(task.answers, Answers::Legal(_)));
        match (is_judged, spec.contest.protocol.is_some()) {
            (true, true) => &[Role::Both, Role::Player],
            (true, false) => &[Role::Player, Role::Task],
            (false, _) => &[Role::Player],
        }
    }

    /// The word for this role in requests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Task => "task",
            Role::Player => "player",
            Role::Both => "both",
        }
    }

    /// Whether the program is run on cases.
    #[must_use]
    pub fn has_cases(self) -> bool {
        self != Role::Player
    }

    /// Whether the program plays games.
    #[must_use]
    pub fn plays(self) -> bool {
        self != Role::Task
    }
}

/// What a program is tried in.
#[derive(Clone, Debug)]
pub struct Training {
    /// The game.
    pub spec: &'static GameSpec,
    /// What the program is asked to do.
    pub role: Role,
    /// The parameters that are set; others are drawn or have the values of the game's rules.
    pub parameters: Parameters,
}

impl Training {
    /// The two training opponents, from weak to medium.
    ///
    /// # Panics
    /// Does not panic: both levels exist.
    #[must_use]
    pub fn opponents() -> [SkillLevel; 2] {
        [1, 2].map(|level| SkillLevel::new(level).expect("there are five levels"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_the_roles_that_its_game_asks_for() {
        let roles = |name: &str| Role::of(games::find(name).expect("a game"));
        assert_eq!(roles("poziomka"), [Role::Both, Role::Player]);
        assert_eq!(roles("reversi"), [Role::Player, Role::Task]);
        assert_eq!(roles("mnk"), [Role::Player, Role::Task]);
        assert_eq!(roles("flood-wars"), [Role::Player]);
        assert_eq!(roles("gangsters"), [Role::Player]);
    }
}
