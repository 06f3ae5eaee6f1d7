//! Asks players for a move in each position. A position is the opening of a game in which the
//! opponent gives up at its first turn, so the rules of matches hold here, too.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use errors::Error;
use matches::record::{Ending, Record};
use matches::{Board, PairRunner, Prepared, Terms, folder_in};
use players::{Contestant, FoulReport, Kind, Place, Player, Reply, Slot, Turn};
use rules::{Answer, Parameters, TimeControl};
use sandbox::{Clock, pool};
use search::GameSpec;
use submission::{COMPILE_TIME, Scratch, check_level, shell};

use crate::arguments::{self, NamedGame, ProgramArguments};
use crate::failure::Failure;
use crate::progress_line::ProgressLine;
use crate::{interrupt, slots};

/// What a player did in a position: the name of its move, or what it did instead.
pub(super) type Done = Result<String, String>;

/// The terms on which players are asked.
#[derive(Args, Debug)]
pub(super) struct AskArguments {
    /// The time for each move, such as 100ms; 1s by default, or the time in the game's rules
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    pub(super) move_time: Option<Duration>,
    #[command(flatten)]
    pub(super) programs: ProgramArguments,
    /// Let a program also read this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// How many positions are asked at a time, at most one for each processor
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    jobs: u16,
}

/// The time for a move, in games whose rules name none.
const MOVE_TIME: Duration = Duration::from_secs(1);

impl AskArguments {
    /// The terms. Engines search so many positions for a move, or as long as the time says.
    pub(super) fn terms(
        &self,
        game: NamedGame,
        seed: u64,
        nodes: Option<u64>,
    ) -> Result<Terms, Failure> {
        let usual = game.contest.time.each_move.unwrap_or(MOVE_TIME);
        Ok(Terms {
            parameters: Parameters::new(game.parameters),
            games: 2,
            sprt: None,
            seed,
            opening: None,
            openings: None,
            time: TimeControl::each_move(self.move_time.unwrap_or(usual)),
            nodes,
            level: self.programs.level(),
            compilers: self.programs.compilers(game)?,
            compile_time: COMPILE_TIME,
            strict: false,
            data: self.data.clone(),
            memory: None,
        })
    }

    /// Gets ready to ask players on these terms.
    pub(super) fn asking(&self, spec: &'static GameSpec, terms: Terms) -> Result<Asking, Failure> {
        let folder = Scratch::new()?;
        let spawners = slots::start(self.jobs, true)?;
        let games = interrupt::Games::prepare(vec![folder.path().to_path_buf()], || {});
        check_level(terms.level, &spawners)?;
        terms.check_data()?;
        let slots: Vec<_> = spawners.into_iter().map(Slot::new).collect();
        let first = slots.first().ok_or_else(|| Error::bug("there is no slot to play at"))?;
        let nobody = Contestant::new("nobody".to_string(), Kind::Person);
        let nobody = prepared(&nobody, "nobody", spec, &terms, &folder, first)?;
        Ok(Asking { spec, terms, folder, slots, nobody, games })
    }
}

/// Where players are asked.
pub(super) struct Asking {
    spec: &'static GameSpec,
    terms: Terms,
    folder: Scratch,
    slots: Vec<Slot>,
    nobody: Prepared,
    games: interrupt::Games,
}

impl Asking {
    /// Compiles a player's program, if it has one. No two players may have the same `place`.
    pub(super) fn prepare(&self, player: &Contestant, place: &str) -> Result<Prepared, Failure> {
        prepared(player, place, self.spec, &self.terms, &self.folder, &self.slots[0])
    }

    /// Asks a player on every board. `told` gets the number of boards so far. `None` after Ctrl-C.
    pub(super) fn all(
        &self,
        player: &Prepared,
        boards: &[Board],
        told: &(dyn Fn(usize) -> String + Sync),
    ) -> Result<Option<Vec<Done>>, Failure> {
        let leaver = |_| -> Box<dyn Player> { Box::new(Leaver) };
        let runner = |slot| {
            PairRunner::new(self.spec, self.terms.clone(), [player, &self.nobody], slot, &leaver)
        };
        let mut runners: Vec<_> = self.slots.iter().cloned().map(runner).collect();
        let stop = &self.games.stop;
        self.games.begin();
        let progress = Mutex::new((0, ProgressLine::new(|_| true)));
        let numbers: Vec<usize> = (0..boards.len()).collect();
        let answers = pool::each(&mut runners, &numbers, |runner, &number| {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut done = None;
            runner.play(number as u64, &boards[number], None, stop, &mut |record, _| {
                done = done.take().or(done_in(&record));
                Ok(())
            })?;
            let (asked, line) = &mut *progress.lock().expect("no worker panics");
            *asked += 1;
            line.show(|columns| told(*asked).chars().take(columns).collect());
            Ok::<_, Error>(done)
        });
        progress.lock().expect("no worker panics").1.clear();
        Ok(answers?.into_iter().collect())
    }
}

fn prepared(
    player: &Contestant,
    place: &str,
    spec: &'static GameSpec,
    terms: &Terms,
    folder: &Scratch,
    slot: &Slot,
) -> Result<Prepared, Failure> {
    let folder = folder_in(folder.path(), place)?;
    Ok(Prepared::prepare(player, spec, terms, &folder, &mut slot.spawner())?)
}

/// The command that draws a position.
pub(super) fn show(spec: &GameSpec, parameters: &Parameters, moves: &[String]) -> String {
    let set = parameters.changed().map(|(name, value)| format!("--set={name}={value}"));
    let words = ["ludoteka", "show", spec.name].map(str::to_string).into_iter();
    shell::joined(words.chain(set).chain(moves.iter().cloned()))
}

/// What the player did in a game; `None` if the opponent was asked first, and so gave up.
fn done_in(record: &Record) -> Option<Done> {
    if let Some(name) = record.moves.first() {
        return Some(Ok(name.clone()));
    }
    match &record.end {
        Ending::Foul { .. } => record.foul().map(|foul| Err(foul.to_string())),
        Ending::Resignation { side } if record.contestant_at(*side) == 0 => {
            Some(Err("gives up".to_string()))
        }
        _ => None,
    }
}

/// The opponent, who gives up.
struct Leaver;

impl Player for Leaver {
    fn start_game(&mut self, _: &Place<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn ask(&mut self, _: &mut Turn<'_>) -> Result<Reply, Error> {
        Ok(Reply::new(Ok(Answer::Resign), Clock::default()))
    }

    fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, Error> {
        Ok(None)
    }
}
