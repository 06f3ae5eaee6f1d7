//! A PostgreSQL server for tests. It uses a temporary folder, listens on a socket there, and stops
//! when it is dropped.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. Dropping it stops the server and removes its folder.
pub struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    /// The user who runs the server if the tests run as root: PostgreSQL refuses to run as root.
    user: Option<(u32, u32)>,
    server: Mutex<Option<Child>>,
    databases: AtomicUsize,
}

/// The server that the tests of this process share; the first test starts it. If PostgreSQL is not
/// installed, the result is `None`, and a message says that the tests are skipped.
pub fn shared() -> Option<Arc<Cluster>> {
    static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cluster) = shared.upgrade() {
        return Some(cluster);
    }
    let cluster = Arc::new(Cluster::start(&["-c", "fsync=off"])?);
    *shared = Arc::downgrade(&cluster);
    Some(cluster)
}

impl Cluster {
    /// Starts a new server with these options. If PostgreSQL is not installed, the result is
    /// `None`, and a message says so.
    pub fn start(options: &[&str]) -> Option<Cluster> {
        let Some(programs) = programs() else {
            crate::skipped("postgresql");
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        let user = crate::is_root().then(postgres_user);
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).expect("root gives folders away");
        }
        let cluster = Cluster {
            programs,
            folder,
            user,
            server: Mutex::new(None),
            databases: AtomicUsize::new(0),
        };
        cluster.make();
        cluster.run(options);
        Some(cluster)
    }

    /// Makes a new database, and returns the address by which the superuser reaches it.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.url("postgres", &name)
    }

    /// The address of a database for a role. `role` may have a password after a colon.
    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@localhost/{database}?host={}", self.folder.path().display())
    }

    /// Runs a statement as the superuser, and returns its output without headings.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let mut psql = self.command("psql");
        psql.args(["-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-h"])
            .arg(self.folder.path());
        let output = psql
            .stdout(Stdio::piped())
            .args(["-d", database, "-c", statement])
            .output()
            .expect("psql starts");
        assert!(
            output.status.success(),
            "{statement}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// Kills the server and all its processes with `kill -9`. The data are kept.
    pub fn kill(&self) {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut server) = server {
            let _ = server.kill();
            let _ = server.wait();
        }
        // Another server can use the same data only after all the killed processes have ended.
        let start = Instant::now();
        while self.is_ready() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Starts the server for the first time, or again after it was stopped.
    pub fn run(&self, options: &[&str]) {
        let data = self.data();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let mut command = self.command("postgres");
            command
                .arg("-D")
                .arg(&data)
                .arg("-k")
                .arg(self.folder.path())
                .args(["-c", "listen_addresses="]);
            command.args(["-c", "max_connections=200"]).args(options);
            let log = fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(self.folder.path().join("log"));
            let mut server = command.stderr(log.expect("a log")).spawn().expect("postgres starts");
            while server.try_wait().expect("a child").is_none() && start.elapsed() < PATIENCE {
                if self.is_ready() {
                    *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
            let _ = server.kill();
            let _ = server.wait();
        }
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        panic!("postgres does not start:\n{log}");
    }

    fn make(&self) {
        let mut initdb = self.command("initdb");
        initdb
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
            .arg(self.data());
        let output = initdb.output().expect("initdb starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Only the superuser may connect without a password.
        let doors = "local all postgres trust\nlocal all all scram-sha-256\n";
        fs::write(self.data().join("pg_hba.conf"), doors).expect("the data can be written");
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn is_ready(&self) -> bool {
        let mut ready = self.command("pg_isready");
        ready.args(["-q", "-h"]).arg(self.folder.path());
        ready.status().is_ok_and(|status| status.success())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        // The server's user must be allowed to enter the current folder.
        command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        let _ = stop.args(["stop", "-m", "immediate", "-w", "-D"]).arg(self.data()).output();
        if let Some(mut server) = self.server.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            let _ = server.wait();
        }
    }
}

/// The name of the database in an address.
pub fn name(address: &str) -> &str {
    address.split_once('?').and_then(|(url, _)| url.rsplit_once('/')).expect("an address of ours").1
}

/// The folder of PostgreSQL's programs. It is Debian's folder, which is not on the PATH, or else
/// the folder of the `initdb` on the PATH.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path).map(|folder| folder.join("initdb"));
    let of_debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut of_debian: Vec<_> =
        of_debian.map(|version| version.path().join("bin/initdb")).collect();
    of_debian.sort();
    let initdb = of_debian.into_iter().rev().chain(in_path).find(|path| path.exists())?;
    // `initdb` may be a link into the folder that holds all the programs.
    fs::canonicalize(initdb).ok()?.parent().map(Path::to_path_buf)
}

/// The user that Debian's package creates.
fn postgres_user() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").expect("users");
    let line =
        users.lines().find(|line| line.starts_with("postgres:")).expect("the package makes a user");
    let numbers: Vec<u32> = line.split(':').filter_map(|field| field.parse().ok()).collect();
    (numbers[0], numbers[1])
}
