//! A crate grows in sight: whoever makes one heavier writes the new weight down, and says in the
//! commit what for, and what gave something back.

#[path = "../../src/weight.rs"]
mod weighed;

use std::collections::BTreeMap;

use weighed::{Lines, table, weigh};

/// A crate may grow by this part before its weight is written down again: one in a hundred.
const SLACK: usize = 100;

/// The lines of code and tests of each crate, as a table has them.
fn written(table: &str) -> BTreeMap<String, usize> {
    let rows = table.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.map(|row| {
        let number = |place: usize| row[place].parse::<usize>().expect("a number of lines");
        (row[0].to_string(), number(1) + number(2))
    })
    .collect()
}

#[test]
fn no_crate_is_heavier_than_is_written_down() {
    let root = super::root();
    let known = std::fs::read_to_string(root.join("bench/weight.txt")).expect("the weights");
    let (known, now) = (written(&known), written(&table(&weigh(&root))));
    for (name, lines) in now {
        let most = known.get(&name).map_or(0, |known| known + known / SLACK);
        assert!(
            lines <= most,
            "{name} has {lines} lines, and at most {most} are known: `cargo xtask weight`"
        );
    }
}

#[test]
fn tests_inside_a_file_are_no_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("crates/a/src");
    std::fs::create_dir_all(&place).expect("a folder");
    std::fs::write(folder.path().join("crates/a/Cargo.toml"), "").expect("a file");
    std::fs::write(place.join("lib.rs"), "fn a() {}\n\n#[cfg(test)]\nmod tests {\n}\n")
        .expect("a file");
    let expected = Lines { code: 2, tests: 3, documents: 0 };
    assert_eq!(weigh(folder.path())["a"], expected);
}
