//! A participant of a match, as a command line names it.

use std::path::{Path, PathBuf};

use search::{GameSpec, SkillLevel};
use serde::{Deserialize, Serialize};

use crate::{GtpOptions, OwnTerms};
use errors::Error;
use submission::{Entry, Language, find_program, is_archive, no_program, shell};

/// A participant of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name, as the user gave it.
    pub name: String,
    /// The kind of participant that the name means.
    pub kind: Kind,
    /// What holds for this participant alone.
    pub own: OwnTerms,
    /// Notes about the other files in the program's folder or archive.
    pub notes: Vec<String>,
}

/// The kind of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of our engines, and how strong it plays.
    Engine(SkillLevel),
    /// A person.
    Person,
    /// A program.
    Program {
        /// The protocol that the program uses.
        protocol: ProtocolName,
        /// What the description says about a program with GTP.
        gtp: GtpOptions,
        /// The submission.
        entry: Box<Entry>,
        /// The arguments on its command line.
        arguments: Vec<String>,
    },
}

/// The protocol that a program uses. Tournament plans contain the names of these protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolName {
    /// The protocol of the game's rules, or the line protocol if they define none.
    Own,
    /// The line protocol.
    #[serde(rename = "line")]
    Lines,
    /// The Go Text Protocol.
    Gtp,
    /// The Gomocup protocol, for five in a row.
    Gomocup,
}

const PERSON: &str = "human";
const ENGINE: &str = "engine";

/// What a participant of a match in a game can be.
fn expected(spec: &GameSpec) -> String {
    format!(
        "engine, engine:1 to {}, human, or a program: an executable, a source (.c, .cpp, .pas, \
        .rs, .py, .js, .java), or a folder or an archive of several files, with line:, gtp: \
        or gomocup: before it for another protocol than the game's own",
        spec.full()
    )
}

impl Contestant {
    /// A participant with this name, for whom nothing holds alone.
    #[must_use]
    pub fn new(name: String, kind: Kind) -> Contestant {
        Contestant { name, kind, own: OwnTerms::default(), notes: Vec::new() }
    }

    /// Whether this text names an engine. The level of the engine need not exist.
    #[must_use]
    pub fn names_engine(text: &str) -> bool {
        text.strip_prefix(ENGINE)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '@']))
    }

    /// Reads `engine:3`, `engine:3@1000`, `human`, `player.c`, `gtp:./player --level 2`,
    /// `gtp:--knows k=5 --skips-i ./player`.
    ///
    /// # Errors
    /// Fails if the text names no participant, if there is no such program, or if the game's engine
    /// has no such level.
    pub fn read(text: &str, spec: &GameSpec) -> Result<Contestant, Error> {
        let (mut notes, mut own) = (Vec::new(), OwnTerms::default());
        let kind = match text.strip_prefix(ENGINE) {
            _ if text == PERSON => Kind::Person,
            Some(rest) if Contestant::names_engine(text) => engine(rest, spec, &mut own)?,
            _ => program(text, &expected(spec), &mut notes)?,
        };
        Ok(Contestant { name: text.to_string(), kind, own, notes })
    }

    /// The text from which [`Contestant::read`] makes the same participant.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.kind {
            Kind::Engine(level) => {
                let nodes = self.own.nodes.map_or(String::new(), |nodes| format!("@{nodes}"));
                format!("{level}{nodes}")
            }
            Kind::Person => "human".to_string(),
            Kind::Program { protocol, gtp, entry, arguments } => {
                let protocol = match protocol {
                    ProtocolName::Own => String::new(),
                    ProtocolName::Lines => "line:".to_string(),
                    ProtocolName::Gtp => format!("gtp:{}", gtp.words()),
                    ProtocolName::Gomocup => "gomocup:".to_string(),
                };
                let command = [shell::program(&entry.given)]
                    .into_iter()
                    .chain(arguments.iter().map(shell::quoted));
                format!("{protocol}{}", command.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The language of the program, if the participant is a program.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        if let Kind::Program { entry, .. } = &self.kind { Some(entry.language) } else { None }
    }

    /// Changes the path by which shell commands name the participant's program, since the file in
    /// use may be temporary.
    #[must_use]
    pub fn by_hand(mut self, path: PathBuf) -> Contestant {
        if let Kind::Program { entry, .. } = &mut self.kind {
            entry.lies_at(path);
        }
        self
    }
}

/// Reads what follows the word `engine`: a level, and a number of positions.
fn engine(text: &str, spec: &GameSpec, own: &mut OwnTerms) -> Result<Kind, Error> {
    let (level, nodes) = text.split_once('@').map_or((text, None), |(level, n)| (level, Some(n)));
    let level = match level {
        "" => Some(spec.full()),
        level => level[1..].parse().ok().and_then(|number| spec.level(number)),
    };
    let level = level.ok_or_else(|| {
        let (game, full) = (spec.title, spec.full());
        Error::input(format!("there is no {ENGINE}{text} for {game}: expected engine:1 to {full}"))
    })?;
    let number = |text: &str| text.parse().ok().filter(|&nodes| nodes > 0);
    let nodes = nodes.map(|text| {
        number(text).ok_or_else(|| {
            Error::input(format!("`{text}` is no number of positions: expected 1 or more"))
        })
    });
    own.nodes = nodes.transpose()?;
    Ok(Kind::Engine(level))
}

