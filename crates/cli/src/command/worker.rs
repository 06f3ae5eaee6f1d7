//! `ludoteka worker`: a machine that plays a store's tournaments.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::tournament::machine;
use super::tournament::timeouts::Timeouts;
use crate::address::AddressParser;
use crate::failure::Failure;
use crate::{interrupt, slots, words};
use clap::Args;
use submission::Scratch;
use tournament::WorkerPool;
use tournament::store::{Address, Machine, Store, Tournament};

/// Play games of the tournaments in a store, on any number of machines
///
/// A worker takes pairs of games from the store, plays them in its own sandbox, and reports them.
/// If a worker is killed or loses its network, other workers play its games. A worker waits for
/// more games until Ctrl-C.
///
/// `ludoteka tournament FILE -o DIR --store URL` must run as well: that command decides what is
/// played next. docs/tournaments.md shows step by step how to use many machines.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Worker {
    /// Where the store is: postgres://USER@HOST/DATABASE, or a file
    #[arg(long, value_name = "URL", value_parser = AddressParser)]
    store: Address,
    /// This worker's name; by default the machine's
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How many games run at a time; by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// End when all tournaments of the store are over; --patience limits the wait for the first
    /// tournament
    #[arg(long)]
    until_over: bool,
    #[command(flatten)]
    timeouts: Timeouts,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite     # for one machine; for many, postgres://..
  ludoteka worker --store contest.sqlite --until-over --patience 0s    # plays what is left";

/// How often the worker checks whether all tournaments are over.
const PERIOD: Duration = Duration::from_secs(2);
/// The shortest interval between checks, even if --patience is short.
const LEAST_PERIOD: Duration = Duration::from_millis(20);

impl Worker {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        // The handler for Ctrl-C is set first, since connecting to a database may take long.
        let scratch = Scratch::new()?;
        let games = interrupt::Games::prepare(vec![scratch.path().to_path_buf()], || {});
        games.begin();
        let stop = games.stop;
        let patience = self.timeouts.read();
        let mut store = Store::open(&self.store)?;
        store.set_patience(patience.database);
        let all = u16::try_from(sandbox::slots().len()).unwrap_or(u16::MAX);
        let spawners = slots::start(self.jobs.unwrap_or(all), true)?;
        let name = self.name.clone().unwrap_or_else(machine::name);
        let here = machine::here(&name, &spawners);
        let worker = store.register_worker(&here)?;
        let games = words::counted(spawners.len() as u64, "game");
        let levels = here.levels.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        writeln!(out, "{} plays {games} at a time, levels {levels}", here.name)?;
        let going = store
            .tournaments()?
            .into_iter()
            .filter(|tournament| !tournament.is_over)
            .collect::<Vec<_>>();
        say_what_is_closed(&going, &here);
        if self.until_over {
            for Tournament { id, announced, .. } in &going {
                writeln!(
                    out,
                    "works until tournament {id} is over: {}",
                    words::in_a_line(&announced.title)
                )?;
            }
        }
        let pool =
            WorkerPool::new(worker, games::GAMES, scratch.path(), &stop).with_timeouts(patience);
        let pool = pool.telling(&machine::tell);
        let mine = store.another()?;
        thread::scope(|scope| {
            let watching =
                scope.spawn(|| if self.until_over { watch(mine, &pool, &stop) } else { Ok(()) });
            let worked = pool.work(&store, spawners);
            let watched = watching.join().expect("it does not panic");
            worked.and(watched)
        })?;
        writeln!(out, "{} played", words::counted(2 * pool.jobs(), "game"))?;
        Ok(if stop.load(Ordering::Relaxed) {
            ExitCode::from(interrupt::INTERRUPTED)
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Prints a message about each tournament that this machine cannot play.
fn say_what_is_closed(going: &[Tournament], here: &Machine) {
    for tournament in going {
        let level = tournament.announced.level;
        if !here.levels.contains(&level) {
            let why = format!("it needs level {level}, which this machine does not have");
            machine::tell_declined(&tournament.announced.title, &why);
        }
    }
}

/// Ends the pool once every tournament is over. If the store has no unfinished tournament at the
/// start, waits for one, but not longer than `--patience`.
fn watch(mut store: Store, pool: &WorkerPool<'_>, stop: &AtomicBool) -> Result<(), errors::Error> {
    let start = Instant::now();
    let mut has_begun = false;
    while !pool.is_dismissed() && !stop.load(Ordering::Relaxed) {
        let looked = store.tournaments();
        has_begun |=
            looked.as_ref().is_ok_and(|all| all.iter().any(|one| !one.is_over)) || pool.jobs() > 0;
        let waits = !has_begun && start.elapsed() < pool.timeouts().database;
        if looked.as_ref().map_or(true, |all| all.iter().all(|one| one.is_over) && !waits) {
            pool.dismiss();
            return looked.map(drop);
        }
        pool.news.wait(PERIOD.min(pool.timeouts().database.max(LEAST_PERIOD)));
    }
    Ok(())
}
