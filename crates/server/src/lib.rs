//! The web page: any game in a browser, against a person or an engine.
//!
//! The server stores no game between visitors. A request contains the whole game: parameters, first
//! diagram and moves.
//! The response has everything that a board needs until the next move. The caller passes in the
//! games, since this crate knows none.

mod announce;
mod archive;
mod assets;
mod assignment_pages;
mod assignment_tables;
mod assignment_view;
mod ceremony;
mod chosen_language;
mod class_lists;
mod class_pages;
mod class_words;
mod connections;
mod contest_appeals;
mod contest_decisions;
mod contest_final;
mod contest_pages;
mod contest_people;
mod contest_results;
mod contest_tables;
mod contest_view;
mod door;
mod engines;
mod entrance;
mod folder;
mod games_list;
mod games_of;
mod guard;
mod intake;
mod markdown;
mod moodle;
mod own_grade;
mod owner;
mod packed;
mod pages;
mod recorded;
mod refusal;
mod rights;
mod site;
mod slips;
mod tables;
mod testing;
mod trial_lines;
mod trial_pages;
mod trials;
mod tries;
mod view;
mod visitor;
mod watch;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use axum::middleware;
use classroom::{Assignments, Class, Contests, Roster, Workshop};
use search::GameSpec;

pub use archive::{Archive, Column, Final, Now, OpenFinal, Recorded, Running, Table};
pub use connections::ConnectionLimits;
pub use folder::Folder;
use guard::Hosts;
use owner::Owner;
use site::{Shown, Site};
pub use testing::Starter;
use testing::{OpenClass, Testing};

/// A server that is bound to its address, and the games and pages that it serves.
pub struct Server {
    games: &'static [&'static GameSpec],
    listener: TcpListener,
    address: SocketAddr,
    hosts: Vec<String>,
    limits: ConnectionLimits,
    shown: Shown,
    testing: Option<Testing>,
}

/// The first port that is tried.
const PORT: u16 = 8080;

/// How many ports are tried.
const PORTS: u16 = 100;

impl Server {
    /// Listens on this machine alone, on port 8080 or the next free one.
    ///
    /// # Errors
    /// Fails if none of the hundred ports from 8080 on is free.
    pub fn on_loopback(games: &'static [&'static GameSpec]) -> io::Result<Server> {
        let mut ports =
            (PORT..PORT + PORTS).map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let free = ports.find_map(|address| TcpListener::bind(address).ok());
        let taken =
            || io::Error::new(io::ErrorKind::AddrInUse, format!("no port from {PORT} on is free"));
        Server::listening(games, free.ok_or_else(taken)?, Vec::new())
    }

    /// Listens on this address. Requests for numeric addresses and for `hosts` are answered. These
    /// host names are the names under which a proxy serves the page.
    ///
    /// # Errors
    /// Fails if the address is taken, or does not belong to this machine.
    pub fn on(
        games: &'static [&'static GameSpec],
        address: SocketAddr,
        hosts: Vec<String>,
    ) -> io::Result<Server> {
        Server::listening(games, TcpListener::bind(address)?, hosts)
    }

    fn listening(
        games: &'static [&'static GameSpec],
        listener: TcpListener,
        hosts: Vec<String>,
    ) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let limits = ConnectionLimits::default();
        Ok(Server { games, listener, address, hosts, limits, shown: Shown::Nothing, testing: None })
    }

    /// Sets the limits on connections.
    #[must_use]
    pub fn with_limits(self, limits: ConnectionLimits) -> Server {
        Server { limits, ..self }
    }

    /// Adds recorded games to the page.
    #[must_use]
    pub fn with_games(self, archive: Box<dyn Archive>) -> Server {
        Server { shown: Shown::games(archive), ..self }
    }

    /// Adds a folder of finished pages to the page.
    #[must_use]
    pub fn with_folder(self, folder: Box<dyn Folder>) -> Server {
        Server { shown: Shown::Folder(Arc::from(folder)), ..self }
    }

    /// Lets an owner or a class test programs, and visitors download these to begin with.
    #[must_use]
    pub fn with_workshop(self, workshop: Workshop, starters: &'static [Starter]) -> Server {
        Server { testing: Some(Testing { workshop, starters, class: None, owner: None }), ..self }
    }

    /// Lets only whoever opens the server's link test programs. The link has this token, and leads to
    /// this page.
    ///
    /// # Panics
    /// Panics if there is no workshop.
    #[must_use]
    pub fn with_owner(self, token: String, page: &'static str) -> Server {
        let testing = self.testing.expect("an owner has a workshop");
        let owner = Some(Owner::new(token, page, self.address.port()));
        Server { testing: Some(Testing { owner, ..testing }), ..self }
    }

    /// The path of the owner's link, if there is an owner.
    #[must_use]
    pub fn link(&self) -> Option<String> {
        self.testing.as_ref()?.owner.as_ref().map(Owner::link)
    }

    /// Lets only the people of a class test programs, each by their own link. Its contests come with
    /// what opens the folders of their finals.
    ///
    /// # Panics
    /// Panics if there is no workshop.
    #[must_use]
    pub fn with_class(
        self,
        class: Class,
        roster: Arc<Roster>,
        contests: (Arc<Contests>, OpenFinal),
        assignments: Arc<Assignments>,
    ) -> Server {
        let testing = self.testing.expect("a class has a workshop");
        let class = Some(OpenClass::new(class, roster, contests, assignments));
        Server { testing: Some(Testing { class, ..testing }), ..self }
    }

    /// The address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// Fails if the system refuses threads or sockets.
    pub fn run(self) -> io::Result<()> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        // The number of threads for all work except the engines', since engines have their own
        // threads.
        let runtime = runtime.enable_all().max_blocking_threads(cores).build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let hosts = Hosts::new(self.hosts, self.address);
            let site = Site::new(self.games, self.shown, self.testing, hosts, cores);
            let checked = middleware::from_fn_with_state(Arc::clone(&site), rights::checked);
            let more = trials::routes().route_layer(checked);
            let router = site.router(more, rights::of_shown_final);
            connections::serve(listener, router, self.limits).await;
            Ok(())
        })
    }
}
