//! `cargo xtask web` makes the pages without a server in `target/web`: static files for any host, and
//! for a browser that opens them from disk. Each game's rules and engine become a module of
//! WebAssembly.
//!
//! The module is compiled by the toolchain in use, if it has the target (`rustup target add
//! wasm32-unknown-unknown`). Otherwise Debian's `rustc-web` compiles it, and Rust's own library from
//! the sources in `rust-web-src`; only the linker is then the toolchain's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::cargo;
use crate::shell::{make_empty, run_well, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Searches call themselves, and the usual stack of such a module has 1 MiB.
const STACK: &str = "-Clink-arg=-zstack-size=4194304";

/// Debian's compiler.
const OTHER_COMPILER: &str = "/usr/bin/rustc";

const LACK: &str = "no compiler for WebAssembly: `rustup target add wasm32-unknown-unknown`, or \
Debian's packages `rustc-web` and `rust-web-src`";

/// Makes the folder.
pub(crate) fn run() -> ExitCode {
    match make() {
        Ok(folder) => {
            println!("open {}", folder.join("index.html").display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the folder, and tells its path.
pub(crate) fn make() -> io::Result<PathBuf> {
    let (folder, modules) = (target().join("web"), target().join("web-modules"));
    fs::create_dir_all(&modules)?;
    let compiler = Compiler::find()?;
    let mut write = cargo();
    write.args(["run", "--quiet", "--locked", "--package", "web", "--"]).arg(&folder);
    let games: Vec<&str> = games::GAMES.iter().map(|game| game.name).collect();
    let checker = ("check", format!("check,{}", games.join(",")));
    let of_games = games.iter().map(|game| (*game, (*game).to_string()));
    for (name, features) in of_games.chain([checker]) {
        let module = modules.join(name).with_extension("wasm");
        compiler.compile(&features, &module)?;
        write.arg(module);
    }
    make_empty(&folder)?;
    run_well(&mut write)?;
    Ok(folder)
}

/// Who compiles for WebAssembly.
enum Compiler {
    /// The toolchain in use.
    Usual,
    /// Debian's, with this linker.
    Other { linker: PathBuf },
}

impl Compiler {
    fn find() -> io::Result<Compiler> {
        if Path::new(&printed("rustc", "target-libdir", &["--target", TARGET])?).is_dir() {
            return Ok(Compiler::Usual);
        }
        let has_sources = |compiler: &str| {
            let sysroot = printed(compiler, "sysroot", &[])?;
            Ok::<_, io::Error>(Path::new(&sysroot).join("lib/rustlib/src/rust/library").is_dir())
        };
        if !has_sources(OTHER_COMPILER).unwrap_or(false) {
            return Err(io::Error::other(LACK));
        }
        let here = printed("rustc", "target-libdir", &[])?;
        let linker = Path::new(&here).with_file_name("bin").join("rust-lld");
        Ok(Compiler::Other { linker })
    }

    /// Compiles the module with these features: a game, or all games and what checks results.
    fn compile(&self, features: &str, module: &Path) -> io::Result<()> {
        let mut command = cargo();
        command.args(["rustc", "--quiet", "--locked", "--package", "web", "--lib"]);
        command.args(["--crate-type", "cdylib", "--profile", "dist", "--target", TARGET]);
        command.args(["--no-default-features", "--features", features]).env("RUSTFLAGS", STACK);
        if let Compiler::Other { linker } = self {
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
            command.env("RUSTC", OTHER_COMPILER);
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        run_well(&mut command)?;
        fs::copy(target().join(TARGET).join("dist/web.wasm"), module).map(drop)
    }
}

/// What a compiler prints about itself.
fn printed(compiler: &str, what: &str, arguments: &[&str]) -> io::Result<String> {
    let output = Command::new(compiler).args(["--print", what]).args(arguments).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}
