//! The README's commands work, in the order of the page, and print what it shows.

use std::fs;
use std::path::Path;

use crate::guides::{clone, follow_page};
use crate::judge::{has, shell};

#[test]
fn the_readmes_commands_work_and_print_what_it_shows() {
    if !["python3", "gcc"].into_iter().all(has) {
        return;
    }
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(readme).expect("there is a README");
    let folder = clone();
    let file = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let file = file.expect("a tournament's file");
    fs::write(folder.path().join("friday.toml"), file).expect("a file can be written");
    // A class of one, whose program passes all cases.
    let class = "mkdir anna && cp crates/programs/tests/c/poziomka.c anna && \
                 python3 -m zipfile -c class.zip anna && rm -r anna";
    assert!(shell(class, folder.path()).1);
    // CI runs the commands of cargo, or builds take their place.
    let own = readme.split_inclusive('\n').filter(|line| !line.starts_with("    cargo "));
    follow_page(folder, "README.md", &own.collect::<String>(), &[]);
}
