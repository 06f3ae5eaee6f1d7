//! `ludoteka serve`: serves the page to browsers.

mod opened;
mod recorded;
mod recordings;
mod results;
pub(super) mod school;
mod starters;
mod stored;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use errors::Error;
use games::GAMES;
use server::{ConnectionLimits, Server};

use crate::failure::Failure;
use crate::interrupt;
use crate::palette::{FAINT, STRONG};
use opened::Opened;

/// Play in a browser, against the engine or another person, and test a program
///
/// A link contains a whole game. "Test a program" compiles a program that you drop on the page, and
/// shows what goes wrong in cases and games; only the address that the command prints opens that
/// page. With `--listen 0.0.0.0:8080 --host play.example.org` others can play, too. With `--class`, the
/// students of a class test their programs, each by a link of their own. Put a proxy with TLS in
/// front of a server that others reach.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Recorded games to show, finished or in progress: a file that `ludoteka match --record` has
    /// written, a tournament's folder, or a store
    path: Option<PathBuf>,
    /// Which tournament of a store to show, by the number that `ludoteka store list` prints; by
    /// default the last tournament
    #[arg(long, value_name = "NUMBER", requires = "path")]
    tournament: Option<u64>,
    /// The address to listen on; by default only this machine can connect, on port 8080 or the next
    /// free port
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The port of this machine to listen on, in place of --listen
    #[arg(long, value_name = "N", conflicts_with = "listen")]
    port: Option<u16>,
    /// A name by which others reach the page; may be given several times
    #[arg(long, value_name = "NAME", requires = "listen")]
    host: Vec<String>,
    /// The most connections from one address at a time. This machine and --proxy are not counted
    #[arg(
        long,
        value_name = "N",
        default_value_t = 64,
        requires = "listen",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    connections_per_address: u16,
    /// The address of a proxy through which visitors come; may be given several times
    #[arg(long, value_name = "ADDRESS", requires = "listen")]
    proxy: Vec<IpAddr>,
    /// Keep the programs that are tested, and their games, in this folder; without it they end with
    /// the server
    #[arg(long, value_name = "DIR", conflicts_with_all = ["host", "class"])]
    keep: Option<PathBuf>,
    /// The folder of a class: class.toml says in what programs are tried, people.csv who takes part.
    /// A new folder gets both files to fill in, and links.csv with a link for each person
    #[arg(long, value_name = "DIR")]
    class: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka serve              # then open the address that it prints
  ludoteka match mnk engine:1 engine:2 --games 4 --nodes 500 --record games.jsonl
  ludoteka serve games.jsonl  # recorded games, on the board
  ludoteka serve --class spring --listen 0.0.0.0:8080  # a class tests its programs";

impl Serve {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let opened =
            self.path.as_deref().map(|path| opened::open(path, self.tournament)).transpose()?;
        let page = opened.as_ref().map_or("", Opened::page);
        let on_port = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let at = self.listen.or(self.port.map(on_port));
        let is_own = self.host.is_empty() && at.is_none_or(|address| address.ip().is_loopback());
        if self.keep.is_some() && !is_own {
            let why = "--keep is for an address of this machine alone, where programs are tested";
            return Err(Failure::Usage(why.to_string()));
        }
        let server = match at {
            None => Server::on_loopback(GAMES),
            Some(address) => Server::on(GAMES, address, self.host.clone()),
        };
        let server = server.map_err(|error| {
            let place =
                at.map_or("this machine's own address".to_string(), |address| address.to_string());
            Failure::Failed(Error::machine(format!("cannot listen on {place}: {error}")))
        })?;
        let limits = ConnectionLimits {
            per_address: self.connections_per_address.into(),
            proxies: self.proxy.clone(),
            ..ConnectionLimits::default()
        };
        let server = server.with_limits(limits);
        let server = match opened {
            Some(opened) => opened.shown_by(server),
            None => server,
        };
        let server = match &self.class {
            Some(folder) => school::open(folder, &self.host, server, out)?,
            // Other accounts of this machine, and perhaps a proxy, reach the page too; the link's
            // token keeps them from running programs.
            None if is_own => {
                let first = if page.is_empty() { "/" } else { page };
                school::own_machine(self.keep.clone(), first, server)?
            }
            None => server,
        };
        interrupt::watch();
        writeln!(
            out,
            "{STRONG}http://{}{}{STRONG:#}  {FAINT}Ctrl-C ends it{FAINT:#}",
            server.address(),
            server.link().as_deref().unwrap_or(page)
        )?;
        out.flush()?;
        if !server.address().ip().is_loopback() {
            anstream::eprintln!(
                "ludoteka: anybody who reaches this address can use the engines here, and the \
                network can read all data, links and programs too: put a proxy with TLS in front"
            );
        }
        let ended = server
            .run()
            .map_err(|error| Error::machine(format!("the page cannot be served: {error}")));
        ended.map_err(Failure::Failed)
    }
}
