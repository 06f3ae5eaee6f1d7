//! Prepares contestants' programs so that they can be started.

use std::fs;
use std::path::Path;

use rules::{Lifetime, Side};
use sandbox::{Level, Spawner};
use search::GameSpec;

use super::terms::Terms;
use errors::Error;
use players::{Absent, Confined, GtpOptions, ProtocolName, Ready, limits};
use submission::{
    Build, Builder, CompileError, Entry, StagedCopy, Tool, is_within_reach, names_classes,
};

/// Builds a program so that it can play both sides. The compiled files go to a folder of their own.
pub(super) struct ProgramBuilder<'a> {
    /// The game that the program is to play.
    pub(super) spec: &'static GameSpec,
    /// The settings of the match.
    pub(super) terms: &'a Terms,
    /// An empty folder for compiled files.
    pub(super) folder: &'a Path,
}

impl ProgramBuilder<'_> {
    /// Prepares a program. If the program does not compile, returns a player that stands in for it.
    ///
    /// # Errors
    /// Fails if the program's compiler or interpreter is missing, or if the program does not
    /// compile and `terms.strict` is set.
    pub(super) fn prepare(
        &self,
        entry: &Entry,
        arguments: &[String],
        (protocol, gtp): (ProtocolName, &GtpOptions),
        spawner: &mut Spawner,
    ) -> Result<Result<Confined, Absent>, Error> {
        let is_called_java = entry.path.file_name().is_some_and(|name| name == "java");
        if self.terms.level > Level::Limits
            && is_called_java
            && !entry.is_java()
            && !arguments.is_empty()
        {
            let why = "it needs threads, which only the first java on the PATH may have, and in \
            `ludoteka match` alone";
            return Err(Error::input(format!("{} cannot play: {why}", entry.name)));
        }
        if self.terms.level > Level::Limits && entry.is_java() && !names_classes(arguments) {
            let why =
                "expected java -cp FOLDER CLASS, or java -jar FILE, as java may read nothing else";
            return Err(Error::input(format!("{} cannot play: {why}", entry.name)));
        }
        let staged = self.stage(entry)?;
        let tool = Tool::of(entry.language)?;
        let constants = Side::BOTH.map(|side| self.constants(protocol, side));
        let build = |number: usize, spawner: &mut Spawner| {
            let builder = Builder {
                taken: &staged,
                compilers: &self.terms.compilers,
                memory: self.terms.memory_for(protocol, &self.spec.contest),
                stack: self.spec.contest.stack,
                arguments,
                pass_constants: true,
                level: self.terms.level,
                tool: tool.as_ref(),
                valgrind: None,
                folder: self.folder,
                notes: self.folder,
                time: self.terms.compile_time,
                lines_at_once: sends_lines_at_once(self.spec, protocol),
            };
            builder.build(&constants[number], number, spawner)
        };
        let mut builds = Vec::new();
        for number in 0..if constants[0] == constants[1] { 1 } else { 2 } {
            match build(number, spawner)? {
                Ok(build) => builds.push(self.ready(build, protocol, &staged)),
                Err(refused) => return self.absent(entry, refused).map(Err),
            }
        }
        let builds = Side::BOTH.map(|side| builds[side.index().min(builds.len() - 1)].clone());
        let (name, spec, gtp) = (entry.name.clone(), self.spec, gtp.clone());
        let (is_own, is_script) = (protocol == ProtocolName::Own, entry.language.is_script());
        let is_gomocup = protocol == ProtocolName::Gomocup;
        let confined =
            Confined { name, spec, is_own, is_gomocup, gtp, misreading: None, is_script, builds };
        Ok(Ok(confined))
    }

    /// Makes the stand-in for a program that does not compile.
    fn absent(&self, entry: &Entry, refused: CompileError) -> Result<Absent, Error> {
        let absent = Absent::of(refused);
        if self.terms.strict {
            return Err(Error::input(format!("{} {}", entry.name, absent.clause())));
        }
        Ok(absent)
    }

    /// The program itself, or a copy if a confined process may not read the program's own file.
    fn stage(&self, entry: &Entry) -> Result<StagedCopy, Error> {
        if entry.bundle.is_none() && (self.terms.level == Level::Limits || is_within_reach(entry)) {
            return StagedCopy::in_place(entry);
        }
        StagedCopy::copied(entry, &self.folder.join("given"))
    }

    /// The constants with which a program is compiled if it uses the game's own protocol.
    fn constants(&self, protocol: ProtocolName, side: Side) -> Vec<String> {
        let Some(protocol) = self.spec.contest.protocol.filter(|_| protocol == ProtocolName::Own)
        else {
            return Vec::new();
        };
        let constants = (protocol.constants)(&self.terms.parameters, side);
        constants.into_iter().map(|(name, value)| format!("-D{name}={value}")).collect()
    }

    fn ready(&self, build: Build, protocol: ProtocolName, staged: &StagedCopy) -> Ready {
        let contest = &self.spec.contest;
        let memory = self.terms.memory_for(protocol, contest) + build.room;
        let mut job = build.job;
        job.limits = limits(memory, contest.stack);
        job.readable.extend(self.terms.data.iter().cloned());
        let sources = staged.files.iter().map(|file| staged.root.join(file)).collect();
        let home = staged.home.clone();
        Ready { job, by_hand: build.by_hand, retold: build.retold, home, sources }
    }
}

/// Whether programs that play by this protocol are made to send each line when it is complete. If a
/// process makes one move only, it flushes its output by itself, at its end.
#[must_use]
pub fn sends_lines_at_once(spec: &GameSpec, protocol: ProtocolName) -> bool {
    let own = spec.contest.protocol.filter(|_| protocol == ProtocolName::Own);
    own.is_none_or(|protocol| protocol.lifetime != Lifetime::Move)
}

/// Makes a new folder below `folder`.
///
/// # Errors
/// Fails if the folder cannot be made.
pub fn folder_in(folder: &Path, name: &str) -> Result<std::path::PathBuf, Error> {
    let path = folder.join(name);
    fs::create_dir(&path).map_err(|error| Error::file("make the folder", &path, &error))?;
    Ok(path)
}
