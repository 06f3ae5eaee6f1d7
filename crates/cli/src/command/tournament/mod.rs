//! `ludoteka tournament`: many players, many matches, and their results.

pub(super) mod analysing;
mod folder;
mod leaving;
mod live;
pub(super) mod machine;
pub(super) mod merge;
mod part;
mod summary;
pub(super) mod timeouts;

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::Args;
use errors::{Error, ErrorKind};
use games::GAMES;
use sandbox::Spawner;
use search::GameSpec;
use submission::Scratch;
use tournament::export;
use tournament::results::Summary;
use tournament::results::published::changes_in;
use tournament::store::{Address, Machine};
use tournament::{Announcement, Changes, Part, Participants, Reckoning, WorkerPool};

use crate::address::AddressParser;
use crate::failure::Failure;
use crate::{interrupt, slots, words};
use folder::Folder;
use leaving::Leaving;
use live::Live;
use timeouts::Timeouts;

/// Play a tournament that a file describes
///
/// The file says which game is played, by whom, in which format, and with which clock. tournaments/
/// has an example for each game, and docs/tournaments.md explains every key. Pairs of games are
/// stored as they are played: after Ctrl-C, a kill or a power failure the same command continues.
///
/// At the end the folder has pages (index.html), tables (CSV, JSON), every game and every program,
/// with checksums. `ludoteka verify` checks all of these. The exit code is 0 if the tournament is
/// over, and 130 if it was interrupted.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tournament {
    /// The tournament's file; or the folder of its results, if somebody leaves
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder for the results, which is made if necessary
    #[arg(short, long = "output", value_name = "DIR")]
    #[arg(required_unless_present_any = ["leaving", "dry_run"], conflicts_with = "leaving")]
    output: Option<PathBuf>,
    /// Where games are stored: a file, or for many machines postgres://USER@HOST/DATABASE, made by
    /// `ludoteka store init`; by default store.sqlite in the folder
    #[arg(long, value_name = "URL", value_parser = AddressParser)]
    store: Option<Address>,
    /// How many games run at a time; by default one for each processor. 0 leaves all games to
    /// `ludoteka worker`
    #[arg(long, value_name = "N", conflicts_with = "leaving")]
    jobs: Option<u16>,
    /// Play nothing if a program does not compile here; by default it loses its games
    #[arg(long, conflicts_with = "leaving")]
    strict: bool,
    /// Play nothing: say how many games there are, and how long they take at most
    #[arg(long, conflicts_with_all = ["leaving", "output"])]
    dry_run: bool,
    /// Play only the K-th of N parts of the pairs that are open, into a file for `ludoteka merge`;
    /// what is merged in the folder decides what is open
    #[arg(long, value_name = "K/N", conflicts_with_all = ["leaving", "dry_run", "store"])]
    part: Option<Part>,
    /// The part's file; by default part-K-of-N.jsonl in the current folder
    #[arg(long, value_name = "FILE", requires = "part")]
    to: Option<PathBuf>,
    #[command(flatten)]
    timeouts: Timeouts,
    #[command(flatten)]
    leaving: Leaving,
}

const EXAMPLES: &str = "\
Examples:
  echo 'title = \"Friday\"' > friday.toml            # a small file; more files are in \
  tournaments/
  echo 'game = \"mnk\"' >> friday.toml
  echo 'format.kind = \"round-robin\"' >> friday.toml
  echo 'player = [{ engine = 1 }, { engine = 2 }, { engine = 3 }]' >> friday.toml
  ludoteka tournament friday.toml -o results       # standings here, pages in results/index.html
  ludoteka tournament friday.toml -o results       # again: plays what is left, or shows the end
  ludoteka verify results                          # plays every game again, recomputes every \
  table
  ludoteka tournament results --withdraw engine:2  # leaves, also after the end
  ludoteka tournament friday.toml -o parts --part 1/2  # half of the pairs; see `ludoteka merge`";

/// What the command needs while it plays a tournament: the announcement and the changes since then,
/// the folder of results, a folder for temporary files, and whether to stop.
struct Context<'a> {
    announcement: &'a Announcement,
    changes: &'a Changes,
    folder: &'a Folder,
    scratch: &'a Scratch,
    stop: &'a AtomicBool,
}

