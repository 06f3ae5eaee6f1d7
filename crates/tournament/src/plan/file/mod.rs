//! The file of a tournament, in TOML. [`keys`] lists all keys, and `docs/tournaments.md` explains
//! them.

mod boards;
mod keys;
mod players;
mod source;
#[cfg(test)]
mod tests;
mod timing;

use std::collections::BTreeMap;
use std::path::Path;

use rules::Parameters;
use sandbox::Level;
use search::GameSpec;

use crate::plan::announcement::{Announcement, FORM, Following, Scoring, System, check};
use crate::plan::nearest::nearest;
use crate::plan::specs::GameSpecs;
use boards::Setting;
use errors::Error;
use errors::excerpt::short;
use keys::{FormatKeys, StageKeys, TournamentKeys, Whole};
pub(crate) use players::LARGEST as LARGEST_PROGRAM;
use source::Source;
use submission::{Compilers, Languages};

/// The default number of games in a match.
const GAMES: u64 = 2;

impl Announcement {
    /// Reads a tournament's file. `specs` lists the known games.
    ///
    /// # Errors
    /// Fails if anything in the file is wrong; the error gives the line and column of the first
    /// mistake.
    pub fn read(path: &Path, specs: GameSpecs) -> Result<Announcement, Error> {
        let text = source::text_of(path)?;
        let (source, keys) = Source::parse(path, &text)?;
        announce(&source, keys, path.parent().unwrap_or(Path::new(".")), specs)
    }
}

fn announce(
    source: &Source<'_>,
    keys: TournamentKeys,
    base: &Path,
    specs: GameSpecs,
) -> Result<Announcement, Error> {
    let spec = game(source, &keys.game, specs)?;
    let parameters =
        boards::set(source, "parameters", &keys.parameters, Parameters::new(spec.parameters))?;
    let languages = source.kept("languages", languages(keys.languages.as_deref()))?;
    let compilers =
        source.kept("compiler-options", compilers(spec, keys.compiler_options.all()))?;
    let data = source.kept("data", players::folders(keys.data.all(), base))?;
    let (players, notes) = players::all(source, spec, keys.player, (base, &languages))?;
    let (time, bank_ms) = timing::clocks(source, &keys.time, spec.contest.time, players.len())?;
    let setting =
        Setting { source, spec, parameters: &parameters, players: &players, seed: keys.seed.0 };
    let book = keys.openings.map(|file| base.join(file));
    let boards = setting.boards(keys.opening, keys.board.as_deref(), book.as_deref())?;
    let games = keys.games.map(|games| games.0);
    let (format, then) = stages(source, keys.format, keys.stage)?;
    let (games, points) = match &format {
        FormatKeys::Sprt(_) if games.is_some() => {
            let sentence = "a sequential test goes on until it is decided: set `most-games` in \
            [format], and not `games`";
            return Err(source.wrong("games", sentence));
        }
        FormatKeys::Sprt(_) if keys.points == Some(Scoring::Match) => {
            let sentence =
                "a sequential test counts games: expected points = \"game\", or no `points`";
            return Err(source.wrong("points", sentence));
        }
        FormatKeys::Sprt(test) => (test.most_games.0, Scoring::Game),
        _ => (games.unwrap_or(GAMES), keys.points.unwrap_or(Scoring::Match)),
    };
    let set = parameters.all().filter(|(name, _)| parameters.is_set(name));
    let announcement = Announcement {
        form: FORM,
        title: keys.title,
        date: keys.date,
        place: keys.place,
        organiser: keys.organiser,
        game: spec.name.to_string(),
        parameters: set.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        participants: players.into_iter().map(|player| player.participant).collect(),
        system: System::from(format),
        then,
        games,
        points,
        boards,
        seed: keys.seed.0,
        time,
        bank_ms,
        nodes: keys.time.nodes.map(|nodes| nodes.0),
        level: Level::ALL
            .into_iter()
            .find(|level| u64::from(level.number()) == keys.level.0)
            .unwrap_or(Level::Confined),
        strict: keys.strict,
        data,
        memory: keys.memory_mib.map(|mib| mib.0 << 20),
        publish: keys.publish,
        compilers,
        notes,
        within: keys.within.map(|within| within.0),
    };
    check(&announcement).map_err(|(key, why)| source.wrong(&key, why))?;
    Ok(announcement)
}

/// The format of the only stage or of the first, and the stages after it.
fn stages(
    source: &Source<'_>,
    format: Option<FormatKeys>,
    stages: Option<Vec<StageKeys>>,
) -> Result<(FormatKeys, Vec<Following>), Error> {
    let stages = match (format, stages) {
        (Some(format), None) => return Ok((format, Vec::new())),
        (None, Some(stages)) if stages.len() > 1 => stages,
        (None, Some(_)) => {
            let sentence = "a tournament of one stage has its keys in [format]: expected several \
            tables [[stage]]";
            return Err(source.wrong("stage", sentence));
        }
        (Some(_), Some(_)) => {
            let sentence = "expected [format] or several tables [[stage]], and not both";
            return Err(source.wrong("stage", sentence));
        }
        (None, None) => {
            let sentence = "missing field `format`: expected [format] or several tables [[stage]]";
            return Err(source.wrong("format", sentence));
        }
    };
    let mut stages = stages.into_iter().enumerate().map(|(number, stage)| {
        let key = format!("stage.{number}.advance");
        match stage.advance {
            None if number > 0 => {
                let sentence = "expected `advance`: how many of the stage before enter this one";
                Err(source.wrong(&key, sentence))
            }
            Some(_) if number == 0 => {
                Err(source.wrong(&key, "everybody enters the first stage: expected no `advance`"))
            }
            advance => Ok((stage.format, advance.map_or(0, Whole::size))),
        }
    });
    let Some(first) = stages.next() else { return Err(Error::bug("there are several stages")) };
    let first = first?.0;
    let following = |stage: Result<(FormatKeys, usize), Error>| {
        stage.map(|(format, advance)| Following { advance, system: System::from(format) })
    };
    Ok((first, stages.map(following).collect::<Result<_, _>>()?))
}

/// The languages that the file lists; all languages if it has no list.
fn languages(names: Option<&[String]>) -> Result<Languages, Error> {
    names.map_or(Ok(Languages::default()), |names| {
        Languages::named(names.iter().map(String::as_str))
    })
}

/// The options that differ from the default options.
fn compilers(spec: &GameSpec, set: &[String]) -> Result<BTreeMap<String, String>, Error> {
    let mut compilers = Compilers::for_play(spec.compiler.name);
    set.iter().try_for_each(|line| compilers.set(line))?;
    Ok(compilers.all_set().clone())
}

fn game(source: &Source<'_>, name: &str, specs: GameSpecs) -> Result<&'static GameSpec, Error> {
    specs.iter().copied().find(|spec| spec.is_called(name)).ok_or_else(|| {
        let names: Vec<_> = specs.iter().map(|spec| spec.name).collect();
        let meant = nearest(name, names.iter().copied())
            .map_or(String::new(), |game| format!("did you mean {game}? "));
        source.wrong(
            "game",
            format!("there is no game {}: {meant}there are {}", short(name), names.join(", ")),
        )
    })
}
