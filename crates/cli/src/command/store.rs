//! `ludoteka store`: the place where tournaments are kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use arena::store::{self, Address, WorkerRole};
use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Make a store of tournaments, or bring an old one up to date
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Store {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Init(Init),
}

/// Make the tables of a store, or bring those of an older version up to date
///
/// A store is a PostgreSQL database that exists, for many machines, or a file. What is in it stays. In PostgreSQL a role for
/// workers can be made as well: it may lease games, read players' files and report results, and nothing else.
#[derive(Args, Debug)]
#[command(after_help = INIT_EXAMPLES)]
struct Init {
    /// Where the store is: postgres://USER@HOST/DATABASE, or a file
    #[arg(value_name = "URL")]
    store: Address,
    /// Make a role of this name for workers
    #[arg(long, value_name = "ROLE")]
    worker: Option<String>,
    /// The role's password is the first line of this file; without one the server's own rules have to let workers in
    #[arg(long, value_name = "FILE", requires = "worker")]
    password_file: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite  # for one machine
  ludoteka store init contest.sqlite  # again: it is as it was
  ludoteka store init --help          # a database for many machines, and a role for workers";

const INIT_EXAMPLES: &str = "\
Examples:
  ludoteka store init contest.sqlite
  ludoteka store init postgres://arena@host/arena
  ludoteka store init postgres://arena@host/arena --worker player --password-file player.txt";

impl Store {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let What::Init(init) = &self.what;
        let role = init.worker.as_deref().map(|name| role(name, init.password_file.as_deref())).transpose()?;
        store::init(&init.store, role.as_ref())?;
        writeln!(out, "{} is ready", init.store)?;
        if let Some(role) = &init.worker {
            writeln!(out, "workers may use it as {role}")?;
        }
        Ok(())
    }
}

fn role(name: &str, password: Option<&Path>) -> Result<WorkerRole, Failure> {
    let password = password.map(read_password).transpose()?;
    Ok(WorkerRole { name: name.to_string(), password })
}

fn read_password(path: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    match text.lines().next().filter(|line| !line.is_empty()) {
        Some(password) => Ok(password.to_string()),
        None => Err(Failure::Input(format!("{} has no password in its first line", path.display()))),
    }
}
