//! `ludoteka match`: players against each other, game after game.

mod live;
mod own;
mod person;
pub(super) mod record_file;
mod round_robin;
mod summary;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::Args;
use errors::Error;
use matches::record::Verifier;
use matches::{Openings, Terms, sends_lines_at_once};
use players::Player;
use players::{Contestant, Kind, OwnTerms};
use rules::TimeControl;
use search::GameSpec;
use serde_json::Number;
use submission::{COMPILE_TIME, Scratch, line_buffers};
use tournament::{MOST_GAMES_IN_ALL, name_of};

use crate::arguments::{self, ClockArguments, NamedGame, ParameterArguments, ProgramArguments};
use crate::failure::Failure;
use crate::palette::FAINT;
use crate::{interrupt, records, slots, sprt, words};
use live::Live;
use own::OwnArguments;
use person::{Asked, Person};
use record_file::RecordFile;
use round_robin::RoundRobin;
use summary::{Opened, Summary};

/// Let players play each other
///
/// A player is engine, engine:1 and so on, human, or a program: an executable, or a source (.c, .cpp,
/// .pas, .rs, .py, .js, .java). A program uses the protocol in the game's rules, or the line
/// protocol if the rules have none. `line:`, `gtp:` or `gomocup:` before the program's name selects
/// another protocol. Arguments may follow the name, as in "gtp:./player --level 2".
///
/// Games come in pairs. Both games of a pair have the same board, and each player starts one of
/// them. Programs are confined, and stopped while the opponent thinks. A foul costs the game, and
/// the match continues. Of more than two players, each two play such a match, on the same boards.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The game
    #[arg(value_parser = arguments::named_game())]
    game: NamedGame,
    /// The players: two, or more for a match between each two of them
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// The name of the first player in results and records
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// The name of the second player in results and records
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    #[command(flatten)]
    parameters: ParameterArguments,
    /// The number of games of two players, which has to be even; 2 by default. With --sprt, the
    /// greatest number of games; 20000 by default
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES_IN_ALL)
    )]
    games: Option<u64>,
    /// Play until a sequential test decides whether A is more than ELO0 Elo points stronger than B,
    /// or less than ELO1, as in 0,30 or -2.5,2.5; each answer is wrong in at most 5 % of all cases
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        value_parser = sprt::hypotheses
    )]
    sprt: Option<[Number; 2]>,
    /// Determines the boards and the engines' random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Random half-moves before each pair of games; each game has its own default. With --openings,
    /// how many half-moves of each opening are played
    #[arg(long, value_name = "N")]
    opening: Option<usize>,
    /// Open the pairs of games by the lines of this file in turn, each with moves such as `e3 f4`; or
    /// by the games of a file that `ludoteka convert` reads, such as book.psq
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Shuffle the openings of --openings by the seed
    #[arg(long, requires = "openings")]
    shuffle: bool,
    #[command(flatten)]
    clock: ClockArguments,
    /// How many positions engines search for a move, instead of a time; engines then repeat their
    /// games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    own: OwnArguments,
    #[command(flatten)]
    programs: ProgramArguments,
    /// Let programs also read this folder, for example with an opening book; may be given several
    /// times
    #[arg(long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Play no game if a program does not compile; by default, such a program loses its games
    #[arg(long)]
    strict: bool,
    /// Memory for a program, in MiB; each game has its own default
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: Option<u64>,
    /// How many games run at a time, at most one for each processor
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    jobs: u16,
    /// Write a record of every game to this file, for `ludoteka replay` and `ludoteka verify`. If
    /// the file has games of the same match, it goes on after them
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print a line for every game
    #[arg(long)]
    verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 20 --nodes 1000     # two of our engines
  ludoteka match mnk engine:1 engine:2 engine:3 --nodes 1000   # each against each, and a table
  ludoteka match mnk engine:3 engine:3 --nodes-a 500 --nodes-b 900 # options of each side
  ludoteka match reversi engine@300 engine@1000                    # what more positions bring
  ludoteka match reversi engine:2 engine:3 --move-time 5ms --verbose   # a line for each game
  ludoteka match mnk engine:1 'gtp:ludoteka gtp mnk --engine 2'    # a program that speaks GTP
  ludoteka match mnk engine:2 'ludoteka player mnk' --record games.jsonl
  ludoteka replay games.jsonl --game 2                             # a game, move by move";

