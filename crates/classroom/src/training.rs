//! What a program is tried in: the game, and what the program is asked to do.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use errors::Error;
use rules::{DAY, Parameters, TimeControl, read_time};
use search::{GameSpec, Settings, SkillLevel};
use serde::{Deserialize, Deserializer, Serialize};
use submission::{Compilers, Language, Languages};

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
        match (spec.program.is_some(), spec.contest.protocol.is_some()) {
            (true, true) => &[Role::Player, Role::Both, Role::Task],
            (true, false) => &[Role::Player, Role::Task],
            (false, _) => &[Role::Player],
        }
    }

    /// The word for this role in requests and in `class.toml`.
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

/// A training as `class.toml` writes it, and as it is stored with each version and trial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct TrainingKeys {
    /// The word for the training in addresses; by default the game's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The title on pages; by default the game's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game's name.
    pub game: String,
    /// What programs are asked to do; by default the game's usual role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The parameters that are set; others are drawn or have the values of the game's rules.
    #[serde(deserialize_with = "texts")]
    pub parameters: BTreeMap<String, String>,
    /// Further boards on which programs are tried; by default an oblong one and the largest one, if
    /// the size is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<BoardKeys>>,
    /// The clocks; by default those of the game's rules.
    pub time: TimeKeys,
    /// The levels of the two training opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponents: Option<[u8; 2]>,
    /// The seed of the cases, so that everybody gets the same; by default each trial has new ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cases_seed: Option<u64>,
    /// Whether cases are run under valgrind, too; by default as the task's text demands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valgrind: Option<bool>,
    /// Whether a trial names the causes of what it finds, and smaller cases; by default it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub causes: Option<bool>,
    /// The languages that are accepted; by default all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub languages: Option<Vec<String>>,
    /// Options of compilers, each with the compiler's name in front, such as `g++ -O3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compilers: Vec<String>,
}

/// The parameters of a board, beside those of its training.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoardKeys(#[serde(deserialize_with = "texts")] BTreeMap<String, String>);

/// The names and values of the parameters of a board, beside those of its training.
pub(crate) type TrialBoard = Vec<(String, String)>;

/// Clocks, as lengths of time with their units, such as `500ms` or `1m`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimeKeys {
    /// The time for all moves of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The time that each move adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<String>,
    /// The time for each move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub each_move: Option<String>,
}

/// A value of a parameter, which TOML may write as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
}

fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, Value>::deserialize(from)?;
    let text = |value| match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text,
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// What a program is tried in.
#[derive(Clone, Debug)]
pub struct Training {
    /// How the training is written.
    pub keys: TrainingKeys,
    /// The game.
    pub spec: &'static GameSpec,
    /// What the program is asked to do.
    pub role: Role,
    /// The parameters that are set.
    pub parameters: Parameters,
    /// The clocks of a game at full length.
    pub time: TimeControl,
    /// The levels of the training opponents, from weak to medium.
    pub opponents: [SkillLevel; 2],
    /// The languages that are accepted.
    pub languages: Languages,
}

/// Whether a name can stand in an address.
pub(crate) fn is_word(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
}

/// The training opponents of the contests: weak and medium.
const OPPONENTS: [u8; 2] = [1, 2];