fn program(text: &str, expected: &str, notes: &mut Vec<String>) -> Result<Kind, Error> {
    let (protocol, gtp, command) = match text.split_once(':') {
        Some(("line", command)) => (ProtocolName::Lines, GtpOptions::default(), command),
        Some(("gomocup", command)) => (ProtocolName::Gomocup, GtpOptions::default(), command),
        Some(("gtp", command)) => {
            let (gtp, command) = GtpOptions::read(command)?;
            (ProtocolName::Gtp, gtp, command)
        }
        _ => (ProtocolName::Own, GtpOptions::default(), text),
    };
    let (path, arguments) = if Path::new(command).exists() {
        (PathBuf::from(command), Vec::new())
    } else {
        words(command, expected)?
    };
    check_alone(&path, &arguments)?;
    let name = path.display().to_string();
    let found = if path.is_dir() || is_archive(&path) { Some(find_program(&path)?) } else { None };
    if let Some(found) = &found {
        notes.extend(found.notes().map(|note| note.to_string()));
        notes.extend(found.passed_over().map(|names| format!("{name}: passed over: {names}")));
    }
    let entry = match found.and_then(|mut found| found.entries.pop()) {
        Some(entry) => Entry { name, ..entry },
        None => {
            let language = Language::of(&path).ok_or_else(|| no_program(&path, expected))?;
            Entry::of_file(name, path, language)
        }
    };
    Ok(Kind::Program { protocol, gtp, entry: Box::new(entry), arguments })
}

/// Refuses an interpreter with a script as an argument: a program may read only its own file. If
/// the script is given alone, Ludoteka finds the interpreter and lets it read the script.
fn check_alone(path: &Path, arguments: &[String]) -> Result<(), Error> {
    let is_script =
        |argument: &&String| Language::of(Path::new(argument)).is_some_and(Language::is_script);
    if let Some(script) = arguments.iter().find(is_script) {
        let program = path.display();
        return Err(Error::input(format!(
            "{program} {script}: a program may read no other file; give {script} alone, and \
            Ludoteka finds its interpreter"
        )));
    }
    Ok(())
}

/// The program and the arguments of a command line. If the program's name has no folder, and there
/// is no file of that name, the program is looked up among the installed programs.
fn words(command: &str, expected: &str) -> Result<(PathBuf, Vec<String>), Error> {
    let bad = || Error::input(format!("`{command}` is not a player: expected {expected}"));
    let mut words = shlex::split(command).ok_or_else(bad)?;
    if words.is_empty() {
        return Err(bad());
    }
    let path = PathBuf::from(words.remove(0));
    let is_bare = path.components().count() == 1 && !path.exists();
    let installed = path.to_str().filter(|_| is_bare).and_then(sandbox::find);
    Ok((installed.unwrap_or(path), words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a participant in m,n,k, which has five levels.
    fn read(text: &str) -> Result<Contestant, Error> {
        Contestant::read(text, &games::mnk::SPEC)
    }

    #[test]
    fn players_are_read_or_refused() {
        let kind = |text: &str| read(text).expect("a player").kind;
        assert_eq!(kind("human"), Kind::Person);
        assert_eq!(kind("engine"), kind("engine:5"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("my bot.py");
        std::fs::write(&path, "").expect("a file can be written");
        let (whole, quoted) =
            (path.display().to_string(), format!("gtp:'{}' --level 2", path.display()));
        let Kind::Program { protocol, entry, arguments, .. } = kind(&whole) else {
            panic!("a program")
        };
        assert_eq!(
            (protocol, entry.language, arguments.len()),
            (ProtocolName::Own, Language::Python, 0)
        );
        let Kind::Program { protocol, entry, arguments, .. } = kind(&quoted) else {
            panic!("a program")
        };
        assert_eq!(
            (protocol, entry.path, arguments.join(" ")),
            (ProtocolName::Gtp, path.clone(), "--level 2".to_string())
        );
        let given = format!("line:python3 '{}' --level 2", path.display());
        let refusal = read(&given).expect_err("the script has to be given alone").to_string();
        assert!(
            refusal.contains(&format!(
                "give {} alone, and Ludoteka finds its interpreter",
                path.display()
            )),
            "{refusal}"
        );
        let refused = |text: &str| read(text).expect_err("no player").to_string();
        let engine = read("engine:2@1000").expect("an engine");
        assert_eq!(engine.kind, Kind::Engine(SkillLevel::new(2)));
        assert_eq!((engine.own.nodes, &*engine.words()), (Some(1000), "engine:2@1000"));
        assert_eq!(read("engine@1000").expect("an engine").words(), "engine:5@1000");
        for text in ["engine:2@", "engine@0", "engine@-1", "engine:@5"] {
            assert!(Contestant::names_engine(text) && !refused(text).is_empty(), "{text}");
        }
        assert!(refused("engine:6").contains("expected engine:1 to engine:5"));
        assert!(Contestant::read("engine:6", &games::reversi::SPEC).is_ok());
        for text in ["", "nosuch", "line:", "gtp:'", "engines"] {
            assert!(
                refused(text)
                    .contains("expected engine, engine:1 to engine:5, human, or a program"),
                "{text}"
            );
        }
    }
}
