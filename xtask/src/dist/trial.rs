//! Installs each package in a bare tree of an old Debian, as its user would, and plays and judges
//! there. Needs root, `debootstrap` and `unshare`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::Folders;
use super::archives::{deb_name, tarball_name};
use crate::first_board::children_seconds;
use crate::shell::{copy, make_empty, remove, run_well};

/// The oldest Debian that the usual mirrors have. It has glibc 2.31, Python 3.9 and pip 20.3.
const SUITE: &str = "bullseye";

/// The bound from a download to the first board, in seconds of processor time: a busy machine takes
/// longer on the clock.
const MOST: f64 = 10.0;

/// What follows the first board: a class of two students is judged, and a starter plays an engine.
/// `P` is the program, and `SHARE` is the folder of its guides.
const USE: &str = r#"
$P --version
$P cases poziomka --count 5 --seed 1 -o cases
mkdir -p class/anna class/jan
echo 'print(0)' > class/anna/anna.py
echo 'print(' > class/jan/jan.py
if $P judge poziomka class --cases cases --report report; then exit 1; fi
grep -q '^anna/anna.py,0,.*,wrong answer' report/gradebook.csv
grep -q '^jan/jan.py,0,.*,wrong exit code' report/gradebook.csv
$P match mnk $SHARE/starters/mnk/player.py engine:1 --set n=3 --set m=3 --set k=3 > match
cat match
awk '$1 ~ /player.py$/ { games = $2 + $3 + $4; fouls = $5 } END { exit games != 2 || fouls }' match
test -s $SHARE/docs/teacher.md
"#;

/// What follows for the wheel: its module finds its program, which lets a function play.
const IMPORT: &str = r#"
cat > mine.py <<'END'
import ludoteka
ludoteka.play(lambda position: position.numbers()[0])
END
/opt/games/bin/python - <<'END'
import ludoteka
game = ludoteka.game("mnk")
print(game.start().play("b2"))
assert ludoteka.solve(game.start())["value"] == 0
games = ludoteka.match("line:mine.py", "engine:1", game, nodes=100)
assert [played["end"] for played in games] == ["rules", "rules"], games
assert ludoteka.program() == "/opt/games/bin/ludoteka"
END
"#;

/// A package, with the shell commands that install it.
struct Package {
    name: &'static str,
    file: String,
    install: String,
    /// The prefix below which it is installed.
    prefix: &'static str,
    /// What is tried beside [`USE`].
    more: &'static str,
}

fn packages(wheel: &str) -> [Package; 3] {
    let (deb, tarball) = (deb_name(), tarball_name());
    [
        Package {
            name: "wheel",
            file: wheel.to_string(),
            install: format!(
                "python3 -m venv /opt/games\n/opt/games/bin/pip install --no-index --quiet {wheel}"
            ),
            prefix: "/opt/games",
            more: IMPORT,
        },
        Package {
            name: "Debian package",
            install: format!("dpkg --install {deb}"),
            file: deb,
            prefix: "/usr",
            more: "",
        },
        Package {
            name: "tarball",
            install: format!("tar -xzf {tarball}.tar.gz\n{tarball}/install.sh"),
            file: format!("{tarball}.tar.gz"),
            prefix: "/root/.local",
            more: "",
        },
    ]
}

/// Tries every package. The tree of Debian is kept for the next run.
pub(super) fn run(folders: &Folders) -> io::Result<()> {
    run_well(
        Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(&folders.packages),
    )?;
    let debian = debian(folders)?;
    for package in packages(&wheel(folders)?) {
        let tree = folders.work.join("tree");
        remove(&tree)?;
        copy(&debian, &tree)?;
        try_out(folders, &package, &tree)?;
        remove(&tree)?;
    }
    Ok(())
}

fn wheel(folders: &Folders) -> io::Result<String> {
    for entry in fs::read_dir(&folders.packages)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".whl") {
            return Ok(name);
        }
    }
    Err(io::Error::other("there is no wheel"))
}

/// A tree with the essential packages, and Python's own way to install wheels.
fn debian(folders: &Folders) -> io::Result<PathBuf> {
    let tree = folders.work.join(SUITE);
    if !tree.is_dir() {
        // An interrupted run must not leave half a tree under the final name.
        let half = folders.work.join(format!("{SUITE}.half"));
        make_empty(&half)?;
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.args(["--variant=minbase", "--include=python3-venv", SUITE]).arg(&half);
        run_well(&mut debootstrap)?;
        fs::rename(&half, &tree)?;
    }
    Ok(tree)
}

fn try_out(folders: &Folders, package: &Package, tree: &Path) -> io::Result<()> {
    println!("\n== {} in {SUITE}", package.name);
    let home = tree.join("root");
    copy(&folders.packages.join(&package.file), &home.join(&package.file))?;
    let program = format!("{}/bin/ludoteka", package.prefix);
    let (start, before) = (Instant::now(), children_seconds()?);
    run_well(&mut inside(tree, &package.install))?;
    run_well(&mut inside(tree, &format!("{program} play flood-wars < /dev/null")))?;
    let (wall, processor) = (start.elapsed().as_secs_f64(), children_seconds()? - before);
    let variables = format!("P={program} SHARE={}/share/ludoteka\n", package.prefix);
    let used = Instant::now();
    run_well(&mut inside(tree, &(variables + USE + package.more)))?;
    println!(
        "== {}: first board after {processor:.1} s of processor time, {wall:.1} s on the clock; \
        a class and a match took {:.1} s",
        package.name,
        used.elapsed().as_secs_f64()
    );
    if processor > MOST {
        return Err(io::Error::other(format!("the first board cost more than {MOST} s")));
    }
    Ok(())
}

/// A shell script in the tree, which has its own processes and nothing of this machine's
/// environment.
fn inside(tree: &Path, script: &str) -> Command {
    let mut proc = std::ffi::OsString::from("--mount-proc=");
    proc.push(tree.join("proc"));
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--fork"]).arg(proc).arg("chroot").arg(tree);
    command.args(["/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]);
    command.args(["sh", "-ec", &format!("cd\n{script}")]);
    command
}