impl Training {
    /// Reads a training in one of these games.
    ///
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub fn open(keys: TrainingKeys, games: &[&'static GameSpec]) -> Result<Training, Error> {
        let known = || games.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
        let spec = games.iter().copied().find(|spec| spec.name == keys.game).ok_or_else(|| {
            Error::input(format!("game = {:?}: expected one of {}", keys.game, known()))
        })?;
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &keys.parameters {
            let set = parameters.set(name, value);
            set.map_err(|bad| Error::input(format!("parameters: {bad}")))?;
        }
        (spec.open)(&parameters, None).map_err(|bad| Error::input(format!("parameters: {bad}")))?;
        let mut level = keys.opponents.unwrap_or(OPPONENTS).into_iter().map(|number| {
            spec.level(number).ok_or_else(|| {
                let most = spec.full().number();
                Error::input(format!("opponents: no level {number}: expected 1 to {most}"))
            })
        });
        let opponents = [next(&mut level)?, next(&mut level)?];
        let names = keys.languages.iter().flatten().map(String::as_str);
        let languages = match &keys.languages {
            Some(_) => Languages::named(names)?,
            None => Languages::default(),
        };
        let training = Training {
            role: role(&keys, spec)?,
            time: time(&keys.time, spec.contest.time)?,
            spec,
            parameters,
            opponents,
            languages,
            keys,
        };
        training.compilers_for_play()?;
        training.trial_boards().iter().try_for_each(|board| training.on_board(board).map(drop))?;
        Ok(training)
    }

    /// The word for the training in addresses.
    #[must_use]
    pub fn name(&self) -> &str {
        self.keys.name.as_deref().unwrap_or(self.spec.name)
    }

    /// The title on pages.
    #[must_use]
    pub fn title(&self) -> &str {
        self.keys.title.as_deref().unwrap_or(self.spec.title)
    }

    /// Whether cases are run under valgrind, too.
    #[must_use]
    pub fn has_valgrind(&self) -> bool {
        let demanded = self.spec.program.as_ref().is_some_and(|program| program.valgrind);
        self.role.has_cases() && self.keys.valgrind.unwrap_or(demanded)
    }

    /// Whether trials name causes and smaller cases.
    #[must_use]
    pub fn names_causes(&self) -> bool {
        self.keys.causes.unwrap_or(true)
    }

    /// The further boards on which programs are tried: those that the class names, else the game's
    /// boards of unusual size, unless the class has set the size.
    #[must_use]
    pub fn trial_boards(&self) -> Vec<TrialBoard> {
        if let Some(boards) = &self.keys.boards {
            return boards
                .iter()
                .map(|BoardKeys(board)| board.clone().into_iter().collect())
                .collect();
        }
        let is_set = |(name, _): &(&str, &str)| self.keys.parameters.contains_key(*name);
        if self.spec.trial_boards.iter().any(|board| board.iter().any(is_set)) {
            return Vec::new();
        }
        let owned = |board: &Settings| {
            board.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
        };
        self.spec.trial_boards.iter().map(owned).collect()
    }

    /// The training's parameters on this board.
    ///
    /// # Errors
    /// Fails if they do not fit the game.
    pub(crate) fn on_board(&self, board: &TrialBoard) -> Result<Parameters, Error> {
        let mut parameters = self.parameters.clone();
        for (name, value) in board {
            let set = parameters.set(name, value);
            set.map_err(|bad| Error::input(format!("boards: {bad}")))?;
        }
        (self.spec.open)(&parameters, None)
            .map_err(|bad| Error::input(format!("boards: {bad}")))?;
        Ok(parameters)
    }

    /// Whether a file of this name may be a program here.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let language = Language::of_source(Path::new(name));
        language.is_some_and(|language| self.languages.check(language).is_ok())
    }

    /// The options with which a task's program is compiled.
    pub(crate) fn compilers(&self) -> Result<Compilers, Error> {
        let own = &self.spec.compiler;
        self.with_options(Compilers::of(own.name, own.options))
    }

    /// The options with which a program that plays is compiled.
    pub(crate) fn compilers_for_play(&self) -> Result<Compilers, Error> {
        self.with_options(Compilers::for_play(self.spec.compiler.name))
    }

    fn with_options(&self, mut compilers: Compilers) -> Result<Compilers, Error> {
        self.keys.compilers.iter().try_for_each(|options| compilers.set(options))?;
        Ok(compilers)
    }
}

fn next<T>(all: &mut impl Iterator<Item = Result<T, Error>>) -> Result<T, Error> {
    all.next().unwrap_or_else(|| Err(Error::bug("a training has two opponents")))
}

fn role(keys: &TrainingKeys, spec: &GameSpec) -> Result<Role, Error> {
    let (roles, Some(name)) = (Role::of(spec), &keys.role) else { return Ok(Role::of(spec)[0]) };
    roles.iter().copied().find(|role| role.name() == name).ok_or_else(|| {
        let known: Vec<_> = roles.iter().map(|role| role.name()).collect();
        let why = if spec.program.is_none() {
            format!("the rules of {} ask for no program; ", spec.title)
        } else {
            String::new()
        };
        Error::input(format!("role = {name:?}: {why}expected one of {}", known.join(", ")))
    })
}

