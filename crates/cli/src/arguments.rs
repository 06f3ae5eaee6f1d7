//! Arguments that several commands share: a game, its parameters, a diagram, moves.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use games::GAMES;
use rules::{
    BadTime, Catalogue, DAY, Language, Parameters, Program, TimeControl, moves_in_word, read_time,
};
use sandbox::Level;
use search::{GameSpec, Instance, Settings};
use submission::{Compilers, Languages};

use crate::failure::Failure;
use crate::slots;

/// The parameters that the command line sets for a game.
#[derive(Args, Debug)]
pub(crate) struct ParameterArguments {
    /// Set a parameter of the game; may be given several times. `ludoteka games` lists the
    /// parameters
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

impl ParameterArguments {
    /// The game's parameters: the values that are set, those that the game's name means, and the
    /// defaults of all others.
    pub(crate) fn values(&self, game: NamedGame) -> Result<Parameters, Failure> {
        self.values_over(game, &[])
    }

    /// The same with `usual` values in place of some defaults.
    fn values_over(&self, game: NamedGame, usual: Settings) -> Result<Parameters, Failure> {
        let mut parameters = Parameters::new(game.spec.parameters);
        for (name, value) in usual.iter().chain(game.settings) {
            parameters.set(name, value).expect("a game's own settings lie within its ranges");
        }
        for (name, value) in &self.set {
            parameters.set(name, value).map_err(|bad| Failure::Usage(format!("--set: {bad}")))?;
        }
        Ok(parameters)
    }
}

/// The clocks of games.
#[derive(Args, Debug)]
pub(crate) struct ClockArguments {
    /// The time for all moves of a player in a game, such as 1m; each game has its own default
    /// clock
    #[arg(long, value_name = "TIME", value_parser = time)]
    game_time: Option<Duration>,
    /// The time that each move adds to --game-time, such as 50ms
    #[arg(long, value_name = "TIME", value_parser = time)]
    increment: Option<Duration>,
    /// The time for each move, such as 1s
    #[arg(long, value_name = "TIME", value_parser = time)]
    move_time: Option<Duration>,
}

impl ClockArguments {
    /// Whether a flag sets a clock.
    pub(crate) fn is_set(&self) -> bool {
        self.game_time.is_some() || self.move_time.is_some() || self.increment.is_some()
    }

    /// The clocks, if the game's own are `usual`.
    pub(crate) fn time(&self, usual: TimeControl) -> Result<TimeControl, Failure> {
        let increment = self.increment.unwrap_or_default();
        let time = match (self.game_time, self.move_time) {
            (None, None) => TimeControl { increment, ..usual },
            (game, each_move) => TimeControl { game, each_move, increment },
        };
        if time.game.is_none() && self.increment.is_some() {
            return Err(Failure::Usage(
                "--increment adds to the time for all moves: set --game-time".to_string(),
            ));
        }
        Ok(time)
    }
}

/// Which programs are accepted, and how they are compiled and confined.
#[derive(Args, Debug)]
pub(crate) struct ProgramArguments {
    /// Compile with these options, as in "gcc -O3 -lm", instead of the default options; may be
    /// given once for each compiler
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    compiler_options: Vec<String>,
    /// Accept only programs in these languages, as in c,c++
    #[arg(long, value_name = "LIST")]
    languages: Option<String>,
    /// How well programs are confined, from 0 to 3; if the machine lacks the level, nothing is
    /// played
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = slots::LEVEL,
        value_parser = clap::value_parser!(u8).range(0..=3)
    )]
    level: u8,
}

impl ProgramArguments {
    /// The options of compilers for the players of a game.
    pub(crate) fn compilers(&self, game: NamedGame) -> Result<Compilers, Failure> {
        compilers(Compilers::for_play(game.compiler.name), &self.compiler_options)
    }

    pub(crate) fn languages(&self) -> Result<Languages, Failure> {
        languages(self.languages.as_deref())
    }

    pub(crate) fn level(&self) -> Level {
        slots::level(self.level)
    }
}