impl Tournament {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if self.dry_run {
            let announcement = Announcement::read(&self.file, GAMES)?;
            let reckoning = self.reckoning(&announcement)?;
            writeln!(out, "{}", words::in_a_line(&reckoning.to_string()))?;
            reckoning.check(&announcement)?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(output) = &self.output else {
            return self.leaving.run(&self.file, self.store.as_ref(), out);
        };
        let announcement = Announcement::read(&self.file, GAMES)?;
        for remark in announcement.remarks() {
            anstream::eprintln!("ludoteka: {}", words::in_a_line(&remark));
        }
        if let Some(part) = self.part {
            return self.play_part(part, output, &announcement, out);
        }
        let reckoning = self.reckoning(&announcement)?;
        // What is refused leaves no folder.
        if !output.exists() {
            reckoning.check(&announcement)?;
        }
        let folder = Folder::open(output)?;
        if self.store.is_none() {
            folder.forget_unplayed(&announcement)?;
        }
        folder.refuse_to_overwrite(&announcement)?;
        let changes = changes_in(&folder.path, &announcement)?;
        if let Some(results) = folder.ended(&announcement, self.store.is_some())? {
            folder.remove_store()?;
            writeln!(out, "the tournament is over: nothing is left to play")?;
            let never = AtomicBool::new(false);
            let analysed = analysing::add(&folder.path, announcement.publish, &never)?;
            let tables = analysed.unwrap_or(results.tables);
            summary::write(&tables, &folder.path, announcement.publish, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        reckoning.check(&announcement)?;
        let scratch = Scratch::new()?;
        let games = interrupt::Games::prepare(vec![scratch.path().to_path_buf()], || {});
        let mut spawners = self.slots(u16::MAX)?;
        let prepare = |spawner| participants(&announcement, self.strict, scratch.path(), spawner);
        let participants = spawners.first_mut().map(prepare).transpose()?;
        for (name, why) in participants.iter().flat_map(Participants::absences) {
            anstream::eprintln!("ludoteka: {} loses its games: it {why}", words::in_a_line(name));
        }
        games.begin();
        let name = format!("tournament at {} on {}", output.display(), machine::name());
        let here = machine::here(&name, &spawners);
        let context = Context {
            announcement: &announcement,
            changes: &changes,
            folder: &folder,
            scratch: &scratch,
            stop: &games.stop,
        };
        match self.play(&context, &here, participants, spawners, out) {
            Err(Failure::Failed(error))
                if error.kind() == ErrorKind::Corrupt && self.store.is_none() =>
            {
                Err(folder.without_store(&error).into())
            }
            played => played,
        }
    }

    /// Plays the remaining games, and writes the results.
    fn play(
        &self,
        context: &Context<'_>,
        here: &Machine,
        participants: Option<Participants>,
        spawners: Vec<Spawner>,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Failure> {
        let Context { announcement, changes, folder, scratch, stop } = *context;
        let patience = self.timeouts.read().database;
        let (mut store, tournament) = folder.enter(self.store.as_ref(), patience, announcement)?;
        let worker = store.register_worker(here)?;
        if self.store.is_none() {
            // The folder is locked, so no other process is playing.
            store.release_all()?;
        }
        let pool = WorkerPool::new(worker, GAMES, scratch.path(), stop)
            .with_timeouts(self.timeouts.read());
        let pool = pool.telling(&machine::tell);
        if let Some(participants) = participants {
            pool.knows(tournament, participants);
        }
        let mut summary = Summary::new(announcement, GAMES)?;
        summary.set_changes(changes.clone());
        let mut so_far = summary.clone();
        let mut live = Live::new(&mut so_far);
        let its = (tournament, announcement, changes.departures());
        let played = tournament::run(&mut store, its, &pool, spawners, stop, &mut |progress| {
            live.show(progress);
        });
        live.clear();
        let is_over = played?;
        let tables = export(&folder.path, &mut store, tournament, announcement, summary, GAMES)?;
        drop(store);
        if is_over && self.store.is_none() {
            folder.remove_store()?;
        }
        let analysed = match is_over {
            true => analysing::add(&folder.path, announcement.publish, stop)?,
            false => None,
        };
        summary::write(&analysed.unwrap_or(tables), &folder.path, announcement.publish, out)?;
        Ok(if is_over { ExitCode::SUCCESS } else { ExitCode::from(interrupt::INTERRUPTED) })
    }

    /// The slots that play, but not more than `most`.
    fn slots(&self, most: u16) -> Result<Vec<Spawner>, Failure> {
        let all = u16::try_from(sandbox::slots().len()).unwrap_or(u16::MAX);
        match (self.jobs, &self.store) {
            (Some(0), None) => {
                let why = "--jobs 0 leaves all games to workers, which need a store that they can \
                reach: set --store";
                Err(Failure::Usage(why.to_string()))
            }
            (Some(0), Some(store)) => {
                anstream::eprintln!(
                    "ludoteka: no game is played here: workers of the store {store} play all games"
                );
                Ok(Vec::new())
            }
            (jobs, _) => slots::start(jobs.unwrap_or(all).min(most), true),
        }
    }

    /// How many games there are, and how long they take on this machine.
    fn reckoning(&self, announcement: &Announcement) -> Result<Reckoning, Error> {
        let all = sandbox::slots().len();
        let processors = self.jobs.map_or(all, |jobs| all.min(jobs.into())) as u64;
        Ok(Reckoning::of(announcement, spec_of(announcement)?, processors))
    }
}

/// Checks that all participants can play here, and returns them. This check comes before anything
/// is stored.
fn participants(
    announcement: &Announcement,
    strict: bool,
    scratch: &Path,
    spawner: &mut Spawner,
) -> Result<Participants, Failure> {
    let programs = announcement.participants.iter().filter_map(|participant| participant.program());
    let programs: HashMap<_, _> = programs.map(|program| (&*program.sha256, program)).collect();
    let mut files = |hash: &str| {
        let bytes = programs.get(hash).map(|program| program.bytes()).transpose()?.flatten();
        bytes.ok_or_else(|| Error::input(format!("the file {hash} is missing")))
    };
    let spec = spec_of(announcement)?;
    let folder = scratch.join("here");
    fs::create_dir(&folder).map_err(|error| Failure::file("make", &folder, &error))?;
    Ok(Participants::prepare(announcement.clone(), spec, strict, &mut files, &folder, spawner)?)
}

fn spec_of(announcement: &Announcement) -> Result<&'static GameSpec, Error> {
    let game = &announcement.game;
    games::find(game).ok_or_else(|| Error::input(format!("there is no game {game}")))
}