pub(crate) fn time(keys: &TimeKeys, own: TimeControl) -> Result<TimeControl, Error> {
    if *keys == TimeKeys::default() {
        return Ok(own);
    }
    let read = |name: &str, text: &Option<String>, least: Duration| {
        let text = text.as_deref();
        text.map(|text| {
            read_time(text, least..=DAY).map_err(|bad| Error::input(format!("time.{name}: {bad}")))
        })
        .transpose()
    };
    let ms = Duration::from_millis(1);
    let time = TimeControl {
        game: read("game", &keys.game, ms)?,
        increment: read("increment", &keys.increment, Duration::ZERO)?.unwrap_or_default(),
        each_move: read("move", &keys.each_move, ms)?,
    };
    if !time.increment.is_zero() && time.game.is_none() {
        return Err(Error::input("time.increment: expected time.game beside it"));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose rules ask for no program.
    static NO_TASK: GameSpec =
        GameSpec { name: "nothing-asked", program: None, ..games::mnk::SPEC };

    #[test]
    fn a_program_has_the_roles_that_its_game_asks_for() {
        let roles = |name: &str| Role::of(games::find(name).expect("a game"));
        for game in ["poziomka", "flood-wars", "gangsters"] {
            assert_eq!(roles(game), [Role::Player, Role::Both, Role::Task], "{game}");
        }
        assert_eq!(roles("reversi"), [Role::Player, Role::Task]);
        assert_eq!(roles("mnk"), [Role::Player, Role::Task]);
        assert_eq!(Role::of(&NO_TASK), [Role::Player]);
        let keys = "game = 'nothing-asked'\nrole = 'task'";
        let refused = Training::open(toml::from_str(keys).expect("TOML"), &[&NO_TASK]);
        let refused = refused.expect_err("there is no task").to_string();
        assert!(refused.contains("ask for no program"), "{refused}");
    }

    fn open(text: &str) -> Result<Training, Error> {
        Training::open(toml::from_str(text).expect("TOML"), games::GAMES)
    }

    #[test]
    fn a_training_is_what_its_keys_say() {
        let usual = open("game = 'mnk'").expect("a training");
        assert_eq!((usual.name(), usual.role), ("mnk", Role::Player));
        assert_eq!(usual.time, usual.spec.contest.time);
        let set = "name = 'gomoku'\ngame = 'mnk'\nrole = 'task'\nparameters = { m = 15, n = '15', \
                   k = 5 }\ntime = { game = '1m', increment = '1s' }\nopponents = [2, 4]";
        let set = open(set).expect("a training");
        assert_eq!((set.name(), set.role), ("gomoku", Role::Task));
        assert!(set.parameters.all().any(|set| set == ("m", "15")));
        assert_eq!(set.opponents.map(SkillLevel::number), [2, 4]);
        assert_eq!(set.time.increment, Duration::from_secs(1));
        let stored = serde_json::to_string(&set.keys).expect("JSON");
        assert_eq!(serde_json::from_str::<TrainingKeys>(&stored).expect("keys"), set.keys);
    }

    #[test]
    fn a_class_names_boards_or_has_the_games_own() {
        let boards = |text: &str| open(text).expect("a training").trial_boards();
        assert_eq!(boards("game = 'mnk'").len(), 2);
        assert_eq!(boards("game = 'mnk'\nparameters = { m = 9 }").len(), 0);
        let named = boards("game = 'mnk'\nparameters = { m = 9 }\nboards = [{ n = 12, k = '4' }]");
        let board = [("k", "4"), ("n", "12")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(named, [Vec::from(board)]);
    }

    #[test]
    fn keys_without_meaning_are_refused() {
        for (bad, named) in [
            ("game = 'go'", "go"),
            ("game = 'mnk'\nparameters = { m = 'x' }", "parameters"),
            ("game = 'mnk'\nrole = 'both'", "role"),
            ("game = 'mnk'\nopponents = [1, 9]", "opponents"),
            ("game = 'mnk'\nboards = [{ rows = 3 }]", "boards"),
            ("game = 'mnk'\nboards = [{ n = 400, m = 400 }]", "boards"),
            ("game = 'mnk'\ntime = { move = '1' }", "time.move"),
            ("game = 'mnk'\ntime = { increment = '1s' }", "time.increment"),
            ("game = 'mnk'\nlanguages = ['latin']", "latin"),
            ("game = 'mnk'\ncompilers = ['latin -O2']", "latin"),
        ] {
            let error = open(bad).expect_err(bad);
            assert_eq!(error.kind(), errors::ErrorKind::Input);
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}