/// A position of a game.
#[derive(Args, Debug)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    parameters: ParameterArguments,
    /// Start from the diagram in this file, or in standard input if it is `-`
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// Moves to play first; quote a move that has spaces, as in "6 3 1 1"
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl PositionArguments {
    /// Opens the game's table at this position, with an engine.
    pub(crate) fn open(&self, game: NamedGame) -> Result<Instance, Failure> {
        self.open_with(game, &self.parameters.values(game)?)
    }

    /// The same with these parameters.
    pub(crate) fn open_with(
        &self,
        game: NamedGame,
        parameters: &Parameters,
    ) -> Result<Instance, Failure> {
        let diagram = self.diagram.as_deref().map(read_text).transpose()?;
        let mut instance = (game.spec.open)(parameters, diagram.as_deref())?;
        for (number, name) in self.moves.iter().flat_map(|word| moves_in_word(word)).enumerate() {
            // Lists of moves leave out a pass to which there is no alternative.
            if instance.table.legal() == ["-"] && name != "-" {
                instance.table.play("-").map_err(|refusal| Failure::input(refusal.to_string()))?;
            }
            let played = instance.table.play(&name);
            played.map_err(|refusal| {
                Failure::input(format!("move {} ({name}): {refusal}", number + 1))
            })?;
        }
        Ok(instance)
    }

    /// The parameters for people: a board of convenient size, unless a diagram has its own size.
    pub(crate) fn for_people(&self, game: NamedGame) -> Result<Parameters, Failure> {
        let usual = if self.diagram.is_some() { &[] } else { game.spec.for_people };
        self.parameters.values_over(game, usual)
    }

    /// The parameters as `NAME=VALUE, NAME=VALUE`. Parameters with empty values are left out. If
    /// there is a diagram, the text is empty, since a diagram has its own size.
    pub(crate) fn settings(&self, parameters: &Parameters) -> String {
        if self.diagram.is_some() {
            return String::new();
        }
        let said = parameters.all().filter(|(_, value)| !value.is_empty());
        said.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
    }

    /// Whether the diagram comes from standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.diagram.as_deref() == Some(Path::new("-"))
    }
}

/// A game, and the values of parameters that its name means, e.g. of `gomoku`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedGame {
    pub(crate) spec: &'static GameSpec,
    settings: Settings,
}

impl Deref for NamedGame {
    type Target = GameSpec;

    fn deref(&self) -> &GameSpec {
        self.spec
    }
}

/// A game on the command line. The game's own name, its other names and the name of its program are
/// accepted.
pub(crate) fn named_game() -> impl TypedValueParser<Value = NamedGame> {
    let names = GAMES.iter().map(|spec| {
        let program = spec.program_name().filter(|&name| name != spec.name);
        let others = spec.also_called.iter().map(|(name, _)| *name);
        PossibleValue::new(spec.name).aliases(program.into_iter().chain(others))
    });
    PossibleValuesParser::new(names).try_map(|name| {
        let other = |spec: &&'static GameSpec| {
            let (_, settings) = spec.also_called.iter().find(|(other, _)| *other == name)?;
            Some(NamedGame { spec, settings })
        };
        let own = games::find(&name).map(|spec| NamedGame { spec, settings: &[] });
        own.or_else(|| GAMES.iter().find_map(other)).ok_or("there is no such game")
    })
}

/// A game on the command line, for commands without parameters.
pub(crate) fn game() -> impl TypedValueParser<Value = &'static GameSpec> {
    named_game().map(|game| game.spec)
}

/// A language of pages.
pub(crate) fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .try_map(|code| Language::with_code(&code).ok_or("there is no such language"))
}

/// The texts of a game.
pub(crate) fn words(spec: &GameSpec) -> Catalogue {
    let instance = (spec.open)(&Parameters::new(spec.parameters), None);
    instance.map_or(Catalogue::new(&[""]), |instance| instance.table.words())
}

/// The program that the game's rules ask for.
pub(crate) fn program(spec: &'static GameSpec) -> Result<&'static Program, Failure> {
    let none = || Failure::Usage(format!("the rules of {} ask for no program", spec.title));
    spec.program.as_ref().ok_or_else(none)
}

/// Reads a time with its unit.
pub(crate) fn time(text: &str) -> Result<Duration, BadTime> {
    read_time(text, Duration::from_millis(1)..=DAY)
}

fn setting(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_string(), value.to_string()))
}

/// The greatest length of a diagram in bytes. The diagrams of all games are far shorter.
const LONGEST_TEXT: u64 = 1 << 20;

/// The text of a file; `-` means standard input.
fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(LONGEST_TEXT + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LONGEST_TEXT + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::file("read", path, &error))?;
    if bytes.len() as u64 > LONGEST_TEXT {
        return Err(Failure::input(format!(
            "{} is no diagram: it is longer than a megabyte",
            path.display()
        )));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{} is no diagram: it is not UTF-8", path.display())))
}

/// The usual options for compilers, except where `set` gives others.
pub(crate) fn compilers(usual: Compilers, set: &[String]) -> Result<Compilers, Failure> {
    let mut compilers = usual;
    let refused = |why: errors::Error| Failure::Usage(format!("--compiler-options {why}"));
    set.iter().try_for_each(|options| compilers.set(options)).map_err(refused)?;
    Ok(compilers)
}

/// The languages in a comma-separated list; all languages if there is no list.
pub(crate) fn languages(list: Option<&str>) -> Result<Languages, Failure> {
    let Some(list) = list else { return Ok(Languages::default()) };
    Languages::named(list.split(',')).map_err(|why| Failure::Usage(format!("--languages: {why}")))
}