/// What a summary says after a foul in a match that is not recorded.
const HOW_TO_SEE_A_FOUL: &str = "with --record FILE, `ludoteka replay FILE --foul` shows what the \
program was told and what it wrote to standard error";

/// If a person plays and no flag sets a clock, there is no clock. Without a clock and without
/// --nodes, engines search this many positions for a move.
const NODES_AGAINST_PEOPLE: u64 = 200_000;

/// What the matches of one command share.
struct Room {
    terms: Terms,
    has_people: bool,
    file: Option<RecordFile>,
    folder: Scratch,
    asked: Asked,
    games: interrupt::Games,
}

/// A match of two players that has ended.
struct Finished {
    live: Live,
    /// The number of random half-moves before each pair of games.
    opening: usize,
    /// How many games were not played.
    missing: u64,
}

impl Match {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let contestants = self.contestants()?;
        for note in contestants.iter().flat_map(|contestant| &contestant.notes) {
            anstream::eprintln!("ludoteka: {}", words::in_a_line(note));
        }
        self.check_languages(&contestants)?;
        let has_people = contestants.iter().any(|contestant| contestant.kind == Kind::Person);
        let terms = self.terms(has_people)?;
        let new = |path: &&Path| !path.exists();
        let file = self.record.as_deref().filter(new).map(RecordFile::create).transpose()?;
        let folder = Scratch::new()?;
        let asked = Asked::default();
        let again = asked.clone();
        // The games of an earlier run stay.
        let record = self.record.clone().filter(|_| file.is_some());
        let leavings = [Some(folder.path().to_path_buf()), record];
        let leavings = leavings.into_iter().flatten().collect();
        let games = interrupt::Games::prepare(leavings, move || again.again());
        let mut room = Room { terms, has_people, file, folder, asked, games };
        let missing = match <[Contestant; 2]>::try_from(contestants) {
            Ok(both) => {
                let (meeting, end) = self.meet(&both, &mut room, true)?;
                self.write_summary(&meeting, &both, &room.terms, out)?;
                end?;
                meeting.missing
            }
            Err(all) => self.meet_all(&all, &mut room, out)?,
        };
        room.file.map_or(Ok(()), RecordFile::finish)?;
        if missing > 0 {
            anstream::eprintln!("ludoteka: {} not played", words::counted(missing, "game"));
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The players in the order of the command line.
    fn contestants(&self) -> Result<Vec<Contestant>, Failure> {
        let names = [self.name_a.as_deref(), self.name_b.as_deref()];
        let names = names.into_iter().chain(std::iter::repeat(None));
        let read = |(text, name): (&String, _)| named(contestant(text, self.game.spec)?, name);
        let mut all = self.players.iter().zip(names).map(read).collect::<Result<Vec<_>, _>>()?;
        self.own.clone().give(&mut all)?;
        if let [alone] = &*all {
            let why = format!("{} is alone: expected two players or more", alone.name);
            return Err(Failure::Usage(why));
        }
        if let ([_, _, _, ..], Some(_)) = (&*all, &self.sprt) {
            let why = "--sprt decides between two players: expected no third one";
            return Err(Failure::Usage(why.to_string()));
        }
        let twice = all
            .iter()
            .enumerate()
            .find_map(|(number, one)| all[..number].iter().find(|other| other.name == one.name));
        if let Some(Contestant { name, .. }) = twice.filter(|_| all.len() > 2) {
            return Err(Failure::input(format!(
                "two players are called {name}: --name-a and --name-b name the first two, and in a \
                tournament's file each can have a `name`"
            )));
        }
        Ok(all)
    }

    /// Plays the games of two players. Returns what came of them, and the error that ended them.
    fn meet(
        &self,
        contestants: &[Contestant; 2],
        room: &mut Room,
        is_last: bool,
    ) -> Result<(Finished, Result<(), Failure>), Failure> {
        let Room { terms, has_people, file, folder, asked, games } = room;
        let test = self.sprt.as_ref().map(sprt::test).transpose()?;
        let mut live = Live::new(self.game.spec, terms.games, test, self.verbose, *has_people);
        let spec = self.game.spec;
        let spawners = slots::start(if *has_people { 1 } else { self.jobs }, true)?;
        let person = |_| -> Box<dyn Player> { Box::new(Person::new(spec, asked.clone())) };
        // The programs of a meeting are not needed in the next one.
        let programs = tempfile::tempdir_in(folder.path())
            .map_err(|error| Failure::file("make a folder in", folder.path(), &error))?;
        let mut playing =
            matches::Match::prepare(spec, contestants, terms, spawners, programs.path(), &person)?;
        for (name, why) in playing.absences() {
            anstream::eprintln!("ludoteka: {} loses its games: it {why}", words::in_a_line(name));
        }
        if let (None, Some(path)) = (&file, &self.record) {
            *file = Some(RecordFile::open(path)?);
        }
        if let Some(file) = file.as_mut().filter(|file| file.has_earlier()) {
            self.go_on(file, &mut playing, &mut live, is_last)?;
            games.stop.fetch_or(live.is_decided(), Ordering::Relaxed);
        }
        games.begin();
        let played = playing.play(&games.stop, &mut |record, void| {
            // Games that were running when the test was decided do not count.
            if live.is_decided() {
                return Ok(());
            }
            file.as_mut().map_or(Ok(()), |file| file.append(record))?;
            live.add(record, void).map_err(|failure| Error::input(failure.to_string()))?;
            if live.is_decided() {
                games.stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        live.clear();
        let missing = terms.games - live.tally.score.games();
        let missing = if live.is_decided() { 0 } else { missing };
        let opening = playing.opening();
        Ok((Finished { live, opening, missing }, played.map_err(Failure::from)))
    }

    /// Counts the games that an earlier run of this match has left, so that only the others are
    /// played. After a match that is not the last one, the games of the next may follow.
    fn go_on(
        &self,
        file: &mut RecordFile,
        playing: &mut matches::Match,
        live: &mut Live,
        is_last: bool,
    ) -> Result<(), Failure> {
        let path = self.record.as_deref().unwrap_or(Path::new(""));
        let of_another_match = || {
            Failure::conflict(format!(
                "{} has games of another match: players, boards, seed, clocks or the number of \
                games differ. Move it away, or record to another file",
                path.display()
            ))
        };
        let mut verifier = Verifier::default();
        let played = file.next_match(&mut |record, line, is_whole| {
            if record.game != self.game.spec.name {
                return Err(of_another_match());
            }
            let fits = verifier.check(record, self.game.spec);
            fits.map_err(|why| records::misfit(path, line, why))?;
            if is_whole {
                live.count(record);
            }
            Ok(())
        })?;
        let is_ours = played.last.as_ref().map_or(Ok(true), |last| playing.go_on_after(last))?;
        let is_whole = played.last.is_some_and(|last| last.number == last.games);
        if !is_ours || !played.is_end && (is_last || !is_whole) {
            return Err(of_another_match());
        }
        if played.is_end {
            let (games, path) = (words::counted(file.keep()?, "game"), path.display());
            anstream::eprintln!("ludoteka: goes on after the {games} in {path}");
        }
        Ok(())
    }

    /// Lets each two of several players meet. Returns how many games are missing.
    fn meet_all(
        &self,
        all: &[Contestant],
        room: &mut Room,
        out: &mut dyn Write,
    ) -> Result<u64, Failure> {
        let names = all.iter().map(|contestant| words::in_a_line(&contestant.name)).collect();
        let mut table = RoundRobin::new(names);
        let mut missing = 0;
        let meetings: Vec<_> = RoundRobin::meetings(all.len()).collect();
        for (number, &players) in (1..).zip(&meetings) {
            if room.games.stop.load(Ordering::Relaxed) {
                missing += room.terms.games;
                continue;
            }
            let (meeting, end) = self.meet(
                &players.map(|player| all[player].clone()),
                room,
                number == meetings.len(),
            )?;
            table.add(players, meeting.live.tally.score, out)?;
            missing += meeting.missing;
            end?;
        }
        table.write(out)?;
        Ok(missing)
    }

    fn write_summary(
        &self,
        Finished { live, opening, .. }: &Finished,
        contestants: &[Contestant; 2],
        terms: &Terms,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if live.tally.score.games() == 0 {
            return Ok(());
        }
        let openings = terms.openings.as_ref().map(Openings::count);
        let compilers = self.compilers(contestants, terms);
        let summary = Summary {
            tally: &live.tally,
            test: live.test.as_ref(),
            contestants,
            title: self.game.title,
            seed: self.seed,
            opened: openings.map_or(Opened::AtRandom(*opening), Opened::Chosen),
            compilers: compilers.as_deref(),
        };
        summary.write(out)?;
        if self.record.is_none() && live.tally.fouls.iter().any(|fouls| !fouls.is_empty()) {
            writeln!(out, "{FAINT}{HOW_TO_SEE_A_FOUL}{FAINT:#}")?;
        }
        Ok(())
    }

    /// How the programs are compiled; `None` if none of them is.
    fn compilers(&self, contestants: &[Contestant; 2], terms: &Terms) -> Option<String> {
        let line = terms.compilers.line(contestants.iter().filter_map(Contestant::language))?;
        let is_line_buffered = |contestant: &Contestant| match &contestant.kind {
            Kind::Program { protocol, entry, .. } => {
                sends_lines_at_once(self.game.spec, *protocol)
                    && line_buffers::are_compiled_in(entry.language)
            }
            _ => false,
        };
        let flushed = contestants.iter().any(is_line_buffered);
        Some(line + if flushed { "; each line of output is sent at once" } else { "" })
    }

    fn check_languages(&self, contestants: &[Contestant]) -> Result<(), Failure> {
        let languages = self.programs.languages()?;
        for contestant in contestants {
            if let Kind::Program { entry, .. } = &contestant.kind {
                let refused = |why| Failure::input(format!("{} {why}", contestant.name));
                languages.check(entry.language).map_err(refused)?;
            }
        }
        Ok(())
    }

    fn terms(&self, has_people: bool) -> Result<Terms, Failure> {
        let usual_games = if self.sprt.is_some() { sprt::MOST_GAMES } else { 2 };
        let games = self.games.unwrap_or(usual_games);
        if !games.is_multiple_of(2) {
            let why = format!(
                "--games {games}: the number of games has to be even, since each board is played \
                twice"
            );
            return Err(Failure::Usage(why));
        }
        let time = match self.game.contest.time {
            // No clock runs against a person unless a flag sets one.
            usual if has_people && !self.clock.is_set() => {
                TimeControl { game: None, each_move: None, ..usual }
            }
            usual => self.clock.time(usual)?,
        };
        let has_clock = time.game.is_some() || time.each_move.is_some();
        let (spec, parameters) = (self.game.spec, self.parameters.values(self.game)?);
        let shuffled_by = self.shuffle.then_some(self.seed);
        let read =
            |path: &PathBuf| Openings::read(path, spec, &parameters, self.opening, shuffled_by);
        let openings = self.openings.as_ref().map(read).transpose()?;
        Ok(Terms {
            parameters,
            games,
            sprt: self.sprt.clone(),
            seed: self.seed,
            opening: self.opening,
            openings,
            time,
            nodes: self.nodes.or((!has_clock).then_some(NODES_AGAINST_PEOPLE)),
            level: self.programs.level(),
            compilers: self.programs.compilers(self.game)?,
            compile_time: COMPILE_TIME,
            strict: self.strict,
            data: self.data.clone(),
            memory: self.memory.map(|mib| mib << 20),
        })
    }
}

/// The contestant under another name.
fn named(contestant: Contestant, name: Option<&str>) -> Result<Contestant, Failure> {
    let Some(name) = name else { return Ok(contestant) };
    let bad = |why| Failure::input(format!("the name `{}`: {why}", name.escape_debug()));
    let own = OwnTerms { plays: Some(contestant.name), ..contestant.own };
    Ok(Contestant { name: name_of(name).map_err(bad)?, own, ..contestant })
}

/// Reads a player. An engine that does not exist is a usage error; all other errors keep their
/// kind.
pub(super) fn contestant(text: &str, spec: &GameSpec) -> Result<Contestant, Failure> {
    Contestant::read(text, spec).map_err(|refused| match Contestant::names_engine(text) {
        true => Failure::Usage(refused.to_string()),
        false => refused.into(),
    })
}
