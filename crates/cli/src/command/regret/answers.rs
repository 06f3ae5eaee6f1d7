//! Asks a player for a move in each position. A position is the opening of a game in which the
//! opponent gives up at its first turn, so the rules of matches hold here, too.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use errors::Error;
use matches::record::{Ending, Record};
use matches::{Board, PairRunner, Prepared, Terms, folder_in};
use players::{Contestant, FoulReport, Kind, Place, Player, Reply, Slot, Turn};
use rules::Answer;
use sandbox::{Clock, pool};
use search::{GameSpec, ProvedPosition};
use submission::{Scratch, check_level};

use crate::failure::Failure;
use crate::progress_line::ProgressLine;
use crate::{interrupt, slots};

/// What a player did in a position: the name of its move, or what it did instead.
pub(super) type Done = Result<String, String>;

/// Asks the player in every position. `None` after Ctrl-C.
pub(super) fn all(
    spec: &'static GameSpec,
    player: &Contestant,
    terms: &Terms,
    jobs: u16,
    suite: &[ProvedPosition],
) -> Result<Option<Vec<Done>>, Failure> {
    let folder = Scratch::new()?;
    let spawners = slots::start(jobs, true)?;
    let games = interrupt::Games::prepare(vec![folder.path().to_path_buf()], || {});
    check_level(terms.level, &spawners)?;
    terms.check_data()?;
    let slots: Vec<_> = spawners.into_iter().map(Slot::new).collect();
    let first = slots.first().ok_or_else(|| Error::bug("there is no slot to play at"))?;
    let nobody = Contestant { name: "nobody".to_string(), kind: Kind::Person, notes: Vec::new() };
    let prepare = |contestant: &Contestant, name| {
        let folder = folder_in(folder.path(), name)?;
        Prepared::prepare(contestant, spec, terms, &folder, &mut first.spawner())
    };
    let [player, nobody] = [prepare(player, "player")?, prepare(&nobody, "nobody")?];
    let leaver = |_| -> Box<dyn Player> { Box::new(Leaver) };
    let runner = |slot| PairRunner::new(spec, terms.clone(), [&player, &nobody], slot, &leaver);
    let mut runners: Vec<_> = slots.iter().cloned().map(runner).collect();
    games.begin();
    let progress = Mutex::new((0, ProgressLine::new(|_| true)));
    let numbers: Vec<usize> = (0..suite.len()).collect();
    let answers = pool::each(&mut runners, &numbers, |runner, &number| {
        if games.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let ProvedPosition { parameters, moves, .. } = &suite[number];
        let board = Board { parameters: parameters.clone(), opening: moves.clone() };
        let mut done = None;
        runner.play(number as u64, &board, None, &games.stop, &mut |record, _| {
            done = done.take().or(done_in(&record));
            Ok(())
        })?;
        let (asked, line) = &mut *progress.lock().expect("no worker panics");
        *asked += 1;
        line.show(|_| format!("{asked} of {} positions", suite.len()));
        Ok::<_, Error>(done)
    });
    progress.lock().expect("no worker panics").1.clear();
    Ok(answers?.into_iter().collect())
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
