//! Encryption: certificates as the page makes them, and others.

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::{array, fs};

use arena::store::{Access, Address, Store, init};
use tempfile::TempDir;

use super::{postgres, says};

const PAGE: &str = include_str!("../../../../docs/tournaments.md");

/// A server that is reached over TLS, and what its certificates are made of.
struct Server {
    cluster: postgres::Cluster,
    folder: TempDir,
    /// No other process's, so that the usual port is free.
    host: Ipv4Addr,
}

impl Server {
    fn start() -> Option<Server> {
        let cluster = postgres::Cluster::start(&["-c", "fsync=off"])?;
        let [.., high, low] = process::id().to_be_bytes();
        let host = Ipv4Addr::new(127, high, low, 1);
        let server = Server { cluster, folder: tempfile::tempdir().expect("a temporary folder"), host };
        let made: [&str; 3] = lines_of_the_page();
        made.into_iter().for_each(|line| server.do_as_told(line));
        server.cluster.give("pg_hba.conf", b"local all postgres trust\nhostssl all all 127.0.0.0/8 trust\n");
        server.shows("server");
        server.cluster.kill();
        let listens = format!("listen_addresses={host}");
        server.cluster.run(&["-c", "fsync=off", "-c", "ssl=on", "-c", &listens]);
        Some(server)
    }

    /// A line of the shell's, which says this server's address where the page has a name.
    fn do_as_told(&self, line: &str) {
        let line = line.replace("DNS:db.example", &format!("IP:{}", self.host));
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &line]).current_dir(self.folder.path()).stdin(Stdio::null());
        let done = shell.output().expect("sh starts");
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// It shows this certificate from now on.
    fn shows(&self, name: &str) {
        for ending in ["crt", "key"] {
            let bytes = fs::read(self.folder.path().join(format!("{name}.{ending}"))).expect("it was made");
            self.cluster.give(&format!("server.{ending}"), &bytes);
        }
        self.cluster.sql("postgres", "SELECT pg_reload_conf()");
    }

    fn address(&self, database: &str, query: &str) -> Address {
        format!("postgres://postgres@{}/{database}?{query}", self.host).parse().expect("an address")
    }

    fn open(&self, database: &str, authority: &Path) -> Result<Store, arena::Error> {
        let query = format!("sslmode=verify-full&sslrootcert={}", authority.display());
        Store::open(&self.address(database, &query), Access::Read)
    }
}

/// How the page makes an authority, a request and a certificate.
fn lines_of_the_page<const N: usize>() -> [&'static str; N] {
    let mut lines = PAGE.lines().map(str::trim).filter(|line| line.starts_with("openssl "));
    array::from_fn(|_| lines.next().expect("the page has a line for each"))
}

#[test]
fn certificates_as_the_page_makes_them_are_accepted_and_others_refused() {
    let Some(server) = Server::start() else { return };
    let url = server.cluster.database();
    let name = postgres::name(&url);
    init(&url.parse().expect("an address"), None).expect("a store");
    let authority = server.folder.path().join("ca.pem");
    server.open(name, &authority).expect("the page's certificate is accepted");

    server.do_as_told("openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=other -keyout other.key -out other.pem");
    let other = server.folder.path().join("other.pem");
    let hint = "docs/tournaments.md";
    says(server.open(name, &other), &["invalid peer certificate: UnknownIssuer", hint]);
    says(server.open(name, Path::new("/nowhere.pem")), &["No such file", hint]);

    server.do_as_told("cp other.pem other.crt");
    server.shows("other");
    says(server.open(name, &authority), &["invalid peer certificate", hint]);
    Store::open(&server.address(name, "sslmode=require"), Access::Read).expect("nobody asked who it is");
}
