//! `cargo xtask docs` makes a site of all documents, with search, in `target/site/html`. MkDocs
//! builds it, and refuses a link that leads nowhere and a page that the navigation lacks. With
//! `--links`, the references of Python and Rust, which need a build, are left out.
//!
//! The pages lie as in the repository, so the same links work in both. Three pages are made: the
//! notebook, the reference of the module for Python, and the list of the crates.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::shell::{DOCUMENTS, copy, copy_tracked, make_empty, root, run_well, target, write};

const CONFIGURATION: &str = include_str!("mkdocs.yml");

/// What pip installs; ruff breaks long signatures into lines.
const PACKAGES: [&str; 3] = ["mkdocs-material>=9.7,<10", "mkdocstrings[python]>=1,<2", "ruff"];

const STUBS: &str = include_str!("stubs.py");

/// The notebooks in `docs`, without their extension.
const NOTEBOOKS: [&str; 2] = ["first-steps", "train-an-agent"];

/// `::: ludoteka` is replaced by what the module exports, with its types and docstrings.
const PYTHON: &str = "# The module `ludoteka`\n\n[The guide](python.md) comes first.\n\n\
    ::: ludoteka\n\n::: ludoteka.pettingzoo\n\n::: ludoteka.gymnasium\n";

/// Makes the site or, with `links_only`, the part that a check of the links needs.
pub(crate) fn run(links_only: bool) -> ExitCode {
    match make(links_only) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(links_only: bool) -> io::Result<()> {
    let site = target().join("site");
    let pages = site.join("pages");
    make_empty(&pages)?;
    copy_tracked(&DOCUMENTS, &pages)?;
    for name in NOTEBOOKS {
        write(&pages.join(format!("docs/{name}.md")), notebook(name)?.as_bytes())?;
    }
    let (mut python, mut rust) = ("# The module".to_string(), "# The crates".to_string());
    if !links_only {
        build_module(&site.join("module/ludoteka"))?;
        python = PYTHON.to_string();
        document_crates(&pages)?;
        rust = crates()?;
    }
    write(&pages.join("docs/python-reference.md"), python.as_bytes())?;
    write(&pages.join("crates/README.md"), rust.as_bytes())?;
    fs::write(site.join("mkdocs.yml"), CONFIGURATION)?;
    build(&site)?;
    if !links_only {
        println!("look at it: python3 -m http.server --directory {}", site.join("html").display());
    }
    Ok(())
}

/// A notebook as a page.
fn notebook(name: &str) -> io::Result<String> {
    let file = root().join(format!("docs/{name}.ipynb"));
    let notebook: Value = serde_json::from_slice(&fs::read(file)?)?;
    let mut page = String::new();
    for cell in notebook["cells"].as_array().into_iter().flatten() {
        let lines = cell["source"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let source: String = lines.collect();
        page += &match cell["cell_type"].as_str() {
            Some("code") => format!("```python\n{source}\n```\n\n"),
            _ => format!("{source}\n\n"),
        };
    }
    Ok(page + &format!("This page is [a notebook]({name}.ipynb).\n"))
}

/// A list of all libraries, with links to what rustdoc makes of each.
fn crates() -> io::Result<String> {
    let mut metadata = crate::cargo();
    metadata.args(["metadata", "--format-version=1", "--no-deps", "--locked"]).current_dir(root());
    let metadata: Value = serde_json::from_slice(&metadata.output()?.stdout)?;
    let mut page = "# The crates\n\n| crate | what it is |\n| --- | --- |\n".to_string();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let description = package["description"].as_str().unwrap_or_default();
        let targets = package["targets"].as_array().into_iter().flatten();
        for name in
            targets.filter(|its| its["kind"][0] == "lib").filter_map(|its| its["name"].as_str())
        {
            let _ = writeln!(page, "| [{name}](../rust/{name}/index.html) | {description} |");
        }
    }
    Ok(page)
}

/// Lets rustdoc document the crates, and makes that a part of the site.
fn document_crates(pages: &Path) -> io::Result<()> {
    let mut doc = crate::cargo();
    doc.args(["doc", "--workspace", "--lib", "--no-deps", "--locked", "--quiet"]);
    run_well(doc.current_dir(root()))?;
    copy(&target().join("doc"), &pages.join("rust"))
}

/// Copies the module for Python, with the docstrings of its compiled part in the stub.
fn build_module(package: &Path) -> io::Result<()> {
    make_empty(package)?;
    copy(&root().join("crates/python/python/ludoteka/."), package)?;
    let mut build = crate::cargo();
    build.args(["build", "--package", "python", "--locked", "--quiet"]);
    run_well(build.current_dir(root()))?;
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let built = target().join("debug").join(format!("{prefix}_ludoteka{suffix}"));
    let module = package.join("_ludoteka.abi3.so");
    fs::copy(built, &module)?;
    run_well(Command::new("python3").args(["-B", "-c", STUBS]).arg(package))?;
    fs::remove_file(module)
}

fn build(site: &Path) -> io::Result<()> {
    let tools = site.join("tools");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-warn-conflicts"]);
    pip.args(["--disable-pip-version-check", "--root-user-action=ignore"]);
    pip.arg("--target").arg(&tools).args(PACKAGES);
    if !tools.is_dir() {
        run_well(&mut pip)?;
    }
    let mut mkdocs = Command::new("python3");
    mkdocs.args(["-m", "mkdocs", "build", "--strict"]);
    mkdocs.env("PYTHONPATH", &tools).env("NO_MKDOCS_2_WARNING", "1");
    run_well(mkdocs.current_dir(site))
}
