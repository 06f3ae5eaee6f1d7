//! `ludoteka store`: the database of tournaments.

use std::io::Write;

use clap::{Args, Subcommand};
use tournament::store::{self, Address};

use crate::address::AddressParser;
use crate::failure::Failure;
use crate::words;

/// Make a store of tournaments, list them, or end one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Store {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Init(Init),
    List(List),
    Close(Close),
}

/// Make the tables of a store, or update the tables of an older version
///
/// A store is a file, or for many machines an existing PostgreSQL database. Existing data are kept.
#[derive(Args, Debug)]
#[command(after_help = INIT_EXAMPLES)]
struct Init {
    /// Where the store is: postgres://USER@HOST/DATABASE, or a file
    #[arg(value_name = "URL", value_parser = AddressParser)]
    store: Address,
}

/// List the tournaments of a store
///
/// Prints one line for each tournament: number, state, pairs of games played, pairs planned so far,
/// title.
#[derive(Args, Debug)]
#[command(after_help = LIST_EXAMPLES)]
struct List {
    /// Where the store is: postgres://USER@HOST/DATABASE, or a file
    #[arg(value_name = "URL", value_parser = AddressParser)]
    store: Address,
}

/// End an abandoned tournament, so that workers play no more of its games
///
/// Games that were played are kept. To open the tournament again, repeat the command that started
/// it.
#[derive(Args, Debug)]
#[command(after_help = CLOSE_EXAMPLES)]
struct Close {
    /// Where the store is: postgres://USER@HOST/DATABASE, or a file
    #[arg(value_name = "URL", value_parser = AddressParser)]
    store: Address,
    /// The tournament's number, as `ludoteka store list` shows it
    #[arg(value_name = "NUMBER")]
    tournament: u64,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite  # for one machine
  ludoteka store init contest.sqlite  # again: changes nothing
  ludoteka store list contest.sqlite  # its tournaments
  ludoteka store init --help          # a database for many machines";

const INIT_EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite
  ludoteka store init postgres://arena@host/arena";

const LIST_EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite
  ludoteka store list contest.sqlite";

const CLOSE_EXAMPLES: &str = "\
Example:
  ludoteka store close postgres://arena@host/arena 3";

impl Store {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.what {
            What::Init(init) => init.run(out),
            What::List(list) => list.run(out),
            What::Close(close) => close.run(out),
        }
    }
}

impl Init {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        store::init(&self.store)?;
        writeln!(out, "{} is ready", self.store)?;
        Ok(())
    }
}

impl List {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut store = store::Store::open(&self.store)?;
        for tournament in store.tournaments()? {
            let tallies = store.tallies(tournament.id)?;
            let state = if tournament.is_over { "over" } else { "running" };
            let played = format!(
                "{}/{} pairs",
                words::grouped(tallies.done()),
                words::grouped(tallies.pairs())
            );
            let title = words::in_a_line(&tournament.announced.title);
            writeln!(out, "{:>4}  {state:<7}  {played:>20}  {title}", tournament.id.to_string())?;
        }
        Ok(())
    }
}

impl Close {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut store = store::Store::open(&self.store)?;
        let all = store.tournaments()?;
        let number = self.tournament.to_string();
        let Some(found) = all.iter().find(|tournament| tournament.id.to_string() == number) else {
            let why = format!(
                "the store {} has no tournament {number}: see `ludoteka store list`",
                self.store
            );
            return Err(Failure::input(why));
        };
        store.set_over(found.id, true)?;
        let already = if found.is_over { "was over already" } else { "is over" };
        writeln!(
            out,
            "tournament {number} {already}: {}",
            words::in_a_line(&found.announced.title)
        )?;
        Ok(())
    }
}
