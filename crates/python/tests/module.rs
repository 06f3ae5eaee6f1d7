//! Runs the package's tests in Python: a file of `tests/` each, and the examples in the docstrings.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A virtual environment with the package, as pip would install it.
struct Environment(tempfile::TempDir);

impl Environment {
    /// `None` if there is no Python.
    fn new() -> Option<Environment> {
        let found = Command::new("python3").arg("--version").output().is_ok();
        if !testing::is_there("python3", found) {
            return None;
        }
        let environment = Environment(tempfile::tempdir().expect("a folder"));
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--system-site-packages", "--without-pip"]);
        let output = venv.arg(environment.0.path()).output().expect("python3 runs");
        assert!(output.status.success(), "{output:?}");
        let place =
            environment.run(&["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]);
        let place = String::from_utf8(place.stdout).expect("a path in UTF-8");
        install(&Path::new(place.trim()).join("ludoteka"));
        Some(environment)
    }

    /// Runs the environment's Python. The program `ludoteka` is on its PATH.
    fn run(&self, arguments: &[&str]) -> Output {
        let folder = self.0.path();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = [built()].into_iter().chain(std::env::split_paths(&path));
        let mut command = Command::new(folder.join("bin/python3"));
        command.env("PATH", std::env::join_paths(paths).expect("paths without colons"));
        // The packages that `.ci/run` installs; without them, the environments are not tested.
        let packages = built().parent().expect("the target folder").join("python");
        command.env("PYTHONPATH", packages);
        let output = command.arg("-B").args(arguments).current_dir(folder).output();
        let output = output.expect("python3 runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stdout));
        output
    }
}

/// Copies the package's files and the module to a new folder.
fn install(package: &Path) {
    std::fs::create_dir(package).expect("a folder can be made");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/ludoteka");
    for entry in std::fs::read_dir(sources).expect("the package's files") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let module = built().join("deps").join(format!("{prefix}_ludoteka{suffix}"));
    std::fs::copy(module, package.join("_ludoteka.abi3.so")).expect("cargo has built the module");
}

/// The folder of what cargo has built: the test lies in its folder `deps`, beside the module.
fn built() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    test.ancestors().nth(2).expect("tests lie in the target folder").to_path_buf()
}

fn run(file: &str) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let tests = tests.to_str().expect("a path in UTF-8");
    Environment::new().inspect(|environment| drop(environment.run(&["-W", "error", tests])));
}

/// Builds the program that plays matches. It takes the place of the one that the tests of `cli`
/// use, so it has every feature, as they need it.
fn build_program() {
    let beside = built().join("ludoteka");
    testing::build_beside(
        beside.to_str().expect("a path in UTF-8"),
        &["--package", "cli", "--features", "cli/postgres"],
    );
}

#[test]
fn the_examples_in_the_docstrings_and_in_the_guide_are_true() {
    build_program();
    let Some(environment) = Environment::new() else { return };
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/python.md");
    let guide = guide.to_str().expect("a path in UTF-8");
    environment.run(&[
        "-c",
        "import doctest, sys, ludoteka, ludoteka.matches, ludoteka.scores\n\
         tried = [doctest.testmod(module) for module in (ludoteka, ludoteka.matches, ludoteka.scores)]\n\
         tried.append(doctest.testfile(sys.argv[1], module_relative=False))\n\
         assert all(its.attempted and not its.failed for its in tried)",
        guide,
    ]);
}

#[test]
fn rules() {
    run("rules.py");
}

#[test]
fn engines() {
    run("engines.py");
}

#[test]
fn batches() {
    run("batches.py");
}

#[test]
fn matches() {
    build_program();
    run("matches.py");
}

#[test]
fn scores() {
    build_program();
    run("scores.py");
}

#[test]
fn the_notebooks() {
    build_program();
    run_where_there_is("numpy", &["-W", "error"], "notebook.py");
}

/// PettingZoo and Gymnasium warn of their own habits.
#[test]
fn environments() {
    run_where_there_is("gymnasium or pettingzoo", &[], "environments.py");
}

/// Runs a file whose tests need packages, and say so where these are not installed.
fn run_where_there_is(packages: &str, options: &[&str], file: &str) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let Some(environment) = Environment::new() else { return };
    let tests = tests.to_str().expect("a path in UTF-8");
    let output = environment.run(&[options, &[tests]].concat());
    if String::from_utf8_lossy(&output.stderr).contains("skipped: ") {
        testing::skipped(packages);
    }
}
