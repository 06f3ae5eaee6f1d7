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

const BOARD: &str = "ludoteka play flood-wars < /dev/null";

/// A class of two students, and how it is judged.
const CLASS: &str = "
ludoteka cases poziomka --count 5 --seed 1 -o cases
mkdir -p class/anna class/jan
echo 'print(0)' > class/anna/anna.py
echo 'print(' > class/jan/jan.py
if ludoteka judge poziomka class --cases cases --report report; then exit 1; fi
grep -q '^anna/anna.py,0,.*,wrong answer' report/gradebook.csv
grep -q '^jan/jan.py,0,.*,wrong exit code' report/gradebook.csv
";

/// What is tried after that: a starter of the installed folder plays an engine, and the manual
/// and the completions are where the system looks for them.
const MATCH: &str = r#"
ludoteka --version
cp -R $PREFIX/share/ludoteka own
ludoteka match mnk own/starters/mnk/player.py engine:1 --set n=3 --set m=3 --set k=3 > match
cat match
awk '$1 ~ /player.py$/ { games = $2 + $3 + $4; fouls = $5 } END { exit games != 2 || fouls }' match
test -s own/docs/teacher.md -a -s own/crates/games/mnk/README.md
test -s $PREFIX/share/man/man1/ludoteka.1
bash -c ". $PREFIX/share/bash-completion/completions/ludoteka; complete -p ludoteka"
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
    /// What is tried beside [`MATCH`].
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
    let mut rows = String::new();
    for package in packages(&wheel(folders)?) {
        let tree = folders.work.join("tree");
        remove(&tree)?;
        copy(&debian, &tree)?;
        rows += &try_out(folders, &package, &tree)?;
        remove(&tree)?;
    }
    println!(
        "\nseconds from the download    to a board  of the processor  to a judged class\n{rows}"
    );
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

/// Installs and tries a package, and returns its row of the table.
fn try_out(folders: &Folders, package: &Package, tree: &Path) -> io::Result<String> {
    println!("\n== {} in {SUITE}", package.name);
    copy(&folders.packages.join(&package.file), &tree.join("root").join(&package.file))?;
    let (start, before) = (Instant::now(), children_seconds()?);
    let try_well = |script| run_well(&mut inside(tree, package.prefix, script));
    try_well(&package.install)?;
    try_well(BOARD)?;
    let (board, processor) = (start.elapsed().as_secs_f64(), children_seconds()? - before);
    if processor > MOST {
        return Err(io::Error::other(format!("the first board cost more than {MOST} s")));
    }
    try_well(CLASS)?;
    let class = start.elapsed().as_secs_f64();
    try_well(MATCH)?;
    try_well(package.more)?;
    Ok(format!("{:25}{board:13.1}{processor:18.1}{class:19.1}\n", package.name))
}

/// A shell script in the tree, which has its own processes and nothing of this machine's
/// environment. It shows each command.
fn inside(tree: &Path, prefix: &str, script: &str) -> Command {
    let mut proc = std::ffi::OsString::from("--mount-proc=");
    proc.push(tree.join("proc"));
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--fork"]).arg(proc).arg("chroot").arg(tree);
    command.args(["/usr/bin/env", "-i", "HOME=/root"]).arg(format!("PREFIX={prefix}"));
    command.arg(format!("PATH={prefix}/bin:/usr/sbin:/usr/bin:/sbin:/bin"));
    command.args(["sh", "-ecx", &format!("cd\n{script}")]);
    command
}
