//! The kept scripts of `tournaments/cluster`: a tournament of several rounds is played by a real
//! Slurm, by GNU parallel over ssh to this machine, and by the script for HyperQueue with a stub in
//! the place of its server. Slurm follows the rounds by dependencies.

#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The longest wait for a scheduler.
const PATIENCE: Duration = Duration::from_secs(120);

const SWISS: &str = r#"title = "Swiss"
game = "mnk"
seed = 7
[parameters]
n = 4
m = 4
k = 3
[format]
kind = "swiss"
rounds = 3
[time]
nodes = 100
"#;

/// A folder with a tournament of three rounds, and the daemons that were started for it.
struct Place {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Drop for Place {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let players: String = (0..8)
            .map(|number| {
                format!("[[player]]\nengine = {}\nname = \"E{number}\"\n", 1 + number % 5)
            })
            .collect();
        fs::write(folder.path().join("swiss.toml"), SWISS.to_string() + &players).expect("written");
        Place { folder, daemons: Vec::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str, mode: u32) {
        fs::write(self.path(name), text).expect("it can be written");
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).expect("it is ours");
    }

    fn begin(&mut self, program: &Path, arguments: &[&str]) {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("SLURM_CONF", self.path("slurm.conf"));
        let log = || fs::File::options().append(true).create(true).open(self.path("daemons.log"));
        command.stdout(log().expect("a log")).stderr(log().expect("a log"));
        self.daemons.push(command.spawn().expect("it starts"));
    }

    /// A command with the environment of the daemons; `stub` is a folder of programs.
    fn command(&self, program: &str) -> Command {
        let path = std::env::var("PATH").expect("a path");
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("PATH", format!("{}:{path}", self.path("stub").display()));
        command.env("SLURM_CONF", self.path("slurm.conf"));
        command.env("LUDOTEKA", env!("CARGO_BIN_EXE_ludoteka"));
        command
    }

    /// Runs a kept script on the tournament.
    fn script(&self, name: &str, more: &[&str]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/cluster");
        let script = script.join(name).display().to_string();
        let mut command = self.command(&script);
        self.goes_well(&command.args(["swiss.toml", "out", "3"]).args(more).output());
    }

    fn goes_well(&self, output: &std::io::Result<Output>) -> String {
        let output = output.as_ref().expect("it starts");
        let log = fs::read_to_string(self.path("daemons.log")).unwrap_or_default();
        assert!(output.status.success(), "{output:?}\n{log}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Checks that all three rounds are played.
    fn is_over(&self) {
        let ludoteka = env!("CARGO_BIN_EXE_ludoteka");
        let said = self.goes_well(&self.command(ludoteka).args(["verify", "out"]).output());
        assert!(said.contains("24 games of Swiss: everything fits"), "{said}");
    }
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        sleep(Duration::from_millis(100));
    }
}

/// A program of Debian's, which may lie off the path.
fn found(name: &str) -> Option<PathBuf> {
    let off = Path::new("/usr/sbin").join(name);
    let path = sandbox::find_as_a_shell(name).or_else(|| off.exists().then_some(off));
    testing::is_there(name, path.is_some()).then_some(path).flatten()
}

fn free_port() -> u16 {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    port.expect("a free port").port()
}

fn user() -> String {
    let output = Command::new("id").arg("-un").output().expect("there is id");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

#[test]
fn slurm_plays_arrays_whose_rounds_follow_by_dependencies() {
    let (Some(control), Some(node), Some(munge)) =
        (found("slurmctld"), found("slurmd"), found("munged"))
    else {
        return;
    };
    let mut place = Place::new();
    let here = place.folder.path().display().to_string();
    let (user, ports) = (user(), [free_port(), free_port()]);
    place.write(
        "slurm.conf",
        &format!(
            "ClusterName=here\nSlurmctldHost=localhost\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/munge\nAuthInfo=socket={here}/munge.socket\nCryptoType=crypto/munge\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             StateSaveLocation={here}/state\nSlurmdSpoolDir={here}/spool\n\
             SlurmctldPidFile={here}/control.pid\nSlurmdPidFile={here}/node.pid\n\
             SlurmctldPort={}\nSlurmdPort={}\nReturnToService=2\nMpiDefault=none\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1\n\
             NodeName=localhost CPUs=2 State=UNKNOWN\n\
             PartitionName=all Nodes=ALL Default=YES State=UP\n",
            ports[0], ports[1]
        ),
        0o644,
    );
    ["state", "spool"].iter().for_each(|name| fs::create_dir(place.path(name)).expect("a folder"));
    place.write("key", &"a secret of this test ".repeat(50), 0o400);
    let socket = format!("--socket={here}/munge.socket");
    let key = format!("--key-file={here}/key");
    let files = ["log", "pid", "seed"].map(|file| format!("--{file}-file={here}/munge.{file}"));
    let files = files.each_ref().map(String::as_str);
    place.begin(&munge, &[&["-F", "--force", &socket, &key], &files[..]].concat());
    wait_for("munge", || place.path("munge.socket").exists());
    place.begin(&control, &["-D"]);
    place.begin(&node, &["-D", "-N", "localhost"]);
    let said = |program: &str, arguments: &[&str]| {
        let output = place.command(program).args(arguments).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    };
    wait_for("the node", || said("sinfo", &["-h", "-o", "%t"]) == "idle");
    place.script("slurm.sh", &[]);
    wait_for("the last job", || said("squeue", &["-h"]).is_empty());
    place.is_over();
}

#[test]
fn gnu_parallel_carries_files_over_ssh() {
    let tools = ["parallel", "rsync", "ssh-keygen", "sshd"].map(found);
    let [Some(_), Some(_), Some(_), Some(sshd)] = tools else { return };
    let mut place = Place::new();
    let here = place.folder.path().display().to_string();
    for key in ["key", "host"] {
        let arguments = ["-q", "-t", "ed25519", "-N", "", "-f", key];
        place.goes_well(&place.command("ssh-keygen").args(arguments).output());
    }
    fs::rename(place.path("key.pub"), place.path("authorized")).expect("a key");
    let port = free_port();
    let config = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {here}/host\nPidFile none\nUsePAM no\n\
         AuthorizedKeysFile {here}/authorized\nStrictModes no\n"
    );
    place.write("sshd_config", &config, 0o644);
    place.begin(&sshd, &["-D", "-e", "-f", &format!("{here}/sshd_config")]);
    wait_for("sshd", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    fs::create_dir(place.path("stub")).expect("a folder");
    let ssh = format!(
        "#!/bin/sh\nexec /usr/bin/ssh -p {port} -i {here}/key -o LogLevel=ERROR \
         -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \"$@\"\n"
    );
    place.write("stub/ssh", &ssh, 0o755);
    place.script("parallel.sh", &["localhost,127.0.0.1"]);
    place.is_over();
}

#[test]
fn the_script_for_hyperqueue_plays_all_rounds() {
    let place = Place::new();
    fs::create_dir(place.path("stub")).expect("a folder");
    let hq = "#!/bin/bash\n[ \"$1 $2 $3\" = 'submit --wait --array' ] || exit 9\nn=${4#1-}\n\
              while [ \"$1\" != -- ]; do shift; done\nshift\n\
              for i in $(seq $n); do HQ_TASK_ID=$i \"$@\"; done\n";
    place.write("stub/hq", hq, 0o755);
    place.script("hyperqueue.sh", &[]);
    place.is_over();
}
